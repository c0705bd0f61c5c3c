"""What the page asks for on behalf of a person: each order becomes one of the acts of the local Slack."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.playground import limits
from bot.playground.controls import FIELDS, Control, current_entry, find_control, missing_inputs
from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.outcome import Outcome
from bot.playground.page.scene import HOME, MESSAGES, Memory
from bot.playground.records import Json, Message, View
from bot.playground.refusals import NotThere, Refused, SlackError

REQUIRED = "Please complete this required field."


class BadOrder(Exception):
    """The page would never send this."""


class Order:
    """What was sent, by name."""

    def __init__(self, given: Any) -> None:
        if not isinstance(given, dict):
            raise BadOrder("an order is an object")
        self.given: Mapping[str, Any] = given

    def text(self, name: str) -> str:
        """Raises BadOrder where it is missing or no text."""
        value = self.given.get(name)
        if not isinstance(value, str):
            raise BadOrder(f"{name} must be a text")
        return value

    def optional(self, name: str) -> str | None:
        return self.text(name) if self.given.get(name) is not None else None

    def values(self) -> str | list[str] | None:
        """What is entered: one value, several, or none."""
        value = self.given.get("value")
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        raise BadOrder("value must be a text or a list of texts")


class Acts:
    """Carries out the orders of people who look at the page."""

    def __init__(self, slack: LocalSlack, memory: Memory) -> None:
        self.slack = slack
        self.workspace = slack.workspace
        self.memory = memory
        self._carry_out: Mapping[str, Callable[[str, Order], Awaitable[Json]]] = {
            "say": self._say,
            "click": self._click,
            "select": self._select,
            "type": self._type,
            "suggest": self._suggest,
            "submit": self._submit,
            "close": self._close,
            "home": self._home,
            "shortcut": self._shortcut,
            "join": self._join,
            "later": self._later,
        }

    async def carry_out(self, user: str, given: Any) -> Json:
        """What the page is told: nothing, options, or a `problem` in words. Raises BadOrder."""
        order = Order(given)
        act = self._carry_out.get(order.text("act"))
        if act is None:
            raise BadOrder("there is no such act")
        try:
            return await act(user, order)
        except (NotThere, Refused, SlackError) as refusal:
            return {"problem": _sentence(str(refusal))}
        finally:
            self.workspace.watchers.tell()

    async def _say(self, user: str, order: Order) -> Json:
        text, channel, thread = order.text("text").strip(), self._channel(user, order), order.optional("thread")
        if not text:
            return {}
        if not text.startswith("/"):
            return _told(await self.slack.send_message(user, self._referring(text), channel=channel, thread_ts=thread))
        command, _, words = text.partition(" ")
        if thread:
            raise NotThere(f"{command} is not supported in threads: mention @{self._bot_name} instead")
        words = self._referring(words.strip())
        outcome = await self.slack.command(user, words, channel=channel, command=command)
        return _told(outcome, f"{command} failed")

    @property
    def _bot_name(self) -> str:
        return self.slack.backend.installation.name

    def _channel(self, user: str, order: Order) -> str:
        channel = order.text("channel")
        return self.workspace.direct_channel(BOT_USER_ID, user).id if channel in (HOME, MESSAGES) else channel

    def _referring(self, text: str) -> str:
        """Typed names of people and channels as Slack's clients send them once they are completed: `<@U1>`."""
        references = {f"@{person.name}": f"<@{person.id}>" for person in self.workspace.people.values()}
        references |= {f"#{c.name}": f"<#{c.id}>" for c in self.workspace.channels.values() if not c.is_direct}
        longest_first = sorted(references, key=len, reverse=True)
        pattern = rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)"
        return re.sub(pattern, lambda found: references[found[1]], text)

    async def _click(self, user: str, order: Order) -> Json:
        surface = self._surface(user, order)
        value, block = order.optional("value"), order.optional("block")
        return _told(await self.slack.click(user, surface, order.text("action"), value=value, block_id=block))

    async def _select(self, user: str, order: Order) -> Json:
        surface, query = self._surface(user, order), order.optional("query") or ""
        block, value = order.optional("block"), order.values()
        if isinstance(surface, View) and isinstance(value, str) and _too_long(surface, order, value):
            return await self._type(user, order)
        return _told(
            await self.slack.select(user, surface, order.text("action"), value, block_id=block, query=query),
        )

    async def _type(self, user: str, order: Order) -> Json:
        """Keep what stands in a field, however unfinished: a reload must not lose it."""
        surface = self._surface(user, order)
        control = find_control(surface, order.text("action"), order.text("block"))
        field, _ = FIELDS[control.kind]
        surface.entries[control.key] = {"type": control.kind, field: order.text("value") or None}
        return {}

    async def _suggest(self, user: str, order: Order) -> Json:
        surface, block = self._surface(user, order), order.optional("block")
        query = order.optional("query") or ""
        return {"options": await self.slack.suggestions(user, surface, order.text("action"), query, block_id=block)}

    async def _submit(self, user: str, order: Order) -> Json:
        view = self._view(user, order)
        wrong = dict.fromkeys(missing_inputs(view), REQUIRED) | _wrong_lengths(view)
        if wrong:
            self.memory.errors[view.id] = wrong
            return {}
        self.memory.errors.pop(view.id, None)
        outcome = await self.slack.submit(user, view)
        if outcome.errors:
            self.memory.errors[view.id] = outcome.errors
        return _told(outcome, "We had some trouble connecting. Try again?")

    async def _close(self, user: str, order: Order) -> Json:
        view = self._view(user, order)
        self.memory.errors.pop(view.id, None)
        return _told(await self.slack.close(user, view, whole_stack=bool(order.given.get("whole_stack"))))

    async def _home(self, user: str, order: Order) -> Json:
        return _told(await self.slack.open_home(user))

    async def _shortcut(self, user: str, order: Order) -> Json:
        callback_id = order.text("callback")
        if order.optional("surface") is None:
            return _told(await self.slack.shortcut(user, callback_id))
        message = self._surface(user, order)
        if not isinstance(message, Message):
            raise BadOrder("a shortcut is chosen in the menu of a message")
        return _told(await self.slack.message_shortcut(user, message, callback_id))

    async def _join(self, user: str, order: Order) -> Json:
        channel = self.workspace.channel(order.text("channel"))
        if user in channel.members or not self.workspace.may_enter(user, channel):
            raise NotThere("that channel can't be joined")
        return _told(await self.slack.join(user, channel.id))

    async def _later(self, user: str, order: Order) -> Json:
        if self.slack.pass_time is None:
            raise NotThere("time can't be passed here")
        await self.slack.pass_time()
        return {}

    def _surface(self, user: str, order: Order) -> Message | View:
        """What the order is about. Raises NotThere for what is gone by now, or is somebody else's."""
        kind, _, key = order.text("surface").partition("-")
        view = self.workspace.modals.views.get(key)
        if kind == "v" and view and view.owner == user and view.is_open:
            return view
        for message in self.workspace.visible_messages(user):
            if kind == "m" and message.ts == key:
                return message
        raise NotThere("that is no longer there")

    def _view(self, user: str, order: Order) -> View:
        surface = self._surface(user, order)
        if isinstance(surface, View):
            return surface
        raise BadOrder("only a view can be submitted or closed")


def _too_long(view: View, order: Order, value: str) -> bool:
    """Whether a field doesn't take so much text: the app isn't told of it, and the person when they submit."""
    element = find_control(view, order.text("action"), order.optional("block")).element
    return element["type"] == "plain_text_input" and len(value) > int(element.get("max_length", limits.INPUT_TEXT))


def _wrong_lengths(view: View) -> dict[str, str]:
    """Texts that are shorter or longer than their field takes, by block_id."""
    wrong = {}
    for block in view.blocks:
        element = block.get("element", {})
        if block["type"] != "input" or element["type"] != "plain_text_input":
            continue
        written = current_entry(view, Control(block, element))["value"] or ""
        least, most = element.get("min_length", 0), element.get("max_length", limits.INPUT_TEXT)
        if written and not least <= len(written) <= most:
            wrong[block["block_id"]] = f"Must be {least} to {most} characters long; it is {len(written)}."
    return wrong


def _told(outcome: Outcome, failure: str = "That didn't work") -> Json:
    """A failed request is told in words; everything else shows by itself."""
    if outcome.status is None or outcome.status == 200:
        return {}
    return {"problem": f"{failure}: the app answered with the status {outcome.status}."}


def _sentence(reason: str) -> str:
    return reason[:1].upper() + reason[1:]
