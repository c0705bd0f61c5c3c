"""Posting a card to a channel: previewed first, public only when confirmed, in the channel's language."""

import pytest

from bot.errors import NotPosted, PostUnconfirmed
from bot.playground.failures import Failure
from bot.playground.installation import BOT_USER_ID
from bot.playground.payloads import interaction, place_of
from bot.playground.people import ADA, DIETER, EMMA, GEORGE, GUS, ROMAN
from bot.playground.records import Message, View
from bot.playground.signing import RequestKind
from bot.playground.workspace import GENERAL, PRIVATE, TEAM, WITHOUT_BOT
from tests.scenario.conftest import NewScene, Scene
from tests.scenario.reading import choices, chosen, labels, lines, said, wording

WHERE = "This will be posted in %(channel)s, and everyone there will see it."
MORE, LANGUAGE = "card.more", "post.language"
POST = "post distributed-training/llm-engineer/senior"
SPOKEN = {"en": "*Expected at Senior*", "de": "*Erwartet auf Level Senior*", "ru": "*Ожидания на грейде Senior*"}


async def previewed(scene: Scene, person: str, channel: str = GENERAL) -> View:
    answer = (await scene.slack.command(person, "distributed-training senior", channel=channel)).message
    view = (await scene.slack.click(person, answer, MORE, value=POST)).view
    assert view is not None
    return view


def language_of(surface: Message | View) -> str:
    return next(language for language, words in SPOKEN.items() if words in said(surface))


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_the_preview_says_where_it_goes_and_who_will_see_it(scene: Scene, person: str) -> None:
    view = await previewed(scene, person)

    assert [view.body[part]["text"] for part in ("title", "submit", "close")] == [
        wording(person, message) for message in ("Post to channel", "Post", "Cancel")
    ]
    assert lines(view)[0] == wording(person, WHERE, channel=f"<#{GENERAL}>")
    assert language_of(view) == "en"
    assert chosen(view, LANGUAGE) == "English"
    assert scene.public() == []


async def test_what_was_previewed_is_what_is_posted(scene: Scene) -> None:
    view = await previewed(scene, EMMA)
    shown = lines(view)

    outcome = await scene.slack.submit(EMMA, view)

    (posted,) = outcome.posted
    assert lines(posted) == shown[2:]
    assert posted.text.splitlines() == lines(posted)
    assert (posted.channel, posted.user) == (GENERAL, BOT_USER_ID)
    assert lines(posted)[-1] == f"Posted by <@{EMMA}> with `/skill distributed-training senior`"
    assert labels(posted) == []
    assert outcome.view is None


async def test_cancel_posts_nothing(scene: Scene) -> None:
    view = await previewed(scene, EMMA)
    await scene.slack.close(EMMA, view)

    assert scene.public() == []
    assert scene.rows("channel") == []


async def test_a_preview_that_is_confirmed_twice_is_posted_once(scene: Scene) -> None:
    view = await previewed(scene, EMMA)
    confirmed = interaction(scene.slack.backend, "view_submission", scene.slack.present(EMMA))
    confirmed |= {"view": place_of(scene.slack.backend, view)["view"]}

    for _ in range(2):
        assert (await scene.send(RequestKind.INTERACTION, confirmed)).status == 200

    assert len(scene.public()) == 1


async def test_the_same_card_can_be_posted_again_on_purpose(scene: Scene) -> None:
    for _ in range(2):
        await scene.slack.submit(EMMA, await previewed(scene, EMMA))

    assert len(scene.public()) == 2


async def test_case_18_the_channel_reads_its_own_language_and_the_preview_the_persons(scene: Scene) -> None:
    view = await previewed(scene, EMMA, TEAM)
    await scene.slack.select(EMMA, view, LANGUAGE, "de")
    assert language_of(view) == "de"
    assert lines(view)[0].startswith("This will be posted in")
    (posted,) = (await scene.slack.submit(EMMA, view)).posted
    assert language_of(posted) == "de"
    command = "/skill distributed-training senior"
    assert lines(posted)[-1] == wording(
        "de", "Posted by %(person)s with `%(command)s`", person=f"<@{EMMA}>", command=command
    )

    later = await previewed(scene, ROMAN, TEAM)
    assert language_of(later) == "de"
    assert chosen(later, LANGUAGE) == "Deutsch"
    assert lines(later)[0] == wording("ru", WHERE, channel=f"<#{TEAM}>")
    assert language_of(await previewed(scene, ROMAN, GENERAL)) == "en"


async def test_an_unknown_channel_reads_the_workspaces_language(new_scene: NewScene) -> None:
    async with new_scene(default_locale="ru") as scene:
        view = await previewed(scene, EMMA)
        assert language_of(view) == "ru"
        (posted,) = (await scene.slack.submit(EMMA, view)).posted
        assert language_of(posted) == "ru"


async def test_the_language_of_a_channel_outlives_the_process(new_scene: NewScene) -> None:
    async with new_scene() as scene:
        view = await previewed(scene, EMMA)
        assert list(choices(view, LANGUAGE)) == ["English", "Deutsch", "Русский"]
        await scene.slack.select(EMMA, view, LANGUAGE, "ru")
        await scene.slack.submit(EMMA, view)
    async with new_scene() as scene:
        assert language_of(await previewed(scene, DIETER)) == "ru"


async def test_a_language_that_was_only_looked_at_is_not_kept(scene: Scene) -> None:
    view = await previewed(scene, EMMA)
    await scene.slack.select(EMMA, view, LANGUAGE, "ru")
    await scene.slack.close(EMMA, view)

    assert language_of(await previewed(scene, EMMA)) == "en"


async def test_case_33_the_personal_line_is_never_posted(scene: Scene) -> None:
    answer = (await scene.slack.command(EMMA, "distributed-training senior")).message
    await scene.slack.click(EMMA, answer, MORE, value="set distributed-training/llm-engineer/senior")
    assert "Your level" in said(answer)

    view = (await scene.slack.click(EMMA, answer, MORE, value=POST)).view

    assert view is not None
    assert "Your level" not in said(view)
    (posted,) = (await scene.slack.submit(EMMA, view)).posted
    assert "Your level" not in said(posted)
    assert "Saved" not in said(posted)


async def test_case_22_whoever_posted_is_named_by_id_alone(scene: Scene) -> None:
    await scene.slack.change_user(GEORGE, name="Demo Emma")
    (posted,) = (await scene.slack.submit(GEORGE, await previewed(scene, GEORGE))).posted

    assert f"<@{GEORGE}>" in posted.text
    assert "Demo" not in posted.text


async def test_a_guest_may_post(scene: Scene) -> None:
    (posted,) = (await scene.slack.submit(GUS, await previewed(scene, GUS))).posted

    assert language_of(posted) == "en"
    assert scene.rows("person") == []


@pytest.mark.parametrize("channel", [WITHOUT_BOT, PRIVATE])
async def test_a_card_is_posted_where_rung_is_no_member(scene: Scene, channel: str) -> None:
    (posted,) = (await scene.slack.submit(EMMA, await previewed(scene, EMMA, channel))).posted

    assert posted.channel == channel


async def test_in_a_direct_message_the_preview_names_no_channel(scene: Scene) -> None:
    place = scene.slack.workspace.direct_channel(BOT_USER_ID, EMMA)

    view = await previewed(scene, EMMA, place.id)

    assert lines(view)[0] == "This will be posted in this conversation, and everyone in it will see it."


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_case_25_a_post_that_slack_refuses_is_told_to_whoever_confirmed_it(scene: Scene, person: str) -> None:
    view = await previewed(scene, person)
    scene.slack.fail_next("response_url", Failure.http(404, "expired_url"))

    outcome = await scene.slack.submit(person, view)

    assert lines(outcome.message)[0] == wording(person, NotPosted.told)
    assert scene.slack.workspace.channels[outcome.message.channel].is_direct
    assert scene.public() == []
    assert scene.rows("channel") == []


async def test_a_preview_that_lay_open_too_long_is_told(scene: Scene) -> None:
    view = await previewed(scene, ADA)
    scene.clock.seconds += 31 * 60

    outcome = await scene.slack.submit(ADA, view)

    assert lines(outcome.message)[0].startswith("The card wasn't posted")
    assert scene.public() == []


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_a_post_whose_answer_was_lost_is_not_called_a_failure_and_not_repeated(scene: Scene, person: str) -> None:
    view = await previewed(scene, person)
    scene.slack.fail_next("response_url", Failure.dropped(does_the_work=True))

    outcome = await scene.slack.submit(person, view)

    (direct,) = [m for m in outcome.messages if scene.slack.workspace.channels[m.channel].is_direct]
    assert lines(direct)[0] == wording(person, PostUnconfirmed.told)
    assert len(scene.public()) == 1


async def test_a_language_that_nobody_chose_is_not_kept_for_the_channel(scene: Scene) -> None:
    await scene.slack.submit(EMMA, await previewed(scene, EMMA))

    assert len(scene.public()) == 1
    assert scene.rows("channel") == []
