"""The card from top to bottom, and what its pickers and windows show."""

import pytest

from bot.playground.people import ADA, DIETER, EMMA, GUS, ROMAN
from bot.playground.records import View
from tests.scenario.conftest import Content, NewScene, Scene, invented_skill
from tests.scenario.reading import buttons, choices, chosen, has_control, labels, lines, said, title, wording

LEVEL, ROLE, MORE = "card.level", "card.role", "card.more"
LEVELS, DETAILS, LEVELS_ROLE = "card.levels", "levels.details", "levels.role"
ORDER = ["Junior", "Middle", "Senior", "Lead / Staff", "Principal"]


async def opened_levels(scene: Scene, person: str, question: str) -> View:
    answer = (await scene.slack.command(person, question)).message
    view = (await scene.slack.click(person, answer, LEVELS)).view
    assert view is not None
    return view


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_the_card_answers_first_and_tells_the_facts_last(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message

    assert [block["type"] for block in answer.blocks] == [
        "header",  # the skill and the level
        "context",  # role, category, subcategory
        "section",  # expected at this level, with its mark
        "rich_text",
        "divider",
        "section",  # after it, with its mark
        "rich_text",
        "actions",  # pickers
        "actions",  # what can be done
        "context",  # the facts
    ]


async def test_the_card_in_words(scene: Scene) -> None:
    shown = lines((await scene.slack.command(EMMA, "distributed-training senior")).message)

    assert shown[:3] == [
        "Distributed Training: Senior",
        "LLM Engineer · Machine Learning &amp; AI · LLM &amp; Generative AI",
        "*Expected at Senior* · optional",
    ]
    assert [line[:2] for line in shown[3:6]] == ["• "] * 3
    assert shown[6] == "*After Senior: Lead / Staff* · optional"
    assert [line[:2] for line in shown[7:10]] == ["• "] * 3
    assert shown[10:] == [
        "1\xa0role, 5\xa0levels, 0\xa0mandatory requirements, 5\xa0optional requirements, updated 2/22/2026"
    ]


@pytest.mark.parametrize(
    ("person", "expected", "after"),
    [
        (EMMA, "*Expected at Middle*", "*After Middle: Senior*"),
        (DIETER, "*Erwartet auf Level Middle*", "*Nach Middle: Senior*"),
        (ROMAN, "*Ожидания на грейде Middle*", "*После Middle: Senior*"),
    ],
)
async def test_case_31_both_levels_are_named_over_their_texts(
    scene: Scene, person: str, expected: str, after: str
) -> None:
    shown = said((await scene.slack.command(person, "distributed-training middle")).message)

    assert shown.index(expected) < shown.index(after)


FOR_MEMBERS = [
    *("Rate yourself", "All levels", "Comments"),
    *("Grow in this", "Set as my level", "Send me a copy", "Post to channel", "Suggest a change"),
]


@pytest.mark.parametrize(
    ("person", "wanted"),
    [
        (EMMA, FOR_MEMBERS),
        (DIETER, FOR_MEMBERS),
        (ROMAN, FOR_MEMBERS),
        (GUS, ["All levels", "Comments", "Send me a copy", "Post to channel"]),
    ],
)
async def test_what_can_be_done_with_a_card(scene: Scene, person: str, wanted: list[str]) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message

    assert labels(answer) == [wording(person, label) for label in wanted]


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_the_level_picker_changes_the_card_in_place(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training senior")).message
    assert list(choices(answer, LEVEL)) == ORDER
    assert chosen(answer, LEVEL) == "Senior"

    outcome = await scene.slack.select(person, answer, LEVEL, choices(answer, LEVEL)["Principal"])

    assert outcome.edited == [answer]
    assert outcome.messages == []
    assert title(answer).endswith(": Principal")
    assert chosen(answer, LEVEL) == "Principal"
    again = (await scene.slack.command(person, "distributed-training principal")).message
    assert (answer.text, answer.blocks) == (again.text, again.blocks)


async def test_the_role_picker_changes_the_card_and_keeps_the_level(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "model-evaluation senior")).message
    assert list(choices(answer, ROLE)) == ["ML Engineer", "LLM Engineer", "MLOps Engineer"]

    await scene.slack.select(EMMA, answer, ROLE, choices(answer, ROLE)["MLOps Engineer"])

    assert title(answer) == "Model Evaluation and Experiments: Senior"
    assert lines(answer)[1].startswith("MLOps Engineer ·")
    assert chosen(answer, ROLE) == "MLOps Engineer"


async def test_a_skill_of_one_role_has_no_role_picker(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message

    assert not has_control(answer, ROLE)


@pytest.mark.parametrize(
    ("person", "name", "button"),
    [(EMMA, "All levels", "Details"), (DIETER, "Alle Level", "Details"), (ROMAN, "Все грейды", "Подробнее")],
)
async def test_all_levels_shows_the_whole_table_from_junior_to_principal(
    scene: Scene, person: str, name: str, button: str
) -> None:
    view = await opened_levels(scene, person, "distributed-training senior")

    assert view.body["title"]["text"] == name
    headings = [line.split("*")[1] for line in lines(view) if line.startswith("*")]
    assert headings == ORDER
    assert labels(view) == [wording(person, "Set my level"), *[button] * 5]
    skill = scene.rung.parts.library().framework.skills["distributed-training"]
    statements = [line for line in lines(view) if line.startswith("• ")]
    assert len(statements) == sum(not statement.retired for statement in skill.statements.values())


async def test_all_levels_can_be_turned_to_another_role(scene: Scene) -> None:
    view = await opened_levels(scene, ADA, "data-pipelines senior data engineer")

    await scene.slack.select(ADA, view, LEVELS_ROLE, choices(view, LEVELS_ROLE)["Backend Engineer"])

    assert chosen(view, LEVELS_ROLE) == "Backend Engineer"
    assert "Not defined for Backend Engineer at Junior." in lines(view)
    assert "*Lead / Staff* · mandatory" in lines(view)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_details_show_every_role_with_marks_and_suggestions(scene: Scene, person: str) -> None:
    levels = await opened_levels(scene, person, "model-evaluation senior ml engineer")
    value = "model-evaluation/ml-engineer/junior"
    details = (await scene.slack.click(person, levels, DETAILS, value=value)).view

    assert details is not None
    assert scene.slack.workspace.modals.stack(person) == [levels, details]
    assert details.body["title"]["text"] == "Junior"
    headings = [line.split("*")[1] for line in lines(details) if line.startswith("*")]
    assert headings == ["ML Engineer", "LLM Engineer", "MLOps Engineer"]
    undefined = wording(person, "Not defined for %(role)s at %(level)s.", role="MLOps Engineer", level="Junior")
    assert undefined in lines(details)
    assert said(details).count(wording(person, "Try: %(suggestion)s", suggestion="")) == 4


async def test_many_roles_are_paged_and_none_is_lost(new_scene: NewScene, content: Content) -> None:
    roles = [f"role-{number:02}" for number in range(1, 71)]
    content.edit("roles.yaml", lambda held: held.update({role: {"names": {"en": role.upper()}} for role in roles}))
    cells = {role: {"senior": {"mandatory": True, "statements": ["only-one"]}} for role in roles}
    content.put("skills/shared-by-all/skill.yaml", invented_skill("Shared", roles=cells))
    async with new_scene(content_dir=content.directory) as scene:
        levels = await opened_levels(scene, EMMA, "shared-by-all senior")
        assert len(choices(levels, LEVELS_ROLE)) == 70
        value = "shared-by-all/role-01/senior"
        details = (await scene.slack.click(EMMA, levels, DETAILS, value=value)).view
        assert details is not None
        seen: list[str] = []
        while True:
            seen += [line.split("*")[1] for line in lines(details) if line.startswith("*")]
            if "Next page" not in labels(details):
                break
            await scene.slack.click(EMMA, details, buttons(details)["Next page"])
        assert seen == [role.upper() for role in roles]
        await scene.slack.click(EMMA, details, buttons(details)["Previous page"])
        assert "Next page" in labels(details)


LONG = "Names each thing by its whole name. " * 40


async def test_case_11_a_long_cell_is_shortened_on_the_card_and_whole_in_the_table(
    new_scene: NewScene, content: Content
) -> None:
    statements = {f"long-{n}": {"text": f"{n}: {LONG}"} for n in range(1, 6)}
    cell = {"senior": {"mandatory": True, "statements": list(statements)}}
    content.put("skills/wordy/skill.yaml", invented_skill("Wordy", statements=statements, roles={"llm-engineer": cell}))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "wordy senior")).message
        assert "and 2\xa0more statements under “All levels”" in lines(answer)
        levels = (await scene.slack.click(EMMA, answer, LEVELS)).view
        assert levels is not None
        details = (await scene.slack.click(EMMA, levels, DETAILS, value="wordy/llm-engineer/senior")).view
        assert details is not None
        assert [line[:4] for line in lines(details) if line.startswith("• ")] == [f"• {n}:" for n in range(1, 6)]


async def test_case_15_a_long_name_is_shortened_at_a_word_and_its_value_is_whole(
    new_scene: NewScene, content: Content
) -> None:
    name = "Coordinating the evaluation of multilingual retrieval systems over several quarters"
    slug = "coordinating-evaluation-of-multilingual-retrieval-systems"
    content.put(f"skills/{slug}/skill.yaml", invented_skill(name))
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "list model-development")).message
        shortened = "Coordinating the evaluation of multilingual retrieval systems over several…"
        assert choices(answer, "skill.choose")[shortened] == f"{slug}//"
        await scene.slack.select(EMMA, answer, "skill.choose", f"{slug}//")
        assert title(answer) == f"{name}: Junior"


async def test_case_23_an_emoji_of_four_bytes_comes_back_whole(new_scene: NewScene, content: Content) -> None:
    content.put("skills/rocketry/skill.yaml", invented_skill("Rocketry 🚀"))
    async with new_scene(content_dir=content.directory) as scene:
        for question in ("rocketry 🚀 senior", "rocketry"):
            answer = (await scene.slack.command(EMMA, question)).message
            assert title(answer).startswith("Rocketry 🚀: ")
        await scene.slack.click(EMMA, answer, MORE, value="set rocketry/llm-engineer/junior")
        assert title(answer) == "Rocketry 🚀: Junior"
        assert "“🦀🚲”" in said((await scene.slack.command(EMMA, "find 🦀🚲")).message)
        assert scene.rows("current_level")[0][2:5] == ("rocketry", "llm-engineer", "junior")


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_the_text_says_all_that_the_blocks_say(scene: Scene, person: str) -> None:
    for question in (
        "distributed-training senior",
        "data-pipelines middle data engineer",
        "distributed-training middle senior",
        "list",
        "help",
        "",
        "xyzzy",
        "distributed-training wizard",
        "language",
    ):
        answer = (await scene.slack.command(person, question)).message

        assert answer.text.splitlines() == lines(answer)
        for block in answer.blocks:
            if block["type"] in ("section", "header"):
                assert block["text"]["text"].split("&")[0] in answer.text
