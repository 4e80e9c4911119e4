"""Values into HTML: whole pages, the parts of live pages, and the lines of the log.

A part is made by a component: a macro of the game's `board.html`, or of `room.html` before there is a game, or of
`frame.html`, which all share. Its HTML depends on one frozen value and the language, so it is kept once made; a piece
that many parts show is a component too, and `made` where they show it, or `each_made` where they show several.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.filters import FILTERS
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape
from msgspec.structs import asdict

from ..core.game import Event, Game, Message, Seat, Seated
from ..core.language import LANGUAGES, Voice, catalogue, decimal, home, number
from .chart import Chart

HERE = Path(__file__).parent
TalkLine = tuple[int, str, str, str]  # the number of a seat, an emote or "", a name, what is said
LogLine = tuple[int, str, str]  # the number of a seat or 0, a sound or "", a sentence

FRAME, ROOM, PLAIN = "frame.html", "room.html", "plain.html"


def page(template: str, language: str, **values: Any) -> str:
    return environment(None, language).get_template(template).render(values)


def board(game: Game | None, language: str, parts: Mapping[str, str], log: str = "") -> str:
    """The board as the game lays it out, with its parts in their places."""
    layout = _macro(game, "layout", language)
    return layout(lambda name: place(name, parts.get(name, "")), Markup(log))


def log_panel(lines: Iterable[LogLine], language: str) -> str:
    """The panel with the log."""
    return _macro(None, "log_panel", language)(Markup("").join(map(_log_item, lines)))


def _log_item(line: LogLine) -> Markup:
    """As live.js makes them too."""
    number, sound, text = line
    colours = flag(number - 1) if number else Markup("<span></span>")
    return Markup('<li data-sound="{}">{}<span>{}</span></li>').format(sound, colours, text)


def chat_panel(
    log: str, lines: Iterable[TalkLine], emotes: Sequence[tuple[str, Message]], peers: str, language: str
) -> str:
    """The log and the panel with what people say; without emotes, for those who only read."""
    said = Markup("").join(map(_talk_item, lines))
    return _macro(None, "chat_panel", language)(Markup(log), said, emotes, Markup(peers))


def corner(log: str, qr: str, joins: bool, language: str) -> str:
    """The log and, below it, what a phone scans off a television."""
    return _macro(None, "corner", language)(Markup(log), qr, joins)


def _talk_item(line: TalkLine) -> Markup:
    """As live.js makes them too."""
    number, key, name, text = line
    drawing = use(f"e-{key}", "emote") if key else ""
    words = Markup("<b>{}</b> {}<bdi>{}</bdi>").format(name, drawing, text)
    return Markup('<li class="seat-{}">{}<span>{}</span></li>').format(number, flag(number - 1), words)


@lru_cache(maxsize=50_000)
def log_line(event: Event, names: tuple[str, ...], you: Seat | None, game: Game | None, language: str) -> LogLine:
    text = Voice(language, game, names, you)(event.message)
    return 0 if event.seat is None else event.seat + 1, event.sound, text


def _each(game: Game | None, language: str, component: str, values: Iterable[Any], between: str = "") -> Markup:
    """Pieces one after the other, with this HTML between them."""
    return Markup(between.join([part(game, component, value, language) for value in values]))


@lru_cache(maxsize=20_000)
def part(game: Game | None, component: str, value: Any, language: str) -> str:
    """The HTML of one part; without a game, of the room before it or of the frame around it."""
    html = _macro(game, component, language)(value)
    return "\n".join([line.strip() for line in html.splitlines() if line and not line.isspace()])


@cache
def _macro(game: Game | None, name: str, language: str) -> Callable[..., str]:
    known = environment(game, language)
    own = known.get_template(_templates(game)).module
    macro: Callable[..., str] = getattr(own, name, None) or getattr(known.get_template(FRAME).module, name)
    return lambda *values: str(macro(*values))


def _templates(game: Game | None) -> str:
    """Where the components of a game are; one without a board of its own gets the plain one."""
    if game is None:
        return ROOM
    return f"{game.id}/board.html" if (game.folder / "board.html").is_file() else PLAIN


@cache
def environment(game: Game | None, language: str) -> Environment:
    """The templates, with everything they may call, in one language and for one game."""
    shared = FileSystemLoader(HERE / "templates")
    own = PrefixLoader({game.id: FileSystemLoader(str(game.folder))} if game else {})
    made = Spoken(
        autoescape=True,
        undefined=StrictUndefined,
        loader=ChoiceLoader([shared, own]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    speech = Speech(game, language)
    sprite = asset(game, "art.svg") if game else static("art.svg")
    made.globals.update({"language": language, "languages": LANGUAGES, "sprite": sprite})
    made.filters.update(
        {
            "_": speech.gettext,
            "ngettext": speech.ngettext,
            "tell": speech.tell,
            "drawn": speech.drawn,
            "number": speech.number,
            "span": speech.span,
            "decimal": speech.decimal,
            "place": place,
            "made": lambda component, value: Markup(part(game, component, value, language)),
            "each_made": partial(_each, game, language),
            "static": static,
            "use": use,
            "icon": icon,
            "flag": flag,
            "who": who,
            "chart_of": Chart,
            "art": partial(draw, sprite),
        }
    )
    return made


class Spoken(Environment):
    """Templates in one language: what they call is called directly, and once and for all where it is given no value."""

    def _generate(self, source: nodes.Template, *more: Any, **named: Any) -> str:
        own = {macro.name for macro in source.find_all(nodes.Macro)}
        ours = self.filters.keys() - FILTERS.keys() - own
        return super()._generate(Direct(ours).visit(source), *more, **named)


class Direct(NodeTransformer):
    """Calls of what templates may call, as filters; and an `if` without an `else` gives nothing."""

    def __init__(self, known: Container[str]) -> None:
        self.known = known

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name=name), args=[first, *rest], dyn_args=None, dyn_kwargs=None):
                if name in self.known:
                    return nodes.Filter(first, name, rest, node.kwargs, None, None, lineno=node.lineno)
        return node

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)
        return self.generic_visit(node)


class Speech:
    """What templates say, in one language. Parameters are escaped; whole numbers are written with their groups."""

    def __init__(self, game: Game | None, language: str) -> None:
        folders = [home(game), HERE] if game else [HERE]
        self.game = game
        self.language = language
        self._catalogue = catalogue(language, *folders)
        self._known: dict[str, Markup] = {}
        self._nameless = Voice(language, game)

    def gettext(self, text: str, **params: object) -> Markup:
        if text not in self._known:
            self._known[text] = escape(self._catalogue.gettext(text))
        return self._filled(self._known[text], params) if params else self._known[text]

    def ngettext(self, one: str, many: str, n: int, **params: object) -> Markup:
        return self._filled(escape(self._catalogue.ngettext(one, many, n)), {"n": n, **params})

    def tell(self, message: Message, seated: Sequence[Seated] = (), you: Seat | None = None) -> str:
        voice = Voice(self.language, self.game, [each.name for each in seated], you) if seated else self._nameless
        return voice(message)

    def number(self, n: int) -> str:
        return number(n, self.language)

    def span(self, seconds: int) -> str:
        """A time as clocks show it; live.js writes it in the same way."""
        minutes, hours = seconds // 60, seconds // 3600
        if hours >= 24:
            return f"{self.gettext('{n} d', n=hours // 24)} {hours % 24} h"
        return f"{hours}:{minutes % 60:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"

    def decimal(self, value: float) -> str:
        return decimal(value, self.language)

    def drawn(self, view: Any, seated: Sequence[Seated]) -> str:
        """A view as text: drawn by the game, or field by field."""
        if self.game and self.game.draw:
            names = [each.name for each in seated]
            return "\n".join(self.game.draw(view, Voice(self.language, self.game, names, view.seat)))
        return "\n".join(f"{name}: {value}" for name, value in asdict(view).items() if value is not None)

    def _filled(self, text: Markup, params: Mapping[str, object]) -> Markup:
        words = {name: str(escape(self._word(value))) for name, value in params.items()}
        return Markup(str(text).format(**words))

    def _word(self, value: object) -> object:
        match value:
            case Message():
                return self.tell(value)
            case int():
                return self.number(value)
            case _:
                return value


def place(name: str, html: str) -> Markup:
    """Where a part stands on the page."""
    return Markup('<div class="part" id="part-{}">{}</div>').format(name, Markup(html))


@cache
def static(name: str) -> str:
    return f"/static/{name}?v={_version(HERE / name)}"


@cache
def asset(game: Game, name: str) -> str:
    """A file of the game's folder."""
    return f"/games/{game.id}/{name}?v={_version(home(game) / name)}"


def stylesheet(game: Game) -> str | None:
    return asset(game, "board.css") if (game.folder / "board.css").is_file() else None


def boat(game: Game) -> str:
    """The drawing of the game's boat in the harbour; a game without one gets the shared boat."""
    drawings = home(game) / "art.svg"
    has = drawings.exists() and 'id="boat"' in drawings.read_text("utf-8")
    return f"{asset(game, 'art.svg') if has else static('art.svg')}#boat"


@cache
def _version(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()[:8] if path.exists() else "0"


@cache
def draw(sprite: str, symbol: str, cls: str = "", seat: Seat | None = None) -> Markup:
    dyed = f"{cls} seat-{seat + 1}".strip() if seat is not None else cls
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(dyed, sprite, symbol)


def use(symbol: str, cls: str = "", seat: Seat | None = None) -> Markup:
    return draw(static("art.svg"), symbol, cls, seat)


def icon(name: str) -> Markup:
    return use(f"i-{name}", "i")


def flag(seat: Seat) -> Markup:
    return use(f"flag-{seat + 1}", "flag", seat)


@lru_cache(maxsize=10_000)
def who(seat: Seat, name: str, extra: str = "") -> Markup:
    """A flag and a name, which is cut off where there is little room; but not the number of a bot at its end."""
    word, space, number = name.rpartition(" ")
    if word and number.isdecimal():
        name, extra = word, f"{space}{number}{extra}"
    return Markup('<span class="who">{}<b>{}</b>{}</span>').format(flag(seat), name, extra)
