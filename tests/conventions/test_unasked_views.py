"""What Rung sends by itself, and what takes its place: in every language, of every length, within Slack's limits."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.domain.assessments import LatestRating, Rating
from bot.domain.evidence import LONGEST_WORDS, Evidence
from bot.domain.focus import Focus, FocusState
from bot.domain.nudging import MOST_ASKED, Topic
from bot.domain.questionnaires import LONGEST_NOTE, Typed
from bot.domain.skills import Role, Skill, Statement
from bot.domain.texts import Text
from bot.domain.undoing import undoing
from bot.i18n.translator import Translator
from bot.views.check_in import change_button, check_in_message, check_in_modal, saved_notice, skipped_notice
from bot.views.message import message
from bot.views.noting import Offer, kept_message, note_id, offer_message, undone_message
from bot.views.nudge import (
    UNDO_ANSWER,
    answered_message,
    aside_notice,
    asked_again,
    example_message,
    nudge_message,
    rated_notice,
    superseded_message,
    taken_back_message,
    taken_back_notice,
)
from bot.views.opening import opening_modal
from tests.conventions.test_views import (
    AT,
    COMMAND,
    LINK,
    NOW,
    at_its_ends,
    for_each_reader,
    hold_message,
    hold_view,
    speaker,
)

LONG = ("ж" * 3_500, "&<*_`~>" * 600, "word " * 900)


def statements_of(skill: Skill) -> Iterator[Statement]:
    """Those of the content, and some that are longer than any message."""
    yield from skill.statements.values()
    for n, text in enumerate(LONG):
        yield Statement(f"{'x' * 58}-{n}", Text(text), Text(text))


def topics_of(skill: Skill, role: Role) -> list[Topic]:
    focus = Focus(skill.slug, role.id, skill.ladder.levels[-1].id, FocusState.ACTIVE, NOW, NOW)
    levels = skill.ladder.levels
    return [
        Topic(focus, levels[n % len(levels)], statement, bool(n % 2))
        for n, statement in enumerate(statements_of(skill))
    ]


def rated(statements: Sequence[Statement]) -> Mapping[str, LatestRating]:
    return {one.id: LatestRating(Rating.PRACTISING, "en", "0" * 8, "0" * 8, NOW) for one in statements[::2]}


def is_discreet(shown: Mapping[str, str], statement: Statement, t: Translator) -> bool:
    """Whether the first line tells neither a statement nor a rating: it is what a notification shows."""
    first = shown["text"].splitlines()[0]
    return statement.text.shown(t.locale.content).text[:40] not in first and "“" not in first


@at_its_ends
@for_each_reader
def test_nudges(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for topic in topics_of(skill, role):
        for below in (None, *skill.ladder.levels[:1]):
            shown = nudge_message(topic, skill, role, below, t, COMMAND)
            hold_message(shown)
            assert is_discreet(shown, topic.statement, t)
            hold_message(asked_again(shown, taken_back_notice(undoing("D1 1.1", {}), t)))
    long = replace(skill, name=Text("n" * 400))
    hold_message(
        nudge_message(topics_of(skill, role)[0], long, replace(role, name=Text("r" * 400)), None, t, "/" + "a" * 31)
    )


@at_its_ends
@for_each_reader
def test_check_ins(skill: Skill, role: Role, locale: str) -> None:
    t, topics = speaker(locale), topics_of(skill, role)
    for n in range(0, len(topics), MOST_ASKED):
        asked = topics[n : n + MOST_ASKED]
        statements = [topic.statement for topic in asked]
        shown = check_in_message(asked, skill, role, rated(statements), t, COMMAND)
        hold_message(shown)
        assert is_discreet(shown, statements[0], t)
        place, latest = "D0000000001 1700000000.000001", rated(statements)
        typed = Typed({statements[0].id: Rating.NOT_YET}, {one.id: "ж" * LONGEST_NOTE for one in statements})
        for entered in (None, typed):
            hold_view(check_in_modal(place, statements, latest, t, entered))
        hold_message(superseded_message([one.text.source for one in statements], t))


@for_each_reader
def test_what_stands_in_place_of_an_answered_message(locale: str) -> None:
    t = speaker(locale)
    notices = [*(rated_notice(one, t) for one in Rating), aside_notice(t), skipped_notice(t)]
    for told in (*notices, *(saved_notice(n, t) for n in (0, 1, 2, 3, 5))):
        hold_message(answered_message(told, UNDO_ANSWER, t))
        hold_message(answered_message(told, UNDO_ANSWER, t, change_button(t)))
        hold_message(taken_back_message(told))
    hold_message(example_message("V0123456789", t))
    hold_message(message(superseded_message([], t)["blocks"]))
    hold_view(opening_modal("t" * 60, t))


@at_its_ends
@for_each_reader
def test_notes(skill: Skill, role: Role, locale: str) -> None:
    t, choices = speaker(locale), tuple(statements_of(skill))[-MOST_ASKED:]
    known = replace(skill, statements={one.id: one for one in choices}, name=Text("n" * 400))
    for words in ("x", "🏳️‍🌈" * LONGEST_WORDS, "<!channel> *w* `" * 900, "two\n\nlines"):
        offer = Offer(note_id("D0000000001", "1700000000.000001"), "s" * 60, tuple(one.id for one in choices), words)
        assert Offer.parse(str(offer)).words == words[:LONGEST_WORDS] or len(words) > LONGEST_WORDS
        hold_message(offer_message(offer, known, t))
        hold_message(undone_message(offer, t))
        for statement in (None, choices[0].id):
            note = Evidence(offer.id, LINK, words[:LONGEST_WORDS], skill.slug, statement, AT)
            for whole in (True, False):
                hold_message(kept_message(note, known, choices, t, whole=whole))
    hold_message(undone_message(None, t))
