"""The word that somebody meant, and what speaks against writing it: it is not of this level or platform.

A rule names the nearest word in any case, and offers it as a fix only where nothing speaks against it: a
fix that brings in another finding would never stand. Holds no rule.
"""

from __future__ import annotations

from mqtune.language.available import DEPRECATED, NEWER, REMOVED, on_platform, state
from mqtune.language.levels import show_level
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.language.levels import Level

PLATFORM_NAMES = {
    "zos": "z/OS",
    "multiplatforms": "Multiplatforms",
    "aix-linux-windows": "AIX, Linux and Windows",
    "aix-linux": "AIX and Linux",
    "windows": "Windows",
    "linux": "Linux",
    "ibmi": "IBM i",
    "nonstop": "HP NonStop",
    "openvms": "OpenVMS",
}


class Meant:
    """A word, "" where none is near enough, and what speaks against writing it, "" for nothing."""

    __slots__ = ("against", "word")

    def __init__(self, word: str, against: str) -> None:
        self.word = word
        self.against = against

    @property
    def writable(self) -> bool:
        """Whether a fix may write the word."""
        return bool(self.word) and not self.against

    def help(self, kind: str, otherwise: str, name: str = "") -> str:
        """`the closest word is STREAMQ, which came with 9.2.3, and the level is 9.1`; else `otherwise`.
        `name` is the word as people write it, where that is another spelling.
        """
        if not self.word:
            return otherwise
        return f"the {kind} is {name or self.word}" + (f", which {self.against}" if self.against else "")


def meant(word: str, known: Mapping[str, str]) -> Meant:
    """The word nearest to a misspelt one. `known` are all words with what speaks against each."""
    close = nearest(word, known) or nearest(word, [one for one, against in known.items() if not against])
    return Meant(close or "", known[close] if close else "")


def platform_name(word: str) -> str:
    """A platform, or a family of them, as people write it."""
    return PLATFORM_NAMES.get(word, word)


def out_of_reach(
    level: Level | None,
    platform: str | None,
    introduced: Level | None = None,
    deprecated: Level | None = None,
    removed: Level | None = None,
    platforms: str = "all",
) -> str:
    """Why a word is none for a level and platform, "" where it is one: `came with 9.2.3, and the level is
    9.1`.
    """
    fate = state(introduced, deprecated, removed, level)
    if fate == NEWER:
        return f"came with {show_level(introduced or ())}, and the level is {show_level(level or ())}"
    if fate in (REMOVED, DEPRECATED):
        since = removed if fate == REMOVED else deprecated
        return f"is {fate} from {show_level(since or ())} on"
    if on_platform(platforms, platform) is False:
        return f"belongs to {platform_name(platforms)}, and the platform is {platform}"
    return ""
