"""Which rules a run applies and how severe each is: profile, select, ignore, confidence.

Does not know where the wishes come from (options, project file) nor what a rule does.
"""

from __future__ import annotations

from mqtune.engine.pages import DEFAULT, FAMILIES, PROFILES
from mqtune.findings.finding import CONFIDENCES, LOW, OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.engine.pages import Page

ALL = "ALL"


class SelectionError(Exception):
    """A wish that names no rule, profile or confidence; `help` says what there is."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


class Wishes:
    """One layer of wishes. The project file is the first layer, the options are the second."""

    __slots__ = ("extend", "ignore", "select")

    def __init__(
        self, select: Sequence[str] = (), ignore: Sequence[str] = (), extend: Sequence[str] = ()
    ) -> None:
        self.select = _words(select)
        self.ignore = _words(ignore)
        self.extend = _words(extend)


class Selection:
    """The rules of a run: each active code with its severity, and the least confidence shown."""

    __slots__ = ("min_confidence", "pages", "profile", "severities")

    def __init__(
        self, pages: dict[str, Page], severities: dict[str, str], profile: str, min_confidence: str
    ) -> None:
        self.pages = pages
        self.severities = severities
        self.profile = profile
        self.min_confidence = min_confidence

    def shows(self, confidence: str) -> bool:
        """Whether a finding of this confidence is reported."""
        return CONFIDENCES.index(confidence) <= CONFIDENCES.index(self.min_confidence)


def choose(
    pages: dict[str, Page],
    layers: Sequence[Wishes],
    profile: str = DEFAULT,
    min_confidence: str = LOW,
) -> Selection:
    """The rules that remain after each layer; raises SelectionError where a wish names nothing.

    A layer that selects starts anew; one that does not builds on the layer before. Inside a layer the
    more exact wish wins: `select PUB001` stands against `ignore PUB`.
    """
    _require(profile, PROFILES, "profile")
    _require(min_confidence, CONFIDENCES, "confidence")
    for layer in layers:
        for wish in (*layer.select, *layer.extend, *layer.ignore):
            _require_rule(wish, pages)
    chosen = set(pages)
    named: set[str] = set()
    for layer in layers:
        if layer.select:
            chosen, named = set(), set()
        named |= {wish for wish in (*layer.select, *layer.extend) if wish in pages}
        chosen = _apply(layer, chosen, pages)
    severities = {}
    for code, page in pages.items():
        severity = page.severity_named(profile) if code in named else page.severity_in(profile)
        if code in chosen and severity != OFF:
            severities[code] = severity
    return Selection(pages, severities, profile, min_confidence)


def matches(code: str, wish: str) -> bool:
    """Whether a wish (`ALL`, `PUB`, `CAT0`, `PUB001`) takes a code."""
    return wish == ALL or code.startswith(wish)


def _words(wishes: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.strip().upper() for wish in wishes for word in wish.split(",") if word.strip())


def _apply(layer: Wishes, chosen: set[str], pages: dict[str, Page]) -> set[str]:
    """The codes chosen after one layer, from its widest wish to its narrowest."""
    steps = [(_width(wish), 0, wish) for wish in (*layer.select, *layer.extend)]
    steps += [(_width(wish), 1, wish) for wish in layer.ignore]
    for _, ignoring, wish in sorted(steps):
        taken = {code for code in pages if matches(code, wish)}
        chosen = chosen - taken if ignoring else chosen | taken
    return chosen


def _width(wish: str) -> int:
    return 0 if wish == ALL else len(wish)


def _require(word: str, allowed: tuple[str, ...], what: str) -> None:
    if word not in allowed:
        raise SelectionError(f"there is no {what} {word!r}", f"the {what} is one of {', '.join(allowed)}")


def names_a_rule(wish: str, pages: dict[str, Page]) -> bool:
    """Whether a wish takes any rule; a family always does."""
    return wish == ALL or wish in FAMILIES or any(code.startswith(wish) for code in pages)


def _require_rule(wish: str, pages: dict[str, Page]) -> None:
    if names_a_rule(wish, pages):
        return
    families = ", ".join(dict.fromkeys(page.family for page in pages.values()))
    raise SelectionError(
        f"no rule has the code or prefix {wish!r}",
        f"families are {families}; `mqtune rules` lists every code",
    )
