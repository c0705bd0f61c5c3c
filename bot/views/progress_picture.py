"""The picture of progress: what is drawn of a report, and the words that say the same."""

from collections.abc import Iterator

from bot.charts.progress import MOST_SKILLS, InWords, ProgressPicture, SkillProgress
from bot.domain.ladder import Ladder
from bot.domain.progress import ProgressReport, SkillHistory
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import shorten
from bot.views.names import named
from bot.views.progress import days, next_standing, standing_name

ALT_LIMIT = 1_000  # characters that Slack takes for a file


def progress_pictures(report: ProgressReport, t: Translator, timezone: str | None) -> Iterator[ProgressPicture]:
    """One for each ladder, since a picture has one."""
    since, until = days(report, t, timezone)
    for ladder, skills in report.by_ladder():
        yield _picture(ladder, skills, f"{since} – {until}", t)


def picture_comment(report: ProgressReport, t: Translator, timezone: str | None) -> str:
    """What the message with a picture says, in mrkdwn."""
    since, until = days(report, t, timezone)
    return render("progress/picture", t, since=since, until=until)


def alt_text(picture: ProgressPicture, t: Translator) -> str:
    """All that the picture says; where that is too long, each skill is told in what is its share."""
    lines = [f"{picture.title}, {picture.subtitle}", *(_told(words, t) for words in picture.in_words())]
    lines += [picture.more] if picture.more else []
    if len("\n".join(lines)) > ALT_LIMIT:
        share = ALT_LIMIT // len(lines) - 1
        lines = [shorten(line, share) for line in lines]
    return "\n".join(lines)


def _picture(ladder: Ladder, skills: tuple[SkillHistory, ...], subtitle: str, t: Translator) -> ProgressPicture:
    rest = len(skills) - MOST_SKILLS
    return ProgressPicture(
        title=t.gettext("Your progress"),
        subtitle=subtitle,
        levels=tuple(named(level.name, t) for level in ladder.levels),
        not_yet=standing_name(0, skills[0].skill, t),
        skills=tuple(
            SkillProgress(named(one.skill.name, t), one.stands, one.stood, next_standing(one, t)) for one in skills
        ),
        # Translators: Below a picture that has no room for more skills. %(n)s is how many there are.
        more=t.ngettext("and %(n)s\xa0more skill", "and %(n)s\xa0more skills", rest) if rest > 0 else "",
    )


def _told(words: InWords, t: Translator) -> str:
    facts = {"skill": words.skill, "now": words.now}
    if words.before:
        # Translators: What a picture shows, for who can't see it. %(skill)s is a name, the others are names of levels.
        told = t.gettext("%(skill)s: %(now)s, before that %(before)s", before=words.before, **facts)
    else:
        # Translators: What a picture shows, for who can't see it: the name of a skill, and of a level.
        told = t.gettext("%(skill)s: %(now)s", **facts)
    return f"{told}. {words.note}" if words.note else told
