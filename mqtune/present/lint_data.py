"""What `mqtune lint --format json` writes, as types, for its schema and for Python; a lint loads no types."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Position(TypedDict):
    """A position in a text; both numbers start at 1."""

    line: int
    column: int


class Stretch(TypedDict):
    """A part of a file; `end` is the position after it."""

    file: str
    start: Position
    end: Position


class ObjectOf(TypedDict):
    """The object of a finding."""

    type: str
    name: str


class ImpactData(TypedDict):
    """A predicted effect."""

    quantity: str
    unit: str
    now: float | None
    after: float | None
    basis: str


class ReferenceData(TypedDict):
    """A publication."""

    title: str
    where: str
    page: int | None


class RelatedData(Stretch):
    """Another position that belongs to a finding."""

    message: str


class EditData(Stretch):
    """A text in place of a part of a file."""

    content: str


class FixData(TypedDict):
    """Edits that fix a finding."""

    applicability: Literal["safe", "unsafe", "display"]
    message: str
    restart: bool
    edits: list[EditData]


# in the order of the keys; fields of a base class would come first
class FindingData(TypedDict):
    """A finding."""

    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    confidence: Literal["high", "medium", "low"]
    message: str
    file: str
    start: Position
    end: Position
    environment: str | None
    queue_manager: str | None
    object: ObjectOf | None
    impact: ImpactData | None
    references: list[ReferenceData]
    related: list[RelatedData]
    fixes: list[FixData]


class HeldBackData(TypedDict):
    """Checks of a rule that did not run because something is unknown."""

    code: str
    count: int
    why: str
    enable: str


class SummaryData(TypedDict):
    """The totals of a run."""

    files: int
    commands: int
    error: int
    warning: int
    info: int
    suppressed: int
    held_back: list[HeldBackData]


class FileNotChecked(TypedDict):
    """A file or folder that was left out."""

    file: str
    why: str


class NotCheckedData(TypedDict):
    """What a run left out."""

    files: list[FileNotChecked]
    rules: list[str]
    suppressed: int


class NotAccepted(TypedDict):
    """What the repository would remove from the findings, and the gate does not accept."""

    file: str
    line: int | None
    what: str
    why: str


class GateData(TypedDict):
    """The gate of a run."""

    file: str
    not_accepted: list[NotAccepted]


class Tool(TypedDict):
    """The program that made the findings."""

    name: str
    version: str


class LintData(TypedDict):
    """The JSON of `mqtune lint`."""

    version: Literal[1]
    tool: Tool
    findings: list[FindingData]
    summary: SummaryData
    not_checked: NotCheckedData
    gate: NotRequired[GateData]
