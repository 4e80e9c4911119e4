"""The command `arena`: a league of bots, its results on disk, its report as text, JSON, HTML or a section of a file."""

from __future__ import annotations

import sys
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Columns

from .. import folders
from ..arena.league import League, compete
from ..arena.pages import html, markdown, pair_rows, scale, title, write_section
from ..arena.ratings import Share
from ..arena.report import Report, Size, report
from ..core.game import Game, Refused, say
from ..core.language import Voice
from ..core.names import quote
from .inputs import MAX_PATH
from .screen import Screen


def results_file(league: League, wanted: str | None) -> Path:
    """Where the games of a league stand: the same league finds them again."""
    if wanted:
        return Path(wanted)
    digest = sha256(msgspec.json.encode(league)).hexdigest()[:12]
    file = folders.data() / "arena" / f"{league.game}-{digest}.jsonl"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(file, error) from None
    return file


def played(wished: League, game: Game, file: Path, games: int, jobs: int, ray: str | None) -> Report:
    """Play a league, with a bar for whoever waits."""
    bar = Progress(
        *Progress.get_default_columns()[:2],
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task(game.title)

        def begun(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        try:
            advance = partial(bar.advance, task)
            rows = compete(wished, file, games=games, jobs=jobs, ray=ray, begun=begun, done=advance)
        except OSError as error:
            raise unwritable(file, error) from None
    return report(wished, rows)


def unwritable(file: Path, error: OSError) -> Refused:
    return Refused(say("{file} cannot be written: {why}", file=quote(str(file), MAX_PATH), why=error.strerror or ""))


def keep(found: Report, game: Game, voice: Voice, page: str | None, section: str | None) -> None:
    """Write the report into the files asked for."""
    for name in filter(None, (page, section)):
        try:
            if name == page:
                Path(name).write_text(html(found, game, voice), "utf-8")
            else:
                write_section(Path(name), game.id, markdown(found, game))
        except OSError as error:
            raise unwritable(Path(name), error) from None


def show(found: Report, game: Game, screen: Screen, file: Path) -> None:
    voice = screen.voice
    columns = Columns(box=None, pad_edge=False)
    columns.add_column(voice(say("bot")))
    columns.add_column(voice(say("rating")), justify="right")
    for bot, rating in found.ratings.items():
        columns.add_row(f"{bot} ({title(game, bot, voice)})", f"{rating.points} ± {rating.give}")
    screen.console.print(columns)
    screen.show(scale(found, game, voice), "dim")
    for size in found.sizes:
        show_size(size, screen)
    screen.say(say("results: {file}", file=str(file)), "dim")


def rounded(share: Share | None) -> str:
    """A share in percent, short enough for many columns."""
    return "" if share is None else f"{100 * share.value:.0f} ±{50 * (share.high - share.low):.0f}"


def show_size(size: Size, screen: Screen) -> None:
    voice = screen.voice
    screen.show("")
    screen.say(say("{n} player", "{n} players", n=size.seats), "bold")
    columns = Columns(box=None, pad_edge=False)
    columns.add_column(voice(say("bot")))
    columns.add_column(voice(say("wins")), justify="right")
    for standing in size.standings:
        columns.add_column(f"–{standing.bot}", justify="right", no_wrap=True)
    for standing, (bot, shares) in zip(size.standings, pair_rows(size), strict=True):
        columns.add_row(bot, *map(rounded, (standing.share, *shares)))
    screen.console.print(columns)
    screen.say(say("In percent: all wins, and those against each; ± gives the 95% interval, roughly."), "dim")
    screen.say(say("{games} games, {moves} moves each on average", games=size.games, moves=f"{size.mean_moves:.1f}"))
    if size.unfinished:
        screen.say(say("{n} game did not end", "{n} games did not end", n=size.unfinished))
