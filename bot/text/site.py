"""The framework as a small static site: a page a skill and a page a role with its matrix, in every language."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from babel import Locale
from markupsafe import Markup

from bot.domain.ladder import Ladder, Level
from bot.domain.skills import Framework, Requirement, Skill, Statement
from bot.domain.texts import SOURCE_LOCALE, Text, TextState
from bot.i18n.locales import negotiate
from bot.i18n.translator import Catalogs, Translator, own_name
from bot.text.templates import render_page

GENERATOR = "Rung"


@dataclass(frozen=True, slots=True)
class Said:
    """A text of the content as a page shows it. `lang` is the attribute for its language, where that is another."""

    text: str
    lang: Markup
    state: TextState

    @property
    def is_missing(self) -> bool:
        return self.state is TextState.MISSING

    @property
    def marked(self) -> Markup:
        """The text with its language, to stand inside a sentence."""
        return Markup("<span{}>{}</span>").format(self.lang, self.text)


def site(framework: Framework, catalogs: Catalogs) -> Iterator[tuple[str, str]]:
    """Each page of the site with its name in the folder. All links are relative."""
    yield "index.html", _Pages(framework, catalogs, SOURCE_LOCALE).page("", "index.html")
    for locale in framework.locales:
        pages = _Pages(framework, catalogs, locale)
        for path in pages.paths():
            yield f"{locale}/{path}", pages.page("../" * (path.count("/") + 1), path)


def tag(locale: str) -> str:
    """A locale as HTML writes it: pt-BR."""
    return locale.replace("_", "-")


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages in one language. Where Rung doesn't speak it, its own words are in English."""

    framework: Framework
    catalogs: Catalogs
    locale: str

    @property
    def t(self) -> Translator:
        reader = negotiate((self.locale,), self.catalogs.languages, self.framework.locales, SOURCE_LOCALE)
        return self.catalogs.translator(reader)

    def paths(self) -> Iterator[str]:
        yield "index.html"
        yield from (f"skills/{slug}.html" for slug in self.framework.skills)
        yield from (f"roles/{role}.html" for role in self._roles())

    def page(self, root: str, path: str) -> str:
        """A page, `root` being the way from it to the folder of all languages."""
        kind, _, name = path.removesuffix(".html").partition("/")
        made = {"index": self._index, "skills": self._skill, "roles": self._role}[kind](f"{root}{self.locale}/", name)
        title, body = made
        return render_page(
            "site/page",
            self.t,
            title=title,
            body=Markup(body),  # a page that was rendered, its texts escaped
            root=root,
            path=path,
            locale=self.locale,
            is_start=kind == "index",
            languages=[(code, own_name(code)) for code in self.framework.locales],
            direction=Locale.parse(self.t.locale.language).text_direction,
            generator=GENERATOR,
            tag=tag,
        )

    def _index(self, base: str, _: str) -> tuple[str, str]:
        t = self.t
        roles = [
            {"href": f"{base}roles/{key}.html", "name": self._said(self.framework.roles[key].name)}
            for key in self._roles()
        ]
        ladders = [[self._said(level.name) for level in ladder.levels] for ladder in self._ladders()]
        body = render_page("site/index", t, roles=roles, categories=self._categories(base), ladders=ladders)
        return t.gettext("Framework"), body

    def _categories(self, base: str) -> list[dict[str, Any]]:
        by_place: dict[tuple[str, str], list[Skill]] = {}
        for skill in sorted(self.framework.skills.values(), key=lambda skill: self._said(skill.name).text.casefold()):
            by_place.setdefault((skill.category, skill.subcategory), []).append(skill)
        return [
            {"name": self._said(category.name), "parts": parts}
            for key, category in self.framework.categories.items()
            if (
                parts := [
                    {"name": self._said(name), "skills": [self._entry(base, skill) for skill in by_place[key, part]]}
                    for part, name in category.subcategories.items()
                    if (key, part) in by_place
                ]
            )
        ]

    def _entry(self, base: str, skill: Skill) -> Mapping[str, Any]:
        summary = None if skill.summary is None else self._said(skill.summary)
        return {"href": f"{base}skills/{skill.slug}.html", "name": self._said(skill.name), "summary": summary}

    def _skill(self, base: str, slug: str) -> tuple[str, str]:
        t, skill = self.t, self.framework.skills[slug]
        category = self.framework.categories[skill.category]
        roles = [self._role_of(base, skill, role) for role in skill.roles]
        shown = [text for statement in skill.statements.values() for text in self._texts(statement)]
        states = {text.state for text in shown}
        body = render_page(
            "site/skill",
            t,
            **self._entry(base, skill),
            category=self._said(category.name),
            subcategory=self._said(category.subcategories[skill.subcategory]),
            updated=t.date(skill.updated),
            roles=roles,
            language=t.language_name(self.locale) if TextState.MISSING in states else "",
            stale=TextState.STALE in states,
        )
        return self._said(skill.name).text, body

    def _role_of(self, base: str, skill: Skill, role: str) -> Mapping[str, Any]:
        """What a skill's page says for one role."""
        return {
            "anchor": role,
            "name": self._said(self.framework.roles[role].name),
            "href": f"{base}roles/{role}.html",
            "levels": [self._level(skill, role, level) for level in skill.ladder.levels],
        }

    def _level(self, skill: Skill, role: str, level: Level) -> Mapping[str, Any]:
        cell = skill.requirements(role, level.id)
        return {
            "anchor": _anchor(role, level.id),
            "name": self._said(level.name),
            "requirements": [
                {"mandatory": one.mandatory, "statements": [self._statement(said) for said in one.statements]}
                for one in cell
            ],
        }

    def _statement(self, statement: Statement) -> Mapping[str, Said | None]:
        said, *idea = self._texts(statement)
        return {"said": said, "idea": idea[0] if idea else None}

    def _texts(self, statement: Statement) -> list[Said]:
        """What is shown of a statement: its text, and its suggestion where it has one."""
        return [self._said(text) for text in (statement.text, statement.suggestion) if text is not None]

    def _role(self, base: str, role: str) -> tuple[str, str]:
        """A role's page: a matrix of skills by levels for each ladder that they stand on."""
        name = self._said(self.framework.roles[role].name)
        skills = [skill for skill in self.framework.skills.values() if role in skill.roles]
        by_ladder = groupby(sorted(skills, key=self._order), key=lambda skill: skill.ladder.id)
        matrices = [self._matrix(base, self.framework.ladders[ladder], role, list(some)) for ladder, some in by_ladder]
        return name.text, render_page("site/role", self.t, name=name, matrices=matrices)

    def _order(self, skill: Skill) -> tuple[str, str]:
        return skill.ladder.id, self._said(skill.name).text.casefold()

    def _matrix(self, base: str, ladder: Ladder, role: str, skills: Sequence[Skill]) -> Mapping[str, Any]:
        rows = [
            {
                "name": self._said(skill.name),
                "href": f"{base}skills/{skill.slug}.html#{role}",
                "cells": [self._cell(base, skill, role, level) for level in ladder.levels],
            }
            for skill in skills
        ]
        return {"levels": [self._said(level.name) for level in ladder.levels], "rows": rows}

    def _cell(self, base: str, skill: Skill, role: str, level: Level) -> Mapping[str, Any]:
        return {
            "level": self._said(level.name).text,
            "href": f"{base}skills/{skill.slug}.html#{_anchor(role, level.id)}",
            "weights": [self._weight(requirement) for requirement in skill.requirements(role, level.id)],
        }

    def _weight(self, requirement: Requirement) -> Mapping[str, Any]:
        t, count = self.t, len(requirement.statements)
        if requirement.mandatory:
            # Translators: The mark of a requirement, after a heading. %(n)s is how many statements it has.
            text = t.ngettext("%(n)s\u00a0mandatory statement", "%(n)s\u00a0mandatory statements", count)
        else:
            # Translators: The mark of a requirement, after a heading. %(n)s is how many statements it has.
            text = t.ngettext("%(n)s\u00a0optional statement", "%(n)s\u00a0optional statements", count)
        return {"mandatory": requirement.mandatory, "text": text}

    def _roles(self) -> Iterator[str]:
        """The roles that any skill has, in the order of the framework."""
        spoken_of = {role for skill in self.framework.skills.values() for role in skill.roles}
        yield from (role for role in self.framework.roles if role in spoken_of)

    def _ladders(self) -> Iterator[Ladder]:
        used = {skill.ladder.id for skill in self.framework.skills.values()}
        yield from (ladder for key, ladder in self.framework.ladders.items() if key in used)

    def _said(self, text: Text) -> Said:
        shown = text.shown(self.t.locale.content)
        is_other = shown.locale != self.t.locale.language
        lang = Markup(' lang="{}"').format(tag(shown.locale)) if is_other else Markup("")
        return Said(shown.text, lang, shown.state)


def _anchor(role: str, level: str) -> str:
    """Where a page of a skill speaks of a role's level. No role has a double hyphen in its id."""
    return f"{role}--{level}"
