"""Findings: what rules report, in a form that can be displayed, suppressed, compared and fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mqtune.text.editing import Edit, Place
from mqtune.text.record import record

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


@record
class ObjectName:
    """The object of a finding: type (`QLOCAL`, `CHANNEL`, `STANZA`) and name."""

    type: str
    name: str

    def __str__(self) -> str:
        return f"{self.type}({self.name})" if self.name else self.type


@record
class Related:
    """Another position that belongs to a finding, with the reason."""

    place: Place
    message: str


@record
class Reference:
    """The publication of a figure or rule. `where` is the section; `page` starts at 1, or is None."""

    DATA = "title where page"

    title: str
    where: str = ""
    page: int | None = None


@record
class Impact:
    """A predicted effect: `now` and `after` in `unit`; `basis` names the model, constants and source."""

    quantity: str
    unit: str
    now: float | None
    after: float | None
    basis: str


@record
class Fix:
    """Edits that fix a finding. `applicability` is "safe", "unsafe" or "display" (never applied).

    With `restart` the change takes effect only when the queue manager restarts.
    """

    applicability: str
    message: str
    edits: tuple[Edit, ...]
    restart: bool = False


@record
class Finding:
    """One finding, immutable by convention.

    `message` states what is wrong with this object and these values (lower case, no full stop), `note` why
    it matters, `help` what to do. `attribute` is part of the fingerprint. `declared` means that mqtune.toml
    declares the queue manager or its environment, so that the names alone identify it.
    """

    code: str
    name: str
    severity: str
    confidence: str
    message: str
    place: Place
    note: str = ""
    help: str = ""
    queue_manager: str | None = None
    environment: str | None = None
    declared: bool = False
    object: ObjectName | None = None
    attribute: str = ""
    impact: Impact | None = None
    references: tuple[Reference, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()

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


@record
class SuppressedFinding:
    """A finding that a person suppressed: with a directive in its file, or outside of it, and why."""

    finding: Finding
    in_source: bool = False
    reason: str = ""


# Fingerprints: what a finding is about, without its position, as the key of baselines, SARIF and comparison.
# A finding keeps it if lines are moved, reformatted or dumped in a different order.

# (code, scope, object type, object name, attribute)
Key = tuple[str, str, str, str, str]


def key_of(finding: Finding, relative: Callable[[str], str] = str) -> Key:
    """What the finding is about.

    The scope is the queue manager with its environment if they are declared, else the queue manager with
    the folder of the file, or the file for a finding without queue manager and object (a syntax diagnostic).
    So it does not depend on what else was checked. `relative` names files differently, such as relative to
    another folder.
    """
    file = relative(finding.place.file)
    subject = finding.object
    owner = "/".join(filter(None, (finding.environment if finding.declared else "", finding.queue_manager)))
    if subject is None and not owner:
        return (finding.code, f"file:{file}", "", "", finding.attribute)
    if not finding.declared:
        owner = f"folder:{file.rpartition('/')[0]} {owner}".rstrip()
    if subject is None:
        return (finding.code, owner, "", "", finding.attribute)
    return (finding.code, owner, subject.type, subject.name, finding.attribute)


def counted(findings: Iterable[Finding]) -> Iterator[tuple[Finding, Key, int]]:
    """Each finding with its key and its number (from 0) among those with the same key."""
    seen: dict[Key, int] = {}
    for finding in findings:
        key = key_of(finding)
        number = seen.get(key, 0)
        seen[key] = number + 1
        yield finding, key, number


def fingerprint(key: Key, number: int) -> str:
    """32 hexadecimal digits, the same on every machine and in every release that reads baselines."""
    # only machine formats and baselines need a hash; a plain run does not import it
    from hashlib import sha256

    text = "\x00".join((*key, str(number)))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
