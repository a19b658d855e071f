"""Where a position of one text is in another one that edits made of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.lsp.buffer import Buffer, Position


def moved(before: Buffer, after: Buffer, position: Position) -> Position | None:
    """The same position in the other text: before or after the part in which they differ, None inside it."""
    offset = before.offset(*position)
    start = common_start(before.text, after.text)
    if offset <= start:
        return after.position(offset)
    most = min(len(before.text), len(after.text)) - start
    same = min(common_end(before.text, after.text), most)
    if offset < len(before.text) - same:
        return None
    return after.position(offset + len(after.text) - len(before.text))


def common_start(one: str, other: str) -> int:
    """The number of characters with which both texts begin."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # a comparison of slices is much faster than one of characters
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(one: str, other: str) -> int:
    """The number of characters with which both texts end."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
