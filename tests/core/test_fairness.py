from collections import Counter
from hashlib import sha256

import pytest

from darsena.core.fairness import Draws, commitment, draw, new_seed

SEED = bytes(range(32))
WORDS = ("ada", "bo")


def test_a_seed_is_32_random_bytes_and_its_commitment_a_sha256():
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()
    assert commitment(SEED) == sha256(SEED).hexdigest()


def test_known_draws():
    """Whoever writes a verifier in another language can start from these."""
    assert [draw(SEED, WORDS, n, 6) for n in range(10)] == [5, 0, 2, 0, 2, 0, 1, 1, 5, 5]


@pytest.mark.parametrize("total", [1, 2, 3, 5, 6, 7])
def test_all_numbers_are_equally_likely(total):
    found = Counter(draw(SEED, WORDS, n, total) for n in range(3000))
    expected = 3000 / total
    assert set(found) == set(range(total))
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 25  # chi square, at most 6 degrees


def test_the_largest_totals_are_fair_too():
    """Of 2^255 + 1 values almost half of all attempts must be rejected; without that small numbers were likelier."""
    total = 2**255 + 1
    below = sum(draw(SEED, WORDS, n, total) < total // 2 for n in range(400))
    assert 150 < below < 250


@pytest.mark.parametrize("total", [0, -1, 2**256 + 1])
def test_a_draw_among_nothing_or_too_much_is_a_mistake(total):
    with pytest.raises(ValueError, match="a draw is made among"):
        draw(SEED, WORDS, 0, total)


def test_every_contribution_matters_and_so_does_who_made_it():
    def draws(*words):
        return [draw(SEED, words, n, 10**9) for n in range(3)]

    assert draws("ada", "bo") != draws("ada", "bob")
    assert draws("ada", "bo") != draws("bo", "ada")
    assert draws("ab", "c") != draws("a", "bc")


def test_weights_are_kept_in_the_order_given():
    nature = Draws(SEED, WORDS)
    found = Counter(nature([("rare", 1), ("common", 9)]) for _ in range(2000))
    assert 120 < found["rare"] < 280
    assert nature.n == 2000


def test_draws_go_on_from_any_number():
    possible = [(face, 1) for face in range(6)]
    first = Draws(SEED, WORDS)
    all_of_them = [first(possible) for _ in range(10)]
    later = Draws(SEED, WORDS, n=4)
    assert [later(possible) for _ in range(6)] == all_of_them[4:]
