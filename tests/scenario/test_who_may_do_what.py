"""Every act by its owner, another member, an admin, a guest, a stranger, and a namesake of another workspace.

Whoever acts says whose data it is, never what a control carries. An act that is added needs a row here.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pytest

from bot.domain.answers import Verb
from bot.domain.people import PersonId
from bot.domain.tenants import Setting
from bot.errors import ColleaguesOnly, MembersOnly
from bot.playground import payloads
from bot.playground.installation import BOT_USER_ID
from bot.playground.outcome import Outcome
from bot.playground.people import ADA, EMMA, FLORENCE, GEORGE, GUS, ROMAN
from bot.playground.records import Json
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL, TEAM
from bot.views.admin_settings import FormState
from bot.views.assess import AssessState
from bot.views.check_in import CheckInState
from bot.views.comments import CommentsState
from bot.views.evidence import EvidenceState
from bot.views.ids import Action, Field, Modal, More
from bot.views.posting import PostState
from bot.views.side_by_side import ViewState
from bot.views.telling import TellState
from tests.scenario.conftest import Scene
from tests.scenario.lives import SENIOR, SKILL, STATEMENT, live, rows_by_person, secrets
from tests.scenario.reading import wording

OWNER = EMMA
ELSEWHERE = "T0ELSEWHERE"


class Who(StrEnum):
    OWNER = "owner"
    MEMBER = "member"
    ADMIN = "admin"
    GUEST = "guest"
    STRANGER = "stranger"
    NAMESAKE = "namesake"  # the owner's id in another workspace

    @property
    def user(self) -> str:
        people = {Who.MEMBER: GEORGE, Who.ADMIN: ADA, Who.GUEST: GUS, Who.STRANGER: GUS}
        return people.get(self, OWNER)

    @property
    def is_member(self) -> bool:
        return self in (Who.OWNER, Who.MEMBER, Who.ADMIN)


class Does(StrEnum):
    """What an act does to the data of whoever acts."""

    LOOK = "look"
    KEEP = "keep"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class Row:
    """What an act does, and what it carries. `state` is the memory of the window that it is done in.

    What `of_owner` carries is the owner's, so that it does nothing for other members; an act that `moderates` does the
    same to the owner's data when an admin does it.
    """

    does: Does = Does.LOOK
    value: str = SENIOR
    state: str | None = None
    entered: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    of_owner: bool = False
    moderates: bool = False

    def done_by(self, who: Who) -> Does:
        """What it does to the data of one who acts."""
        return Does.LOOK if self.of_owner and who is not Who.OWNER else self.does


ASSESSING = AssessState(SENIOR).dump()
RATED = {f"rating {STATEMENT}": {"assess.rating": {"selected_option": {"value": "consistent"}}}}
NOTED = {f"note {STATEMENT}": {"assess.words": {"value": "Words of whoever acts"}}}
POSTING = PostState(SENIOR, GENERAL, "RESPONSE_URL", "en").dump()
PROFILED: Mapping[str, Mapping[str, Json]] = {
    Action.PROFILE_ROLE: {Action.PROFILE_ROLE: {"selected_option": {"value": "role data-engineer"}}},
    Action.PROFILE_LEVEL: {Action.PROFILE_LEVEL: {"selected_option": {"value": "level middle"}}},
    Action.PROFILE_LANGUAGE: {Action.PROFILE_LANGUAGE: {"selected_option": {"value": "de"}}},
}
LEVELLED: Mapping[str, Mapping[str, Json]] = {
    Action.LEVEL_CHOOSE: {Action.LEVEL_CHOOSE: {"selected_option": {"value": "level junior"}}}
}
TALKING = CommentsState(SKILL).dump()
CHANGING = CommentsState(SKILL, comment=f"C-{OWNER}").dump()
COMMENTED: Mapping[str, Mapping[str, Json]] = {"comment 0": {Field.WORDS: {"value": "Words of whoever acts"}}}
SUGGESTED: Mapping[str, Mapping[str, Json]] = {
    "suggestion": {Field.WORDS: {"value": "Words of whoever acts"}},
    "statement": {Field.STATEMENT: {"selected_option": {"value": STATEMENT}}},
}
KEEPING = EvidenceState("https://rung-demo.slack.com/archives/C0GENERAL/p1").dump()
KEPT: Mapping[str, Mapping[str, Json]] = {
    "words": {Field.WORDS: {"value": "Words of whoever acts"}},
    "skill": {Action.EVIDENCE_SKILL: {"selected_option": {"value": f"{SKILL}//"}}},
}
RHYTHM: Mapping[str, Mapping[str, Json]] = {
    "nudges": {"cadence.field:nudges": {"selected_option": {"value": "off"}}},
    "check_ins": {"cadence.field:check_ins": {"selected_option": {"value": "monthly"}}},
    "days": {"cadence.field:days": {"selected_options": [{"value": "3"}]}},
    "opens": {"cadence.field:opens": {"selected_time": "14:00"}},
    "closes": {"cadence.field:closes": {"selected_time": "15:30"}},
    "most": {"cadence.field:most": {"selected_option": {"value": "2"}}},
}
TEAMED: Mapping[str, Mapping[str, Json]] = {
    "rhythm": {"team.field:rhythm": {"selected_option": {"value": "weekly"}}},
    "weekday": {"team.field:weekday": {"selected_option": {"value": "3"}}},
    "hour": {"team.field:hour": {"selected_time": "14:00"}},
    "zone": {"team.zone": {"selected_option": {"value": "Europe/Berlin"}}},
    "language": {"team.field:language": {"selected_option": {"value": "de"}}},
    "skills": {"team.skills": {"selected_options": []}},
    "size": {"team.field:size": {"selected_option": {"value": "7"}}},
}
SHARED: Mapping[str, Mapping[str, Json]] = {"skills": {Field.SKILLS: {"selected_options": [{"value": SKILL}]}}}
VIEWED: Mapping[str, Mapping[str, Json]] = {
    f"view {STATEMENT}": {Action.SHARE_RATING: {"selected_option": {"value": "not_yet"}}}
}
TELLING = TellState(SENIOR, GENERAL).dump()
CHOOSING = FormState(Setting.LANGUAGE, "").dump()
CHOSEN: Mapping[str, Mapping[str, Json]] = {"language": {"admin.field:language": {"selected_option": {"value": "de"}}}}
FORGED = json.dumps({"user": OWNER, "tenant": "T0RUNGDEMO"})

Act = Action | More | Modal | Verb

ACTIONS: Mapping[Action, Row] = {
    Action.CARD_LEVEL: Row(),
    Action.CARD_ROLE: Row(),
    Action.CARD_LEVELS: Row(),
    Action.CARD_MORE: Row(value=f"{More.COPY} {SENIOR}"),
    Action.SKILL_OPEN: Row(),
    Action.SKILL_CHOOSE: Row(),
    Action.SKILL_SEARCH: Row(),
    Action.LIST_PAGE: Row(value=f"0 {Verb.LIST}"),
    Action.LEVELS_ROLE: Row(state=""),
    Action.LEVELS_DETAILS: Row(state=""),
    Action.DETAILS_PAGE: Row(value=f"0 {SENIOR}", state=""),
    Action.POST_LANGUAGE: Row(value="de", state=POSTING),
    Action.LANGUAGE_CHOOSE: Row(Does.KEEP, value="de"),
    Action.ASSESS_OPEN: Row(),
    Action.ASSESS_RATING: Row(Does.KEEP, state=ASSESSING, entered=RATED),
    Action.ASSESS_NOTE: Row(Does.KEEP, value=STATEMENT, state=ASSESSING, entered=RATED),
    Action.ASSESS_NOTE_TEXT: Row(Does.KEEP, state=ASSESSING, entered=NOTED),
    Action.ASSESS_PAGE: Row(Does.KEEP, value=f"0 {SENIOR}", state=ASSESSING, entered=RATED),
    Action.ASSESS_MOVE: Row(Does.KEEP, state=ASSESSING),
    Action.COMMENTS_OPEN: Row(),
    Action.COMMENTS_PAGE: Row(value="newest", state=TALKING),
    Action.COMMENTS_EDIT: Row(value=f"C-{OWNER}", state=TALKING),
    Action.COMMENTS_REMOVE: Row(Does.KEEP, value=f"C-{OWNER}", state=TALKING, of_owner=True, moderates=True),
    Action.SUGGEST_OPEN: Row(value=SKILL, state=TALKING),
    Action.DETAILS_SUGGEST: Row(value=SKILL, state=""),
    Action.EVIDENCE_SKILL: Row(value=f"{SKILL}//", state=KEEPING),
    Action.EVIDENCE_LIST: Row(value="all"),
    Action.EVIDENCE_PAGE: Row(value="0 all", state="0"),
    Action.EVIDENCE_REMOVE: Row(Does.KEEP, value="V1", state="0"),
    Action.PROGRESS_OPEN: Row(value="*"),
    Action.PROGRESS_PICTURE: Row(value="*", state=""),
    Action.PROGRESS_PAGE: Row(value="0 "),
    Action.ONE_ON_ONE_OPEN: Row(value=OWNER),
    Action.ONE_ON_ONE_WEEKS: Row(value="4", state=FORGED),
    Action.ONE_ON_ONE_ANEW: Row(value="4", state=FORGED),
    Action.PROFILE_OPEN: Row(value="profile"),
    Action.PROFILE_ROLE: Row(state=""),
    Action.PROFILE_LEVEL: Row(state=""),
    Action.PROFILE_LANGUAGE: Row(state=""),
    Action.LEVEL_OPEN: Row(),
    Action.LEVEL_CHOOSE: Row(state=""),
    Action.FOCUS_LIST: Row(value="0 focuses"),
    Action.FOCUS_MORE: Row(value=f"paused {OWNER}/llm-engineer/"),
    Action.FOCUS_TARGET: Row(value=f"{OWNER}/llm-engineer/principal"),
    Action.HOME_ROLE: Row(Does.KEEP, value="data-engineer"),
    Action.HOME_CHANGED: Row(value=f"0 {SENIOR}"),
    Action.NUDGE_RATE: Row(value="consistent"),
    Action.NUDGE_EXAMPLE: Row(value="example"),
    Action.NUDGE_MORE: Row(value="aside"),
    Action.CHECK_IN_SAME: Row(value="same"),
    Action.CHECK_IN_OPEN: Row(value="open"),
    Action.CHECK_IN_SKIP: Row(value="skip"),
    Action.CHECK_IN_MORE: Row(value="stop"),
    Action.CHECK_IN_FIELD: Row(state=""),
    Action.ANSWER_UNDO: Row(value="aside"),
    Action.NOTE_KEEP: Row(Does.KEEP, value=f"D0-1.1 {SKILL} {STATEMENT} Words of whoever acts"),
    Action.NOTE_LOOK: Row(value="distributed-training senior"),
    Action.NOTE_STATEMENT: Row(Does.KEEP, value="V1 run-multi-gpu-job"),
    Action.NOTE_UNDO: Row(Does.KEEP, value="V1"),
    Action.CADENCE_OPEN: Row(value="cadence"),
    Action.CADENCE_PAUSE: Row(Does.KEEP, value="cadence"),
    Action.CADENCE_RESUME: Row(Does.KEEP, value="cadence"),
    Action.CADENCE_STOP: Row(Does.KEEP, value="cadence"),
    Action.CADENCE_UNDO: Row(Does.KEEP, value="monthly off -"),
    Action.CADENCE_FIELD: Row(state=""),
    Action.CADENCE_COUNTRY: Row(state=""),
    Action.TEAM_JOIN: Row(Does.KEEP, value=GENERAL),
    Action.TEAM_LEAVE: Row(Does.KEEP, value=TEAM),
    Action.TEAM_LIST: Row(value="0 teams"),
    Action.TEAM_PAUSE: Row(value=GENERAL, state=GENERAL),
    Action.TEAM_RESUME: Row(value=GENERAL, state=GENERAL),
    Action.TEAM_FIELD: Row(state=GENERAL),
    Action.TEAM_SKILLS: Row(state=GENERAL),
    Action.TEAM_ZONE: Row(state=GENERAL),
    Action.ADMIN_OPEN: Row(value="settings"),
    Action.ADMIN_CHANGE: Row(value="owners", state=""),
    Action.ADMIN_DEFAULT: Row(value="language", state=CHOOSING),
    Action.ADMIN_FIELD: Row(state=""),
    Action.ADMIN_TEST: Row(value="card"),
    Action.ADMIN_ANNOUNCE: Row(value="text", state=""),
    Action.SHARE_OPEN: Row(value=FLORENCE),
    Action.SHARE_PERSON: Row(value=FLORENCE, state="0"),
    Action.SHARE_LIST: Row(value="0 shares"),
    Action.SHARE_WITHDRAW: Row(Does.KEEP, value=FLORENCE),
    Action.SHARE_LOOK: Row(value=f"0 theirs {OWNER} {SKILL}"),
    Action.SHARE_SKILL: Row(value=f"0 theirs {OWNER} {SKILL}", state=""),
    Action.SHARE_VIEW: Row(value=f"0 theirs {OWNER} {SKILL}", state=""),
    Action.SHARE_RATING: Row(state=""),
    Action.SHARE_HIDE: Row(value=OWNER),
    Action.SHARE_UNHIDE: Row(value=OWNER),
    Action.TELL_OPEN: Row(),
    Action.TELL_CHANNEL: Row(value=GENERAL, state=TELLING),
    Action.OFFER_OPEN: Row(value=SKILL),
    Action.OFFER_MAKE: Row(Does.KEEP, value="llm-evaluation"),
    Action.OFFER_WITHDRAW: Row(Does.KEEP, value=SKILL),
    Action.OFFER_LIST: Row(value="0 offers"),
    Action.SUMMARY_TABLE: Row(value=GENERAL),
    Action.SUMMARY_MORE: Row(value=f"0 {GENERAL}"),
    Action.DATA_OPEN: Row(value="privacy"),
    Action.DATA_EXPORT: Row(value=OWNER),
    Action.DATA_FORGET: Row(value=OWNER),
}

MORES: Mapping[More, Row] = {
    More.SET_LEVEL: Row(Does.KEEP),
    More.GROW: Row(),
    More.COPY: Row(),
    More.POST: Row(),
    More.SUGGEST: Row(),
}

MODALS: Mapping[Modal, Row] = {
    Modal.SEARCH: Row(),
    Modal.LEVELS: Row(),
    Modal.DETAILS: Row(),
    Modal.PROGRESS: Row(),
    Modal.POST: Row(state=POSTING),
    Modal.ASSESS: Row(Does.KEEP, state=ASSESSING, entered=RATED),
    Modal.COMMENTS: Row(Does.KEEP, state=TALKING, entered=COMMENTED),
    Modal.COMMENT: Row(Does.KEEP, state=CHANGING, entered=COMMENTED, of_owner=True),
    Modal.SUGGEST: Row(Does.KEEP, state=SKILL, entered=SUGGESTED),
    Modal.EVIDENCE: Row(Does.KEEP, state=KEEPING, entered=KEPT),
    Modal.EVIDENCE_LIST: Row(state="0"),
    Modal.PROFILE: Row(Does.KEEP, state="", entered=PROFILED),
    Modal.LEVEL: Row(Does.KEEP, state=SENIOR, entered=LEVELLED),
    Modal.FOCUSES: Row(),
    Modal.CHANGED: Row(),
    Modal.TEAM: Row(state=GENERAL, entered=TEAMED),
    Modal.TEAMS: Row(state="0"),
    Modal.ADMIN: Row(state=""),
    Modal.ADMIN_SETTING: Row(state=CHOOSING, entered=CHOSEN),
    Modal.ANNOUNCEMENT: Row(state=""),
    Modal.CHECK_IN: Row(state=CheckInState("D0 1.1").dump()),
    Modal.CADENCE: Row(Does.KEEP, state=FORGED, entered=RHYTHM),
    Modal.SHARE: Row(Does.KEEP, state=ROMAN, entered=SHARED),
    Modal.SHARES: Row(state="0"),
    Modal.SIDE: Row(),
    Modal.VIEW: Row(state=ViewState(f"theirs {OWNER} {SKILL}", 0, "V0").dump(), entered=VIEWED),
    Modal.TELL: Row(state=TELLING),
    Modal.OFFER: Row(state=SKILL),
    Modal.OFFERS: Row(state="0"),
    Modal.SUMMARY: Row(),
    Modal.ONE_ON_ONE: Row(state=FORGED),
    Modal.OPENING: Row(),
    Modal.DATA: Row(state=FORGED),
    Modal.FORGET: Row(Does.ERASE, state=FORGED),
    Modal.ERROR: Row(),
}

VERBS: Mapping[Verb, Row] = {
    Verb.LIST: Row(value=""),
    Verb.FIND: Row(value="gpu"),
    Verb.SHOW: Row(value="distributed-training"),
    Verb.ASSESS: Row(value="distributed-training"),
    Verb.FOCUS: Row(value=""),
    Verb.NUDGES: Row(Does.KEEP, value="monthly"),
    Verb.TEAM: Row(value=""),
    Verb.ADMIN: Row(value=""),
    Verb.OFFER: Row(value=OWNER),
    Verb.SHARE: Row(value=f"<@{FLORENCE}>"),
    Verb.STOP: Row(Does.KEEP, value=""),
    Verb.START: Row(Does.KEEP, value=""),
    Verb.PROFILE: Row(value=""),
    Verb.EVIDENCE: Row(value=OWNER),
    Verb.PROGRESS: Row(value=OWNER),
    Verb.ONE_ON_ONE: Row(value=OWNER),
    Verb.LANGUAGE: Row(Does.KEEP, value="de"),
    Verb.PRIVACY: Row(value=OWNER),
    Verb.EXPORT: Row(value=OWNER),
    Verb.FORGET: Row(value=OWNER),
    Verb.HELP: Row(value=""),
}

# Members of different enumerations may be equal, so they share no table.
ROWS: list[tuple[Act, Row]] = [*ACTIONS.items(), *MORES.items(), *MODALS.items(), *VERBS.items()]

EXPORTS: list[Act] = [Action.DATA_EXPORT, Verb.EXPORT]
RATING: list[Act] = [Action.ASSESS_OPEN, Action.ASSESS_NOTE, Action.ASSESS_PAGE, Verb.ASSESS]
EVIDENCE: list[Act] = [Action.EVIDENCE_LIST, Action.EVIDENCE_PAGE, Verb.EVIDENCE]
SHOWS_ITS_OWNER: list[Act] = [*EXPORTS, *RATING, *EVIDENCE]


@pytest.mark.parametrize(
    ("acts", "rows"),
    [(Action, ACTIONS), (More, MORES), (Modal, MODALS), (Verb, VERBS)],
    ids=["actions", "choices", "windows", "verbs"],
)
def test_every_act_has_a_row(acts: type[Act], rows: Mapping[Act, Row]) -> None:
    assert set(rows) == set(acts)


@dataclass(frozen=True, slots=True)
class Stage:
    """One who acts in a scene; the team is that of the payloads, the words all that leaves because of the act.

    What had left before are the first `calls`, and those `files`.
    """

    scene: Scene
    who: Who
    calls: int
    files: frozenset[str]

    @property
    def team(self) -> str:
        return ELSEWHERE if self.who is Who.NAMESAKE else self.scene.slack.workspace.team_id

    @property
    def person(self) -> PersonId:
        return PersonId(self.team, self.who.user)

    def tickets(self, view_id: str | None = None) -> Json:
        workspace, backend, now = self.scene.slack.workspace, self.scene.slack.backend, self.scene.clock()
        url = workspace.tickets.issue_response_url(self.who.user, GENERAL, now, None)
        trigger = workspace.tickets.issue_trigger(self.who.user, now, GENERAL, view_id)
        return {"response_url": backend.response_url(url.id), "trigger_id": trigger.id}

    async def act(self, act: Act, row: Row) -> Outcome:
        match act:
            case Verb():
                return await self.type(f"{act} {row.value}".strip())
            case Modal():
                return await self.submit(act, row)
            case More():
                return await self.click(Action.CARD_MORE, Row(value=f"{act} {row.value}"))
            case Action():
                return await self.click(act, row)

    async def type(self, words: str) -> Outcome:
        backend = self.scene.slack.backend
        person, place = self.scene.slack.present(self.who.user), self.scene.slack.workspace.channel(GENERAL)
        form = payloads.command_form(backend, person, place, "/skill", words)
        return await self.scene.send(RequestKind.COMMAND, form | self.tickets() | {"team_id": self.team})

    async def click(self, action: Action, row: Row) -> Outcome:
        chosen = {"type": "button", "block_id": "b", "action_id": action, "action_ts": "1.0", "value": row.value}
        payload = self.payload("block_actions") | {"actions": [chosen]}
        if row.state is None:
            payload |= self.tickets() | {"channel": {"id": GENERAL, "name": "general"}}
        else:
            payload |= self.window(Modal.ASSESS, row)
        return await self.scene.send(RequestKind.INTERACTION, payload)

    async def submit(self, modal: Modal, row: Row) -> Outcome:
        return await self.scene.send(RequestKind.INTERACTION, self.payload("view_submission") | self.window(modal, row))

    def payload(self, kind: str) -> Json:
        payload = payloads.interaction(self.scene.slack.backend, kind, self.scene.slack.present(self.who.user))
        team = {"id": self.team, "domain": "somewhere"}
        return payload | {"team": team, "user": {**payload["user"], "team_id": self.team}}

    def window(self, modal: Modal, row: Row) -> Json:
        """A window that this person really has open, with the memory and the entries of the row."""
        words = {"type": "plain_text", "text": "A window"}
        state = (row.state or "").replace("RESPONSE_URL", str(self.tickets()["response_url"]))
        blocks = [{"type": "section", "text": words}]
        body = {"type": "modal", "callback_id": modal, "title": words, "blocks": blocks, "private_metadata": state}
        view = self.scene.slack.workspace.modals.open(self.who.user, body, None)
        place = payloads.place_of(self.scene.slack.backend, view)
        trigger = {"trigger_id": self.tickets(view.id)["trigger_id"]}
        return place | trigger | {"view": {**place["view"], "state": {"values": row.entered}}}

    def sent(self) -> str:
        """All that has left Rung, files too; what is no text in them can't be read."""
        files = [
            (file.content or b"").decode(errors="replace") + file.alt_text
            for id, file in self.scene.slack.workspace.files.items()
            if id not in self.files
        ]
        calls: list[Any] = [call.args for call in self.scene.slack.calls[self.calls :]]
        return json.dumps(calls, ensure_ascii=False, default=str) + "\n".join(files)


async def staged(scene: Scene, who: Who) -> Stage:
    await lived(scene)
    return await entered(scene, who)


async def lived(scene: Scene) -> None:
    """Each member has data of their own; a guest, a stranger and a namesake have none."""
    for user in (EMMA, GEORGE, ADA):
        await live(scene, user)


async def entered(scene: Scene, who: Who) -> Stage:
    if who is Who.STRANGER:
        await scene.slack.change_user(GUS, is_restricted=False, is_stranger=True)
    return Stage(scene, who, len(scene.slack.calls), frozenset(scene.slack.workspace.files))


def cases() -> Iterator[Any]:
    """One after the other, as they do nothing to each other's data; where an admin does, each in a scene alone."""
    for act, row in ROWS:
        name = f"{type(act).__name__}.{act.name}"
        if row.moderates:
            yield from (pytest.param(act, row, [who], id=f"{name}-{who}") for who in Who)
        else:
            yield pytest.param(act, row, list(Who), id=name)


@pytest.mark.parametrize(("act", "row", "people"), list(cases()))
async def test_nobody_reads_or_changes_the_data_of_another(
    scene: Scene, act: Act, row: Row, people: Sequence[Who]
) -> None:
    await lived(scene)
    for who in people:
        await acts_alone(await entered(scene, who), act, row)


async def acts_alone(stage: Stage, act: Act, row: Row) -> None:
    """Whoever acts, it changes and tells nothing of anybody else."""
    scene, who, own_id = stage.scene, stage.who, stage.person
    before = rows_by_person(scene)

    outcome = await stage.act(act, row)

    assert outcome.status == 200, who
    after, sent = rows_by_person(scene), stage.sent() + json.dumps(outcome.body, ensure_ascii=False)
    for user in (EMMA, GEORGE, ADA):
        person = PersonId(scene.slack.workspace.team_id, user)
        if not (who.is_member and person == own_id):
            is_moderated = row.moderates and who is Who.ADMIN and user == OWNER
            done = DONE[row.does] if is_moderated else DONE[Does.LOOK]
            assert done(before.get(person, {}), after.get(person, {})), who
            assert [one for one in secrets(user) if one in sent] == [], who
    own = after.get(own_id, {})
    assert DONE[row.done_by(who)](before.get(own_id, {}), own) if who.is_member else own == {}, who
    if row.does is Does.KEEP and not who.is_member:
        assert wording(GUS, MembersOnly.told) in sent, who


DONE: Mapping[Does, Callable[[Any, Any], bool]] = {
    Does.LOOK: lambda before, after: before == after,
    Does.KEEP: lambda before, after: after not in (before, {}),
    Does.ERASE: lambda before, after: bool(before) and after == {},
}


@pytest.mark.parametrize("act", [Action.COMMENTS_OPEN, Action.COMMENTS_PAGE], ids=str)
@pytest.mark.parametrize("who", Who)
async def test_comments_are_for_the_workspace_guests_included(scene: Scene, act: Action, who: Who) -> None:
    stage = await staged(scene, who)

    await stage.act(act, ACTIONS[act])

    is_told = wording(GUS, ColleaguesOnly.told) in stage.sent()
    assert is_told is (who in (Who.STRANGER, Who.NAMESAKE))
    assert (f"comment of {GEORGE}" in stage.sent()) is not is_told


@pytest.mark.parametrize("act", SHOWS_ITS_OWNER, ids=lambda act: f"{type(act).__name__}.{act.name}")
async def test_the_owner_is_shown_what_others_are_not(scene: Scene, act: Act) -> None:
    """Else the test above would find no secret even where it was told."""
    stage = await staged(scene, Who.OWNER)
    await stage.act(act, next(row for each, row in ROWS if each is act))

    seen = [secret for secret in secrets(EMMA) if secret in stage.sent()]
    assert seen == secrets(EMMA) if act in EXPORTS else seen
    assert scene.public() == []
    for message in scene.slack.workspace.messages:
        if message.files:
            assert set(scene.slack.workspace.channel(message.channel).members) - {EMMA} == {BOT_USER_ID}
