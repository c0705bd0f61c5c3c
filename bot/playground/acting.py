"""What people do with commands, controls, modals and shortcuts; each act ends when the bot has fallen silent."""

from typing import Any

from bot.playground import controls, payloads
from bot.playground.answers import answer_to_act
from bot.playground.asgi import Response
from bot.playground.checks import suggested_options
from bot.playground.controls import Control
from bot.playground.line import Line
from bot.playground.outcome import Outcome, parsed_body
from bot.playground.records import Channel, Json, Message, Person, View
from bot.playground.refusals import NotThere
from bot.playground.signing import RequestKind
from bot.playground.tickets import ResponseUrl
from bot.playground.workspace import GENERAL


class Acting(Line):
    """The acts that Slack calls interactions. Each refuses what the person couldn't do, with NotThere."""

    async def command(
        self, user: str, text: str = "", *, channel: str = GENERAL, command: str | None = None
    ) -> Outcome:
        """Type a slash command; without one, the first of the manifest."""
        person, place = self.present(user), self.place(user, channel)
        known = self.backend.installation.commands
        command = command or next(iter(known), None)
        if command not in known:
            raise NotThere(f"{command} is not a command of the manifest: {', '.join(known)}")
        since, url = len(self.workspace.journal), self._response_url(user, channel)
        form = payloads.command_form(self.backend, person, place, command, text)
        form |= {"response_url": self.backend.response_url(url.id), "trigger_id": self._trigger(user, channel)}
        response = await self.deliver(RequestKind.COMMAND, form)
        self._show_ack(response, url)
        return await self.finished(user, since, response)

    def _show_ack(self, response: Response, url: ResponseUrl) -> None:
        """The acknowledgement of a command may itself be the answer."""
        body = parsed_body(response)
        if not body or response.status != 200:
            return
        answer = {"text": body} if isinstance(body, str) else body
        self.judge_ack(answer, lambda: _ignored(answer_to_act(self.backend, url, answer)))

    async def click(
        self,
        user: str,
        surface: Message | View,
        action_id: str,
        *,
        value: str | None = None,
        block_id: str | None = None,
    ) -> Outcome:
        """Press a button, or choose the entry of this value in an overflow menu."""
        self._look_at(user, surface)
        control = controls.find_control(surface, action_id, block_id, value)
        if control.kind == "overflow":
            return await self._act(user, surface, control, controls.entry(control, value))
        if control.kind != "button":
            raise NotThere(f"{action_id} is a {control.kind}: select in it")
        return await self._act(user, surface, control)

    async def select(
        self,
        user: str,
        surface: Message | View,
        action_id: str,
        value: Any,
        *,
        block_id: str | None = None,
        query: str = "",
    ) -> Outcome:
        """Choose in a menu, a picker or among options; a list of values where it takes several.

        In a type-ahead, `query` is typed first, and the value has to be among what the bot then offers.
        """
        self._look_at(user, surface)
        control = controls.find_control(surface, action_id, block_id, value if isinstance(value, str) else None)
        offered = None
        if control.kind in controls.TYPE_AHEAD:
            offered = await self.suggestions(user, surface, action_id, query, block_id=block_id)
            offered += controls.current_entry(surface, control).get("selected_options") or []
        entered = controls.entry(control, value, offered)
        if control.kind != "overflow":
            surface.entries[control.key] = entered
        if control.block["type"] == "input" and not control.block.get("dispatch_action"):
            return await self.finished(user, len(self.workspace.journal), None)
        return await self._act(user, surface, control, entered)

    async def _act(self, user: str, surface: Message | View, control: Control, entered: Json | None = None) -> Outcome:
        since, person = len(self.workspace.journal), self.present(user)
        payload = payloads.interaction(self.backend, "block_actions", person, **self._place_and_tickets(user, surface))
        payload["actions"] = [payloads.action(control, self.backend.now(), entered)]
        response = await self.deliver(RequestKind.INTERACTION, payload)
        return await self.finished(user, since, response)

    def _place_and_tickets(self, user: str, surface: Message | View) -> Json:
        place = payloads.place_of(self.backend, surface)
        if isinstance(surface, View):
            return place | {"trigger_id": self._trigger(user, surface.channel, surface.id)}
        url = self._response_url(user, surface.channel, surface)
        return place | {
            "trigger_id": self._trigger(user, surface.channel),
            "response_url": self.backend.response_url(url.id),
        }

    async def suggestions(
        self, user: str, surface: Message | View, action_id: str, query: str = "", *, block_id: str | None = None
    ) -> list[Json]:
        """Type into a type-ahead, and get the options that the bot offers."""
        self._look_at(user, surface)
        control = controls.find_control(surface, action_id, block_id)
        if control.kind not in controls.TYPE_AHEAD:
            raise NotThere(f"{action_id} is a {control.kind}, not a type-ahead")
        if len(query) < control.element.get("min_query_length", 3):
            raise NotThere(f"the type-ahead asks for more characters than {query!r}")
        payload = payloads.interaction(self.backend, "block_suggestion", self.present(user))
        payload |= payloads.place_of(self.backend, surface)
        payload |= {"block_id": control.key[0], "action_id": action_id, "value": query}
        body = parsed_body(await self.deliver(RequestKind.INTERACTION, payload))
        offered: list[Json] = []
        self.judge_ack(body, lambda: offered.extend(suggested_options(body)))
        return offered

    async def shortcut(self, user: str, callback_id: str) -> Outcome:
        """Choose a global shortcut."""
        return await self._shortcut(user, callback_id, "shortcut", "global", None)

    async def message_shortcut(self, user: str, message: Message, callback_id: str) -> Outcome:
        """Choose a shortcut in the menu of a message."""
        self._look_at(user, message)
        return await self._shortcut(user, callback_id, "message_action", "message", message)

    async def _shortcut(self, user: str, callback_id: str, kind: str, wanted: str, message: Message | None) -> Outcome:
        if self.backend.installation.shortcuts.get(callback_id) != wanted:
            raise NotThere(f"the manifest has no {wanted} shortcut {callback_id}")
        since = len(self.workspace.journal)
        more: Json = {"callback_id": callback_id, "action_ts": f"{self.backend.now():.6f}"}
        more["trigger_id"] = self._trigger(user, message.channel if message else None)
        if message:
            url = self._response_url(user, message.channel)
            more["response_url"] = self.backend.response_url(url.id)
            more["message_ts"], more["message"] = message.ts, payloads.message_json(message)
            more["channel"] = payloads.channel_ref(self.workspace.channel(message.channel))
        payload = payloads.interaction(self.backend, kind, self.present(user), **more)
        return await self.finished(user, since, await self.deliver(RequestKind.INTERACTION, payload))

    def present(self, user: str) -> Person:
        """The person, who must be able to act. Raises NotThere."""
        person = self.workspace.people.get(user)
        if person is None or person.deleted:
            raise NotThere(f"nobody of id {user} can act")
        return person

    def place(self, user: str, channel: str) -> Channel:
        """The channel, in which the person must be able to write. Raises NotThere."""
        found = self.workspace.channels.get(channel)
        if found is None or user not in found.members or found.is_archived:
            raise NotThere(f"{user} can't write in {channel}")
        return found

    def _look_at(self, user: str, surface: Message | View) -> None:
        self.present(user)
        if not self.backend.installation.is_interactive:
            raise NotThere("the manifest doesn't enable interactivity")
        if isinstance(surface, Message):
            if not self.workspace.sees(user, surface):
                raise NotThere(f"{user} doesn't see this message")
        elif surface.owner != user or not surface.is_open:
            raise NotThere(f"{user} doesn't have this view open")

    def _trigger(self, user: str, channel: str | None, view_id: str | None = None) -> str:
        return self.workspace.tickets.issue_trigger(user, self.backend.now(), channel, view_id).id

    def _response_url(self, user: str, channel: str, original: Message | None = None) -> ResponseUrl:
        return self.workspace.tickets.issue_response_url(user, channel, self.backend.now(), original)


def _ignored(_: object) -> None:
    """The message shows up in the journal."""
