import pytest

from darsena.core import options
from darsena.core.game import Refused

from ..tiny import TINY, Options


def test_options_are_written_and_read_back():
    for chosen in options.every(TINY):
        assert options.read(TINY, options.write(chosen)) == chosen


def test_what_is_not_named_keeps_its_default():
    assert options.read(TINY, {}) == Options()
    assert options.read(TINY, {"loud": "yes"}) == Options("0", loud=True)


def test_all_combinations_come_once_with_the_defaults_first():
    found = list(options.every(TINY))
    assert found[0] == Options()
    assert len(found) == len(set(found)) == 4


def test_choices_are_enough_to_draw_a_form():
    start, loud = options.choices(TINY)
    assert (start.name, start.default, [word for word, _ in start.values]) == ("start", "0", ["0", "3"])
    assert [(word, str(label)) for word, label in loud.values] == [("no", "no"), ("yes", "yes")]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [({"colour": "red"}, "no option “colour”"), ({"start": "9"}, "“start” can be"), ({"loud": "YES"}, "“loud” can be")],
)
def test_unknown_options_and_values_are_refused(words, sentence):
    with pytest.raises(Refused, match=sentence):
        options.read(TINY, words)
