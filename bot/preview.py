"""The preview of content: what lies in its folder, as cards for the page that shows them while an author writes."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import click
from babel import Locale

from bot.catalog.faults import Fault
from bot.catalog.loader import open_folder
from bot.catalog.translatable import Translatable
from bot.catalog.translations import target_locales
from bot.domain.answers import Card
from bot.domain.focus import Focus, FocusState
from bot.domain.marking import Mark, marked_card
from bot.domain.nudging import Topic
from bot.domain.skills import Skill
from bot.domain.texts import ShownText, TextState
from bot.i18n.translator import Catalogs, Translator
from bot.playground.page.gaps import Gap, Gaps
from bot.playground.page.preview import Menu, Nudge, OpenText, Overview, Remark, Row, Sheet, Tally, address
from bot.playground.page.preview_app import PreviewApp
from bot.playground.serving import served, stop_asked
from bot.playground.watching import Watchers
from bot.services.asking import card_of
from bot.services.languages import Languages
from bot.services.manuscript import SHARED, Edition, Manuscript
from bot.settings import Settings
from bot.views.card import card_parts, card_title
from bot.views.nudge import nudge_message
from bot.views.room import ROOMS

LOOK_EVERY = 1.0  # seconds between two looks at the content while somebody follows it
OF_TRANSLATIONS = ("missing-translation", "stale-translation")  # listed with their texts
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class ContentPreview:
    """One content folder, for the page's `Preview`."""

    def __init__(self, directory: Path, settings: Settings) -> None:
        self.watchers = Watchers()
        self._manuscript = Manuscript(directory, ROOMS, lambda: datetime.now(UTC).date())
        self._catalogs = Catalogs.load()
        self._settings = settings
        self._reading = asyncio.Lock()
        self._checking: asyncio.Task[None] | None = None

    async def renew(self) -> None:
        """Read what has changed. It is checked in the background, for that takes longer."""
        async with self._reading:
            if await self._manuscript.renew():
                self.watchers.tell()
                if self._checking is None or self._checking.done():
                    self._checking = asyncio.create_task(self._check())

    async def _check(self) -> None:
        while await self._manuscript.check():
            self.watchers.tell()

    async def follow(self, every: float) -> None:
        """Look again and again, for as long as somebody is told."""
        while True:
            await asyncio.sleep(every)
            if self.watchers.are_there:
                await self.renew()

    async def close(self) -> None:
        if self._checking:
            self._checking.cancel()
            with suppress(asyncio.CancelledError):
                await self._checking

    @property
    def is_checked(self) -> bool:
        return self._manuscript.is_checked

    @property
    def faults(self) -> Sequence[Remark]:
        return _remarks(self._manuscript.faults)

    def overview(self) -> Overview | None:
        edition = self._manuscript.edition
        if edition is None:
            return None
        locales = target_locales(edition.framework.locales)
        every = {locale: [text for texts in edition.texts[locale].values() for text in texts] for locale in locales}
        return Overview(
            rows=[self._row(skill, locales, edition) for skill in edition.skills],
            totals=[_tally(locale, every[locale]) for locale in locales],
            names=[_tally(locale, edition.texts[locale].get(SHARED, ())) for locale in locales],
            remarks=self._findings_of(SHARED),
        )

    def _row(self, skill: Skill, locales: Sequence[str], edition: Edition) -> Row:
        tallies = [
            _tally(locale, edition.texts[locale].get(skill.slug, ()), address(skill=skill.slug, language=locale))
            for locale in locales
        ]
        return Row(skill.name.source, address(skill=skill.slug), tallies, len(self._findings_of(skill.slug)))

    def sheet(self, wanted: Mapping[str, str]) -> Sheet | None:
        edition = self._manuscript.edition
        if edition is None or wanted["skill"] not in edition.framework.skills:
            return None
        framework, skill = edition.framework, edition.framework.skills[wanted["skill"]]
        locale = _chosen(wanted["language"], framework.locales)
        level = _chosen(wanted["level"], [level.id for level in skill.ladder.levels])
        card = card_of(skill, _chosen(wanted["role"], skill.roles), level, framework)
        t = Languages(self._catalogs, framework.locales, self._settings.default_locale).for_channel(locale)
        language, gaps = _language(locale), Gaps()
        marked = marked_card(card, t.locale.content, _marking(gaps, language))
        return Sheet(
            title=f"{card_title(card, t)} · {language}",
            menus=_menus(card, locale, edition),
            language=language,
            lang=locale.replace("_", "-"),
            card=card_parts(marked, t).with_personal([]),
            nudges=list(self._nudges(marked, t)),
            gaps=gaps,
            open_texts=self._open_texts(edition.open_texts(skill, locale)),
            elsewhere=_elsewhere(card, locale, edition),
            remarks=self._findings_of(skill.slug),
        )

    def _nudges(self, card: Card, t: Translator) -> Iterable[Nudge]:
        """What a person is sent who comes from the level below, one statement after the other."""
        skill, role, level = card.skill, card.role, card.level
        position = skill.ladder.position(level.id)
        below = skill.ladder.levels[position - 1] if position else None
        focus = Focus(skill.slug, role.id, level.id, FocusState.ACTIVE, _LONG_AGO, _LONG_AGO)
        for requirement in card.expected:
            for statement in requirement.statements:
                topic = Topic(focus, level, statement, requirement.mandatory)
                sent = nudge_message(topic, skill, role, below, t, self._settings.command)
                yield Nudge(statement.id, sent["blocks"])

    def _open_texts(self, texts: Sequence[Translatable]) -> list[OpenText]:
        return [
            OpenText(_place(text.file, line), text.field, text.source, text.text)
            for text, line in zip(texts, self._manuscript.lines_of(texts), strict=True)
        ]

    def _findings_of(self, skill: str) -> list[Remark]:
        """What is to be mended but for translations."""
        return _remarks(one for one in self._manuscript.findings_of(skill) if one.rule not in OF_TRANSLATIONS)


@asynccontextmanager
async def previewed(directory: Path, settings: Settings, every: float = LOOK_EVERY) -> AsyncIterator[ContentPreview]:
    """A preview that follows its folder, with a look every so many seconds, for as long as the context lasts."""
    preview = ContentPreview(directory, settings)
    following = asyncio.create_task(preview.follow(every))
    try:
        yield preview
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        await preview.close()


async def serve_preview(directory: Path, settings: Settings, port: int) -> None:
    """Until the process is asked to stop. Raises InvalidContent where there is no such folder, and CannotServe."""
    open_folder(directory)
    stopped = stop_asked()
    async with previewed(directory, settings) as preview, served(PreviewApp(preview), port) as url:
        click.echo(f"{directory} is shown on {url}preview and followed while you write.\nCtrl-C ends it.")
        await stopped.wait()


def _marking(gaps: Gaps, language: str) -> Mark:
    def mark(shown: ShownText, source: str) -> str:
        if shown.state is TextState.MISSING:
            return gaps.mark(shown.text, Gap(f"no {language} yet"))
        return gaps.mark(shown.text, Gap("older than the English", source))

    return mark


def _menus(card: Card, locale: str, edition: Edition) -> list[Menu]:
    return [
        Menu("skill", "Skill", {skill.slug: skill.name.source for skill in edition.skills}, card.skill.slug),
        Menu("role", "Role", {role.id: role.name.source for role in card.roles}, card.role.id),
        Menu("level", "Level", {one.id: one.name.source for one in card.skill.ladder.levels}, card.level.id),
        Menu("language", "Language", {code: _language(code) for code in edition.framework.locales}, locale),
    ]


def _elsewhere(card: Card, locale: str, edition: Edition) -> list[Tally]:
    slug, others = card.skill.slug, [code for code in edition.texts if code != locale]
    here = {"skill": slug, "role": card.role.id, "level": card.level.id}
    tallies = (_tally(code, edition.texts[code].get(slug, ()), address(**here, language=code)) for code in others)
    return [tally for tally in tallies if not tally.is_whole]


def _tally(locale: str, texts: Sequence[Translatable], where: str = "") -> Tally:
    states = [text.state for text in texts]
    counted = (states.count(state) for state in (TextState.CURRENT, TextState.MISSING, TextState.STALE))
    return Tally(_language(locale), where, *counted)


def _remarks(faults: Iterable[Fault]) -> list[Remark]:
    return [
        Remark(fault.severity, _place(fault.file, fault.line), fault.field, fault.message, fault.rule)
        for fault in faults
    ]


def _place(file: str, line: int) -> str:
    return f"{file}:{line}" if line else file


def _chosen(wanted: str, offered: Sequence[str]) -> str:
    return wanted if wanted in offered else offered[0]


def _language(locale: str) -> str:
    """What English calls a language."""
    return Locale.parse(locale).get_display_name("en") or locale
