"""A report for readers: a section of a Markdown file, or a page of its own with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from ..core.game import Game, say
from ..core.language import Voice
from .ratings import Rating, Share
from .report import Report, Size

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; color: #123;
  background: #fdfbf6; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { padding: .3rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } thead th { border-bottom: 2px solid #0b6e74; }
small { opacity: .75; display: block; white-space: nowrap; } .wide { overflow-x: auto; }
svg { max-width: 100%; height: auto; } svg text { font: 14px system-ui, sans-serif; fill: currentColor; }
@media (prefers-color-scheme: dark) { body { color: #e8e6df; background: #10242b; } }
"""
BAR, LABEL, WIDTH = 30, 190, 640  # pixels of the plot


def percent(share: Share | None) -> str:
    return "–" if share is None else f"{share.value:.1%}"


def between(share: Share | None) -> str:
    return "" if share is None else f"{share.low:.1%} – {share.high:.1%}"


def command(report: Report) -> str:
    """What to type to play the same games again."""
    league = report.league
    words = [f"darsena arena {league.game}", f"--bots {','.join(league.bots)}"]
    words += [f"--seats {','.join(map(str, league.seats))}", f"--games {min(size.games for size in report.sizes)}"]
    words += [f"--nodes {league.nodes}", f"--seed {league.seed}"]
    return " ".join(words + [f"--option {name}={word}" for name, word in league.options.items()])


def title(game: Game, bot: str, voice: Voice) -> str:
    return voice(game.bots[bot].title)


def pair_rows(size: Size) -> Iterator[tuple[str, list[Share | None]]]:
    """Each bot with its shares against all, its own place empty."""
    found = {(pair.bot, pair.other): pair.share for pair in size.pairs}
    bots = [standing.bot for standing in size.standings]
    for bot in bots:
        yield bot, [found.get((bot, other)) for other in bots]


def markdown(report: Report, game: Game) -> str:
    """The section of one game."""
    return "\n".join(_markdown(report, game, Voice("en", game)))


def _markdown(report: Report, game: Game, voice: Voice) -> Iterator[str]:
    yield f"## {game.title}\n"
    yield f"{report.date}, {report.machine}; {report.games} games, {report.league.nodes} nodes a move.\n"
    yield f"    {command(report)}\n"
    yield from _row(["level", "", "rating", "about"])
    yield from _row(["---", "---", "---:", "---"])
    for bot, rating in report.ratings.items():
        about = voice(game.bots[bot].about)
        yield from _row([f"`{bot}`", title(game, bot, voice), f"{rating.points} ± {rating.give}", about])
    for size in report.sizes:
        yield f"\n### {size.seats} players\n"
        yield f"{size.games} games, {size.mean_moves:.1f} moves each on average; {size.unfinished} did not end.\n"
        bots = [standing.bot for standing in size.standings]
        yield from _row(["", "wins", "95 % interval", *(f"against `{bot}`" for bot in bots)])
        yield from _row(["---", *["---:"] * (2 + len(bots))])
        for standing, (bot, shares) in zip(size.standings, pair_rows(size), strict=True):
            cells = [f"{percent(some)}<br>{between(some)}" if some else "" for some in shares]
            yield from _row([f"`{bot}`", percent(standing.share), between(standing.share), *cells])
    yield ""


def _row(cells: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(cells)} |"


def write_section(file: Path, name: str, section: str) -> None:
    """Put a section into a file at the place marked by its name, or at the end; the rest stays as it is."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    text = file.read_text("utf-8") if file.exists() else "# Strength\n"
    before, found, rest = text.partition(begin)
    after = rest.partition(end)[2] if found else "\n"
    gap = "" if found or before.endswith("\n\n") else "\n"
    file.write_text(f"{before}{gap}{begin}\n{section}{end}{after}", "utf-8")


def html(report: Report, game: Game, voice: Voice) -> str:
    """A page that needs nothing else."""
    heading = escape(voice(say("{game}: how strong the bots are", game=game.title)))
    parts = "\n".join(_sections(report, game, voice))
    return (
        f'<!doctype html>\n<html lang="{voice.language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{heading}</title>\n<style>{STYLE}</style>\n'
        f"<h1>{heading}</h1>\n{parts}\n</html>\n"
    )


def _sections(report: Report, game: Game, voice: Voice) -> Iterator[str]:
    yield f"<p>{escape(_facts(report, voice))}</p>"
    yield f"<h2>{escape(voice(say('Ratings')))}</h2>"
    yield ratings_plot({title(game, bot, voice): rating for bot, rating in report.ratings.items()})
    yield f"<p><small>{escape(scale(report, game, voice))}</small></p>"
    for size in report.sizes:
        yield f"<h2>{escape(voice(say('{n} player', '{n} players', n=size.seats)))}</h2>"
        yield f'<div class="wide"><table>{"".join(_table(size, game, voice))}</table></div>'
    yield f"<p><code>{escape(command(report))}</code></p>"


def _facts(report: Report, voice: Voice) -> str:
    return voice(
        say(
            "{date}: {games} games, {nodes} positions looked at for one move; {machine}",
            date=report.date,
            games=report.games,
            nodes=report.league.nodes,
            machine=report.machine,
        )
    )


def scale(report: Report, game: Game, voice: Voice) -> str:
    """How to read ratings."""
    return voice(
        say(
            "400 points more mean about ten wins to one. {bot} counts as {points}.",
            bot=title(game, report.league.bots[0], voice),
            points=next(iter(report.ratings.values())).points,
        )
    )


def _table(size: Size, game: Game, voice: Voice) -> Iterator[str]:
    """Shares of the wins, coloured from none (sand) to all (green)."""
    names = [title(game, standing.bot, voice) for standing in size.standings]
    heads = ["", voice(say("wins")), *(voice(say("against {bot}", bot=name)) for name in names)]
    yield f"<thead><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr></thead>"
    for name, standing, (_, shares) in zip(names, size.standings, pair_rows(size), strict=True):
        cells = "".join(map(_cell, (standing.share, *shares)))
        yield f"<tr><th>{escape(name)}</th>{cells}</tr>"


def _cell(share: Share | None) -> str:
    if share is None:
        return "<td></td>"
    colour = f"hsl({40 + 120 * share.value:.0f} 60% 50% / 35%)"
    return f'<td style="background: {colour}">{percent(share)}<small>{between(share)}</small></td>'


def ratings_plot(found: Mapping[str, Rating]) -> str:
    """A bar for each bot, with its interval."""
    least = min(rating.points - rating.give for rating in found.values())
    most = max(rating.points + rating.give for rating in found.values())
    step = (WIDTH - LABEL - 70) / max(1, most - least + 100)
    rows = []
    for number, (name, rating) in enumerate(found.items()):
        y, length = number * BAR, (rating.points - least + 100) * step
        left, right = LABEL + length - rating.give * step, LABEL + length + rating.give * step
        rows.append(
            f'<text x="{LABEL - 10}" y="{y + 20}" text-anchor="end">{escape(name)}</text>'
            f'<rect x="{LABEL}" y="{y + 6}" width="{length:.1f}" height="18" rx="3" fill="#0b8a8f" fill-opacity=".6"/>'
            f'<path d="M{left:.1f} {y + 15}H{right:.1f}m0-5v10M{left:.1f} {y + 10}v10" stroke="currentColor"/>'
            f'<text x="{right + 8:.1f}" y="{y + 20}">{rating.points}</text>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {BAR * len(found)}" width="{WIDTH}" role="img">{"".join(rows)}</svg>'
