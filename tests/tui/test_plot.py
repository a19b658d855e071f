"""Plots: their content at every size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.tui.widgets.plot import LEAST_HEIGHT, LEAST_WIDTH, Bar, Curve, Figure, Marker, draw, short, ticks

LINE = Figure(
    "subscribers",
    "us",
    (Curve("time", tuple((s, 20.0 + 5 * s + 5 * max(0, s - 48)) for s in range(1, 81))),),
    (),
    (Marker(48, "break at 48"),),
)
THREADS = Figure(
    "threads",
    "publications/s",
    (Curve("median", ((3, 851e3), (4, 873e3), (5, 668e3)), "o"),),
    (Bar(3, 700e3, 900e3),),
    (Marker(873e3, "limit 873k", upright=False),),
)
numbers = st.floats(-1e12, 1e12, allow_nan=False)


def text(figure: Figure, width: int, height: int) -> str:
    return "\n".join("".join(sign for sign, _ in row) for row in draw(figure, width, height))


def test_the_break_is_marked_and_named() -> None:
    shown = text(LINE, 60, 14)
    assert "break at 48" in shown
    assert "┊" in shown
    assert shown.splitlines()[0].strip() == "us by subscribers"


def test_each_arm_has_its_sign_and_its_interval() -> None:
    shown = text(THREADS, 60, 14)
    assert sum(line.count("o") for line in shown.splitlines()[1:-2]) == 3
    assert "┃" in shown
    assert "limit 873k" in shown


def test_an_axis_of_threads_has_no_label_between_whole_numbers() -> None:
    assert text(THREADS, 100, 14).splitlines()[-1].split() == ["3", "4", "5"]


def test_no_plot_if_it_is_too_small_or_empty() -> None:
    assert draw(LINE, LEAST_WIDTH - 1, 20) == []
    assert draw(LINE, 80, LEAST_HEIGHT - 1) == []
    assert draw(Figure("x", "y", (Curve("none", ()),)), 80, 20) == []


@given(
    st.lists(st.tuples(numbers, numbers), min_size=1, max_size=20),
    st.integers(LEAST_WIDTH, 120),
    st.integers(LEAST_HEIGHT, 40),
)
def test_every_row_has_the_full_width(points: list[tuple[float, float]], width: int, height: int) -> None:
    figure = Figure("x", "y", (Curve("any", tuple(points)),), (), (Marker(points[0][0], "here"),))
    rows = draw(figure, width, height)
    assert len(rows) == height
    assert {len(row) for row in rows} == {width}


@given(numbers, st.floats(1e-6, 1e12), st.integers(2, 12))
def test_ticks_lie_on_the_axis_and_are_not_too_many(low: float, span: float, most: int) -> None:
    places = ticks(low, low + span, most)
    assert len(places) <= most
    assert list(places) == sorted(places)


def test_numbers_are_short_and_distinct() -> None:
    assert [short(value) for value in (0, 48, 925_000, 1_200_000, 0.05, 9500)] == [
        "0",
        "48",
        "925k",
        "1.2M",
        "0.05",
        "9500",
    ]
    assert [short(value, 0.5) for value in (1.0, 1.5)] == ["1.0", "1.5"]
