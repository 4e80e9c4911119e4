"""One table with everybody who might want to know more than they may, and all that the server tells each of them."""

import base64
import json
import re
from itertools import islice

import msgspec
from starlette.websockets import WebSocketDisconnect

from darsena.core import notation
from darsena.core.game import CHANCE, Refused
from darsena.server.limits import Buckets
from darsena.server.live import Ask
from darsena.server.rows import New
from darsena.server.storage import CLUBS, LOG

from ..games.plays import possible
from .doors import doors
from .ears import Ear, bearing, program
from .test_accounts import rows
from .test_wire import SEA, several, table_at

STRANGERS = ("spectator", "gone")  # one never sat there; one did, and left before the game began
DEEDS = ("nonsense", "emote", "report 0", "mute 0", "undo", "hint")
AGAINST = ("close", "leave")  # deeds after which the game is over for whoever does them
NUMBER = re.compile(rb"\d[\d.e+-]*")
FRESH = re.compile(rb"/device/[\w.-]+")  # a personal link is new each time


class Dock:
    """The first seat is a person with an account and a club, the second a program, the others are guests."""

    def __init__(self, site, app, game, mark=""):
        """Every name that people give ends with the mark."""
        self.app, self.game, self.seats = app, game, several(game)
        app.state.site.looks = app.state.site.deeds = Buckets(rate=10**6, burst=10**6)
        host, guests = site(), [site() for _ in range(self.seats - 2)]
        token = program(host, f"Robo{mark}", f"Ada{mark}")
        host.post("/clubs", data={"name": f"Club{mark}"})
        form = {"name": f"Ada{mark}", "seats": str(self.seats), "watch": "yes"}
        self.where = host.post(f"/new/{game.id}", data=form).url.path
        self.portal, self.table = host.portal, table_at(app, host, self.where)
        join = f"/join/{self.table.deal.join_code}"
        gone = site()
        gone.post(join, data={"name": f"Eve{mark}"})
        gone.post(f"{self.where}leave")
        self.bot = site()
        self.bot.headers.update(bearing(token))
        self.bot.post(f"/api{join}")
        for number, guest in enumerate(guests):
            guest.post(join, data={"name": f"Bo{number}{mark}"})
        host.post(f"{self.where}start")
        self.start = next(entry.n for entry in self.table.log if entry.kind == "started") + 1
        self.token, self.people = token, {0: host, 1: self.bot, "spectator": site(), "gone": gone}
        self.words = self._words(app, host, mark)

    def _words(self, app, host, mark):
        deal, [club] = self.table.deal, rows(app, host, CLUBS.select())
        record = host.post("/replay", data={"text": f"game: {self.game.id}\nplayers: Ada{mark}, Bo\n"}).url.path
        series = host.post(f"/new/{self.game.id}", data={"name": f"Ada{mark}", "seats": self.seats, "tables": 2})
        here = dict.fromkeys(("/t/{code}", "/api/tables/{code}", "/api/challenges/{code}"), deal.code)
        joins = dict.fromkeys(("/join/{code}", "/qr/{code}", "/api/join/{code}"), deal.join_code)
        return {
            **here,
            **joins,
            "/watch/{code}": deal.watch_code,
            "/series/{code}": series.url.path.rpartition("/")[2],
            "/club/{id}": club.id,
            "/club/join/{code}": club.join_code,
            "/replay/{id}": record.split("/")[2] if record.count("/") > 1 else "nothing",
            "{answer}": "decline",
            "/static/{name}": "style.css",
            "/games/{game}/{name}": "board.css",
            "{person}": self.token.partition(".")[0],
            "{name}": self.game.id,
            "{game}": self.game.id,
            "{n}": "0",
            "{token}": "x",
            "{topic}": "x",
        }

    # The worlds

    def relive(self, moves):
        """The same table with another past."""
        code = self.table.code
        site = self.app.state.site

        async def again():
            await site.storage.write(LOG.delete().where(LOG.c.code == code, LOG.c.n >= self.start))
            site.harbour._awake.pop(code, None)
            table = await site.harbour.table(code)
            await table.do(lambda: [New("move", seat, notation.write(move)) for seat, move in moves])
            return table

        self.table = self.portal.call(again)

    def pretend(self, state):
        """The same table, and the same past, with another present."""

        def change():
            self.table.state = state
            self.table.recent.clear()
            self.table._take_all(())
            self.table._show()

        self.portal.call(change)

    # What somebody hears

    def heard(self, viewer, tries):
        """Every answer of every door, for one viewer who also tries what is not theirs to do."""
        person = self.people[viewer]
        told = {}
        for door in doors(self.app):
            if door.method == "WS":
                told[str(door)] = self._frames(person, door.at(self.words), tries)
            elif door.stream:
                told[str(door)] = self._lines(door.at(self.words), viewer)
            elif door.method == "GET":
                told[str(door)] = self._answer(person, "GET", door.at(self.words))
            elif self._of_table(door) and not door.path.endswith(AGAINST):
                for words in self._deeds(person, door):
                    for text in tries:
                        told[f"{door} {words} {text}"] = self._post(person, door.at(words), text)
        seed = self.table.deal.seed
        for known in (seed, seed.hex().encode(), base64.b64encode(seed)):
            assert not [door for door, answer in told.items() if known in b"".join(answer)]
        return told

    def _of_table(self, door):
        deal = self.table.deal
        return {deal.code, deal.join_code, deal.watch_code} & set(door.at({"{deed}": "", **self.words}).split("/"))

    def pages(self, viewer):
        """What every door answers to somebody who only looks."""
        for door in doors(self.app):
            if door.method == "GET" and not door.stream:
                yield door, self.people[viewer].get(door.at(self.words), follow_redirects=False)

    def _answer(self, person, method, path, **sent):
        answer = person.request(method, path, follow_redirects=False, **sent)
        body = FRESH.sub(b"", answer.content)
        if path == "/metrics":
            body = NUMBER.sub(b"", body)
        headers = [f"{name}: {value}".encode() for name, value in answer.headers.items() if name != "content-length"]
        return [str(answer.status_code).encode(), *headers, body]

    def _post(self, person, path, text):
        if path.startswith("/api/"):
            return self._answer(person, "POST", path, json={"move": text, "seen": 10**9})
        return self._answer(person, "POST", path, data={"move": text, "word": text, "seat": "1", "name": text[:40]})

    def _deeds(self, person, door):
        """What one can do at a table, as the forms on its page have it."""
        if not door.path.endswith("{deed}"):
            return [self.words]
        offered = re.findall(r'action="(\w+)[?"]', person.get(self.where).text)
        deeds = {"move", "deed", *offered} - set(AGAINST)
        return [{**self.words, "{deed}": deed} for deed in sorted(deeds)]

    def _frames(self, person, path, tries):
        frames = []
        try:
            with person.websocket_connect(f"{SEA}{path}?page=0") as screen:
                frames.append(screen.receive_text())
                for number, ask in enumerate(_asks(tries)):
                    screen.send_text(json.dumps({"id": f"t{number}", **ask}))
                    while True:
                        frames.append(screen.receive_text())
                        if f'"t{number}"' in frames[-1]:
                            break
        except WebSocketDisconnect as end:
            frames.append(str(end.code))
        return [frame.encode() for frame in frames]

    def _lines(self, path, viewer):
        token = self.token if viewer == 1 else "nobody.nothing"
        with Ear(self.portal, self.app, path, token) as ear:
            return [str(ear.status).encode(), ear.raw()]


def _asks(tries):
    """Something in every field that a screen may send."""
    for field in msgspec.structs.fields(Ask):
        if field.type is str:
            yield from (
                {field.name: text, "seen": 10**9} for text in (*tries, *(DEEDS if field.name == "deed" else ()))
            )
        elif field.type is bool:
            yield {field.name: True}
        elif field.name not in ("id", "seen"):
            yield {field.name: 1}


# Two pasts that somebody cannot tell apart


def pasts(game, rows, viewer, rng):
    """Ways in which a play might as well have gone, for all that a viewer knows: both, up to where people decide.

    First those in which the second seat did something else: whoever left it must not know what becomes of it.
    """
    places = [place for place, (_, (seat, _), _) in enumerate(rows) if seat != viewer]
    rng.shuffle(places)
    for place in sorted(places, key=lambda place: rows[place][1].seat != 1):
        before, (seat, move), _ = rows[place]
        others = [each for each in possible(game.rules, before, seat) if each != move]
        for other in islice(sorted(others, key=lambda _: rng.random()), 8):
            if found := _both(game.rules, rows, place, other, viewer):
                yield found
                break


def _both(rules, rows, place, other, viewer):
    """The two pasts, if nobody could tell: what nature does afterwards is the same in both."""
    past = [row for _, row, _ in rows[:place]]
    one = two = rows[place][0]
    here, there = [*past], [*past]
    for _, (seat, move), after in rows[place:]:
        instead = other if len(there) == place else move
        try:
            new = rules.apply(two, seat, instead)
        except Refused:
            return None
        told = list(rules.story(one, seat, move, after, viewer)), list(rules.story(two, seat, instead, new, viewer))
        if told[0] != told[1] or rules.view(after, viewer) != rules.view(new, viewer):
            return None
        here.append((seat, move))
        there.append((seat, instead))
        one, two = after, new
        if not rules.to_move(one):
            return None
        if rules.to_move(one) != (CHANCE,):
            return here, there
    return None


def forbidden(rules, state, seat, moves):
    """The first of some moves that a seat cannot play: trying it changes nothing."""
    for move in moves:
        try:
            if seat is not None:
                rules.apply(state, seat, move)
                continue
        except Refused:
            pass
        return [notation.write(move)]
    return []
