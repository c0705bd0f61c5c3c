"""users.* and dnd.*: who somebody is, and when they don't want to be disturbed."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.playground.backend import Args, Backend, Handler
from bot.playground.installation import BOT_USER_ID
from bot.playground.records import Json, Person
from bot.playground.refusals import SlackError

DND_MOST = 50


def profile_json(person: Person) -> Json:
    return {
        "real_name": person.name,
        "display_name": person.name,
        "title": person.title,
        "status_text": person.status_text,
        "status_emoji": person.status_emoji,
    }


def person_json(slack: Backend, person: Person, *, include_locale: bool) -> Json:
    """A user object; of a deactivated person Slack tells neither the standing nor the zone."""
    told: Json = {
        "id": person.id,
        "team_id": "T0ELSEWHERE" if person.is_stranger else slack.workspace.team_id,
        "name": person.handle,
        "real_name": person.name,
        "deleted": person.deleted,
        "profile": profile_json(person),
        "is_bot": person.is_bot,
        "is_app_user": False,
    }
    if enterprise := slack.workspace.enterprise_id:
        told["enterprise_user"] = {
            "id": person.id,
            "enterprise_id": enterprise,
            "is_admin": person.is_organization_admin,
            "is_owner": False,
            "teams": [slack.workspace.team_id],
        }
    if not person.deleted:
        told |= _standing(person) | _zone(person, slack.now())
    if include_locale and not person.deleted:
        told["locale"] = person.locale
    return told


def _standing(person: Person) -> Json:
    names = ("is_admin", "is_owner", "is_restricted", "is_ultra_restricted", "is_stranger")
    return {name: getattr(person, name) for name in names}


def _zone(person: Person, at: float) -> Json:
    local = datetime.fromtimestamp(at, UTC).astimezone(ZoneInfo(person.tz))
    offset = local.utcoffset()
    return {
        "tz": person.tz,
        "tz_label": local.tzname(),
        "tz_offset": int(offset.total_seconds()) if offset else 0,
    }


def users_info(slack: Backend, args: Args) -> Json:
    person = slack.workspace.person(args.text("user"))
    return {"user": person_json(slack, person, include_locale=args.flag("include_locale"))}


def users_list(slack: Backend, args: Args) -> Json:
    people, metadata = args.page(list(slack.workspace.people.values()), default=1_000)
    include_locale = args.flag("include_locale")
    return {"members": [person_json(slack, p, include_locale=include_locale) for p in people], **metadata}


def users_profile_get(slack: Backend, args: Args) -> Json:
    return {"profile": profile_json(_person_or_bot(slack, args))}


def dnd_info(slack: Backend, args: Args) -> Json:
    return {**_dnd(_person_or_bot(slack, args)), "snooze_enabled": False}


def dnd_team_info(slack: Backend, args: Args) -> Json:
    """Of up to 50 people; those whom nobody knows are left out."""
    asked = args.text("users").split(",")
    if len(asked) > DND_MOST:
        raise SlackError("too_many_users")
    people = slack.workspace.people
    return {"users": {user: _dnd(people[user]) for user in asked if user in people}}


def _dnd(person: Person) -> Json:
    start, end = person.do_not_disturb or (1, 1)  # Slack's own way to say never
    return {"dnd_enabled": bool(person.do_not_disturb), "next_dnd_start_ts": start, "next_dnd_end_ts": end}


def _person_or_bot(slack: Backend, args: Args) -> Person:
    return slack.workspace.person(args.text("user", BOT_USER_ID))


HANDLERS: Mapping[str, Handler] = {
    "users.info": users_info,
    "users.list": users_list,
    "users.profile.get": users_profile_get,
    "dnd.info": dnd_info,
    "dnd.teamInfo": dnd_team_info,
}
