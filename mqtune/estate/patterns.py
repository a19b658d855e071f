"""Generic names of authority records, in which an asterisk stays within a level of the name."""

from __future__ import annotations

import re
from functools import lru_cache


def profile_matches(profile: str, name: str) -> bool:
    """Whether a name fits an authority profile: `?` one character, `*` within a level, `**` levels."""
    if "*" not in profile and "?" not in profile:
        return profile == name
    return _profile(profile).fullmatch(name) is not None


@lru_cache(maxsize=4096)
def _profile(profile: str) -> re.Pattern[str]:
    pieces = re.split(r"(\.\*\*\.|\.\*\*$|^\*\*\.|\*\*|\*|\?)", profile)
    return re.compile("".join(PROFILE_SIGNS.get(piece, re.escape(piece)) for piece in pieces))


# `**` matches any number of levels, including none, so the full stop beside it may be missing
PROFILE_SIGNS = {
    ".**.": r"(?:\.|\..*\.)",
    ".**": r"(?:\..*)?",
    "**.": r"(?:.*\.)?",
    "**": ".*",
    "*": r"[^.]*",
    "?": r"[^.]",
}
