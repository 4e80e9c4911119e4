"""Whatever is sent to whatever door is done or refused with a reason, and breaks nothing. `make hostile` sends more."""

import logging
from random import Random

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from darsena.games import games
from darsena.server.app import create
from darsena.server.belongings import forget
from darsena.server.limits import Buckets
from darsena.server.settings import Settings

from .doors import doors
from .hostile import message, request, settle

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:httpx", "ignore:Setting per-request cookies")
SEA = "ws://harbour"
HARMLESS = (None, 1007, 1013, 4403)
SHORT = settings(max_examples=60, suppress_health_check=list(HealthCheck), derandomize=True, database=None)


class Place:
    """A site that lives as long as all these tests, and a new company whenever the last one has been undone."""

    def __init__(self, folder):
        self.app = create(Settings(data=str(folder), public_tables=True))
        self.first = TestClient(self.app, base_url="http://harbour")
        self.count, self.last = 0, None

    def arrive(self):
        client = TestClient(self.app, base_url="http://harbour")
        client.portal = self.first.portal
        return client

    def company(self):
        site, all_games = self.app.state.site, list(games().values())
        site.looks = site.deeds = site.opened = site.brought = site.commands = Buckets(rate=10**6, burst=10**6)
        site.accounts.by_address = site.accounts.by_name = site.programs.pace = Buckets(rate=10**6, burst=10**6)
        self.count += 1
        return settle(self.arrive, all_games[self.count % len(all_games)], self.count)

    def present(self, seed):
        """A company, which now and then is another one."""
        if self.last is None or seed % 8 == 0:
            self.last = self.company()
        return self.last


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    made = Place(tmp_path_factory.mktemp("hostile"))
    with made.first:
        yield made


@SHORT
@given(seed=st.integers(0, 2**32))
def test_no_request_breaks_anything(place, seed):
    """Some requests in a row, to a company that may be undone by any of them."""
    rng, stranger, company = Random(seed), place.arrive(), place.present(seed)
    for _ in range(10):
        sent = request(rng, place.app, company)
        if stream(place.app, sent):
            continue
        answer = stranger.request(
            sent.method, sent.target, headers=list(sent.headers), content=sent.body, follow_redirects=False
        )
        assert answer.status_code < 500
        stranger.cookies.clear()


def stream(app, sent):
    """Whether a request may be answered without end; these are asked for in other tests."""
    ways = [door.path.split("{")[0] for door in doors(app) if door.stream]
    return sent.method == "GET" and any(sent.target.startswith(way) for way in ways)


@SHORT
@given(seed=st.integers(0, 2**32))
def test_no_message_breaks_a_table(place, seed):
    """Either every message is answered, or the connection ends with a code that says why."""
    rng, company = Random(seed), place.present(seed)
    where, person = f"/t/{company.words['{code}']}/", company.people[1]
    assert ended(place.arrive().websocket_connect(f"{SEA}{where}live", headers=person), rng, company) in HARMLESS
    assert place.arrive().get(where, headers=person).status_code in (200, 403)


def ended(screen, rng, company):
    """Send some, and say with which code the connection has ended, or none where it has not."""
    with screen:
        try:
            screen.receive_text()
            for _ in range(8):
                sent = message(rng, company)
                screen.send_bytes(sent) if isinstance(sent, bytes) else screen.send_text(sent)
            screen.send_text('{"id": "last"}')
            while '"last"' not in screen.receive_text():
                pass
        except WebSocketDisconnect as end:
            return end.code
    return None


def test_the_log_says_little_about_all_that(place, caplog):
    rng, company, stranger = Random(1), place.company(), place.arrive()
    for _ in range(50):
        if not stream(place.app, sent := request(rng, place.app, company)):
            stranger.request(sent.method, sent.target, headers=list(sent.headers), content=sent.body)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.fixture(scope="module")
def described(place):
    """What the description of the API tells of, without what is answered without end; and a token for it."""
    told = schemathesis.openapi.from_dict(place.arrive().get("/api/openapi.json").json())
    finite = told.exclude(path=[door.path for door in doors(place.app) if door.stream])
    return [found.ok() for found in finite.get_all_operations()], place.company().people[2]


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@settings(SHORT, max_examples=60)
@given(data=st.data())
def test_the_api_answers_as_its_description_says(place, described, mode, data):
    """Whatever fits the description, and whatever does not."""
    operations, token = described
    case = data.draw(data.draw(st.sampled_from(operations)).as_strategy(generation_mode=mode))
    answer = place.arrive().request(**case.as_transport_kwargs(base_url="http://harbour", headers=token))
    case.validate_response(answer, excluded_checks=[ignored_auth])  # this token is a good one


def test_whoever_is_forgotten_while_a_form_is_on_its_way_hears_that_it_came_too_late(place, monkeypatch):
    site, person = place.app.state.site, place.arrive()
    person.post(f"/play/{next(iter(games()))}")

    async def meanwhile(id, reach=site.messenger.reach):
        await forget(site.storage, site.harbour, id)
        return await reach(id)

    monkeypatch.setattr(site.messenger, "reach", meanwhile)
    assert person.post("/notices", data={"remind": "3600"}).status_code == 409
