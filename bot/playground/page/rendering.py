"""The Jinja environment of the page, and the rendering of a scene."""

import json
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from bot.playground.page import markup
from bot.playground.page.faces import Face, face, surface_id
from bot.playground.page.gaps import Gaps, without_marks
from bot.playground.page.preview import Overview, Preview, Sheet
from bot.playground.page.scene import Scene, language_of
from bot.playground.records import Json, Message, View, with_ids
from bot.playground.workspace import Workspace

NOBODY = Workspace()  # a preview has nobody to choose
AVATARS = 8  # colours in the style sheet


@pass_context
def _text(context: Context, text: Mapping[str, Any]) -> Markup:
    return _with_gaps(context, markup.text_html(text, context["names"]))


@pass_context
def _mrkdwn(context: Context, text: str) -> Markup:
    return _with_gaps(context, markup.mrkdwn_html(text, context["names"]))


@pass_context
def _inline(context: Context, elements: list[Json]) -> Markup:
    return _with_gaps(context, markup.inline_html(elements, context["names"]))


def _with_gaps(context: Context, html: Markup) -> Markup:
    gaps: Gaps | None = context.get("gaps")
    return gaps.shown(html) if gaps else html


@pass_context
def _face(context: Context, surface: Message | View, block: Json, element: Json) -> Face:
    scene: Scene = context["scene"]
    return face(scene.workspace, scene.person.id, surface, block, element)


def _face_to_nobody(surface: Message, block: Json, element: Json) -> Face:
    return face(NOBODY, "", surface, block, element)


def _message(number: int, blocks: list[Json]) -> Message:
    """Blocks as they stand in a message: with their ids."""
    return Message(str(number), "", "", "", with_ids([*blocks]))


def initials(name: str) -> str:
    """Of `Demo Emma`, E: everybody in the demo is called Demo."""
    return name.removeprefix("Demo ")[:1].upper()


@pass_context
def _avatar(context: Context, user_id: str) -> str:
    """The class of a person's colour: the same on every page."""
    scene: Scene = context["scene"]
    return f"avatar-{list(scene.workspace.people).index(user_id) % AVATARS}"


def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def offers_of(scene: Scene) -> Json:
    """What the field for messages offers while one types: commands, people and channels."""
    installation = scene.installation
    commands = [(command, installation.offers[command]) for command in installation.commands]
    return {
        "commands": [{"text": name, "usage": offer.usage_hint, "hint": offer.description} for name, offer in commands],
        "mentions": [
            {"text": f"@{person.name}", "hint": "App" if person.is_bot else person.title}
            for person in (scene.bot, *scene.people)
        ],
        "channels": [{"text": room.title, "hint": ""} for room in scene.rooms],
    }


def environment() -> Environment:
    made = Environment(
        loader=PackageLoader("bot.playground.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {
        "text": _text,
        "mrkdwn": _mrkdwn,
        "inline": _inline,
        "markdown": markup.markdown_html,
        "parts": markup.list_items,
        "initials": initials,
        "avatar": _avatar,
        "address": markup.address,
        "language": language_of,
        "pretty": pretty,
        "surface_id": surface_id,
    }
    made.globals |= {"face": _face, "offers_of": offers_of, "message_of": _message}
    return made


ENVIRONMENT = environment()


def render(scene: Scene, *, theme: str, shows_calls: bool, has_preview: bool = False) -> str:
    """The whole page for one person in one place. Raises NotThere for a place that they can't look into."""
    template = ENVIRONMENT.get_template("page.html.j2")
    return template.render(
        scene=scene, names=scene.workspace.names, theme=theme, shows_calls=shows_calls, has_preview=has_preview
    )


def render_preview(
    preview: Preview, overview: Overview | None, sheet: Sheet | None, *, lost: str, theme: str, is_beside: bool
) -> str:
    """The card of a sheet, else the overview, over which is told that a `lost` skill isn't there."""
    template = ENVIRONMENT.get_template(f"preview/{'sheet' if sheet else 'overview'}.html.j2")
    facts = {"preview": preview, "overview": overview, "sheet": sheet, "lost": lost}
    frame = {"theme": theme, "is_beside": is_beside, "names": {}, "errors": {}, "face": _face_to_nobody}
    return without_marks(template.render(facts, **frame, gaps=sheet and sheet.gaps))
