"""Cards whose texts are marked where their language has no translation, or one of an older text."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.domain.answers import Card
from bot.domain.ladder import Ladder
from bot.domain.skills import Skill
from bot.domain.texts import ShownText, Text, TextState, Translation

# What stands for a text that is missing or stale, from what is shown of it and its English source.
Mark = Callable[[ShownText, str], str]
_Marked = Callable[[Text], Text]


def marked_card(card: Card, chain: Sequence[str], mark: Mark) -> Card:
    """The card with marks for a reader with that chain of languages; the state of each text stays what it is."""

    def marked(text: Text) -> Text:
        return _marked_text(text, chain, mark)

    skill = _marked_skill(card.skill, marked)
    after = skill.ladder.after(card.level.id)
    subcategories = {key: marked(name) for key, name in card.category.subcategories.items()}
    return Card(
        skill=skill,
        category=replace(card.category, name=marked(card.category.name), subcategories=subcategories),
        role=replace(card.role, name=marked(card.role.name)),
        roles=tuple(replace(role, name=marked(role.name)) for role in card.roles),
        level=skill.ladder.level(card.level.id),
        expected=skill.requirements(card.role.id, card.level.id),
        after=after,
        expected_after=skill.requirements(card.role.id, after.id) if after else (),
    )


def _marked_skill(skill: Skill, marked: _Marked) -> Skill:
    statements = {
        key: replace(one, text=marked(one.text), suggestion=one.suggestion and marked(one.suggestion))
        for key, one in skill.statements.items()
    }
    cells = {
        place: tuple(replace(one, statements=tuple(statements[said.id] for said in one.statements)) for one in cell)
        for place, cell in skill.cells.items()
    }
    levels = tuple(replace(level, name=marked(level.name)) for level in skill.ladder.levels)
    return replace(
        skill, name=marked(skill.name), ladder=Ladder(skill.ladder.id, levels), statements=statements, cells=cells
    )


def _marked_text(text: Text, chain: Sequence[str], mark: Mark) -> Text:
    shown = text.shown(chain)
    match shown.state:
        case TextState.MISSING:
            return Text(mark(shown, text.source))
        case TextState.STALE:
            stale = Translation(mark(shown, text.source), text.translations[shown.locale].source)
            return replace(text, translations={shown.locale: stale})
        case _:
            return text
