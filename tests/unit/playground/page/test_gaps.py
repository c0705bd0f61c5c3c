"""Marks on texts: where they stand in the html, and that they leave no trace elsewhere."""

import pytest
from markupsafe import Markup, escape

from bot.playground.page.gaps import END, FIRST, Gap, Gaps, without_marks
from tests.unit.playground.page.test_rendering import Document

MISSING = Gap("no German yet")
STALE = Gap("older than the English", "Runs <jobs>.")
WORD = ' <span class="gap-word" lang="en">no German yet</span>'


def shown(gaps: Gaps, text: str) -> str:
    html = str(gaps.shown(Markup(text)))
    assert without_marks(html) == html
    Document(html)
    return html


def test_a_missing_text_is_english_and_says_so() -> None:
    gaps = Gaps()
    text = gaps.mark("Runs & ends jobs", MISSING)

    html = shown(gaps, f"<b>Try: {escape(text)}</b>.")

    assert html == f'<b>Try: <span class="gap missing" lang="en">Runs &amp; ends jobs</span>{WORD}</b>.'


def test_a_stale_text_has_its_source_behind_a_button() -> None:
    gaps = Gaps()
    text = gaps.mark("Führt aus", STALE)

    twice = shown(gaps, text + text)

    assert twice.count('<span class="gap stale">Führt aus</span>') == 2
    assert twice.count(">older than the English</button>") == 2
    assert "Runs &lt;jobs&gt;." in twice
    assert len(set(Document(twice).values("id"))) == 4


def test_a_mark_goes_around_the_tags_within_a_text() -> None:
    gaps = Gaps()
    text = gaps.mark("Runs *all", MISSING)

    html = shown(gaps, f"<b>{text.replace('*', '</b><i>')} jobs</i>")

    assert html.count(WORD) == 1
    assert '<b><span class="gap missing" lang="en">Runs </span></b>' in html


def test_a_text_that_was_cut_off_is_marked_to_the_end() -> None:
    gaps = Gaps()
    text = gaps.mark("Runs a job on several machines", MISSING)[:10] + "…"

    assert shown(gaps, f"<h3>{text}</h3>").endswith(f"</h3>{WORD}")


def test_what_looks_like_a_mark_in_the_content_itself_marks_nothing() -> None:
    gaps = Gaps()
    assert gaps.mark(f"a{END}{chr(FIRST)}b", MISSING) == f"{chr(FIRST)}ab{END}"
    assert shown(gaps, f"{chr(FIRST + 7)}plain{END}") == "plain"


@pytest.mark.parametrize("text", ["plain", "<b>bold</b>", "a &lt; b"])
def test_unmarked_html_stays_as_it_is(text: str) -> None:
    assert shown(Gaps(), text) == text


def test_attributes_lose_their_marks() -> None:
    label = Gaps().mark("LLM Engineer", MISSING)
    assert without_marks(f'<ul aria-label="{label}">') == '<ul aria-label="LLM Engineer">'
