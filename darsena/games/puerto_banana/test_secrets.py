from msgspec.structs import replace

from ...core.game import Seat
from .rules import Bid, Options, State, apply, new, view


def disguise(state: State, seat: Seat | None, rng) -> State:
    """Other people's sealed bids are other numbers; all else stays."""
    bids = [rng.randrange(1000) if bid is not None and other != seat else bid for other, bid in enumerate(state.bids)]
    return replace(state, bids=tuple(bids))


def test_3_3_a_written_bid_is_secret():
    three = new(3, Options())
    assert view(apply(three, 1, Bid(3)), seat=0) == view(apply(three, 1, Bid(10**300)), seat=0)
