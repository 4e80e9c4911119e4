"""BOSSA between people in real browsers: by clicking pieces, by names alone, by plain forms."""

import re
from random import Random

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

OFFERED = "places => places.flatMap(place => place.dataset.moves.split('|')).filter(Boolean)"
OVERFLOWS = "boxes => boxes.map(box => box.scrollHeight - box.clientHeight)"
LANDED = (
    "() => Promise.allSettled(document.getAnimations().map(each => each.finished))"  # tiles in the air are anywhere
)
BOTTOMS = "pieces => pieces.map(piece => piece.getBoundingClientRect().bottom)"


def open_table(host, guest, rules="advanced"):
    host.goto("/new/bossa")
    host.fill("#name", "Anna")
    host.check(f"input[value={rules}]", force=True)
    host.click("button.go")
    link = host.input_value("#link")
    guest.goto(link[link.index("/join") :])
    guest.fill("#name", "Bruno")
    guest.click("button.go")
    host.click("form[action=start] button")
    for page in (host, guest):
        page.wait_for_selector(".setup, .linebox")


def to_move(*pages):
    """The page of whoever is to move; None when the game is over."""
    return next((page for page in pages if page.locator("body.my-turn").count()), None)


def all_told(pages, deed, *details):
    """Do something, and wait until everybody was told."""
    before = [page.locator("#log li").count() for page in pages]
    deed(*details)
    for page, lines in zip(pages, before, strict=True):
        page.locator(f"#log li:nth-child({lines + 1})").wait_for(state="attached")


def choose(page, rng):
    """One of the choices before the first turn."""
    buttons = page.locator(".setup").get_by_role("button")
    buttons.nth(rng.randrange(buttons.count())).click()


def play(page, move):
    """Pick the action tile and the tiles of a move, then press the place that has lit up."""
    verb, *words = move.split()
    if verb != "lay":
        page.click(f"#act-{verb}")
    for tile in words[:1] if verb in ("swap", "redraw") else words[2:]:
        page.click(f"[data-pick='{tile}']")
    page.click(f".fits[data-move='{move}']")


def assert_in_sight(page):
    """What a move needs is on the screen without scrolling."""
    assert page.evaluate("scrollY") == 0
    assert max(page.locator(".gap, .hand, .deeds, .dock").evaluate_all(BOTTOMS)) <= page.viewport_size["height"]


def assert_no_barriers(page):
    page.wait_for_timeout(400)  # until nothing moves any more: colours are measured
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_whole_game_in_two_languages_by_clicking_pieces(person):
    pages = phone, _ = person("it", phone=True, dark=True), person("fr")
    rng, played = Random(7), set()
    open_table(*pages)
    for page in pages:
        assert_no_barriers(page)
    while phone.locator(".setup").count():
        all_told(pages, choose, to_move(*pages), rng)
    while page := to_move(*pages):
        assert_in_sight(page)
        moves = page.eval_on_selector_all("[data-moves]", OFFERED)
        new = [move for move in moves if move.split()[0] not in played]
        move = rng.choice(new or [move for move in moves if move.startswith("lay")] or moves)
        played.add(move.split()[0])
        all_told(pages, play, page, move)
    assert "lay" in played
    for page in pages:
        expect(page.locator("#end-title")).to_be_visible()
        page.evaluate(LANDED)
        assert page.locator(".lines, .linebox").evaluate_all(OVERFLOWS) == [0, 0, 0]


def test_a_turn_by_role_and_name_with_reasons_and_then_by_plain_forms(person):
    pages = person("en"), person("en", phone=True, dark=True)
    open_table(*pages, rules="basic")
    page = to_move(*pages)
    _asks_why_not(page, next(other for other in pages if other is not page))
    for each in pages:
        assert_no_barriers(each)
    all_told(pages, _redraws_by_name, page)
    _plays_by_forms(person("fr", phone=True, javascript=False))


def _asks_why_not(page, other):
    said, end = page.get_by_role("alert"), page.locator("button.gap:not(.dead)").first
    end.press("Enter")
    expect(said).to_contain_text("choose at least one tile")
    for tile in page.locator("[data-pick]").all():
        tile.press("Space")
    end.press("Enter")
    expect(said).to_contain_text(re.compile("has no (white|black) pips|your tiles make|you chose"))
    page.locator("[data-piece]:not([data-pick])").first.press("Enter")
    expect(said).to_contain_text("Swap: pick one of your tiles")
    for tile in page.locator("[data-pick]").all():
        tile.press("Space")
    other.locator("button.gap").first.press("Enter")
    expect(other.get_by_role("alert")).to_contain_text("it is not your turn")


def _redraws_by_name(page):
    mine = page.get_by_role("region", name="Your tiles")
    tiles = mine.get_by_role("button", name=re.compile(r"tile \d\.\d: \d white, \d black"))
    expect(tiles).to_have_count(5)
    ends = page.get_by_role("button", name=re.compile("(upper|lower) end of the (white|black) line, (needs|closed)"))
    expect(ends).to_have_count(4)
    page.keyboard.press("t")
    expect(page.locator("#live")).to_contain_text("upper end of the black line, needs")
    mine.get_by_role("button", name="Redraw").press("Enter")
    tiles.first.press("Enter")
    expect(page.locator("[data-prompt]")).to_have_text("Redraw: press the pile, and this tile leaves the game.")
    mine.get_by_role("button", name="Pile: 17").press("Enter")


def _plays_by_forms(page):
    """Against a bot, without JavaScript: the choice before the first turn, then two moves."""
    page.goto("/new/bossa")
    page.fill("#name", "Anna")
    page.select_option("#seat1", index=1)
    page.select_option("#pace", "quick")
    page.click("button.go")
    moves = 0
    while moves < 2 and not page.locator(".end").count():
        if page.locator(".choices").count():
            page.get_by_role("button", name="Ligne blanche").click()
        elif page.locator("body.my-turn .every").count():
            page.click(".every summary")
            page.locator(".every button[name=move]").first.click()
            moves += 1
        else:
            page.wait_for_timeout(200)
            page.reload()
    assert moves
    expect(page.get_by_role("alert")).to_have_count(0)
