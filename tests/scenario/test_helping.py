"""Happy to help: an offer stands with a name until one click withdraws it, and nowhere where it wasn't chosen."""

import pytest

from bot.errors import MembersOnly
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.storage.offers import offers_by
from tests.scenario.conftest import Scene
from tests.scenario.crowds import CROWD
from tests.scenario.lives import SKILL, id_of
from tests.scenario.reading import buttons, has_control, labels, said, wording
from tests.scenario.test_summaries import day_comes, team

CARD = "distributed-training senior"
OFFER = {EMMA: f"offer {SKILL}", DIETER: f"anbieten {SKILL}", ROMAN: f"предложить {SKILL}"}
HELP = "*Happy to help:* %(people)s"
MAKE, WITHDRAW, SEE = "Make my offer", "Withdraw my offer", "See your offers"


async def offered(scene: Scene, person: str) -> tuple[str, ...]:
    async with scene.rung.parts.database.reading() as session:
        return await offers_by(session, id_of(scene, person))


async def card(scene: Scene, person: str) -> Message:
    return (await scene.slack.command(person, CARD)).message


async def press(scene: Scene, person: str, shown: Message | View, label: str) -> Message | View | None:
    outcome = await scene.slack.click(person, shown, buttons(shown)[wording(person, label)])
    return outcome.view or shown


async def offer(scene: Scene, person: str) -> Message:
    asked = (await scene.slack.command(person, OFFER.get(person, OFFER[EMMA]))).message
    await press(scene, person, asked, MAKE)
    return asked


async def last_summary(scene: Scene, person: str) -> Message:
    """The answer in words; the picture goes to their direct messages."""
    outcome = await scene.slack.command(person, "team summary", channel=CROWD)
    return next(message for message in outcome.messages if message.is_ephemeral)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_an_offer_is_explained_made_and_withdrawn_by_a_click_each(scene: Scene, person: str) -> None:
    line = wording(GEORGE, HELP, people=f"<@{person}>")
    asked = (await scene.slack.command(person, OFFER[person])).message
    assert labels(asked) == [wording(person, MAKE), wording(person, SEE)]
    assert await offered(scene, person) == ()
    assert line not in said(await card(scene, GEORGE))

    await press(scene, person, asked, MAKE)

    assert labels(asked)[0] == wording(person, WITHDRAW)
    assert await offered(scene, person) == (SKILL,)
    assert line in said(await card(scene, GEORGE))
    assert wording(person, HELP, people=f"<@{person}>") in said(await card(scene, person))
    await press(scene, person, asked, WITHDRAW)
    assert await offered(scene, person) == ()
    assert "<@" not in said(await card(scene, GEORGE))
    assert scene.public() == []


async def test_the_comments_lead_to_it_and_the_list_withdraws_it(scene: Scene) -> None:
    comments = (await scene.slack.click(EMMA, await card(scene, EMMA), "comments.open")).view
    assert comments is not None
    window = await press(scene, EMMA, comments, "Offer help")
    assert window is not None
    await press(scene, EMMA, window, MAKE)
    assert await offered(scene, EMMA) == (SKILL,)

    listed = (await scene.slack.command(EMMA, "offer")).view
    assert listed is not None
    assert "You offer help with “Distributed Training”." in said(listed)
    await press(scene, EMMA, listed, WITHDRAW)

    assert await offered(scene, EMMA) == ()
    assert "You offer no help yet" in said(listed)


async def test_a_name_is_on_no_card_that_is_posted_or_copied(scene: Scene) -> None:
    await offer(scene, GEORGE)
    shown = await card(scene, EMMA)
    assert f"<@{GEORGE}>" in said(shown)
    copied = (await scene.slack.click(EMMA, shown, "card.more", value=f"copy {SKILL}/llm-engineer/senior")).posted
    assert all(f"<@{GEORGE}>" not in said(one) for one in copied if not one.is_ephemeral)
    preview = (await scene.slack.click(EMMA, shown, "card.more", value=f"post {SKILL}/llm-engineer/senior")).view
    assert preview is not None
    assert f"<@{GEORGE}>" not in said(preview)


async def test_guests_read_who_helps_and_cannot_offer(scene: Scene) -> None:
    await offer(scene, GEORGE)
    assert f"<@{GEORGE}>" in said(await card(scene, GUS))
    assert wording(GUS, MembersOnly.told) in said((await scene.slack.command(GUS, OFFER[EMMA])).message)


async def test_a_stranger_reads_nobody_s_name(scene: Scene) -> None:
    await offer(scene, GEORGE)
    await scene.slack.change_user(GUS, is_restricted=False, is_stranger=True)
    assert "<@" not in said(await card(scene, GUS))


@pytest.mark.parametrize("flag", ["is_restricted", "deleted"])
async def test_who_is_no_member_any_more_helps_nobody(scene: Scene, flag: str) -> None:
    await offer(scene, GEORGE)
    await scene.slack.change_user(GEORGE, **{flag: True})
    assert await offered(scene, GEORGE) == ()
    assert "<@" not in said(await card(scene, EMMA))


async def test_who_erases_everything_helps_nobody(scene: Scene) -> None:
    await offer(scene, GEORGE)
    assert f"<@{GEORGE}>" in said(await card(scene, EMMA))
    asked = (await scene.slack.command(GEORGE, "forget")).view
    assert asked is not None
    assert "1\xa0offer to help" in said(asked)
    await scene.slack.submit(GEORGE, asked)
    assert "<@" not in said(await card(scene, EMMA))


async def test_a_team_s_summary_names_who_helps_and_is_in_its_channel(scene: Scene) -> None:
    people = await team(scene, EMMA, 5)
    scene.slack.workspace.channels[CROWD].members.append(GEORGE)  # there, and never counted
    for person in (GEORGE, ADA):
        await offer(scene, person)

    summary, _ = await day_comes(scene)

    assert f"*Happy to help:* “Distributed Training” (<@{GEORGE}>)" in said(summary)
    assert not any(user in said(summary) for user in (*people, ADA))
    shown = await last_summary(scene, EMMA)
    assert f"<@{GEORGE}>" in said(shown)
    window = (await scene.slack.click(EMMA, shown, "summary.more", value=f"0 {CROWD}")).view
    assert window is not None
    assert f"“Distributed Training” (<@{GEORGE}>)" in said(window)


async def test_who_is_not_in_the_channel_reads_no_names_in_its_summary(scene: Scene) -> None:
    await team(scene, EMMA, 5)
    await offer(scene, EMMA)
    summary, _ = await day_comes(scene)
    assert has_control(summary, "summary.more")
    scene.slack.workspace.channels[CROWD].members.append(GEORGE)
    shown = await last_summary(scene, GEORGE)
    scene.slack.workspace.channels[CROWD].members.remove(GEORGE)
    window = (await scene.slack.click(GEORGE, shown, "summary.more", value=f"0 {CROWD}")).view
    assert window is not None
    assert "<@" not in said(window)
