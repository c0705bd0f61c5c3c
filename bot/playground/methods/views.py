"""views.*: modals and the home tab."""

from collections.abc import Mapping

from bot.playground.backend import Args, Backend, Handler
from bot.playground.blocks import Surface
from bot.playground.checks import check_view
from bot.playground.installation import APP_ID, BOT_ID
from bot.playground.methods.files import check_pictures
from bot.playground.records import Json, View
from bot.playground.refusals import SlackError
from bot.playground.tickets import Trigger


def view_json(slack: Backend, view: View, values: Json | None = None) -> Json:
    """A view as Slack's answers and payloads carry it; `values` is what the person has entered."""
    body = view.body
    return {
        "id": view.id,
        "team_id": slack.workspace.team_id,
        "type": body["type"],
        "title": body.get("title"),
        "submit": body.get("submit"),
        "close": body.get("close"),
        "blocks": body["blocks"],
        "private_metadata": body.get("private_metadata", ""),
        "callback_id": body.get("callback_id", ""),
        "external_id": body.get("external_id", ""),
        "clear_on_close": body.get("clear_on_close", False),
        "notify_on_close": body.get("notify_on_close", False),
        "state": {"values": values or {}},
        "hash": view.hash,
        "previous_view_id": view.previous_id,
        "root_view_id": view.root_id,
        "app_id": APP_ID,
        "app_installed_team_id": slack.workspace.team_id,
        "bot_id": BOT_ID,
    }


def _checked(slack: Backend, args: Args, surface: Surface) -> Json:
    body: Json = args.data("view")
    check_view(body, surface)
    check_pictures(slack, body["blocks"])
    return body


def _trigger(slack: Backend, args: Args) -> Trigger:
    trigger_id = args.text("trigger_id") or args.text("interactivity_pointer")
    if not trigger_id:
        raise SlackError("invalid_arguments", "missing required field: trigger_id")
    return slack.workspace.tickets.spend_trigger(trigger_id, slack.now())


def views_open(slack: Backend, args: Args) -> Json:
    body = _checked(slack, args, Surface.MODAL)
    trigger = _trigger(slack, args)
    return {"view": view_json(slack, slack.workspace.modals.open(trigger.user, body, trigger.channel))}


def views_push(slack: Backend, args: Args) -> Json:
    body = _checked(slack, args, Surface.MODAL)
    trigger = _trigger(slack, args)
    modals = slack.workspace.modals
    return {"view": view_json(slack, modals.push(modals.by_id(trigger.view_id, None), body))}


def views_update(slack: Backend, args: Args) -> Json:
    modals = slack.workspace.modals
    view_id, external_id = args.text("view_id"), args.text("external_id")
    if bool(view_id) == bool(external_id):
        raise SlackError("invalid_arguments", "give either view_id or external_id")
    view = modals.by_id(view_id, external_id)
    body = _checked(slack, args, Surface.HOME if view.is_home else Surface.MODAL)
    return {"view": view_json(slack, modals.update(view, body, args.text("hash")))}


def views_publish(slack: Backend, args: Args) -> Json:
    body = _checked(slack, args, Surface.HOME)
    if not slack.installation.has_home_tab:
        raise SlackError("not_enabled")
    person = slack.workspace.people.get(args.text("user_id"))
    if person is None or person.is_bot or person.deleted:
        raise SlackError("invalid_arguments", "user_id is nobody who has a home tab")
    return {"view": view_json(slack, slack.workspace.modals.publish(person.id, body, args.text("hash")))}


HANDLERS: Mapping[str, Handler] = {
    "views.open": views_open,
    "views.push": views_push,
    "views.update": views_update,
    "views.publish": views_publish,
}
