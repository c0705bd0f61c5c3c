"""Which languages there are, and which one somebody means by a word."""

from collections.abc import Iterable
from dataclasses import dataclass

from babel import Locale

from bot.domain.people import Profile, SlackUser
from bot.domain.query import fold
from bot.i18n.locales import ReaderLocale, canonical, fallbacks, negotiate
from bot.i18n.translator import Catalogs, Translator
from bot.i18n.verbs import auto_words


@dataclass(frozen=True, slots=True)
class Languages:
    """What Rung speaks, what the content speaks, and what is spoken where nothing else is known."""

    catalogs: Catalogs
    contents: tuple[str, ...]
    default: str

    @property
    def offered(self) -> tuple[str, ...]:
        """Every language that a person can choose: those that Rung speaks, then those of the content alone."""
        return tuple(dict.fromkeys((*self.catalogs.languages, *self.contents)))

    def for_person(self, user: SlackUser, profile: Profile, fallback: str | None) -> Translator:
        """Their own choice, else what their Slack is set to, else the tenant's `fallback`, else the default."""
        return self._speaking(profile.language, user.locale, fallback)

    def for_channel(self, chosen: str | None, fallback: str | None = None) -> Translator:
        """The language of the channel, else that of its tenant, else the default."""
        return self._speaking(chosen, fallback)

    def for_browser(self, accepted: tuple[str, ...]) -> Translator:
        """The first of the languages that somebody's browser asks for and Rung speaks."""
        return self._speaking(*accepted)

    def translators(self) -> tuple[Translator, ...]:
        """One for each language that Rung speaks."""
        return tuple(self._speaking(language) for language in self.catalogs.languages)

    def meant_by(self, words: str) -> str | None:
        """The offered language that a code (`de-AT`) or a name in any of our languages (`немецкий`) means."""
        code = canonical("_".join(fold(words).split()))
        for part in fallbacks(code) if code else ():
            if part in self.offered:
                return part
        wanted = fold(words)
        return next((each for each in self.offered if wanted in self._names(each)), None)

    def means_auto(self, words: str) -> bool:
        """Whether the words mean: follow Slack again."""
        return fold(words) in {fold(word) for t in self.translators() for word in auto_words(t)}

    def _names(self, language: str) -> set[str]:
        locale = Locale.parse(language)
        readers: Iterable[str] = (*self.catalogs.languages, language)
        return {fold(locale.get_display_name(reader) or language) for reader in readers}

    def _speaking(self, *wanted: str | None) -> Translator:
        spoken: ReaderLocale = negotiate(wanted, self.catalogs.languages, self.contents, self.default)
        return self.catalogs.translator(spoken)
