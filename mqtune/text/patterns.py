"""Regular expressions that are compiled on first use.

Compiling all patterns of the program takes longer than checking a small file, and most files need only a
few of them.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _LazyPattern:
    """Represents a pattern: compiles it on the first attribute access, and keeps the result."""

    def __init__(self, pattern: Any, flags: int = 0) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._source), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    lazy_pattern = re.compile
else:
    lazy_pattern = _LazyPattern
