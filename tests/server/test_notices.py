"""Notices: once a turn, to whoever is not looking and asked for it, and no game ever waits for one."""

import asyncio
import json
import re
from email import message_from_string
from email.policy import default

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace
from starlette.testclient import TestClient

from darsena.core import notation
from darsena.core.language import LANGUAGES
from darsena.games import games
from darsena.server import outbound, webpush
from darsena.server.app import create
from darsena.server.limits import Buckets
from darsena.server.notices import Notices
from darsena.server.settings import Settings
from darsena.server.storage import NOTICES, PUSHES, REACH

from .receivers import mail_server, web_server
from .test_accounts import alert, enter, register, rows

GAME = next(iter(games().values()))
HOUR, DAY = 3600, 24 * 3600


@pytest.fixture
def web(app):
    """A receiver of webhooks and pushes, and a server that may write to it."""
    with web_server() as server:
        server.url = f"http://127.0.0.1:{server.server_address[1]}"
        app.state.site.messenger.may = lambda address: True
        yield server


@pytest.fixture
def pair(site, app, web):
    """Two people at a table, one of them, whose turn it is, with a webhook: both, the table and its address."""
    people = [site() for _ in range(GAME.seats[0])]
    where = people[0].post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(len(people))}).url.path
    join = re.search(r"/join/\w+", people[0].get(where).text)[0]
    for number, person in enumerate(people[1:]):
        person.post(join, data={"name": f"Bo{number}"})
    people[0].post(f"{where}start")
    table = people[0].portal.call(app.state.site.harbour.table, where.split("/")[2])
    seat = table.wanted[0]
    hook(people[seat], f"{web.url}/hook")
    return people[seat], people, table, seat


def hook(person, url, remind=0):
    return person.post("/notices", data={"webhook": url, "remind": str(remind)})


def tick(app, person, seconds, table, notices=None):
    """So many seconds after the last thing that happened at the table."""
    notices = notices or app.state.site.notices
    person.portal.call(notices.tick, table.log[-1].time + seconds)


def move(person, table, seat):
    async def moved():
        [text, *_] = map(notation.write, table.game.rules.moves(table.state, seat))
        await table.play(seat, text, f"m{table.version}", table.version)

    person.portal.call(moved)


def lines(web):
    return [json.loads(body) for _, _, body in web.got]


def test_whoever_is_not_looking_is_told_once(pair, app, web):
    person, _, table, _ = pair
    for seconds in (5, 11, 21, 26, 500, DAY):
        tick(app, person, seconds, table)
    [told] = lines(web)
    assert told["title"] == GAME.title
    assert "your turn" in told["text"]
    assert told["url"].endswith(f"/t/{table.code}/")
    assert app.state.site.notices.waiting.keys() <= {(table.code, seat) for seat in table.wanted}


def test_nobody_is_told_before_patience_ends(pair, app, web):
    person, _, table, _ = pair
    for seconds in (5, 11, 19):
        tick(app, person, seconds, table)
    assert web.got == []


def test_whoever_has_moved_meanwhile_is_not_told(pair, app, web):
    person, _, table, seat = pair
    tick(app, person, 11, table)
    move(person, table, seat)
    if seat not in table.wanted:
        tick(app, person, 60, table)
        tick(app, person, 120, table)
        assert web.got == []


def test_whoever_has_the_table_open_is_not_told(pair, app, web):
    person, _, table, _ = pair
    with person.websocket_connect(f"ws://harbour/t/{table.code}/live") as screen:
        screen.receive_text()
        for seconds in (11, 21, 26):
            tick(app, person, seconds, table)
    tick(app, person, 60, table)  # gone now, but they have seen it
    assert web.got == []


def test_a_screen_at_another_process_counts_too(pair, app, web):
    person, _, table, _ = pair
    site = app.state.site
    other = Notices(site.storage, site.harbour, site.messenger)
    other.look(table)
    with person.websocket_connect(f"ws://harbour/t/{table.code}/live") as screen:
        screen.receive_text()
        tick(app, person, 11, table)
    tick(app, person, 11, table, other)  # here there is no screen
    tick(app, person, 21, table, other)
    assert web.got == []


def test_several_processes_tell_once(pair, app, web):
    person, _, table, _ = pair
    site = app.state.site
    all_of_them = [Notices(site.storage, site.harbour, site.messenger) for _ in range(4)]
    for each in all_of_them:
        each.look(table)

    async def at_once():
        for seconds in (11, 21):
            await asyncio.gather(*(each.tick(table.log[-1].time + seconds) for each in all_of_them))

    person.portal.call(at_once)
    assert len(lines(web)) == 1


def test_what_has_passed_is_not_remembered(pair, play_on, app):
    person, _, table, _ = pair
    play_on(person, f"/t/{table.code}/")
    assert app.state.site.notices.waiting == {}


def test_a_restart_tells_nobody_again(pair, app, web):
    person, _, table, _ = pair
    tick(app, person, 11, table)
    tick(app, person, 21, table)
    again = Notices(app.state.site.storage, app.state.site.harbour, app.state.site.messenger)
    again.look(table)
    for _ in range(3):
        tick(app, person, 500, table, again)
    assert len(lines(web)) == 1


@pytest.mark.parametrize("after", [HOUR, DAY])
def test_a_reminder_comes_once_for_those_who_want_it(pair, app, web, after):
    person, _, table, _ = pair
    hook(person, f"{web.url}/hook", after)
    for seconds in (11, 21, after - 1, after + 1, 3 * DAY):
        tick(app, person, seconds, table)
    first, second = lines(web)
    assert "still" not in first["text"]
    assert "still" in second["text"]


def test_those_who_asked_for_nothing_are_not_told(pair, app, web):
    person, _, table, _ = pair
    hook(person, "")
    for seconds in (11, 21, DAY):
        tick(app, person, seconds, table)
    assert web.got == []


def test_a_receiver_that_fails_or_hangs_changes_nothing(pair, app, web, monkeypatch):
    person, _, table, seat = pair
    for path in ("/hang", "/broken", "/moved"):
        monkeypatch.setattr(outbound, "SECONDS", 0.2 if path == "/hang" else 5.0)
        hook(person, f"{web.url}{path}")
        tick(app, person, 11, table)
        tick(app, person, 21, table)
        person.portal.call(app.state.site.storage.write, NOTICES.delete())
        app.state.site.notices.waiting.clear()
        app.state.site.notices.look(table)
    assert [path for path, _, _ in web.got if path != "/hang"] == ["/broken", "/moved"]
    move(person, table, seat)


def test_the_page_says_how_a_test_went(pair, app, web):
    person, *_ = pair
    assert "the webhook: sent" in person.post("/notices/test").text
    hook(person, f"{web.url}/broken")
    assert "status 500" in person.post("/notices/test").text
    hook(person, f"{web.url}/moved")
    assert "status 302" in person.post("/notices/test").text
    app.state.site.messenger.may = outbound.public  # as every server does
    hook(person, f"{web.url}/hook")
    assert "not on the public internet" in person.post("/notices/test").text
    assert [path for path, _, _ in web.got] == ["/hook", "/broken", "/moved"]


def test_tests_are_limited(pair, app):
    person, *_ = pair
    app.state.site.tests = Buckets(rate=0, burst=1)
    person.post("/notices/test")
    assert "too fast" in alert(person.post("/notices/test"))


def test_nothing_to_test_is_said(site):
    person = site()
    person.post(f"/play/{GAME.id}")
    assert alert(person.post("/notices/test"))


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "nonsense", "ftp://x.example"])
def test_other_addresses_than_of_the_web_are_refused(pair, url):
    assert alert(hook(pair[0], url))


def test_a_browser_is_told_in_a_way_only_it_can_read(pair, app, web):
    person, _, table, _ = pair
    hook(person, "")
    key, secret = ec.generate_private_key(webpush.CURVE), webpush.text(b"s" * 16)
    p256dh = webpush.text(webpush.point(key.public_key()))
    keys = {"p256dh": p256dh, "auth": secret}
    assert person.post("/notices/browser", data={"endpoint": f"{web.url}/push/1", **keys}).status_code == 204
    tick(app, person, 11, table)
    tick(app, person, 21, table)
    [(path, headers, body)] = web.got
    assert (path, headers["Content-Encoding"]) == ("/push/1", "aes128gcm")
    assert headers["Authorization"].startswith("vapid t=")
    assert json.loads(opened(body, key, secret))["title"] == GAME.title


def opened(body, key, secret):
    """What a browser does with a push."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, us = body[:16], body[21:86]
    sender = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, us)
    info = b"WebPush: info\0" + webpush.point(key.public_key()) + us
    shared = webpush._derived(key.exchange(ec.ECDH(), sender), webpush.data(secret), info, 32)
    cipher = AESGCM(webpush._derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16))
    return cipher.decrypt(webpush._derived(shared, salt, b"Content-Encoding: nonce\0", 12), body[86:], None)[:-1]


def test_a_browser_that_is_gone_is_forgotten(pair, app, web):
    person, *_ = pair
    p256dh = webpush.text(webpush.point(ec.generate_private_key(webpush.CURVE).public_key()))
    for path in ("/gone", "/push"):
        keys = {"p256dh": p256dh, "auth": webpush.text(b"s" * 16)}
        person.post("/notices/browser", data={"endpoint": f"{web.url}{path}", **keys})
    person.post("/notices/test")
    assert [row.endpoint for row in rows(app, person, PUSHES.select())] == [f"{web.url}/push"]
    person.post("/notices/browser/remove", data={"endpoint": f"{web.url}/push"})
    assert rows(app, person, PUSHES.select()) == []


@pytest.mark.parametrize(("asked", "kept"), [(5, 5), (10, 10), (12, 10)])
def test_the_newest_browsers_are_kept(pair, app, asked, kept):
    person, *_ = pair
    p256dh = webpush.text(webpush.point(ec.generate_private_key(webpush.CURVE).public_key()))
    for number in range(asked):
        keys = {"p256dh": p256dh, "auth": webpush.text(b"s" * 16)}
        person.post("/notices/browser", data={"endpoint": f"https://push.example/{number}", **keys})
    known = {row.endpoint for row in rows(app, person, PUSHES.select())}
    assert known == {f"https://push.example/{number}" for number in range(asked - kept, asked)}


def test_damaged_keys_of_a_browser_are_refused(pair, app):
    person, *_ = pair
    keys = {"endpoint": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA"}
    assert person.post("/notices/browser", data=keys).status_code == 409
    assert rows(app, person, PUSHES.select()) == []


def test_forgetting_somebody_forgets_how_to_reach_them(pair, app):
    person, *_ = pair
    person.post("/account/forget", data={"sure": "yes"})
    assert rows(app, pair[1][0], REACH.select()) == []


def test_a_guest_with_notices_can_log_in(pair, app, site):
    person, *_ = pair
    register(site(), "Cy")
    assert enter(person, "Cy").url.path == "/mine"


@pytest.fixture
def post_office(tmp_path):
    """A site that can send e-mails, and what it sends."""
    with mail_server() as sink:
        host, port = sink.server_address
        settings = Settings(
            data=str(tmp_path), smtp_host=host, smtp_port=port, smtp_security="none", smtp_from="d@club.example"
        )
        app = create(settings)
        with TestClient(app, base_url="http://harbour") as person:
            person.post(f"/play/{GAME.id}")
            yield app, person, sink


def letter(sink):
    return letters(sink)[-1]


def letters(sink):
    return [message_from_string(text, policy=default) for text in sink.got]


def link(sink, deed):
    return re.search(rf"/notices/{deed}/\S+", letter(sink).get_content())[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_is_used_once_it_is_confirmed(post_office, language):
    app, person, sink = post_office
    person.cookies.set("lang", language)
    person.post("/notices/email", data={"email": "ada@home.example"})
    assert letter(sink)["To"] == "ada@home.example"
    assert rows(app, person, REACH.select()) == []
    confirm = link(sink, "confirm")
    person.get(confirm)  # a program that reads e-mails opens links too
    assert rows(app, person, REACH.select()) == []
    person.post(confirm)
    assert rows(app, person, REACH.select())[0].email == "ada@home.example"
    person.post("/notices/test")
    assert letter(sink)["Subject"] == "Darsena"
    stranger = TestClient(app, base_url="http://harbour")
    stranger.portal = person.portal
    stranger.post(link(sink, "stop"))
    assert rows(app, person, REACH.select())[0].email == ""


def test_a_turn_is_told_by_e_mail(post_office):
    app, person, sink = post_office
    person.post("/notices/email", data={"email": "ada@home.example"})
    person.post(link(sink, "confirm"))
    where = person.post(f"/new/{GAME.id}", data={"name": "Ada", "seats": str(GAME.seats[0]), "seat1": "here"}).url.path
    table = person.portal.call(app.state.site.harbour.table, where.split("/")[2])
    for seconds in (11, 21):
        tick(app, person, seconds, table)
    assert any(f"/t/{table.code}/" in each.get_content() for each in letters(sink))


@pytest.mark.parametrize("address", ["ada", "a@b", "a@b.example\nBcc: c@d.example", "<a@b.example>", "a b@c.example"])
def test_what_is_no_address_is_refused(post_office, address):
    _, person, sink = post_office
    assert alert(person.post("/notices/email", data={"email": address}))
    assert sink.got == []


def test_forged_confirmations_are_refused(post_office):
    _, person, _ = post_office
    assert person.post("/notices/confirm/nonsense").status_code == 403
    assert person.post("/notices/stop/nonsense").status_code == 403


def test_a_mail_server_that_is_away_is_said(post_office):
    app, person, _ = post_office
    site = app.state.site
    site.settings = site.messenger.settings = replace(site.settings, smtp_port=1)
    assert alert(person.post("/notices/email", data={"email": "ada@home.example"}))


def test_without_a_mail_server_nothing_is_offered(pair):
    person, *_ = pair
    assert 'type="email"' not in person.get("/notices").text
    assert person.post("/notices/email", data={"email": "ada@home.example"}).status_code == 404


def test_the_site_is_an_app(site):
    person = site()
    manifest = person.get("/manifest.webmanifest").json()
    for icon in manifest["icons"]:
        assert person.get(icon["src"]).headers["content-type"] == icon["type"]
    worker = person.get("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "worker-src 'self'" in worker.headers["content-security-policy"]
