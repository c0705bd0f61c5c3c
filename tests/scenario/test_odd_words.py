"""Words that nobody should type: they are answered kindly, repeated as text only, and nothing becomes public."""

import re

import pytest

from bot.playground.people import DIETER, EMMA, ROMAN
from bot.playground.records import Message
from tests.scenario.conftest import Content, NewScene, Scene
from tests.scenario.reading import labels, lines, said, title, wording

STARTS = ("", "distributed-training ", "find ", "list ", "language ", "show ", "suche ", "язык ")
# Slack escapes what people type; people and channels that the client completed arrive as codes.
PINGS = [
    "&lt;!channel&gt;",
    "&lt;!here|here&gt;",
    "<!channel>",
    "<!subteam^S123|@team>",
    "<@U0DEMOEMMA>",
    "<@U0DEMOEMMA|emma>",
    "<#C0GENERAL|general>",
    "<https://example.com|click>",
    "<mailto:a@example.com|a@example.com>",
    "<javascript:alert(1)|x>",
]


def marked_up(message: Message) -> list[str]:
    """What Slack would turn into a mention, a channel or a link, in the text or in mrkdwn."""
    texts = [message.text] + [b["text"]["text"] for b in message.blocks if b.get("text", {}).get("type") == "mrkdwn"]
    return [code for text in texts for code in re.findall(r"<[^>]*>", text)]


@pytest.mark.parametrize("start", STARTS)
async def test_mentions_and_channel_pings_are_echoed_as_text_only(scene: Scene, start: str) -> None:
    for ping in PINGS:
        outcome = await scene.slack.command(EMMA, start + ping)

        assert outcome.message.is_ephemeral
        assert marked_up(outcome.message) == [], ping
        assert scene.public() == []


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("*bold* _it_ ~st~ `code`", "“*\u2060bold*\u2060 _\u2060it_\u2060 ~\u2060st~\u2060 `\u2060code`\u2060”"),
        ("zz :tada: yy", "“zz :\u2060tada: yy”"),
        ("zz &amp;amp; yy", "“zz &amp;amp; yy”"),
        ("zz\u202eyy\u200bxx", "zz"),
    ],
)
async def test_formatting_and_emoji_codes_are_echoed_as_typed(scene: Scene, typed: str, shown: str) -> None:
    for verb in ("find", "list", "language"):
        told = lines((await scene.slack.command(EMMA, f"{verb} {typed}")).message)[0]
        assert shown in told
        assert "\u202e" not in told


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_forty_thousand_characters_are_answered(scene: Scene, person: str, start: str) -> None:
    for filler in ("x", "word ", "ж", "🚀", "\u202e", "senior ", "&amp;", "<@U1>", "<", "e\u0301", '"', "\n"):
        answer = (await scene.slack.command(person, (start + filler * 40_000)[:40_000])).message

        assert 0 < len(answer.text) < 3_000, filler
        assert scene.public() == []


async def test_a_long_search_can_be_paged(new_scene: NewScene, content: Content) -> None:
    content.add_skills(20)
    async with new_scene(content_dir=content.directory) as scene:
        answer = (await scene.slack.command(EMMA, "find " + "invented " * 4_000)).message
        assert title(answer).startswith("20\xa0skills with “invented invented")
        assert "Next page" in labels(answer)
        await scene.slack.click(EMMA, answer, "list.page:next")
        assert "Previous page" in labels(answer)


async def test_control_characters_do_not_hide_a_skill_nor_come_back(scene: Scene) -> None:
    for control in ("\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\ufeff", "\u202e"):
        await hides_nothing(scene, control)


async def hides_nothing(scene: Scene, control: str) -> None:
    found = (await scene.slack.command(EMMA, f"distributed{control} training senior{control}")).message
    if len(control) == 1:
        assert title(found) == "Distributed Training: Senior"
    for words in (f"find zz{control}yy", f"list zz{control}", f"language zz{control}", f"zz{control}qq"):
        assert control[0] not in said((await scene.slack.command(EMMA, words)).message)


ANYTHING = [
    "🚀",
    "find 👩‍👩‍👧‍👦",
    "list 🇩🇪",
    "language 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "distributed-training 🚀",
    "%s %(words)s {words} {{ words }} {% raw %}",
    "find %(n)s",
    "list %",
    "language %d",
    "../../etc/passwd",
    "distributed-training/llm-engineer/senior",
    "' OR 1=1 --",
    "\\u0000 \\n",
    "payload=%7B%7D&command=/other",
    "null",
    "-1",
    "0",
]


@pytest.mark.parametrize("person", [EMMA, DIETER, ROMAN])
async def test_anything_else_is_answered_without_an_error(scene: Scene, person: str) -> None:
    for typed in ANYTHING:
        outcome = await scene.slack.command(person, typed)

        assert outcome.status == 200
        assert outcome.message.is_ephemeral
        assert wording(person, "Reference for your admin: %(reference)s", reference="") not in outcome.message.text, (
            typed
        )
