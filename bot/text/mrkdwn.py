"""What Slack's mrkdwn needs: which characters are escaped, and how a name is kept from being read as markup."""

import re

from markupsafe import Markup, escape

# Slack decodes exactly three entities; the two that HTML escaping adds are turned back.
_NOT_SLACKS = {"&#39;": "'", "&#34;": '"'}
_FORMATTING = re.compile(r"[*_~`]|:(?=[a-z0-9_+-]+:)")
_WORD_JOINER = "\u2060"


def slack_entities(rendered: str) -> str:
    """Turn stock HTML escaping into Slack's, in which quotes stand as they are."""
    for entity, character in _NOT_SLACKS.items():
        rendered = rendered.replace(entity, character)
    return rendered


def literal(text: str) -> Markup:
    """Text from content or a person, shown in mrkdwn as written: no mention, no formatting, no emoji code."""
    unformatted = _FORMATTING.sub(lambda found: found.group() + _WORD_JOINER, text)
    return Markup(slack_entities(str(escape(unformatted.replace("\n", " ")))))


def mention(user: str) -> Markup:
    """A person, by id alone: names are never ids."""
    return Markup("<@{}>").format(user)


def link(url: str, label: str) -> Markup:
    """A label that leads to an address of the web; the label alone where the address is none."""
    if not url.startswith(("https://", "http://")):
        return literal(label)
    return Markup("<{}|{}>").format(url.replace("|", "%7C"), literal(label.replace("|", "¦")))


def channel_link(channel: str) -> Markup:
    """A channel, by id alone."""
    return Markup("<#{}>").format(channel)
