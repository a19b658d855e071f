"""Rules without a function: the diagnostics that a parser reports under the name of the page.

The parsers find and word them; this module adds code and fix. A page with the scope `problem` and the name of
the kind makes a diagnostic known.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import PROBLEM, Rule
from mqtune.findings.finding import SAFE, UNSAFE, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.engine.pages import Page
    from mqtune.syntax.document import Document
    from mqtune.syntax.problem import Problem
    from mqtune.text.spans import Place


def diagnostic_rule(page: Page) -> Rule:
    """The rule of a page that is about one kind of diagnostics."""
    return Rule(page.code, PROBLEM, report_diagnostic, types=(page.name,))


def report_diagnostic(problem: Problem, place: Place, document: Document | None) -> Iterator[Hit]:
    """One diagnostic; `document` is None if it lies outside every document of its file."""
    fixes: tuple[Fix, ...] = ()
    if problem.replacement is not None and document is not None:
        places = [(problem.span, problem.replacement), *problem.repeats]
        edits = tuple(edit for place in places if (edit := document.edit(*place)) is not None)
        if len(edits) == len(places):
            fixes = (Fix(SAFE if problem.safe else UNSAFE, problem.help, edits),)
    yield Hit(place, problem.message, help=problem.help, fixes=fixes)
