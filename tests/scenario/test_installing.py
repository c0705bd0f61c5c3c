"""Somebody installs Rung by a browser: each way that it can end is a page which says what happened and what to do."""

import logging
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from bot.app import wired
from bot.playground import asgi
from bot.playground.failures import Failure
from bot.playground.people import EMMA
from bot.slack.install.allowance import OF_ONE, REFILL
from bot.slack.install.flow import accepted_languages, authorization_url
from bot.slack.manifest import read_manifest
from tests.scenario.conftest import NewScene
from tests.scenario.lives import id_of
from tests.scenario.many import FIRST, KEY, SECOND, WHOLE, Company, company, sqlite
from tests.scenario.reading import said, wording

ASKED = ",".join(read_manifest()["oauth_config"]["scopes"]["bot"])
CROWDED = (
    "Too many people are opening this page right now, or it was opened too often from your network. Nothing has "
    "changed. Begin again in a minute."
)
LANGUAGES = {"en": "en-GB,en;q=0.9", "de": "de-AT,de;q=0.9,en;q=0.5", "ru": "fr, ru;q=0.7, en;q=0.3"}


@pytest.fixture
async def there(tmp_path: Path, migrated: Path) -> AsyncIterator[Company]:
    shutil.copyfile(migrated, tmp_path / "rung.db")
    async with company(sqlite(tmp_path)) as opened:
        yield opened


async def test_the_page_leads_to_slack_with_every_scope_and_a_state(there: Company) -> None:
    page = await there.browser().get("/slack/install?team=T0FIRST")
    asked = parse_qs(urlsplit(page.link).query)
    assert (page.status, page.heading) == (200, "Add Rung to Slack")
    assert page.link.startswith(authorization_url(there.settings.slack_api_url))
    assert asked["scope"] == [ASKED]
    assert asked["team"] == ["T0FIRST"]
    assert len(asked["state"][0]) > 30
    assert "user_scope" not in asked


async def test_nobody_slips_anything_into_the_way_to_slack(there: Company) -> None:
    page = await there.browser().get("/slack/install?team=T0%26user_scope%3Dadmin&team=T1")
    assert "admin" not in page.link
    assert "team" not in parse_qs(urlsplit(page.link).query)


async def test_each_workspace_that_installs_it_is_answered_and_the_others_are_not(there: Company) -> None:
    page = await there.install(FIRST)
    assert (page.status, page.heading) == (200, f"Rung is installed in Demo <{FIRST}>")
    assert "installed there before" not in page.said
    answered = await there.slack(FIRST).command(EMMA, "distributed-training senior")
    assert "Distributed Training" in said(answered.message)
    refused = await there.slack(SECOND).command(EMMA, "distributed-training senior")
    assert "Rung isn't installed in this workspace any more" in said(refused.message)


async def test_what_calls_slack_has_the_token_of_the_workspace(there: Company) -> None:
    for tenant in (FIRST, SECOND):
        await there.install(tenant)
    for tenant in (SECOND, FIRST):
        await there.slack(tenant).command(EMMA, "profile")
        assert there.slack(tenant).called("views.open")
    assert there.grid.refused == []


async def test_an_org_wide_installation_is_the_enterprise_s(there: Company) -> None:
    page = await there.install(WHOLE)
    assert "An admin of the organization now chooses in Slack which workspaces get it." in page.said
    slack = there.slack(WHOLE)
    assert "Distributed Training" in said((await slack.command(EMMA, "distributed-training senior")).message)
    home = (await slack.open_home(EMMA)).home
    assert home is not None
    await slack.command(EMMA, "profile")
    assert slack.called("views.open")
    mention = await slack.mention(EMMA, "distributed-training senior", channel="C0GENERAL")
    assert "Distributed Training" in said(mention.message)
    assert there.grid.refused == []
    assert await there.installation(WHOLE) is not None
    assert await there.installation("T0INWHOLE") is None


async def test_installing_again_replaces_the_token_and_says_so(there: Company) -> None:
    await there.install(FIRST)
    first = await there.installation(FIRST)
    page = await there.install(FIRST)
    second = await there.installation(FIRST)
    assert "It was installed there before." in page.said
    assert first is not None
    assert second is not None
    assert first.token != second.token


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_end_is_told_in_the_language_of_the_browser(there: Company, language: str) -> None:
    browser = there.browser(LANGUAGES[language])
    person = next(one for one in there.slack(FIRST).workspace.people.values() if one.locale.startswith(language)).id

    def told(english: str, **facts: str) -> str:
        return wording(person, english, **facts)

    begin = await browser.get("/slack/install")
    assert begin.heading == told("Add Rung to Slack")
    cancelled = await browser.get(there.grid.authorizations.cancel(begin.link))
    assert (cancelled.status, cancelled.heading) == (200, told("Rung was not installed"))
    done = await there.install(FIRST, browser)
    assert done.heading == told("Rung is installed in %(name)s", name=f"Demo <{FIRST}>")
    for broken in (Failure.slack("internal_error"), Failure.http(503)):
        agreed = there.grid.agree(await there.begun(browser), there.slack(FIRST), EMMA)
        there.grid.failures.add("oauth.v2.access", broken, 1)
        page = await browser.get(agreed)
        assert page.heading == told("Rung could not be installed")
        assert page.link == "/slack/install"


async def test_another_browser_can_not_end_what_this_one_began(there: Company) -> None:
    agreed = there.grid.agree(await there.begun(there.browser()), there.slack(FIRST), EMMA)
    page = await there.browser().get(agreed)
    assert page.status == 400
    assert "This installation was begun in another browser" in page.said
    assert await there.installation(FIRST) is None


async def test_a_state_is_good_once_for_ten_minutes_and_an_invented_one_never(there: Company) -> None:
    browser = there.browser()
    agreed = there.grid.agree(await there.begun(browser), there.slack(FIRST), EMMA)
    kept = dict(browser.cookies)
    assert (await browser.get(agreed)).status == 200
    browser.cookies = dict(kept)
    assert "This link was used already" in (await browser.get(agreed)).said

    late = there.grid.agree(await there.begun(browser), there.slack(SECOND), EMMA)
    there.clock.seconds += 601
    assert "more than ten minutes have passed" in (await browser.get(late)).said

    browser.cookies["slack-app-oauth-state"] = "invented"
    invented = await browser.get("/slack/oauth_redirect?code=code-1&state=invented")
    assert (invented.status, "This link was used already" in invented.said) == (400, True)
    assert await there.installation(SECOND) is None


@pytest.mark.parametrize(
    "query", ["", "?code=", "?state=%ff%00", "?error=%3Cscript%3E", "?" + "a=1&" * 2000, "?code=c&state="]
)
async def test_nonsense_is_told_apart_without_repeating_it(there: Company, query: str) -> None:
    page = await there.browser().get(f"/slack/oauth_redirect{query}")
    assert page.status == 400
    assert "script" not in page.html
    assert page.heading == "Rung could not be installed"


async def test_slack_that_refuses_the_code_or_does_not_answer_is_told(there: Company) -> None:
    browser = there.browser()
    agreed = there.grid.agree(await there.begun(browser), there.slack(FIRST), EMMA)
    page = await browser.get(agreed.replace("code-", "other-"))
    assert (page.status, "Slack didn't accept the installation" in page.said) == (400, True)
    agreed = there.grid.agree(await there.begun(browser), there.slack(FIRST), EMMA)
    there.grid.failures.add("oauth.v2.access", Failure.http(500), 1)
    page = await browser.get(agreed)
    assert (page.status, "but then didn't answer Rung" in page.said) == (503, True)


async def test_pages_are_kept_to_themselves(there: Company) -> None:
    for address in ("/slack/install", "/slack/oauth_redirect?error=access_denied", "/metrics"):
        headers = (await there.browser().get(address)).headers
        for rule in ("default-src 'none'", "form-action 'none'", "frame-ancestors 'none'"):
            assert rule in headers["content-security-policy"]
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        assert (headers["x-content-type-options"], headers["x-frame-options"]) == ("nosniff", "DENY")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_whoever_opens_the_pages_again_and_again_is_asked_to_wait(there: Company, language: str) -> None:
    for _ in range(OF_ONE):
        assert (await there.browser().get("/slack/install")).status == 200
    for address in ("/slack/install", "/slack/oauth_redirect?code=code-1&state=invented"):
        page = await there.browser(LANGUAGES[language]).get(address)
        assert page.status == 429
        assert int(page.headers["retry-after"]) == REFILL / OF_ONE
        assert page.said.startswith(f"{wording(language, 'Rung could not be installed')} {wording(language, CROWDED)}")
    scene = there.scene(FIRST)
    assert len(scene.rows("oauth_state")) == OF_ONE, "nothing is kept of those who wait"
    there.clock.seconds += REFILL
    assert (await there.browser().get("/slack/install")).status == 200


async def test_visitors_are_told_apart_by_what_our_own_proxy_saw(tmp_path: Path) -> None:
    async with company(sqlite(tmp_path), trusted_proxies=1) as there:
        for n in range(2 * OF_ONE):
            headers = {"X-Forwarded-For": f"192.0.2.{n}, 203.0.113.{n % 2}"}
            answer = await asgi.request(there.rung.front, "/slack/install", headers, b"", "GET")
            assert answer.status == 200
        answer = await asgi.request(there.rung.front, "/slack/install", headers, b"", "GET")
        assert answer.status == 429


async def test_no_secret_is_in_a_log_or_a_record(
    there: Company, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG, "bot")  # libraries speak from WARNING up, whatever the setting is
    async with company(f"sqlite:///{tmp_path / 'other.db'}", rotates=True, record_calls=tmp_path / "calls") as recorded:
        browser = recorded.browser()
        await recorded.install(FIRST, browser)
        recorded.clock.seconds += 11 * 3600
        await recorded.slack(FIRST).command(EMMA, "profile")
        agreed = recorded.grid.agree(await recorded.begun(browser), recorded.slack(FIRST), EMMA)
        await browser.get(agreed.replace("code-", "wrong-"))
        secrets = [*recorded.grid.authorizations.grants, *recorded.grid.authorizations.spent, "client-secret", "wrong-"]
    assert len(secrets) == 5
    logged = "\n".join(record.getMessage() for record in caplog.records) + (tmp_path / "calls").read_text()
    assert [secret for secret in secrets if secret in logged] == []


async def test_several_processes_share_what_was_begun_and_installed(there: Company) -> None:
    async with wired(there.settings, now=there.clock.moment, monotonic=there.clock) as other:
        browser = there.browser()
        agreed = there.grid.agree(await there.begun(browser), there.slack(FIRST), EMMA)
        browser.rung = other
        assert (await browser.get(agreed)).status == 200
        await other.background.settled()
    assert "Distributed Training" in said((await there.slack(FIRST).command(EMMA, "distributed-training")).message)


async def test_a_client_id_in_the_environment_makes_nobody_keep_files(
    new_scene: NewScene, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Bolt by itself would keep tokens and states in files below the home directory."""
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "s")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    async with new_scene(slack_client_id="1.2", slack_client_secret=SecretStr("s")) as scene:
        assert "Distributed Training" in said((await scene.slack.command(EMMA, "distributed-training")).message)
        assert id_of(scene, EMMA).tenant == scene.slack.workspace.team_id
        missing = await scene.slack.post(b"", {}, path="/slack/install")
        assert missing.status == 404
    assert not (tmp_path / "home").exists()


def test_what_a_browser_wants_is_read_in_its_order() -> None:
    assert accepted_languages("fr, de-AT;q=0.5,en;q=0.8, x;q=0, ;q=none, *") == ("fr", "*", "en", "de-AT")
    assert KEY


def test_people_agree_at_the_same_slack_that_is_called() -> None:
    assert authorization_url("https://slack-gov.com/api/") == "https://slack-gov.com/oauth/v2/authorize"
