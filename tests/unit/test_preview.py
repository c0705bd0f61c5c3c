"""The preview over HTTP: what it shows of a folder, to whom, and what it tells while the folder changes."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.playground.page.preview_app import PreviewApp
from bot.playground.serving import served
from bot.preview import ContentPreview, previewed
from bot.settings import Settings
from tests.unit.catalog.tree import GERMAN_FILE, SKILL_FILE, Tree
from tests.unit.playground.page.test_rendering import Document

SKILL = "distributed-training"
LANGUAGES = {"en": "English", "de": "German", "ru": "Russian", "fr": "French"}


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder, its preview, and a browser that looks at it."""

    tree: Tree
    preview: ContentPreview
    session: aiohttp.ClientSession
    url: str

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.session.get(f"{self.url}{path}", headers=headers, allow_redirects=False) as response:
            return response.status, await response.text()

    async def page(self, **chosen: str) -> str:
        """A page that is well-formed, with ids that are unique."""
        query = "&".join(f"{name}={value}" for name, value in chosen.items())
        status, html = await self.get(f"preview?{query}")
        assert status == 200
        ids = Document(html).values("id")
        assert len(ids) == len(set(ids))
        return html


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    tree = Tree(tmp_path / "content")
    tree.put("locales.yaml", "locales: [en, de, ru, fr]\n")
    async with (
        previewed(tree.directory, Settings.model_construct(), every=0.01) as preview,
        served(PreviewApp(preview)) as url,
        aiohttp.ClientSession() as session,
    ):
        yield Desk(tree, preview, session, url)


def region(html: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', html, re.DOTALL)
    assert found
    return found[0]


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@pytest.mark.parametrize("role", ["llm-engineer", "data-engineer"])
@pytest.mark.parametrize("level", ["junior", "senior", "lead"])
async def test_every_card_is_shown_in_every_language(desk: Desk, role: str, level: str) -> None:
    for locale, language in LANGUAGES.items():
        html = await desk.page(skill=SKILL, role=role, level=level, language=locale)
        assert f'<option value="{locale}" selected>{language}</option>' in html
        assert f'<option value="{level}" selected>' in html
        assert f'<div class="blocks" lang="{locale}">' in html


async def test_marks_stand_on_the_card_and_on_nudges(desk: Desk) -> None:
    html = await desk.page(skill=SKILL, language="de")
    card, nudges = words(region(html, "card")), words(region(html, "nudges"))

    assert "Verteiltes Training older than the English Distributed Training : Junior no German yet" in card
    assert "Führt ein Training auf mehreren GPUs aus. older than the English" in card
    assert "Maschinelles Lernen · LLM no German yet" in card
    assert "Plans what a training may cost. no German yet" in card
    assert "Idee: Ein kleines Training übernehmen. older than the English Take over a small job." in nudges
    for text in (card, nudges):
        assert "no English" not in text


async def test_english_has_no_marks(desk: Desk) -> None:
    html = await desk.page(skill=SKILL, level="senior", language="en")
    assert "gap-word" not in html
    assert "Nothing is missing or stale in English." in words(html)


async def test_open_texts_are_listed_with_file_line_and_field(desk: Desk) -> None:
    listed = words(region(await desk.page(skill=SKILL, language="de"), "open-texts"))

    assert f"missing {GERMAN_FILE}:3 statements.plan-budget The English Plans what a training may cost." in listed
    assert f"stale {GERMAN_FILE}:6 suggestions.run-job" in listed
    assert "Russian : 5 missing" in listed


async def test_what_is_to_be_mended_is_listed_once_it_is_checked(desk: Desk) -> None:
    async with desk.session.get(f"{desk.url}preview/changes") as changes:
        assert "Checking what has changed" in await desk.page(skill="whittling")
        while not desk.preview.is_checked:
            await changes.content.readline()
    desk.tree.edit("skills/whittling/skill.yaml", "Carves a spoon.", "Knows spoons.")

    async with desk.session.get(f"{desk.url}preview/changes") as changes:
        await desk.page()
        while not desk.preview.is_checked:
            await changes.content.readline()

    remarks = words(region(await desk.page(skill="whittling"), "remarks"))
    assert "warning skills/whittling/skill.yaml:7 statements.carve-spoon.text" in remarks
    assert "[missing-translation]" not in remarks


async def test_whoever_looks_is_told_of_a_change_without_asking(desk: Desk) -> None:
    await desk.page()
    async with desk.session.get(f"{desk.url}preview/changes") as changes:
        desk.tree.edit(SKILL_FILE, "Distributed Training", "Training at Scale")
        while (overview := desk.preview.overview()) and "Training at Scale" not in [row.title for row in overview.rows]:
            assert await changes.content.readline()


async def test_a_fault_is_told_over_the_last_good_card(desk: Desk) -> None:
    await desk.page(skill=SKILL)
    desk.tree.edit(SKILL_FILE, "[plan-budget]", "[plan-bugdet]")

    html = await desk.page(skill=SKILL, level="senior")

    told = words(region(html.replace('class="faults" id', "id"), "faults"))
    assert f"error {SKILL_FILE}:19 roles.llm-engineer.senior.statements : there is no statement" in told
    assert "Shown is the last content without a fault." in told
    assert "Plans what a training may cost." in words(region(html, "card"))


@pytest.mark.parametrize("chosen", [{}, {"skill": SKILL}])
async def test_content_that_was_never_whole_shows_its_faults(desk: Desk, chosen: dict[str, str]) -> None:
    desk.tree.put("roles.yaml", ": [")
    html = await desk.page(**chosen)
    assert "There is nothing to show yet." in words(html)
    assert "roles.yaml:1" in html


async def test_the_overview_counts_each_skill_in_each_language(desk: Desk) -> None:
    html = await desk.page()
    rows = [words(row) for row in re.findall("<tr>.*?</tr>", html, re.DOTALL)]

    assert rows[0] == "English German Russian French To mend"
    assert rows[1].startswith(
        "Distributed Training 2 missing, 3 stale in German 5 missing in Russian 5 missing in French"
    )
    assert rows[-1].startswith("In all 1 complete, ")
    assert f'href="/preview?skill={SKILL}&amp;language=ru"' in html


async def test_an_address_of_what_is_gone_says_so_and_shows_what_there_is(desk: Desk) -> None:
    html = await desk.page(skill="gone%3Cb%3E", role="nobody", level="none", language="xx")
    assert "There is no skill “gone&lt;b&gt;” here." in html
    html = await desk.page(skill="whittling", role="nobody", level="none", language="xx")
    assert '<option value="apprentice" selected>' in html
    assert '<option value="en" selected>' in html


async def test_texts_are_escaped_wherever_they_stand(desk: Desk) -> None:
    desk.tree.edit(SKILL_FILE, "Plans what a training may cost.", "Plans <script>alert(1)</script> & *more*.")
    desk.tree.edit(GERMAN_FILE, "Verteiltes Training", "'\"><img src=x onerror=alert(1)>'")
    desk.tree.edit("roles.yaml", "en: LLM Engineer", 'en: "<i>LLM</i>"')
    for locale in LANGUAGES:
        html = await desk.page(skill=SKILL, level="senior", language=locale)
        assert "<script>" not in html
        assert "<img" not in html
        assert "<i>LLM" not in html


@pytest.mark.parametrize("host", ["rebound.example:3334", "127.0.0.1.rebound.example"])
@pytest.mark.parametrize("path", ["preview", "preview/changes", "static/preview.js"])
async def test_only_this_machine_gets_an_answer(desk: Desk, host: str, path: str) -> None:
    assert (await desk.get(path, Host=host))[0] == 403


async def test_it_begins_with_the_overview_and_has_nothing_else(desk: Desk) -> None:
    assert (await desk.get(""))[0] == 302
    for path in ("nowhere", "preview/elsewhere", "static/none.js"):
        assert (await desk.get(path))[0] == 404
