"""What a rule function yields: a place and words. The engine adds code, severity and references.

A rule function knows the estate and the catalogue; it does not know files, formats or suppression.
"""

from __future__ import annotations

from mqtune.findings.finding import Fix, Impact, ObjectName, Related
from mqtune.text.spans import Place


class Hit:
    """One thing a rule found.

    `severity` and `confidence` override the page's where the case calls for it (for instance "info"
    where the files are not known to be the whole queue manager); a hit is never raised above the
    severity that the profile gives the rule, save that None means the page's own.
    `attribute` is the keyword or key the finding is about: part of its fingerprint.
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
