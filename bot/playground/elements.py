"""The shapes of text objects, options and interactive elements, as Slack's Block Kit reference gives them."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.playground import limits
from bot.playground.schema import Check, Fault, boolean, by_type, choice, integer, items, shape, string


def plain_text(most: int) -> Check:
    return shape("plain_text", {"text": string(most)}, {"emoji": boolean})


def any_text(most: int) -> Check:
    mrkdwn = shape("mrkdwn", {"text": string(most)}, {"verbatim": boolean})
    return by_type(plain_text=plain_text(most), mrkdwn=mrkdwn)


ACTION_ID = string(limits.IDENTIFIER)
STYLE = choice("primary", "danger")
CONFIRM = shape(
    None,
    {
        "title": plain_text(limits.CONFIRM_TITLE),
        "text": any_text(limits.CONFIRM_TEXT),
        "confirm": plain_text(limits.CONFIRM_BUTTON),
        "deny": plain_text(limits.CONFIRM_BUTTON),
    },
    {"style": STYLE},
)


def option(text: Check, extra: Mapping[str, Check] | None = None) -> Check:
    required = {"text": text, "value": string(limits.OPTION_VALUE)}
    return shape(None, required, {"description": plain_text(limits.OPTION_TEXT), **(extra or {})})


PLAIN_OPTION = option(plain_text(limits.OPTION_TEXT))
ANY_OPTION = option(any_text(limits.OPTION_TEXT))
MENU = items(PLAIN_OPTION, limits.MENU_OPTIONS)
GROUPS = items(
    shape(None, {"label": plain_text(limits.OPTION_TEXT), "options": MENU}), limits.MENU_OPTIONS
)  # Slack caps the groups as it caps the options of each


def all_options(element: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every option of a menu, those in groups too."""
    grouped = [option for group in element.get("option_groups", ()) for option in group["options"]]
    return [*element.get("options", ()), *grouped]


def one_list_of_options(element: dict[str, Any], at: str) -> Iterator[Fault]:
    if ("options" in element) == ("option_groups" in element):
        yield Fault(at, "must have either options or option_groups")


def options_are_sound(element: dict[str, Any], at: str) -> Iterator[Fault]:
    """No two options have one value, and what is chosen at first is among them, letter for letter."""
    offered = all_options(element)
    values = [option["value"] for option in offered]
    if len(values) != len(set(values)):
        yield Fault(f"{at}/options", "option values must be unique")
    chosen = [element["initial_option"]] if "initial_option" in element else element.get("initial_options", [])
    if not all(option in offered for option in chosen):
        yield Fault(f"{at}/initial_option", "the initial option must match one of the options exactly")


CONTROL: Mapping[str, Check] = {"action_id": ACTION_ID, "confirm": CONFIRM, "focus_on_load": boolean}
SELECT: Mapping[str, Check] = {**CONTROL, "placeholder": plain_text(limits.PLACEHOLDER)}
MULTI: Mapping[str, Check] = {**SELECT, "max_selected_items": integer(1, limits.MENU_OPTIONS)}
FILTER = shape(
    None,
    {},
    {
        "include": items(choice("im", "mpim", "private", "public"), 4),
        "exclude_bot_users": boolean,
        "exclude_external_shared_channels": boolean,
    },
)
CONVERSATIONS: Mapping[str, Check] = {"default_to_current_conversation": boolean, "filter": FILTER}
OFFERED: Mapping[str, Check] = {"options": MENU, "option_groups": GROUPS}
QUERY: Mapping[str, Check] = {"min_query_length": integer(0, limits.OPTION_VALUE)}
ID = string(limits.IDENTIFIER)
IDS = items(ID, limits.MENU_OPTIONS)
CHOSEN = items(PLAIN_OPTION, limits.MENU_OPTIONS)
OPTION_RULES = (one_list_of_options, options_are_sound)

SELECTS: Mapping[str, Check] = {
    "static_select": shape("static_select", {}, {**SELECT, **OFFERED, "initial_option": PLAIN_OPTION}, OPTION_RULES),
    "external_select": shape("external_select", {}, {**SELECT, **QUERY, "initial_option": PLAIN_OPTION}),
    "users_select": shape("users_select", {}, {**SELECT, "initial_user": ID}),
    "channels_select": shape("channels_select", {}, {**SELECT, "initial_channel": ID, "response_url_enabled": boolean}),
    "conversations_select": shape(
        "conversations_select",
        {},
        {**SELECT, **CONVERSATIONS, "initial_conversation": ID, "response_url_enabled": boolean},
    ),
    "multi_static_select": shape(
        "multi_static_select", {}, {**MULTI, **OFFERED, "initial_options": CHOSEN}, OPTION_RULES
    ),
    "multi_external_select": shape("multi_external_select", {}, {**MULTI, **QUERY, "initial_options": CHOSEN}),
    "multi_users_select": shape("multi_users_select", {}, {**MULTI, "initial_users": IDS}),
    "multi_channels_select": shape("multi_channels_select", {}, {**MULTI, "initial_channels": IDS}),
    "multi_conversations_select": shape(
        "multi_conversations_select", {}, {**MULTI, **CONVERSATIONS, "initial_conversations": IDS}
    ),
}
TEN_OPTIONS = {"options": items(ANY_OPTION, limits.CHOICE_OPTIONS)}
CHOICES: Mapping[str, Check] = {
    "radio_buttons": shape(
        "radio_buttons", TEN_OPTIONS, {**CONTROL, "initial_option": ANY_OPTION}, (options_are_sound,)
    ),
    "checkboxes": shape(
        "checkboxes",
        TEN_OPTIONS,
        {**CONTROL, "initial_options": items(ANY_OPTION, limits.CHOICE_OPTIONS)},
        (options_are_sound,),
    ),
}
DATE = string(10, pattern=r"\d{4}-\d\d-\d\d")
TIME = string(5, pattern=r"([01]\d|2[0-3]):[0-5]\d")
PICKERS: Mapping[str, Check] = {
    "datepicker": shape("datepicker", {}, {**SELECT, "initial_date": DATE}),
    "timepicker": shape("timepicker", {}, {**SELECT, "initial_time": TIME, "timezone": ID}),
}
BUTTON = shape(
    "button",
    {"text": plain_text(limits.BUTTON_TEXT)},
    {
        "action_id": ACTION_ID,
        "value": string(limits.BUTTON_VALUE),
        "url": string(limits.URL),
        "style": STYLE,
        "confirm": CONFIRM,
        "accessibility_label": string(limits.BUTTON_TEXT),
    },
)
OVERFLOW = shape(
    "overflow",
    {"options": items(option(plain_text(limits.OPTION_TEXT), {"url": string(limits.URL)}), limits.OVERFLOW_OPTIONS)},
    {"action_id": ACTION_ID, "confirm": CONFIRM},
    (options_are_sound,),
)
TYPED: Mapping[str, Check] = {
    "action_id": ACTION_ID,
    "placeholder": plain_text(limits.PLACEHOLDER),
    "focus_on_load": boolean,
    "dispatch_action_config": shape(
        None, {}, {"trigger_actions_on": items(choice("on_enter_pressed", "on_character_entered"), 2)}
    ),
}
TEXT_INPUTS: Mapping[str, Check] = {
    "plain_text_input": shape(
        "plain_text_input",
        {},
        {
            **TYPED,
            "initial_value": string(limits.INPUT_TEXT, least=0),
            "multiline": boolean,
            "min_length": integer(0, limits.INPUT_TEXT),
            "max_length": integer(1, limits.INPUT_TEXT),
        },
    ),
    "number_input": shape(
        "number_input",
        {"is_decimal_allowed": boolean},
        {**TYPED, "initial_value": string(50), "min_value": string(50), "max_value": string(50)},
    ),
}
PICTURE: Mapping[str, Check] = {
    "image_url": string(limits.URL),
    "slack_file": shape(None, {}, {"id": ID, "url": string(limits.URL)}),
}


def one_picture(image: dict[str, Any], at: str) -> Iterator[Fault]:
    if ("image_url" in image) == ("slack_file" in image):
        yield Fault(at, "must have either image_url or slack_file")


IMAGE = shape("image", {"alt_text": string(limits.ALT_TEXT)}, PICTURE, (one_picture,))

INTERACTIVE = by_type(button=BUTTON, overflow=OVERFLOW, **SELECTS, **CHOICES, **PICKERS)
ACCESSORY = by_type(button=BUTTON, overflow=OVERFLOW, image=IMAGE, **SELECTS, **CHOICES, **PICKERS)
INPUT = by_type(**SELECTS, **CHOICES, **PICKERS, **TEXT_INPUTS)
