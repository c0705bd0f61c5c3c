"""The modals and home tabs that people have open: a stack of at most three views, and one home, for each."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground import limits
from bot.playground.records import Change, ChangeKind, Json, View, with_ids
from bot.playground.refusals import SlackError


@dataclass(slots=True)
class Modals:
    """Every view that was ever shown, by its id; `record` is told of each change that a person sees."""

    record: Callable[[Change], None]
    views: dict[str, View] = field(default_factory=dict)
    homes: dict[str, View] = field(default_factory=dict)
    _stacks: dict[str, list[View]] = field(default_factory=dict)
    _revision: int = 0

    def stack(self, owner: str) -> list[View]:
        """The person's open modals, the one on top last."""
        return list(self._stacks.get(owner, ()))

    def top(self, owner: str) -> View | None:
        return self.stack(owner)[-1] if self._stacks.get(owner) else None

    def open(self, owner: str, body: Json, channel: str | None) -> View:
        """Show a modal by itself; what the person had open is gone."""
        self.clear(owner)
        return self._show(owner, body, channel)

    def push(self, below: View, body: Json) -> View:
        """Show a modal on top of the stack that `below` belongs to. Raises push_limit_reached, not_found."""
        if not below.is_open or below.is_home:
            raise SlackError("not_found")
        if len(self._stacks[below.owner]) >= limits.VIEW_STACK:
            raise SlackError("push_limit_reached")
        return self._show(below.owner, body, below.channel)

    def update(self, view: View, body: Json, expected_hash: str | None = None) -> View:
        """Change a view in place; entries at ids that remain are kept. Raises hash_conflict, not_found."""
        if not view.is_open:
            raise SlackError("not_found")
        if expected_hash and expected_hash != view.hash:
            raise SlackError("hash_conflict")
        self._claim_external_id(body, view)
        view.body, view.hash = self._stored(body), self._next_hash()
        self.record(Change(ChangeKind.VIEW_UPDATED, view))
        return view

    def publish(self, owner: str, body: Json, expected_hash: str | None = None) -> View:
        """Show a home tab. Raises hash_conflict."""
        home = self.homes.get(owner)
        if home and expected_hash and expected_hash != home.hash:
            raise SlackError("hash_conflict")
        if home is None:
            home = self.homes[owner] = self._new(owner, body, None)
        else:
            self._claim_external_id(body, home)
            home.body, home.hash = self._stored(body), self._next_hash()
        self.record(Change(ChangeKind.HOME_PUBLISHED, home))
        return home

    def close(self, view: View) -> None:
        """Take one modal off its stack, and what lies on top of it."""
        stack = self._stacks.get(view.owner, [])
        while view in stack:
            top = stack.pop()
            top.is_open = False
            self.record(Change(ChangeKind.VIEW_CLOSED, top))

    def clear(self, owner: str) -> None:
        if stack := self.stack(owner):
            self.close(stack[0])

    def by_id(self, view_id: str | None, external_id: str | None) -> View:
        """Raises not_found."""
        for view in self.views.values():
            if view.id == view_id or (external_id and view.body.get("external_id") == external_id):
                return view
        raise SlackError("not_found")

    def _show(self, owner: str, body: Json, channel: str | None) -> View:
        stack = self._stacks.setdefault(owner, [])
        view = self._new(owner, body, stack[-1] if stack else None)
        view.channel = channel
        stack.append(view)
        self.record(Change(ChangeKind.VIEW_OPENED, view))
        return view

    def _new(self, owner: str, body: Json, below: View | None) -> View:
        self._claim_external_id(body, None)
        view_id = f"V{len(self.views) + 1:09d}"
        root_id = below.root_id if below else view_id
        view = View(view_id, owner, self._stored(body), self._next_hash(), root_id, below.id if below else None)
        self.views[view_id] = view
        return view

    def _claim_external_id(self, body: Json, holder: View | None) -> None:
        wanted = body.get("external_id")
        others = (view for view in self.views.values() if view is not holder and view.is_open)
        if wanted and any(view.body.get("external_id") == wanted for view in others):
            raise SlackError("duplicate_external_id")

    def _stored(self, body: Json) -> Json:
        return {**body, "blocks": with_ids(body["blocks"])}

    def _next_hash(self) -> str:
        self._revision += 1
        return f"1700000000.h{self._revision:07d}"
