"""Every answer to a command but the card itself: lists, what was not found, the greeting, help."""

from bot.domain.answers import (
    Greeting,
    Help,
    NoCategory,
    NoMatch,
    NothingFound,
    SkillList,
    Verb,
    WhichPart,
    WhichSkill,
)
from bot.i18n.translator import Translator
from bot.i18n.verbs import auto_words, verb_words
from bot.text.templates import render
from bot.views.blocks import Block, actions, echo, section, sections
from bot.views.controls import card_pickers
from bot.views.lists import choice_blocks, search_field, skill_list_blocks
from bot.views.names import named

Words = SkillList | NoMatch | NothingFound | NoCategory | WhichSkill | WhichPart | Greeting | Help


def answer_blocks(answer: Words, t: Translator, command: str) -> list[Block]:
    """`command` is what this deployment's slash command is called."""
    match answer:
        case SkillList():
            return skill_list_blocks(answer, t)
        case NoMatch() | NothingFound():
            return _nothing(answer, t, command)
        case WhichSkill():
            text = render("missing/which", t, words=echo(answer.words))
            return choice_blocks(text, answer.skills, t, role=answer.role, level=answer.level)
        case WhichPart():
            return _part(answer, t)
        case NoCategory():
            names = [named(category.name, t) for category in answer.categories]
            return sections(render("missing/category", t, words=echo(answer.words), names=names))
        case Greeting():
            text = render("help/greeting", t, command=typed(command, Verb.HELP, t))
            return [*choice_blocks(text, answer.examples, t), actions(search_field(t))]
        case Help():
            return _help(answer, t, command)


def typed(command: str, verb: Verb, t: Translator, words: str = "") -> str:
    """A command to type, with the reader's own word for the verb: `/skill liste`."""
    return f"{command} {verb_words(verb, t)[0]} {words}".rstrip()


def _nothing(answer: NoMatch | NothingFound, t: Translator, command: str) -> list[Block]:
    listed = typed(command, Verb.LIST, t)
    if isinstance(answer, NothingFound):
        text = render("missing/found", t, words=echo(answer.words), command=listed)
        found = choice_blocks(text, answer.nearest, t)
    else:
        text = render("missing/skill", t, words=echo(answer.words), command=listed, nearest=bool(answer.nearest))
        found = choice_blocks(text, answer.nearest, t, role=answer.role, level=answer.level)
    return [*found, actions(search_field(t))]


def _part(answer: WhichPart, t: Translator) -> list[Block]:
    skill = named(answer.card.skill.name, t)
    text = render("missing/part", t, skill=skill, words=echo(answer.words))
    return [section(text), card_pickers(answer.card, t, chosen=False)]


def _help(answer: Help, t: Translator, command: str) -> list[Block]:
    examples = answer.examples
    slug = examples[0].slug if examples else ""
    levels = examples[0].ladder.levels if examples else ()
    lower, higher = (level.id for level in (levels[len(levels) // 2 - 1], levels[len(levels) // 2]))
    text = render(
        "help/help",
        t,
        ask=f"{command} {slug} {higher}",
        compare=f"{command} {slug} {lower} {higher}",
        assess=typed(command, Verb.ASSESS, t, slug),
        progress=typed(command, Verb.PROGRESS, t),
        one_on_one=typed(command, Verb.ONE_ON_ONE, t),
        focus=typed(command, Verb.FOCUS, t, slug),
        nudges=typed(command, Verb.NUDGES, t),
        stop=typed(command, Verb.STOP, t),
        team=typed(command, Verb.TEAM, t),
        share=typed(command, Verb.SHARE, t),
        offer=typed(command, Verb.OFFER, t, slug),
        profile=typed(command, Verb.PROFILE, t),
        evidence=typed(command, Verb.EVIDENCE, t),
        list=typed(command, Verb.LIST, t),
        find=typed(command, Verb.FIND, t, "gpu"),
        show=typed(command, Verb.SHOW, t, slug),
        language=typed(command, Verb.LANGUAGE, t, t.locale.language),
        privacy=typed(command, Verb.PRIVACY, t),
        admin=typed(command, Verb.ADMIN, t) if answer.is_admin else "",
        auto=typed(command, Verb.LANGUAGE, t, auto_words(t)[0]),
    )
    return sections(text)
