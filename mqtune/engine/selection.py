"""Which rules a run applies and how severe each is: profile, select, ignore, confidence.

Does not depend on where the requests come from (options, project file).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.engine.pages import DEFAULT, PROFILES, Page
from mqtune.engine.withdrawn import WITHDRAWN
from mqtune.findings.finding import CONFIDENCES, LOW, OFF
from mqtune.project.rule_codes import FAMILIES
from mqtune.text.errors import CorrectableError
from mqtune.text.record import EMPTY, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = "ALL"


class SelectionError(CorrectableError):
    """An unknown rule, profile or confidence in a request; `help` lists the known ones."""


class SelectionRequest:
    """The selection of one source: the project file first, then the options."""

    __slots__ = ("extend", "ignore", "select")

    def __init__(
        self, select: Sequence[str] = (), ignore: Sequence[str] = (), extend: Sequence[str] = ()
    ) -> None:
        self.select = _words(select)
        self.ignore = _words(ignore)
        self.extend = _words(extend)


@record
class Selection:
    """The rules of a run: each active code with its severity, and the least confidence shown."""

    pages: dict[str, Page]
    severities: dict[str, str]
    profile: str
    min_confidence: str

    def shows(self, confidence: str) -> bool:
        """Whether a finding of this confidence is reported."""
        return CONFIDENCES.index(confidence) <= CONFIDENCES.index(self.min_confidence)


def choose(
    pages: dict[str, Page],
    requests: Sequence[SelectionRequest],
    profile: str = DEFAULT,
    min_confidence: str = LOW,
    by_code: Mapping[str, str] = EMPTY,
) -> Selection:
    """The rules selected by all requests together. Raises SelectionError for unknown names.

    A request with `select` replaces the previous selection; otherwise it modifies it. Within a request the
    more specific code wins: `select PUB001` overrides `ignore PUB`; so it does in `by_code`, the severities
    of rules that run.
    """
    _require(profile, PROFILES, "profile")
    _require(min_confidence, CONFIDENCES, "confidence")
    for request in requests:
        require_rules(request, pages)
    chosen = set(pages)
    named: set[str] = set()
    for request in requests:
        if request.select:
            chosen, named = set(), set()
        named |= {word for word in (*request.select, *request.extend) if word in pages}
        chosen = _apply(request, chosen, pages)
    severities = {}
    for code, page in pages.items():
        severity = page.severity_named(profile) if code in named else page.severity_in(profile)
        if code in chosen and severity != OFF:
            severities[code] = severity
    for pattern in sorted(by_code, key=_length):
        covered = (code for code in severities if matches(code, pattern.upper()))
        severities |= dict.fromkeys([*covered], by_code[pattern])
    return Selection(pages, severities, profile, min_confidence)


def require_rules(request: SelectionRequest, pages: dict[str, Page]) -> None:
    """Raises SelectionError for names that no rule has."""
    for word in (*request.select, *request.extend, *request.ignore):
        _require_rule(word, pages)


def matches(code: str, pattern: str) -> bool:
    """Whether a code is covered by `ALL`, a prefix (`PUB`, `CAT0`) or a code (`PUB001`)."""
    if pattern in FAMILIES:  # SEC does not cover SECOPS001, a policy
        return code[:-3] == pattern
    return pattern == ALL or code.startswith(pattern)


def _words(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.strip().upper() for text in texts for word in text.split(",") if word.strip())


def _apply(request: SelectionRequest, chosen: set[str], pages: dict[str, Page]) -> set[str]:
    """The codes chosen after a request, from its most general pattern to the most specific one."""
    steps = [(_length(pattern), 0, pattern) for pattern in (*request.select, *request.extend)]
    steps += [(_length(pattern), 1, pattern) for pattern in request.ignore]
    for _, ignoring, pattern in sorted(steps):
        covered = {code for code in pages if matches(code, pattern)}
        chosen = chosen - covered if ignoring else chosen | covered
    return chosen


def _length(pattern: str) -> int:
    return 0 if pattern == ALL else len(pattern)


def _require(word: str, allowed: tuple[str, ...], what: str) -> None:
    if word not in allowed:
        raise SelectionError(f"invalid {what} {word!r} (choose from {', '.join(allowed)})", "")


def names_a_rule(pattern: str, pages: dict[str, Page]) -> bool:
    """Whether a pattern covers any rule, or did so; that of a family always does."""
    return (
        pattern == ALL
        or pattern in FAMILIES
        or pattern in WITHDRAWN
        or any(code.startswith(pattern) for code in pages)
    )


def _require_rule(pattern: str, pages: dict[str, Page]) -> None:
    if names_a_rule(pattern, pages):
        return
    families = ", ".join(dict.fromkeys(page.family for page in pages.values()))
    raise SelectionError(
        f"unknown rule code or prefix {pattern!r}",
        f"families are {families}; `mqtune rules` lists every code",
    )
