"""How a control stands on the page: what it shows now, and what can be chosen in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.playground.controls import FIELDS, Control, current_entry
from bot.playground.elements import all_options
from bot.playground.records import Channel, ChannelKind, Json, Message, View
from bot.playground.workspace import Workspace

PLAIN = {"type": "plain_text", "emoji": False}
KINDS = {
    "im": ChannelKind.DIRECT,
    "mpim": ChannelKind.GROUP_DIRECT,
    "private": ChannelKind.PRIVATE,
    "public": ChannelKind.PUBLIC,
}


@dataclass(frozen=True, slots=True)
class Group:
    """Options under one label, which is empty where they aren't grouped."""

    label: str
    options: Sequence[Json]


@dataclass(frozen=True, slots=True)
class Face:
    """A control with what a person sees in it. `chosen` are options, `typed` a text, a date or a time.

    `id` names it on the page: the same control has the same id for as long as its surface lives.
    """

    id: str
    control: Control
    chosen: Sequence[Json] = ()
    typed: str = ""
    groups: Sequence[Group] = ()

    @property
    def element(self) -> Mapping[str, Any]:
        return self.control.element

    @property
    def kind(self) -> str:
        return self.control.kind

    @property
    def is_multiple(self) -> bool:
        return self.kind.startswith("multi_")

    @property
    def is_menu(self) -> bool:
        return self.kind.endswith("_select")

    @property
    def is_external(self) -> bool:
        return "external" in self.kind

    @property
    def values(self) -> list[str]:
        return [option["value"] for option in self.chosen]

    @property
    def number_of_options(self) -> int:
        return sum(len(group.options) for group in self.groups)


def surface_id(surface: Message | View) -> str:
    """How the page names a message or a view."""
    return f"v-{surface.id}" if isinstance(surface, View) else f"m-{surface.ts}"


def face(workspace: Workspace, user: str, surface: Message | View, block: Json, element: Json) -> Face:
    """The control as this person sees it."""
    control = Control(block, element)
    number = "".join(c if c.isalnum() or c in "._:-" else "_" for c in "-".join(control.key))
    groups = _groups(workspace, user, control)
    entry = current_entry(surface, control) if control.kind in FIELDS else {}
    value = entry.get(FIELDS[control.kind][0]) if entry else None
    is_written = control.kind in ("plain_text_input", "number_input", "datepicker", "timepicker")
    return Face(
        id=f"{surface_id(surface)}-{number}",
        control=control,
        chosen=() if is_written else _chosen(value, groups),
        typed=value or "" if is_written else "",
        groups=groups,
    )


def _chosen(value: Any, groups: Sequence[Group]) -> list[Json]:
    """What was chosen, as options: people and channels come as ids."""
    values = value if isinstance(value, list) else [value] if value else []
    by_id = {option["value"]: option for group in groups for option in group.options}
    return [each if isinstance(each, dict) else by_id.get(each, _option(each, each)) for each in values]


def _groups(workspace: Workspace, user: str, control: Control) -> list[Group]:
    element, kind = control.element, control.kind
    if "users_select" in kind:
        return [Group("", _people(workspace))]
    if "channels_select" in kind or "conversations_select" in kind:
        return [Group("", _channels(workspace, user, element.get("filter", {}), "channels_select" in kind))]
    if "option_groups" in element:
        return [Group(group["label"]["text"], group["options"]) for group in element["option_groups"]]
    return [Group("", all_options(element))]


def _people(workspace: Workspace) -> list[Json]:
    return [_option(person.id, person.name) for person in workspace.people.values() if not person.deleted]


def _channels(workspace: Workspace, user: str, allowed: Json, public_only: bool) -> list[Json]:
    kinds = {ChannelKind.PUBLIC} if public_only else {KINDS[name] for name in allowed.get("include", KINDS)}
    return [
        _option(channel.id, title_of(workspace, user, channel))
        for channel in workspace.channels.values()
        if channel.kind in kinds and workspace.may_enter(user, channel) and not channel.is_archived
    ]


def title_of(workspace: Workspace, user: str, channel: Channel) -> str:
    """What a person calls a conversation: direct messages go by the others in them."""
    if channel.is_direct:
        return ", ".join(workspace.people[member].name for member in channel.members if member != user)
    return f"#{channel.name}"


def _option(value: str, text: str) -> Json:
    return {"value": value, "text": {**PLAIN, "text": text}}
