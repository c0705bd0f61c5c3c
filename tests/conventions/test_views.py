"""Every view of the bundled content, in every language, is one that Slack shows and a person can use."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from bot import errors
from bot.catalog.loader import load_framework
from bot.catalog.search import Index
from bot.domain.answers import (
    AdminWish,
    AssessWish,
    CadenceWish,
    Card,
    Comparison,
    DataWish,
    EvidenceWish,
    FocusWish,
    Greeting,
    Help,
    LanguageWish,
    OfferWish,
    OneOnOneWish,
    ProfileWish,
    ProgressWish,
    ShareWish,
    Standing,
    TeamWish,
)
from bot.domain.assessments import Change, LatestRating, Rating
from bot.domain.cadence import Cadence, Rhythm
from bot.domain.cadence_changes import Fault
from bot.domain.coaching import level_to_propose, skill_progress
from bot.domain.deliveries import Schedule
from bot.domain.discussion import Comment, CommentPage, Suggestion
from bot.domain.evidence import LONGEST_WORDS, Evidence
from bot.domain.focus import Focus, FocusState
from bot.domain.history import Move
from bot.domain.home import FocusStanding, Home, NextStep
from bot.domain.one_on_one import LONGEST_TEXT, WEEKS, one_on_one
from bot.domain.people import CurrentLevel, PersonId, Profile, SlackUser
from bot.domain.progress import PERIOD, OwnLevel, ProgressReport, skill_history
from bot.domain.questionnaires import (
    LONGEST_NOTE,
    Question,
    Questionnaire,
    Recorded,
    Typed,
    base_level,
    levels_to_ask,
)
from bot.domain.retention import Kept, Retention
from bot.domain.skills import Role, Skill
from bot.errors import FormerMember, RungError, SlackRefused
from bot.i18n.holidays import countries, holidays_of
from bot.i18n.translator import Catalogs, Translator
from bot.playground.blocks import Surface
from bot.playground.checks import check_message, check_view, suggested_options
from bot.playground.elements import PLAIN_OPTION
from bot.services.asking import Library, answer, card_of
from bot.services.discussing import COMMENTS_A_PAGE
from bot.services.focusing import standing_of
from bot.services.languages import Languages
from bot.settings import BUNDLED_CONTENT
from bot.storage.erasing import personal_tables
from bot.surfaces.card import CardMessages, card_message
from bot.surfaces.home import profile_choices
from bot.surfaces.posting import channel_message, preview
from bot.views.answers import answer_blocks
from bot.views.assess import assess_modal, moved_modal, recorded_modal
from bot.views.blocks import Block
from bot.views.cadence import home_blocks, now_blocks, rhythm_offer, undone_notice, unknown_blocks
from bot.views.cadence_settings import country_options, errors_of, saved_modal, settings_modal, told_modal
from bot.views.card import comparison_blocks, saved_notice
from bot.views.comments import CommentsState, Onlooker, change_modal, comments_modal
from bot.views.controls import ref_of
from bot.views.errors import error_blocks, error_modal
from bot.views.evidence import (
    EvidenceState,
    evidence_door,
    evidence_line,
    evidence_list_modal,
    evidence_modal,
    kept_modal,
)
from bot.views.fields import statement_options
from bot.views.focus import changed_notice, first_blocks, focus_list_blocks, focus_modal, started_blocks
from bot.views.home import Visitor, changed_modal, failed_home_view, home_view
from bot.views.ids import Action, action_of
from bot.views.language import language_blocks
from bot.views.levels import details_modal, levels_modal
from bot.views.message import message
from bot.views.one_on_one import (
    edited_modal,
    offer_blocks,
    one_on_one_modal,
    prepared_text,
    sent_modal,
    text_blocks,
)
from bot.views.posting import PostState
from bot.views.privacy import forget_modal, forgotten_modal, privacy_blocks, sent_blocks
from bot.views.profile import (
    level_modal,
    level_saved_modal,
    profile_blocks,
    profile_modal,
    profile_saved_modal,
)
from bot.views.progress import (
    guest_blocks,
    nothing_rated_blocks,
    picture_note,
    progress_blocks,
    skill_progress_blocks,
)
from bot.views.progress_picture import ALT_LIMIT, alt_text, picture_comment, progress_pictures
from bot.views.suggesting import news_blocks, suggest_modal, suggested_modal

FRAMEWORK = load_framework(BUNDLED_CONTENT)
LANGUAGES = Languages(Catalogs.load(), FRAMEWORK.locales, "en")
LIBRARY = Library(FRAMEWORK, Index(FRAMEWORK), LANGUAGES)

# What Slack reports: the three languages, and one that nobody has translated anything into.
READERS = ["en-US", "de-DE", "ru-RU", "fr-FR"]
GRID = [(skill, FRAMEWORK.roles[role]) for skill in FRAMEWORK.skills.values() for role in skill.roles]

LONGEST_LABEL = 30
NAMED_BY_CONTENT = {Action.SKILL_OPEN}  # its label is the name of a skill
COMMAND = "/skill"
PERSON = "U0000000001"
MANY = tuple(f"U{n:010d}" for n in range(40))


def speaker(locale: str) -> Translator:
    return LANGUAGES.for_person(SlackUser(locale=locale), Profile(), None)


def cards(skill: Skill, role: Role) -> list[Card]:
    return [card_of(skill, role.id, level.id, FRAMEWORK) for level in skill.ladder.levels]


def standings(card: Card) -> Iterator[Standing | None]:
    yield None
    for level in (None, *(level.id for level in card.skill.ladder.levels)):
        yield Standing.of(CurrentLevel(level), card)


def elements(blocks: list[Block]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield from block.get("elements", ()) if block["type"] == "actions" else ()
        if "accessory" in block:
            yield block["accessory"]


def labels(blocks: list[Block]) -> Iterator[str]:
    """The words on buttons and in overflow menus that are ours."""
    for element in elements(blocks):
        if element["type"] == "button" and action_of(element["action_id"]) not in NAMED_BY_CONTENT:
            yield element["text"]["text"]
        elif element["type"] == "overflow":
            yield from (option["text"]["text"] for option in element["options"])


def texts(node: Any) -> Iterator[dict[str, Any]]:
    """Every text object of blocks, at any depth."""
    open_nodes = [node]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, dict):
            if node.get("type") in ("plain_text", "mrkdwn"):
                yield node
            open_nodes += (each for each in node.values() if isinstance(each, dict | list))
        else:
            open_nodes += (each for each in node if isinstance(each, dict | list))


def hold_to_the_rules(blocks: list[Block]) -> None:
    assert [label for label in labels(blocks) if len(label) > LONGEST_LABEL] == []
    assert sum(element.get("style") == "primary" for element in elements(blocks)) <= 1
    for text in texts(blocks):
        assert text["text"].strip()
        assert text.get("verbatim") if text["type"] == "mrkdwn" else text["emoji"] is False


def hold_message(shown: dict[str, Any]) -> None:
    check_message(shown["text"], shown["blocks"])
    hold_to_the_rules(shown["blocks"])
    kinds = [element["type"] for element in elements(shown["blocks"])]
    assert kinds.count("button") <= 3
    assert kinds.count("overflow") <= 1


def hold_view(view: dict[str, Any]) -> None:
    check_view(view, Surface.MODAL)
    hold_to_the_rules(view["blocks"])


def named(skill: Skill, role: Role) -> Any:
    return pytest.param(skill, role, id=f"{skill.slug}-{role.id}")


def weight(skill: Skill, role: Role) -> int:
    """How much all cards of a role say."""
    return sum(len(one.text.source) for card in cards(skill, role) for cell in card.expected for one in cell.statements)


def longest_statement(skill: Skill) -> int:
    return max(len(each) for one in skill.statements.values() for each in one.text.everywhere())


on_the_grid = pytest.mark.parametrize(("skill", "role"), [named(*one) for one in GRID])
# Of each role the skill that says most, and the one that says least.
at_its_ends = pytest.mark.parametrize(
    ("skill", "role"),
    [
        named(*end(of_role, key=lambda one: weight(*one)))
        for role in FRAMEWORK.roles.values()
        if (of_role := [one for one in GRID if one[1] is role])
        for end in (max, min)
    ],
)
# The skills with the longest and the shortest of all statements.
of_the_longest_and_the_shortest = pytest.mark.parametrize(
    "skill",
    [pytest.param(end(FRAMEWORK.skills.values(), key=longest_statement), id=end.__name__) for end in (max, min)],
)
for_each_reader = pytest.mark.parametrize("locale", READERS)


@on_the_grid
@for_each_reader
def test_the_card(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for card in cards(skill, role):
        hold_message(card_message(card, None, t, can_keep=True, helpers=MANY, notice=saved_notice(t)))


@at_its_ends
@for_each_reader
def test_the_card_of_somebody_who_stands_somewhere(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for card in cards(skill, role):
        for standing in standings(card):
            hold_message(card_message(card, standing, t, can_keep=True, notice=saved_notice(t)))
        hold_message(card_message(card, None, t, can_keep=False))


@at_its_ends
@for_each_reader
def test_the_serialised_card_says_the_same_as_the_other(skill: Skill, role: Role, locale: str) -> None:
    t, made = speaker(locale), CardMessages()
    for card in cards(skill, role):
        for standing in standings(card):
            for n in (0, 1, 12_345):
                helpers = MANY[:n]
                sent = json.loads(
                    made.ephemeral(card, standing, t, version="1", can_keep=True, comments=n, helpers=helpers)
                )
                assert sent.pop("response_type") == "ephemeral"
                assert sent == card_message(card, standing, t, can_keep=True, comments=n, helpers=helpers)


@at_its_ends
@for_each_reader
def test_two_levels_compared(skill: Skill, role: Role, locale: str) -> None:
    made = cards(skill, role)
    for n, lower in enumerate(made):
        for higher in made[n + 1 :]:
            hold_message(message(comparison_blocks(Comparison(lower, higher), speaker(locale))))


@at_its_ends
@for_each_reader
def test_all_levels_and_the_details_of_each(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for card in cards(skill, role):
        hold_view(levels_modal(card, t))
        hold_view(details_modal(card, t))


@at_its_ends
@for_each_reader
def test_the_preview_and_the_post(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for language in LANGUAGES.offered:
        for card in cards(skill, role):
            state = PostState(str(ref_of(card)), "C0000000001", "https://hooks.example.com/" + "x" * 200, language)
            hold_view(preview(state, card, PERSON, t, LANGUAGES, COMMAND))
            hold_message(channel_message(state, card, PERSON, LANGUAGES, COMMAND))


@at_its_ends
@for_each_reader
def test_rating_oneself(skill: Skill, role: Role, locale: str) -> None:
    t = speaker(locale)
    for card in cards(skill, role):
        levels = tuple(
            (level, tuple(Question(statement, None, "Said something else.") for statement in statements))
            for level, statements in levels_to_ask(card, None)
        )
        noted = frozenset(question.statement.id for _, questions in levels for question in questions)
        for typed in (Typed(), Typed({}, dict.fromkeys(noted, "n" * LONGEST_NOTE), noted)):
            hold_view(assess_modal(Questionnaire(card, levels, typed), t))
        changes = tuple(Change(skill.slug, one, Rating.NOT_YET, Rating.CONSISTENT) for one in sorted(noted))
        for consistent in (frozenset(), noted):
            progress = skill_progress(skill, role.id, consistent)
            base = base_level(card, None)
            recorded = Recorded(card, changes, progress, base, level_to_propose(progress, base))
            hold_view(recorded_modal(recorded, t))
        hold_view(moved_modal(card, t))


NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def report_of(skill: Skill, role: Role, own: OwnLevel | None = None) -> ProgressReport:
    """Everything was rated, and moved within the period; there is evidence of it with long words."""
    rated = {
        one: LatestRating(Rating.CONSISTENT if n % 2 else Rating.PRACTISING, "en", "0" * 8, "0" * 8, NOW)
        for n, one in enumerate(skill.statements)
    }
    moves = [Move(skill.slug, one, Rating.NOT_YET, latest.rating, NOW) for one, latest in rated.items()]
    history = skill_history(skill, role.id, rated, moves, own, NOW - PERIOD)
    assert history is not None
    link = "https://rung.slack.com/archives/C0000000001/p1700000000000000?thread_ts=1700000000.000000"
    evidence = [Evidence(str(n), link, "<!channel> *w* " * 200, skill.slug, None, NOW) for n in range(9)]
    return ProgressReport(NOW - PERIOD, NOW, (history,), tuple(evidence))


@at_its_ends
@for_each_reader
def test_progress_in_words(skill: Skill, role: Role, locale: str) -> None:
    t, card = speaker(locale), cards(skill, role)[0]
    lost = tuple(one for one in standings_of_focuses(skill, role) if one.lost and one.focus.is_open)
    for own in (None, OwnLevel(CurrentLevel(None), NOW), OwnLevel(CurrentLevel(skill.ladder.levels[-1].id), NOW)):
        report = replace(report_of(skill, role, own), lost=lost[:1])
        for page in (0, 1, 99):
            hold_message(message([*skill_progress_blocks(report, card, t, "Europe/Berlin", page), picture_note(t)]))
            many = replace(report, skills=report.skills * 25, lost=lost)
            hold_message(message([*progress_blocks(many, t, "Nowhere/Atall", page), picture_note(t)]))
    hold_message(message(nothing_rated_blocks(card, (), t, lost)))
    hold_message(message(nothing_rated_blocks(None, tuple(FRAMEWORK.skills.values()), t)))
    for one in lost:
        hold_message(message(nothing_rated_blocks(None, tuple(FRAMEWORK.skills.values())[:3], t, [one])))
        for page in (0, 1):
            hold_message(message(progress_blocks(replace(report_of(skill, role), lost=(one,)), t, None, page)))
    hold_message(message(guest_blocks(t)))


@for_each_reader
def test_what_goes_with_the_picture(locale: str) -> None:
    t = speaker(locale)
    reports = [report_of(skill, role) for skill, role in GRID]
    report = replace(reports[0], skills=tuple(one for each in reports for one in each.skills) * 20)
    (picture,) = progress_pictures(report, t, "Asia/Tokyo")
    told = alt_text(picture, t)
    assert len(told) <= ALT_LIMIT
    assert len(told.splitlines()) == 1 + len(picture.drawn) + 1
    assert picture_comment(report, t, "Asia/Tokyo")


@at_its_ends
@for_each_reader
def test_preparing_a_one_on_one(skill: Skill, role: Role, locale: str) -> None:
    t, report = speaker(locale), report_of(skill, role)
    many = replace(report, skills=report.skills * 9)
    empty = replace(report, skills=(), evidence=())
    for one in (many, report, empty):
        prepared = one_on_one(one, (), FRAMEWORK.skills, Profile())
        assert 0 < len(prepared_text(prepared, t, None)) <= LONGEST_TEXT
        for weeks in WEEKS:
            hold_view(one_on_one_modal(prepared, weeks, t, None))
            hold_view(edited_modal("0badc0de", weeks, "ж" * LONGEST_TEXT, t))
    for text in ("x", "ж" * LONGEST_TEXT):
        hold_view(sent_modal(text, t))
        hold_message(message(text_blocks(text, t)))
    hold_message(message(offer_blocks(t)))


@for_each_reader
@pytest.mark.parametrize(
    "typed",
    [
        "", "help", "list", "list data-engineering", "list kitchen", "find data", "find xylophone", "xylophone",
        "distributd", "distributed-training director", "x" * 3000, "*<!channel>* :tada: `x` & <@U1>",
    ],
)  # fmt: skip
def test_every_other_answer(typed: str, locale: str) -> None:
    t = speaker(locale)
    found = answer(typed, Profile(), LIBRARY)
    wishes = (
        AdminWish
        | AssessWish
        | CadenceWish
        | DataWish
        | EvidenceWish
        | FocusWish
        | LanguageWish
        | OfferWish
        | OneOnOneWish
        | ProfileWish
        | ProgressWish
        | ShareWish
        | TeamWish
    )
    assert not isinstance(found, Card | Comparison | wishes)
    hold_message(message(answer_blocks(found, t, COMMAND)))


@for_each_reader
@pytest.mark.parametrize("command", [COMMAND, "/" + "a" * 31])
def test_help_and_greeting_under_any_name_of_the_command(command: str, locale: str) -> None:
    examples = tuple(FRAMEWORK.skills.values())
    for found in (Help(examples), Greeting(examples)):
        hold_message(message(answer_blocks(found, speaker(locale), command)))


@for_each_reader
@pytest.mark.parametrize("chosen", [None, *LANGUAGES.offered])
@pytest.mark.parametrize(("unknown", "saved"), [("", False), ("", True), ("klingon " * 100, False)])
def test_the_language(chosen: str | None, unknown: str, saved: bool, locale: str) -> None:
    t = speaker(locale)
    shown = language_blocks(t, LANGUAGES.offered, chosen=chosen, command=COMMAND, unknown=unknown, saved=saved)
    hold_message(message(shown))


@for_each_reader
@pytest.mark.parametrize("command", [COMMAND, "/" + "a" * 31])
def test_what_is_stored_and_erased(command: str, locale: str) -> None:
    t = speaker(locale)
    policies = [
        None,
        *(Retention(*[timedelta(days) if days else None for _ in Kept]) for days in (None, 1, 90, 365, 3650)),
    ]
    for yes in (True, False):
        for retention in policies:
            hold_message(message(privacy_blocks(t, command, can_keep=yes, retention=retention)))
        hold_message(message(sent_blocks(t, anything=yes)))
    for count in (0, 1, 2, 5, 1_000_000):
        counts = {table.name: count for table in personal_tables()} if count else {}
        hold_view(forget_modal(counts, t, command))
    hold_view(forgotten_modal(t))


def made(kind: type[RungError]) -> RungError:
    if issubclass(kind, SlackRefused):
        return kind("views.open", "not_allowed")
    if issubclass(kind, FormerMember):
        return kind(export=f"{COMMAND} export", forget=f"{COMMAND} forget")
    return kind()


@for_each_reader
@pytest.mark.parametrize("kind", [kind for kind in vars(errors).values() if isinstance(kind, type(RungError))])
def test_every_error_that_a_person_is_told(kind: type[RungError], locale: str) -> None:
    hold_message(message(error_blocks(made(kind), speaker(locale), "0badc0de")))
    hold_view(error_modal(made(kind), speaker(locale), "0badc0de"))


AT = datetime(2026, 3, 2, 23, 30, tzinfo=UTC)
LINK = (
    "https://a-workspace.slack.com/archives/C0000000001/p1772443800000001?thread_ts=1772443800.000001&cid=C0000000001"
)


@for_each_reader
@of_the_longest_and_the_shortest
def test_comments(skill: Skill, locale: str) -> None:
    t = speaker(locale)
    written = tuple(
        Comment(f"V0000000001-{n}", skill.slug, PERSON if n % 2 else None, "ж" * 3_000 if n % 2 else None, AT, AT)
        for n in range(COMMENTS_A_PAGE)
    )
    state = CommentsState(skill.slug, "V0000000001-9" * 3, 12, "V0000000001-9", "V0000000001")
    for can_write in (True, False):
        reader = Onlooker(PERSON, can_write, True, "Asia/Yekaterinburg")
        for page in (CommentPage((), False), CommentPage(written, True)):
            hold_view(comments_modal(skill, page, state, reader, t))
    hold_view(change_modal(written[1], state, t))


@for_each_reader
@of_the_longest_and_the_shortest
def test_suggestions_and_what_the_owners_are_told(skill: Skill, locale: str) -> None:
    t = speaker(locale)
    hold_view(suggest_modal(skill, t))
    statements = [statement for statement in skill.statements.values() if not statement.retired]
    assert suggested_options(statement_options(statements, skill, t))
    for statement in statements:
        hold_view(suggested_modal(skill, statement.id, "&" * 3_000, t))
        news = [Suggestion("V1", PERSON, skill.slug, statement.id, "&" * 3_000, AT, None)] * 30
        hold_message(message(news_blocks(news, FRAMEWORK.skills, None, t)))
    gone = Suggestion("V1", PERSON, "gone", "gone-too", "x", AT, None)
    hold_message(message(news_blocks([gone], FRAMEWORK.skills, "Nowhere/At-All", t)))


@for_each_reader
@of_the_longest_and_the_shortest
def test_evidence(skill: Skill, locale: str) -> None:
    t = speaker(locale)
    for chosen in (None, skill):
        hold_view(evidence_modal(EvidenceState(LINK), t, chosen))
    for statement in (None, *skill.statements.values()):
        hold_view(evidence_modal(EvidenceState(LINK, "D0000000001 1700000000.000001"), t, skill, statement))
    kept = [
        Evidence(f"V{n}", LINK, "ж" * LONGEST_WORDS, skill.slug if n else "gone", statement, AT)
        for n, statement in enumerate((*skill.statements, None) * 5)
    ]
    hold_view(kept_modal(kept[1], skill, t, f"{COMMAND} evidence"))
    for page in range(4):
        hold_view(evidence_list_modal(kept, FRAMEWORK.skills, "Europe/Berlin", t, page))
    hold_view(evidence_list_modal([], FRAMEWORK.skills, None, t))
    hold_message(message(evidence_door(t)))
    for n in (1, 2, 7):
        hold_message(message(evidence_line(kept[:n], t)))


CHOICES = profile_choices(LIBRARY)
LEVELS_OF_A_PROFILE = [None, CurrentLevel(None), *(CurrentLevel(level.id) for level in CHOICES.levels)]
NOW = datetime(2026, 3, 2, tzinfo=UTC)


@for_each_reader
@pytest.mark.parametrize("role", [None, *FRAMEWORK.roles])
def test_the_profile(role: str | None, locale: str) -> None:
    t = speaker(locale)
    for level in LEVELS_OF_A_PROFILE:
        for language in (None, *LANGUAGES.offered):
            profile = Profile(language, role, level)
            hold_view(profile_modal(profile, CHOICES, t))
            hold_view(profile_saved_modal(profile, CHOICES, t))
            hold_message(message(profile_blocks(profile, CHOICES, t)))


def rated_now() -> LatestRating:
    return LatestRating(Rating.CONSISTENT, "en", "0", "0", NOW)


def standings_of_focuses(skill: Skill, role: Role) -> list[FocusStanding]:
    """In every state and with every target, with nothing rated and with everything."""
    return [
        standing_of(Focus(of, whose, target, state, NOW, NOW), latest, Profile(), LIBRARY)
        for of, whose, target in (
            *((skill.slug, role.id, level.id) for level in skill.ladder.levels),
            (skill.slug, role.id, "gone"),
            (skill.slug, "gone", "gone"),
            ("gone", role.id, "gone"),
        )
        for state in FocusState
        for latest in ({}, dict.fromkeys(skill.statements, rated_now()))
    ]


@at_its_ends
@for_each_reader
def test_focuses_and_a_level_in_one_skill(skill: Skill, role: Role, locale: str) -> None:
    t, found = speaker(locale), standings_of_focuses(skill, role)
    for one in found:
        hold_message(message(started_blocks(one, t)))
        hold_message(message(first_blocks(one, SCHEDULES[0], NOW.date(), t)))
        rhythm = home_blocks(SCHEDULES[0], NOW.date(), t, has_focus=True)
        hold_view(focus_modal([one], t, COMMAND, notice=changed_notice(one.focus, t), rhythm=rhythm))
    hold_message(message(focus_list_blocks(found, t, COMMAND)))
    hold_message(message(focus_list_blocks([], t, COMMAND)))
    for page in range(5):
        hold_view(focus_modal(found, t, COMMAND, page))
    hold_view(focus_modal([], t, COMMAND))
    for card in cards(skill, role):
        hold_view(level_modal(card, Profile(), t))
        hold_view(level_saved_modal(card, Standing.of(CurrentLevel(None), card), t))


CADENCES = [
    Cadence(NOW.date()),
    Cadence(NOW.date(), Rhythm.OFF, Rhythm.OFF),
    Cadence(NOW.date(), Rhythm.MONTHLY, Rhythm.OFF, frozenset(range(1, 8)), quiet_days=frozenset(), most_a_week=2),
    Cadence(NOW.date(), paused_until=date(2026, 9, 30), country="GS", quiet_from=time(), quiet_to=time()),
    Cadence(NOW.date(), opens=time(0, 1), closes=time(23, 59)),
    Cadence(NOW.date(), days=frozenset({7})),  # of which nothing comes
]
SCHEDULES = [
    Schedule(PersonId("T", "U"), "T", cadence, "America/Argentina/ComodRivadavia", unanswered=unanswered).following(
        NOW, holidays_of
    )
    for cadence in CADENCES
    for unanswered in (0, 7)
]


@for_each_reader
def test_when_rung_writes(locale: str) -> None:
    t, today = speaker(locale), NOW.date()
    for schedule in SCHEDULES:
        for yes in (True, False):
            hold_view(settings_modal(schedule, today, t, is_kept=yes, has_focus=yes, notice=undone_notice(t)))
            hold_view(saved_modal(schedule, today, t, has_focus=yes))
            told = now_blocks(schedule, today, t, has_focus=yes, notice=undone_notice(t), undo="monthly off -")
            hold_view(told_modal(told, t))
            hold_message(message(told))
            hold_message(message(home_blocks(schedule, today, t, has_focus=yes)))
    hold_message(message(rhythm_offer(Cadence(today), "America/Argentina/ComodRivadavia", t)))
    for words in ("on full moons", "x" * 3000, "*<!channel>* :tada: `x` & <@U1>"):
        hold_message(message(unknown_blocks(words, "/" + "a" * 31, today, t)))


@for_each_reader
def test_every_country_is_offered_under_its_name(locale: str) -> None:
    t = speaker(locale)
    for typed in ("", "a", "united", "германия", "côte", "zzz"):
        options = country_options(typed, countries(), t)["options"]
        assert len(options) <= 100
        check_option = [fault for one in options for fault in PLAIN_OPTION(one, "option")]
        assert check_option == []
    for code in countries():
        assert code in {one["value"] for one in country_options(t.country(code), countries(), t)["options"]}


@for_each_reader
def test_each_fault_of_a_rhythm_is_told_at_a_field_of_the_window(locale: str) -> None:
    t = speaker(locale)
    fields = {
        block["block_id"] for block in settings_modal(SCHEDULES[0], NOW.date(), t)["blocks"] if "block_id" in block
    }
    told = errors_of({}, Fault, t)
    assert set(told) <= fields
    assert all(told.values())


@at_its_ends
@for_each_reader
def test_the_home(skill: Skill, role: Role, locale: str) -> None:
    t, everything = speaker(locale), tuple(cards(skill, role))
    statement = next(iter(skill.statements.values()))
    moved = (Move(skill.slug, statement.id, None, Rating.CONSISTENT, NOW),)
    step, focuses = NextStep(everything[0], statement), tuple(standings_of_focuses(skill, role))
    many = tuple(replace(everything[0], skill=replace(skill, slug=f"{skill.slug}-{n}")) for n in range(150))
    changed = tuple((card, n + 1) for n, card in enumerate(many))
    for home in (
        *(Home((), None, focuses[:1], (), (), 0, one) for one in SCHEDULES),
        Home((), None, (), (), (), 0),
        Home(everything[:1], None, (), (), (), 0),
        Home((), step, focuses[:1], changed[:1], moved, 1),
        Home(many, step, focuses * 10, changed, moved, 40),
    ):
        for can_keep, guess in ((True, role), (True, None), (False, None)):
            visitor = Visitor(Profile(), can_keep, guess, tuple(FRAMEWORK.skills.values())[:3], CHOICES, NOW.date())
            view = home_view(home, visitor, t)
            check_view(view, Surface.HOME)
            hold_to_the_rules(view["blocks"])
    for questions in ((), tuple(Question(one, rated_now(), "w" * 2_000) for one in skill.statements.values())):
        for page in range(3):
            hold_view(changed_modal(everything[0], questions, t, page))
    check_view(failed_home_view(RungError(), t), Surface.HOME)
