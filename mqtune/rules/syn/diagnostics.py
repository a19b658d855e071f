"""Faults of form: what the parsers met, told under the code of the page that has the fault's name.

The parsers find the faults and word them; this module adds the fix. It holds no kind by name: a page
in `rules/syn/` with the scope `problem` is what makes a kind known.
"""

from __future__ import annotations

from mqtune.engine._pages import PAGES
from mqtune.engine.hit import Hit
from mqtune.engine.rule import PROBLEM, Rule
from mqtune.findings.finding import SAFE, UNSAFE, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.syntax.document import Document
    from mqtune.syntax.problem import Problem
    from mqtune.text.spans import Place


def fault_of_form(problem: Problem, place: Place, document: Document | None) -> Iterator[Hit]:
    """One fault of form; `document` is None where it stands outside every document of its file."""
    fixes: tuple[Fix, ...] = ()
    if problem.replacement is not None and document is not None:
        places = [(problem.span, problem.replacement), *problem.repeats]
        edits = tuple(edit for place in places if (edit := document.edit(*place)) is not None)
        if len(edits) == len(places):
            fixes = (Fix(SAFE if problem.safe else UNSAFE, problem.help, edits),)
    yield Hit(place, problem.message, help=problem.help, fixes=fixes)


RULES = tuple(
    Rule(row[0], PROBLEM, fault_of_form, types=(row[1],))
    for row in PAGES
    if row[0].startswith("SYN") and row[5] == PROBLEM
)
