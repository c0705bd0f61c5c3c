"""The shapes of a rich_text block and of the elements within it."""

from collections.abc import Mapping

from bot.playground import limits
from bot.playground.schema import Check, boolean, by_type, choice, integer, items, shape, string

MOST = 1_000  # Slack names no limit; the total of the message is what stops it
TEXT = string(limits.MESSAGE_BLOCKS_TEXT)
ID = string(limits.IDENTIFIER)
STYLE = {"style": shape(None, {}, dict.fromkeys(("bold", "italic", "strike", "code", "underline"), boolean))}
MENTION_STYLE = {
    "style": shape(
        None,
        {},
        dict.fromkeys(("bold", "italic", "strike", "highlight", "client_highlight", "unlink", "code"), boolean),
    )
}

INLINE: Mapping[str, Check] = {
    "text": shape("text", {"text": TEXT}, STYLE),
    "link": shape("link", {"url": string(limits.URL)}, {"text": TEXT, "unsafe": boolean, **STYLE}),
    "emoji": shape("emoji", {"name": ID}, {"unicode": ID, "url": string(limits.URL), **STYLE}),
    "user": shape("user", {"user_id": ID}, MENTION_STYLE),
    "usergroup": shape("usergroup", {"usergroup_id": ID}, MENTION_STYLE),
    "channel": shape("channel", {"channel_id": ID}, MENTION_STYLE),
    "broadcast": shape("broadcast", {"range": choice("here", "channel", "everyone")}, STYLE),
    "date": shape(
        "date",
        {"timestamp": integer(0, 2**40), "format": ID},
        {"fallback": ID, "url": string(limits.URL), **STYLE},
    ),
}
RUN = items(by_type(**INLINE), MOST)
SECTION = shape("rich_text_section", {"elements": items(by_type(**INLINE), MOST, least=0)})
BORDER = {"border": integer(0, 1)}

RICH_TEXT = shape(
    "rich_text",
    {
        "elements": items(
            by_type(
                rich_text_section=SECTION,
                rich_text_list=shape(
                    "rich_text_list",
                    {"style": choice("bullet", "ordered"), "elements": items(SECTION, MOST)},
                    {"indent": integer(0, 8), **BORDER},
                ),
                rich_text_quote=shape("rich_text_quote", {"elements": RUN}, BORDER),
                rich_text_preformatted=shape("rich_text_preformatted", {"elements": RUN}, BORDER),
            ),
            MOST,
        )
    },
    {"block_id": ID},
)
