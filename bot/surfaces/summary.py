"""The summary of a team: a report in, a message and a picture out."""

from bot.charts.drawing import team_png
from bot.domain.team_reports import TeamReport
from bot.i18n.translator import Translator
from bot.messenger.files import Attachment
from bot.views.summary_picture import team_alt_text, team_picture

FILE = "team.png"


def summary_picture(report: TeamReport, t: Translator) -> Attachment | None:
    """None where there is nothing to show. Drawing takes 20 to 70 ms, in which nothing else runs."""
    picture = team_picture(report, t)
    if picture is None:
        return None
    return Attachment(FILE, picture.title, team_png(picture), team_alt_text(report, t))
