"""Whole payloads held against Slack's contract: a message, its metadata, a view, the options of a type-ahead."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from bot.playground import limits
from bot.playground.blocks import Surface, block_faults, shown_characters
from bot.playground.elements import (
    GROUPS,
    MENU,
    all_options,
    one_list_of_options,
    options_are_sound,
    plain_text,
)
from bot.playground.refusals import SlackError
from bot.playground.schema import Check, Fault, boolean, choice, shape, string


def refuse(error: str, faults: list[Fault]) -> None:
    if faults:
        raise SlackError(error, *map(str, faults))


def check_message(text: Any, blocks: Any) -> None:
    """Raise what Slack answers to a message that it would not take: no_text, invalid_blocks and the like."""
    if text is not None and not isinstance(text, str):
        raise SlackError("invalid_arguments", str(Fault("/text", "must be a string")))
    if not text and not blocks:
        raise SlackError("no_text")
    if text and len(text) > limits.MESSAGE_TEXT:
        raise SlackError("msg_too_long", f"{len(text)} characters, no more than {limits.MESSAGE_TEXT} allowed")
    if blocks is None:
        return
    refuse("invalid_blocks", block_faults(blocks, Surface.MESSAGE))
    if (total := shown_characters(blocks)) > limits.MESSAGE_BLOCKS_TEXT:
        raise SlackError(
            "msg_blocks_too_long",
            f"{total} characters over all blocks, no more than {limits.MESSAGE_BLOCKS_TEXT} allowed",
        )


def check_metadata(metadata: Any) -> None:
    if metadata is None:
        return
    sound = isinstance(metadata, dict) and metadata.keys() == {"event_type", "event_payload"}
    if not sound or not isinstance(metadata["event_type"], str) or not isinstance(metadata["event_payload"], dict):
        raise SlackError("invalid_metadata_format", "metadata needs an event_type and an event_payload object")


def any_blocks(value: Any, at: str) -> Iterator[Fault]:
    """Blocks are checked apart, since what is allowed depends on the surface."""
    if not isinstance(value, list):
        yield Fault(at, "must be an array")


VIEW_KEYS: Mapping[str, Check] = {
    "callback_id": string(limits.IDENTIFIER),
    "external_id": string(limits.IDENTIFIER, least=0),
    "private_metadata": string(limits.PRIVATE_METADATA, least=0),
}
VIEWS: Mapping[Surface, Check] = {
    Surface.HOME: shape("home", {"blocks": any_blocks}, VIEW_KEYS),
    Surface.MODAL: shape(
        "modal",
        {"blocks": any_blocks, "title": plain_text(limits.VIEW_TITLE)},
        {
            **VIEW_KEYS,
            "submit": plain_text(limits.VIEW_TITLE),
            "close": plain_text(limits.VIEW_TITLE),
            "clear_on_close": boolean,
            "notify_on_close": boolean,
        },
    ),
}


def view_faults(view: Any, surface: Surface, at: str = "/view") -> list[Fault]:
    if not isinstance(view, dict):
        return [Fault(at, "must provide an object")]
    if faults := [*choice(surface)(view.get("type"), f"{at}/type")] or [*VIEWS[surface](view, at)]:
        return faults
    faults = block_faults(view["blocks"], surface, f"{at}/blocks")
    has_input = any(isinstance(block, dict) and block.get("type") == "input" for block in view["blocks"])
    if surface is Surface.MODAL and has_input and "submit" not in view:
        faults.append(Fault(at, "missing required field: submit, since the modal has an input block"))
    return faults


def check_view(view: Any, surface: Surface) -> None:
    """Raise what Slack answers to a view that it would not show: invalid_arguments or view_too_large."""
    refuse("invalid_arguments", view_faults(view, surface))
    if len(json.dumps(view, ensure_ascii=False).encode()) > limits.VIEW_BYTES:
        raise SlackError("view_too_large")


SUGGESTED = shape(None, {}, {"options": MENU, "option_groups": GROUPS}, (one_list_of_options, options_are_sound))


def suggested_options(answer: Any) -> list[dict[str, Any]]:
    """The options in the answer to a type-ahead; an empty list of options is allowed. Raises SlackError."""
    if answer == {"options": []} or answer == {"option_groups": []}:
        return []
    refuse("invalid_options", list(SUGGESTED(answer, "")))
    return all_options(answer)
