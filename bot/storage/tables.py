"""All tables, nothing else. A migration makes each of them: `alembic check` says when one was forgotten.

Every row that is somebody's carries its tenant, and hangs on its person by a foreign key that cascades:
deleting one row of `person` erases all that is stored of them.
"""

from datetime import date, datetime, time

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, text
from sqlmodel import Field, SQLModel

from bot.storage.encryption import Encrypted
from bot.storage.typed import TypedText

# Names that don't depend on the database: a migration can only drop a constraint that it can name.
SQLModel.metadata.naming_convention = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


_OPEN_FOCUS = text("state IN ('active', 'paused')")


def _owned_by(column: str) -> ForeignKeyConstraint:
    """Rows that hang on the person whom a column names."""
    return ForeignKeyConstraint(["tenant", column], ["person.tenant", "person.user_id"], ondelete="CASCADE")


def _of_team() -> ForeignKeyConstraint:
    """Rows that hang on a team."""
    return ForeignKeyConstraint(["tenant", "channel_id"], ["team.tenant", "team.channel_id"], ondelete="CASCADE")


class PersonRow(SQLModel, table=True):
    """What a person chose. `language` null follows Slack. `level` is the profile-wide one.

    It is unset while `level_set_at` is null; where that is given, a null level means "not yet the first one".
    """

    __tablename__ = "person"
    __table_args__ = (CheckConstraint("level IS NULL OR level_set_at IS NOT NULL", name="level_was_set"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    language: str | None = None
    role: str | None = None
    level: str | None = None
    level_set_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class CurrentLevelRow(SQLModel, table=True):
    """Where a person stands in one skill and role. No row: unset. `level` null: "not yet the first level"."""

    __tablename__ = "current_level"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    level: str | None = None
    updated_at: datetime


class ChannelRow(SQLModel, table=True):
    """What was chosen for a channel. `language` null follows the workspace."""

    __tablename__ = "channel"

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    language: str | None = None
    updated_at: datetime


class TenantSettingsRow(SQLModel, table=True):
    """What admins chose for a whole tenant; null is the deployment's default.

    What newcomers begin with is chosen as a whole: `nudges` null says that it wasn't. Days and hours are as those of a
    cadence. What begins with `keep_` are numbers of days.
    """

    __tablename__ = "tenant_settings"

    tenant: str = Field(primary_key=True)
    language: str | None = None
    nudges: str | None = None
    check_ins: str | None = None
    days: str | None = None
    opens: time | None = None
    closes: time | None = None
    country: str | None = None
    group_size: int | None = None
    keep_notes: int | None = None
    keep_evidence: int | None = None
    keep_drafts: int | None = None
    keep_check_ins: int | None = None
    keep_suggestions: int | None = None
    keep_summaries: int | None = None
    updated_at: datetime


class FrameworkOwnerRow(SQLModel, table=True):
    """Who hears what is suggested for the framework in a tenant; nobody: those whom the deployment names."""

    __tablename__ = "framework_owner"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    since: datetime


class SeenEventRow(SQLModel, table=True):
    """An event that was taken care of: Slack sends one again when our answer didn't arrive in time."""

    __tablename__ = "seen_event"

    tenant: str = Field(primary_key=True)
    event_id: str = Field(primary_key=True)
    seen_at: datetime = Field(index=True)


class AssessmentRow(SQLModel, table=True):
    """One rating of one statement by `author` about `subject`. Rows are added, never changed.

    `nth` counts the author's ratings of the statement from 1, `previous` is the rating before this one. `submission` is
    what it arrived with: the same one again adds nothing. `source_hash` and `shown_hash` lead to `rated_text`.
    """

    __tablename__ = "assessment"
    __table_args__ = (_owned_by("subject"), _owned_by("author"), Index(None, "tenant", "subject", "at"))

    tenant: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    author: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    statement: str = Field(primary_key=True)
    nth: int = Field(primary_key=True)
    rating: str
    previous: str | None = None
    note: str = Field(sa_type=TypedText)
    locale: str
    source_hash: str
    shown_hash: str
    submission: str
    at: datetime


class LatestRatingRow(SQLModel, table=True):
    """The newest assessment of each statement, written together with it, so that sums needn't look for it."""

    __tablename__ = "latest_rating"
    __table_args__ = (_owned_by("subject"), _owned_by("author"))

    tenant: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    author: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    statement: str = Field(primary_key=True)
    nth: int
    rating: str
    locale: str
    source_hash: str
    shown_hash: str
    at: datetime


class RatedSkillRow(SQLModel, table=True):
    """What a person's own newest ratings of a skill come to, written together with them: a team's sums read one row.

    Ids of statements, sorted, with a space between them: those that are consistent, and the other ones that were rated.
    """

    __tablename__ = "rated_skill"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    consistent: str
    others: str
    at: datetime


class RatedTextRow(SQLModel, table=True):
    """A text of a statement that somebody rated, so that it can be shown after the content has changed.

    It says nothing of who. Eight digits of a hash tell the texts of one statement apart, not those of all.
    """

    __tablename__ = "rated_text"

    tenant: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    statement: str = Field(primary_key=True)
    hash: str = Field(primary_key=True)
    text: str


class FocusRow(SQLModel, table=True):
    """A skill and role that a person grows in or grew in; at most one of them is open, that is active or paused."""

    __tablename__ = "focus"
    __table_args__ = (
        _owned_by("user_id"),
        Index(
            "uq_focus_open",
            *("tenant", "user_id", "skill", "role"),
            unique=True,
            sqlite_where=_OPEN_FOCUS,
            postgresql_where=_OPEN_FOCUS,
        ),
    )

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    started_at: datetime = Field(primary_key=True)
    target: str
    state: str
    since: datetime


class EvidenceRow(SQLModel, table=True):
    """A message's link and a person's words about it. `statement` null: about the skill as a whole."""

    __tablename__ = "evidence"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    link: str = Field(sa_type=TypedText)
    words: str = Field(sa_type=TypedText)
    skill: str
    statement: str | None = None
    created_at: datetime


class DraftRow(SQLModel, table=True):
    """What was typed into a window and not yet submitted, as JSON."""

    __tablename__ = "draft"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    role: str = Field(primary_key=True)
    content: str = Field(sa_type=TypedText)
    updated_at: datetime


class CommentRow(SQLModel, table=True):
    """A place in a skill's discussion. It stays, and is shown as removed, when its words are gone."""

    __tablename__ = "comment"
    __table_args__ = (Index(None, "tenant", "skill", "created_at"),)

    tenant: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    skill: str
    created_at: datetime


class CommentWordsRow(SQLModel, table=True):
    """Who said what in a comment: apart from its place, so that it is erased with its person."""

    __tablename__ = "comment_words"
    __table_args__ = (
        _owned_by("user_id"),
        ForeignKeyConstraint(["tenant", "comment_id"], ["comment.tenant", "comment.id"], ondelete="CASCADE"),
        Index(None, "tenant", "user_id"),
    )

    tenant: str = Field(primary_key=True)
    comment_id: str = Field(primary_key=True)
    user_id: str
    text: str = Field(sa_type=TypedText)
    edited_at: datetime | None = None


class SuggestionRow(SQLModel, table=True):
    """A change to a statement that a person proposed. `told_at` null: the framework's owners don't know it yet."""

    __tablename__ = "suggestion"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    id: str = Field(primary_key=True)
    skill: str
    statement: str
    text: str = Field(sa_type=TypedText)
    created_at: datetime
    told_at: datetime | None = None


class SearchMissRow(SQLModel, table=True):
    """Folded words that searches found nothing for, counted; nobody's name is kept with them."""

    __tablename__ = "search_miss"

    tenant: str = Field(primary_key=True)
    words: str = Field(primary_key=True)
    count: int
    last_at: datetime


class CadenceRow(SQLModel, table=True):
    """When Rung may write to a person by itself, as they chose it, and when it will next.

    Days are ISO weekdays in a row ("24": Tuesday and Thursday), hours are wall times in the person's zone, which is
    `zone` as far as `next_at` was computed from it. `last_nudge` and `last_check_in` are the local dates of the last
    ones planned, `unanswered` counts the messages since the last answer. `next_at` null: nothing comes.
    """

    __tablename__ = "cadence"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    workspace: str
    first_week: date
    nudges: str
    check_ins: str
    days: str
    opens: time
    closes: time
    quiet_from: time
    quiet_to: time
    quiet_days: str
    country: str | None = None
    paused_until: date | None = None
    most_a_week: int
    unanswered: int = 0
    last_nudge: date | None = None
    last_check_in: date | None = None
    zone: str | None = None
    next_kind: str | None = None
    next_day: date | None = None
    next_at: datetime | None = Field(default=None, index=True)
    next_closes_at: datetime | None = None
    updated_at: datetime


class SetAsideRow(SQLModel, table=True):
    """A statement of which a person wants no more nudges."""

    __tablename__ = "set_aside"
    __table_args__ = (_owned_by("user_id"),)

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    statement: str = Field(primary_key=True)
    at: datetime


class DeliveryRow(SQLModel, table=True):
    """One message that Rung sends by itself: the ledger, in which each stands once.

    `recipient` is a person or a channel, `user_id` the person whose it is, `period` the local date for which it was
    planned, `lane` the workspace that it goes through. `fence` counts the claims: whoever holds an older number has
    lost it. `reason` says why it was dropped, or that a newer one took its place. `statements` are the ids that it is
    about, with spaces between them; `about` is what a notice tells of: a channel and why nothing is posted there.
    """

    __tablename__ = "delivery"
    __table_args__ = (
        _owned_by("user_id"),
        Index(None, "status", "lane", "due_at"),
        Index(None, "tenant", "user_id", "kind", "done_at"),
        Index(None, "tenant", "channel", "ts"),
    )

    tenant: str = Field(primary_key=True)
    recipient: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    period: date = Field(primary_key=True)
    user_id: str | None = None
    lane: str
    status: str
    due_at: datetime
    expires_at: datetime
    fence: int = 0
    claimed_at: datetime | None = None
    attempts: int = 0
    reason: str | None = None
    done_at: datetime | None = None
    channel: str | None = None
    ts: str | None = None
    skill: str | None = None
    role: str | None = None
    statements: str | None = None
    about: str | None = None
    answered_at: datetime | None = None


class OfferRow(SQLModel, table=True):
    """A skill that a person is happy to help others with."""

    __tablename__ = "offer"
    __table_args__ = (_owned_by("user_id"), Index(None, "tenant", "skill"))

    tenant: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    skill: str = Field(primary_key=True)
    since: datetime


class ShareRow(SQLModel, table=True):
    """What one person, the subject, shows another one, the viewer: their progress in some skills.

    `skills` are ids with spaces between them; none: it was withdrawn, and is kept because the viewer has hidden it and
    isn't told of it again. `channel` and `ts` are the message by which the viewer was told.
    """

    __tablename__ = "share"
    __table_args__ = (_owned_by("subject"), _owned_by("viewer"), Index(None, "tenant", "viewer"))

    tenant: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    viewer: str = Field(primary_key=True)
    skills: str = Field(sa_type=TypedText)
    since: datetime
    is_hidden: bool = False
    channel: str | None = None
    ts: str | None = None


class TeamRow(SQLModel, table=True):
    """A channel that is told how its team grows, and when: wall times are those of `zone`.

    `skills` and `categories` are ids with spaces between them; both empty: all of the framework. `paused` says why
    nothing is posted ("by_owner", or Slack's own word). `small_told_at` is when its owners were told that too few are
    counted, `counting_ts` the message with the button that counts people in, or who is posting it right now. `next_at`
    null: nothing comes.
    """

    __tablename__ = "team"

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    workspace: str
    rhythm: str
    first_week: date
    weekday: int
    hour: time
    zone: str
    skills: str = Field(sa_type=TypedText)
    categories: str = Field(sa_type=TypedText)
    group_size: int
    paused: str | None = None
    small_told_at: datetime | None = None
    counting_ts: str | None = None
    last_day: date | None = None
    next_day: date | None = None
    next_at: datetime | None = Field(default=None, index=True)
    next_closes_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class TeamOwnerRow(SQLModel, table=True):
    """Who may change a team, beside the admins of the workspace."""

    __tablename__ = "team_owner"
    __table_args__ = (_owned_by("user_id"), _of_team())

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    since: datetime


class TeamMemberRow(SQLModel, table=True):
    """A person who chose to be counted in a team."""

    __tablename__ = "team_member"
    __table_args__ = (_owned_by("user_id"), _of_team(), Index(None, "tenant", "user_id"))

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    joined_at: datetime


class SummaryRow(SQLModel, table=True):
    """A snapshot of a team as it may be shown: bands, as JSON. Nobody can be told from it."""

    __tablename__ = "summary"
    __table_args__ = (_of_team(),)

    tenant: str = Field(primary_key=True)
    channel_id: str = Field(primary_key=True)
    taken_at: datetime = Field(primary_key=True)
    counted: int
    content: str = Field(sa_type=TypedText)


class InstallationRow(SQLModel, table=True):
    """Rung in one tenant. The tokens are null once it was uninstalled, `refresh_token` and `expires_at` too where they
    don't rotate.

    `scopes` have spaces between them, and so have `scopes_told`: those that were missing when the installer was told.
    `welcomed_at` is when the one message to the installer was begun, whatever came of it.
    """

    __tablename__ = "installation"

    tenant: str = Field(primary_key=True)
    name: str
    is_org_wide: bool
    bot_user: str
    scopes: str = Field(sa_type=TypedText)
    installed_by: str
    installed_at: datetime
    token: str | None = Field(default=None, sa_type=Encrypted)
    refresh_token: str | None = Field(default=None, sa_type=Encrypted)
    expires_at: datetime | None = None
    uninstalled_at: datetime | None = Field(default=None, index=True)
    scopes_told: str = Field(sa_type=TypedText)
    welcomed_at: datetime | None = None


class OAuthStateRow(SQLModel, table=True):
    """An installation that somebody has begun: Slack brings the state back, once."""

    __tablename__ = "oauth_state"

    state: str = Field(primary_key=True)
    expires_at: datetime = Field(index=True)
