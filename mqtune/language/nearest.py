"""The nearest known word, and lists of allowed values, for messages. Knows nothing of MQ."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_LISTED = 8
MOST_CHANGES = 2
LEAST_SHARED = 4  # letters of the beginning that make a word a longer or shorter form of another


def distance(left: str, right: str, most: int = MOST_CHANGES) -> int:
    """The edit distance of two words (a swap of neighbours counts one), or `most` + 1 when it is larger."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        this = [row]
        for column, other in enumerate(right, 1):
            cost = min(last[column] + 1, this[-1] + 1, last[column - 1] + (letter != other))
            swapped = row > 1 and column > 1 and letter == right[column - 2] and other == left[row - 2]
            this.append(min(cost, before[column - 2] + 1) if swapped else cost)
        if min(this) > most:
            return most + 1
        before, last = last, this
    return last[-1]


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The one closest candidate: at most two changes and fewer than half the letters, else the one that the
    word is a longer or shorter form of; None on a tie.
    """
    best: list[str] = []
    least = MOST_CHANGES + 1
    known = list(candidates)
    for candidate in known:
        if candidate == word:
            continue
        changes = distance(word, candidate)
        if changes * 2 >= max(len(word), len(candidate)):
            continue
        if changes < least:
            least, best = changes, [candidate]
        elif changes == least and changes <= MOST_CHANGES and candidate not in best:
            best.append(candidate)
    if not best:
        best = [candidate for candidate in dict.fromkeys(known) if _is_form_of(word, candidate)]
    return best[0] if len(best) == 1 else None


def _is_form_of(word: str, candidate: str) -> bool:
    """Whether one of two words begins with the whole of the other."""
    shorter, longer = sorted((word, candidate), key=len)
    return len(shorter) >= LEAST_SHARED and shorter != longer and longer.startswith(shorter)


def allowed_list(values: Iterable[str], most: int = MOST_LISTED) -> str:
    """Allowed values for a message: `A, B or C`, cut at `most` with the number of those left out."""
    words = list(values)
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"
