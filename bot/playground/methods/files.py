"""files.*: uploads in Slack's three steps: ask for a url, send the bytes there, complete."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.playground import limits
from bot.playground.backend import Args, Backend, Handler
from bot.playground.installation import BOT_USER_ID
from bot.playground.methods.conversations import check_may_post, known_channel
from bot.playground.records import File, Json
from bot.playground.refusals import SlackError


def file_json(slack: Backend, file: File) -> Json:
    return {
        "id": file.id,
        "name": file.name,
        "title": file.title,
        "alt_txt": file.alt_text,
        "size": file.size,
        "user": BOT_USER_ID,
        "channels": file.channels,
        "url_private": f"{slack.base_url}files/{file.id}/{file.name}",
        "permalink": f"https://{slack.workspace.domain}.slack.com/files/{BOT_USER_ID}/{file.id}/{file.name}",
    }


def get_upload_url(slack: Backend, args: Args) -> Json:
    size = args.number("length", 0)
    if size < 1:
        raise SlackError("invalid_arguments", "length must be more than 0")
    if len(args.text("alt_txt")) > limits.FILE_ALT_TEXT:
        raise SlackError("alt_txt_too_large")
    file = slack.workspace.add_file(args.text("filename"), size, args.text("alt_txt"))
    return {"upload_url": f"{slack.base_url}upload/{file.id}", "file_id": file.id}


def receive_upload(slack: Backend, file_id: str, content: bytes) -> None:
    """Take the bytes of a file; they must be as many as were announced."""
    file = slack.workspace.file(file_id)
    if len(content) != file.size:
        raise SlackError("invalid_arguments", f"{len(content)} bytes arrived, {file.size} were announced")
    file.content = content


def check_pictures(slack: Backend, blocks: Any) -> None:
    """Blocks may show only files whose upload is complete. Raises invalid_blocks."""
    for file_id in slack_files(blocks):
        file = slack.workspace.files.get(file_id)
        if file is None or not file.is_complete:
            raise SlackError("invalid_blocks", f"invalid slack file: {file_id}")


def slack_files(node: Any) -> Iterator[str]:
    """The ids of the files that blocks show."""
    if isinstance(node, list):
        for item in node:
            yield from slack_files(item)
    elif isinstance(node, dict):
        if "slack_file" in node:
            yield node["slack_file"].get("id", "")
        for value in node.values():
            yield from slack_files(value)


def complete_upload(slack: Backend, args: Args) -> Json:
    given = args.data("files")
    if not isinstance(given, list) or not given:
        raise SlackError("invalid_arguments", "files must be an array of objects with an id")
    files = [slack.workspace.file(item.get("id", "")) for item in given]
    for file, item in zip(files, given, strict=True):
        if file.content is None:
            raise SlackError("file_not_found", f"nothing was uploaded for {file.id}")
        file.title = item.get("title") or file.name
        file.is_complete = True
    for channel_id in filter(None, [args.text("channel_id"), *args.text("channels").split(",")]):
        _share(slack, args, channel_id, files)
    return {"files": [file_json(slack, file) for file in files]}


def _share(slack: Backend, args: Args, channel_id: str, files: list[File]) -> None:
    channel = known_channel(slack, channel_id)
    check_may_post(slack, channel)
    for file in files:
        file.channels.append(channel.id)
    slack.workspace.post(
        channel.id,
        BOT_USER_ID,
        args.text("initial_comment"),
        slack.now(),
        files=files,
        thread_ts=args.text("thread_ts") or None,
    )


def files_info(slack: Backend, args: Args) -> Json:
    return {"file": file_json(slack, slack.workspace.file(args.text("file")))}


HANDLERS: Mapping[str, Handler] = {
    "files.getUploadURLExternal": get_upload_url,
    "files.completeUploadExternal": complete_upload,
    "files.info": files_info,
}
