"""Every form of `/skill <skill> [level] [role]`."""

import pytest

from bot.playground.people import ADA, DIETER, EMMA, ROMAN
from tests.scenario.conftest import Content, NewScene, Scene, invented_skill
from tests.scenario.reading import SPEAKS, buttons, choices, chosen, has_control, labels, lines, said, title, wording

GREETING = (
    "Rung shows what each level expects of your role in a skill, and what to cover for the next one. "
    "Only you see its answers."
)
LEVEL, ROLE, OPEN, SKILL = "card.level", "card.role", "skill.open", "skill.choose"


FORMS = [
    "distributed-training senior",
    "Distributed Training senior",
    "DISTRIBUTED TRAINING SENIOR",
    "distributed training sr",
    "senior distributed training",
    "ddp senior",
    "distributed training senior llm engineer",
    "llm engineer senior distributed training",
    "distributed training llm engineer senior",
    "distirbuted training senior",
    "distributed trainnig senior",
    "distributed-training snior",
    "Verteiltes Training senior",
    "Распределённое обучение senior",
    "распределенное обучение сеньор",
    "show distributed-training senior",
]


async def test_a_skill_is_reached_by_slug_name_alias_and_close_spelling(scene: Scene) -> None:
    for typed in FORMS:
        assert title((await scene.slack.command(EMMA, typed)).message) == "Distributed Training: Senior", typed


AS_CLIENTS_TYPE = [
    '"distributed training" senior',
    "“distributed training” senior",
    "„distributed training“ senior",
    "«distributed training» senior",
    "distributed—training senior",
    "distributed–training senior",
    "distributed‑training senior",
    "distributed−training “senior”",
    "  distributed   training\u00a0senior ",
]


async def test_case_17_quotes_and_dashes_as_clients_type_them_do_not_matter(scene: Scene) -> None:
    for typed in AS_CLIENTS_TYPE:
        assert title((await scene.slack.command(EMMA, typed)).message) == "Distributed Training: Senior", typed


LEVEL_NAMES = {
    "junior": "Junior",
    "джун": "Junior",
    "berufseinsteiger": "Junior",
    "mid": "Middle",
    "mittel": "Middle",
    "мидл": "Middle",
    "sr": "Senior",
    "сеньор": "Senior",
    "lead": "Lead / Staff",
    "staff": "Lead / Staff",
    "Lead / Staff": "Lead / Staff",
    "tech lead": "Lead / Staff",
    "Teamleitung": "Lead / Staff",
    "тимлид": "Lead / Staff",
    "principal": "Principal",
    "принципал": "Principal",
}


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_level_goes_by_its_id_name_and_aliases_in_any_language(scene: Scene, person: str) -> None:
    for typed, level in LEVEL_NAMES.items():
        answer = (await scene.slack.command(person, f"distributed-training {typed}")).message

        assert title(answer).endswith(f": {level}"), typed


ROLE_NAMES = {
    "llm-engineer": "LLM Engineer",
    "LLM Engineer": "LLM Engineer",
    "llm": "LLM Engineer",
    "ml": "ML Engineer",
    "ml-инженер": "ML Engineer",
    "инженер машинного обучения": "ML Engineer",
    "mlops": "MLOps Engineer",
    "MLOps-Ingenieur": "MLOps Engineer",
    "mlop": "MLOps Engineer",
}


async def test_a_role_goes_by_its_id_name_and_aliases_in_any_language(scene: Scene) -> None:
    for typed, role in ROLE_NAMES.items():
        answer = (await scene.slack.command(EMMA, f"model-evaluation senior {typed}")).message

        assert title(answer) == "Model Evaluation and Experiments: Senior", typed
        assert lines(answer)[1].startswith(f"{role} ·"), typed
        assert chosen(answer, ROLE) == role


async def test_without_a_level_the_first_is_shown(scene: Scene) -> None:
    assert title((await scene.slack.command(EMMA, "distributed-training")).message) == "Distributed Training: Junior"


@pytest.mark.parametrize(
    ("person", "heading", "first", "second"),
    [
        (EMMA, "Distributed Training: Middle and Senior", "Expected at Middle", "Expected at Senior"),
        (
            DIETER,
            "Verteiltes Training: Middle und Senior",
            "Erwartet auf Level Middle",
            "Erwartet auf Level Senior",
        ),
        (
            ROMAN,
            "Распределённое обучение: Middle и Senior",
            "Ожидания на грейде Middle",
            "Ожидания на грейде Senior",
        ),
    ],
)
async def test_two_levels_are_compared_the_lower_one_first(
    scene: Scene, person: str, heading: str, first: str, second: str
) -> None:
    for typed in ("middle senior", "senior middle", "sr mid"):
        answer = (await scene.slack.command(person, f"distributed-training {typed}")).message

        assert title(answer) == heading
        headings = [line for line in lines(answer) if line.startswith("*")]
        assert [line.split("*")[1] for line in headings] == [first, second]


async def test_one_level_named_twice_is_not_compared_with_itself(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior sr")).message

    assert title(answer) == "Distributed Training: Senior"


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_an_unknown_level_or_role_is_asked_for(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training wizard")).message

    name = scene.rung.parts.library().framework.skills["distributed-training"].name.shown((SPEAKS[person],)).text
    message = "“%(skill)s” has no level or role called “%(words)s”. Choose one:"
    assert lines(answer) == [wording(person, message, skill=name, words="wizard")]
    assert list(choices(answer, LEVEL)) == ["Junior", "Middle", "Senior", "Lead / Staff", "Principal"]
    assert chosen(answer, LEVEL) is None
    await scene.slack.select(person, answer, LEVEL, choices(answer, LEVEL)["Senior"])
    assert title(answer).endswith(": Senior")


async def test_a_role_that_the_skill_does_not_have_is_asked_for(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "model-evaluation senior backend engineer")).message

    assert "has no level or role called “Backend Engineer”" in said(answer)
    await scene.slack.select(EMMA, answer, ROLE, choices(answer, ROLE)["MLOps Engineer"])
    assert title(answer) == "Model Evaluation and Experiments: Senior"
    assert lines(answer)[1].startswith("MLOps Engineer ·")


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_what_nearly_is_a_skill_is_offered_and_opens_with_the_level(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed pipelines senior")).message

    message = "There's no skill called “%(words)s”. These come closest:"
    assert lines(answer) == [wording(person, message, words="distributed pipelines")]
    offered = buttons(answer)
    assert 0 < len(offered) <= 3
    name = next(iter(offered))
    await scene.slack.click(person, answer, offered[name])
    assert title(answer) == f"{name}: Senior"
    assert answer.is_ephemeral


async def test_an_offered_skill_opens_without_a_role_that_it_does_not_have(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed traning models senior backend")).message

    await scene.slack.click(EMMA, answer, buttons(answer)["Distributed Training"])
    assert title(answer) == "Distributed Training: Senior"


@pytest.mark.parametrize(("person", "command"), [(EMMA, "list"), (DIETER, "liste"), (ROMAN, "список")])
async def test_what_is_like_nothing_leads_to_the_list(scene: Scene, person: str, command: str) -> None:
    answer = (await scene.slack.command(person, "xyzzy")).message

    message = "There's no skill called “%(words)s”, and nothing comes close. `%(command)s` shows all there are."
    assert lines(answer) == [wording(person, message, words="xyzzy", command=f"/skill {command}")]
    assert labels(answer) == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_case_21_an_ambiguous_name_asks_and_keeps_the_level(
    new_scene: NewScene, content: Content, person: str
) -> None:
    content.add_skills(2, aliases=["promises"])
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(person, "promises senior")).message

        message = "Several skills go by “%(words)s”. Which one do you mean?"
        assert lines(answer) == [wording(person, message, words="promises senior")]
        offered = buttons(answer)
        assert list(offered) == ["Invented Skill 1", "Invented Skill 2"]
        await scene.slack.click(person, answer, offered["Invented Skill 2"])
        assert title(answer).startswith("Invented Skill 2")
        assert title(answer).endswith(": Senior")


async def test_case_21_skills_with_cyrillic_names_keep_the_slugs_of_the_content(
    new_scene: NewScene, content: Content
) -> None:
    for slug, name in (("first-thing", "Первое дело"), ("second-thing", "Второе дело")):
        content.put(f"skills/{slug}/skill.yaml", invented_skill(name))
    async with new_scene(content_dir=content.directory) as scene:
        for typed, name in (
            ("first-thing", "Первое дело"),
            ("второе дело", "Второе дело"),
            ("second-thing", "Второе дело"),
        ):
            assert title((await scene.slack.command(EMMA, f"{typed} senior")).message) == f"{name}: Senior"


async def test_more_than_three_of_one_name_are_a_menu(new_scene: NewScene, content: Content) -> None:
    content.add_skills(5, aliases=["promises"])
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "promises senior")).message

        offered = choices(answer, SKILL)
        assert len(offered) == 5
        await scene.slack.select(EMMA, answer, SKILL, offered["Invented Skill 4"])
        assert title(answer) == "Invented Skill 4: Senior"


@pytest.mark.parametrize(("person", "help_word"), [(EMMA, "help"), (DIETER, "hilfe"), (ROMAN, "помощь")])
async def test_an_empty_command_greets_with_three_examples(scene: Scene, person: str, help_word: str) -> None:
    for typed in ("", "   ", "\u200b", "?!", '""', "show"):
        answer = (await scene.slack.command(person, typed)).message

        assert lines(answer)[0] == wording(person, GREETING)
        assert f"`/skill {help_word}`" in said(answer)
        offered = buttons(answer)
        assert len(offered) == 3
        name = next(iter(offered))
        await scene.slack.click(person, answer, offered[name])
        assert title(answer) == f"{name}: Junior"


async def test_a_cell_that_is_missing_is_not_defined(scene: Scene) -> None:
    answer = (await scene.slack.command(ADA, "data-pipelines junior backend")).message

    assert "Not defined for Backend Engineer at Junior." in lines(answer)
    assert "*After Junior: Middle* · optional" in lines(answer)


async def test_the_level_after_may_be_the_one_that_is_not_defined(scene: Scene) -> None:
    answer = (await scene.slack.command(ADA, "data-pipelines senior ml engineer")).message

    assert "*After Senior: Lead / Staff*" in lines(answer)
    assert "Not defined for ML Engineer at Lead / Staff." in lines(answer)


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_the_top_level_says_so(scene: Scene, person: str) -> None:
    answer = (await scene.slack.command(person, "distributed-training principal")).message

    assert wording(person, "%(level)s is the top of this ladder.", level="Principal") in lines(answer)


@pytest.mark.parametrize(
    ("person", "headings"),
    [
        (EMMA, ["2\xa0mandatory statements", "1\xa0optional statement"]),
        (DIETER, ["2\xa0Pflichtkriterien", "1\xa0optionales Kriterium"]),
        (ROMAN, ["2\xa0обязательных критерия", "1\xa0необязательный критерий"]),
    ],
)
async def test_a_cell_of_both_weights_has_two_sections_with_their_counts(
    scene: Scene, person: str, headings: list[str]
) -> None:
    answer = (await scene.slack.command(person, "data-pipelines middle data engineer")).message

    marks = [line.rsplit(" · ", 1)[1] for line in lines(answer) if line.startswith("*") and "Middle*" in line]
    assert marks == headings


async def test_the_answer_is_seen_by_nobody_else(scene: Scene) -> None:
    outcome = await scene.slack.command(EMMA, "distributed-training senior")

    assert outcome.message.only_for == EMMA
    assert scene.public() == []
    assert not has_control(outcome.message, "post.language")
