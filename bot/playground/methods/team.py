"""auth.test, team.info and bots.info: what the token stands for."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.installation import APP_ID, BOT_ID, BOT_USER_ID
from bot.playground.records import Json
from bot.playground.refusals import SlackError


def auth_test(slack: Backend, args: Args) -> Json:
    return {
        "url": f"https://{slack.workspace.domain}.slack.com/",
        "team": slack.workspace.name,
        "user": slack.installation.name.lower(),
        "team_id": slack.workspace.team_id,
        "user_id": BOT_USER_ID,
        "bot_id": BOT_ID,
        "enterprise_id": slack.workspace.enterprise_id,
        "is_enterprise_install": slack.workspace.enterprise_id is not None,
    }


def team_info(slack: Backend, args: Args) -> Json:
    workspace = slack.workspace
    if args.text("team", workspace.team_id) != workspace.team_id:
        raise SlackError("team_not_found")
    return {"team": {"id": workspace.team_id, "name": workspace.name, "domain": workspace.domain}}


def bots_info(slack: Backend, args: Args) -> Json:
    if args.text("bot", BOT_ID) != BOT_ID:
        raise SlackError("bot_not_found")
    name = slack.installation.name
    return {"bot": {"id": BOT_ID, "deleted": False, "name": name, "app_id": APP_ID, "user_id": BOT_USER_ID}}


HANDLERS: Mapping[str, Handler] = {"auth.test": auth_test, "team.info": team_info, "bots.info": bots_info}
