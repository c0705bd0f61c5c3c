"""The home tab: for somebody new, for somebody who has begun, and kept current while it is looked at."""

import pytest

from bot.domain.assessments import GivenRating, Rating
from bot.domain.people import PersonId
from bot.domain.questionnaires import Typed
from bot.errors import StorageUnavailable
from bot.playground.failures import Failure
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import View
from bot.playground.workspace import Workspace
from bot.storage.assessments import record_assessments
from bot.storage.drafts import save_draft
from bot.views.ids import Action
from tests.scenario.conftest import START, Content, NewScene, Scene
from tests.scenario.reading import buttons, has_control, labels, lines, said, wording
from tests.scenario.test_assess import STATEMENTS, opened, rated, ratings_chosen

REF = "distributed-training/llm-engineer/"


async def home(scene: Scene, person: str) -> View:
    shown = (await scene.slack.open_home(person)).home
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    ("person", "asked"),
    [
        (EMMA, "Your title in Slack says LLM Engineer. Is that your role?"),
        (DIETER, "In deinem Slack-Profil steht LLM Engineer. Ist das deine Rolle?"),
        (ROMAN, "В вашем профиле Slack указано: LLM Engineer. Это ваша роль?"),
    ],
)
async def test_somebody_new_reads_what_this_is_and_is_asked_for_their_role(
    scene: Scene, person: str, asked: str
) -> None:
    shown = await home(scene, person)

    assert asked in lines(shown)
    assert [wording(person, one) for one in ("Yes", "Choose")] == labels(shown)[:2]
    assert len(labels(shown)) == 8  # yes or another role, three examples, the profile, the evidence and one's data
    assert has_control(shown, "skill.search")
    assert scene.rows("person") == []

    await scene.slack.click(person, shown, "home.role")

    assert asked not in lines(shown)
    assert wording(person, "Role: %(role)s", role="LLM Engineer") in said(shown)
    assert scene.public() == []


async def test_a_title_that_names_no_role_is_not_guessed_at(scene: Scene) -> None:
    shown = await home(scene, ADA)

    assert "Which role is yours?" in said(shown)
    assert labels(shown)[0] == "Choose"
    view = (await scene.slack.click(ADA, shown, buttons(shown)["Choose"])).view
    assert view is not None
    await scene.slack.submit(ADA, view, {("profile.role", "profile.role"): "role data-engineer"})
    assert "Role: Data Engineer" in said(shown)


async def test_a_skill_opens_in_a_window_from_an_example_and_from_the_search(scene: Scene) -> None:
    shown = await home(scene, EMMA)
    example = next(name for name, action in buttons(shown).items() if action == "skill.open:0")

    for act, name in (
        (scene.slack.click(EMMA, shown, "skill.open:0"), example),
        (
            scene.slack.select(EMMA, shown, "skill.search", "distributed-training//", query="dist"),
            "Distributed Training",
        ),
    ):
        view = (await act).view
        assert view is not None
        assert name in said(view)
        await scene.slack.close(EMMA, view)


async def test_a_guest_can_look_things_up_and_is_asked_for_nothing(scene: Scene) -> None:
    shown = await home(scene, GUS)

    assert "Nothing is stored about guests." in said(shown)
    assert "Change profile" not in labels(shown)
    assert not has_control(shown, "home.role")


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_it_is_kept_current_after_every_act(scene: Scene, person: str) -> None:
    shown = await home(scene, person)
    seen = [said(shown)]

    def has_changed() -> bool:
        seen.append(said(shown))
        return seen[-1] != seen[-2]

    view = await opened(scene, person)
    await scene.slack.select(person, view, "assess.rating", "practising", block_id=f"rating {STATEMENTS[0]}")
    assert has_changed(), "a draft"
    assert labels(shown)[0] == wording(person, "Continue")
    await scene.slack.submit(person, view)
    assert has_changed(), "ratings"
    assert wording(person, "Continue") not in labels(shown)
    await scene.slack.command(person, "focus distributed-training senior")
    assert has_changed(), "a focus"
    await scene.slack.click(person, shown, "focus.more", value=f"paused {REF}")
    assert has_changed(), "a pause"
    profile = (await scene.slack.click(person, shown, "profile.open")).view
    assert profile is not None
    await scene.slack.submit(person, profile, {("profile.level", "profile.level"): "not_yet"})
    assert has_changed(), "a profile"
    await scene.slack.command(person, "language fr" if person == EMMA else "language en")
    assert has_changed() or person == EMMA, "a language"


async def test_a_draft_is_continued_and_a_focus_is_told_in_words(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    await scene.slack.close(EMMA, await rated(scene, EMMA, {STATEMENTS[0]: "consistent"}))
    view = await opened(scene, EMMA)
    await scene.slack.select(EMMA, view, "assess.rating", "practising", block_id=f"rating {STATEMENTS[1]}")
    await scene.slack.close(EMMA, view)

    shown = await home(scene, EMMA)

    assert lines(shown)[0] == "You began to rate yourself in “Distributed Training” and haven't saved it yet."
    assert "Senior: 1 of 3 consistent · active" in said(shown)
    assert "In the last 30\xa0days" not in said(shown)
    resumed = (await scene.slack.click(EMMA, shown, "assess.open:draft")).view
    assert resumed is not None
    values = [option["value"] for option in ratings_chosen(resumed) if isinstance(option, dict)]
    assert values == ["consistent", "practising"]


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_progress_is_looked_at_from_the_home_and_pictured_on_request(scene: Scene, person: str) -> None:
    await rated(scene, person, dict.fromkeys(STATEMENTS, "consistent"))
    shown = await home(scene, person)

    view = (await scene.slack.click(person, shown, "progress.open")).view

    assert view is not None
    assert view.body["title"]["text"] == wording(person, "Your progress")
    assert "*Senior* · Lead / Staff: 0 " in said(view)
    assert scene.slack.workspace.files == {}
    await scene.slack.click(person, view, "progress.picture")
    assert wording(person, "The picture is on its way to your direct messages with Rung.") in lines(view)
    assert not has_control(view, "progress.picture")
    (picture,) = scene.slack.workspace.files.values()
    assert "Senior. Lead / Staff: 0 " in picture.alt_text
    assert scene.public() == []


async def test_changed_expectations_are_told(new_scene: NewScene, content: Content) -> None:
    async with new_scene(content_dir=content.directory) as scene:
        await rated(scene, EMMA, {STATEMENTS[0]: "consistent"})
        assert "Changed expectations" not in said(await home(scene, EMMA))
        path = "skills/distributed-training/skill.yaml"
        content.edit(path, lambda held: held["statements"][STATEMENTS[0]].update(text="Plans the training of an LLM."))
        assert await scene.rung.shelf.renew()

        shown = await home(scene, EMMA)

        assert "“Distributed Training”: 1\xa0statement has changed since you rated it." in lines(shown)
        view = (await scene.slack.click(EMMA, shown, "home.changed:0")).view
        assert view is not None
        assert "• Plans the training of an LLM." in lines(view)
        assert "You rated it “Consistent” when it said: “Designs the strategy" in said(view)
        assert (await scene.slack.click(EMMA, view, "assess.open")).view is not view


async def test_case_12_what_is_too_much_for_a_home_is_counted_and_led_to(new_scene: NewScene, content: Content) -> None:
    content.add_skills(45)
    async with new_scene(content_dir=content.directory, focus_limit=20) as scene:
        person, parts = PersonId(Workspace.team_id, EMMA), scene.rung.parts
        draft = Typed({"only-one": Rating.PRACTISING})
        for number in range(1, 46):
            slug = f"invented-{number}"
            given = [GivenRating(slug, "only-one", Rating.CONSISTENT, "", "en", "It was another text.", "Another.")]
            async with parts.database.writing() as session:
                await record_assessments(session, person, person, slug, given, START)
                await save_draft(session, person, slug, "llm-engineer", draft.dump(), START)
            await scene.slack.command(EMMA, f"focus {slug} senior")

        shown = await home(scene, EMMA)

        assert len(shown.blocks) <= 100
        assert "and 44\xa0more drafts" in said(shown)
        assert "and 10\xa0more focuses under “Change focuses”" in said(shown)
        assert "and 40\xa0more skills" in said(shown)
        focuses = (await scene.slack.click(EMMA, shown, "focus.list")).view
        assert focuses is not None
        assert "Next page" in labels(focuses)
        await scene.slack.close(EMMA, focuses)
        last = "invented-9/llm-engineer/senior"
        for menu, value in (("assess.open:rest", last), ("home.changed:rest", f"0 {last}")):
            view = (await scene.slack.select(EMMA, shown, menu, value)).view
            assert view is not None
            assert "Invented Skill 9" in said(view)
            await scene.slack.close(EMMA, view)


@pytest.mark.parametrize(
    ("person", "groups"),
    [
        (EMMA, ["1 to 100", "101 to 129"]),
        (DIETER, ["1 bis 100", "101 bis 129"]),
        (ROMAN, ["С 1 по 100", "С 101 по 129"]),
    ],
)
async def test_more_than_a_menu_holds_is_reached_from_home_all_the_same(
    new_scene: NewScene, content: Content, person: str, groups: list[str]
) -> None:
    content.add_skills(130)
    async with new_scene(content_dir=content.directory) as scene:
        member = PersonId(Workspace.team_id, person)
        async with scene.rung.parts.database.writing() as session:
            for number in range(1, 131):
                begun = Typed({"only-one": Rating.PRACTISING})
                await save_draft(session, member, f"invented-{number}", "llm-engineer", begun.dump(), START)

        shown = await home(scene, person)

        menus = [
            element for block in shown.blocks for element in block.get("elements", ()) if "option_groups" in element
        ]
        (found,) = (menu["option_groups"] for menu in menus)
        assert [group["label"]["text"] for group in found] == groups
        last = found[-1]["options"][-1]["value"]
        view = (await scene.slack.select(person, shown, "assess.open:rest", last)).view
        assert view is not None
        assert f"Invented Skill {last.partition('/')[0].rpartition('-')[2]}" in said(view)


async def test_nobody_finds_anything_of_somebody_else(scene: Scene) -> None:
    await scene.slack.command(EMMA, "focus distributed-training senior")
    await rated(scene, EMMA, dict.fromkeys(STATEMENTS, "consistent"))

    for person in (GEORGE, ADA, GUS):
        shown = said(await home(scene, person))
        assert "consistent" not in shown
        assert "Your focuses" not in shown


async def test_nothing_is_published_for_whoever_has_not_opened_it(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "consistent"})

    assert scene.slack.called("views.publish") == []


async def test_what_looks_the_same_is_not_sent_again(scene: Scene) -> None:
    await home(scene, EMMA)
    view = await opened(scene, EMMA)
    for rating in ("not_yet", "practising", "consistent"):
        await scene.slack.select(EMMA, view, "assess.rating", rating, block_id=f"rating {STATEMENTS[0]}")

    assert len(scene.slack.called("views.publish")) == 2  # opened, and a draft is there


async def test_a_home_that_slack_does_not_take_spoils_no_answer(scene: Scene) -> None:
    await home(scene, EMMA)
    scene.slack.fail_next("views.publish", Failure.slack("internal_error"))

    told = (await scene.slack.command(EMMA, "focus distributed-training senior")).message

    assert "*Saved as your focus:*" in said(told)
    assert len(scene.rows("focus")) == 1
    assert "Your focuses" in said(await home(scene, EMMA))


async def test_without_a_database_the_home_says_so_and_comes_back(scene: Scene) -> None:
    kept = scene.database.read_bytes()
    scene.database.write_bytes(b"noise" * 1000)
    assert lines(await home(scene, EMMA)) == [wording(EMMA, StorageUnavailable.told)]

    scene.database.write_bytes(kept)
    scene.clock.seconds += 60

    assert "Your title in Slack says LLM Engineer" in said(await home(scene, EMMA))


async def test_a_rating_that_went_up_is_counted_and_a_first_one_is_not(scene: Scene) -> None:
    await rated(scene, EMMA, {STATEMENTS[0]: "practising", STATEMENTS[1]: "consistent"})
    assert "In the last 30\xa0days" not in said(await home(scene, EMMA))
    scene.clock.seconds += 40 * 86_400
    await rated(scene, EMMA, {STATEMENTS[0]: "consistent"})
    assert "In the last 30\xa0days 1\xa0rating went up." in said(await home(scene, EMMA))


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_ones_data_is_told_sent_and_erased_from_home(scene: Scene, person: str) -> None:
    await rated(scene, person, {STATEMENTS[0]: "practising"})
    window = (await scene.slack.click(person, await home(scene, person), Action.DATA_OPEN)).view
    assert window is not None
    assert labels(window) == [wording(person, one) for one in ("Export my data", "Erase everything")]
    sent = await scene.slack.click(person, window, Action.DATA_EXPORT)
    assert sent.view is not None
    told = "Your data is in your direct messages with Rung, as a page to read and as JSON. Only you see it."
    assert wording(person, told) in said(sent.view)
    assert [len(message.files) for message in scene.slack.workspace.messages if message.files] == [2]
