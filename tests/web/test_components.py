"""What pages and parts are made of."""

from darsena.core.game import Event, Seated, Who, say
from darsena.games import games
from darsena.web import components
from darsena.web.components import asset, boat, flag, log_line, log_panel, page, part, static
from darsena.web.frame import Berth, End, Invite, Rank, Seats, Start

GAME = next(iter(games().values()))


def test_names_are_escaped():
    seated = (Seated("<i>Ada"), Seated("Bo"))
    names = tuple(each.name for each in seated)
    line = log_line(Event(say("{who} sits down", who=Who(0)), 0, "seal"), names, None, GAME, "en")
    assert line == (1, "seal", "<i>Ada sits down")
    panel = log_panel([line], "en")
    assert '<li data-sound="seal"><svg class="flag seat-1"' in panel
    assert "<span>&lt;i&gt;Ada sits down</span></li>" in panel
    assert "&lt;i&gt;" in part(None, "seats", Seats((Berth("<i>Ada"),)), "en")


def test_what_is_written_in_a_sentence_is_escaped_but_drawings_are_not():
    speech = components.Speech(None, "it")
    assert speech.gettext("{a} & {b}", a="<", b=flag(0)).startswith("&lt; &amp; <svg")


def test_numbers_in_sentences_are_grouped_as_in_the_language():
    assert components.Speech(None, "it").ngettext("{n} x", "{n} xs", 12345) == "12.345 xs"


def test_addresses_change_with_what_they_lead_to():
    assert static("style.css").startswith("/static/style.css?v=")
    assert static("style.css")[-8:] != static("art.svg")[-8:]
    assert asset(GAME, "art.svg").startswith(f"/games/{GAME.id}/art.svg?v=")
    assert boat(GAME).endswith("#boat")


def test_a_part_is_made_once():
    value = Invite("http://harbour.example/j/1")
    assert part(None, "invite", value, "fr") is part(None, "invite", Invite(value.url), "fr")


def test_only_the_creator_has_the_buttons_of_the_room():
    assert "<form" in part(None, "start", Start(creator=True, name="Ada", missing=0), "en")
    assert "<form" not in part(None, "start", Start(creator=False, name="Ada", missing=0), "en")


def test_the_end_names_the_winner_or_you():
    seated = (Seated("Ada"), Seated("Bo"))
    end = End(seated, (1,), (Rank(1, 1, 5), Rank(2, 0, 3)), say("a full hold"))
    assert "Bo has won" in part(None, "end", end, "en")
    assert "You have won" in part(None, "end", End(seated, (1,), end.ranking, end.reason, you=1), "en")


def test_pages_come_in_every_language():
    texts = {
        language: page("message.html", language, title="404", text="?", link="", path="/x", me=None)
        for language in ("en", "it", "fr")
    }
    assert 'lang="it"' in texts["it"]
    assert "To the harbour" in texts["en"]
    assert "Al porto" in texts["it"]
    assert "Au port" in texts["fr"]
