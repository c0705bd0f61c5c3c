"""Everybody chooses whether they are counted, privately; who leaves a channel isn't counted there any more."""

import asyncio

import pytest

from bot.errors import MembersOnly, NoTeamHere, NotInTheChannel, RungError
from bot.playground import payloads
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.people import ADA, DIETER, EMMA, FLORENCE, GEORGE, GUS, OLGA, RITA, ROMAN
from bot.playground.records import ChannelKind, Message
from bot.playground.signing import RequestKind
from bot.playground.workspace import TEAM, WITHOUT_BOT
from bot.services.teams import follow_channel
from tests.scenario.conftest import Scene
from tests.scenario.crowds import CROWD, SIZES, asked, counted, crowd, kept, opened, team_of
from tests.scenario.reading import buttons, labels, lines, said, wording

SPEAKERS = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
WORDS = {
    EMMA: ("team join", "team leave"),
    DIETER: ("team mich mitzählen", "Team austreten"),
    ROMAN: ("команда участвовать", "команда выйти"),
}
JOIN, LEAVE = "Count me in", "Leave"
JOINED = "*You're counted in %(channel)s.* Only you see this message."
LEFT = (
    "*You aren't counted in %(channel)s.* Nobody is told. Whatever is worked out from now on is without you; "
    "your ratings stay yours."
)
OTHER = "C0OTHER"


def is_joined(message: Message, person: str, channel: str = CROWD) -> bool:
    return wording(person, JOINED, channel=f"<#{channel}>") in said(message)


def is_left(message: Message, person: str, channel: str = CROWD) -> bool:
    return wording(person, LEFT, channel=f"<#{channel}>") in said(message)


async def press(scene: Scene, person: str, message: Message, channel: str = CROWD) -> None:
    """Click on the button of the message, whoever it is: of some, Slack's clients would not send it."""
    user = scene.slack.workspace.people[person]
    chosen = {"type": "button", "block_id": "b", "action_id": "team.join", "action_ts": "1.0", "value": channel}
    url = scene.slack.workspace.tickets.issue_response_url(person, channel, scene.clock(), message)
    payload = payloads.interaction(scene.slack.backend, "block_actions", user)
    payload |= payloads.place_of(scene.slack.backend, message)
    payload |= {"actions": [chosen], "response_url": scene.slack.backend.response_url(url.id)}
    await scene.send(RequestKind.INTERACTION, payload)


@SPEAKERS
@pytest.mark.parametrize("size", SIZES)
async def test_a_click_is_answered_privately_and_taken_back_by_another(scene: Scene, person: str, size: int) -> None:
    crowd(scene, size, person, GEORGE)
    message = await asked(scene, GEORGE)
    before = (message.text, list(message.blocks))

    answer = (await scene.slack.click(person, message, "team.join")).message

    assert answer.only_for == person
    assert is_joined(answer, person)
    assert labels(answer) == [wording(person, LEAVE)]
    assert await counted(scene) == (person,)
    await scene.slack.click(person, answer, buttons(answer)[wording(person, LEAVE)])
    assert is_left(answer, person)
    assert labels(answer) == [wording(person, JOIN)]
    assert await counted(scene) == ()
    await scene.slack.click(person, answer, buttons(answer)[wording(person, JOIN)])
    assert is_joined(answer, person)
    assert await counted(scene) == (person,)
    assert (message.text, message.blocks, message.edited_ts) == (*before, None)
    assert scene.public() == [message]


@pytest.mark.parametrize("size", SIZES)
async def test_everybody_in_a_channel_can_be_counted(scene: Scene, size: int) -> None:
    people = crowd(scene, size, EMMA, GEORGE)
    message = await asked(scene, EMMA)
    some = people[:12]

    for person in some:
        await scene.slack.click(person, message, "team.join")

    assert await counted(scene) == tuple(sorted(some))
    assert len(scene.public()) == 1


async def test_clicking_twice_does_no_harm(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    message = await asked(scene, GEORGE)

    await asyncio.gather(*(scene.slack.click(EMMA, message, "team.join") for _ in range(3)))

    assert await counted(scene) == (EMMA,)
    assert len(scene.rows("team_member")) == 1


@SPEAKERS
async def test_words_do_the_same(scene: Scene, person: str) -> None:
    crowd(scene, 4, person, GEORGE)
    await asked(scene, GEORGE)
    join, leave = WORDS[person]

    joined = (await scene.slack.command(person, join, channel=CROWD)).message
    assert joined.only_for == person
    assert is_joined(joined, person)
    assert await counted(scene) == (person,)

    left = (await scene.slack.command(person, leave, channel=CROWD)).message
    assert is_left(left, person)
    assert await counted(scene) == ()


async def test_a_mention_in_the_channel_does_too(scene: Scene) -> None:
    await asked(scene, EMMA, TEAM)

    told = (await scene.slack.mention(DIETER, "team join", channel=TEAM)).message

    assert is_joined(told, DIETER, TEAM)
    assert await counted(scene, TEAM) == (DIETER,)


@pytest.mark.parametrize("flag", ["is_restricted", "is_ultra_restricted", "is_stranger", "is_bot", "deleted"])
async def test_guests_bots_strangers_and_deactivated_people_are_never_counted(scene: Scene, flag: str) -> None:
    crowd(scene, 5, EMMA, GUS)
    message = await asked(scene, EMMA)
    await scene.slack.change_user(GUS, **{"is_restricted": False, flag: True})

    await press(scene, GUS, message)

    assert await counted(scene) == ()
    told = [m for m in scene.slack.workspace.messages if m.only_for == GUS]
    assert [lines(m)[0] for m in told] == [wording(GUS, MembersOnly.told)]
    assert GUS not in str(scene.rows("person"))


async def test_who_was_deactivated_before_rung_knew_them_is_not_counted(scene: Scene) -> None:
    crowd(scene, 5, EMMA, OLGA)
    await press(scene, OLGA, await asked(scene, EMMA))

    assert await counted(scene) == ()


@pytest.mark.parametrize("flag", ["is_restricted", "is_stranger", "deleted"])
async def test_who_is_no_member_any_more_is_counted_nowhere(scene: Scene, flag: str) -> None:
    for channel in (CROWD, OTHER):
        crowd(scene, 5, EMMA, GEORGE, channel=channel)
        message = await asked(scene, EMMA, channel)
        for person in (EMMA, GEORGE):
            await scene.slack.click(person, message, "team.join")

    await scene.slack.change_user(GEORGE, **{flag: True})

    assert [await counted(scene, channel) for channel in (CROWD, OTHER)] == [(EMMA,), (EMMA,)]


async def test_who_only_moves_or_changes_language_stays_counted(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await scene.slack.click(EMMA, await asked(scene, EMMA), "team.join")

    await scene.slack.change_user(EMMA, tz="Europe/Berlin", locale="de-DE")

    assert await counted(scene) == (EMMA,)


async def test_case_27_membership_follows_the_channel(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE, DIETER)
    message = await asked(scene, EMMA)
    for person in (EMMA, GEORGE, DIETER):
        await scene.slack.click(person, message, "team.join")

    await scene.slack.leave(GEORGE, CROWD)

    assert await counted(scene) == tuple(sorted((EMMA, DIETER)))
    await scene.slack.join(GEORGE, CROWD)
    assert GEORGE not in await counted(scene)  # nobody is counted by coming back
    assert await follow_channel(scene.slack.workspace.team_id, CROWD, {EMMA}, scene.rung.parts.database) == (DIETER,)
    assert await counted(scene) == (EMMA,)


async def test_case_27_a_team_and_who_is_counted_follow_a_channel_to_its_new_id(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    message = await asked(scene, EMMA)
    await scene.slack.click(GEORGE, message, "team.join")
    before = await kept(scene)

    await scene.slack.change_channel_id(CROWD, "C0MOVED")

    assert await team_of(scene) is None
    assert (await kept(scene, "C0MOVED")).owners == before.owners
    assert await counted(scene, "C0MOVED") == (GEORGE,)


async def test_leaving_another_channel_changes_nothing(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    crowd(scene, 5, GEORGE, channel=OTHER)
    await scene.slack.click(GEORGE, await asked(scene, EMMA), "team.join")

    await scene.slack.leave(GEORGE, OTHER)

    assert await counted(scene) == (GEORGE,)


@pytest.mark.parametrize("kind", [ChannelKind.PUBLIC, ChannelKind.PRIVATE])
async def test_an_archived_channel_s_team_rests_until_it_is_unarchived(scene: Scene, kind: ChannelKind) -> None:
    crowd(scene, 5, EMMA)
    scene.slack.workspace.channel(CROWD).kind = kind
    await scene.slack.click(EMMA, await asked(scene, EMMA), "team.join")
    before = await kept(scene)

    await scene.slack.archive(CROWD)

    team = await kept(scene)
    assert (team.paused, team.upcoming) == ("is_archived", None)
    await scene.slack.unarchive(CROWD)
    assert await kept(scene) == before
    assert await counted(scene) == (EMMA,)


@pytest.mark.parametrize("kind", [ChannelKind.PUBLIC, ChannelKind.PRIVATE])
async def test_a_deleted_channel_s_team_rests(scene: Scene, kind: ChannelKind) -> None:
    crowd(scene, 5, EMMA)
    scene.slack.workspace.channel(CROWD).kind = kind
    await asked(scene, EMMA)

    await scene.slack.delete_channel(CROWD)

    assert (await kept(scene)).paused == "channel_deleted"


async def test_what_an_owner_paused_is_not_resumed_by_a_channel(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await asked(scene, EMMA)
    view = await opened(scene, EMMA)
    await scene.slack.click(EMMA, view, "team.pause")

    await scene.slack.archive(CROWD)
    await scene.slack.unarchive(CROWD)

    assert (await kept(scene)).paused == "by_owner"


@pytest.mark.parametrize(
    ("words", "channel", "kind"),
    [("team join", TEAM, NoTeamHere), ("team join", WITHOUT_BOT, NoTeamHere)],
)
async def test_where_no_team_is_nobody_is_counted(
    scene: Scene, words: str, channel: str, kind: type[RungError]
) -> None:
    told = (await scene.slack.command(EMMA, words, channel=channel)).message

    assert lines(told)[0] == kind.told
    assert scene.rows("team_member") == []


async def test_only_who_is_in_the_channel_is_counted(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    await asked(scene, EMMA)
    view = await opened(scene, GEORGE)
    await scene.slack.leave(GEORGE, CROWD)

    told = await scene.slack.click(GEORGE, view, "team.join")

    assert told.view is not None
    assert lines(told.view)[0] == NotInTheChannel.told
    assert await counted(scene) == ()


async def test_where_slack_doesn_t_say_who_is_in_the_channel_nobody_is_counted(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    await asked(scene, EMMA)
    scene.slack.fail_next("conversations.members", Failure.slack("internal_error"))

    told = (await scene.slack.command(GEORGE, "team join", channel=CROWD)).message

    assert "Slack didn't take what Rung sent." in said(told)
    assert await counted(scene) == ()


@SPEAKERS
async def test_the_home_says_where_somebody_is_counted_and_lets_them_leave(scene: Scene, person: str) -> None:
    crowd(scene, 5, person, GEORGE)
    await scene.slack.click(person, await asked(scene, GEORGE), "team.join")
    home = (await scene.slack.open_home(person)).home
    assert home is not None
    where = wording(person, "You're counted in %(channels)s.", channels=f"<#{CROWD}>")
    assert where in said(home)

    await scene.slack.click(person, home, buttons(home)[wording(person, LEAVE)])

    assert await counted(scene) == ()
    home = scene.slack.workspace.modals.homes[person]
    assert where not in said(home)


async def test_several_teams_are_listed_in_a_window(scene: Scene) -> None:
    channels = [f"C0TEAM{n}" for n in range(7)]
    for channel in channels:
        crowd(scene, 5, EMMA, GEORGE, channel=channel)
        await scene.slack.click(GEORGE, await asked(scene, EMMA, channel), "team.join")
        scene.clock.seconds += 1
    home = (await scene.slack.open_home(GEORGE)).home
    assert home is not None
    assert "You're counted in <#C0TEAM0>, <#C0TEAM1>, <#C0TEAM2>, <#C0TEAM3> and <#C0TEAM4>." in said(home)
    assert "and 2\xa0more" in said(home)

    view = (await scene.slack.click(GEORGE, home, buttons(home)["See your teams"])).view
    assert view is not None
    assert labels(view) == [LEAVE] * 7
    await scene.slack.click(GEORGE, view, "team.leave:6")

    assert labels(view) == [LEAVE] * 6
    assert await counted(scene, channels[6]) == ()
    assert await counted(scene, channels[0]) == (GEORGE,)


@SPEAKERS
async def test_what_is_stored_says_it_too(scene: Scene, person: str) -> None:
    crowd(scene, 5, person, GEORGE)
    await scene.slack.click(person, await asked(scene, GEORGE), "team.join")
    where = wording(person, "You're counted in %(channels)s.", channels=f"<#{CROWD}>")

    told = (await scene.slack.command(person, "privacy")).message

    assert where in said(told)
    await scene.slack.click(person, told, buttons(told)[wording(person, LEAVE)])
    assert is_left(told, person)
    assert where not in said((await scene.slack.command(person, "privacy")).message)


async def test_in_the_window_of_what_is_stored_one_leaves_in_place(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    await scene.slack.click(GEORGE, await asked(scene, EMMA), "team.join")
    home = (await scene.slack.open_home(GEORGE)).home
    assert home is not None
    view = (await scene.slack.click(GEORGE, home, "data.open")).view
    assert view is not None
    assert LEAVE in labels(view)

    await scene.slack.click(GEORGE, view, "team.leave")

    assert LEAVE not in labels(view)
    assert await counted(scene) == ()


async def test_in_a_direct_message_leave_leads_to_where_one_is_counted(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    nowhere = (await scene.slack.send_message(GEORGE, "team leave")).message
    assert "A team is a channel." in said(nowhere)
    await scene.slack.click(GEORGE, await asked(scene, EMMA), "team.join")

    told = (await scene.slack.send_message(GEORGE, "team leave")).message

    await scene.slack.click(GEORGE, told, buttons(told)[LEAVE])
    assert await counted(scene) == ()


async def test_who_erases_everything_is_counted_no_more(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    await scene.slack.click(GEORGE, await asked(scene, EMMA), "team.join")
    view = (await scene.slack.command(GEORGE, "forget")).view
    assert view is not None
    assert "1\xa0team in which you're counted" in said(view)

    await scene.slack.submit(GEORGE, view)

    assert await counted(scene) == ()


async def test_nobody_but_whoever_clicked_is_told_anything(scene: Scene) -> None:
    crowd(scene, 12, EMMA, ADA, GEORGE, FLORENCE, RITA)
    message = await asked(scene, EMMA)

    for person in (GEORGE, RITA):
        await scene.slack.click(person, message, "team.join")

    since = [m for m in scene.slack.workspace.messages if m is not message and m.user == BOT_USER_ID]
    assert sorted(str(m.only_for) for m in since) == sorted([GEORGE, RITA])
