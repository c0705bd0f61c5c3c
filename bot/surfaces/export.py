"""All that is stored of a person, as two files in their direct messages with Rung."""

from datetime import datetime

from bot.domain.people import PersonId
from bot.domain.personal import Everything
from bot.domain.skills import Framework
from bot.i18n.translator import Translator
from bot.messenger.client import SlackClient
from bot.messenger.files import Attachment, send_files
from bot.messenger.people import direct_channel
from bot.text.mrkdwn import literal
from bot.views.export import export_json, export_page


async def send_export(
    client: SlackClient,
    person: PersonId,
    everything: Everything,
    framework: Framework,
    t: Translator,
    timezone: str | None,
    now: datetime,
) -> None:
    """`timezone` is an IANA name, in which the page gives its dates. Raises SlackRefused, SlackUnavailable."""
    page = export_page(everything, framework, t, timezone, now)
    data = export_json(person, everything, now)
    name = f"rung-{now:%Y-%m-%d}"
    files = (
        # Translators: The title of a file with all that is stored about a person.
        Attachment(f"{name}.html", t.gettext("Your data as a page to read"), page.encode()),
        # Translators: The title of a file with all that is stored about a person.
        Attachment(f"{name}.json", t.gettext("Your data as JSON, for programs"), data.encode()),
    )
    comment = literal(t.gettext("This is all that Rung stores about you. Only you see it in this conversation."))
    await send_files(client, await direct_channel(client, person.user), files, str(comment))
