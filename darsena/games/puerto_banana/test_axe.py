"""Nothing for axe to complain of while an auction is told, and at the end of a game."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from .test_browser import LOTS, bid, skip, two


def complaints(page):
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in Axe().run(page).response["violations"]]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_from_the_reveal_to_the_end(person, dark):
    ada, bo = two(person)
    for page in (ada, bo):
        page.emulate_media(reduced_motion="reduce", color_scheme="dark" if dark else "light")
    bo.set_viewport_size({"width": 360, "height": 740})
    found = []
    for number, lot in enumerate(LOTS):
        bid(ada, lot)
        bid(bo, 0)
        for page in (ada, bo):
            expect(page.locator("[data-step].at")).to_be_visible()
            found += complaints(page) if number == 0 else []
            skip(page)
    for page in (ada, bo):
        expect(page.locator("#part-end h2")).to_be_visible()
        found += complaints(page)
    assert not found
