"""Messages into sentences: the right language, plural and names for whoever reads them."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path

from .game import CHANCE, Game, Message, Seat, Who, say

LANGUAGES = {"en": "English", "it": "Italiano", "fr": "Français"}
HOME = Path(__file__).parents[1]

_THOUSANDS = {"en": ",", "it": ".", "fr": "\N{NARROW NO-BREAK SPACE}"}
_POINT = {"en": ".", "it": ",", "fr": ","}
_CLINGING = re.compile("(?<=«) | (?=[:;?!»])")  # spaces of French where no line may break
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Voice:
    """How one person is spoken to: in their language, with the names at the table, and as "you"."""

    def __init__(
        self, language: str, game: Game | None = None, names: Sequence[str] = (), you: Seat | None = None
    ) -> None:
        self.language = language
        self.names = names
        self.you = you
        self._catalogue = catalogue(language, *([home(game)] if game else []))

    def __call__(self, message: Message) -> str:
        if message.plural:
            n = dict(message.params)["n"]
            text = self._catalogue.ngettext(message.text, message.plural, _count(n))
        else:
            text = self._catalogue.gettext(message.text)
        return text.format(**{name: self.word(value) for name, value in message.params})

    def word(self, value: object) -> str:
        match value:
            case Message():
                return self(value)
            case Who(seat):
                return self.name(seat)
            case bool():
                return self(say("yes") if value else say("no"))
            case int():
                return number(value, self.language)
            case float():
                return decimal(value, self.language)
            case tuple() | list():
                return self._listed(value)
            case _:
                return str(value)

    def name(self, seat: Seat) -> str:
        if seat == self.you:
            return self(say("you"))
        if seat == CHANCE:
            return self(say("nature"))
        return self.names[seat] if seat < len(self.names) else self(say("player {n}", n=seat + 1))

    def _listed(self, values: Sequence[object]) -> str:
        """ "Ada, Bo and you": whoever reads it comes last."""
        *rest, last = [self.word(value) for value in sorted(values, key=self._is_you)] or [""]
        return self(say("{first} and {last}", first=", ".join(rest), last=last)) if rest else last

    def _is_you(self, value: object) -> bool:
        return isinstance(value, Who) and value.seat == self.you


@lru_cache(maxsize=1 << 12)
def named(value: object) -> frozenset[Seat]:
    """The seats that a sentence names, or a word of it."""
    match value:
        case Who():
            return frozenset([value.seat])
        case Message():
            return frozenset().union(*[named(param) for _, param in value.params])
        case tuple():
            return frozenset().union(*map(named, value))
        case _:
            return frozenset()


def _count(value: object) -> int:
    return value if isinstance(value, int) else 2


def number(value: int, language: str = "en") -> str:
    """Digits in groups of three; from 10^15 on rounded, with the power of ten."""
    if abs(value) < 10**15:
        return f"{value:,}".replace(",", _THOUSANDS[language])
    sign, power = ("-" if value < 0 else ""), len(str(abs(value))) - 1
    rounded = (abs(value) * 200 // 10**power + 1) // 2  # the first three digits
    if rounded == 1000:
        rounded, power = 100, power + 1
    first, rest = divmod(rounded, 100)
    return f"≈\N{NO-BREAK SPACE}{sign}{first}{_POINT[language]}{rest:02} × 10{str(power).translate(_SUPERSCRIPTS)}"


def decimal(value: float, language: str = "en") -> str:
    """A number with one digit after the point."""
    return f"{value:.1f}".replace(".", _POINT[language])


def best(wanted: Iterable[str]) -> str:
    """The first language of ours among those wanted ("it-CH", "fr_FR.UTF-8", ...), else English."""
    return next((tag[:2].lower() for tag in wanted if tag[:2].lower() in LANGUAGES), "en")


@cache
def home(game: Game) -> Path:
    """The folder of a game."""
    return Path(str(game.folder))


def typeset(text: str, language: str) -> str:
    """The text as it is printed: in French the marks that stand apart stay on the line of their word."""
    return _CLINGING.sub("\N{NO-BREAK SPACE}", text) if language == "fr" else text


class French(gettext.GNUTranslations):
    """A French catalogue; its files are written with plain spaces."""

    def gettext(self, message: str) -> str:
        return _french(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _french(super().ngettext(msgid1, msgid2, n))


@lru_cache(maxsize=1 << 12)
def _french(text: str) -> str:
    return typeset(text, "fr")


@cache
def catalogue(language: str, *folders: Path) -> gettext.NullTranslations:
    """The sentences of these folders, then Darsena's own. English is what the code is written in."""
    chain, kind = gettext.NullTranslations(), French if language == "fr" else gettext.GNUTranslations
    for folder in reversed([*folders, HOME]):
        found = gettext.translation(folder.name, folder / "locale", [language], kind, fallback=True)
        if isinstance(found, gettext.GNUTranslations):
            found.add_fallback(chain)
            chain = found
    return chain
