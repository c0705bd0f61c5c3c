"""What a question was answered with: the facts that views draw."""

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.ladder import Level
from bot.domain.people import CurrentLevel
from bot.domain.skills import Category, Requirement, Role, Skill


class Verb(StrEnum):
    """What a command can begin with; anything else is the name of a skill."""

    LIST = "list"
    FIND = "find"
    SHOW = "show"
    ASSESS = "assess"
    PROGRESS = "progress"
    ONE_ON_ONE = "one-on-one"
    FOCUS = "focus"
    NUDGES = "nudges"
    TEAM = "team"
    SHARE = "share"
    OFFER = "offer"
    STOP = "stop"
    START = "start"
    PROFILE = "profile"
    EVIDENCE = "evidence"
    LANGUAGE = "language"
    PRIVACY = "privacy"
    EXPORT = "export"
    FORGET = "forget"
    ADMIN = "admin"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Card:
    """One skill at one level for one role, and the level after it.

    It says nothing about a person, so that everybody who asks the same can be given the same card.
    `roles` are all roles of the skill, in its order.
    """

    skill: Skill
    category: Category
    role: Role
    roles: tuple[Role, ...]
    level: Level
    expected: tuple[Requirement, ...]
    after: Level | None
    expected_after: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands on the ladder of a card. `level` None: not yet the first; `next` None: at the top."""

    level: Level | None
    next: Level | None

    @classmethod
    def of(cls, current: CurrentLevel | None, card: Card) -> "Standing | None":
        """None where the person's level isn't known, or is one of another ladder."""
        ladder = card.skill.ladder
        if current is None or (current.level is not None and current.level not in ladder):
            return None
        if current.level is None:
            return cls(None, ladder.first)
        return cls(ladder.level(current.level), ladder.after(current.level))


@dataclass(frozen=True, slots=True)
class AssessWish:
    """A person wants to rate themselves in the skill and role of a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class EvidenceWish:
    """A person wants to see the evidence that they have kept."""


@dataclass(frozen=True, slots=True)
class ProgressWish:
    """A person wants to see their progress: in the skill and role of a card, or in all that they rated."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class OneOnOneWish:
    """A person wants to prepare a 1:1."""


@dataclass(frozen=True, slots=True)
class FocusWish:
    """A person wants to grow in the skill and role of a card; to its level where they named one. None: to see all."""

    card: Card | None = None
    names_level: bool = False


@dataclass(frozen=True, slots=True)
class CadenceWish:
    """What was typed about when Rung writes by itself; empty to see and change it."""

    words: str


class TeamAct(StrEnum):
    """What can be done with the team of a channel."""

    SET_UP = "set up"
    SUMMARY = "summary"
    JOIN = "join"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class TeamWish:
    """What a person wants with the team of the channel they are in; None for words that mean nothing."""

    act: TeamAct | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class OfferWish:
    """A person wants to help others with the skill of a card, or no longer. None: to see what they offer."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class ShareWish:
    """A person wants to show their progress to somebody, by their user id; empty to see what is shown to whom.

    `words` were typed where nobody could be told by them.
    """

    user: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class ProfileWish:
    """A person wants to change their profile, or with a card where they stand in its skill and role."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two levels of one skill and role, the lower one first."""

    lower: Card
    higher: Card


@dataclass(frozen=True, slots=True)
class SkillList:
    """Skills to choose from: those of a category, all, or what a search found. `page` counts from 0."""

    verb: Verb
    words: str
    skills: tuple[Skill, ...]
    category: Category | None = None
    page: int = 0


@dataclass(frozen=True, slots=True)
class NoMatch:
    """No skill is called that; `nearest` are the few that come closest. `role` and `level` were asked for with it."""

    words: str
    nearest: tuple[Skill, ...]
    role: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class NothingFound:
    """No skill mentions the words of a search; `nearest` are named like them."""

    words: str
    nearest: tuple[Skill, ...]


@dataclass(frozen=True, slots=True)
class NoCategory:
    """There is no such category; `categories` are those that there are."""

    words: str
    categories: tuple[Category, ...]


@dataclass(frozen=True, slots=True)
class WhichSkill:
    """Several skills are called that. `role` and `level` were asked for with it."""

    words: str
    skills: tuple[Skill, ...]
    role: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class WhichPart:
    """The skill is clear, but words remain that name no level or role of it. `card` is what can be shown instead."""

    words: str
    card: Card


@dataclass(frozen=True, slots=True)
class Greeting:
    """An empty command: what Rung is, and a few skills to begin with."""

    examples: tuple[Skill, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """All that can be typed, with skills of the content as examples. What admins alone can type is told to them."""

    examples: tuple[Skill, ...]
    is_admin: bool = False


@dataclass(frozen=True, slots=True)
class LanguageWish:
    """What was typed after `language`; empty to be asked."""

    words: str


@dataclass(frozen=True, slots=True)
class DataWish:
    """A person asks what is stored of them, wants a copy of it, or wants it erased: the verb says which."""

    verb: Verb


@dataclass(frozen=True, slots=True)
class AdminWish:
    """A person wants to see and change what holds for all of their workspace."""


Answer = (
    Card
    | AssessWish
    | EvidenceWish
    | ProgressWish
    | OneOnOneWish
    | FocusWish
    | CadenceWish
    | TeamWish
    | OfferWish
    | ShareWish
    | ProfileWish
    | Comparison
    | SkillList
    | NoMatch
    | NothingFound
    | NoCategory
    | WhichSkill
    | WhichPart
    | Greeting
    | Help
    | LanguageWish
    | DataWish
    | AdminWish
)
