"""What a rule function yields: a place and texts. The engine adds code, severity and references."""

from __future__ import annotations

from mqtune.findings.finding import Fix, Impact, ObjectName, Related
from mqtune.findings.held_back import HeldBack
from mqtune.text.record import record
from mqtune.text.spans import Place


@record
class Hit:
    """One thing that a rule found.

    `severity` and `confidence` override those of the page, for example "info" if the files are not known to
    be the whole queue manager; None means the page's own. A severity above the one that the profile gives the
    rule has no effect. `attribute` is the keyword or key that the finding is about: part of its fingerprint.
    """

    place: Place
    message: str
    note: str = ""
    help: str = ""
    object: ObjectName | None = None
    attribute: str = ""
    severity: str | None = None
    confidence: str | None = None
    impact: Impact | None = None
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()


Outcome = Hit | HeldBack  # what a rule yields
