"""Showing one's progress to one person: they see what was said they would, add their view, and nothing after that."""

from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from bot.domain.assessments import GivenRating, Rating
from bot.errors import SharedWithNoMember, SharedWithOneself, ShareWithdrawn
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, OLGA, ROMAN, SLACKBOT
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.services.helping import offer_help
from bot.storage.assessments import own_ratings_of_skill, record_assessments
from bot.views.ids import Action, Field
from tests.scenario.conftest import Scene
from tests.scenario.forging import click as forged
from tests.scenario.forging import submission
from tests.scenario.lives import id_of, stored
from tests.scenario.reading import buttons, labels, said, wording

SKILL, OTHER = "distributed-training", "llm-evaluation"
COMMAND = {EMMA: "share", DIETER: "freigeben", ROMAN: "поделиться"}
CHOSEN = ("skills", Field.SKILLS)
NOTE = "a note that nobody else may see"
LOOK, HIDE, ADD, WITHDRAW = "See it and add my view", "Hide it", "Add my view", "Withdraw"
BETWEEN, STANDS = "Only you and %(person)s see both views.", "*Where %(person)s stands:* %(level)s"
GONE = "*This was withdrawn.* There's nothing to see any more."


async def rate(scene: Scene, user: str, slug: str = SKILL, rating: Rating = Rating.PRACTISING) -> None:
    """Somebody rates every statement of a skill, with a note."""
    skill = scene.rung.parts.library().framework.skills[slug]
    given = [GivenRating.of(slug, one, rating, ("en",), NOTE) for one in skill.statements.values()]

    async def piece(session: AsyncSession) -> None:
        person = id_of(scene, user)
        await record_assessments(session, person, person, f"V-{rating}-{slug}", given, scene.clock.moment())

    await scene.rung.parts.database.write(piece)


async def asked(scene: Scene, person: str, other: str) -> View:
    view = (await scene.slack.command(person, f"{COMMAND.get(person, 'share')} <@{other}|somebody>")).view
    assert view is not None
    return view


async def share(scene: Scene, person: str, other: str, *skills: str) -> tuple[View, Message]:
    """The window afterwards, and what the other one was told."""
    view = await asked(scene, person, other)
    (told,) = (await scene.slack.submit(person, view, {CHOSEN: list(skills or (SKILL,))})).posted
    return view, told


async def press(scene: Scene, person: str, shown: Message | View, label: str) -> Any:
    """What a button opens, or what it stands in."""
    outcome = await scene.slack.click(person, shown, buttons(shown)[wording(person, label)])
    return outcome.view or shown


def told_to(scene: Scene, person: str) -> list[Message]:
    """The direct messages that somebody has, errors aside."""
    workspace = scene.slack.workspace
    return [
        m for m in workspace.messages
        if workspace.channels[m.channel].is_direct and person in workspace.channels[m.channel].members
    ]  # fmt: skip


@pytest.mark.parametrize(("person", "other"), [(EMMA, DIETER), (DIETER, ROMAN), (ROMAN, EMMA)])
async def test_what_is_said_is_what_they_see_and_both_see_both(scene: Scene, person: str, other: str) -> None:
    await rate(scene, person)
    await rate(scene, person, OTHER)
    view = await asked(scene, person, other)
    assert wording(person, "*What %(person)s will see* of each skill that you choose:",
                   person=f"<@{other}>") in said(view)  # fmt: skip
    (told,) = (await scene.slack.submit(person, view, {CHOSEN: [SKILL]})).posted
    assert scene.slack.workspace.channels[told.channel].members == [BOT_USER_ID, other]
    assert labels(told) == [wording(other, LOOK), wording(other, HIDE)]
    assert f"<@{other}>" in said(view)

    shown = await press(scene, other, told, LOOK)

    assert wording(other, BETWEEN, person=f"<@{person}>") in said(shown)
    assert wording(other, "Practising") in said(shown)
    assert wording(other, "No view yet") in said(shown)
    assert NOTE not in said(shown)
    before = await own(scene, person)
    answer = await press(scene, other, shown, ADD)
    statements = [b["block_id"] for b in answer.blocks if b.get("block_id", "").startswith("view ")]
    await scene.slack.select(other, answer, Action.SHARE_RATING, "consistent", block_id=statements[0])
    await scene.slack.submit(other, answer)
    assert f"<@{person}>" in said(shown)
    assert wording(other, "Consistent") in said(shown)

    listed = (await scene.slack.command(person, COMMAND[person])).view
    assert listed is not None
    side = await press(scene, person, listed, "See side by side")
    assert wording(person, BETWEEN, person=f"<@{other}>") in said(side)
    assert wording(person, "Consistent") in said(side)
    assert await own(scene, person) == before  # what another one says counts nowhere else
    assert scene.public() == []
    assert told_to(scene, other) == [told]
    assert told_to(scene, person) == []


async def own(scene: Scene, user: str) -> dict[str, Rating]:
    async with scene.rung.parts.database.reading() as session:
        found = await own_ratings_of_skill(session, id_of(scene, user), SKILL)
    return {one: rated.rating for one, rated in found.items()}


async def test_case_33_nobody_sees_what_was_not_shared_with_them(scene: Scene) -> None:
    await rate(scene, EMMA)
    await rate(scene, EMMA, OTHER)
    _, told = await share(scene, EMMA, GEORGE)
    shown = await press(scene, GEORGE, told, LOOK)
    for person, value in (
        (GEORGE, f"0 theirs {EMMA} {OTHER}"),  # another skill
        (ADA, f"0 theirs {EMMA} {SKILL}"),  # another person, an admin
        (EMMA, f"0 theirs {GEORGE} {SKILL}"),  # the other way round
        (GEORGE, f"0 own {EMMA} {SKILL}"),
    ):
        window = shown if person == GEORGE else (await scene.slack.command(person, "share")).view
        assert window is not None
        outcome = await scene.send(RequestKind.INTERACTION, forged(scene, person, window, "share.look", value))
        assert outcome.view is not None
        assert wording(person, ShareWithdrawn.told) in said(outcome.view)


@pytest.mark.parametrize("other", [GUS, OLGA, BOT_USER_ID, SLACKBOT, "U0NOWHERE", EMMA])
async def test_who_cannot_be_shown_anything_is_refused_in_a_sentence(scene: Scene, other: str) -> None:
    await rate(scene, EMMA)
    error = SharedWithOneself if other == EMMA else SharedWithNoMember
    refused = await scene.slack.command(EMMA, f"share <@{other}>")
    assert wording(EMMA, error.told) in said(refused.message)
    assert scene.rows("share") == []


async def test_a_stranger_is_refused_and_a_guest_can_share_nothing(scene: Scene) -> None:
    await rate(scene, EMMA)
    await scene.slack.change_user(GUS, is_restricted=False, is_stranger=True)
    assert wording(EMMA, SharedWithNoMember.told) in said((await scene.slack.command(EMMA, f"share <@{GUS}>")).message)
    assert (await scene.slack.command(GUS, f"share <@{EMMA}>")).view is None


async def test_case_22_a_name_is_nobody_and_the_person_is_chosen_from_slack_s_own_menu(scene: Scene) -> None:
    await rate(scene, EMMA)
    listed = (await scene.slack.command(EMMA, "share @Demo George")).view
    assert listed is not None
    assert "Rung can't tell who “@Demo George” is." in said(listed)
    asking = (await scene.slack.select(EMMA, listed, "share.person", GEORGE)).view
    assert asking is not None
    assert f"<@{GEORGE}>" in said(asking)


async def test_who_has_rated_nothing_has_nothing_to_share(scene: Scene) -> None:
    view = await asked(scene, EMMA, GEORGE)
    assert "submit" not in view.body


async def test_confirmed_twice_or_changed_later_it_is_told_once(scene: Scene) -> None:
    await rate(scene, EMMA)
    await rate(scene, EMMA, OTHER)
    view = await asked(scene, EMMA, GEORGE)
    payload = submission(scene, EMMA, view)
    payload["view"]["state"]["values"] = {"skills": {Field.SKILLS: {"selected_options": [{"value": SKILL}]}}}
    for _ in range(2):
        await scene.send(RequestKind.INTERACTION, payload)
    (told,) = told_to(scene, GEORGE)
    assert "“LLM Evaluation”" not in said(told)

    again = await asked(scene, EMMA, GEORGE)
    await scene.slack.submit(EMMA, again, {CHOSEN: [SKILL, OTHER]})

    assert told_to(scene, GEORGE) == [told]
    assert "“LLM Evaluation”" in said(told)


@pytest.mark.parametrize(("person", "other"), [(EMMA, GEORGE), (DIETER, ROMAN), (ROMAN, DIETER)])
async def test_withdrawing_works_at_once_also_in_what_was_sent(scene: Scene, person: str, other: str) -> None:
    await rate(scene, person)
    view, told = await share(scene, person, other)
    shown = await press(scene, other, told, LOOK)
    answer = await press(scene, other, shown, ADD)
    clicked = forged(scene, other, shown, "share.view", f"0 theirs {person} {SKILL}")
    payload = submission(scene, other, answer)
    payload["view"]["state"]["values"] = {
        next(b["block_id"] for b in answer.blocks if b.get("block_id", "").startswith("view ")): {
            Action.SHARE_RATING: {"selected_option": {"value": "not_yet"}}
        }
    }

    await press(scene, person, view, WITHDRAW)

    assert wording(other, GONE) in said(told)
    assert labels(told) == []
    for kept in (clicked, payload):
        outcome = await scene.send(RequestKind.INTERACTION, kept)
        assert wording(other, ShareWithdrawn.told) in str(outcome.body) + said(outcome.view or answer)
    assert scene.rows("share") == []
    assert NOTE not in str(scene.slack.workspace.messages)
    assert {row[2] for row in scene.rows("latest_rating")} == {person}


async def test_who_hides_it_hears_no_more_of_it_and_nobody_is_told(scene: Scene) -> None:
    await rate(scene, EMMA)
    await rate(scene, EMMA, OTHER)
    view, told = await share(scene, EMMA, GEORGE)
    await press(scene, GEORGE, told, HIDE)
    assert labels(told) == ["Show it again"]
    await press(scene, EMMA, view, WITHDRAW)
    await scene.slack.submit(EMMA, await asked(scene, EMMA, GEORGE), {CHOSEN: [OTHER]})
    assert told_to(scene, GEORGE) == [told]
    assert told_to(scene, EMMA) == []

    listed = (await scene.slack.command(GEORGE, "share")).view
    assert listed is not None
    await press(scene, GEORGE, listed, "Show it again")
    assert LOOK in labels(listed)


@pytest.mark.parametrize("who", [EMMA, GEORGE])
async def test_when_either_erases_everything_all_of_it_is_gone(scene: Scene, who: str) -> None:
    await rate(scene, EMMA)
    _, told = await share(scene, EMMA, GEORGE)
    shown = await press(scene, GEORGE, told, LOOK)
    answer = await press(scene, GEORGE, shown, ADD)
    first = next(b["block_id"] for b in answer.blocks if b.get("block_id", "").startswith("view "))
    await scene.slack.select(GEORGE, answer, Action.SHARE_RATING, "not_yet", block_id=first)
    await scene.slack.submit(GEORGE, answer)
    question = (await scene.slack.command(who, "forget")).view
    assert question is not None
    assert "1\xa0person with whom you share progress" in said(question)

    await scene.slack.submit(who, question)

    assert await stored(scene, id_of(scene, who)) == {}
    assert scene.rows("share") == []
    assert {(row[1], row[2]) for row in scene.rows("latest_rating")} == ({(EMMA, EMMA)} if who == GEORGE else set())
    assert (wording(GEORGE, GONE) in said(told)) is (who == EMMA)


@pytest.mark.parametrize("who", [EMMA, GEORGE])
@pytest.mark.parametrize("flag", ["is_restricted", "deleted"])
async def test_when_either_leaves_nothing_is_shown_any_more(scene: Scene, who: str, flag: str) -> None:
    await rate(scene, EMMA)
    _, told = await share(scene, EMMA, GEORGE)
    await scene.slack.change_user(who, **{flag: True})
    assert scene.rows("share") == []
    assert (wording(GEORGE, GONE) in said(told)) is (who == EMMA)


async def test_who_shares_hears_that_the_message_did_not_arrive(scene: Scene) -> None:
    await rate(scene, EMMA)
    view = await asked(scene, EMMA, GEORGE)
    scene.slack.fail_next("chat.postMessage", Failure.slack("messages_tab_disabled"))
    outcome = await scene.slack.submit(EMMA, view, {CHOSEN: [SKILL]})
    assert outcome.view is not None
    assert "Slack didn't take the message that tells them" in said(outcome.view)
    assert len(scene.rows("share")) == 1


async def test_in_a_direct_message_a_button_leads_to_it(scene: Scene) -> None:
    await rate(scene, EMMA)
    door = (await scene.slack.send_message(EMMA, f"share <@{GEORGE}>")).message
    view = await press(scene, EMMA, door, "Share my progress")
    assert f"<@{GEORGE}>" in said(view)


async def test_case_24_who_was_deactivated_while_rung_was_down_shows_nothing_and_helps_nobody(scene: Scene) -> None:
    await rate(scene, EMMA)
    _, told = await share(scene, EMMA, GEORGE)
    await offer_help(id_of(scene, EMMA), SKILL, scene.rung.parts.people, scene.rung.parts.offers,
                     scene.rung.parts.database, scene.clock.moment())  # fmt: skip
    scene.slack.workspace.people[EMMA].deleted = True
    scene.clock.seconds += 700

    outcome = await scene.slack.click(GEORGE, told, buttons(told)[LOOK])

    assert wording(GEORGE, ShareWithdrawn.told) in said(outcome.message)
    assert "<@" not in said((await scene.slack.command(GEORGE, f"{SKILL} senior")).message)
