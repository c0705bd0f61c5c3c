"""Channels of any size, in which a team can be set up, and the people who are in them."""

from typing import Any

from bot.domain.teams import Team
from bot.playground.installation import BOT_USER_ID
from bot.playground.outcome import Outcome
from bot.playground.records import Channel, ChannelKind, Message, Person, View
from bot.storage.teams import load_team, members_of
from tests.scenario.conftest import Scene

CROWD = "C0CROWD"
SIZES = (2, 4, 5, 12, 400)


def crowd(scene: Scene, size: int, *first: str, channel: str = CROWD, **more: Any) -> list[str]:
    """A public channel of so many people, those named first, and Rung; who is in it."""
    workspace = scene.slack.workspace
    others = [f"U0CROWD{n:03d}" for n in range(size - len(first))]
    for user in others:
        workspace.people.setdefault(user, Person(user, f"Demo {user.removeprefix('U0')}", tz="Europe/Berlin"))
    people = [*first, *others]
    members = [*people, BOT_USER_ID]
    workspace.channels[channel] = Channel(channel, channel.lower(), ChannelKind.PUBLIC, members, **more)
    return people


async def opened(scene: Scene, person: str, channel: str = CROWD, words: str = "team") -> View:
    """The window that the command opens."""
    view = (await scene.slack.command(person, words, channel=channel)).view
    assert view is not None
    return view


async def set_up(scene: Scene, person: str, channel: str = CROWD, values: dict[Any, Any] | None = None) -> Outcome:
    """Save what the window offers, or other values of its fields."""
    return await scene.slack.submit(person, await opened(scene, person, channel), values or {})


async def asked(scene: Scene, person: str, channel: str = CROWD) -> Message:
    """Set up a team; the message with the button that its channel gets."""
    (message,) = (await set_up(scene, person, channel)).posted
    return message


async def counted(scene: Scene, channel: str = CROWD) -> tuple[str, ...]:
    async with scene.rung.parts.database.reading() as session:
        return await members_of(session, scene.slack.workspace.team_id, channel)


async def team_of(scene: Scene, channel: str = CROWD) -> Team | None:
    async with scene.rung.parts.database.reading() as session:
        return await load_team(session, scene.slack.workspace.team_id, channel)


async def kept(scene: Scene, channel: str = CROWD) -> Team:
    team = await team_of(scene, channel)
    assert team is not None
    return team
