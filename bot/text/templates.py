"""The Jinja environment, one a language."""

import gettext
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from bot.i18n.translator import Translator
from bot.text.mrkdwn import channel_link, literal, mention, slack_entities

TEMPLATES = Path(__file__).resolve().parent / "templates"


@cache
def environment(messages: gettext.NullTranslations) -> Environment:
    """Autoescaping, strict about missing names, its messages trimmed of their line breaks."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.policies["ext.i18n.trimmed"] = True
    env.filters |= {"literal": literal, "mention": mention, "channel": channel_link}
    env.install_gettext_callables(  # type: ignore[attr-defined]  # the i18n extension adds it
        messages.gettext,
        messages.ngettext,
        newstyle=True,
        pgettext=messages.pgettext,
        npgettext=messages.npgettext,
    )
    return env


def render_page(template: str, t: Translator, **facts: Any) -> str:
    """One template in the reader's language as a page of HTML."""
    return environment(t.messages).get_template(f"{template}.j2").render(t=t, **facts)


def render(template: str, t: Translator, **facts: Any) -> str:
    """One template in the reader's language as Slack's mrkdwn. `template` is `surface/name`."""
    rendered = environment(t.messages).get_template(f"{template}.j2").render(t=t, **facts)
    return slack_entities(rendered).strip()
