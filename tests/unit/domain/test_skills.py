"""Skills as ragged grids of roles and levels."""

from datetime import date

from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Requirement, Skill, Statement
from bot.domain.texts import Text

STATEMENTS = {key: Statement(key, Text(key.title())) for key in ("run", "plan")}


def requirement(role: str, level: str, *, mandatory: bool) -> Requirement:
    return Requirement(role, level, mandatory, tuple(STATEMENTS.values()))


def skill(*cells: tuple[Requirement, ...]) -> Skill:
    levels = tuple(Level(key, Text(key.title())) for key in ("junior", "senior"))
    return Skill(
        slug="training",
        name=Text("Training"),
        summary=None,
        aliases=(),
        category="ml",
        subcategory="llm",
        ladder=Ladder("engineering", levels),
        updated=date(2026, 2, 22),
        roles=("coach", "player"),
        statements=STATEMENTS,
        cells={(cell[0].role, cell[0].level): cell for cell in cells},
    )


def test_a_missing_cell_is_not_defined() -> None:
    assert skill((requirement("coach", "senior", mandatory=True),)).requirements("player", "senior") == ()


def test_a_cell_holds_its_requirements() -> None:
    both = (requirement("coach", "senior", mandatory=True), requirement("coach", "senior", mandatory=False))

    assert skill(both).requirements("coach", "senior") == both


def test_requirements_are_counted_by_weight_over_all_cells() -> None:
    mixed = skill(
        (requirement("coach", "junior", mandatory=False),),
        (requirement("coach", "senior", mandatory=True), requirement("coach", "senior", mandatory=False)),
        (requirement("player", "senior", mandatory=False),),
    )

    assert (mixed.count(mandatory=True), mixed.count(mandatory=False)) == (1, 3)
