"""The message that asks a channel who wants to be counted, posted once."""

import logging
from collections.abc import Callable
from datetime import datetime

from bot.domain.teams import Team
from bot.errors import ChannelNotTold, SlackRefused, SlackUnavailable
from bot.i18n.translator import Translator
from bot.messenger.channels import as_ours, find_marked, post_marked
from bot.messenger.client import SlackClient
from bot.services.teams import claim_counting, keep_counting, pause_team
from bot.storage.engine import Database
from bot.views.counting import counting_message

_logger = logging.getLogger(__name__)


async def tell_channel(
    team: Team,
    person: str,
    t: Translator,
    command: str,
    slack: SlackClient,
    database: Database,
    now: Callable[[], datetime],
) -> bool:
    """Post it in the channel's language, unless it stands there or somebody is posting it: whether this call did.

    Where Slack refuses it, the team rests, for Slack's reason. Raises RungNotInChannel, ChannelArchived,
    PostingRestricted, ChannelUnseen, SlackRefused, ChannelNotTold, StorageUnavailable.
    """
    before = await claim_counting(team, database, now())
    if before is None:
        return False
    key = f"{team.tenant}/{team.channel}/counting"
    ts = await _found(slack, team.channel, key) if before else None
    if ts is None:
        try:
            ts = await post_marked(slack, team.channel, key, counting_message(team, person, t, command))
        except SlackRefused as refused:
            await keep_counting(team, None, database)
            if (ours := as_ours(refused)) is refused:
                raise
            await pause_team(team.tenant, team.channel, refused.error, database, now())
            raise ours from refused
        except SlackUnavailable as unavailable:
            _logger.warning("Whether %s was told of its team isn't known: %s", team.channel, unavailable)
            ts = await _found(slack, team.channel, key)
    if ts is None:
        raise ChannelNotTold(f"{team.channel} was told, or wasn't")
    await keep_counting(team, ts, database)
    return True


async def _found(slack: SlackClient, channel: str, key: str) -> str | None:
    """None too where Slack doesn't say: the claim then stays a while, and whoever saves again looks again."""
    try:
        return await find_marked(slack, channel, key)
    except (SlackRefused, SlackUnavailable) as error:
        _logger.warning("The history of %s can't be read: %s", channel, error)
        return None
