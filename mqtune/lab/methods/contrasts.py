"""Differences of arms from blocks that need not hold the same arms. Knows numbers and names only.

The model is the one of a block design, value = arm + block + noise, fitted by least squares: what a block
has in common (drift, the machine's mood) drops out, arms that never met are compared over a third, and all
arms share one estimate of the noise, which few blocks need most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mqtune.lab.core.statistics import Spread, two_sided_t


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences to the reference: estimate and variance factor by arm, noise of one run, its freedom."""

    reference: str
    differences: Mapping[str, tuple[float, float]]
    deviation: float
    freedom: int

    def of(self, name: str, level: float) -> Spread | None:
        """The difference of an arm to the reference with its interval; None while the noise is unknown."""
        if name not in self.differences or self.freedom < 1:
            return None
        estimate, factor = self.differences[name]
        half = two_sided_t(level, self.freedom) * self.deviation * math.sqrt(factor)
        return Spread(estimate, half)


def contrasts(blocks: Sequence[Mapping[str, float]], reference: str) -> Contrasts:
    """The fit; each block gives the value (a logarithm, usually) of each arm that it holds.

    Arms that no chain of blocks ties to the reference are left out.
    """
    blocks = _tied(blocks, reference)
    names = sorted({name for block in blocks for name in block} - {reference})
    index = {name: number for number, name in enumerate(names)}
    size = len(names)
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for block in blocks:
        mean = sum(block.values()) / len(block)
        inside = [index[name] for name in block if name != reference]
        for name, value in block.items():
            if name == reference:
                continue
            row = index[name]
            right[row] += value - mean
            matrix[row][row] += 1
            for column in inside:
                matrix[row][column] -= 1 / len(block)
    inverse = inverted(matrix)
    effects = [sum(a * b for a, b in zip(row, right, strict=True)) for row in inverse]
    by_name = {name: effects[index[name]] for name in names} | {reference: 0.0}
    freedom = sum(len(block) for block in blocks) - len(blocks) - size
    squares = sum(_squares(block, by_name) for block in blocks)
    differences = {name: (effects[n], max(0.0, inverse[n][n])) for name, n in index.items()}
    deviation = math.sqrt(squares / freedom) if freedom > 0 else 0.0
    return Contrasts(reference, differences, deviation, max(0, freedom))


def _squares(block: Mapping[str, float], effects: Mapping[str, float]) -> float:
    """What is left of a block's values when arms and block are taken off, squared."""
    left = [value - effects[name] for name, value in block.items()]
    mean = sum(left) / len(left)
    return sum((one - mean) ** 2 for one in left)


def _tied(blocks: Sequence[Mapping[str, float]], reference: str) -> list[Mapping[str, float]]:
    """The blocks that a chain of common arms ties to the reference."""
    known = {reference}
    tied: list[Mapping[str, float]] = []
    waiting = list(blocks)
    while True:
        more = [block for block in waiting if not known.isdisjoint(block)]
        if not more:
            return tied
        waiting = [block for block in waiting if known.isdisjoint(block)]
        tied += more
        known.update(*more)


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix by elimination; raises ZeroDivisionError where there is none."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for other in range(size):
            factor = rows[other][column]
            if other != column and factor:
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[column], strict=True)]
    return [row[size:] for row in rows]
