"""A channel's team is set up by whoever is in it and changed by those who may; what stands in the way is said."""

import asyncio
from datetime import time
from typing import Any

import pytest

from bot.domain.cadence import Rhythm
from bot.domain.teams import BY_OWNER
from bot.errors import (
    ChannelArchived,
    ChannelNotTold,
    ChannelUnseen,
    MembersOnly,
    NotYourTeam,
    PostingRestricted,
    RungError,
    RungNotInChannel,
)
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.outcome import Outcome
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, RITA, ROMAN
from bot.playground.records import View
from bot.playground.signing import RequestKind
from bot.playground.workspace import ANNOUNCEMENTS, PRIVATE, TEAM, WITHOUT_BOT
from tests.scenario.conftest import Content, NewScene, Scene, invented_skill
from tests.scenario.crowds import CROWD, SIZES, asked, counted, crowd, kept, opened, set_up, team_of
from tests.scenario.forging import submission
from tests.scenario.reading import buttons, choices, has_control, labels, lines, said, title, wording

SPEAKERS = pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
COMMAND = {EMMA: "team", DIETER: "Team", ROMAN: "команда"}
JOIN, LEAVE = "Count me in", "Leave"
SAVED = "*Saved.*"
HEADING = "How this team grows"


def field(name: str) -> tuple[str, str]:
    return (name, f"team.field:{name}")


def at_first(view: View) -> dict[str, Any]:
    """What is chosen in the menus of a window when it opens, by their blocks."""
    found: dict[str, Any] = {}
    for block in view.blocks:
        element = block.get("element") or {}
        if "initial_option" in element:
            found[block["block_id"]] = element["initial_option"]["value"]
        elif "initial_options" in element:
            found[block["block_id"]] = [one["value"] for one in element["initial_options"]]
    return found


def told_privately(outcome: Outcome, person: str, kind: type[RungError]) -> bool:
    """Where Slack is slow, what stands in the way is said in the window that was opened meanwhile."""
    shown = outcome.view or outcome.message
    is_private = shown.owner == person if isinstance(shown, View) else shown.only_for == person
    return is_private and lines(shown)[0] == wording(person, kind.told)


@SPEAKERS
@pytest.mark.parametrize("size", SIZES)
async def test_a_team_is_set_up_in_a_channel_of_any_size(scene: Scene, person: str, size: int) -> None:
    crowd(scene, size, person)
    view = await opened(scene, person, words=COMMAND[person])
    assert wording(person, "Your team's summaries") == view.body["title"]["text"]

    done = await scene.slack.submit(person, view)

    assert done.errors == {}
    assert done.view is not None
    assert wording(person, SAVED).strip("*") in said(done.view)
    team = await kept(scene)
    assert (team.rhythm, team.group_size, team.owners) == (Rhythm.FORTNIGHTLY, 5, frozenset({person}))
    assert team.zone == scene.slack.workspace.people[person].tz
    assert await counted(scene) == ()
    (message,) = done.posted
    assert (message.channel, message.ts) == (CROWD, team.counting_ts)
    assert f"<@{person}>" in message.text


@SPEAKERS
async def test_the_window_says_what_it_means_before_anything_is_kept(scene: Scene, person: str) -> None:
    crowd(scene, 5, person)

    view = await opened(scene, person)

    for sentence in (
        "• Only people who click “Count me in” are counted, with their newest ratings.",
        "• Never shown: single ratings and whose they are, notes, evidence, and who isn't counted or didn't answer.",
        "• Nothing is shown until as many people as you choose below have joined and rated themselves.",
        "• Everyone in the channel sees the same, and nobody sees more, not even whoever sets this up.",
    ):
        assert wording(person, sentence) in said(view)
    owners = wording(person, "%(owners)s and the workspace's admins can change this.", owners=f"<@{person}>")
    assert owners in said(view)
    sizes = choices(view, "team.field:size")
    assert list(sizes.values()) == [str(n) for n in range(3, 21)]
    assert await team_of(scene) is None
    assert scene.public() == []


async def test_all_that_is_chosen_is_kept_and_shown_again(scene: Scene) -> None:
    crowd(scene, 5, EMMA, DIETER)
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "team.zone", "Europe/Moscow", query="moscow")
    chosen = ["category ml-ai", "skill distributed-training"]
    await scene.slack.select(EMMA, view, "team.skills", chosen, query="")

    await scene.slack.submit(
        EMMA,
        view,
        {
            field("rhythm"): "monthly",
            field("weekday"): "5",
            field("hour"): "16:30",
            field("language"): "de",
            field("size"): "7",
        },
    )

    team = await kept(scene)
    assert (team.rhythm, team.weekday, team.hour, team.zone) == (Rhythm.MONTHLY, 5, time(16, 30), "Europe/Moscow")
    assert (team.skills, team.categories, team.group_size) == (("distributed-training",), ("ml-ai",), 7)
    assert team.upcoming is not None
    assert team.upcoming.at.isoformat() == "2026-03-06T13:30:00+00:00"
    again = await opened(scene, EMMA)
    shown = at_first(again)
    assert shown["size"] == "7"
    assert shown["language"] == "de"
    assert shown["zone"] == "Europe/Moscow"
    assert shown["skills"] == chosen
    assert "Verteiltes Training" in said(await opened(scene, DIETER))


@pytest.mark.parametrize(("language", "person"), [("en", DIETER), ("de", EMMA), ("ru", EMMA)])
async def test_case_18_a_channel_is_told_in_its_language_and_the_person_in_theirs(
    scene: Scene, language: str, person: str
) -> None:
    crowd(scene, 5, person, RITA)

    done = await set_up(scene, person, values={field("language"): language})

    (message,) = done.posted
    assert title(message) == wording(language, HEADING)
    assert labels(message) == [wording(language, JOIN)]
    assert done.view is not None
    assert wording(person, SAVED).strip("*") in said(done.view)
    answer = (await scene.slack.click(RITA, message, "team.join")).message
    assert wording("en", "*You're counted in %(channel)s.* Only you see this message.", channel=f"<#{CROWD}>") in said(
        answer
    )


async def test_a_channel_is_told_once_however_often_it_is_saved(scene: Scene) -> None:
    crowd(scene, 5, EMMA, ADA)
    await asked(scene, EMMA)

    again = await set_up(scene, EMMA, values={field("rhythm"): "weekly"})
    third = await set_up(scene, ADA, values={field("rhythm"): "off"})

    assert (again.posted, third.posted) == ([], [])
    assert len(scene.public()) == 1
    team = await kept(scene)
    assert (team.rhythm, team.upcoming, team.owners) == (Rhythm.OFF, None, frozenset({EMMA}))


async def test_a_submission_that_slack_sends_again_tells_the_channel_once(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    sent = submission(scene, EMMA, await opened(scene, EMMA))

    await asyncio.gather(*(scene.slack.deliver(RequestKind.INTERACTION, sent) for _ in range(3)))
    await scene.rung.background.settled()

    assert len(scene.public()) == 1
    assert (await kept(scene)).counting_ts == scene.public()[0].ts


@SPEAKERS
@pytest.mark.parametrize("channel", [WITHOUT_BOT, PRIVATE])
async def test_case_25_where_rung_is_no_member_it_says_how_to_invite_it(
    scene: Scene, person: str, channel: str
) -> None:
    scene.slack.workspace.channel(channel).members.append(person)

    told = await scene.slack.command(person, "team", channel=channel)

    assert told_privately(told, person, RungNotInChannel)
    assert await team_of(scene, channel) is None


@SPEAKERS
async def test_where_posting_is_restricted_it_says_so(scene: Scene, person: str) -> None:
    told = await scene.slack.command(person, "team", channel=ANNOUNCEMENTS)

    assert told_privately(told, person, PostingRestricted)
    assert await team_of(scene, ANNOUNCEMENTS) is None


@SPEAKERS
async def test_a_channel_that_was_archived_while_the_window_was_open_is_said_on_save(scene: Scene, person: str) -> None:
    crowd(scene, 5, person)
    view = await opened(scene, person)
    await scene.slack.archive(CROWD)

    done = await scene.slack.submit(person, view)

    assert done.view is not None
    assert lines(done.view)[0] == wording(person, ChannelArchived.told)
    assert await team_of(scene) is None
    assert scene.public() == []


async def test_case_25_rung_that_was_removed_while_the_window_was_open_is_said_on_save(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    view = await opened(scene, EMMA)
    scene.slack.workspace.channel(CROWD).members.remove(BOT_USER_ID)

    done = await scene.slack.submit(EMMA, view)

    assert done.view is not None
    assert lines(done.view)[0] == RungNotInChannel.told
    assert await team_of(scene) is None


@SPEAKERS
@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        ("not_in_channel", RungNotInChannel),
        ("restricted_action_read_only_channel", PostingRestricted),
        ("is_archived", ChannelArchived),
    ],
)
async def test_case_25_a_channel_that_takes_no_message_is_told_at_once_to_whoever_configures(
    scene: Scene, person: str, refusal: str, kind: type[RungError]
) -> None:
    crowd(scene, 5, person)
    view = await opened(scene, person)
    scene.slack.fail_next("chat.postMessage", Failure.slack(refusal))

    done = await scene.slack.submit(person, view)

    assert done.view is not None
    assert lines(done.view)[0] == wording(person, kind.told)
    team = await kept(scene)
    assert (team.paused, team.counting_ts, team.upcoming) == (refusal, None, None)
    again = await set_up(scene, person)
    assert len(again.posted) == 1
    assert (await kept(scene)).paused is None


async def test_case_25_it_is_told_in_a_direct_message_where_the_window_is_closed(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    view = await opened(scene, EMMA)
    scene.slack.fail_next("views.update", Failure.slack("not_found"))
    scene.slack.fail_next("views.push", Failure.slack("not_found"))
    scene.slack.fail_next("chat.postMessage", Failure.slack("restricted_action"))

    done = await scene.slack.submit(EMMA, view)

    direct = [m for m in done.messages if scene.slack.workspace.channels[m.channel].is_direct]
    assert [lines(m)[0] for m in direct] == [PostingRestricted.told]


async def test_a_message_whose_answer_was_lost_is_found_and_not_sent_again(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    view = await opened(scene, EMMA)
    scene.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))

    done = await scene.slack.submit(EMMA, view)

    (message,) = scene.public()
    assert (await kept(scene)).counting_ts == message.ts
    assert done.view is not None
    assert JOIN in said(done.view)


async def test_a_message_of_which_nobody_knows_is_said_and_looked_up_before_it_is_sent_again(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    view = await opened(scene, EMMA)
    scene.slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=False))

    done = await scene.slack.submit(EMMA, view)

    assert done.view is not None
    assert lines(done.view)[0] == ChannelNotTold.told
    assert (await kept(scene)).counting_ts is None
    assert len((await set_up(scene, EMMA)).posted) == 0  # somebody may still be posting it
    scene.clock.seconds += 61
    assert len((await set_up(scene, EMMA)).posted) == 1
    assert len(scene.public()) == 1


async def test_without_the_scopes_of_channels_it_says_who_can_help(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    scene.slack.fail_next("conversations.info", Failure.slack("missing_scope"))

    told = await scene.slack.command(EMMA, "team", channel=CROWD)

    assert told_privately(told, EMMA, ChannelUnseen)


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (EMMA, "A team is a channel. Type `/skill team` in your team's channel."),
        (DIETER, "Ein Team ist ein Channel. Gib `/skill team` im Channel deines Teams ein."),
        (ROMAN, "Команда\xa0— это канал. Введите `/skill команда` в канале вашей команды."),
    ],
)
async def test_a_direct_message_is_no_team(scene: Scene, person: str, expected: str) -> None:
    direct = scene.slack.workspace.direct_channel(BOT_USER_ID, person)

    typed = await scene.slack.command(person, COMMAND[person], channel=direct.id)
    written = await scene.slack.send_message(person, f"{COMMAND[person]} join" if person == EMMA else COMMAND[person])

    assert expected in said(typed.message)
    assert expected in said(written.message)


async def test_a_mention_says_to_type_the_command(scene: Scene) -> None:
    told = (await scene.slack.mention(EMMA, "team", channel=TEAM)).message

    assert told.is_ephemeral
    assert "Type `/skill team` in this channel, not in a thread." in said(told)


async def test_a_channel_with_another_company_says_so(scene: Scene) -> None:
    crowd(scene, 5, EMMA, is_shared=True)

    assert "They'll see the summaries, and are never counted." in said(await opened(scene, EMMA))


@pytest.mark.parametrize("flag", ["is_restricted", "is_ultra_restricted", "is_stranger", "is_bot"])
async def test_whoever_is_no_member_sets_up_nothing(scene: Scene, flag: str) -> None:
    crowd(scene, 5, EMMA, GUS)
    await scene.slack.change_user(GUS, **{"is_restricted": False, flag: True})

    told = await scene.slack.command(GUS, "team", channel=CROWD)

    assert told_privately(told, GUS, MembersOnly)
    assert (await team_of(scene), scene.rows("person")) == (None, [])


@SPEAKERS
async def test_others_see_the_settings_and_who_may_change_them(scene: Scene, person: str) -> None:
    crowd(scene, 5, person, GEORGE)
    await asked(scene, GEORGE)

    view = await opened(scene, person)

    assert "submit" not in view.body
    owners = wording(person, "%(owners)s and the workspace's admins can change this.", owners=f"<@{GEORGE}>")
    assert owners in said(view)
    assert labels(view) == [wording(person, JOIN)]
    await scene.slack.click(person, view, buttons(view)[wording(person, JOIN)])
    assert labels(view) == [wording(person, LEAVE)]
    assert await counted(scene) == (person,)
    await scene.slack.click(person, view, buttons(view)[wording(person, LEAVE)])
    assert labels(view) == [wording(person, JOIN)]
    assert await counted(scene) == ()


async def test_who_may_no_more_when_they_save_changes_nothing(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE, ADA)
    view = await opened(scene, GEORGE)  # nobody owned it yet
    await asked(scene, EMMA)
    before = await kept(scene)

    done = await scene.slack.submit(GEORGE, view, {field("rhythm"): "weekly"})

    assert done.view is not None
    assert lines(done.view)[0] == NotYourTeam.told
    assert await kept(scene) == before


async def test_an_admin_changes_it_and_doesn_t_own_it(scene: Scene) -> None:
    crowd(scene, 5, EMMA, ADA)
    await asked(scene, EMMA)

    await set_up(scene, ADA, values={field("rhythm"): "weekly"})

    team = await kept(scene)
    assert (team.rhythm, team.owners) == (Rhythm.WEEKLY, frozenset({EMMA}))


async def test_a_team_whose_last_owner_was_erased_stays_and_admins_change_it(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE, ADA)
    await asked(scene, EMMA)
    view = (await scene.slack.command(EMMA, "forget")).view
    assert view is not None
    assert "1\xa0team whose summaries you set up: it stays, and admins can change it" in said(view)
    await scene.slack.submit(EMMA, view)

    assert (await kept(scene)).owners == frozenset()
    assert "The workspace's admins can change this." in said(await opened(scene, GEORGE))
    await set_up(scene, ADA, values={field("size"): "9"})
    assert (await kept(scene)).group_size == 9


@SPEAKERS
async def test_it_is_paused_and_resumed_in_the_window(scene: Scene, person: str) -> None:
    crowd(scene, 5, person)
    await asked(scene, person)
    view = await opened(scene, person)

    await scene.slack.click(person, view, buttons(view)[wording(person, "Pause")])

    team = await kept(scene)
    assert (team.paused, team.upcoming) == (BY_OWNER, None)
    assert wording(person, "Paused: nothing is posted until somebody resumes it.") in said(view)
    await scene.slack.submit(person, view, {field("size"): "6"})
    assert (await kept(scene)).paused == BY_OWNER
    view = await opened(scene, person)
    await scene.slack.click(person, view, buttons(view)[wording(person, "Resume")])
    team = await kept(scene)
    assert (team.paused, team.group_size) == (None, 6)
    assert team.upcoming is not None


async def test_others_neither_pause_nor_resume_it(scene: Scene) -> None:
    crowd(scene, 5, EMMA, GEORGE)
    view = await opened(scene, GEORGE)
    await asked(scene, EMMA)
    before = await kept(scene)
    owner = await opened(scene, EMMA)
    view.body, view.owner = owner.body, GEORGE  # as if it had been an owner's

    told = await scene.slack.click(GEORGE, view, "team.pause")

    assert told.view is not None
    assert lines(told.view)[0] == NotYourTeam.told
    assert await kept(scene) == before


async def test_skills_that_have_gone_are_said_at_their_field(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "team.skills", ["skill distributed-training"], query="")
    view.entries[("skills", "team.skills")]["selected_options"][0]["value"] = "skill gone"

    done = await scene.slack.submit(EMMA, view)

    assert list(done.errors) == ["skills"]
    assert await team_of(scene) is None


async def test_there_is_no_summary_before_the_first(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    nowhere = (await scene.slack.command(EMMA, "team summary", channel=CROWD)).message
    assert "With `/skill team` somebody who is in it can set them up." in said(nowhere)
    await asked(scene, EMMA)

    told = (await scene.slack.command(EMMA, "team summary", channel=CROWD)).message

    assert told.is_ephemeral
    assert "There's no summary of this channel yet." in said(told)


async def test_words_that_mean_nothing_lead_on(scene: Scene) -> None:
    told = (await scene.slack.command(EMMA, "team on full moons", channel=TEAM)).message

    assert "on full moons" in said(told)
    assert "• `/skill team join`" in said(told)


async def test_a_skill_may_begin_with_the_word_for_a_team(new_scene: NewScene, content: Content) -> None:
    content.put("skills/team-leadership/skill.yaml", invented_skill("Team Leadership"))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "team leadership senior", channel=TEAM)).message

        assert title(answer) == "Team Leadership: Senior"
        assert has_control(await opened(scene, EMMA, TEAM), "team.skills")
