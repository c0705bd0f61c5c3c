"""Admins see how the Rung of their workspace is doing, and choose what holds for all of it; nobody else does."""

import logging
import shutil
from dataclasses import replace
from datetime import time
from pathlib import Path
from typing import Any

import pytest

from bot.domain.cadence import Rhythm
from bot.domain.deliveries import Schedule
from bot.domain.retention import Kept
from bot.domain.tenants import Newcomers, Setting, TenantSettings
from bot.errors import AdminsOnly, SlackUnavailable, StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.outcome import Outcome
from bot.playground.people import ADA, DIETER, EMMA, FLORENCE, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.services.administering import settings_of
from bot.storage.schedules import load_schedule
from bot.storage.tenant_settings import set_group_size
from tests.scenario.conftest import Scene
from tests.scenario.crowds import crowd, opened, set_up
from tests.scenario.forging import click, submission
from tests.scenario.lives import id_of, live
from tests.scenario.many import FIRST, WHOLE, company, sqlite
from tests.scenario.reading import choices, has_control, labels, lines, said, wording
from tests.scenario.test_retention import no_rest
from tests.scenario.test_suggestions import suggest, told

SPEAKERS = pytest.mark.parametrize("person", [ADA, DIETER, ROMAN])
COMMAND = {ROMAN: "админ"}
CHOSEN = "_Chosen here. Default: %(default)s_"


def promote(scene: Scene, *people: str) -> None:
    for person in people:
        scene.slack.workspace.people[person].is_admin = True


async def chosen(scene: Scene) -> TenantSettings:
    return await settings_of(scene.slack.workspace.team_id, scene.rung.parts.database)


async def window(scene: Scene, person: str = ADA) -> View:
    outcome = await scene.slack.command(person, COMMAND.get(person, "admin"))
    assert outcome.view is not None
    return outcome.view


async def form(scene: Scene, setting: Setting, person: str = ADA) -> View:
    """The window in which a setting is changed, on top of the one that leads to it."""
    outcome = await scene.slack.click(person, await window(scene, person), f"admin.change:{setting}")
    assert outcome.view is not None
    return outcome.view


async def enter(scene: Scene, view: View, setting: Setting, value: Any, person: str = ADA) -> Outcome:
    return await scene.slack.submit(person, view, {(setting, f"admin.field:{setting}"): value})


async def save(scene: Scene, setting: Setting, value: Any, person: str = ADA) -> View:
    done = await enter(scene, await form(scene, setting, person), setting, value, person)
    assert done.errors == {}
    assert done.view is not None
    return done.view


async def schedule_of(scene: Scene, person: str) -> Schedule | None:
    async with scene.rung.parts.database.reading() as session:
        return await load_schedule(session, id_of(scene, person))


def is_refused(surface: Message | View | None, person: str) -> bool:
    assert surface is not None
    return wording(person, AdminsOnly.told) in said(surface)


@SPEAKERS
async def test_an_admin_sees_how_rung_is_doing_and_what_holds(scene: Scene, person: str) -> None:
    promote(scene, person)
    await scene.rung.scopes.check()
    framework = scene.rung.parts.library().framework

    view = await window(scene, person)

    assert view.owner == person
    for line in (
        wording(person, "Version %(version)s, over HTTP", version=scene.rung.parts.deployment.version),
        wording(person, "Database: %(kind)s answers", kind="SQLite"),
        wording(person, "Permissions in Slack: none is missing"),
        wording(person, "Messages: none is late"),
        wording(person, "Failed within a week: none"),
        framework.version[:8],
        wording(person, "Rhythm of newcomers"),
    ):
        assert line in said(view)
    assert said(view).count(wording(person, "_Default_")) == len(Setting)
    assert all(has_control(view, f"admin.change:{one}") for one in Setting)
    assert scene.public() == []
    assert wording(person, "Open settings") in labels(
        (await scene.slack.send_message(person, COMMAND.get(person, "admin"))).message
    )


@pytest.mark.parametrize("person", [EMMA, GUS])
async def test_nobody_else_sees_any_of_it(scene: Scene, person: str) -> None:
    assert is_refused((await scene.slack.command(person, "admin")).message, person)
    assert is_refused((await scene.slack.send_message(person, "admin")).message, person)
    assert "admin`" not in said((await scene.slack.command(person, "help")).message)
    assert "`/skill admin`" in said((await scene.slack.command(ADA, "help")).message)
    assert not scene.slack.called("views.open")


async def test_who_is_no_admin_any_more_changes_nothing_though_slack_told_nobody(scene: Scene) -> None:
    view = await form(scene, Setting.LANGUAGE)
    scene.slack.workspace.people[ADA].is_admin = False

    done = await enter(scene, view, Setting.LANGUAGE, "de")
    for action in ("admin.open", "admin.change", "admin.default"):
        value = "settings" if action == "admin.open" else Setting.LANGUAGE
        forged = await scene.send(RequestKind.INTERACTION, click(scene, ADA, view, action, value))
        assert is_refused(forged.view, ADA)

    assert is_refused(done.view, ADA)
    assert await chosen(scene) == TenantSettings()
    scene.slack.workspace.people[ADA].is_owner = True
    assert (await enter(scene, await form(scene, Setting.LANGUAGE), Setting.LANGUAGE, "de")).errors == {}
    assert (await chosen(scene)).language == "de"


async def test_where_rung_is_the_whole_organization_s_its_admins_alone_may(tmp_path: Path, migrated: Path) -> None:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path)) as there:
        await there.install(WHOLE)
        scene = there.scene(WHOLE)
        assert is_refused((await scene.slack.command(ADA, "admin")).message, ADA)
        scene.slack.workspace.people[EMMA].is_organization_admin = True
        assert (await scene.slack.command(EMMA, "admin")).view is not None
        assert said(await window(scene, EMMA)).count(wording(EMMA, "Permissions in Slack: none is missing")) == 1


async def test_a_language_holds_where_none_is_known_and_the_window_below_follows(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    card = "distributed-training senior"
    assert "Expected at Senior" in said((await scene.slack.command(FLORENCE, card)).message)

    saved = await save(scene, Setting.LANGUAGE, "de")

    assert wording(ADA, CHOSEN, default="English") in said(saved)
    below = scene.slack.workspace.modals.stack(ADA)[-2]
    assert wording(ADA, CHOSEN, default="English") in said(below)
    assert "Erwartet auf Level Senior" in said((await scene.slack.command(FLORENCE, card)).message)
    assert "Expected at Senior" in said((await scene.slack.command(EMMA, card)).message)
    posted = await set_up(scene, EMMA)
    assert wording("de", "Count me in") in labels(posted.posted[0])

    again = await form(scene, Setting.LANGUAGE)
    assert (await scene.slack.click(ADA, again, "admin.default")).view is not None
    assert await chosen(scene) == TenantSettings()
    assert "Expected at Senior" in said((await scene.slack.command(FLORENCE, card)).message)


async def test_newcomers_begin_as_the_admins_chose_and_others_stay_as_they_are(scene: Scene) -> None:
    await scene.slack.command(GEORGE, "focus distributed-training senior")
    before = await schedule_of(scene, GEORGE)
    view = await form(scene, Setting.NEWCOMERS)
    await scene.slack.select(ADA, view, "cadence.country", "DE", query="germ")
    values: dict[Any, Any] = {
        ("check_ins", "cadence.field:check_ins"): "monthly",
        ("nudges", "cadence.field:nudges"): "off",
        ("days", "cadence.field:days"): ["4", "7"],
        ("opens", "cadence.field:opens"): "14:00",
        ("closes", "cadence.field:closes"): "13:00",
    }
    wrong = await scene.slack.submit(ADA, view, values)
    assert set(wrong.errors) == {"closes"}
    late: dict[Any, Any] = {("opens", "cadence.field:opens"): "20:00", ("closes", "cadence.field:closes"): "21:00"}
    assert set((await scene.slack.submit(ADA, view, late)).errors) == {"opens"}
    right: dict[Any, Any] = {("opens", "cadence.field:opens"): "13:00", ("closes", "cadence.field:closes"): "14:00"}
    assert (await scene.slack.submit(ADA, view, right)).errors == {}

    days = frozenset({4, 7})
    expected = Newcomers(Rhythm.OFF, Rhythm.MONTHLY, days, time(13), time(14), "DE")
    assert (await chosen(scene)).newcomers == expected
    await scene.slack.command(EMMA, "focus distributed-training senior")
    schedule = await schedule_of(scene, EMMA)
    assert schedule is not None
    assert schedule.cadence == expected.cadence(schedule.cadence.first_week)
    assert schedule.cadence.quiet_days == frozenset({6})
    assert await schedule_of(scene, GEORGE) == before


async def test_with_both_rhythms_off_nobody_is_written_to_who_was_not_asked(scene: Scene) -> None:
    off: dict[Any, Any] = {(one, f"cadence.field:{one}"): "off" for one in ("check_ins", "nudges")}
    assert (await scene.slack.submit(ADA, await form(scene, Setting.NEWCOMERS), off)).errors == {}

    begun = (await scene.slack.command(EMMA, "focus distributed-training senior")).message

    assert "asks how it goes" not in said(begun)
    assert await schedule_of(scene, EMMA) is None
    home = (await scene.slack.open_home(EMMA)).home
    assert home is not None
    await scene.slack.click(EMMA, home, "cadence.resume:offer")
    schedule = await schedule_of(scene, EMMA)
    assert schedule is not None
    assert (schedule.cadence.check_ins, schedule.cadence.nudges) == (Rhythm.FORTNIGHTLY, Rhythm.FORTNIGHTLY)


async def test_the_smallest_group_holds_for_every_team_and_only_ever_grows(scene: Scene) -> None:
    crowd(scene, 5, EMMA)
    await set_up(scene, EMMA, values={("size", "team.field:size"): "4"})
    stale = await opened(scene, EMMA)

    view = await form(scene, Setting.GROUP_SIZE)
    sizes = choices(view, "admin.field:group_size")
    assert list(sizes.values()) == [str(n) for n in range(3, 21)]
    await enter(scene, view, Setting.GROUP_SIZE, "8")

    assert set((await scene.slack.submit(EMMA, stale)).errors) == {"size"}
    fresh = await opened(scene, EMMA)
    assert list(choices(fresh, "team.field:size").values()) == [str(n) for n in range(8, 21)]
    assert (await scene.slack.submit(EMMA, fresh)).errors == {}
    forged = submission(scene, ADA, await form(scene, Setting.GROUP_SIZE))
    forged["view"]["state"]["values"]["group_size"]["admin.field:group_size"]["selected_option"]["value"] = "2"
    assert (await scene.send(RequestKind.INTERACTION, forged)).view is not None
    assert (await chosen(scene)).group_size == 8
    tenant, database = scene.slack.workspace.team_id, scene.rung.parts.database
    await database.write(lambda session: set_group_size(session, tenant, 2, scene.clock.moment()))
    assert (await chosen(scene)).least_group == 3  # whatever stands in the database


async def test_framework_owners_are_members_and_hear_of_suggestions(scene: Scene) -> None:
    view = await form(scene, Setting.OWNERS)
    refused = await enter(scene, view, Setting.OWNERS, [ROMAN, GUS])
    assert set(refused.errors) == {"owners"}
    unknown = submission(scene, ADA, view)
    unknown["view"]["state"]["values"]["owners"]["admin.field:owners"]["selected_users"] = [ROMAN, "U0NOBODY"]
    assert "errors" in (await scene.send(RequestKind.INTERACTION, unknown)).body
    assert (await enter(scene, view, Setting.OWNERS, [ROMAN, DIETER])).errors == {}
    await suggest(scene, EMMA)

    await scene.rung.telling.tell(scene.clock.moment())

    assert [len(told(scene, person)) for person in (ROMAN, DIETER, ADA)] == [1, 1, 0]
    await scene.slack.command(ROMAN, "forget")
    erase = scene.slack.workspace.modals.top(ROMAN)
    assert erase is not None
    await scene.slack.submit(ROMAN, erase)
    assert (await chosen(scene)).owners == (DIETER,)


async def test_how_long_something_is_kept_only_gets_shorter_and_is_asked_about_first(scene: Scene) -> None:
    await live(scene, EMMA)
    view = await form(scene, Setting.RETENTION)
    assert choices(view, "admin.field:drafts") == {"Default: 90\xa0days": "default", "30\xa0days": "30"}
    shorter: dict[Any, Any] = {("notes", "admin.field:notes"): "365"}

    question = (await scene.slack.submit(ADA, view, shorter)).view
    assert question is not None
    assert "can't be brought back" in said(question)
    assert (await chosen(scene)).keeps == {}
    saved = (await scene.slack.submit(ADA, question)).view

    assert saved is not None
    assert "Notes of ratings: 1\xa0year" in said(saved)
    assert (await chosen(scene)).keeps == {Kept.NOTES: 365}
    assert "notes of your ratings: 1\xa0year" in said((await scene.slack.command(EMMA, "privacy")).message)
    scene.clock.seconds += 400 * 86_400
    assert dict(await replace(scene.rung.retaining, sleep=no_rest).remove()) == {"notes": 1, "drafts": 1}
    longer = await form(scene, Setting.RETENTION)
    done = await scene.slack.submit(ADA, longer, {("notes", "admin.field:notes"): "default"})
    assert wording(ADA, "_Default_") in said(done.view or longer)
    forged = submission(scene, ADA, await form(scene, Setting.RETENTION))
    forged["view"]["state"]["values"]["notes"]["admin.field:notes"]["selected_option"]["value"] = "1"
    await scene.send(RequestKind.INTERACTION, forged)
    assert (await chosen(scene)).keeps == {}


async def test_of_two_admins_at_once_the_second_is_shown_what_the_first_chose(scene: Scene) -> None:
    promote(scene, DIETER)
    mine, theirs = await form(scene, Setting.GROUP_SIZE), await form(scene, Setting.GROUP_SIZE, DIETER)
    elsewhere = await form(scene, Setting.LANGUAGE, DIETER)
    await enter(scene, mine, Setting.GROUP_SIZE, "6")
    await enter(scene, elsewhere, Setting.LANGUAGE, "de", DIETER)
    assert await chosen(scene) == TenantSettings(language="de", group_size=6)  # each of another thing

    scene.slack.workspace.modals.top(DIETER)
    again = await form(scene, Setting.GROUP_SIZE, DIETER)
    await save(scene, Setting.GROUP_SIZE, "7")
    shown = (await enter(scene, again, Setting.GROUP_SIZE, "9", DIETER)).view

    assert shown is not None
    assert "ab 7\xa0Personen" in lines(shown)[0]
    assert (await chosen(scene)).group_size == 7
    assert (await enter(scene, shown, Setting.GROUP_SIZE, "9", DIETER)).errors == {}
    assert (await chosen(scene)).group_size == 9
    assert theirs is not again

    late = await form(scene, Setting.GROUP_SIZE, DIETER)
    await save(scene, Setting.GROUP_SIZE, "8")
    shown = (await scene.slack.click(DIETER, late, "admin.default")).view
    assert shown is not None
    assert "ab 8\xa0Personen" in lines(shown)[0]
    assert (await chosen(scene)).group_size == 8
    assert (await scene.slack.click(DIETER, shown, "admin.default")).view is not None
    assert (await chosen(scene)).group_size is None


async def test_where_slack_or_the_database_fails_it_is_said_and_what_was_typed_stays(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    scene.slack.fail_next("users.info", Failure.rate_limited(30), times=2)
    assert "Slack" in said((await scene.slack.command(ADA, "admin")).message)
    view = await form(scene, Setting.LANGUAGE)
    scene.slack.fail_next("users.info", Failure.http(503))
    failed = await enter(scene, view, Setting.LANGUAGE, "de")
    assert failed.view is not None
    assert wording(ADA, SlackUnavailable.told) in said(failed.view)
    await scene.slack.close(ADA, failed.view)
    assert scene.slack.workspace.modals.top(ADA) is view

    async def fail(*_: object) -> None:
        raise StorageUnavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(type(scene.rung.parts.database), "write", fail)
        failed = await enter(scene, view, Setting.LANGUAGE, "de")
        assert failed.view is not None
        assert wording(ADA, StorageUnavailable.told) in said(failed.view)
        await scene.slack.close(ADA, failed.view)
    with monkeypatch.context() as broken:
        broken.setattr("bot.slack.admin.settings_of", fail)
        broken.setattr("bot.services.health.sending_in", fail)
        unread = await window(scene)
        assert wording(ADA, "Database: %(kind)s doesn't answer", kind="SQLite") in said(unread)
        assert not has_control(unread, "admin.change:language")
        await scene.slack.close(ADA, unread)
    assert await chosen(scene) == TenantSettings()


@SPEAKERS
async def test_an_admin_tries_a_card_and_finds_a_text_to_announce_rung_with(scene: Scene, person: str) -> None:
    promote(scene, person)
    await save(scene, Setting.LANGUAGE, "ru", person)
    below = await window(scene, person)

    card = (await scene.slack.click(person, below, "admin.test")).view
    assert card is not None
    assert "LLM" in said(card)
    await scene.slack.close(person, card)
    text = (await scene.slack.click(person, below, "admin.announce")).view

    assert text is not None
    assert wording("ru", "• %(help)s says what else you can type.", help="/skill помощь") in said(text)
    assert scene.public() == []


async def test_who_installs_rung_gets_one_message_and_nobody_else_does(tmp_path: Path, migrated: Path) -> None:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path)) as there:
        await there.install(FIRST)
        scene = there.scene(FIRST)
        (welcome,) = scene.slack.workspace.messages
        assert ADA in scene.slack.workspace.channels[welcome.channel].members
        assert labels(welcome) == ["Test", "Open settings"]
        assert wording(ADA, "• %(help)s says what else you can type.", help="/skill help") in said(welcome)

        card = (await scene.slack.click(ADA, welcome, "admin.test")).message
        assert card.only_for == ADA
        assert "Expected at" in said(card)
        assert wording(ADA, "Default language") in said(
            (await scene.slack.click(ADA, welcome, "admin.open")).view or card
        )
        await there.uninstall(FIRST, "app_uninstalled")
        await there.install(FIRST)
        assert [one for one in scene.slack.workspace.messages if not one.is_ephemeral] == [welcome]


@pytest.mark.parametrize("how", ["guest", "silent", "refused"])
async def test_the_message_is_never_repeated(tmp_path: Path, migrated: Path, how: str) -> None:
    """A guest gets none; one of which Slack never said whether it arrived isn't sent again, one that it refused is."""
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path)) as there:
        slack = there.slack(FIRST)
        if how == "guest":
            slack.workspace.people[ADA].is_restricted = True
        elif how == "silent":
            slack.fail_next("chat.postMessage", Failure.dropped(does_the_work=True))
        else:
            slack.fail_next("chat.postMessage", Failure.slack("messages_tab_disabled"))
        await there.install(FIRST)
        assert len(slack.workspace.messages) == (how == "silent")
        await there.install(FIRST)
        await there.install(FIRST)
        assert len(slack.workspace.messages) == (0 if how == "guest" else 1)
