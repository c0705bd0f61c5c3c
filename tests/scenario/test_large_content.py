"""Large and odd content stays within Slack's limits, and all of it can be reached."""

from typing import Any

import pytest

from bot.playground.people import DIETER, EMMA
from bot.playground.records import View
from bot.views.lists import SKILLS_A_PAGE
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import buttons, choices, lines, said, title

LEVELS = ("junior", "middle", "senior", "lead", "principal")
ODD = 'Cuts R&D reviews (< 200 lines) in C/C++ with `make` *fast* :tada: "quoted" _now_ ~not later~ <!channel> &amp;'


def large(content: Content, roles: int, requirements: int, length: int) -> None:
    """A skill of so many roles and requirements, with statements of so many characters."""
    names = {f"role-{n}": {"names": {"en": f"Role Number {n}"}} for n in range(roles)}
    content.edit("roles.yaml", lambda held: held.update(names))
    cells = [(role, level) for role in names for level in LEVELS][:requirements]
    statements = {
        f"s-{n}": {"text": f"Statement {n} " + ("word " * length)[: length - len(f"Statement {n} ") - 1] + "."}
        for n in range(requirements)
    }
    held: dict[str, Any] = {role: {} for role, _ in cells}
    for n, (role, level) in enumerate(cells):
        held[role][level] = {"mandatory": n % 2 == 0, "statements": [f"s-{n}"]}
    content.put(
        "skills/large/skill.yaml",
        {
            "name": "Large Skill",
            "category": "ml-ai",
            "subcategory": "llm-genai",
            "updated": "2026-01-31",
            "statements": statements,
            "roles": held,
        },
    )


async def turned(scene: Scene, window: View) -> list[str]:
    """All that a window says on all of its pages."""
    found = lines(window)
    while following := buttons(window).get("Next page"):
        await scene.slack.click(EMMA, window, following)
        found += lines(window)
    return found


async def test_a_skill_of_70_roles_and_346_requirements_can_be_read_whole(
    new_scene: NewScene, content: Content
) -> None:
    large(content, roles=70, requirements=346, length=900)
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "large senior")).message
        assert len(choices(answer, "card.role")) == 70
        assert lines(answer)[-1].startswith("70\xa0roles, 5\xa0levels, 173\xa0mandatory requirements")

        read: set[str] = set()
        for level in LEVELS:
            levels = (await scene.slack.click(EMMA, answer, "card.levels")).view
            assert levels is not None
            value = f"large/role-0/{level}"
            details = (await scene.slack.click(EMMA, levels, "levels.details", value=value)).view
            assert details is not None
            read |= {line.split()[2] for line in await turned(scene, details) if line.startswith("• Statement")}
            await scene.slack.close(EMMA, details, whole_stack=True)
        assert read == {str(n) for n in range(346)}


async def test_case_13_more_roles_than_a_menu_holds_are_searched(new_scene: NewScene, content: Content) -> None:
    large(content, roles=150, requirements=750, length=60)
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "large senior role number 149")).message
        assert "Role Number 149" in said(answer)

        offered = await scene.slack.suggestions(EMMA, answer, "card.role", "")
        assert len(offered) == 100
        await scene.slack.select(EMMA, answer, "card.role", "large/role-142/senior", query="number 142")
        assert "Role Number 142" in said(answer)

        levels = (await scene.slack.click(EMMA, answer, "card.levels")).view
        assert levels is not None
        await scene.slack.select(EMMA, levels, "levels.role", "large/role-7/senior", query="number 7")
        assert "Statement 37 word" in said(levels)


async def test_six_thousand_skills_are_paged_and_searched(new_scene: NewScene, content: Content) -> None:
    content.add_skills(6_000)
    async with new_scene(content_dir=content.directory) as scene:
        count = len(scene.rung.parts.library().framework.skills)
        pages = -(-count // SKILLS_A_PAGE)
        listed = (await scene.slack.command(EMMA, "list")).message
        assert title(listed) == f"{count:,}\xa0skills"
        assert f"Page 1 of {pages}" in lines(listed)
        await scene.slack.click(EMMA, listed, buttons(listed)["Next page"])
        assert f"Page 2 of {pages}" in lines(listed)

        await scene.slack.select(EMMA, listed, "skill.search", "invented-5999//", query="skill 5999")
        assert title(listed) == "Invented Skill 5999: Junior"


async def test_a_long_name_is_shortened_where_it_must_be_and_stands_whole_behind_a_click(
    new_scene: NewScene, content: Content
) -> None:
    name = "A Skill of Many Words " * 9 + "End"
    content.edit("skills/distributed-training/skill.yaml", lambda held: held.update(name=name.strip()))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
        assert title(answer).endswith("…: Senior")
        assert len(title(answer)) <= 150

        levels = (await scene.slack.click(EMMA, answer, "card.levels")).view
        assert levels is not None
        assert name.strip() in lines(levels)

        for words in ("list", "", "find gpu", "skill of many words end"):
            assert (await scene.slack.command(EMMA, words)).message.is_ephemeral


@pytest.mark.parametrize("person", [EMMA, DIETER])
async def test_odd_characters_are_shown_as_written(new_scene: NewScene, content: Content, person: str) -> None:
    def odd(held: dict[str, Any]) -> None:
        held["name"] = "R&D in C/C++ (*fast* :tada:)"
        held["statements"]["design-3d-parallel-strategy"]["text"] = ODD

    content.edit("skills/distributed-training/skill.yaml", odd)
    (content.directory / "skills/distributed-training/de.yaml").unlink()
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(person, "distributed-training senior")).message

        header = next(block for block in answer.blocks if block["type"] == "header")
        assert header["text"]["text"].startswith("R&D in C/C++ (*fast* :tada:)")
        assert header["text"]["emoji"] is False
        shown = [block for block in answer.blocks if block["type"] == "rich_text"]
        texts = [element for block in shown for element in texts_of(block)]
        assert {"type": "text", "text": ODD} in texts
        assert "<!channel>" not in answer.text
        assert "&lt;!channel&gt;" in answer.text
        listed = (await scene.slack.command(person, "list")).message
        marked = [block["text"]["text"] for block in listed.blocks if block["type"] == "section"]
        assert not any("*fast*" in text or ":tada:" in text for text in marked)


def texts_of(block: Any) -> list[Any]:
    """The pieces of text in a block of rich text."""
    if isinstance(block, list):
        return [piece for each in block for piece in texts_of(each)]
    if block.get("type") == "text":
        return [block]
    return texts_of(list(block.get("elements", [])))
