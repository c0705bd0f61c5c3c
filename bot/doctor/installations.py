"""Many workspaces: whether their tokens can be read, whether Slack takes them, and which scopes they lack."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

import aiohttp
from pydantic import SecretStr

from bot.doctor.database import opened
from bot.doctor.findings import Finding, ok, problem, warning
from bot.doctor.slack import OPTIONAL
from bot.domain.installations import Installation
from bot.errors import SlackUnavailable
from bot.messenger.client import TIMEOUT
from bot.messenger.probing import Probe, probe
from bot.settings import Settings
from bot.storage.encryption import KeysMissing, SecretUnreadable
from bot.storage.engine import Database
from bot.storage.installations import find_installation, tenants_with_tokens

AT_ONCE = 8  # calls to Slack
WITHIN = 60.0  # seconds in which Slack is asked of as many as it answers
LISTED = 10  # workspaces that are named


async def look_at_installations(settings: Settings, needed: frozenset[str], now: datetime) -> list[Finding]:
    """`needed` are the scopes of the manifest. Nothing where one workspace is served, or the database can't be read."""
    if settings.slack_bot_token or not settings.slack_client_id:
        return []
    async with opened(settings) as database:
        if database is None:
            return []
        async with database.reading() as session:
            tenants = await tenants_with_tokens(session)
        read, unread = await _read(database, tenants)
    if not tenants:
        return [ok("installations", "no workspace has installed Rung yet")]
    found = [await _keys(settings, tenants, unread)]
    if asked := [one for one in read if one.token and not one.token.has_expired(now)]:
        probes = await _probed(settings, asked)
        found += [_answers(probes, len(read) - len(asked)), *_scopes(probes, needed, settings)]
    return found


async def _read(database: Database, tenants: Sequence[str]) -> tuple[list[Installation], list[str]]:
    """The installations whose tokens can be read, and the tenants of the others."""
    read, unread = [], []
    async with database.reading() as session:
        for tenant in tenants:
            try:
                found = await find_installation(session, tenant)
            except (SecretUnreadable, KeysMissing):
                unread.append(tenant)
            else:
                read += [found] if found is not None else []
    return read, unread


async def _keys(settings: Settings, tenants: Sequence[str], unread: Sequence[str]) -> Finding:
    if unread:
        return problem(
            "keys",
            f"none of RUNG_ENCRYPTION_KEYS reads the tokens of {len(unread)} of {len(tenants)}: {_listed(unread)}",
            "Put the key back that they were encrypted with; without it they have to install Rung again.",
        )
    first = settings.model_copy(update={"encryption_keys": SecretStr(settings.keys[0])})
    async with opened(first) as database:
        older = (await _read(database, tenants))[1] if database is not None else []
    if older:
        told = f"the tokens of {len(older)} of {len(tenants)} aren't encrypted with the first key"
        return warning("keys", told, "Run `rung keys rotate` before you leave out another key.")
    return ok("keys", f"the first one reads the tokens of all {len(tenants)} installations")


async def _probed(settings: Settings, asked: Sequence[Installation]) -> Mapping[str, Probe | None]:
    """Slack's answers by tenant; None where there was none in time."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def ask(one: Installation, session: aiohttp.ClientSession) -> Probe | None:
        async with slots:
            try:
                token = one.token.token if one.token else None
                return await probe("auth.test", token, settings.slack_api_url, session)
            except SlackUnavailable:
                return None

    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
        tasks = {one.tenant: asyncio.create_task(ask(one, session)) for one in asked}
        await asyncio.wait(tasks.values(), timeout=WITHIN)
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
    return {tenant: None if task.cancelled() else task.result() for tenant, task in tasks.items()}


def _answers(probes: Mapping[str, Probe | None], asleep: int) -> Finding:
    """`asleep` are those whose token has expired, and is renewed when it is needed."""
    refused = [f"{tenant} ({one.error})" for tenant, one in probes.items() if one and _is_refused(one)]
    unasked = [tenant for tenant, one in probes.items() if one is None or one.error == "ratelimited"]
    told = f"{len(probes) - len(refused) - len(unasked)} of {len(probes)} installations answer"
    if asleep:
        told += f", {asleep} more have a token that is renewed when it is needed"
    if refused:
        mend = "Rung is gone there, or its token was revoked: let them install it again."
        return problem("installations", f"{told}; these don't: {_listed(refused)}", mend)
    if unasked:
        told += f"; Slack gave no answer in time about {_listed(unasked)}"
        return warning("installations", told, "Look again in a minute.")
    return ok("installations", told)


def _is_refused(answer: Probe) -> bool:
    return answer.error is not None and answer.error != "ratelimited"


def _scopes(probes: Mapping[str, Probe | None], needed: frozenset[str], settings: Settings) -> list[Finding]:
    granted = {tenant: one.scopes for tenant, one in probes.items() if one and not one.error}
    lacks = {tenant: needed - scopes for tenant, scopes in granted.items() if scopes is not None}
    lacking = {tenant: missing for tenant, missing in lacks.items() if missing}
    if not lacking:
        return [ok("scopes", f"all of the manifest, in {len(lacks)} installations")] if lacks else []
    named = [f"{tenant} ({', '.join(sorted(missing))})" for tenant, missing in lacking.items()]
    where = f"{settings.public_url}slack/install" if settings.public_url else "/slack/install"
    is_grave = any(missing - OPTIONAL for missing in lacking.values())
    report = problem if is_grave else warning
    mend = f"Let them install Rung again at {where}: until then what needs the scopes doesn't work there."
    return [report("scopes", f"{len(lacking)} of {len(lacks)} installations lack some: {_listed(named)}", mend)]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")
