"""Puerto Banana in a real browser: whole games, bad luck, secrets, and everybody can play it."""

import json
import re
import sqlite3
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import expect
from websockets.sync.client import connect

expect.set_options(timeout=30_000)
LOTS = ["10", "20", "40", "80", "160"]  # the bids of whoever wants to win, against somebody who always bids 0


def open_table(page, name="Ada", **seats):
    """Open a table by the form; seats are given as seat1="open", seat2="bot:random"."""
    page.goto("/new/puerto_banana")
    page.fill("#name", name)
    page.select_option("#seats", str(len(seats) + 1))
    page.select_option("#pace", "quick")
    for field, value in seats.items():
        page.select_option(f"#{field}", value)
    page.click("main button.go")
    page.wait_for_url("**/t/*/**")
    return page.url


def join(host, guest, name):
    guest.goto(host.input_value("#link"))
    guest.fill("#name", name)
    guest.click("main button.go")
    guest.wait_for_url("**/t/*/**")


def start(host):
    host.click("form[action=start] button")
    expect(host.locator("#bid")).to_be_visible()


def two(person, at=None):
    """Two people at a table of two, the game begun."""
    host, guest = person(at=at), person(at=at)
    open_table(host, seat1="open")
    join(host, guest, "Bo")
    start(host)
    expect(guest.locator("#bid")).to_be_visible()
    return host, guest


def bid(page, amount):
    page.fill("#bid", str(amount))
    page.press("#bid", "Enter")


def skip(page):
    """To the end of the reveal, however far it is."""
    expect(page.locator("body")).to_have_class(re.compile("reeling"))
    page.evaluate("document.querySelector('[data-reel-skip]').click()")
    expect(page.locator("body")).not_to_have_class(re.compile("reeling"))


def stocks(page):
    return page.locator(".lane .stock .sr").evaluate_all("all => all.map(e => parseInt(e.parentElement.textContent))")


def bids(server, page):
    """What the log on disk holds of the table on this page."""
    code = urlsplit(page.url).path.split("/")[2]
    with sqlite3.connect(server.data / "darsena.db") as database:
        query = "select seat, text from log where kind = 'move' and code = ? order by n"
        return database.execute(query, [code]).fetchall()


def forgive(*pages):
    """A browser complains of connections that fail."""
    for page in pages:
        page.problems.clear()


def test_a_whole_game_in_two_languages_with_a_reload_and_a_crash(person, fragile):
    ada, bo = person("en", at=fragile), person("it", phone=True, at=fragile)
    open_table(ada, seat1="open", seat2="bot:random")
    join(ada, bo, "Bo")
    start(ada)
    for turn in range(40):
        wanted = ada.locator("#bid")
        expect(wanted).to_be_visible()
        crate = int(ada.locator(".lot .num").inner_text())
        bid(ada, 0)
        if turn == 1:
            bo.reload()
        if turn == 2:
            fragile.kill()
            expect(ada.get_by_text("The connection is lost. Trying again…")).to_be_visible()
            expect(bo.get_by_text("connessione", exact=False)).to_be_visible()
            fragile.start()
            expect(bo.locator(".connection")).to_be_hidden()
        bid(bo, 2 * crate - 1)
        skip(ada)
        skip(bo)
        assert stocks(ada) == stocks(bo)
        if ada.locator(".end").count():
            break
    for page, won, again in ((ada, "won", "Play again"), (bo, "vint", "Gioca ancora")):
        expect(page.locator(".end h2")).to_contain_text(won)
        assert page.locator(".ranking li").count() == 3
        expect(page.get_by_role("button", name=again)).to_be_visible()
    assert len([row for row in bids(fragile, ada) if row[0] == 0]) == turn + 1
    ada.get_by_role("button", name="Play again").click()
    expect(ada.locator("#bid")).to_be_visible()
    bo.locator(".end a.go").click()
    expect(bo.locator("#bid")).to_be_visible()
    assert bo.url == ada.url
    forgive(ada, bo)


def test_without_javascript(person, server):
    ada = person("fr", javascript=False)
    open_table(ada, seat1="here")
    for amount in LOTS:
        for each in (amount, 0):
            ada.locator(".curtain button").click()
            ada.fill("#bid", amount if each else "0")
            ada.locator("form.move button.go").click()
    expect(ada.locator(".end h2")).to_contain_text("Ada")
    assert len(bids(server, ada)) == 2 * len(LOTS)


def test_a_second_click_on_a_plain_form_moves_nothing(person, server):
    ada = person(javascript=False)
    open_table(ada, seat1="here")
    ada.locator(".curtain button").click()
    where, action = ada.url, ada.get_attribute("form.move", "action")
    for _ in range(3):
        ada.request.post(urlsplit(where)._replace(query="").geturl() + action, form={"word": "bid", "move": "bid 7"})
    assert bids(server, ada) == [(0, "bid 7")]


def press(page, name):
    """Walk with the Tab key to what has this name, and press it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        told = page.evaluate("(e => e.textContent.trim() || e.ariaLabel || e.value || '')(document.activeElement)")
        if name in told:
            shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert shown == "solid", f"no focus to be seen on {told}"
            return page.keyboard.press("Enter")
    raise AssertionError(f"no way to {name} by keyboard")


def test_keyboard_only(person):
    page = person()
    press(page, "Play now: Puerto")
    expect(page.locator("#bid")).to_be_visible()
    for _ in range(2):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "bid":
                break
        page.keyboard.type("25")
        page.keyboard.press("Enter")
        expect(page.locator("body")).to_have_class(re.compile("reeling"))
        expect(page.locator("[data-reel-next]")).to_be_focused()
        while page.locator("body.reeling").count():
            page.keyboard.press("Enter")
        expect(page.locator("#bid")).to_be_focused()


def seal(page, amount):
    for digit in amount:
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name=f"Seal {amount}").click()


def test_a_whole_game_by_role_and_name_alone(person):
    page = person()
    page.get_by_role("link", name=re.compile("Invite.*Puerto Banana")).click()
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("combobox", name="Seat 2").select_option(label="Somebody at this device")
    page.get_by_role("textbox", name="Name of whoever sits there").fill("Bo")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="I am Ada").click()
    for number, lot in enumerate(LOTS):
        (_, first), (other, second) = [("Ada", lot), ("Bo", "0")][:: 1 if number % 2 == 0 else -1]
        seal(page, first)
        page.get_by_role("button", name=f"I am {other}").click()
        seal(page, second)
        expect(page.get_by_role("heading", name=f"Round {number + 1}: the envelopes are open")).to_be_visible()
        page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Bo has won")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def everything(page):
    """All text on a page, hidden or typed too."""
    return page.evaluate("document.body.textContent + [...document.querySelectorAll('input')].map((e) => e.value)")


def test_two_people_at_one_device_keep_their_secrets(person):
    page = person(phone=True)
    open_table(page, seat1="here", seat2="here")
    for amount in ("173", "149"):
        page.locator(".curtain button").click()
        bid(page, amount)
        expect(page.locator(".curtain")).to_be_visible()
        expect(page.locator(".curtain button")).to_be_focused()
        assert amount not in everything(page)
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('main, header')")
    page.reload()
    assert "173" not in everything(page)
    page.locator(".curtain button").click()
    assert "173" not in everything(page)


def test_spectators_see_what_is_public_and_cannot_bid(person):
    ada, bo = two(person)
    ada.click("details.menu > summary")
    watching = person("fr", url=ada.locator("a[href*='/watch/']:not([href$='tv'])").get_attribute("href"))
    bid(ada, 173)
    expect(watching.locator(".lane.seat-1 .env")).to_be_visible()
    assert "173" not in everything(watching)
    assert watching.locator("form.move:visible").count() == 0
    bid(bo, 5)
    skip(watching)
    expect(watching.locator("#log")).to_contain_text("Ada")


def test_two_tabs_of_one_person(person, server):
    ada, bo = two(person)
    tab = ada.context.new_page()
    tab.problems = []
    tab.goto(ada.url)
    tab.fill("#bid", "7")
    bid(ada, 6)
    expect(tab.locator(".mine .num")).to_have_text("6")
    bid(bo, 5)
    for page in (ada, tab):
        skip(page)
        expect(page.locator("#bid")).to_have_value("")
    assert bids(server, ada) == [(0, "bid 6"), (1, "bid 5")]


def test_two_clicks_at_once_are_one_bid(person, server):
    ada, bo = two(person)
    bid(bo, 3)
    expect(ada.locator(".lane.seat-2 .env")).to_be_visible()
    ada.fill("#bid", "4")
    ada.evaluate("for (let i = 0; i < 3; i++) document.querySelector('form.move .go').click()")
    skip(ada)
    expect(ada.locator("#bid")).to_have_value("")
    assert bids(server, ada) == [(1, "bid 3"), (0, "bid 4")]


def test_a_bid_sealed_without_a_network_arrives_once(person, server):
    ada, bo = two(person)
    ada.context.set_offline(True)
    bid(ada, 9)
    ada.evaluate("document.querySelector('form.move').requestSubmit()")
    ada.context.set_offline(False)
    sealed_once(ada, bo, server)


def test_a_bid_sealed_while_the_server_crashes_arrives_once(person, fragile):
    ada, bo = two(person, at=fragile)
    fragile.kill()
    bid(ada, 9)
    fragile.start()
    sealed_once(ada, bo, fragile)


def sealed_once(ada, bo, server):
    expect(ada.locator(".mine .num")).to_have_text("9")
    expect(bo.locator(".lane.seat-1 .env")).to_be_visible()
    assert bids(server, ada) == [(0, "bid 9")]
    assert ada.locator(".toast").count() == 0
    forgive(ada, bo)


def test_what_is_being_typed_survives_what_others_do(person):
    ada, bo = two(person)
    ada.locator("#bid").press_sequentially("12")
    ada.keyboard.press("ArrowLeft")
    bid(bo, 5)
    expect(ada.locator(".lane.seat-2 .env")).to_be_visible()
    ada.keyboard.type("3")
    expect(ada.locator("#bid")).to_have_value("132")
    expect(ada.locator("#bid")).to_be_focused()
    expect(ada.get_by_role("button", name="Seal 132")).to_be_visible()


def test_a_refused_bid_says_why_and_keeps_what_was_typed(person):
    ada, _ = two(person)
    ada.fill("#bid", "x7")
    ada.evaluate("document.querySelector('form.move').noValidate = true")
    ada.press("#bid", "Enter")
    expect(ada.get_by_role("alert")).to_contain_text("whole number")
    expect(ada.locator("#bid")).to_have_value("x7")
    bid(ada, 7)
    expect(ada.locator(".mine .num")).to_have_text("7")


def test_a_refusal_leads_to_its_rule(person):
    ada, _ = two(person)
    bid(ada, 7)
    expect(ada.locator(".mine")).to_be_visible()
    ada.evaluate("import(document.querySelector('script[src*=live]').src).then(live => live.play('bid 8'))")
    expect(ada.get_by_role("alert")).to_be_visible()
    ada.evaluate("import(document.querySelector('script[src*=live]').src).then(live => live.attempt('bid 8'))")
    with ada.expect_popup() as rules:
        ada.get_by_role("link", name="Why?").click()
    rules.value.problems = []
    expect(rules.value.locator(":target")).to_contain_text("3.4")


def test_a_bid_far_beyond_all_means_is_asked_for_twice(person, server):
    ada, _ = two(person)
    bid(ada, 10**30)
    ask = ada.get_by_role("dialog")
    expect(ask).to_be_visible()
    ask.get_by_role("button", name="Change it").click()
    expect(ada.locator("#bid")).to_be_focused()
    assert bids(server, ada) == []
    ada.keyboard.press("Enter")
    ask.get_by_role("button", name="Seal").click()
    expect(ada.locator(".mine .num")).to_be_visible()
    assert bids(server, ada) == [(0, f"bid {10**30}")]


def test_the_reveal_goes_step_by_step_forward_back_and_away(person):
    ada, bo = two(person)
    ada.emulate_media(reduced_motion="reduce")
    bid(ada, 100)
    bid(bo, 5)
    at = ada.locator("[data-step].at")
    expect(at).to_have_attribute("data-step", "1")
    expect(ada.locator(".fate:visible")).to_have_count(1)
    ada.get_by_role("button", name="Next step").click()
    expect(at).to_have_attribute("data-step", "2")
    ada.get_by_role("button", name="Step back").click()
    expect(at).to_have_attribute("data-step", "1")
    ada.get_by_role("button", name="Skip").click()
    expect(ada.locator("#bid")).to_be_visible()
    ada.get_by_role("link", name="The last auction, step by step").click()
    expect(ada.locator(".stage")).to_be_visible()
    ada.keyboard.press("Escape")
    expect(ada.locator(".stage")).to_be_hidden()
    expect(bo.locator("[data-step].at")).to_have_attribute("data-step", "2")  # by itself, where motion is welcome


def test_settings_are_kept(person):
    ada, bo = two(person)
    for label, value in (("Sound", "off"), ("Speed", "fast"), ("Colours", "dark")):
        if not ada.locator("details.menu[open]").count():
            ada.click("details.menu > summary")
        ada.get_by_role("group", name=label).get_by_role("radio", name=value).click()
    expect(ada.locator("html")).to_have_attribute("data-theme", "dark")
    ada.reload()
    for name, value in (("sound", "off"), ("speed", "fast"), ("theme", "dark")):
        expect(ada.locator("html")).to_have_attribute(f"data-{name}", value)
    ada.click("details.menu > summary")
    ada.get_by_role("link", name="IT Italiano").click()
    expect(ada.get_by_text("Nella cassa")).to_be_visible()
    expect(bo.get_by_text("In the crate")).to_be_visible()


def test_keys_read_out_table_and_hand_and_each_event_is_told_once(person):
    ada, bo = two(person)
    ada.evaluate(
        "window.heard = []; new MutationObserver(() => heard.push(document.getElementById('live').textContent))"
        ".observe(document.getElementById('live'), { childList: true })"
    )
    ada.focus("#bid")
    ada.keyboard.press("t")
    expect(ada.locator("#live")).to_contain_text("10 bananas")
    expect(ada.locator("#live")).to_contain_text("Bo")
    ada.keyboard.press("h")
    expect(ada.locator("#live")).to_contain_text("up to 20")
    bid(bo, 5)
    expect(ada.locator("#live")).to_contain_text("Bo seals a bid.")
    ada.evaluate("window.heard = []")
    bid(ada, 6)
    skip(ada)
    expect(ada.locator("#live")).to_contain_text("The next crate")
    said = " ".join(ada.evaluate("heard"))
    assert said.count("You seal 6.") == said.count("The next crate") == 1


def test_the_log_shows_what_is_new_since_you_last_looked(person):
    ada, bo = two(person)
    where = ada.url
    bid(bo, 5)
    expect(ada.locator("#log")).to_contain_text("Bo seals")
    ada.goto("/")
    ada.goto(where)
    expect(ada.locator("#log .since")).to_have_count(0)
    ada.goto("/")
    tab = ada.context.new_page()
    tab.problems = []
    tab.goto(where)
    bid(tab, 6)
    skip(tab)
    tab.evaluate("localStorage.clear = null")
    before = tab.evaluate("Object.keys(localStorage).find(key => key.startsWith('looked'))")
    assert before
    ada.goto(where)
    expect(ada.locator("#log .since + li")).to_contain_text("You seal 6")


def live(server, guest, path):
    cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    url = server.url.replace("http", "ws") + path + "live"
    return connect(url, additional_headers={"Cookie": cookie}, compression=None)


def test_two_worlds_on_the_wire(server):
    """Two tables differ in one sealed bid. The other seat and a spectator get the same bytes, lengths included."""
    small, huge = world(server, 3), world(server, 10**900)
    assert small == huge
    assert "Bo seals a bid." in small[4]


def world(server, secret):
    """Everything that Ada and a spectator receive when Bo seals this bid."""
    ada, bo, cy, nobody = [httpx.Client(base_url=server.url, follow_redirects=True) for _ in range(4)]
    where = ada.post("/new/puerto_banana", data={"name": "Ada", "seats": "3", "watch": "yes"}).url.path
    for guest, name in ((bo, "Bo"), (cy, "Cy")):
        guest.post(re.search(r"/join/\w+", ada.get(where).text)[0], data={"name": name})
    watch = re.search(r"/watch/\w+/", ada.post(f"{where}start").text)[0]
    with live(server, ada, where) as own, live(server, nobody, watch) as public:
        heard = [own.recv(20), public.recv(20)]
        with live(server, bo, where) as mover:
            heard += [own.recv(20), public.recv(20)]  # Bo is there
            mover.send(json.dumps({"id": "a", "move": f"bid {secret}", "seen": 99}))
            heard += [own.recv(20), public.recv(20)]
            own.send(json.dumps({"id": "b", "move": "bid 5 6", "seen": 99}))
            public.send(json.dumps({"id": "b", "move": "bid 5", "seen": 99}))
            heard += [own.recv(20), public.recv(20)]
            heard += [ada.get(where).text, nobody.get(watch).text]
    return [re.sub(r"(/t/|/join/|/watch/|/qr/|mark=|data-now=.)[\w.]+", r"\1", text) for text in heard]
