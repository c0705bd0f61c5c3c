"""The picture of progress, in a person's direct messages: facts in, files out."""

from bot.charts.drawing import progress_png
from bot.domain.people import PersonId
from bot.domain.progress import ProgressReport
from bot.errors import PictureNotSent, SlackRefused, SlackUnavailable
from bot.i18n.translator import Translator
from bot.messenger.client import SlackClient
from bot.messenger.files import Attachment, direct_channel, send_files
from bot.views.progress_picture import alt_text, picture_comment, progress_pictures

FILE = "progress.png"


async def send_pictures(
    slack: SlackClient, person: PersonId, report: ProgressReport, t: Translator, timezone: str | None
) -> None:
    """One picture a ladder. Raises PictureNotSent.

    Nothing is drawn before Slack's first answer, so the words are out by then. Drawing is done right here: it holds
    Python's lock for nearly all of its time, so a thread would keep everybody waiting just as long.
    """
    comment = picture_comment(report, t, timezone)
    try:
        channel = await direct_channel(slack, person.user)
        for picture in progress_pictures(report, t, timezone):
            drawn = progress_png(picture)
            file = Attachment(FILE, picture.title, drawn, alt_text(picture, t))
            await send_files(slack, channel, [file], comment)
    except (SlackRefused, SlackUnavailable) as error:
        raise PictureNotSent(str(error)) from error
