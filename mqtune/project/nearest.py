"""The known word that a misspelt one is closest to. Does not know what the words mean."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The closest known word, where it is close: at most one slip in four letters."""
    folded = word.lower().replace("_", "-")
    best: tuple[int, str] | None = None
    for candidate in known:
        distance = slips(folded, candidate.lower())
        if distance * 4 <= max(len(candidate), 4) and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def slips(left: str, right: str) -> int:
    """The number of letters to insert, delete, replace or swap with their neighbour."""
    if abs(len(left) - len(right)) > 8:
        return abs(len(left) - len(right))
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        next_row = [i]
        for j, other in enumerate(right, 1):
            cost = min(row[j] + 1, next_row[j - 1] + 1, row[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            next_row.append(cost)
        before, row = row, next_row
    return row[-1]
