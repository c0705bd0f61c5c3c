"""People: who somebody is, what they chose, and where they stand."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

_USER = re.compile("[UW][A-Z0-9]+")


def is_user_id(word: str) -> bool:
    """Whether it may be the id of a person in Slack."""
    return _USER.fullmatch(word) is not None


@dataclass(frozen=True, slots=True)
class PersonId:
    """A person: a tenant (the enterprise for an org-wide install, else the workspace) and a Slack user id."""

    tenant: str
    user: str


@dataclass(frozen=True, slots=True)
class CurrentLevel:
    """Where a person stands: a level, or None for "not yet the first one". Unset is having no CurrentLevel."""

    level: str | None


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person chose and told Rung. `skill_levels` is by (skill, role); `language` None follows Slack."""

    language: str | None = None
    role: str | None = None
    level: CurrentLevel | None = None
    skill_levels: Mapping[tuple[str, str], CurrentLevel] = field(default_factory=dict)

    def current_level(self, skill: str, role: str) -> CurrentLevel | None:
        """The level in one skill and role; where none is set, the profile-wide one."""
        return self.skill_levels.get((skill, role), self.level)


@dataclass(frozen=True, slots=True)
class SlackUser:
    """What Slack says about a person. `locale` is Slack's code (`pt-BR`), `timezone` an IANA name.

    `workspace` is the one that they belong to, of which an enterprise has several. `is_admin` is of that workspace,
    `is_tenant_admin` of all that the tenant is: of the enterprise, where Rung is installed for all of it.
    `away_until` is when a status that says vacation or sickness ends: None for no such status, and the end of time
    for one that stays until the person takes it away.
    """

    locale: str | None = None
    timezone: str | None = None
    title: str = ""
    is_admin: bool = False
    is_stranger: bool = False  # of another workspace, by a shared channel
    is_member: bool = True  # neither a guest, nor a bot, nor deactivated, nor from another workspace
    away_until: datetime | None = None
    workspace: str | None = None
    is_tenant_admin: bool = False

    def is_away(self, now: datetime) -> bool:
        return self.away_until is not None and now < self.away_until
