"""All looks at a deployment, in the order in which its parts depend on each other."""

from collections.abc import Callable
from datetime import datetime

from bot.doctor.address import look_at_address
from bot.doctor.database import look_at_database
from bot.doctor.findings import Finding, without_secrets
from bot.doctor.house import look_at_content, look_at_fonts, look_at_settings
from bot.doctor.installations import look_at_installations
from bot.doctor.manifest import look_at_manifest, needed_scopes
from bot.doctor.slack import look_at_slack
from bot.settings import Settings


async def examine(settings: Settings, url: str | None, now: Callable[[], datetime]) -> list[Finding]:
    """What was found, without any secret. `url` is where Slack reaches Rung, unless a setting says so.

    Nothing is changed, and nobody is written to. `now` gives aware UTC.
    """
    found = [
        *look_at_settings(settings),
        *look_at_manifest(),
        *await look_at_slack(settings, needed_scopes(), now),
        *await look_at_database(settings, now()),
        *await look_at_installations(settings, needed_scopes(), now()),
        *look_at_content(settings, now().date()),
        *look_at_fonts(),
    ]
    if address := url or settings.public_url:
        found.append(await look_at_address(address, settings, now))
    return without_secrets(found, settings)
