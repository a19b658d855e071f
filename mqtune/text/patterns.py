"""Regular expressions that are compiled when they are first used. Knows nothing of MQ.

To compile all patterns of the program takes longer than to check a small file, and most files need few of
them: those for foreign comments, for templates, for what stands behind a password.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Later:
    """Stands for a pattern: what is asked of it is asked of the compiled one, and kept."""

    def __init__(self, pattern: Any, flags: int = 0) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._source), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    later = re.compile
else:
    later = _Later
