"""The facts of every rule page, from the compiled heads in `_pages.py`, and which rules a run selects.

The texts of the pages stay on disk. A selection is profile, select, ignore, and confidence; it does not
depend on where the requests come from (options, project file).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from mqtune.project.rule_codes import FAMILIES
from mqtune.text.finding import CONFIDENCES, INFO, LOW, OFF, Reference
from mqtune.text.messages import CorrectableError
from mqtune.text.record import EMPTY, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mqtune.language.available import Level
    from mqtune.project.settings import PolicyDeclaration


LAB = "lab"
DEFAULT = "default"
PRODUCTION = "production"
REGULATED = "regulated"
PROFILES = (LAB, DEFAULT, PRODUCTION, REGULATED)

CONDITION = "condition"  # the scope of a page without a function
POLICY = "policy"  # the scope of a policy of mqtune.toml

# the load that a rule needs, as the tables of mqtune.toml are named
LOADS = ("topic", "queue", "cluster")


@record
class Page:
    """The facts of one page. `path` is the page below `rules/`; `summary` its first sentence.

    `module` has the function, below `mqtune.rules` ("" if there is none). `since` and `until` are the first
    and the last level the advice holds for. `needs` is the load without which the rule finds nothing.
    `when` and `message` are set for a page without a function (scope "condition"). A finding without `note`
    or `help` has that of the page.
    `policy` is set for a policy of mqtune.toml, which has no page below `rules/` (scope "policy").
    """

    code: str
    name: str
    severity: str
    profiles: tuple[tuple[str, str], ...]
    confidence: str
    scope: str
    applies_to: tuple[str, ...]
    since: Level | None
    until: Level | None
    platforms: tuple[str, ...]
    fix: str
    references: tuple[Reference, ...]
    summary: str
    path: str
    module: str = ""
    needs: str = ""
    when: tuple[Any, ...] | None = None
    message: str = ""
    note: str = ""
    help: str = ""
    policy: PolicyDeclaration | None = None

    def __post_init__(self) -> None:
        rows = self.references
        self.references = tuple(Reference(*row) for row in rows)  # type: ignore[misc]  # rows until here

    @property
    def family(self) -> str:
        """The code without its digits: `PUB`, `K8S`, and `BANK` for policies of mqtune.toml."""
        return self.code[:-3]

    def severity_in(self, profile: str) -> str:
        """The severity in a profile; "off" if the rule runs there only when it is named."""
        for name, severity in self.profiles:
            if name == profile:
                return severity
        return self.severity

    def runs_in(self, profile: str) -> bool:
        """Whether the rule runs in a profile without being named."""
        return self.severity_in(profile) != OFF

    def severity_named(self, profile: str) -> str:
        """The severity if the user names the rule: one that is off runs with its severity elsewhere."""
        for name in (profile, DEFAULT, PRODUCTION, REGULATED, LAB):
            severity = self.severity_in(name)
            if severity != OFF:
                return severity
        return INFO


def all_pages() -> dict[str, Page]:
    """Every page by its code, in the order of the codes; the caller may add to it."""
    return _compiled().copy()


@cache
def _compiled() -> dict[str, Page]:
    from mqtune.engine._pages import PAGES  # generated and long: loaded only if needed

    return {row[0]: Page(*row) for row in PAGES}


# Codes of rules that were withdrawn. A code is never reused, and naming it in a selection has no effect.

NO_EFFECT = (
    "MQ_CONNECT_TYPE=FASTPATH has no effect unless the program itself asks for a fastpath binding: of the "
    "two, the weaker one applies"
)
# code -> the rule's last name, and why it was withdrawn
WITHDRAWN = {"OSL001": ("fastpath-applications", NO_EFFECT)}


# Which rules a run applies, and how severe each is.

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
