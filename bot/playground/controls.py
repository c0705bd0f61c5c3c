"""The controls on a surface: finding one, what choosing in it means, and `state.values` of the whole surface."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.playground.blocks import elements_of
from bot.playground.elements import all_options
from bot.playground.records import Json, Message, View
from bot.playground.refusals import NotThere

# For each control that keeps what was entered: where the entry stands, and where the bot sets it at first.
FIELDS: Mapping[str, tuple[str, str]] = {
    "static_select": ("selected_option", "initial_option"),
    "external_select": ("selected_option", "initial_option"),
    "radio_buttons": ("selected_option", "initial_option"),
    "users_select": ("selected_user", "initial_user"),
    "channels_select": ("selected_channel", "initial_channel"),
    "conversations_select": ("selected_conversation", "initial_conversation"),
    "multi_static_select": ("selected_options", "initial_options"),
    "multi_external_select": ("selected_options", "initial_options"),
    "checkboxes": ("selected_options", "initial_options"),
    "multi_users_select": ("selected_users", "initial_users"),
    "multi_channels_select": ("selected_channels", "initial_channels"),
    "multi_conversations_select": ("selected_conversations", "initial_conversations"),
    "datepicker": ("selected_date", "initial_date"),
    "timepicker": ("selected_time", "initial_time"),
    "plain_text_input": ("value", "initial_value"),
    "number_input": ("value", "initial_value"),
}
TYPE_AHEAD = ("external_select", "multi_external_select")


@dataclass(frozen=True, slots=True)
class Control:
    """An element that a person can act on, and the block that holds it."""

    block: Mapping[str, Any]
    element: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return str(self.element["type"])

    @property
    def key(self) -> tuple[str, str]:
        return str(self.block["block_id"]), str(self.element["action_id"])

    def offers(self, value: str) -> bool:
        """Whether a button carries this value, or a menu has an option of it."""
        return self.element.get("value") == value or any(o["value"] == value for o in all_options(self.element))


def controls_on(surface: Message | View) -> Iterator[Control]:
    for block in surface.blocks:
        for element in elements_of(block):
            if element["type"] != "image":
                yield Control(block, element)


def find_control(
    surface: Message | View, action_id: str, block_id: str | None = None, value: str | None = None
) -> Control:
    """The one control of this action_id; block_id, or a value that it offers, tells several apart.

    Raises NotThere.
    """
    found = [c for c in controls_on(surface) if c.key[1] == action_id and block_id in (None, c.key[0])]
    if len(found) > 1 and value is not None:
        found = [control for control in found if control.offers(value)]
    if len(found) != 1:
        present = sorted({control.key[1] for control in controls_on(surface)})
        raise NotThere(f"{len(found)} controls of action_id {action_id!r}; the surface has {present}")
    return found[0]


def _chosen_option(offered: list[Json], value: Any) -> Json:
    for option in offered:
        if option["value"] == value:
            return option
    raise NotThere(f"no option of value {value!r}; there are {[option['value'] for option in offered]}")


def entry(control: Control, value: Any, offered: list[Json] | None = None) -> Json:
    """What `state.values` and an action carry once `value` is entered: an option's value, an id, a text, a date.

    Several are given as a list where the control takes several; `offered` are the options of a type-ahead.
    Raises NotThere for what the control doesn't offer.
    """
    element = control.element
    options = all_options(element) if offered is None else offered
    if control.kind == "overflow":
        return {"type": "overflow", "selected_option": _chosen_option(options, value)}
    if control.kind not in FIELDS:
        raise NotThere(f"nothing can be entered in a {control.kind}")
    field, _ = FIELDS[control.kind]
    if value is not None and field == "selected_option":
        value = _chosen_option(options, value)
    elif field == "selected_options":
        value = [_chosen_option(options, each) for each in value]
    elif field == "value":
        _check_length(element, value)
    return {"type": control.kind, field: value}


def _check_length(element: Mapping[str, Any], value: str | None) -> None:
    least, most = element.get("min_length", 0), element.get("max_length", 3_000)
    if value and not least <= len(value) <= most:
        raise NotThere(f"the field takes {least} to {most} characters, not {len(value)}")


def current_entry(surface: Message | View, control: Control) -> Json:
    """What stands in the control now: what was entered, or else what the bot set."""
    if control.key in surface.entries:
        return surface.entries[control.key]
    field, initial = FIELDS[control.kind]
    value = control.element.get(initial, [] if initial.endswith("s") else None)
    if value is None and control.element.get("default_to_current_conversation") and isinstance(surface, View):
        value = surface.channel
    return {"type": control.kind, field: value}


def chosen_id(surface: Message | View, control: Control) -> str | None:
    """The id that stands in a menu of people or channels."""
    field, _ = FIELDS[control.kind]
    chosen: str | None = current_entry(surface, control)[field]
    return chosen


def state_values(surface: Message | View) -> Json:
    values: Json = {}
    for control in controls_on(surface):
        if control.kind in FIELDS:
            block_id, action_id = control.key
            values.setdefault(block_id, {})[action_id] = current_entry(surface, control)
    return values


def missing_inputs(view: View) -> list[str]:
    """The block_ids of required inputs that are still empty: Slack's clients don't submit then."""
    missing = []
    for control in controls_on(view):
        field, _ = FIELDS.get(control.kind, ("", ""))
        needed = control.block["type"] == "input" and not control.block.get("optional")
        if needed and not current_entry(view, control).get(field):
            missing.append(control.key[0])
    return missing
