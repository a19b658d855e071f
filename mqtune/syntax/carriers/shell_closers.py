"""Where a text last has a line that could close a here-document.

A script in which many here-documents are not closed would be searched to its end for each of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import HereDocument


class Closers:
    """The last offset of each line of a part of a text, with and without the tabs that begin it."""

    __slots__ = ("_lines", "_nested")

    def __init__(self, text: str, at: int, stop: int) -> None:
        self._lines: dict[tuple[bool, str], int] = {}
        self._nested: dict[tuple[bool, str], int] = {}  # those that also close a substitution
        while at < stop:
            end = text.find("\n", at, stop)
            end = stop if end < 0 else end
            line = text[at:end].removesuffix("\r")
            for strips_tabs, bare in ((False, line), (True, line.lstrip("\t"))):
                self._lines[strips_tabs, bare] = at
                bare = bare.rstrip(" \t")
                if bare.endswith((")", "`")):
                    self._nested[strips_tabs, bare[:-1]] = at
            at = end + 1

    def close(self, here: HereDocument, at: int, in_substitution: bool) -> bool:
        """Whether a line from an offset on closes a here-document."""
        key = (here.strips_tabs, here.delimiter)
        last = self._lines.get(key, -1)
        return last >= at or (in_substitution and self._nested.get(key, -1) >= at)
