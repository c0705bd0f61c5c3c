"""Slack's texts as HTML: marked up where Slack would, and escaped everywhere."""

from typing import Any

import pytest

from bot.playground.page.markup import inline_html, link, markdown_html, text_html
from tests.unit.playground.demo_bot import mrkdwn, plain

NAMES = {"U1": "Demo <Emma>", "C1": "team"}
EMOJI = '<span class="emoji" role="img" aria-label="tada">🎉</span>'
UNKNOWN = '<span class="emoji-name" title="A picture in Slack, if it knows the name">:our_logo:</span>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("*bold* _soft_ ~gone~", "<b>bold</b> <i>soft</i> <s>gone</s>"),
        ("*very _deep_*", "<b>very </b><i><b>deep</b></i>"),
        ("`a &lt; b`", "<code>a &lt; b</code>"),
        ("```x = 1\n&gt; y```", "<pre>x = 1\n&gt; y</pre>"),
        ("&gt; said\n```&gt; x```", "<blockquote>said</blockquote><pre>&gt; x</pre>"),
        ("&gt; quoted\n> too\nnot", "<blockquote>quoted\ntoo</blockquote>not"),
        ("<script>alert(1)</script>", "scriptalert(1)/script"),
        ("&lt;script&gt;", "&lt;script&gt;"),
        ('&amp;lt; "it\'s"', "&amp;lt; &#34;it&#39;s&#34;"),
        ("<@U1>", '<b><span class="mention">@Demo &lt;Emma&gt;</span></b>'),
        ("<#C1>", '<b><span class="mention">#team</span></b>'),
        ("<!here>", '<b><span class="mention">@here</span></b>'),
        ("<!date^1^{date}|15 January>", "<b>15 January</b>"),
        (
            '<https://example.com/?a=1&amp;b="|the page>',
            '<a href="https://example.com/?a=1&amp;b=&#34;" target="_blank" rel="noopener noreferrer">the page</a>',
        ),
        ("<javascript:alert(1)|click>", "click"),
        (":tada: at 10:30:15 :our_logo:", f"{EMOJI} at 10:30:15 {UNKNOWN}"),
        ("`:tada:`", "<code>:tada:</code>"),
    ],
)
def test_mrkdwn_becomes_html(text: str, html: str) -> None:
    assert text_html(mrkdwn(text), NAMES) == html


def test_plain_text_has_pictures_and_no_other_markup() -> None:
    assert text_html(plain("*A* <b> :tada:"), {}) == f"*A* &lt;b&gt; {EMOJI}"
    assert text_html({**plain(":tada:"), "emoji": False}, {}) == ":tada:"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "//example.com", "file:///etc"]
)
def test_only_pages_and_letters_are_linked(url: str) -> None:
    assert link(url, "<words>") == "&lt;words&gt;"


def test_html_in_markdown_is_text() -> None:
    html = markdown_html("# Title\n\n<img src=x onerror=alert(1)> [x](javascript:alert(1)) **b**")
    assert "<h1>Title</h1>" in html
    assert "&lt;img" in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert "<strong>b</strong>" in html


def test_rich_text_is_escaped_and_styled() -> None:
    elements: list[dict[str, Any]] = [
        {"type": "text", "text": "<b>", "style": {"bold": True, "code": True}},
        {"type": "user", "user_id": "U1"},
        {"type": "link", "url": "javascript:x", "text": "<i>"},
    ]
    mention = '<span class="mention">@Demo &lt;Emma&gt;</span>'
    assert inline_html(elements, NAMES) == f"<b><code>&lt;b&gt;</code></b>{mention}&lt;i&gt;"
