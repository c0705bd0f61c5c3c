"""Every block and every element that Slack's contract knows, each at least once: what the page must be able to show."""

from collections.abc import Iterator
from typing import Any

from tests.unit.playground.demo_bot import actions, button, modal, mrkdwn, option, plain, section, text_input

Json = dict[str, Any]

OPTIONS = [option("one", "First choice"), option("two", "Second choice"), option("three", "Third choice")]
DESCRIBED = [{**each, "description": plain("What it means")} for each in OPTIONS]
CONFIRM = {
    "title": plain("Remove it?"),
    "text": mrkdwn("It is *gone* then, for everybody."),
    "confirm": plain("Remove"),
    "deny": plain("Keep"),
    "style": "danger",
}


def element(kind: str, action_id: str | None = None, **more: Any) -> Json:
    return {"type": kind, "action_id": action_id or kind, **more}


def placed(kind: str, placeholder: str, **more: Any) -> Json:
    return element(kind, placeholder=plain(placeholder), **more)


GROUPS = [{"label": plain("Some"), "options": OPTIONS[:2]}, {"label": plain("Others"), "options": OPTIONS[2:]}]
MENUS = [
    placed("static_select", "Pick one", options=OPTIONS),
    placed("static_select", "Pick from groups", action_id="grouped", option_groups=GROUPS),
    placed("external_select", "Look up", min_query_length=1),
    placed("users_select", "Pick a person"),
    placed("channels_select", "Pick a channel"),
    placed("conversations_select", "Pick a conversation"),
    placed("multi_static_select", "Pick some", options=OPTIONS, max_selected_items=2),
    placed("multi_external_select", "Look up some", min_query_length=0),
    placed("multi_users_select", "Pick people"),
    placed("multi_channels_select", "Pick channels"),
    placed("multi_conversations_select", "Pick conversations"),
]
PICKERS = [
    element("datepicker", initial_date="2026-03-02"),
    element("timepicker", initial_time="09:30"),
]
CHOICES = [
    element("radio_buttons", options=DESCRIBED, initial_option=DESCRIBED[0]),
    element("checkboxes", options=OPTIONS, initial_options=OPTIONS[:1]),
]
BUTTONS = [
    button("primary", "Save it", style="primary"),
    button("plain", "Look closer", value="7"),
    button("danger", "Remove", style="danger", confirm=CONFIRM),
    button("link", "Read more", url="https://example.com/page"),
    element("overflow", options=OPTIONS),
]


def run(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def part(kind: str, *elements: Json, **more: Any) -> Json:
    return {"type": kind, "elements": list(elements), **more}


RICH = {
    "type": "rich_text",
    "elements": [
        part(
            "rich_text_section",
            run("Bold", bold=True),
            run(", "),
            run("italic", italic=True),
            run(", "),
            run("struck", strike=True),
            run(" and "),
            run("code", code=True),
            run("; "),
            {"type": "link", "url": "https://example.com", "text": "a link"},
            run(", "),
            {"type": "user", "user_id": "U0DEMOEMMA"},
            run(", "),
            {"type": "channel", "channel_id": "C0DEMOTEAM"},
            run(", "),
            {"type": "usergroup", "usergroup_id": "S0GROUP"},
            run(", "),
            {"type": "broadcast", "range": "here"},
            run(", "),
            {"type": "emoji", "name": "tada"},
            run(", "),
            {"type": "date", "timestamp": 1_800_000_000, "format": "{date}", "fallback": "15 January 2027"},
        ),
        part("rich_text_list", part("rich_text_section", run("First")), style="bullet"),
        part("rich_text_list", part("rich_text_section", run("Deeper")), style="bullet", indent=1),
        part("rich_text_list", part("rich_text_section", run("Then")), style="ordered"),
        part("rich_text_quote", run("Somebody said so.")),
        part("rich_text_preformatted", run("make test\nmake demo")),
    ],
}
IMAGE = {"type": "image", "image_url": "https://example.com/picture.png", "alt_text": "A picture"}


def cell(text: str) -> Json:
    return {"type": "raw_text", "text": text}


TABLE = {
    "type": "table",
    "column_settings": [{"is_wrapped": True}, {"align": "right"}],
    "rows": [
        [cell("Level"), cell("People")],
        [{**RICH, "elements": [part("rich_text_section", run("Senior", bold=True))]}, cell("7")],
        [cell("Middle"), {"type": "raw_number", "value": 12, "text": "12"}],
    ],
}
MRKDWN = (
    "*Bold*, _italic_, ~struck~, `code`, <https://example.com|a link>, <@U0DEMOEMMA>, <#C0DEMOTEAM>, :tada: and"
    " a &lt; b &amp; c\n&gt; quoted\n• a line\n```make test```"
)
MESSAGE: list[Json] = [
    {"type": "header", "text": plain("Everything that can be shown")},
    {"type": "context", "elements": [IMAGE, mrkdwn("A *context* of small words"), plain("and plain ones")]},
    section(MRKDWN, accessory=button("beside", "Beside it")),
    section("Fields", fields=[mrkdwn("*Level*\nSenior"), mrkdwn("*Role*\nLLM Engineer")], accessory=IMAGE),
    {"type": "divider"},
    actions(*BUTTONS),
    actions(*MENUS),
    actions(*PICKERS, *CHOICES),
    RICH,
    TABLE,
    {"type": "markdown", "text": "## Markdown\n\n- *one*\n- **two**, `three` <b>"},
    {**IMAGE, "title": plain("A picture with a title")},
]


def inputs() -> Iterator[Json]:
    """An input block for everything that can be entered in one."""
    yield text_input(
        "name", "name", label=plain("Name"), element={"placeholder": plain("At least three letters"), "min_length": 3}
    )
    yield text_input(
        "story", "story", label=plain("Story"), element={"multiline": True}, hint=plain("Who sees it stands here.")
    )
    yield text_input(
        "amount", "amount", label=plain("Amount"), element={"type": "number_input", "is_decimal_allowed": False}
    )
    for each in (*MENUS, *PICKERS, *CHOICES):
        block_id = each["action_id"]
        yield {"type": "input", "block_id": block_id, "label": plain(block_id), "element": each, "optional": True}


MODAL = modal(*inputs())
