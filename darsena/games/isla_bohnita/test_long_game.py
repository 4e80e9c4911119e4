"""A game by touch to its end, and what goes wrong between people: in real browsers, from prepared moments."""

import re
from random import Random

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
from playwright.sync_api import expect

from ...core.game import Budget
from ...core.notation import read, write
from ...core.play import replay
from ...server.storage import LOG
from . import rules
from .bots import Simple
from .moves import MOVE_TYPES
from .state import Options
from .test_browser import assert_no_barriers, assert_no_sideways, named, offer, offer_of, plant_all, told
from .test_prepared import code_of, database, everybody_offers, late_trade, moment, prepare, seven_trade

PEOPLE = 2  # Anna and Bruno; the others are bots
WATCH = """() => {
  const animate = Element.prototype.animate;
  window.travelled = [];
  Element.prototype.animate = function (...how) {
    window.travelled.push(this.dataset.flip);
    return animate.apply(this, how);
  };
}"""


def sit_down(anna, bruno, server, seats, seed, rows):
    """Anna and Bruno sit at a table with bots, in the middle of a game."""
    anna.goto("/new/isla_bohnita")
    anna.fill("#name", "Anna")
    anna.select_option("#seats", str(seats))
    for seat in range(1, seats):
        trader = anna.locator(f"#seat{seat} option[value^=bot]").last.get_attribute("value")
        anna.select_option(f"#seat{seat}", "open" if seat == 1 else trader)
    anna.select_option("#pace", "quick")
    anna.click("button.go")
    link = anna.input_value("#link")
    bruno.goto(link[link.index("/join") :])
    bruno.fill("#name", "Bruno")
    bruno.click("button.go")
    where, code = anna.url, code_of(anna)
    for page in (anna, bruno):
        page.goto("about:blank")  # nobody looks while the server is away
    prepare(server, code, seed, rows)
    for page in (anna, bruno):
        page.goto(where)
        page.wait_for_selector(".cards-hand")


def state_of(server, page, seats=4):
    """What the log of the server says."""
    log = LOG.select().where((LOG.c.code == code_of(page)) & (LOG.c.kind == "move")).order_by(LOG.c.n)
    with database(server).connect() as connection:
        rows = [(row.seat, read(MOVE_TYPES, row.text)) for row in connection.execute(log)]
    return replay(rules, rules.new(seats, Options()), rows)


def choose(page, thing, name):
    """Open the choices of a piece and take one."""
    page.locator(f"{thing} summary").click()
    told(page, page.locator(f"{thing} .choices").get_by_role("button", name=re.compile(name)).first.click)


def buy(page, what):
    told(page, page.get_by_role("button", name=f"Buy: {what}").click)


def ripe(page):
    """A field that brings a coin."""
    return f"#{page.locator('[id^=plot-]:has(.got)').first.get_attribute('id')}"


def assert_travelled(page, place):
    """Something that is there now came from elsewhere."""
    there = page.locator(f"{place} [data-flip]").evaluate_all("each => each.map(piece => piece.dataset.flip)")
    assert set(there) & set(page.evaluate("travelled"))


def coins_of(page):
    return int(re.sub(r"\D", "", page.locator("#part-purse .who .coins").inner_text()))


@pytest.fixture
def table(person, fragile):
    anna, bruno = person(at=fragile), person(at=fragile, phone=True, dark=True)
    sit_down(anna, bruno, fragile, 4, *moment(4, late_trade, first=14))
    return anna, bruno, fragile


def test_a_game_by_touch_to_the_final_count(table):
    anna, bruno, server = table
    anna.evaluate(WATCH)
    _wishes(anna, bruno)
    for what in ("third field", "second ship", "pirate ship"):
        buy(anna, what)
    choose(anna, ripe(anna), "Harvest onto ship 2")
    assert_travelled(anna, "#part-ship-2 .cargo")
    choose(bruno, ripe(bruno), "Harvest onto ship 1")
    choose(anna, "#berth-1", "Sail to Bohnbay and take")
    expect(anna.get_by_role("list", name="Ships at Bohnbay")).to_contain_text("Anna")
    assert "ship-0-1" in anna.evaluate("travelled")
    _raid_and_yield(anna, bruno)
    _gift(anna, bruno)
    _counter_offer_and_trade(anna, bruno)
    for page in (anna, bruno):
        assert_no_barriers(page)
        assert_no_sideways(page)
    for page in (bruno, anna):
        plant_all(page)
    assert_travelled(anna, ".estate .crop")
    told(anna, anna.get_by_role("button", name="End the phase").click)
    _brunos_turn(anna, bruno)
    _to_the_end(server, anna, bruno)
    outcome = rules.outcome(state_of(server, anna))
    for page in (anna, bruno):
        expect(page.locator(".end")).to_be_visible()
        for score in outcome.scores:
            expect(page.locator(".end")).to_contain_text(str(score))
        assert_no_barriers(page)


def _wishes(anna, bruno):
    bruno.locator("a.wished").click()
    bruno.locator("#word .pickbean", has_text="soy bean").click()
    bruno.locator("#word .pickbean", has_text="wax bean").click()
    told(bruno, bruno.get_by_role("button", name="Tell the table").click)
    expect(anna.locator("#part-wish-1")).to_contain_text("looks for")
    expect(anna.locator("#log")).to_contain_text("Bruno looks for: soy bean and wax bean.")
    expect(bruno.locator("#word")).to_be_hidden()
    bruno.locator("a.wished").click()
    assert_no_barriers(bruno)
    told(bruno, bruno.get_by_role("button", name="Look for nothing").click)
    expect(anna.locator("#part-wish-1 .bubble")).to_have_count(0)
    expect(bruno.locator("#word")).to_be_hidden()


def _raid_and_yield(anna, bruno):
    choose(anna, "#berth-pirate", "Raid Bruno: ship 1")
    expect(bruno.locator(".prompt")).to_contain_text("Anna raids your ship 1")
    told(bruno, bruno.get_by_role("button", name="Lose one card").click)
    expect(anna.locator("#part-pirate")).to_contain_text("pirate ship: ")
    expect(anna.locator("#log")).to_contain_text("Bruno loses to the pirate")


def _gift(anna, bruno):
    offer(anna, "Bruno", hand=1)
    given = offer_of(bruno, "Anna")
    expect(given).to_contain_text("as a gift")
    told(bruno, given.get_by_role("button", name="Accept").first.click)
    plant_all(bruno)


def _counter_offer_and_trade(anna, bruno):
    """Anna gives a card that lies there for one of Bruno's; he would rather give another number of them; she agrees."""
    offer(anna, "Bruno", up=True, want=named(bruno, ".cards-hand input"))
    asked = offer_of(bruno, "Anna")
    asked.get_by_role("link", name="Counter").click()
    bruno.locator(".cards-hand input").first.check(force=True)
    told(bruno, bruno.get_by_role("button", name="Make this offer").click)
    answer = offer_of(anna, "Bruno")
    told(anna, answer.get_by_role("button", name=re.compile("Accept")).first.click)
    expect(anna.get_by_role("group", name="You received")).to_be_visible()


def _brunos_turn(anna, bruno):
    """He buys a pirate ship, clears and sends his ship, and raids Anna, who sells."""
    expect(bruno.locator(".prompt")).to_contain_text(re.compile("Plant|No field"))
    if not bruno.locator(".sow button").count():
        choose(bruno, "[id^=plot-] >> nth=0", "Harvest and sell")
    told(bruno, bruno.locator(".sow button").first.click)
    told(bruno, bruno.get_by_role("button", name="Turn up 2 cards").click)
    buy(bruno, "pirate ship")
    choose(bruno, "#berth-1", "Sell the load|Unload")
    edge = bruno.locator(".trip summary").first.evaluate("each => each.getBoundingClientRect().right")
    assert edge <= bruno.locator(".stocks").evaluate("each => each.getBoundingClientRect().left")
    choose(bruno, "#berth-1", "Sail to Bohnanco and take")
    choose(bruno, "#berth-pirate", "Raid Anna: ship 2")
    before = coins_of(anna)
    expect(anna.locator(".prompt")).to_contain_text("Bruno raids your ship 2")
    told(anna, anna.get_by_role("button", name=re.compile("Sell for")).click)
    assert coins_of(anna) > before
    assert_travelled(anna, "#part-purse .who")
    anna.locator("a.wished").click()
    told(anna, anna.get_by_role("button", name="always sell").click)
    expect(anna.get_by_role("button", name="always sell")).to_have_attribute("aria-pressed", "true")
    expect(bruno.locator("#log")).to_contain_text("Anna leaves word for raids, face down.")
    anna.locator("#word").get_by_role("link", name="Close").click()


def _to_the_end(server, *pages):
    """The rest goes quickly: whoever is wanted plays like a simple trader, by the forms of the server."""
    rng = Random(1)
    for _ in range(2000):
        state = state_of(server, pages[0])
        wanted = rules.to_move(state)
        if not wanted:
            return
        people = [seat for seat in wanted if seat < PEOPLE]
        if not people:
            pages[0].wait_for_timeout(30)  # a bot thinks
        for seat in people[:1]:
            move = Simple(seat).choose(rules.view(state, seat), rules.moves(state, seat), rng, Budget())
            post(pages[seat], write(move))
    raise AssertionError("the game does not end")


def post(page, text):
    return page.request.post(f"/t/{code_of(page)}/move", form={"move": text})


def test_a_late_or_a_double_click_takes_nothing_twice(table):
    anna, bruno, server = table
    before = state_of(server, anna)
    offer(anna, "Bruno", hand=1)
    button = offer_of(bruno, "Anna").get_by_role("button", name="Accept").first
    old = button.get_attribute("value")
    told(anna, offer_of(anna, "Anna").get_by_role("button", name="Withdraw").click)
    offer(anna, "Bruno", hand=2)
    assert "the offer has changed" in post(bruno, old).text()
    second = bruno.context.new_page()
    second.problems = []
    second.goto(bruno.url)
    expect(button).not_to_have_attribute("value", old)
    new = button.get_attribute("value")
    told(bruno, button.dblclick)
    expect(second.get_by_role("group", name="You received")).to_be_visible()
    assert "that offer is not open any more" in post(second, new).text()
    now = state_of(server, anna)
    assert len(now.players[1].received) == 2
    assert len(now.players[0].hand) == len(before.players[0].hand) - 2


def test_offers_that_cross_are_both_there_and_one_trade_is_made(table):
    anna, bruno, server = table
    mine, yours = named(anna, ".cards-hand input"), named(bruno, ".cards-hand input")
    offer(anna, "Bruno", hand=1, want=yours)
    offer(bruno, None, hand=1, want=mine)
    for page in (anna, bruno):
        for name in ("Anna", "Bruno"):
            expect(page.get_by_role("group", name=f"Offer of {name}")).to_be_visible()
    answer = offer_of(anna, "Bruno").get_by_role("button", name=re.compile("Accept")).first
    late = offer_of(bruno, "Anna").get_by_role("button", name=re.compile("Accept")).first
    text = late.get_attribute("value")
    told(anna, answer.click)
    assert re.search("not open any more|exactly", post(bruno, text).text())
    now = state_of(server, anna)
    assert [len(player.received) for player in now.players[:2]] == [1, 1]


def test_who_leaves_while_something_waits_finds_it_again(table):
    anna, bruno, _ = table
    where = bruno.url
    choose(bruno, ripe(bruno), "Harvest onto ship 1")
    buy(anna, "pirate ship")
    choose(anna, "#berth-pirate", "Raid Bruno: ship 1")
    bruno.goto("about:blank")
    expect(anna.locator("#part-plate-1")).to_contain_text("away")
    expect(anna.locator(".prompt")).to_contain_text("Your raid waits for an answer.")
    bruno.goto(where)
    told(bruno, bruno.get_by_role("button", name=re.compile("Sell for")).click)
    offer(anna, "Bruno", hand=1)
    told(bruno, offer_of(bruno, "Anna").get_by_role("button", name="Accept").first.click)
    bruno.goto("about:blank")
    plant_all(anna)
    anna.get_by_role("button", name="End the phase").press("Enter")
    expect(anna.get_by_role("alert")).to_contain_text("everything turned up or received has to be planted first")
    bruno.goto(where)
    expect(bruno.get_by_role("group", name="You received")).to_be_visible()
    plant_all(bruno)
    told(anna, anna.get_by_role("button", name="End the phase").click)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_seven_at_a_phone_see_all_offers_and_their_own_fields(person, fragile, dark):
    anna, bruno = person(at=fragile, phone=True, dark=dark), person("it", at=fragile, dark=dark)
    seed, rows = moment(7, seven_trade, first=7)
    sit_down(anna, bruno, fragile, 7, seed, everybody_offers(rows, 7))
    box = "each => { const at = each.getBoundingClientRect(); return [at.top, at.bottom]; }"
    tray, hand = anna.locator(".offers").evaluate(box), anna.locator(".handbox").evaluate(box)
    deals = anna.locator(".deal:visible")
    assert deals.count() > 4
    for deal in deals.all():
        top, bottom = deal.evaluate(box)
        assert tray[0] <= top < bottom <= tray[1] < hand[0]
    assert anna.locator("#part-field-1 .plotf").evaluate(box)[1] < hand[0]
    for page in (anna, bruno):
        assert_no_sideways(page)
        assert_no_barriers(page)
    opened, first = anna.locator(".offer:target"), anna.locator(".offer .open").first
    first.click()
    expect(opened.get_by_role("button", name="Decline")).to_be_visible()
    anna.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(first).to_be_focused()
    first.click()
    told(anna, opened.get_by_role("button", name="Decline").click)
    expect(opened).to_have_count(0)
    expect(anna.locator("#log")).to_contain_text("You decline the offer of")
    assert_no_sideways(anna)


def test_four_at_a_phone_see_what_is_offered_beside_their_fields_and_ships(table):
    anna, bruno, _ = table
    assert_fields_are_in_sight(bruno)
    cards = named(bruno, ".cards-hand input"), named(anna, ".cards-hand input")
    offer(anna, "Bruno", hand=1, want=cards[0])
    expect(offer_of(bruno, "Anna").get_by_role("button", name="Accept").first).to_be_visible()
    assert_fields_are_in_sight(bruno)
    offer(bruno, None, hand=1, want=cards[1])
    assert bruno.locator(".deal:visible").count() > 1
    bruno.evaluate("location.hash = 'board'")
    assert_fields_are_in_sight(bruno)
    bruno.get_by_role("link", name="Counter").click()
    expect(bruno.locator("#compose")).to_be_visible()
    expect(bruno.get_by_role("group", name="Offer of Anna").locator(".deal")).to_be_visible()  # what is answered


def assert_fields_are_in_sight(page):
    hidden = (
        "each => each.getBoundingClientRect().bottom > document.querySelector('.handbox').getBoundingClientRect().top"
    )
    assert not page.locator(".plotf, .berthf").evaluate_all(f"all => all.filter({hidden}).length")
