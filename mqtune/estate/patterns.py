"""Generic names of authority records, in which an asterisk stays within a level of the name."""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.linear import Expression


def profile_matches(profile: str, name: str) -> bool:
    """Whether a name fits an authority profile: `?` one character, `*` within a level, `**` levels."""
    if "*" not in profile and "?" not in profile:
        return profile == name
    head, tail = _ends(profile)
    return name.startswith(head) and name.endswith(tail) and _expression(profile).fullmatch(name)


@lru_cache(maxsize=4096)
def _ends(profile: str) -> tuple[str, str]:
    """What each name begins and ends with: most names fail there."""
    fixed = re.split(r"\.?\*\*\.?|[*?]", profile)
    return fixed[0], fixed[-1]


@lru_cache(maxsize=4096)
def _expression(profile: str) -> Expression:
    from mqtune.text.linear import Expression  # few runs compare a name with such a profile

    pieces = re.split(r"(\.\*\*\.|\.\*\*$|^\*\*\.|\*\*|\*|\?)", profile)
    return Expression("".join(PROFILE_SIGNS.get(piece, re.escape(piece)) for piece in pieces))


# `**` matches any number of levels, including none, so the full stop beside it may be missing
PROFILE_SIGNS = {
    ".**.": r"(?:\.|\..*\.)",
    ".**": r"(?:\..*)?",
    "**.": r"(?:.*\.)?",
    "**": ".*",
    "*": r"[^.]*",
    "?": r"[^.]",
}
