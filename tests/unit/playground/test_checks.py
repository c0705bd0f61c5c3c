"""Each limit and each rule of Slack's contract: a payload that just keeps it, and one that breaks it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.playground.blocks import Surface, block_faults
from bot.playground.checks import check_message, check_metadata, check_view, suggested_options
from bot.playground.refusals import SlackError
from tests.unit.playground.demo_bot import (
    actions,
    button,
    home,
    menu,
    modal,
    mrkdwn,
    option,
    plain,
    section,
    text_input,
)

Block = dict[str, Any]


def overflow(*options: Block) -> Block:
    return {"type": "overflow", "action_id": "more", "options": list(options)}


def choices(kind: str, count: int) -> Block:
    return {"type": kind, "action_id": "which", "options": [option(str(n)) for n in range(count)]}


def confirm(**more: Any) -> Block:
    return {"title": plain(), "text": mrkdwn(), "confirm": plain(), "deny": plain(), **more}


def raw(text: str) -> Block:
    return {"type": "raw_text", "text": text}


def table(rows: int, columns: int) -> Block:
    return {"type": "table", "rows": [[raw("x")] * columns] * rows}


def picture(**more: Any) -> Block:
    return {"type": "image", "image_url": "https://example.com/a.png", "alt_text": "A chart", **more}


# By size: what is checked, a block of that size, the largest that Slack takes.
SIZES: list[tuple[str, Callable[[int], Block], int]] = [
    ("section text", lambda n: section("x" * n), 3_000),
    ("field text", lambda n: {"type": "section", "fields": [mrkdwn("x" * n)]}, 2_000),
    ("fields", lambda n: {"type": "section", "fields": [mrkdwn()] * n}, 10),
    ("header text", lambda n: {"type": "header", "text": plain("x" * n)}, 150),
    ("context elements", lambda n: {"type": "context", "elements": [mrkdwn()] * n}, 10),
    ("actions elements", lambda n: actions(*(button(f"b{i}") for i in range(n))), 25),
    ("button text", lambda n: actions(button(text="x" * n)), 75),
    ("button value", lambda n: actions(button(value="x" * n)), 2_000),
    ("action_id", lambda n: actions(button("x" * n)), 255),
    ("block_id", lambda n: section(block_id="x" * n), 255),
    ("select options", lambda n: actions(choices("static_select", n)), 100),
    ("overflow options", lambda n: actions(overflow(*(option(str(i)) for i in range(n)))), 5),
    ("radio options", lambda n: actions(choices("radio_buttons", n)), 10),
    ("checkbox options", lambda n: actions(choices("checkboxes", n)), 10),
    ("option text", lambda n: actions(overflow(option(text="x" * n))), 75),
    ("option value", lambda n: actions(overflow(option("x" * n))), 150),
    ("option description", lambda n: actions(overflow({**option(), "description": plain("x" * n)})), 75),
    ("placeholder", lambda n: actions(menu(placeholder=plain("x" * n))), 150),
    ("confirm title", lambda n: actions(button(confirm=confirm(title=plain("x" * n)))), 100),
    ("confirm text", lambda n: actions(button(confirm=confirm(text=mrkdwn("x" * n)))), 300),
    ("confirm button", lambda n: actions(button(confirm=confirm(confirm=plain("x" * n)))), 30),
    ("deny button", lambda n: actions(button(confirm=confirm(deny=plain("x" * n)))), 30),
    ("table rows", lambda n: table(n, 1), 100),
    ("table columns", lambda n: table(1, n), 20),
    ("table text", lambda n: {"type": "table", "rows": [[raw("x" * 2_500)]] * 3 + [[raw("x" * (n - 7_500))]]}, 10_000),
    ("markdown text", lambda n: {"type": "markdown", "text": "x" * n}, 12_000),
    ("alt text", lambda n: picture(alt_text="x" * n), 2_000),
    ("link of a button", lambda n: actions(button(url="x" * n)), 3_000),
    ("text in an input", lambda n: text_input(element={"initial_value": "x" * n}), 3_000),
    ("input label", lambda n: text_input(label=plain("x" * n)), 2_000),
]


@pytest.mark.parametrize(("build", "most"), [size[1:] for size in SIZES], ids=[size[0] for size in SIZES])
def test_a_block_at_its_limit_is_taken_and_one_over_it_is_not(build: Callable[[int], Block], most: int) -> None:
    assert block_faults([build(most)], Surface.MESSAGE) == []
    assert block_faults([build(most + 1)], Surface.MESSAGE)


SOUND: dict[str, Block] = {
    "a section of fields alone": {"type": "section", "fields": [mrkdwn(), plain()]},
    "a menu with its initial option": actions(menu(initial_option=option())),
    "options in groups": actions(
        {"type": "static_select", "option_groups": [{"label": plain(), "options": [option()]}]}
    ),
    "a type-ahead": actions({"type": "external_select", "min_query_length": 0}),
    "people and channels": actions(
        {"type": "users_select", "initial_user": "U1"},
        {"type": "conversations_select", "filter": {"include": ["public", "im"]}},
        {"type": "multi_channels_select", "max_selected_items": 2},
    ),
    "dates and times": actions(
        {"type": "datepicker", "initial_date": "2026-11-30"}, {"type": "timepicker", "initial_time": "09:30"}
    ),
    "radio buttons in mrkdwn": actions({"type": "radio_buttons", "options": [{"text": mrkdwn(), "value": "a"}]}),
    "an overflow with a link": actions(overflow({**option(), "url": "https://example.com"})),
    "a picture by its file": {"type": "image", "slack_file": {"id": "F1"}, "alt_text": "A chart"},
    "a context of words and a picture": {"type": "context", "elements": [mrkdwn(), picture()]},
    "a number field": {
        "type": "input",
        "label": plain(),
        "element": {"type": "number_input", "is_decimal_allowed": False},
    },
    "a rich list": {
        "type": "rich_text",
        "elements": [
            {
                "type": "rich_text_list",
                "style": "bullet",
                "indent": 1,
                "elements": [
                    {
                        "type": "rich_text_section",
                        "elements": [
                            {"type": "text", "text": "Fast", "style": {"bold": True}},
                            {"type": "user", "user_id": "U1"},
                        ],
                    }
                ],
            }
        ],
    },
    "a divider": {"type": "divider"},
}


@pytest.mark.parametrize("block", SOUND.values(), ids=SOUND.keys())
def test_a_sound_block_is_taken(block: Block) -> None:
    assert block_faults([block], Surface.MESSAGE) == []


BROKEN: dict[str, tuple[Any, str]] = {
    "not an object": ("section", "must provide an object"),
    "a type nobody knows": ({"type": "chart"}, "unsupported type: chart"),
    "no type": ({}, "unsupported type: None"),
    "an unknown key": ({"type": "divider", "colour": "red"}, "invalid additional property: colour"),
    "a section that says nothing": ({"type": "section"}, "must have text or fields"),
    "an empty text": (section(""), "must be more than 0 characters"),
    "a text without an object": ({"type": "section", "text": "Text"}, "must provide an object"),
    "a null": (section(accessory=None), "must provide an object"),
    "a header in mrkdwn": ({"type": "header", "text": mrkdwn()}, "must be one of plain_text"),
    "a button in mrkdwn": (actions({"type": "button", "text": mrkdwn()}), "must be one of plain_text"),
    "a style of its own": (actions(button(style="warning")), "must be one of primary, danger"),
    "a select option in mrkdwn": (
        actions({"type": "static_select", "options": [{"text": mrkdwn(), "value": "a"}]}),
        "must be one of plain_text",
    ),
    "an option without a value": (actions(overflow({"text": plain()})), "missing required field: value"),
    "no options": (actions({"type": "static_select", "options": []}), "no fewer than 1 items allowed"),
    "neither options nor groups": (actions({"type": "static_select"}), "either options or option_groups"),
    "two options of one value": (actions(menu("level", "a", "a")), "option values must be unique"),
    "two overflow options of one value": (actions(overflow(option(), option())), "option values must be unique"),
    "an initial option that is not offered": (
        actions(menu(initial_option=option("three"))),
        "must match one of the options exactly",
    ),
    "an initial option of another text": (
        actions(menu(initial_option=option("one", "Uno"))),
        "must match one of the options exactly",
    ),
    "a confirmation without a way out": (
        actions(button(confirm={"title": plain(), "text": mrkdwn(), "confirm": plain()})),
        "missing required field: deny",
    ),
    "a text field among actions": (actions({"type": "plain_text_input"}), "unsupported type: plain_text_input"),
    "a button in an input": (
        {"type": "input", "label": plain(), "element": button()},
        "unsupported type: button",
    ),
    "a label in mrkdwn": (text_input(label=mrkdwn()), "must be one of plain_text"),
    "a date of another form": (
        actions({"type": "datepicker", "initial_date": "30.11.2026"}),
        "must match the pattern",
    ),
    "a time that there is not": (actions({"type": "timepicker", "initial_time": "24:00"}), "must match the pattern"),
    "a picture without words": ({"type": "image", "image_url": "https://example.com/a.png"}, "alt_text"),
    "a picture from nowhere": ({"type": "image", "alt_text": "A"}, "either image_url or slack_file"),
    "a picture from two places": (picture(slack_file={"id": "F1"}), "either image_url or slack_file"),
    "one action_id twice in a block": (actions(button(), button()), "action_id go already exists"),
    "rows of several lengths": (
        {"type": "table", "rows": [*table(1, 1)["rows"], *table(1, 2)["rows"]]},
        "every row must have the same number of cells",
    ),
    "a numbered list as markdown says it": (
        {"type": "rich_text", "elements": [{"type": "rich_text_list", "style": "numbered", "elements": []}]},
        "must be one of bullet, ordered",
    ),
    "a boolean in words": (text_input(optional="yes"), "must be a boolean"),
    "a number in words": (
        actions({"type": "external_select", "min_query_length": "0"}),
        "must be an integer",
    ),
    "elements that are no list": ({"type": "actions", "elements": button()}, "must be an array"),
}


@pytest.mark.parametrize(("block", "reason"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_block_is_refused_with_the_reason(block: Any, reason: str) -> None:
    faults = block_faults([block], Surface.MESSAGE)
    assert any(reason in fault.reason for fault in faults), faults


ACROSS: dict[str, list[Block]] = {
    "one block_id twice": [section(block_id="a"), section(block_id="a")],
    "two tables": [table(1, 1), table(1, 1)],
    "two focused elements": [actions(menu(focus_on_load=True)), actions(menu(focus_on_load=True))],
    "markdown over 12,000 in total": [{"type": "markdown", "text": "x" * 6_001}] * 2,
}


@pytest.mark.parametrize("blocks", ACROSS.values(), ids=ACROSS.keys())
def test_blocks_that_are_sound_one_by_one_can_be_refused_together(blocks: list[Block]) -> None:
    assert not any(block_faults([block], Surface.MESSAGE) for block in blocks)
    assert block_faults(blocks, Surface.MESSAGE)


@pytest.mark.parametrize(
    ("block", "surfaces"),
    [
        (section(), {Surface.MESSAGE, Surface.MODAL, Surface.HOME}),
        ({"type": "markdown", "text": "# Words"}, {Surface.MESSAGE}),
        (table(1, 1), {Surface.MESSAGE, Surface.HOME}),
    ],
    ids=["section", "markdown", "table"],
)
def test_a_block_is_taken_only_on_its_surfaces(block: Block, surfaces: set[Surface]) -> None:
    assert {surface for surface in Surface if not block_faults([block], surface)} == surfaces


def test_a_fault_says_where_it_is_as_slack_does() -> None:
    [fault] = block_faults([section(), section("x" * 3_001)], Surface.MESSAGE)
    assert str(fault) == "[ERROR] must be less than 3001 characters [json-pointer:/blocks/1/text/text]"


MESSAGES: dict[str, tuple[Any, Any, str]] = {
    "nothing": (None, None, "no_text"),
    "nothing but empty things": ("", [], "no_text"),
    "a text over 40,000": ("x" * 40_001, None, "msg_too_long"),
    "51 blocks": ("Text", [section()] * 51, "invalid_blocks"),
    "over 12,000 characters in all blocks": (
        "Text",
        [section("x" * 3_000)] * 4 + [section("x")],
        "msg_blocks_too_long",
    ),
    "blocks that are no list": ("Text", section(), "invalid_blocks"),
    "a text that is none": ({"text": "Text"}, None, "invalid_arguments"),
}


@pytest.mark.parametrize(("text", "blocks", "error"), MESSAGES.values(), ids=MESSAGES.keys())
def test_a_message_is_refused_by_slacks_name_for_it(text: Any, blocks: Any, error: str) -> None:
    with pytest.raises(SlackError) as refusal:
        check_message(text, blocks)
    assert refusal.value.error == error


def test_a_message_at_its_limits_is_taken() -> None:
    check_message("x" * 40_000, None)
    check_message("Text", [section()] * 50)
    check_message("Text", [section("x" * 3_000)] * 4)


@pytest.mark.parametrize("metadata", ["{}", {}, {"event_type": "nudge"}, {"event_type": 1, "event_payload": {}}])
def test_metadata_needs_a_type_and_a_payload(metadata: Any) -> None:
    with pytest.raises(SlackError, match="invalid_metadata_format"):
        check_metadata(metadata)
    check_metadata({"event_type": "nudge", "event_payload": {"key": "1"}})


VIEWS: dict[str, tuple[Any, Surface, str]] = {
    "not an object": ([], Surface.MODAL, "must provide an object"),
    "a home tab in a modal's place": (home(section()), Surface.MODAL, "must be one of modal"),
    "a modal in the home tab": (modal(section()), Surface.HOME, "must be one of home"),
    "no title": ({"type": "modal", "blocks": []}, Surface.MODAL, "missing required field: title"),
    "a title over 24": (modal(title=plain("x" * 25)), Surface.MODAL, "less than 25 characters"),
    "a title in mrkdwn": (modal(title=mrkdwn()), Surface.MODAL, "must be one of plain_text"),
    "a submit over 24": (modal(submit=plain("x" * 25)), Surface.MODAL, "less than 25 characters"),
    "a close over 24": (modal(close=plain("x" * 25)), Surface.MODAL, "less than 25 characters"),
    "metadata over 3,000": (modal(private_metadata="x" * 3_001), Surface.MODAL, "less than 3001 characters"),
    "a callback_id over 255": (home(callback_id="x" * 256), Surface.HOME, "less than 256 characters"),
    "a title at home": (home(title=plain()), Surface.HOME, "invalid additional property: title"),
    "101 blocks": (home(*[section()] * 101), Surface.HOME, "no more than 100 items allowed"),
    "an input and no submit": (
        {"type": "modal", "title": plain(), "blocks": [text_input()]},
        Surface.MODAL,
        "missing required field: submit",
    ),
    "blocks that are no list": (home() | {"blocks": "none"}, Surface.HOME, "must be an array"),
    "a state of its own": (modal(state={}), Surface.MODAL, "invalid additional property: state"),
}


@pytest.mark.parametrize(("view", "surface", "reason"), VIEWS.values(), ids=VIEWS.keys())
def test_a_view_is_refused_with_the_reason(view: Any, surface: Surface, reason: str) -> None:
    with pytest.raises(SlackError, match=reason) as refusal:
        check_view(view, surface)
    assert refusal.value.error == "invalid_arguments"


def test_a_view_at_its_limits_is_taken() -> None:
    names = {"title": plain("x" * 24), "submit": plain("x" * 24), "close": plain("x" * 24)}
    check_view(modal(*[section()] * 99, text_input(), private_metadata="x" * 3_000, **names), Surface.MODAL)
    check_view(home(*[section()] * 100, callback_id="x" * 255), Surface.HOME)


def test_a_view_of_250_000_bytes_is_taken_and_one_over_it_is_too_large() -> None:
    view = home(*[section("я" * 1_450)] * 84, private_metadata="")
    room = 250_000 - len(json.dumps(view, ensure_ascii=False).encode())
    check_view(view | {"private_metadata": "x" * room}, Surface.HOME)
    with pytest.raises(SlackError, match="view_too_large"):
        check_view(view | {"private_metadata": "x" * (room + 1)}, Surface.HOME)


def test_suggestions_are_checked_like_a_menu_and_may_be_empty() -> None:
    assert suggested_options({"options": []}) == []
    assert suggested_options({"option_groups": [{"label": plain(), "options": [option()]}]}) == [option()]
    for broken in (None, {}, {"options": [option()] * 2}, {"options": [option(str(n)) for n in range(101)]}):
        with pytest.raises(SlackError, match="invalid_options"):
            suggested_options(broken)
