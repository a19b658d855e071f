"""What is drawn: curves, single points with their bars, and lines that mark a place."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]
EDGE = 0.04  # share of an axis that stays free at its end


@dataclass(frozen=True, slots=True)
class Curve:
    """Points in one unit: joined by a line, or each shown by a sign of its own."""

    name: str
    points: tuple[Point, ...]
    sign: str = ""  # one letter for each point; a line joins them where it is empty


@dataclass(frozen=True, slots=True)
class Bar:
    """The interval of a point, upright."""

    x: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Marker:
    """A line across the plot at a place: upright at an x, or level at a y; and what is there."""

    at: float
    words: str
    upright: bool = True


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole plot. Titles say what the axis holds and its unit. `floor` is the least y that is shown."""

    x_title: str
    y_title: str
    curves: tuple[Curve, ...] = ()
    bars: tuple[Bar, ...] = ()
    markers: tuple[Marker, ...] = ()
    floor: float | None = 0.0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(curve.points for curve in self.curves)

    def x_range(self) -> tuple[float, float]:
        """Least and greatest x of everything that is drawn, unequal."""
        places = [x for curve in self.curves for x, _ in curve.points]
        places += [bar.x for bar in self.bars]
        places += [one.at for one in self.markers if one.upright]
        low, high = _apart(min(places, default=0.0), max(places, default=1.0))
        # signs and bars at the very edge are hard to see
        room = (high - low) * EDGE if self.bars or any(curve.sign for curve in self.curves) else 0.0
        return low - room, high + room

    @property
    def whole(self) -> bool:
        """Whether all x are whole numbers, such as threads: then the axis has no label between them."""
        return all(x == int(x) for curve in self.curves for x, _ in curve.points)

    def y_range(self) -> tuple[float, float]:
        """Least and greatest y of everything that is drawn, unequal."""
        heights = [y for curve in self.curves for _, y in curve.points]
        heights += [y for bar in self.bars for y in (bar.low, bar.high)]
        heights += [one.at for one in self.markers if not one.upright]
        if self.floor is not None:
            heights.append(self.floor)
        low, high = _apart(min(heights, default=0.0), max(heights, default=1.0))
        return low, high + (high - low) * EDGE


def _apart(low: float, high: float) -> tuple[float, float]:
    if high > low:
        return low, high
    return low - (abs(low) * 0.1 or 1.0), high + (abs(high) * 0.1 or 1.0)
