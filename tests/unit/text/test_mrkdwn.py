"""Text from people and content in Slack's mrkdwn."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.mrkdwn import channel_link, link, literal, mention, slack_entities

# What Slack would act on: codes in angle brackets, formatting, emoji codes, entities that are not its own.
SPECIAL = st.text(alphabet=st.sampled_from("<>&*_~`:!@#|'\"\\ \nab1+-;х🚀"), max_size=60)


@given(SPECIAL | st.text())
def test_nothing_in_a_text_can_become_markup(text: str) -> None:
    shown = str(literal(text))

    assert not re.search(r"[<>]", shown)
    assert re.sub(r"&(amp|lt|gt);", "", shown).count("&") == 0
    assert not re.search(r"[*_~`](?!\u2060)", shown)
    assert not re.search(r":[a-z0-9_+-]+:", shown)


@given(SPECIAL | st.text())
def test_a_text_reads_as_it_was_written(text: str) -> None:
    shown = str(literal(text)).replace("\u2060", "")

    decoded = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    assert decoded == text.replace("\n", " ").replace("\u2060", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("<!channel>", "&lt;!channel&gt;"),
        ("&lt;", "&amp;lt;"),
        ('it\'s "quoted"', 'it\'s "quoted"'),
        ("*a*", "*\u2060a*\u2060"),
        (":tada:", ":\u2060tada:"),
        ("12:30", "12:30"),
        ("two\nlines", "two lines"),
    ],
)
def test_exactly_three_characters_are_escaped(text: str, shown: str) -> None:
    assert str(literal(text)) == shown


@given(SPECIAL)
def test_stock_escaping_becomes_slacks(text: str) -> None:
    shown = slack_entities(html.escape(text).replace("&quot;", "&#34;").replace("&#x27;", "&#39;"))

    assert "&#" not in shown.replace("&amp;#", "")


def test_people_and_channels_are_mentioned_by_id() -> None:
    assert str(mention("U1")) == "<@U1>"
    assert str(channel_link("C1")) == "<#C1>"
    assert str(mention("U1> <!channel")) == "<@U1&gt; &lt;!channel>"


@pytest.mark.parametrize(
    ("url", "label", "shown"),
    [
        ("https://a.slack.com/p1", "1/2/2026", "<https://a.slack.com/p1|1/2/2026>"),
        ("https://a.example/?a=1&b=|2>", "a|b", "<https://a.example/?a=1&amp;b=%7C2&gt;|a¦b>"),
        ("javascript:alert(1)", "<x>", "&lt;x&gt;"),
        ("", "nowhere", "nowhere"),
    ],
)
def test_a_link_leads_only_to_the_web_and_its_parts_stay_in_place(url: str, label: str, shown: str) -> None:
    assert slack_entities(str(link(url, label))) == shown
