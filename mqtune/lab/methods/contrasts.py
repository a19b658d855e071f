"""Differences between arms, from blocks that need not contain the same arms.

The model is that of a block design, value = arm + block + noise, fitted by least squares: what a block has in
common (drift) cancels out, arms that were never in the same block are compared through a third one, and all
arms share one estimate of the noise, which matters most with few blocks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mqtune.lab.core.statistics import Spread, two_sided_t


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences to the reference: estimate and variance factor by arm, noise, degrees of freedom."""

    reference: str
    differences: Mapping[str, tuple[float, float]]
    deviation: float
    freedom: int

    def of(self, name: str, level: float) -> Spread | None:
        """The difference between an arm and the reference; None while the noise is unknown."""
        if name not in self.differences or self.freedom < 1:
            return None
        estimate, factor = self.differences[name]
        half = two_sided_t(level, self.freedom) * self.deviation * math.sqrt(factor)
        return Spread(estimate, half)


def contrasts(blocks: Sequence[Mapping[str, float]], reference: str, least_noise: float = 0.0) -> Contrasts:
    """The fit; each block has the value (usually a logarithm) of each of its arms.

    `least_noise` is the least deviation of a value, such as that of counting. Arms that are not connected
    with the reference by a chain of blocks are left out.
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
    squares = 0.0
    for block in blocks:
        left = [value - by_name[name] for name, value in block.items()]
        mean = sum(left) / len(left)
        squares += sum((one - mean) ** 2 for one in left)
    differences = {name: (effects[n], max(0.0, inverse[n][n])) for name, n in index.items()}
    deviation = max(least_noise, math.sqrt(squares / freedom)) if freedom > 0 else 0.0
    return Contrasts(reference, differences, deviation, max(0, freedom))


def _tied(blocks: Sequence[Mapping[str, float]], reference: str) -> list[Mapping[str, float]]:
    """The blocks that are connected with the reference by a chain of common arms."""
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
    """The inverse of a small matrix by elimination; raises ZeroDivisionError if it has none."""
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
