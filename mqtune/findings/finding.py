"""Findings: what rules report, in a form that can be displayed, suppressed, compared and fixed."""

from __future__ import annotations

from mqtune.text.spans import Edit, Place

ERROR = "error"
WARNING = "warning"
INFO = "info"
OFF = "off"
SEVERITIES = (ERROR, WARNING, INFO)

HIGH = "high"
MEDIUM = "medium"
LOW = "low"
CONFIDENCES = (HIGH, MEDIUM, LOW)

SAFE = "safe"
UNSAFE = "unsafe"
DISPLAY = "display"


class ObjectName:
    """The object of a finding: type (`QLOCAL`, `CHANNEL`, `STANZA`) and name."""

    __slots__ = ("name", "type")

    def __init__(self, type: str, name: str) -> None:
        self.type = type
        self.name = name

    def __str__(self) -> str:
        return f"{self.type}({self.name})" if self.name else self.type


class Related:
    """Another position that belongs to a finding, with the reason."""

    __slots__ = ("message", "place")

    def __init__(self, place: Place, message: str) -> None:
        self.place = place
        self.message = message


class Reference:
    """The publication of a figure or rule. `where` is the section; `page` starts at 1, or is None."""

    __slots__ = ("page", "title", "where")

    def __init__(self, title: str, where: str = "", page: int | None = None) -> None:
        self.title = title
        self.where = where
        self.page = page


class Impact:
    """A predicted effect: `now` and `after` in `unit`; `basis` names the model, constants and source."""

    __slots__ = ("after", "basis", "now", "quantity", "unit")

    def __init__(self, quantity: str, unit: str, now: float | None, after: float | None, basis: str) -> None:
        self.quantity = quantity
        self.unit = unit
        self.now = now
        self.after = after
        self.basis = basis


class Fix:
    """Edits that fix a finding. `applicability` is "safe", "unsafe" or "display" (never applied).

    With `restart` the change takes effect only when the queue manager restarts.
    """

    __slots__ = ("applicability", "edits", "message", "restart")

    def __init__(
        self, applicability: str, message: str, edits: tuple[Edit, ...], restart: bool = False
    ) -> None:
        self.applicability = applicability
        self.message = message
        self.edits = edits
        self.restart = restart


class Finding:
    """One finding, immutable by convention.

    `message` states what is wrong with this object and these values (lower case, no full stop), `note` why
    it matters, `help` what to do. `attribute` is part of the fingerprint.
    """

    __slots__ = (
        "attribute",
        "code",
        "confidence",
        "fixes",
        "help",
        "impact",
        "message",
        "name",
        "note",
        "object",
        "place",
        "queue_manager",
        "references",
        "related",
        "severity",
    )

    def __init__(
        self,
        code: str,
        name: str,
        severity: str,
        confidence: str,
        message: str,
        place: Place,
        note: str = "",
        help: str = "",
        queue_manager: str | None = None,
        object: ObjectName | None = None,
        attribute: str = "",
        impact: Impact | None = None,
        references: tuple[Reference, ...] = (),
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        self.code = code
        self.name = name
        self.severity = severity
        self.confidence = confidence
        self.message = message
        self.place = place
        self.note = note
        self.help = help
        self.queue_manager = queue_manager
        self.object = object
        self.attribute = attribute
        self.impact = impact
        self.references = references
        self.related = related
        self.fixes = fixes

    def fix(self, allow_unsafe: bool = False) -> Fix | None:
        """The fix to apply: the first safe one, else the first unsafe one if that is allowed."""
        for wanted in (SAFE, UNSAFE) if allow_unsafe else (SAFE,):
            for fix in self.fixes:
                if fix.applicability == wanted and fix.edits:
                    return fix
        return None

    def sort_key(self) -> tuple[str, tuple[int, int, int, int], str, str]:
        """The order of every output: file, position, code."""
        place = self.place
        span = place.span
        where = (span.line, span.column, span.end_line, span.end_column)
        return (place.file, where, self.code, self.message)


class SuppressedFinding:
    """A finding that a person suppressed: with a directive in its file, or outside of it, and why."""

    __slots__ = ("finding", "in_source", "reason")

    def __init__(self, finding: Finding, in_source: bool = False, reason: str = "") -> None:
        self.finding = finding
        self.in_source = in_source
        self.reason = reason
