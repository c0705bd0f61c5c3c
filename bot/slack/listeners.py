"""The few listeners that Bolt is given, the hottest first; each has its own table of what it answers."""

import logging
import re
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.response import BoltResponse

from bot.slack.actions import action_listener
from bot.slack.channels import (
    archived_listener,
    deleted_listener,
    left_listener,
    moved_listener,
    unarchived_listener,
)
from bot.slack.commands import command_listener
from bot.slack.errors import answer_error
from bot.slack.events import user_change_listener
from bot.slack.evidence import evidence_listener
from bot.slack.home import home_listener
from bot.slack.install.stores import no_oauth
from bot.slack.messages import direct_message_listener, mention_listener
from bot.slack.options import options_listener
from bot.slack.parts import Parts
from bot.slack.shortcuts import shortcut_listener
from bot.slack.submissions import submission_listener
from bot.slack.uninstalling import revoked_listener, uninstalled_listener

_ANY = re.compile("")


def bolt_app(parts: Parts, authorize: AsyncAuthorize, signing_secret: str) -> AsyncApp:
    """Signatures, certificate checks and URL verification are the front's; see docs/adr on the ASGI front."""
    logger = logging.getLogger("bot.slack.bolt")
    logger.setLevel(logging.ERROR)  # for Bolt's warning that SLACK_BOT_TOKEN is ignored: it gets it by `authorize`
    app = AsyncApp(
        name="rung",
        logger=logger,
        signing_secret=signing_secret,
        authorize=authorize,  # type: ignore[arg-type]  # Bolt takes both, its annotation only a function
        process_before_response=True,
        request_verification_enabled=False,
        ssl_check_enabled=False,
        url_verification_enabled=False,
        attaching_function_token_enabled=False,
        oauth_settings=no_oauth(),
    )
    logger.setLevel(logging.WARNING)
    app.command(parts.command)(command_listener(parts))
    app.action(_ANY)(action_listener(parts))
    app.options(_ANY)(options_listener(parts))
    app.view(_ANY)(submission_listener(parts))
    app.shortcut("look_up")(shortcut_listener(parts))
    app.shortcut("save_evidence")(evidence_listener(parts))
    app.event("user_change")(user_change_listener(parts))
    app.event("app_home_opened")(home_listener(parts))
    app.event("app_mention")(mention_listener(parts))
    app.event("message")(direct_message_listener(parts))
    app.event("member_left_channel")(left_listener(parts))
    app.event("channel_archive")(archived_listener(parts))
    app.event("group_archive")(archived_listener(parts))
    app.event("channel_unarchive")(unarchived_listener(parts))
    app.event("group_unarchive")(unarchived_listener(parts))
    app.event("channel_deleted")(deleted_listener(parts))
    app.event("group_deleted")(deleted_listener(parts))
    app.event("channel_id_changed")(moved_listener(parts))
    app.event("app_uninstalled")(uninstalled_listener(parts))
    app.event("tokens_revoked")(revoked_listener(parts))

    @app.error
    async def tell(error: Exception, body: dict[str, Any]) -> BoltResponse:
        return await answer_error(parts, body, error)

    return app
