"""What a rule function yields: a place and texts. The engine adds code, severity and references."""

from __future__ import annotations

from mqtune.findings.finding import Fix, Impact, ObjectName, Related
from mqtune.text.spans import Place


class Hit:
    """One thing that a rule found.

    `severity` and `confidence` override those of the page, for example "info" if the files are not known to
    be the whole queue manager; None means the page's own. A severity above the one that the profile gives the
    rule has no effect. `attribute` is the keyword or key that the finding is about: part of its fingerprint.
    """

    __slots__ = (
        "attribute",
        "confidence",
        "fixes",
        "help",
        "impact",
        "message",
        "note",
        "object",
        "place",
        "related",
        "severity",
    )

    def __init__(
        self,
        place: Place,
        message: str,
        note: str = "",
        help: str = "",
        object: ObjectName | None = None,
        attribute: str = "",
        severity: str | None = None,
        confidence: str | None = None,
        impact: Impact | None = None,
        related: tuple[Related, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        self.place = place
        self.message = message
        self.note = note
        self.help = help
        self.object = object
        self.attribute = attribute
        self.severity = severity
        self.confidence = confidence
        self.impact = impact
        self.related = related
        self.fixes = fixes
