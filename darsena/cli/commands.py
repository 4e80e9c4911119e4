"""The commands. Exit codes: 0 all went well, 1 a record is refused, 2 the command was wrong, 130 Ctrl-C."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import Progress
from rich.table import Table as Columns

from ..arena import Report, simulate
from ..arena.league import league
from ..core import options as game_options
from ..core.game import Budget, Game, Refused, say
from ..core.language import LANGUAGES, Voice
from ..core.play import stories
from ..core.record import BadRecord
from ..games import games
from . import arena, seating
from .admin import admin
from .inputs import AnyGame, Language, Listed, Numbers, Seconds, Several, Whole, load, own_language
from .person import Left, Person
from .screen import Screen
from .serve import serve, served
from .table import Table

THINKING = Budget(seconds=1.0)
_ = Voice(own_language())  # help texts speak the language of the environment
EXAMPLE = next(iter(games()))


class Dock(click.Group):
    """Whatever is refused is said in the person's language, on stderr, with the exit code for it."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as refusal:
            voice = Voice(ctx.meta.get("language", own_language()), ctx.meta.get("game"))
            click.echo(f"darsena: {voice(refusal.message)}", err=True)
            ctx.exit(1 if isinstance(refusal, BadRecord) else 2)
        except (KeyboardInterrupt, EOFError):
            click.echo(err=True)
            ctx.exit(130)


def examples(*lines: str) -> str:
    title = _(say("Examples:"))
    return f"\b\n{title}\n" + "\n".join(f"  darsena {line}" for line in lines)


in_language = click.option(
    "--lang",
    type=Language(),
    default=own_language,
    is_eager=True,  # what is wrong with the others is said in it
    help=_(say("The language: {all}.", all=tuple(LANGUAGES))),
)
with_options = click.option(
    "--option", "words", multiple=True, metavar="NAME=VALUE", help=_(say("A rule to choose; see: darsena games."))
)
at_pace = click.option("--pace", type=Seconds(), help=_(say("Seconds between two sentences.")))
a_game = click.argument("game", type=AnyGame())
a_file = click.argument("file", metavar="FILE")


@click.group(
    cls=Dock,
    invoke_without_command=True,
    help=_(say("Harbour games for people and bots. Without a command: the web table, as darsena serve.")),
    epilog=_(say("Exit codes: 0 all went well, 1 a record is refused, 2 the command was wrong, 130 Ctrl-C.")),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="darsena")
@served
@click.pass_context
def main(ctx: click.Context, /, **given: Any) -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # odd bytes are shown as such, never a reason to stop
    if ctx.invoked_subcommand is None:
        serve(**given)


@main.command(
    "serve",
    help=_(say("The web table: play in the browser, with friends or bots. This is what darsena alone does.")),
    epilog=examples("serve", "serve --lan", "serve --port 9000 --public-url https://games.example"),
)
@served
def serve_command(**given: Any) -> None:
    serve(**given)


@main.command("games", help=_(say("The games there are, with their bots and options.")), epilog=examples("games"))
@in_language
def list_games(lang: str) -> None:
    for game in games().values():
        show_game(game, Screen(Voice(lang, game)))


def show_game(game: Game, screen: Screen) -> None:
    screen.show(f"{game.title} ({game.id})", "bold")
    least, most = game.seats[0], game.seats[-1]
    players = f"{least}–{most}" if most > least else f"{least}"
    screen.say(say("  {players} players, about {minutes} minutes", players=players, minutes=game.minutes))
    screen.show(f"  {screen.voice(game.about)}")
    screen.say(say("  the printed game: {credits}", credits=game.credits), "dim")
    for choice in game_options.choices(game):
        values = " | ".join(f"{word} ({screen.voice(label)})" for word, label in choice.values)
        screen.show(f"  --option {choice.name}={choice.default}: {screen.voice(choice.label)}: {values}")
    for name, level in game.bots.items():
        screen.show(f"  --bots {name}: {screen.voice(level.label)}, {screen.voice(level.about)}")
    screen.show("")


@main.command(help=_(say("The rules of a game, numbered.")), epilog=examples(f"rules {EXAMPLE} --lang it"))
@a_game
@in_language
def rules(game: Game, lang: str) -> None:
    text = game.rulebook(lang)
    if sys.stdout.isatty():
        Console().print(Markdown(text))
    else:
        click.echo(text)


@main.command(
    cls=Several,
    help=_(say("Play in the terminal, alone against bots or several people at one keyboard.")),
    epilog=examples(
        f"play {EXAMPLE}",
        f"play {EXAMPLE} --seats 3 --bots random --name Ada --lang fr",
        f"play {EXAMPLE} --people 3 --name Ada --name Bo --name Cy",
    ),
)
@a_game
@click.option("--seats", type=Whole(1), help=_(say("How many play, people and bots.")))
@click.option("--people", "--hot-seat", type=Whole(0), default=1, help=_(say("How many people share this keyboard.")))
@click.option("--name", "names", multiple=True, help=_(say("A person's name; once for each person.")))
@click.option("--bots", multiple=True, metavar="BOT...", help=_(say("The bots, in the order of their seats.")))
@with_options
@in_language
@click.option("--seed", help=_(say("Any text: the same one gives the same draws.")))
@click.option("--record", "file", metavar="FILE", help=_(say("Where to keep the record.")))
@at_pace
def play(game: Game, lang: str, file: str | None, pace: float | None, **wish: Any) -> None:
    setting = seating.settle(game, seating.Wish(**{"options": wish.pop("words"), **wish}), lang)
    table = Table(setting, seating.record_file(game, file), pace)
    bots = [
        game.bots[setting.levels[seat]].make(seat) if seat in setting.levels else Person(table, seat)
        for seat in range(len(setting.names))
    ]
    try:
        table.play(bots, THINKING)
        table.scores()
    except Left:
        table.screen.say(say("You leave the table."))
    finally:
        table.leave()


@main.command(
    help=_(say("Tell a recorded game again, as a spectator or as one seat was told it.")),
    epilog=examples("replay game.txt", "replay game.txt --seat 2 --lang it"),
)
@a_file
@click.option("--seat", type=Whole(1), help=_(say("Whose story: 1 is the first player.")))
@in_language
@at_pace
@click.pass_context
def replay(ctx: click.Context, file: str, seat: int | None, lang: str, pace: float | None) -> None:
    game, record, _proof = load(file, ctx)
    if seat is not None and seat > len(record.names):
        raise Refused(say("there is no seat {n}; there are {seats}", n=seat, seats=len(record.names)))
    viewer = None if seat is None else seat - 1
    state = game.rules.new(len(record.names), game_options.read(game, record.options))
    screen = Screen(Voice(lang, game, record.names, viewer), pace)
    screen.tell(stories(game.rules, state, record.rows, viewer))
    screen.show(record.result, "dim")


@main.command(
    help=_(say("Check a record: every move, every draw, the outcome and the digest.")),
    epilog=examples("verify game.txt"),
)
@a_file
@in_language
@click.pass_context
def verify(ctx: click.Context, file: str, lang: str) -> None:
    game, record, proof = load(file, ctx)
    screen = Screen(Voice(lang, game, record.names))
    screen.show(f"{game.title}: {', '.join(record.names)}", "bold")
    screen.say(say("✓ {n} move is legal", "✓ all {n} moves are legal", n=proof.moves))
    if proof.fair:
        screen.say(say("✓ {n} draw follows from the seed", "✓ all {n} draws follow from the seed", n=proof.draws))
        screen.say(say("  No draw was changed. Whether the host looked at the seed, nobody can tell."), "dim")
    else:
        screen.say(say("– the seed is not revealed, so the draws cannot be checked"))
    screen.say(say("✓ the outcome is right: {outcome}", outcome=record.result))
    screen.say(say("✓ the digest fits: the file is as it was written"))


@main.command(
    "simulate",
    cls=Several,
    help=_(say("Let bots play many games, and see how often each one wins.")),
    epilog=examples(
        f"simulate {EXAMPLE} --bots random random --games 1000 --seed 7",
        f"simulate {EXAMPLE} --bots random random random --jobs 4 --json",
        f"simulate {EXAMPLE} --bots ./mybot.py 'cmd:node bot.js' random",
    ),
)
@a_game
@click.option("--bots", multiple=True, required=True, metavar="BOT...", help=_(say("The bots; they change seats.")))
@click.option("--games", "number", type=Whole(1), default=100, show_default=True, help=_(say("How many games.")))
@click.option("--seed", default="0", show_default=True, help=_(say("Any text: the same one gives the same games.")))
@click.option("--jobs", type=Whole(1), default=1, show_default=True, help=_(say("How many processes share the work.")))
@click.option(
    "--ray", metavar="ADDRESS", help=_(say("Share the work in the Ray cluster there; local starts one here."))
)
@click.option(
    "--nodes", type=Whole(1), default=400, show_default=True, help=_(say("Positions a bot may look at for one move."))
)
@click.option("--json", "as_json", is_flag=True, help=_(say("Print the result as JSON.")))
@with_options
@in_language
def run_simulation(
    game: Game,
    bots: tuple[str, ...],
    number: int,
    seed: str,
    jobs: int,
    ray: str | None,
    nodes: int,
    as_json: bool,
    words: tuple[str, ...],
    lang: str,
) -> None:
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(game.title, total=number)
        report = simulate(
            game,
            bots,
            games=number,
            seed=seed,
            chosen=seating.pairs(words),
            jobs=jobs,
            ray=ray,
            budget=Budget(seconds=None, nodes=nodes),
            done=lambda: progress.advance(task),
        )
    if as_json:
        lines = [msgspec.to_builtins(line) | {"why": line.why and str(line.why)} for line in report.bots]
        click.echo(json.dumps(msgspec.to_builtins(report) | {"bots": lines}, indent=2))
    else:
        show_report(report, Screen(Voice(lang, game)))


def show_report(report: Report, screen: Screen) -> None:
    voice: Callable[..., str] = screen.voice
    columns = Columns(box=None, pad_edge=False)
    columns.add_column(voice(say("bot")))
    for title in (say("wins"), say("share"), say("95% interval"), say("mean score")):
        columns.add_column(voice(title), justify="right")
    for line in report.bots:
        between = f"{line.low:.1%} – {line.high:.1%}"
        columns.add_row(line.bot, f"{line.wins:.1f}", f"{line.share:.1%}", between, f"{line.mean_score:.1f}")
    screen.console.print(columns)
    screen.say(
        say("{games} games, {moves} moves each on average", games=report.games, moves=f"{report.mean_moves:.1f}")
    )
    if report.unfinished:
        screen.say(say("{n} game did not end", "{n} games did not end", n=report.unfinished))
    for line in report.bots:
        if line.why:
            screen.say(
                say(
                    "{bot} forfeited {n} game: {why}",
                    "{bot} forfeited {n} games: {why}",
                    bot=line.bot,
                    n=line.forfeits,
                    why=line.why,
                )
            )


@main.command(
    "arena",
    help=_(say("A league of bots: all meet at all seats on the same deals, and are rated. Goes on where it stopped.")),
    epilog=examples(
        f"arena {EXAMPLE} --games 400 --jobs 2",
        f"arena {EXAMPLE} --bots {','.join([*games()[EXAMPLE].bots][:2])} --nodes 2000 --html report.html",
    ),
)
@a_game
@click.option("--bots", type=Listed(), default=(), metavar="BOT,BOT", help=_(say("The bots; all, if none is named.")))
@click.option("--seats", type=Numbers(1), default=(), metavar="N,N", help=_(say("How many play; several one by one.")))
@click.option(
    "--games", "number", type=Whole(1), default=100, show_default=True, help=_(say("How many games, or a few more."))
)
@click.option("--seed", default="0", show_default=True, help=_(say("Any text: the same one gives the same games.")))
@click.option("--jobs", type=Whole(1), default=1, show_default=True, help=_(say("How many processes share the work.")))
@click.option(
    "--ray", metavar="ADDRESS", help=_(say("Share the work in the Ray cluster there; local starts one here."))
)
@click.option(
    "--nodes", type=Whole(1), default=400, show_default=True, help=_(say("Positions a bot may look at for one move."))
)
@click.option("--results", metavar="FILE", help=_(say("Where the games are kept, line by line.")))
@click.option("--html", "page", metavar="FILE", help=_(say("Write the report as a page with plots.")))
@click.option("--write", "section", metavar="FILE", help=_(say("Write the report into a Markdown file.")))
@click.option("--json", "as_json", is_flag=True, help=_(say("Print the result as JSON.")))
@with_options
@in_language
def run_arena(
    game: Game,
    bots: tuple[str, ...],
    seats: tuple[int, ...],
    number: int,
    seed: str,
    jobs: int,
    ray: str | None,
    nodes: int,
    results: str | None,
    page: str | None,
    section: str | None,
    as_json: bool,
    words: tuple[str, ...],
    lang: str,
) -> None:
    wished = league(game, bots, seats=seats, chosen=seating.pairs(words), seed=seed, nodes=nodes)
    file, screen = arena.results_file(wished, results), Screen(Voice(lang, game))
    found = arena.played(wished, game, file, number, jobs, ray)
    arena.keep(found, game, screen.voice, page, section)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(found), indent=2))
    else:
        arena.show(found, game, screen, file)


admin.epilog = examples("admin list --people", "admin close bcd23456", "admin export Ada", "admin forget Ada")
main.add_command(admin)
