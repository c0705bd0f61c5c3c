"""Lists of skills to choose from."""

from collections.abc import Sequence

from bot.domain.answers import SkillList, Verb
from bot.domain.skills import Skill
from bot.domain.texts import TextState
from bot.i18n.translator import Translator
from bot.text.templates import render
from bot.views.blocks import (
    Block,
    Element,
    actions,
    button,
    echo,
    header,
    option,
    plain,
    section,
    sections,
    select,
    shorten,
)
from bot.views.ids import Action, CardRef, nth
from bot.views.names import MARK, named, titled
from bot.views.paging import page_controls, page_place
from bot.views.requirements import notes

SKILLS_A_PAGE = 15
BUTTONS = 3
SUMMARY_LIMIT = 150  # characters of a summary in a line


def skill_list_blocks(found: SkillList, t: Translator) -> list[Block]:
    """One page of skills with their slugs, a menu to open one, and the way to the other pages."""
    if not found.skills:
        return [header(_title(found, t))]
    count = -(-len(found.skills) // SKILLS_A_PAGE)
    page = min(max(found.page, 0), count - 1)
    shown = found.skills[page * SKILLS_A_PAGE : (page + 1) * SKILLS_A_PAGE]
    lines = "\n".join(_line(skill, t) for skill in shown)
    value = f"{found.verb} {found.words}".rstrip()
    controls = page_controls(Action.LIST_PAGE, value, page, count, t)
    read = [text for skill in shown for text in (skill.name, skill.summary) if text]
    blocks = [header(_title(found, t)), *sections(lines), *notes(read, t)]
    if count == 1:
        return [*blocks, actions(skill_select(shown, t))]
    place = page_place(page, count, t)
    return [*blocks, *place, actions(skill_select(shown, t), *controls), actions(search_field(t))]


def search_field(t: Translator) -> Element:
    """A menu that is filled while somebody types; it begins with what there is."""
    return {
        "type": "external_select",
        "action_id": Action.SKILL_SEARCH,
        # Translators: The placeholder of a field in which people type the name of a skill.
        "placeholder": plain(t.gettext("Search skills")),
        "min_query_length": 0,
    }


def skill_select(skills: Sequence[Skill], t: Translator, role: str = "", level: str = "") -> Element:
    """A menu that opens the card of a skill."""
    # Translators: The placeholder of a menu with the names of skills.
    placeholder = t.gettext("Open a skill")
    choices = [option(named(skill.name, t), str(_fitting(skill, role, level))) for skill in skills]
    return select(Action.SKILL_CHOOSE, placeholder, choices)


def choice_blocks(text: str, skills: Sequence[Skill], t: Translator, *, role: str = "", level: str = "") -> list[Block]:
    """A sentence, and the skills it is about: as buttons while they are few, else as a menu.

    `role` and `level` are ids of what was asked for beside the skill.
    """
    if not skills:
        return [section(text)]
    if len(skills) > BUTTONS:
        return [section(text), actions(skill_select(skills, t, role, level))]
    buttons = [
        button(named(skill.name, t), nth(Action.SKILL_OPEN, n), str(_fitting(skill, role, level)))
        for n, skill in enumerate(skills)
    ]
    return [section(text), actions(*buttons)]


def _fitting(skill: Skill, role: str, level: str) -> CardRef:
    """The card with what was asked for beside the skill, as far as the skill has it."""
    return CardRef(skill.slug, role if role in skill.roles else "", level if level in skill.ladder else "")


def _line(skill: Skill, t: Translator) -> str:
    summary = skill.summary.shown(t.locale.content) if skill.summary else None
    return render(
        "list/line",
        t,
        name=shorten(titled(skill.name, t), 100),
        slug=skill.slug,
        summary=shorten(summary.text, SUMMARY_LIMIT) if summary else None,
        mark=MARK if summary and summary.state is TextState.MISSING else None,
    )


def _title(found: SkillList, t: Translator) -> str:
    n = len(found.skills)
    if found.verb is Verb.FIND:
        # Translators: The title of a list. %(n)s is how many skills were found, %(words)s what was searched for.
        return t.ngettext(
            "%(n)s\xa0skill with “%(words)s”", "%(n)s\xa0skills with “%(words)s”", n, words=echo(found.words)
        )
    if found.category:
        category = named(found.category.name, t)
        # Translators: The title of a list. %(category)s is the name of a category, %(n)s how many skills it has.
        return t.ngettext("%(category)s: %(n)s\xa0skill", "%(category)s: %(n)s\xa0skills", n, category=category)
    # Translators: The title of a list. %(n)s is how many skills there are.
    return t.ngettext("%(n)s\xa0skill", "%(n)s\xa0skills", n)
