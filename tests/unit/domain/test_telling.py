"""What somebody writes to Rung: as they saw it, and whether it asks or tells."""

import pytest

from bot.catalog.loader import load_framework
from bot.catalog.search import Index
from bot.domain.evidence import LONGEST_WORDS
from bot.domain.people import Profile
from bot.domain.telling import as_written, is_told, to_keep
from bot.i18n.translator import Catalogs
from bot.services.asking import Library, answer
from bot.services.languages import Languages
from bot.settings import BUNDLED_CONTENT

FRAMEWORK = load_framework(BUNDLED_CONTENT)
LIBRARY = Library(FRAMEWORK, Index(FRAMEWORK), Languages(Catalogs.load(), FRAMEWORK.locales, "en"))


@pytest.mark.parametrize(
    ("sent", "written"),
    [
        ("a &amp; b &lt;c&gt;", "a & b <c>"),
        ("&amp;lt;", "&lt;"),
        ("see <https://example.com/a?b=1&amp;c=2>", "see https://example.com/a?b=1&c=2"),
        ("see <https://example.com|the page>", "see the page (https://example.com)"),
        ("<http://example.com|example.com>", "example.com"),
        ("<mailto:ada@example.com|ada@example.com>", "ada@example.com"),
        ("<@U0DEMOADA> helped in <#C1|general>", "@U0DEMOADA helped in #general"),
        ("<!here> and <!subteam^S1|@ml> on <!date^1^{date}|Monday>", "@here and @ml on Monday"),
        ("  one\n\ntwo  ", "one\n\ntwo"),
        ("a < b and <", "a < b and <"),
        ("", ""),
    ],
)
def test_words_are_kept_as_whoever_wrote_them_saw_them(sent: str, written: str) -> None:
    assert as_written(sent) == written


def told(words: str, *, in_thread: bool) -> bool:
    return is_told(words, answer(words, Profile(), LIBRARY), in_thread=in_thread)


@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        "distributed-training senior",
        "Distributed Traning",
        "distributed training middle senior",
        "распределённое обучение",
        "help",
        "fortschritt",
        "find gpu",
        "assess distributed-training senior llm engineer",
        "",
    ],
)
def test_a_name_or_a_verb_asks(words: str, in_thread: bool) -> None:
    assert not told(words, in_thread=in_thread)


@pytest.mark.parametrize("in_thread", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        "I had a rough week, honestly",
        "done",
        "Today I moved our distributed training to FSDP",
        "Progress was slow, we waited for the cluster",
        "help came from Ada, who showed me how to read a profile of a run",
        "Вчера мы настроили мониторинг потерь",
    ],
)
def test_a_sentence_tells(words: str, in_thread: bool) -> None:
    assert told(words, in_thread=in_thread)


def test_in_a_thread_what_begins_with_a_verb_tells_more_easily() -> None:
    assert told("help came from Ada", in_thread=True)
    assert not told("help came from Ada", in_thread=False)


@pytest.mark.parametrize("length", [1, LONGEST_WORDS - 1, LONGEST_WORDS])
def test_what_fits_is_kept_whole(length: int) -> None:
    assert to_keep("x" * length) == "x" * length


def test_of_very_long_words_the_beginning_is_kept() -> None:
    kept = to_keep("word " * 1_000)
    assert kept.endswith("word…")
    assert len(kept) <= LONGEST_WORDS
