"""Numbers over time: every point inside the drawing, no flag upon another, level lines without corners."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from darsena.web.chart import Chart

numbers = st.integers(2, 7).flatmap(
    lambda seats: st.lists(st.tuples(*[st.integers(0, 400)] * seats), min_size=1, max_size=80)
)


@given(numbers)
def test_every_point_and_flag_is_inside_the_drawing(values):
    chart = Chart(tuple(values))
    for seat in range(len(values[0])):
        for point in chart.points(seat).split():
            x, y = map(int, point.split(","))
            assert 26 <= x <= 254
            assert 10 <= y <= 128
    heights = sorted(y for _, y in chart.flags)
    assert all(high - low >= 14 for low, high in pairwise(heights))
    assert heights[-1] <= 138


def test_a_level_line_is_two_points():
    assert Chart(((4, 0), (4, 1), (4, 2), (4, 3))).points(0) == "32,10 254,10"


def test_the_table_has_a_row_for_every_change():
    chart = Chart(((1, 1), (1, 1), (2, 1), (2, 1), (2, 1)), first=3)
    assert [n for n, _ in chart.changes()] == [3, 5, 7]


@given(st.integers(1, 2000))
def test_the_names_of_the_times_have_room(count):
    chart = Chart(((0, 1),) * count)
    assert sum(1 + len(str(i)) for i in chart.marks) <= 40
