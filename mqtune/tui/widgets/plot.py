"""Figures: curves, points with bars, and markers; their axes, their drawing, and the widget."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from mqtune.tui.cells import cut

Point = tuple[float, float]
EDGE = 0.04  # fraction of an axis that stays free at its end


@dataclass(frozen=True, slots=True)
class Curve:
    """Points in one unit: joined by a line, or each shown as a character."""

    name: str
    points: tuple[Point, ...]
    sign: str = ""  # the character of each point; if empty, a line joins the points


@dataclass(frozen=True, slots=True)
class Bar:
    """The interval of a point, drawn vertically."""

    x: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Marker:
    """A line across the plot with its label: vertical at an x, or horizontal at a y."""

    at: float
    words: str
    upright: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole plot. Titles state the quantity of the axis and its unit. `least_y` is always shown."""

    x_title: str
    y_title: str
    curves: tuple[Curve, ...] = ()
    bars: tuple[Bar, ...] = ()
    markers: tuple[Marker, ...] = ()
    least_y: float | None = 0.0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(curve.points for curve in self.curves)

    def x_range(self) -> tuple[float, float]:
        """Return the least and greatest x of everything drawn; they differ."""
        places = [x for curve in self.curves for x, _ in curve.points]
        places += [bar.x for bar in self.bars]
        places += [marker.at for marker in self.markers if marker.upright]
        low, high = _apart(min(places, default=0.0), max(places, default=1.0))
        # characters and bars at the very edge are hard to see
        room = (high - low) * EDGE if self.bars or any(curve.sign for curve in self.curves) else 0.0
        return low - room, high + room

    @property
    def is_integral(self) -> bool:
        """Whether all x are whole numbers, such as threads: the axis then has no label between them."""
        return all(x == int(x) for curve in self.curves for x, _ in curve.points)

    def y_range(self) -> tuple[float, float]:
        """Return the least and greatest y of everything drawn; they differ."""
        heights = [y for curve in self.curves for _, y in curve.points]
        heights += [y for bar in self.bars for y in (bar.low, bar.high)]
        heights += [marker.at for marker in self.markers if not marker.upright]
        if self.least_y is not None:
            heights.append(self.least_y)
        low, high = _apart(min(heights, default=0.0), max(heights, default=1.0))
        return low, high + (high - low) * EDGE


def _apart(low: float, high: float) -> tuple[float, float]:
    if high > low:
        return low, high
    return low - (abs(low) * 0.1 or 1.0), high + (abs(high) * 0.1 or 1.0)


# Labels of an axis: steps of 1, 2 or 5, and short numbers.

STEPS = (1, 2, 5, 10)
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


def ticks(low: float, high: float, most: int, least_step: float = 0.0) -> tuple[float, ...]:
    """Return round numbers from low to high, at most `most`, and no closer than the least step."""
    span = high - low
    if span <= 0 or not math.isfinite(span) or most < 1:
        return ()
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((size * power for size in STEPS if span / (size * power) + 1 <= most), STEPS[-1] * power)
    while math.floor(high / step + 1e-9) - math.ceil(low / step - 1e-9) + 1 > most:
        step *= 2
    step = max(step, least_step)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return tuple(number * step for number in range(first, last + 1))


def short(value: float, step: float = 0.0) -> str:
    """Return a number in few characters: 925k, 1.2M, 0.05; with the digits that the axis step needs."""
    size = abs(value)
    for unit, letter in PREFIXES:
        if size >= unit * (10 if letter == "k" else 1) or (step >= unit and value):
            return f"{_digits(value / unit, step / unit)}{letter}"
    return _digits(value, step)


def _digits(value: float, step: float) -> str:
    if value == 0:
        return "0"
    if step > 0:
        places = max(0, -math.floor(math.log10(step) + 1e-9))
        return f"{value:.{min(places, 6)}f}"
    text = f"{value:.3g}"
    return f"{value:.0f}" if "e" in text and abs(value) >= 1 else text


# The drawing: braille dots for lines, letters for points, box lines for axes. Empty cells are blanks rather
# than empty braille characters, for fonts and screen readers.

AXIS = "axis"
LABEL = "label"
MARK = "mark"
BAR = "bar"
BLANK = ""

Cell = tuple[str, str]  # a character, and its role: axis, label, mark, bar, or `curve0`, `curve1` …
LEAST_WIDTH = 20
LEAST_HEIGHT = 5

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_NO_DOTS = 0x2800


class Canvas:
    """The area inside the axes: two by four dots in each cell, with characters over them."""

    def __init__(
        self, width: int, height: int, x_range: tuple[float, float], y_range: tuple[float, float]
    ) -> None:
        self.width = width
        self.height = height
        self._x = x_range
        self._y = y_range
        self._dots: dict[tuple[int, int], int] = {}
        self._roles: dict[tuple[int, int], str] = {}
        self._signs: dict[tuple[int, int], Cell] = {}

    def dot_at(self, x: float, y: float) -> tuple[int, int]:
        """Return the dot of a point, counted from the upper left."""
        across = (x - self._x[0]) / (self._x[1] - self._x[0])
        up = (y - self._y[0]) / (self._y[1] - self._y[0])
        return round(across * (self.width * 2 - 1)), round((1 - up) * (self.height * 4 - 1))

    def cell_at(self, x: float, y: float) -> tuple[int, int]:
        """Return the cell of a point, counted from the upper left."""
        across, down = self.dot_at(x, y)
        return across // 2, down // 4

    def line(self, start: tuple[int, int], end: tuple[int, int], role: str) -> None:
        """Draw a straight line of dots."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            across = round(start[0] + (end[0] - start[0]) * step / steps)
            down = round(start[1] + (end[1] - start[1]) * step / steps)
            self._dot(across, down, role)

    def sign(self, column: int, row: int, sign: str, role: str, over: bool = True) -> None:
        """Draw a character in a cell; without `over` only if the cell is empty."""
        if 0 <= column < self.width and 0 <= row < self.height:
            place = (column, row)
            if over or (place not in self._signs and place not in self._dots):
                self._signs[place] = (sign, role)

    def cell(self, column: int, row: int) -> Cell:
        """Return the character of a cell and its role."""
        place = (column, row)
        if place in self._signs:
            return self._signs[place]
        if place in self._dots:
            return chr(_NO_DOTS + self._dots[place]), self._roles[place]
        return " ", BLANK

    def _dot(self, across: int, down: int, role: str) -> None:
        if 0 <= across < self.width * 2 and 0 <= down < self.height * 4:
            place = (across // 2, down // 4)
            self._dots[place] = self._dots.get(place, 0) | _DOTS[down % 4][across % 2]
            self._roles[place] = role


def draw(figure: Figure, width: int, height: int) -> list[list[Cell]]:
    """Return the rows of a figure in `width` columns and `height` rows; none if it is too small or empty."""
    if figure.empty or width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return []
    inner = height - 3  # a row for the title of y, two for the axis of x
    y_range = figure.y_range()
    y_ticks = _y_ticks(y_range, inner)
    step = y_ticks[1] - y_ticks[0] if len(y_ticks) > 1 else 0.0
    labels = {tick: short(tick, step) for tick in y_ticks}
    left = max((len(text) for text in labels.values()), default=1) + 1
    canvas = Canvas(width - left - 1, inner, figure.x_range(), y_range)
    _fill(canvas, figure)
    by_row = {canvas.cell_at(figure.x_range()[0], tick)[1]: text for tick, text in labels.items()}
    rows = [_text(cut(f"{' ' * left}{figure.y_title} by {figure.x_title}", width), LABEL, width)]
    for row in range(inner):
        text = by_row.get(row, "")
        head = [(sign, LABEL) for sign in text.rjust(left)]
        axis = ("┤" if text else "│", AXIS)
        rows.append([*head, axis, *(canvas.cell(column, row) for column in range(canvas.width))])
    return [*rows, *_x_axis(canvas, figure, left, width)]


def _y_ticks(y_range: tuple[float, float], rows: int) -> tuple[float, ...]:
    most = max(2, rows // 3 + 1)
    places = ticks(*y_range, most)
    while len(places) < 2 and most < rows:  # too few round numbers between the ends
        most += 1
        places = ticks(*y_range, most)
    return places


def _fill(canvas: Canvas, figure: Figure) -> None:
    for marker in figure.markers:
        _draw_marker(canvas, figure, marker.at, marker.upright)
    for bar in figure.bars:
        start, end = canvas.cell_at(bar.x, bar.high), canvas.cell_at(bar.x, bar.low)
        for row in range(start[1], end[1] + 1):
            canvas.sign(start[0], row, "┃", BAR)
    for number, curve in enumerate(figure.curves):
        _draw_curve(canvas, curve, f"curve{number}")
    lines = [(f"curve{number}", curve) for number, curve in enumerate(figure.curves) if not curve.sign]
    for role, curve in lines if len(lines) > 1 else ():
        _name_curve(canvas, curve, role)
    for marker in figure.markers:
        _name_marker(canvas, figure, marker.at, marker.upright, marker.words)


def _draw_curve(canvas: Canvas, curve: Curve, role: str) -> None:
    if curve.sign:
        for x, y in curve.points:
            canvas.sign(*canvas.cell_at(x, y), curve.sign, role)
        return
    dots = [canvas.dot_at(x, y) for x, y in curve.points]
    for start, end in zip(dots, dots[1:] or dots, strict=False):
        canvas.line(start, end, role)


def _name_curve(canvas: Canvas, curve: Curve, role: str) -> None:
    """Write the name of a line near one of its points, at the position where it covers the least."""
    words = cut(curve.name, canvas.width // 2)
    ends = [canvas.cell_at(x, y) for x, y in curve.points]
    places = [
        (column - len(words) * (column > canvas.width // 2), row + by)
        for column, row in reversed(ends)
        for by in (-1, 1, -2, 2)
    ]
    _write(canvas, words, places, role)


def _draw_marker(canvas: Canvas, figure: Figure, at: float, upright: bool) -> None:
    if upright:
        column, _ = canvas.cell_at(at, figure.y_range()[0])
        for row in range(canvas.height):
            canvas.sign(column, row, "┊", MARK, over=False)
    else:
        _, row = canvas.cell_at(figure.x_range()[0], at)
        for column in range(canvas.width):
            canvas.sign(column, row, "┄", MARK, over=False)


def _name_marker(canvas: Canvas, figure: Figure, at: float, upright: bool, words: str) -> None:
    """Write the label beside its line, at the position where it covers the least."""
    words = cut(words, max(0, canvas.width - 2))
    if upright:
        column, _ = canvas.cell_at(at, figure.y_range()[0])
        starts = [column + 1, column - len(words)]
        places = [(start, row) for row in (0, canvas.height - 1, 1, canvas.height - 2) for start in starts]
    else:
        _, row = canvas.cell_at(figure.x_range()[0], at)
        starts = [1, canvas.width - len(words) - 1, (canvas.width - len(words)) // 2]
        places = [(start, line) for line in (row - 1, row + 1, row) for start in starts]
    _write(canvas, words, places, MARK)


def _write(canvas: Canvas, words: str, places: list[tuple[int, int]], role: str) -> None:
    """Write words at the first of the places where they cover the least."""
    fits = [(start, row) for start, row in places if 0 <= start <= canvas.width - len(words)]
    fits = [(start, row) for start, row in fits if 0 <= row < canvas.height]
    if not fits:
        return
    start, row = min(fits, key=lambda place: _hidden(canvas, place, len(words)))
    for offset, sign in enumerate(words):
        canvas.sign(start + offset, row, sign, role)


def _hidden(canvas: Canvas, place: tuple[int, int], length: int) -> int:
    start, row = place
    signs = [canvas.cell(start + offset, row)[0] for offset in range(length)]
    return sum(2 * (sign not in " ┊┄") + (sign in "┊┄") for sign in signs)


def _x_axis(canvas: Canvas, figure: Figure, left: int, width: int) -> list[list[Cell]]:
    low, high = figure.x_range()
    places = ticks(low, high, max(2, canvas.width // 10), 1.0 if figure.is_integral else 0.0)
    step = places[1] - places[0] if len(places) > 1 else 0.0
    line, text = ["─"] * canvas.width, [" "] * (left + 1 + canvas.width)
    for place in places:
        column, _ = canvas.cell_at(place, figure.y_range()[0])
        line[column] = "┬"
        label = short(place, step)
        start = min(max(0, left + 1 + column - len(label) // 2), len(text) - len(label))
        if _free(text, start, len(label)):
            text[start : start + len(label)] = label
    axis = [(" ", BLANK)] * left + [(sign, AXIS) for sign in "└" + "".join(line)]
    return [axis, _text("".join(text), LABEL, width)]


def _free(text: list[str], start: int, length: int) -> bool:
    """Return whether a stretch and one character on each side of it are blank."""
    return not "".join(text[max(0, start - 1) : start + length + 1]).strip()


def _text(words: str, role: str, width: int) -> list[Cell]:
    return [(sign, role if sign != " " else BLANK) for sign in words.ljust(width)[:width]]


# The widget; if it is too small for the figure, it shows only the caption.


class PlotView(Widget):
    """A plot with a caption that describes it for users who cannot see it."""

    DEFAULT_CSS = "PlotView { height: 1fr; min-height: 3; }"
    ROLES: ClassVar[dict[str, str]] = {
        "axis": "$text-muted",
        "label": "$text-muted",
        "mark": "$text-warning",
        "bar": "$text-accent",
        "curve0": "$text-primary",
        "curve1": "$text-accent",
        "curve2": "$text-success",
    }

    figure: reactive[Figure | None] = reactive(None)
    caption: reactive[str] = reactive("")

    def render(self) -> Content:
        """Return the plot above its caption."""
        width, height = self.size
        words = _wrapped(self.caption, width)
        rows = draw(self.figure, width, height - len(words)) if self.figure is not None else []
        lines = [
            Content.assemble(
                *(
                    ("".join(sign for sign, _ in cells), self.ROLES.get(role, ""))
                    for role, cells in groupby(row, key=lambda cell: cell[1])
                )
            )
            for row in rows
        ]
        return Content("\n").join([*lines, *(Content(line) for line in words[: max(0, height)])])


def _wrapped(words: str, width: int) -> list[str]:
    """Return the text in lines of at most `width` columns, broken at blanks."""
    lines: list[str] = []
    for word in words.split():
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word[: max(1, width)])
    return lines
