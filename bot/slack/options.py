"""Menus that are filled while somebody types."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.errors import StaleControl
from bot.services.asking import suggest_roles, suggest_skills, suggest_statements
from bot.slack.cadence import suggest_countries
from bot.slack.parts import Parts
from bot.slack.payloads import act_of_interaction
from bot.slack.profile import suggest_profile_roles
from bot.slack.readers import Reader, reader_of
from bot.slack.replies import answered
from bot.slack.teams import suggest_team_skills, suggest_zones
from bot.telemetry import name_verb
from bot.views.blocks import OPTIONS_LIMIT, serialised
from bot.views.controls import role_options
from bot.views.fields import statement_options
from bot.views.ids import Action, Field, ref_of_block
from bot.views.search import skill_options

Suggestions = Callable[[Mapping[str, Any], Reader], dict[str, Any]]


def options_listener(parts: Parts) -> Callable[..., Awaitable[BoltResponse]]:
    """Gives at most a hundred options, as many as Slack takes."""

    async def suggest(body: dict[str, Any]) -> BoltResponse:
        reader = await reader_of(parts, act_of_interaction(body))
        menu = body["action_id"].partition(":")[0]
        try:
            suggest_for = SUGGESTIONS[menu]
            name_verb(menu)
            suggestions = suggest_for(body, reader)
        except (KeyError, ValueError) as error:
            raise StaleControl(f"no menu is called {body['action_id']}") from error
        return answered(serialised(suggestions))

    return suggest


def _skills(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    return skill_options(suggest_skills(body["value"], reader.library, OPTIONS_LIMIT), reader.t)


def _roles(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The roles of the skill that the menu's block names; none where the content has no such skill any more."""
    ref = ref_of_block(body["block_id"])
    skill = reader.library.framework.skills.get(ref.skill)
    roles = suggest_roles(body["value"], skill, reader.library, OPTIONS_LIMIT) if skill else ()
    return role_options(roles, ref, reader.t)


def _statements(body: Mapping[str, Any], reader: Reader) -> dict[str, Any]:
    """The statements of the skill that the field's block names; none where the content has no such skill any more."""
    skill = reader.library.framework.skills.get(ref_of_block(body["block_id"]).skill)
    found = suggest_statements(body["value"], skill, OPTIONS_LIMIT) if skill else ()
    return statement_options(found, skill, reader.t)


SUGGESTIONS: Mapping[str, Suggestions] = {
    Action.SKILL_SEARCH: _skills,
    Action.EVIDENCE_SKILL: _skills,
    Field.STATEMENT: _statements,
    Action.CARD_ROLE: _roles,
    Action.LEVELS_ROLE: _roles,
    Action.PROFILE_ROLE: suggest_profile_roles,
    Action.CADENCE_COUNTRY: suggest_countries,
    Action.TEAM_SKILLS: suggest_team_skills,
    Action.TEAM_ZONE: suggest_zones,
}
