"""The text of a message, which says all that its blocks say."""

from bot.views.blocks import actions, button, context, divider, header, mrkdwn, plain, rich_list, rich_text, section
from bot.views.message import TEXT_LIMIT, message, spoken


def test_the_text_says_every_block_in_order_and_no_control() -> None:
    blocks = [
        header("Title"),
        context(plain("a place"), plain("a time")),
        section("*Expected*", button("Press", "press", "1")),
        rich_list([[rich_text("first")], [rich_text("EN", code=True), rich_text(" second")]]),
        divider(),
        actions(button("Press", "press", "1")),
        context(mrkdwn("a `command`")),
    ]

    assert message(blocks)["text"] == "Title\na place a time\n*Expected*\n• first\n• EN second\na `command`"
    assert message(blocks)["blocks"] == blocks


def test_plain_text_is_escaped_on_its_way_into_the_text_and_mrkdwn_is_not_twice() -> None:
    blocks = [header("R&D <!channel>"), section("R&amp;D"), rich_list([[rich_text("*a* <@U1>")]])]

    assert spoken(blocks).splitlines() == ["R&amp;D &lt;!channel&gt;", "R&amp;D", "• *\u2060a*\u2060 &lt;@U1&gt;"]


def test_a_table_is_read_out_row_by_row() -> None:
    rows = [["Skill", "Senior"], ["R&D", "–"]]
    table = {"type": "table", "rows": [[{"type": "raw_text", "text": cell} for cell in row] for row in rows]}

    assert spoken([table]) == "Skill · Senior\nR&amp;D · –"


def test_an_endless_message_has_a_text_that_slack_takes() -> None:
    assert len(spoken([section("x" * 3_000)] * 50)) == TEXT_LIMIT
