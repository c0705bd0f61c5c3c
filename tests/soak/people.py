"""What people do all the while: they ask, look, rate themselves, and answer the messages that reach them."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.i18n.locales import ReaderLocale
from bot.i18n.translator import Catalogs
from bot.playground.controls import controls_on
from bot.playground.grid import LocalGrid
from bot.playground.installation import BOT_USER_ID
from bot.playground.local_slack import LocalSlack
from bot.playground.outcome import Outcome
from bot.playground.records import ChangeKind, Message, View
from bot.playground.refusals import NotThere, Refused
from bot.views.ids import Action, Modal
from bot.views.message import spoken
from tests.soak.company import SKILL
from tests.soak.fleet import touched
from tests.soak.tally import Act, Tally

WITHIN = 10.0  # seconds in which an act has to have its effect
ANSWERING = 0.3  # the share of those who answer a check-in
HESITATION = (1.0, 40.0)  # seconds until somebody answers
RATED = 4  # statements in one go
AGAIN_AFTER = 1.0  # seconds after which somebody clicks again where nothing happened
QUESTIONS = (f"{SKILL} senior", f"{SKILL}", "model-evaluation middle", "data-pipelines lead", "data-pipelines")
LOOKS = ("list", "help", "find gpu", "language")


class Vain(Exception):
    """An act came to nothing; the message says how."""


@dataclass(slots=True)
class People:
    """All of them. `rated` is what was saved, by tenant, person and statement; `unsure` what may have been."""

    grid: LocalGrid
    tally: Tally
    dice: random.Random
    rated: dict[tuple[str, str, str], str] = field(default_factory=dict)
    unsure: set[tuple[str, str, str]] = field(default_factory=set)
    _users: dict[str, list[str]] = field(default_factory=dict)  # those who act, by tenant
    _busy: set[tuple[str, str]] = field(default_factory=set)
    _acting: set[asyncio.Task[None]] = field(default_factory=set)
    _references: tuple[str, ...] = field(default_factory=lambda: _references())

    def __post_init__(self) -> None:
        for slack in self.grid.slacks:
            people = slack.workspace.people.values()
            self._users[slack.workspace.team_id] = [one.id for one in people if not (one.is_bot or one.is_admin)]

    async def live(self, acts_a_second: float) -> None:
        """Do something so often, and answer what comes, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for slack in self.grid.slacks:
                group.create_task(self._read_along(slack))
            while True:
                await asyncio.sleep(self.dice.expovariate(acts_a_second))
                self._begin(self.dice.choice(self.grid.slacks))

    async def finish(self) -> None:
        """Let those who are at it come to an end."""
        while self._acting:
            await asyncio.wait(self._acting)

    def _begin(self, slack: LocalSlack) -> None:
        user = self.dice.choice(self._users[slack.workspace.team_id])
        act = self.dice.choices((self._ask, self._look, self._go_home, self._rate), (60, 12, 12, 16))[0]
        self._spawn(act.__name__.strip("_"), slack, user, lambda: act(slack, user))

    def _spawn(self, kind: str, slack: LocalSlack, user: str, act: Callable[[], Awaitable[None]]) -> None:
        if (slack.workspace.team_id, user) in self._busy:
            return
        task = asyncio.create_task(self._done(kind, slack, user, act))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _done(self, kind: str, slack: LocalSlack, user: str, act: Callable[[], Awaitable[None]]) -> None:
        who, begun, problem = (slack.workspace.team_id, user), time.monotonic(), ""
        members: list[str] = []
        touched.set(members)
        self._busy.add(who)
        slack.workspace.modals.clear(user)  # what was looked at before is closed
        try:
            await act()
        except Vain as vain:
            problem = str(vain)
        except (NotThere, Refused) as refused:
            problem = f"{type(refused).__name__} {str(refused)[:120]}"
        finally:
            self._busy.discard(who)
        self.tally.acts.append(Act(kind, begun, time.monotonic(), frozenset(members), problem))

    async def _ask(self, slack: LocalSlack, user: str) -> None:
        self._read(await slack.command(user, self.dice.choice(QUESTIONS)))

    async def _look(self, slack: LocalSlack, user: str) -> None:
        self._read(await slack.command(user, self.dice.choice(LOOKS)))

    async def _go_home(self, slack: LocalSlack, user: str) -> None:
        homes = slack.workspace.modals.homes
        _require(await slack.open_home(user))
        await _until(slack, lambda: user in homes, "no home")  # one that says the same already isn't sent again
        self._check(homes[user])

    async def _rate(self, slack: LocalSlack, user: str) -> None:
        _require(await slack.command(user, f"assess {SKILL}"))
        await self._fill_in(slack, user, Modal.ASSESS, Action.ASSESS_RATING)

    async def _answer(self, slack: LocalSlack, user: str, message: Message) -> None:
        """Say what there is to say to a check-in, in the message or in its window."""
        before = message.edited_ts
        action = self.dice.choice((Action.CHECK_IN_SAME, Action.CHECK_IN_SKIP, Action.CHECK_IN_OPEN))
        _require(await slack.click(user, message, action))
        if action is Action.CHECK_IN_OPEN:
            await self._fill_in(slack, user, Modal.CHECK_IN, Action.CHECK_IN_FIELD)
        await _until(slack, lambda: message.edited_ts != before, "the message isn't answered")

    async def _fill_in(self, slack: LocalSlack, user: str, modal: Modal, field_id: Action) -> None:
        """Rate a few statements in a window and save it; where nothing happens, click again."""
        modals = slack.workspace.modals
        await _until(slack, lambda: _is_filled(modals.top(user), field_id), "no window with fields")
        view = modals.top(user)
        assert view is not None
        self._check(view, modal)
        fields = [one.key for one in controls_on(view) if one.key[1] == field_id and one.kind == "radio_buttons"]
        chosen = {key: self.dice.choice(("practising", "consistent")) for key in fields[:RATED]}
        for (block, action), rating in chosen.items():
            await slack.select(user, view, action, rating, block_id=block)
        said = {
            (slack.workspace.team_id, user, block.removeprefix("rating ")): rating
            for (block, _), rating in chosen.items()
        }
        self.unsure |= said.keys()
        outcome = await slack.submit(user, view)
        if outcome.status != 200:
            await asyncio.sleep(AGAIN_AFTER)
            outcome = await slack.submit(user, view)
        _require(outcome)
        self._check_saved(slack.workspace.modals.top(user))
        self.unsure -= said.keys()
        self.rated |= said

    async def _read_along(self, slack: LocalSlack) -> None:
        """See what comes in, and let some answer it after a while."""
        seen = 0
        with slack.workspace.watchers.watching() as changed:
            while True:
                await changed.wait()
                changed.clear()
                for change in slack.workspace.journal[seen:]:
                    if change.kind is ChangeKind.POSTED and isinstance(change.item, Message):
                        self._notice(slack, change.item)
                seen = len(slack.workspace.journal)

    def _notice(self, slack: LocalSlack, message: Message) -> None:
        channel = slack.workspace.channels[message.channel]
        if not message.metadata or not channel.is_direct or self.dice.random() > ANSWERING:
            return
        user = next(member for member in channel.members if member != BOT_USER_ID)

        def later() -> None:
            self._spawn("answer", slack, user, lambda: self._answer(slack, user, message))

        asyncio.get_running_loop().call_later(self.dice.uniform(*HESITATION), later)

    def _read(self, outcome: Outcome) -> None:
        _require(outcome)
        if not outcome.messages:
            raise Vain("no answer")
        self._check(outcome.messages[-1])

    def _check(self, surface: Message | View | None, modal: Modal | None = None) -> None:
        if surface is None:
            raise Vain("nothing is shown")
        words = spoken(surface.blocks)
        if any(reference in words for reference in self._references):
            raise Vain(f"an error is shown: {words[:80]}")
        if modal and isinstance(surface, View) and surface.body.get("callback_id") != modal:
            raise Vain(f"another window: {words[:80]}")

    def _check_saved(self, view: View | None) -> None:
        """After a window was saved, it is closed, or says so."""
        if view is not None:
            self._check(view)
            if "submit" in view.body:
                raise Vain(f"the window stays: {spoken(view.blocks)[:80]}")


def _require(outcome: Outcome) -> None:
    if outcome.status != 200:
        raise Vain(f"status {outcome.status}")


async def _until(slack: LocalSlack, is_so: Callable[[], Any], else_say: str) -> None:
    """Wait for something to be so. Raises Vain where it takes too long."""
    with slack.workspace.watchers.watching() as changed:
        try:
            async with asyncio.timeout(WITHIN):
                while not is_so():
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            raise Vain(else_say) from None


def _is_filled(view: View | None, field_id: Action) -> bool:
    """Whether it shows what it opened for: it may say first that it is being filled."""
    return view is not None and any(one.key[1] == field_id for one in controls_on(view))


def _references() -> tuple[str, ...]:
    """How a message begins that tells of a failure of ours, in each language."""
    catalogs = Catalogs.load()
    locales = (ReaderLocale(code, code, (code,)) for code in catalogs.languages)
    told = "Reference for your admin: %(reference)s"
    return tuple(catalogs.translator(locale).gettext(told, reference="") for locale in locales)
