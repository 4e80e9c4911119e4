"""Requests and messages that nobody means well with, for every door of the server; in numbers by `make hostile`."""

import inspect
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

import msgspec

import darsena
from darsena.server.live import Ask

from .doors import PART, doors
from .ears import bearing, program

NASTY = (
    "",
    "0",
    "-1",
    "1",
    "3.5",
    "9" * 5000,
    "1e400",
    "NaN",
    "true",
    "null",
    "\0",
    "\u202eabc",
    "\ufeff",
    "\u0661",
    "💥" * 60,
    "a" * 41,
    "a" * 5000,
    "../../etc/passwd",
    "..%2f..%2f",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{0}{x.__class__}",
    "%s%n%d",
    "' OR 1=1 --",
    "a\r\nset-cookie: darsena=x",
    "http://127.0.0.1:1/",
    "http://[::1]/",
    "javascript:alert(1)",
    "[" * 2000,
    "all",
    "on",
)
TYPES = (
    "application/x-www-form-urlencoded",
    "application/json",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain; charset=nonsense",
    "",
)


class Sent(NamedTuple):
    method: str
    target: str  # in ASCII, as it stands in the request
    headers: tuple[tuple[str, bytes], ...]
    body: bytes


class Company(NamedTuple):
    """Who asks, each as headers; what the parts of addresses may be; what moves look like here."""

    people: tuple[dict[str, str], ...]
    words: dict[str, str]
    moves: tuple[str, ...]


def settle(arrive, game, name):
    """A person with an account, a bot, a club and a table at which a guest sits too, all by pages and forms."""
    host, guest = arrive(), arrive()
    token = program(host, f"Robo {name}", f"Ada {name}")
    club = host.post("/clubs", data={"name": "Club"})
    form = {"name": "Ada", "seats": str(game.seats[0]), "watch": "yes"}
    form |= {f"seat{seat}": f"bot:{next(iter(game.bots))}" for seat in range(2, game.seats[0])}
    table = host.post(f"/new/{game.id}", data=form)
    join = re.search(r"/join/(\w+)", table.text)[1]
    guest.post(f"/join/{join}", data={"name": "Bo"})
    page = host.post(f"{table.url.path}start").text
    code, watch = table.url.path.split("/")[2], re.search(r"/watch/(\w+)/", page)[1]
    record = host.post("/replay", data={"text": f"game: {game.id}\nplayers: Ada, Bo\n"}).url.path
    series = host.post(f"/new/{game.id}", data={"name": "Ada", "seats": str(game.seats[0]), "tables": "2"}).url.path
    words = {
        **dict.fromkeys(("/join/{code}", "/qr/{code}", "/api/join/{code}"), join),
        "/watch/{code}": watch,
        "/series/{code}": series.rpartition("/")[2],
        "/club/{id}": club.url.path.split("/")[2],
        "/club/join/{code}": re.search(r"/club/join/(\w+)", club.text)[1],
        "/replay/{id}": record.split("/")[2] if record.count("/") > 1 else "x",
        "{code}": code,
        "{person}": token.partition(".")[0],
        "{name}": game.id,
        "{game}": game.id,
        "{n}": "0",
        "{answer}": "accept",
    }
    cookies = [{"cookie": f"darsena={person.cookies['darsena']}"} for person in (host, guest)]
    moves = tuple(dict.fromkeys(re.findall(r'name="move" value="([^"]{1,40})"|data-move="([^"]{1,40})"', page)))
    known = tuple(word for found in moves for word in found if word)
    return Company((*cookies, bearing(token), {}), words, known or ("x",))


@cache
def fields():
    """What the fields of our forms are called, as their templates have it."""
    folder = Path(darsena.__file__).parent
    texts = [path.read_text() for path in folder.rglob("*.html")]
    return tuple(sorted({name for text in texts for name in re.findall(r'\bname="(\w+)"', text)}))


@cache
def asked(app):
    """What can stand after the question mark of an address, as the functions behind the doors have it."""
    found = {"lang", "theme", "seen"}
    for route in _routes(app.routes):
        found |= set(inspect.signature(route.endpoint).parameters)
    return tuple(sorted(found))


def _routes(routes):
    for route in routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            yield from _routes(inner.routes)
        elif hasattr(route, "endpoint"):
            yield route


def word(rng, company):
    """Something to put anywhere."""
    match rng.randrange(4):
        case 0:
            return rng.choice(company.moves)
        case 1:
            return "".join(
                chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(rng.randrange(9))
            )
        case _:
            return rng.choice(NASTY)


def request(rng, app, company):
    """One request to any door, with somebody's cookie or token, or nobody's."""
    door = rng.choice(list_of(app))
    target = PART.sub(lambda found: _part(rng, company, door.path[: found.end()], found[0]), door.path)
    if rng.random() < 0.3:
        query = [(rng.choice(asked(app)), word(rng, company)[:200]) for _ in range(rng.randrange(1, 4))]
        target += "?" + urlencode(query, errors="replace")
    headers = dict(rng.choice(company.people))
    if rng.random() < 0.1:
        name = rng.choice(("cookie", "authorization", "accept-language", "origin", "sec-fetch-site", "range", "accept"))
        headers[name] = word(rng, company)[:500]
    method = door.method if rng.random() < 0.95 else rng.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "POST", "GET"))
    kind, body = ("", b"") if method == "GET" else _body(rng, company, target)
    if kind:
        headers["content-type"] = kind
    return Sent(method, target, tuple((name, _latin(value)) for name, value in headers.items()), body)


@cache
def list_of(app):
    return [door for door in doors(app) if door.method != "WS"]


def _part(rng, company, way, name):
    known = company.words.get(way, company.words.get(name))
    if known is None or rng.random() < 0.2:
        known = word(rng, company)[:300]
    return quote(known, safe="", errors="replace")


def _latin(value):
    """As a header carries it: one line."""
    return re.sub(rb"[\x00-\x1f\x7f]", b"", value.encode("utf-8", "replace"))


def _body(rng, company, target):
    pairs = [(rng.choice((*fields(), "word", "move")), word(rng, company)) for _ in range(rng.randrange(5))]
    kind = rng.choice(TYPES)
    match rng.randrange(4) if not target.startswith("/api/") else 3:
        case 0 | 1:
            return TYPES[0], urlencode(pairs, errors="replace").encode()[:60_000]
        case 2:
            parts = [f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{text}' for name, text in pairs]
            return kind, "\r\n".join([*parts, "--x--"]).encode("utf-8", "replace")[:60_000]
        case _:
            told = {
                **dict(pairs),
                "move": rng.choice((word(rng, company), 7, None, [])),
                "seen": rng.choice((0, -1, "x")),
            }
            raw = json.dumps(told).encode() if rng.random() < 0.7 else rng.randbytes(rng.randrange(200))
            return rng.choice((TYPES[1], kind)), raw[:60_000]


def message(rng, company):
    """Something that a screen might be sent: well-formed or not."""
    if rng.random() < 0.15:
        return rng.choice((word(rng, company)[:4000], rng.randbytes(rng.randrange(60))))
    told = {"id": f"h{rng.randrange(10**6)}"}
    for field in rng.sample(msgspec.structs.fields(Ask), rng.randrange(1, 4)):
        told[field.name] = word(rng, company)[:1500] if field.type is str else rng.choice((0, 1, -1, 10**30, None, "x"))
    if rng.random() < 0.8:
        told["id"] = f"h{rng.randrange(10**6)}"
    if rng.random() < 0.3:
        told["deed"] = (
            f"{rng.choice(('say', 'ask', 'yes', 'mute', 'emote', 'report', 'undo'))} {word(rng, company)[:300]}"
        )
    return json.dumps(told)
