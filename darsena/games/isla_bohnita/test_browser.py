"""La Isla Bohnita between people and bots in real browsers: by touching cards, by names alone, by plain forms."""

import re
from contextlib import suppress

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect


def open_table(host, seats, guest=None, deck="auto"):
    """Anna opens a table with bots; with a guest, Bruno sits beside her."""
    host.goto("/new/isla_bohnita")
    host.fill("#name", "Anna")
    host.select_option("#seats", str(seats))
    for seat in range(1, seats):
        bots = host.locator(f"#seat{seat} option[value^=bot]")
        free = guest is not None and seat == 1
        host.select_option(f"#seat{seat}", "open" if free else bots.first.get_attribute("value"))
    host.select_option("#pace", "quick")
    host.check(f"input[name=deck][value='{deck}']", force=True)
    host.click("button.go")
    if guest is not None:
        link = host.input_value("#link")
        guest.goto(link[link.index("/join") :])
        guest.fill("#name", "Bruno")
        guest.click("button.go")
    if host.locator("form[action=start]").count():
        host.click("form[action=start] button")
    for page in (host, guest) if guest else (host,):
        page.wait_for_selector(".cards-hand")


def told(page, deed):
    """Do something, and wait until this page was told what came of it."""
    lines = page.locator("#log li").count()
    deed()
    page.locator(f"#log li:nth-child({lines + 1})").wait_for(state="attached")


def press(page, selector):
    told(page, page.locator(selector).first.click)


def harvest(page, field=None):
    """Open the choices of a field and sell its harvest."""
    plot = page.locator(f"#plot-{field}" if field else "[id^=plot-]").first
    plot.locator("summary").click()
    told(page, plot.get_by_role("button", name=re.compile("Harvest and sell")).click)


def plant_all(page):
    """Plant whatever lies there, and harvest where no field takes it. Others move meanwhile: look again each time."""
    for _ in range(40):
        if not page.locator(".laid").count():
            return
        with suppress(TooLate):  # the button has gone: its card is planted
            if page.locator(".sow button").count():
                page.locator(".sow button").first.click(timeout=3000)
            elif page.locator("[id^=plot-]").count():
                harvest(page)
            else:
                return  # the cards turned up are another's
        page.wait_for_timeout(150)


def offer(page, to, *, hand=0, up=None, want=None):
    """Compose an offer by touching cards."""
    page.get_by_role("link", name="New offer").click()
    if to is not None:
        page.get_by_label("To", exact=True).select_option(label=to)
    for card in page.locator(".cards-hand input").all()[:hand]:
        card.check(force=True)
    if up:
        page.locator(".lying input").first.check(force=True)
    if want:
        page.get_by_role("button", name=f"one more: {want}").click()
    told(page, page.get_by_role("button", name="Make this offer").click)


def offer_of(page, name):
    """An offer, opened: among many, or with a choice of cards, a phone shows only what is offered."""
    group = page.get_by_role("group", name=f"Offer of {name}")
    group.evaluate("each => { location.hash = each.id; }")
    return group


def named(page, selector):
    return page.locator(selector).first.get_attribute("data-name")


def assert_no_barriers(page):
    page.wait_for_timeout(400)  # until nothing moves any more: colours are measured
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def assert_no_sideways(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_two_people_and_two_bots_give_trade_sail_and_harvest(person):
    anna, bruno = person(), person(phone=True, dark=True)
    open_table(anna, 4, bruno)
    press(anna, ".sow button")
    expect(anna.locator(".plotf .bean")).to_have_count(1)
    told(anna, anna.get_by_role("button", name="Turn up 2 cards").click)
    for page in (anna, bruno):
        assert_no_barriers(page)
    _gift(anna, bruno)
    _counter_offer(anna, bruno)
    _trip(anna)
    plant_all(bruno)
    plant_all(anna)
    expect(anna.get_by_role("button", name="End the phase")).not_to_have_attribute("aria-disabled", "true")
    harvest(anna)
    _too_dear(anna)
    press(anna, "button[value=done]")
    expect(bruno.locator(".prompt")).to_contain_text(re.compile("Plant|No field"))


def _gift(anna, bruno):
    offer(anna, "Bruno", hand=1)
    given = offer_of(bruno, "Anna")
    expect(given).to_contain_text("as a gift")
    told(bruno, given.get_by_role("button", name="Accept").click)
    expect(bruno.get_by_role("group", name="You received")).to_be_visible()
    assert bruno.evaluate("location.hash") == "#board"  # what was opened has closed
    plant_all(bruno)


def _counter_offer(anna, bruno):
    """Anna asks for something; Bruno asks for a turned-up card instead, and gives his first card."""
    offer(anna, "Bruno", up=True, want=named(bruno, ".cards-hand input"))
    asked = offer_of(bruno, "Anna")
    asked.get_by_role("link", name="Counter").click()
    expect(bruno.locator("#compose")).to_be_visible()
    bruno.locator(".cards-hand input").first.check(force=True)
    expect(bruno.locator("[data-list]")).to_have_text(named(bruno, ".cards-hand input"))
    assert_no_barriers(bruno)
    told(bruno, bruno.get_by_role("button", name="Make this offer").click)
    expect(bruno.locator("#compose")).to_be_hidden()
    answer = offer_of(anna, "Bruno")
    told(anna, answer.get_by_role("button", name=re.compile("Accept")).first.click)
    expect(anna.get_by_role("group", name="You received")).to_be_visible()


def _trip(anna):
    anna.locator("#berth-1 summary").press("Enter")
    anna.get_by_role("button", name=re.compile("Sail to Bohnbay and take")).first.press("Enter")
    expect(anna.get_by_role("list", name="Ships at Bohnbay")).to_contain_text("Anna")


def _too_dear(page):
    """What cannot be paid says why when it is pressed."""
    page.get_by_role("button", name="Buy: second ship").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("that costs 4 coins")


def _something(page):
    """What a plain player would do next, if anything."""
    try:
        ripe = page.locator(".plotf:has(.got) details").count()
        if ripe:
            page.locator(".plotf:has(.got) summary").first.click(timeout=1000)
            page.locator(".plotf:has(.got) .choices button").first.click(timeout=1000)
        elif page.locator(".sow button").count():
            page.locator(".sow button").first.click(timeout=1000)
        elif page.locator("button[value^=decline]").count():
            page.locator("button[value^=decline]").first.click(timeout=1000)
        elif page.locator("button[value=done]:not([aria-disabled])").count():
            page.locator("button[value=done]").click(timeout=1000)
        elif page.locator(".prompt.must, .laid").count() and page.locator("[id^=plot-]").count() and _due(page):
            page.locator("[id^=plot-] summary").last.click(timeout=1000)
            page.locator("[id^=plot-][open] .choices button").first.click(timeout=1000)
        page.wait_for_timeout(60)
    except TooLate:
        pass  # somebody else moved meanwhile, and the piece is not there any more


def _due(page):
    """Whether this person has to plant and no field takes it."""
    return page.locator("button[value=done], .prompt.must").count()


def test_seven_at_a_phone_see_everything_without_scrolling_sideways(person):
    phone = person("it", phone=True)
    open_table(phone, 7)
    for _ in range(12):
        _something(phone)
        assert_no_sideways(phone)
    expect(phone.locator(".seatbox:visible")).to_have_count(6)
    bottoms = "pieces => pieces.map(piece => piece.getBoundingClientRect().bottom)"
    assert max(phone.locator(".handbox, .dock").evaluate_all(bottoms)) <= 740
    assert_no_barriers(phone)


REPLACE = """async (parts) => {
    const live = await import(document.querySelector("script[src*='live.js']").src);
    live.replaceParts(parts);
}"""


def test_what_is_picked_stays_picked_when_its_part_is_made_anew(person):
    page = person("en")
    open_table(page, 3)
    page.locator(".cards-hand input").nth(2).check(force=True)
    page.evaluate(REPLACE, {"hand": page.locator("#part-hand").inner_html()})
    assert page.locator(".cards-hand input").evaluate_all("all => all.map(one => one.checked)") == [
        place == 2 for place in range(page.locator(".cards-hand input").count())
    ]
    other = page.locator("#part-hand").inner_html().replace("data-name=", "data-name=x-")
    page.evaluate(REPLACE, {"hand": other})
    assert page.locator(".cards-hand :checked").count() == 0


def test_escape_leads_back_to_what_was_opened(person):
    page = person("en")
    open_table(page, 3)
    page.locator("a.wished").press("Enter")
    page.locator("#word input[type=checkbox]").first.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("#word")).to_be_hidden()
    expect(page.locator("a.wished")).to_be_focused()
    assert page.evaluate("location.hash") == "#board"  # which holds all that can be opened, and is no sheet itself
    press(page, ".sow button")
    choices = page.locator("[id^=plot-] summary").first
    choices.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(choices).to_be_focused()


def test_to_whom_an_offer_goes_follows_the_turn(person):
    page = person("en")
    open_table(page, 3)
    page.evaluate(REPLACE, {"to": '<select id="offer-to"><option value="-">all<option value="2">Carlo</select>'})
    page.locator("#offer-to").evaluate("field => { field.value = 2; }")
    page.evaluate(REPLACE, {"to": '<input type="hidden" id="offer-to" value="1">'})
    assert page.locator("#offer-to").input_value() == "1"


def test_the_log_follows_the_newest_line_when_it_gets_less_room(person):
    page = person("en")
    open_table(page, 3)
    page.locator("#log li:nth-child(16)").wait_for(state="attached")
    hidden = "box => box.scrollHeight - box.scrollTop - box.clientHeight"
    box = page.locator("#log").locator("xpath=..")
    box.evaluate("box => { box.style.height = '4rem'; box.style.flex = 'none'; }")
    page.wait_for_timeout(200)
    assert box.evaluate(hidden) < 5
    box.evaluate("box => { box.scrollTop = 0; }")
    page.wait_for_timeout(200)
    box.evaluate("box => { box.style.height = '6rem'; }")
    page.wait_for_timeout(200)
    assert box.evaluate("box => box.scrollTop") == 0


def test_the_duel_by_names_alone_until_a_ship_is_bought(person):
    page = person()
    open_table(page, 2)
    page.get_by_role("radio", name=re.compile("2: ")).press("Space")
    told(page, page.get_by_role("button", name="Discard the picked card").click)
    told(page, page.get_by_role("button", name=re.compile("Plant .* on field 1")).click)
    told(page, page.get_by_role("button", name="Turn up 3 cards").click)
    expect(page.get_by_role("link", name="New offer")).to_be_hidden()
    assert_no_barriers(page)
    bought = page.locator("button[value='buy pirate']:not([aria-disabled])")
    for _ in range(400):
        if bought.count():
            break
        _something(page)
    bought.click()
    expect(page.locator("#part-pirate")).to_contain_text("pirate ship: no load")


def test_plain_forms_play_and_offer_without_javascript(person):
    plain = person("fr", phone=True, javascript=False)
    open_table(plain, 3)
    plain.locator(".sow button").first.click()
    plain.locator("button[value=done]").click()
    plain.goto(plain.url + "#compose")
    plain.locator("#compose [data-join=hand]").fill("1")
    plain.locator("#compose button.sea").click()
    expect(plain.locator("#log")).to_contain_text("Tu proposes à tous")
