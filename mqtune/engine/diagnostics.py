"""Rules without a function: the diagnostics that a parser reports under the name of the page.

The parsers find and word them; this module adds code and fix. A kind of diagnostic has a page with the scope
`diagnostic` and the name of the kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.pages import Page
from mqtune.engine.rule import DIAGNOSTIC, Rule
from mqtune.findings.finding import SAFE, UNSAFE, WARNING, Fix
from mqtune.syntax.diagnostic import Diagnostic
from mqtune.syntax.document import READ_BY_QUEUE_MANAGER, Document
from mqtune.text.spans import Place

# diagnostics of ini files whose effect was observed with the reader of a client only
OBSERVED_WITH_CLIENT = ("ini-text-before-header", "ini-bracket-header", "ini-no-key")


def diagnostic_rule(page: Page) -> Rule:
    """The rule of a page that is about one kind of diagnostics."""
    return Rule(page.code, DIAGNOSTIC, report_diagnostic, types=(page.name,))


def report_diagnostic(diagnostic: Diagnostic, place: Place, document: Document | None) -> Iterator[Hit]:
    """One diagnostic; `document` is None if it lies outside every document of its file."""
    fixes: tuple[Fix, ...] = ()
    if diagnostic.replacement is not None and document is not None:
        places = [(diagnostic.span, diagnostic.replacement), *diagnostic.repeats]
        edits = tuple(edit for place in places if (edit := document.edit(*place)) is not None)
        if len(edits) == len(places):
            fixes = (Fix(SAFE if diagnostic.safe else UNSAFE, diagnostic.help, edits),)
    presumed = document is not None and document.kind in READ_BY_QUEUE_MANAGER
    severity = WARNING if presumed and diagnostic.kind in OBSERVED_WITH_CLIENT else None
    yield Hit(place, diagnostic.message, help=diagnostic.help, fixes=fixes, severity=severity)
