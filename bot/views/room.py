"""How much of a text the views show: what content is checked against."""

from collections.abc import Mapping

from bot.catalog.rules.rooms import Kind, Room
from bot.domain.query import LONGEST_QUERY
from bot.views.assess import IDEA_LIMIT
from bot.views.blocks import LABEL_LIMIT, SECTION_LIMIT
from bot.views.card import LEVEL_LIMIT
from bot.views.focus import STATEMENT_LIMIT as FOCUS_LIMIT
from bot.views.lists import SUMMARY_LIMIT
from bot.views.nudge import STATEMENT_LIMIT as NUDGE_LIMIT

TRY = 20  # characters for "Try: " in any language

# A statement must be whole wherever it is rated: in a nudge there is the least room for that.
ROOMS: Mapping[Kind, Room] = {
    Kind.SKILL: Room(everywhere=LABEL_LIMIT, most=SECTION_LIMIT),
    Kind.ROLE: Room(everywhere=LABEL_LIMIT, most=SECTION_LIMIT),
    Kind.LEVEL: Room(everywhere=LEVEL_LIMIT, most=SECTION_LIMIT),
    Kind.CATEGORY: Room(everywhere=LABEL_LIMIT, most=SECTION_LIMIT),
    Kind.ALIAS: Room(everywhere=LONGEST_QUERY, most=LONGEST_QUERY),
    Kind.SUMMARY: Room(everywhere=SUMMARY_LIMIT, most=SECTION_LIMIT),
    Kind.STATEMENT: Room(everywhere=FOCUS_LIMIT, most=NUDGE_LIMIT),
    Kind.SUGGESTION: Room(everywhere=IDEA_LIMIT, most=NUDGE_LIMIT - TRY),
}
