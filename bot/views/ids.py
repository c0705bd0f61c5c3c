"""The name of every control and view, and what a click on one carries."""

from enum import StrEnum
from typing import NamedTuple

from bot.domain.people import is_user_id


class Action(StrEnum):
    """What is done; the action_id of a control."""

    CARD_LEVEL = "card.level"
    CARD_ROLE = "card.role"
    CARD_LEVELS = "card.levels"
    CARD_MORE = "card.more"
    SKILL_OPEN = "skill.open"
    SKILL_CHOOSE = "skill.choose"
    SKILL_SEARCH = "skill.search"
    LIST_PAGE = "list.page"
    LEVELS_ROLE = "levels.role"
    LEVELS_DETAILS = "levels.details"
    DETAILS_PAGE = "details.page"
    POST_LANGUAGE = "post.language"
    LANGUAGE_CHOOSE = "language.choose"
    ASSESS_OPEN = "assess.open"
    ASSESS_RATING = "assess.rating"
    ASSESS_NOTE = "assess.note"
    ASSESS_NOTE_TEXT = "assess.words"
    ASSESS_PAGE = "assess.page"
    ASSESS_MOVE = "assess.move"
    PROGRESS_OPEN = "progress.open"
    PROGRESS_PICTURE = "progress.picture"
    PROGRESS_PAGE = "progress.page"
    ONE_ON_ONE_OPEN = "one_on_one.open"
    ONE_ON_ONE_WEEKS = "one_on_one.weeks"
    ONE_ON_ONE_ANEW = "one_on_one.anew"
    DATA_OPEN = "data.open"
    DATA_EXPORT = "data.export"
    DATA_FORGET = "data.forget"
    PROFILE_OPEN = "profile.open"
    PROFILE_ROLE = "profile.role"
    PROFILE_LEVEL = "profile.level"
    PROFILE_LANGUAGE = "profile.language"
    LEVEL_OPEN = "level.open"
    LEVEL_CHOOSE = "level.choose"
    FOCUS_LIST = "focus.list"
    FOCUS_MORE = "focus.more"
    FOCUS_TARGET = "focus.target"
    HOME_ROLE = "home.role"
    HOME_CHANGED = "home.changed"
    COMMENTS_OPEN = "comments.open"
    COMMENTS_PAGE = "comments.page"
    COMMENTS_EDIT = "comments.edit"
    COMMENTS_REMOVE = "comments.remove"
    SUGGEST_OPEN = "suggest.open"
    DETAILS_SUGGEST = "details.suggest"
    EVIDENCE_SKILL = "evidence.skill"
    EVIDENCE_LIST = "evidence.list"
    EVIDENCE_PAGE = "evidence.page"
    EVIDENCE_REMOVE = "evidence.remove"
    NUDGE_RATE = "nudge.rate"
    NUDGE_EXAMPLE = "nudge.example"
    NUDGE_MORE = "nudge.more"
    CHECK_IN_SAME = "check_in.same"
    CHECK_IN_OPEN = "check_in.open"
    CHECK_IN_SKIP = "check_in.skip"
    CHECK_IN_MORE = "check_in.more"
    CHECK_IN_FIELD = "check_in.field"
    ANSWER_UNDO = "answer.undo"
    NOTE_KEEP = "note.keep"
    NOTE_LOOK = "note.look"
    NOTE_STATEMENT = "note.statement"
    NOTE_UNDO = "note.undo"
    CADENCE_OPEN = "cadence.open"
    CADENCE_PAUSE = "cadence.pause"
    CADENCE_RESUME = "cadence.resume"
    CADENCE_STOP = "cadence.stop"
    CADENCE_UNDO = "cadence.undo"
    CADENCE_FIELD = "cadence.field"
    CADENCE_COUNTRY = "cadence.country"
    TELL_OPEN = "tell.open"
    TELL_CHANNEL = "tell.channel"
    SHARE_OPEN = "share.open"
    SHARE_PERSON = "share.person"
    SHARE_LIST = "share.list"
    SHARE_WITHDRAW = "share.withdraw"
    SHARE_LOOK = "share.look"
    SHARE_SKILL = "share.skill"
    SHARE_VIEW = "share.view"
    SHARE_RATING = "share.rating"
    SHARE_HIDE = "share.hide"
    SHARE_UNHIDE = "share.unhide"
    OFFER_OPEN = "offer.open"
    OFFER_MAKE = "offer.make"
    OFFER_WITHDRAW = "offer.withdraw"
    OFFER_LIST = "offer.list"
    SUMMARY_TABLE = "summary.table"
    SUMMARY_MORE = "summary.more"
    TEAM_JOIN = "team.join"
    TEAM_LEAVE = "team.leave"
    TEAM_LIST = "team.list"
    TEAM_PAUSE = "team.pause"
    TEAM_RESUME = "team.resume"
    TEAM_FIELD = "team.field"
    TEAM_SKILLS = "team.skills"
    TEAM_ZONE = "team.zone"
    ADMIN_OPEN = "admin.open"
    ADMIN_CHANGE = "admin.change"
    ADMIN_DEFAULT = "admin.default"
    ADMIN_FIELD = "admin.field"
    ADMIN_TEST = "admin.test"
    ADMIN_ANNOUNCE = "admin.announce"


def nth(action: Action, mark: int | str) -> str:
    """The id of one of several controls that do the same in one block, where ids must differ."""
    return f"{action}:{mark}"


def action_of(action_id: str) -> Action:
    """What a control does. Raises ValueError for an id that this version doesn't know."""
    return Action(action_id.partition(":")[0])


class Field(StrEnum):
    """What is entered; the action_id of a field that says nothing until its window is confirmed."""

    WORDS = "words"
    STATEMENT = "statement"
    SKILLS = "skills"


class More(StrEnum):
    """What the overflow menu of a card offers."""

    GROW = "grow"
    SET_LEVEL = "set"
    COPY = "copy"
    POST = "post"
    SUGGEST = "suggest"


class Modal(StrEnum):
    """The callback_id of a modal."""

    SEARCH = "search"
    LEVELS = "levels"
    DETAILS = "details"
    POST = "post"
    ASSESS = "assess"
    PROGRESS = "progress"
    ONE_ON_ONE = "one_on_one"
    DATA = "data"
    FORGET = "forget"
    PROFILE = "profile"
    LEVEL = "level"
    FOCUSES = "focuses"
    CHANGED = "changed"
    COMMENTS = "comments"
    COMMENT = "comment"
    SUGGEST = "suggest"
    EVIDENCE = "evidence"
    EVIDENCE_LIST = "evidence list"
    CHECK_IN = "check in"
    CADENCE = "cadence"
    TELL = "tell"
    SHARE = "share"
    SHARES = "shares"
    SIDE = "side by side"
    VIEW = "view"
    OFFER = "offer"
    OFFERS = "offers"
    SUMMARY = "summary"
    TEAM = "team"
    TEAMS = "teams"
    ADMIN = "admin"
    ADMIN_SETTING = "admin setting"
    ANNOUNCEMENT = "announcement"
    OPENING = "opening"
    ERROR = "error"


class CardRef(NamedTuple):
    """Which card a control leads to. As text: `skill/role/level`, of which no part holds a slash.

    An empty role or level is the reader's own, or the first.
    """

    skill: str
    role: str = ""
    level: str = ""

    def __str__(self) -> str:
        return "/".join(self)

    @classmethod
    def parse(cls, value: str) -> "CardRef":
        """Raises ValueError for anything that isn't `skill/role/level`."""
        skill, role, level = value.split("/")
        return cls(skill, role, level)


class SideRef(NamedTuple):
    """Which of two people's ratings a control leads to. As text: `own` or `theirs`, the other one's id, and a skill.

    It is the reader's own progress that `is_own`, seen with the other one; else the other one's. An empty skill is the
    first that is shown. Whoever reads it is never in it: who acts says so.
    """

    is_own: bool
    other: str
    skill: str = ""

    def __str__(self) -> str:
        return f"{'own' if self.is_own else 'theirs'} {self.other} {self.skill}".rstrip()

    def of(self, skill: str) -> "SideRef":
        return self._replace(skill=skill)

    @classmethod
    def parse(cls, value: str) -> "SideRef":
        """Raises ValueError for anything that `str` doesn't give."""
        whose, other, skill = [*value.split(" "), ""][:3]
        if whose not in ("own", "theirs") or not is_user_id(other):
            raise ValueError(f"nobody's ratings: {value}")
        return cls(whose == "own", other, skill)


def block_of_ref(ref: CardRef) -> str:
    """The block_id that tells a menu which is filled while somebody types what it is about."""
    return f"of {ref}"


def ref_of_block(block_id: str) -> CardRef:
    """Raises ValueError for a block that isn't about a card."""
    mark, _, ref = block_id.partition(" ")
    if mark != "of":
        raise ValueError(f"not about a card: {block_id}")
    return CardRef.parse(ref)
