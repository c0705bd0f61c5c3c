"""Blocks in a terminal: what is read, line by line, without colour."""

import io
from typing import Any

import pytest
from rich.console import Console

from bot.playground.mrkdwn import Run, Style, runs
from bot.playground.terminal import BLOCKS, control_label, show
from tests.unit.playground.demo_bot import actions, button, menu, mrkdwn, option, plain, section, text_input


def lines(*blocks: dict[str, Any], width: int = 80) -> list[str]:
    """What stands between the borders of the card."""
    out = io.StringIO()
    show(blocks, Console(file=out, width=width), {"U1": "Demo Emma", "C1": "team"})
    printed = out.getvalue()
    assert "\x1b" not in printed
    assert max(map(len, printed.splitlines())) <= min(width, 80)
    return [line[2:-2].rstrip() for line in printed.splitlines()[1:-1]]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*Expected at Senior*, now", "Expected at Senior, now"),
        ("_soft_ and ~gone~ and `code`", "soft and gone and code"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("`*not bold*`", "*not bold*"),
        ("a &lt; b &amp; c", "a < b & c"),
        ("&amp;lt; and &#39; stay", "&lt; and &#39; stay"),
        ("*\u2060as written*\u2060", "*as written*"),
        ("<https://example.com|the page>, <https://example.com>", "the page, https://example.com"),
        ("<@U1> in <#C1>, <@U2>, <#C2|lab>", "@Demo Emma in #team, @U2, #lab"),
        ("<!here> <!date^1800000000^{date}|15 January>", "@here 15 January"),
        ("[red]not rich's markup[/red] :tada:", "[red]not rich's markup[/red] :tada:"),
    ],
)
def test_mrkdwn_is_carried_out(text: str, shown: str) -> None:
    assert lines(section(text)) == [shown]


def test_styles_nest() -> None:
    nested = frozenset({Style.BOLD, Style.ITALIC})
    assert list(runs("*very _deep_*", {})) == [Run("very ", frozenset({Style.BOLD})), Run("deep", nested)]


def test_plain_text_stands_as_it_is() -> None:
    assert lines({"type": "header", "text": plain("*A* &amp; <B>")}) == ["*A* &amp; <B>"]


def test_a_long_list_item_hangs_below_its_text() -> None:
    assert lines(section("*List*\n• one two three\n  • four five"), width=16) == [
        "List",
        "• one two",
        "  three",
        "  • four",
        "    five",
    ]


def test_a_rich_list_hangs_too_and_is_numbered_when_it_is_ordered() -> None:
    def item(text: str) -> dict[str, Any]:
        return {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}

    listed = {"type": "rich_text_list", "elements": [item("one two three"), item("four")]}
    bullets = {"type": "rich_text", "elements": [{**listed, "style": "bullet"}]}
    numbers = {"type": "rich_text", "elements": [{**listed, "style": "ordered"}]}
    assert lines(bullets, width=16) == ["• one two", "  three", "• four"]
    assert lines(numbers, width=16) == ["1. one two", "   three", "2. four"]


def test_rich_text_shows_people_links_and_dates_in_words() -> None:
    elements = [
        {"type": "user", "user_id": "U1"},
        {"type": "text", "text": " "},
        {"type": "channel", "channel_id": "C1"},
        {"type": "text", "text": " ", "style": {"bold": True}},
        {"type": "link", "url": "https://example.com", "text": "page"},
        {"type": "emoji", "name": "tada"},
        {"type": "date", "timestamp": 1, "format": "{date}", "fallback": "15 January"},
        {"type": "broadcast", "range": "here"},
    ]
    for kind in ("rich_text_section", "rich_text_quote"):
        [line] = lines({"type": "rich_text", "elements": [{"type": kind, "elements": elements}]})
        assert line.strip() == "@Demo Emma #team page:tada:15 January@here"


@pytest.mark.parametrize(
    ("control", "label"),
    [
        (button(text="Rate yourself"), "[Rate yourself]"),
        (menu(placeholder=plain("Level")), "[Level ▾]"),
        (menu(placeholder=plain("Level"), initial_option=option("two", "Senior")), "[Senior ▾]"),
        ({"type": "overflow", "options": [option(text="Pause"), option(text="Stop")]}, "[⋯ Pause | Stop ▾]"),
        ({"type": "radio_buttons", "options": [option(text="Yes"), option(text="No")]}, "( ) Yes  ( ) No"),
        ({"type": "checkboxes", "options": [option(text="A")], "initial_options": [option(text="A")]}, "(x) A"),
        ({"type": "timepicker", "placeholder": plain("Choose"), "initial_time": "10:00"}, "[10:00 ▾]"),
        ({"type": "plain_text_input", "initial_value": "Draft"}, "[Draft_______________]"),
        ({"type": "image", "alt_text": "A chart"}, "[A chart]"),
    ],
)
def test_a_control_is_shown_in_words(control: dict[str, Any], label: str) -> None:
    assert control_label(control) == label


def test_labels_are_not_broken() -> None:
    row = actions(button(text="Rate yourself"), button(text="All levels"), button(text="Post"))
    assert lines(row, width=36) == ["[Rate yourself]  [All levels]", "[Post]"]


def test_blocks_stand_apart_but_for_header_and_context_and_rows_of_controls() -> None:
    shown = lines(
        {"type": "header", "text": plain("Head")},
        {"type": "context", "elements": [mrkdwn("one"), mrkdwn("two")]},
        section("Text", accessory=button()),
        {"type": "divider"},
        section("More"),
        actions(button()),
        actions(button(text="Stop")),
    )
    assert shown == ["Head", "one  two", "", "Text", "[Go]", "─" * 76, "More", "", "[Go]", "[Stop]"]


def test_every_other_block_is_shown_too() -> None:
    cells = [[{"type": "raw_text", "text": "Level"}], [{"type": "raw_text", "text": "Senior"}]]
    shown = lines(
        {"type": "section", "fields": [mrkdwn("*Left*"), plain("Right")]},
        text_input(hint=plain("In a sentence")),
        {"type": "image", "alt_text": "A chart", "title": plain("Team"), "image_url": "https://example.com"},
        {"type": "table", "rows": cells},
        {"type": "markdown", "text": "# Words"},
    )
    text = "\n".join(shown)
    for words in ("Left\nRight", "Note\n[____________________]\nIn a sentence", "Team\n[A chart]", "Senior", "# Words"):
        assert words in text
    assert len(BLOCKS) == 10
