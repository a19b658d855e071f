"""Unified diffs of texts that differ in a few places.

The search advances through both texts in step, so its cost grows linearly with the size of the text, even
for large dumps. The diff is correct, though not always the shortest one.
"""

from __future__ import annotations

from collections.abc import Iterator

CONTEXT = 3
# lines that must agree before two texts count as in step again
AGREE = 2
# how far the search for that goes before the rest of both texts counts as changed
REACH = 400

# lines [a, b) of the old text became lines [c, d) of the new one
Block = tuple[int, int, int, int]


def unified(old: str, new: str, old_name: str, new_name: str) -> Iterator[str]:
    """The lines of a unified diff, without line ends; none if the texts are equal."""
    if old == new:
        return
    before, after = _lines(old), _lines(new)
    yield f"--- {old_name}"
    yield f"+++ {new_name}"
    for hunk in _hunks(blocks(before, after)):
        yield from _lines_of(hunk, before, after)


def _lines(text: str) -> list[str]:
    """The lines with their line feeds; only the last one may lack it."""
    lines = text.split("\n")
    last = lines.pop()
    return [line + "\n" for line in lines] + ([last] if last else [])


def blocks(before: list[str], after: list[str]) -> Iterator[Block]:
    """The ranges in which two lists of lines differ, in order."""
    here, there = 0, 0
    while here < len(before) or there < len(after):
        if here < len(before) and there < len(after) and before[here] == after[there]:
            here += 1
            there += 1
            continue
        more, other = _in_step(before, after, here, there)
        if more == other:
            yield from _line_by_line(before, after, here, there, more)
        else:
            yield (here, here + more, there, there + other)
        here += more
        there += other


def _line_by_line(before: list[str], after: list[str], here: int, there: int, count: int) -> Iterator[Block]:
    """The ranges of a range of as many lines in both texts, without lines that did not change."""
    start = 0
    for number in range(count + 1):
        if number == count or before[here + number] == after[there + number]:
            if start < number:
                yield (here + start, here + number, there + start, there + number)
            start = number + 1


def _in_step(before: list[str], after: list[str], here: int, there: int) -> tuple[int, int]:
    """How many lines to skip in each text until both agree again, with the smallest sum."""
    window = 2 * REACH
    first: dict[tuple[str, ...], int] = {}  # the first position of lines in the new text
    for other in range(min(window, len(after) - there + 1)):
        first.setdefault(_next_lines(after, there + other), other)
    found: tuple[int, int] | None = None
    for more in range(min(window, len(before) - here + 1)):
        if more >= window:
            break
        other_found = first.get(_next_lines(before, here + more))
        if other_found is not None and 0 < more + other_found < window:
            window = more + other_found
            found = more, other_found
    return found or (len(before) - here, len(after) - there)


def _next_lines(lines: list[str], at: int) -> tuple[str, ...]:
    """The lines that must agree; at the end fewer are left, and both texts must end together."""
    return tuple(lines[at : at + AGREE])


def _hunks(changes: Iterator[Block]) -> Iterator[list[Block]]:
    """Changes grouped if they are so close that their context meets."""
    hunk: list[Block] = []
    for block in changes:
        if hunk and block[0] - hunk[-1][1] > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _lines_of(hunk: list[Block], before: list[str], after: list[str]) -> Iterator[str]:
    start = max(0, hunk[0][0] - CONTEXT)
    other_start = hunk[0][2] - (hunk[0][0] - start)
    end = min(len(before), hunk[-1][1] + CONTEXT)
    other_end = hunk[-1][3] + end - hunk[-1][1]
    yield f"@@ -{_range(start, end - start)} +{_range(other_start, other_end - other_start)} @@"
    at = start
    for first, past, other_first, other_past in hunk:
        yield from _marked(" ", before, at, first)
        yield from _marked("-", before, first, past)
        yield from _marked("+", after, other_first, other_past)
        at = past
    yield from _marked(" ", before, at, end)


def _range(start: int, count: int) -> str:
    """`line,count` as diff writes it: an empty range names the line before it."""
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"


def _marked(sign: str, lines: list[str], start: int, end: int) -> Iterator[str]:
    for line in lines[start:end]:
        if line.endswith("\n"):
            yield sign + line[:-1]
        else:
            yield sign + line
            yield "\\ No newline at end of file"
