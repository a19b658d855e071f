"""What a run did not check: the files that it left out, and the rules that it did not run."""

from __future__ import annotations

import os

from mqtune.engine.pages import DEFAULT
from mqtune.engine.selection import ALL
from mqtune.findings.not_checked import NotChecked, Refused
from mqtune.syntax.carriers.names import MQSC, shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.engine.selection import Selection
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.session import Session


def not_checked_of(session: Session, suppressed: int, refused: Iterable[Refused]) -> NotChecked:
    """What the lint of a session did not check; `refused` are the suppressions that the gate refuses."""
    project, inputs = session.project, session.inputs
    skipped = [(file.shown, _reason(file)) for file in inputs.files if file.skipped and _was_expected(file)]
    rules = _rules_left_out(session.selection)
    return NotChecked(
        sorted({*inputs.not_checked, *skipped}),
        _abbreviated(rules, session.selection),
        len(rules),
        suppressed,
        project.gate.file if project.gate is not None else "",
        [*(Refused(*one) for one in (*project.refused, *inputs.refused)), *refused],
    )


def _was_expected(file: LoadedFile) -> bool:
    """Whether a file that contains nothing to check is one of IBM MQ, or has the name of one."""
    told = shape_of(os.path.basename(file.shown))
    return file.recognised or told.certain or told.shape == MQSC


def _reason(file: LoadedFile) -> str:
    """Why a file was skipped, without what to do about it."""
    return file.skipped.partition(",")[0].partition(";")[0]


def _rules_left_out(selection: Selection) -> list[str]:
    """The rules that would run without `select`, `ignore` and a weaker profile than the default."""
    profiles = (DEFAULT, selection.profile)
    return [
        code
        for code, page in selection.pages.items()
        if code not in selection.severities and any(map(page.runs_in, profiles))
    ]


def _abbreviated(codes: list[str], selection: Selection) -> list[str]:
    """Codes of rules; a family, or ALL, in place of all of its rules."""
    if not codes:
        return []
    if not selection.severities:
        return [ALL]
    families = {code: page.family for code, page in selection.pages.items()}
    active = {families[code] for code in selection.severities}
    return list(dict.fromkeys(code if families[code] in active else families[code] for code in codes))
