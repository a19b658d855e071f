"""The word that was probably intended, and what prevents its use at a level or on a platform.

A rule always names the nearest word, but offers it as a fix only if nothing prevents its use: a fix that
causes another finding would be rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from mqtune.language.available import DEPRECATED, NEWER, REMOVED, on_platform, state
from mqtune.language.levels import Level, show_level
from mqtune.text.record import record
from mqtune.text.spelling import nearest_ones

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


@record
class Suggestion:
    """A word, "" if none is close enough, and what prevents its use, "" if nothing does."""

    word: str
    objection: str

    @property
    def writable(self) -> bool:
        """Whether a fix may write the word."""
        return bool(self.word) and not self.objection

    def help(self, kind: str, otherwise: str, name: str = "") -> str:
        """The help text `the closest keyword is STREAMQ, which was introduced in 9.2.3, but the level is
        9.1`.

        `otherwise` is the text without a suggestion. `name` is the usual spelling of the word if that
        differs.
        """
        if not self.word:
            return otherwise
        return f"the {kind} is {name or self.word}" + (f", which {self.objection}" if self.objection else "")


class Known(Mapping[str, str]):
    """Maps words to what prevents their use, which is worked out only for a word that is looked up."""

    __slots__ = ("_objection", "_words")

    def __init__(self, words: Collection[str], objection: Callable[[str], str]) -> None:
        self._words = words
        self._objection = objection

    def __getitem__(self, word: str) -> str:
        return self._objection(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def suggest(word: str, known: Mapping[str, str]) -> Suggestion:
    """The word nearest to a misspelt one. `known` maps all words to what prevents their use."""
    close = nearest_ones(word, known)
    if len(close) > 1:
        close = nearest_ones(word, [one for one, objection in known.items() if not objection])
    return Suggestion(close[0], known[close[0]]) if len(close) == 1 else Suggestion("", "")


def platform_name(word: str) -> str:
    """The usual name of a platform or a family of platforms."""
    return PLATFORM_NAMES.get(word, word)


def unavailable(
    level: Level | None,
    platform: str | None,
    introduced: Level | None = None,
    deprecated: Level | None = None,
    removed: Level | None = None,
    platforms: str = "all",
) -> str:
    """Why a word cannot be used at a level and on a platform, "" if it can:
    `was introduced in 9.2.3, but the level is 9.1`.
    """
    fate = state(introduced, deprecated, removed, level)
    if fate == NEWER:
        return introduced_later(introduced, level)
    if fate in (REMOVED, DEPRECATED):
        return withdrawn(fate, deprecated, removed)
    if on_platform(platforms, platform) is False:
        return only_on(platforms, platform)
    return ""


def introduced_later(introduced: Level | None, level: Level | None) -> str:
    """`was introduced in 9.2.3, but the level is 9.1`."""
    return f"was introduced in {show_level(introduced or ())}, but the level is {show_level(level or ())}"


def withdrawn(fate: str, deprecated: Level | None, removed: Level | None) -> str:
    """`has been deprecated since 9.2`, or `was removed in 9.3` if the fate is REMOVED."""
    if fate == REMOVED:
        return f"was removed in {show_level(removed or ())}"
    return f"has been deprecated since {show_level(deprecated or ())}"


def only_on(platforms: str, platform: str | None) -> str:
    """`is valid only on z/OS, but the platform is Linux`."""
    return f"is valid only on {platform_name(platforms)}, but the platform is {platform_name(platform or '')}"
