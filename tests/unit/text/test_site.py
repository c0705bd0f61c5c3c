"""The pages of the framework: whole, escaped, and linked to each other."""

import re
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from bot.catalog.loader import load_framework
from bot.i18n.translator import Catalogs
from bot.text.site import site
from tests.unit.catalog.tree import SKILL_FILE, Tree

CATALOGS = Catalogs.load()


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                assert value not in self.anchors
                self.anchors.add(value or "")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def pages(tree: Tree) -> dict[str, str]:
    return dict(site(load_framework(tree.directory), CATALOGS))


def test_there_is_a_page_a_skill_and_a_role_in_every_language(tree: Tree) -> None:
    below = {"index.html", "skills/distributed-training.html", "skills/whittling.html"}
    below |= {"roles/llm-engineer.html", "roles/data-engineer.html"}

    assert set(pages(tree)) == {"index.html"} | {f"{locale}/{name}" for locale in ("en", "de", "ru") for name in below}


def test_every_link_leads_to_a_page_and_a_place_on_it(tree: Tree) -> None:
    made = {name: Links(page) for name, page in pages(tree).items()}

    assert sum(len(one.links) for one in made.values()) > 50
    for name, page in made.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            found = made[normpath(join(dirname(name), target))]
            assert not anchor or anchor in found.anchors


def test_nothing_comes_from_elsewhere_and_nothing_runs(tree: Tree) -> None:
    for page in pages(tree).values():
        assert not re.search(r"<script|<link|<img|https?:|\bon\w+=", page)


def test_texts_are_escaped(tree: Tree) -> None:
    tree.edit(SKILL_FILE, "text: Plans what a training may cost.", "text: <script>alert(1)</script> & more")
    tree.edit(SKILL_FILE, "name: Distributed Training", "name: <b>Bold</b>")

    page = pages(tree)["en/skills/distributed-training.html"]

    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page
    assert "<title>&lt;b&gt;Bold&lt;/b&gt;</title>" in page
    assert "<script" not in page


def test_missing_and_stale_texts_are_marked(tree: Tree) -> None:
    made = pages(tree)

    german, russian = (made[f"{locale}/skills/distributed-training.html"] for locale in ("de", "ru"))
    assert "Der englische Text hat sich seit dieser Übersetzung geändert." in german
    assert '<span class="mark">EN</span> <span lang="en">Plans what a training may cost.</span>' in german
    assert '<span class="mark">EN</span> <span lang="en">Runs a training job' in russian
    assert 'class="mark"' not in made["en/skills/distributed-training.html"]


def test_a_language_that_rung_doesnt_speak_is_said_of_each_text(tree: Tree) -> None:
    tree.edit("locales.yaml", "[en, de, ru]", "[en, de, ru, fr]")
    tree.put("skills/whittling/fr.yaml", 'name: {source: "25e2b9e7", text: Sculpture}\n')

    page = pages(tree)["fr/skills/whittling.html"]

    assert '<html lang="en" dir="ltr">' in page
    assert '<h1 lang="fr">Sculpture</h1>' in page


def test_a_cell_that_says_nothing_is_not_defined(tree: Tree) -> None:
    made = pages(tree)

    assert "Not defined" in made["en/roles/data-engineer.html"]
    assert "1\xa0mandatory statement" in made["en/roles/llm-engineer.html"]
    assert "1\xa0обязательный критерий" in made["ru/roles/llm-engineer.html"]
    assert made["en/roles/data-engineer.html"].count("<table>") == 2, "a ladder each"
