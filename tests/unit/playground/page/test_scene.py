"""What one person sees in one place."""

import pytest

from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.page.rendering import render
from bot.playground.page.scene import HOME, MESSAGES, Memory, Scene
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, OLGA, SLACKBOT
from bot.playground.refusals import NotThere
from bot.playground.workspace import ANNOUNCEMENTS, GENERAL, PRIVATE, TEAM
from tests.unit.playground.demo_bot import MANIFEST, NOW, connected


@pytest.fixture
def slack() -> LocalSlack:
    return connected()[0]


def scene(slack: LocalSlack, person: str = EMMA, place: str = TEAM, memory: Memory | None = None) -> Scene:
    return Scene(slack, memory or Memory(), slack.workspace.people[person], place)


def shown(scene: Scene) -> str:
    return render(scene, theme="system", shows_calls=False)


def test_one_can_be_everybody_who_can_act(slack: LocalSlack) -> None:
    able = {person.id for person in scene(slack).people}
    assert {EMMA, ADA, GUS} < able
    assert able & {OLGA, SLACKBOT, BOT_USER_ID} == set()


def test_a_guest_sees_only_the_channels_they_are_in(slack: LocalSlack) -> None:
    assert {room.channel.id for room in scene(slack, GUS, GENERAL).rooms} == {GENERAL, ANNOUNCEMENTS}
    assert PRIVATE in {room.channel.id for room in scene(slack, ADA).rooms}
    with pytest.raises(NotThere):
        shown(scene(slack, GUS, TEAM))
    with pytest.raises(NotThere):
        shown(scene(slack, DIETER, PRIVATE))


def test_becoming_somebody_who_cannot_come_in_leads_to_the_bot(slack: LocalSlack) -> None:
    people = slack.workspace.people
    assert scene(slack, EMMA, TEAM).place_of(people[DIETER]) == TEAM
    assert scene(slack, EMMA, TEAM).place_of(people[GUS]) == MESSAGES
    assert scene(slack, EMMA, HOME).place_of(people[GUS]) == HOME
    assert scene(slack, EMMA, MESSAGES).place_of(people[GUS]) == MESSAGES


@pytest.mark.parametrize(("person", "time"), [(EMMA, "3:00\u202fAM"), (GEORGE, "08:00"), (DIETER, "09:00")])
def test_times_are_those_of_whoever_looks(slack: LocalSlack, person: str, time: str) -> None:
    slack.workspace.post(GENERAL, BOT_USER_ID, "Hello", NOW)
    [said] = scene(slack, person, GENERAL).read_messages()
    assert (said.time, said.opens_day) == (time, "Today")


def test_messages_of_one_author_stand_together_until_time_passes(slack: LocalSlack) -> None:
    for author, at in ((EMMA, NOW), (EMMA, NOW + 60), (EMMA, NOW + 700), (DIETER, NOW + 710)):
        slack.workspace.post(TEAM, author, "Hello", at)
    slack.workspace.post(TEAM, DIETER, "Tomorrow", NOW + 86_400)
    told = scene(slack).read_messages()
    assert [said.follows for said in told] == [False, True, False, False, False]
    assert [bool(said.opens_day) for said in told] == [True, False, False, False, True]


def test_replies_stand_below_what_they_answer(slack: LocalSlack) -> None:
    first = slack.workspace.post(TEAM, EMMA, "First", NOW)
    slack.workspace.post(TEAM, DIETER, "Second", NOW + 1)
    slack.workspace.post(TEAM, DIETER, "Answer", NOW + 2, thread_ts=first.ts)
    told = scene(slack).read_messages()
    assert [said.message.text for said in told] == ["First", "Second"]
    assert [reply.message.text for reply in told[0].replies] == ["Answer"]


def test_a_room_is_unread_until_it_was_looked_at(slack: LocalSlack) -> None:
    memory = Memory()
    slack.workspace.post(GENERAL, BOT_USER_ID, "Hello", NOW)
    slack.workspace.post(GENERAL, BOT_USER_ID, "For Dieter", NOW, only_for=DIETER)

    def unread() -> set[str]:
        return {room.channel.id for room in scene(slack, EMMA, TEAM, memory).rooms if room.is_unread}

    assert unread() == {GENERAL}
    assert len(scene(slack, EMMA, GENERAL, memory).read_messages()) == 1
    assert unread() == set()
    slack.workspace.post(GENERAL, EMMA, "My own", NOW + 1)
    assert unread() == set()


def test_only_administrators_write_where_posting_is_restricted(slack: LocalSlack) -> None:
    assert not scene(slack, EMMA, ANNOUNCEMENTS).may_write
    assert scene(slack, ADA, ANNOUNCEMENTS).may_write
    assert not scene(slack, ADA, TEAM).may_write


@pytest.mark.parametrize(("tab", "may_write"), [({}, False), ({"messages_tab_enabled": True}, True)])
def test_the_manifest_says_whether_one_can_write_to_the_bot(tab: dict[str, bool], may_write: bool) -> None:
    slack = LocalSlack({**MANIFEST, "features": {**MANIFEST["features"], "app_home": tab}})
    assert scene(slack, EMMA, MESSAGES).may_write is may_write
