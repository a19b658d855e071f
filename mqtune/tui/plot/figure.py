"""Figures: curves, single points with their bars, and lines that mark a value."""

from __future__ import annotations

from dataclasses import dataclass

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
        places += [one.at for one in self.markers if one.upright]
        low, high = _apart(min(places, default=0.0), max(places, default=1.0))
        # characters and bars at the very edge are hard to see
        room = (high - low) * EDGE if self.bars or any(curve.sign for curve in self.curves) else 0.0
        return low - room, high + room

    @property
    def whole(self) -> bool:
        """Whether all x are whole numbers, such as threads: the axis then has no label between them."""
        return all(x == int(x) for curve in self.curves for x, _ in curve.points)

    def y_range(self) -> tuple[float, float]:
        """Return the least and greatest y of everything drawn; they differ."""
        heights = [y for curve in self.curves for _, y in curve.points]
        heights += [y for bar in self.bars for y in (bar.low, bar.high)]
        heights += [one.at for one in self.markers if not one.upright]
        if self.least_y is not None:
            heights.append(self.least_y)
        low, high = _apart(min(heights, default=0.0), max(heights, default=1.0))
        return low, high + (high - low) * EDGE


def _apart(low: float, high: float) -> tuple[float, float]:
    if high > low:
        return low, high
    return low - (abs(low) * 0.1 or 1.0), high + (abs(high) * 0.1 or 1.0)
