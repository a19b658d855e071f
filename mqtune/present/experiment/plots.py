"""Plots of a result as SVG: arms with intervals, runs in order, samples of each run.

Plain shapes and text, no script, no font and no picture from outside. Each has a caption in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from mqtune.lab.core.run import number_text
from mqtune.lab.journal.result import ENDED, Level, RunRecord
from mqtune.present.safe import safe

WIDTH, LEFT, RIGHT, TOP, FOOT = 720, 90, 20, 14, 40
ROW = 26
NAMES = 90
LETTER = 6.8  # the mean width of a letter; fonts differ
MOST_NUMBERS = 30  # below a plot
MOST_NAMED = 6  # arms that are named next to their runs
MARGIN = 0.06  # of the range, free on both sides
HEIGHT = 260
TICKS = 5
# distinguishable without red and green, and by the shape of the mark
BLUE, GREY = "#0b5fa5", "#777777"

Scale = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class ResultPlot:
    """An SVG picture and its caption."""

    svg: str
    caption: str


def ticks(low: float, high: float) -> list[float]:
    """Round values over a range: steps of 1, 2 or 5 times a power of ten."""
    if high <= low:
        return [low]
    rough = (high - low) / TICKS
    power = 10 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    first = ceil(low / step)
    return [number * step for number in range(first, floor(high / step + 1e-9) + 1)]


def interval_plot(levels: Sequence[Level], unit: str) -> ResultPlot | None:
    """Each arm's mean with its interval, one per row."""
    known = [level for level in levels if level.mean is not None]
    if not known:
        return None
    least, most = _range(
        [end for level in known for end in (level.mean, level.low, level.high) if end is not None]
    )
    names = max(LEFT, LETTER * max(len(level.arm.name) for level in known))
    at = _scale(least, most, names + 20, WIDTH - RIGHT)
    height = TOP + ROW * len(known) + FOOT
    parts = [_axis(least, most, at, TOP, height - FOOT, unit)]
    for row, level in enumerate(known):
        y = TOP + ROW * row + ROW / 2
        parts.append(_text(names, y + 4, level.arm.name, "end"))
        if level.low is not None and level.high is not None:
            parts.append(_line(at(level.low), y, at(level.high), y, BLUE, 3))
        parts.append(f'<circle cx="{at(level.mean or 0):.1f}" cy="{y:.1f}" r="4" fill="{BLUE}"/>')
    return ResultPlot(_svg(height, parts), f"Mean and 95% interval over runs of each arm, in {unit}")


def runs_plot(records: Sequence[RunRecord], unit: str) -> ResultPlot | None:
    """The value of each run in the order of the runs: drift is visible as a slope."""
    known = [
        (record, record.ended.value) for record in records if record.ended and record.ended.value is not None
    ]
    if len(known) < 2:
        return None
    least, most = _range([value for _, value in known])
    y_at = _scale(least, most, HEIGHT - FOOT, TOP)
    x_at = _scale(known[0][0].number, known[-1][0].number, LEFT + 10, WIDTH - RIGHT - NAMES)
    parts = [_side(least, most, y_at), *_by_arm(known, x_at, y_at)]
    step = ceil(len(known) / MOST_NUMBERS)
    for place, (record, value) in enumerate(known):
        x, y = x_at(record.number), y_at(value)
        title = f"run {record.number}, {record.started.arm}: {number_text(value)}"
        parts.append(f"<g><title>{escape(safe(title))}</title>")
        parts.append(f"{_mark(x, y, record.counts)}</g>")
        if place % step == 0:
            parts.append(_text(x, HEIGHT - FOOT + 16, str(record.number)))
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 6, "run"))
    return ResultPlot(_svg(HEIGHT, parts), f"Value of each run in order, in {unit}; a cross does not count")


def _mark(x: float, y: float, counts: bool) -> str:
    if counts:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{BLUE}"/>'
    return f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="{GREY}" stroke-width="2"/>'


def _by_arm(known: Sequence[tuple[RunRecord, float]], x_at: Scale, y_at: Scale) -> Iterator[str]:
    """A thin line through the runs of each arm with its name, if there are few arms."""
    arms: dict[str, list[tuple[float, float]]] = {}
    for record, value in known:
        if record.started.block > 0:
            arms.setdefault(record.started.arm, []).append((x_at(record.number), y_at(value)))
    if len(arms) > MOST_NAMED:
        return
    for arm, points in arms.items():
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield f'<polyline points="{line}" fill="none" stroke="#bbbbbb" stroke-width="1"/>'
        x, y = points[-1]
        yield _text(x + 8, y + 4, arm, "start")


def samples_plot(records: Sequence[RunRecord]) -> ResultPlot | None:
    """The samples of all runs one after the other; what was cut as warm-up is grey."""
    shown = [record for record in records if record.samples and record.state == ENDED]
    rates = [sample.rate for record in shown for sample in record.samples]
    total = sum(record.samples[-1].at for record in shown)
    if len(rates) < 2 or total <= 0:
        return None
    y_at = _scale(0.0, max(rates), HEIGHT - FOOT, TOP)
    x_at = _scale(0.0, total, LEFT, WIDTH - RIGHT)
    parts = [_side(0.0, max(rates), y_at)]
    start, step = 0.0, ceil(len(shown) / MOST_NUMBERS)
    for place, record in enumerate(shown):
        for warm, colour in ((True, GREY), (False, BLUE)):
            points = [
                f"{x_at(start + sample.at):.1f},{y_at(sample.rate):.1f}"
                for sample in record.samples
                if record.warm_up(sample) == warm
            ]
            if points:
                line = f'points="{" ".join(points)}" fill="none" stroke="{colour}"'
                parts.append(f'<polyline {line} stroke-width="1.5"/>')
        start += record.samples[-1].at
        parts.append(_line(x_at(start), TOP, x_at(start), HEIGHT - FOOT, "#dddddd", 1))
        if place % step == 0:
            middle = x_at(start - record.samples[-1].at / 2)
            parts.append(_text(middle, HEIGHT - FOOT + 16, str(record.number)))
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 6, "run"))
    return ResultPlot(_svg(HEIGHT, parts), "Rate per second of every run; grey was discarded as warm-up")


def _range(values: Sequence[float]) -> tuple[float, float]:
    """The least and the largest value, and a margin around them."""
    low, high = min(values), max(values)
    spare = (high - low) * MARGIN or abs(high) * MARGIN or 1.0
    return low - spare, high + spare


def _scale(low: float, high: float, first: float, last: float) -> Scale:
    span = high - low
    return lambda value: (first + last) / 2 if span == 0 else first + (value - low) / span * (last - first)


def _axis(low: float, high: float, at: Scale, top: float, foot: float, unit: str) -> str:
    lines = [
        _line(at(tick), top, at(tick), foot, "#dddddd", 1) + _text(at(tick), foot + 16, number_text(tick))
        for tick in ticks(low, high)
    ]
    return "".join((*lines, _text((LEFT + WIDTH) / 2, foot + 32, unit)))


def _side(low: float, high: float, at: Scale) -> str:
    return "".join(
        _line(LEFT, at(tick), WIDTH - RIGHT, at(tick), "#dddddd", 1)
        + _text(LEFT - 8, at(tick) + 4, number_text(tick), "end")
        for tick in ticks(low, high)
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(safe(text))}</text>'


def _svg(height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#222222">{"".join(parts)}</svg>'
    )
