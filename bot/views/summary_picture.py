"""The picture of a team: what is drawn of a report, and the words that say the same."""

from collections.abc import Iterator

from bot.charts.team import MOST_SKILLS, TeamLadder, TeamPicture, TeamSkill
from bot.domain.ladder import Ladder
from bot.domain.summaries import Band, SkillStanding
from bot.domain.team_reports import TeamReport, reached
from bot.i18n.translator import Translator
from bot.views.blocks import shorten
from bot.views.names import named
from bot.views.progress_picture import ALT_LIMIT
from bot.views.summary import LEVEL_LIMIT, band_name, counted_on, levels_by_band, summary_title

LEAST_NAME = 8  # characters that are kept of a skill's name, at least


def team_picture(report: TeamReport, t: Translator) -> TeamPicture | None:
    """None where there is nothing to show."""
    if not report.snapshot.skills:
        return None
    return TeamPicture(
        title=summary_title(t),
        subtitle=counted_on(report, t),
        # Translators: Before the words few, about half and most, each beside its mark in a picture.
        key=t.gettext("At this level or a higher one:"),
        words={band: band_name(band, t) for band in Band},
        # Translators: Beside the mark of an empty cell in a picture: nothing can be said here. At most 20 characters.
        not_shown=t.gettext("nothing to show"),
        ladders=tuple(_ladder(ladder, standings, report, t) for ladder, standings in report.by_ladder()),
        more=_more(report, t),
    )


def team_alt_text(report: TeamReport, t: Translator) -> str:
    """All that the picture says; where that is too long, of each skill the highest level that most have reached."""
    head, drawn, tail = f"{summary_title(t)}, {counted_on(report, t)}", _drawn(report), _more(report, t)
    whole = [head, *(_told(ladder, one, report, t) for ladder, one in drawn), *([tail] if tail else [])]
    if len("\n".join(whole)) <= ALT_LIMIT:
        return "\n".join(whole)
    room = max(len(named(report.skills[one.skill].name, t)) for _, one in drawn)
    while True:
        short = [head, *_by_level(drawn, room, report, t), *([tail] if tail else [])]
        if len("\n".join(short)) <= ALT_LIMIT:
            return "\n".join(short)
        if room <= LEAST_NAME:
            return shorten("\n".join(short), ALT_LIMIT)
        room = max(LEAST_NAME, room * 9 // 10)


def _ladder(ladder: Ladder, standings: tuple[SkillStanding, ...], report: TeamReport, t: Translator) -> TeamLadder:
    return TeamLadder(
        levels=tuple(named(level.name, t) for level in ladder.levels),
        skills=tuple(
            TeamSkill(
                named(report.skills[one.skill].name, t),
                tuple(one.bands.get(level.id) for level in ladder.levels),
            )
            for one in standings
        ),
    )


def _drawn(report: TeamReport) -> list[tuple[Ladder, SkillStanding]]:
    return [(ladder, one) for ladder, ones in report.by_ladder() for one in ones][:MOST_SKILLS]


def _more(report: TeamReport, t: Translator) -> str:
    rest = len(report.snapshot.skills) - MOST_SKILLS
    return t.ngettext("and %(n)s\xa0more skill", "and %(n)s\xa0more skills", rest) if rest > 0 else ""


def _told(ladder: Ladder, one: SkillStanding, report: TeamReport, t: Translator) -> str:
    bands = ". ".join(levels_by_band(one, ladder, t))
    return f"{named(report.skills[one.skill].name, t)}. {bands}."


def _by_level(drawn: list[tuple[Ladder, SkillStanding]], room: int, report: TeamReport, t: Translator) -> Iterator[str]:
    """A line for each level that is the highest one that most have reached in a skill, with those skills."""
    found: dict[tuple[str, str], list[str]] = {}
    for ladder, one in drawn:
        level = reached(one)
        name = shorten(named(ladder.level(level).name, t), LEVEL_LIMIT) if level else ""
        key = (ladder.id, name) if name else ("", "")
        found.setdefault(key, []).append(shorten(named(report.skills[one.skill].name, t), room))
    for (_, name), skills in found.items():
        if name:
            # Translators: What a picture shows, for who can't see it. %(level)s is a name, %(skills)s a list of names.
            yield t.gettext("Most are at %(level)s or above: %(skills)s.", level=name, skills=", ".join(skills))
        else:
            # Translators: What a picture shows, for who can't see it. %(skills)s is a list of names.
            yield t.gettext("No level that most have reached: %(skills)s.", skills=", ".join(skills))
