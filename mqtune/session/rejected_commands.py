"""Commands of a script that the queue manager would reject for their form: a lint finds them."""

from __future__ import annotations

from bisect import bisect_left

from mqtune.findings.finding import ERROR
from mqtune.plan.model import ALTER, CREATE
from mqtune.plan.risk import FAILS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.findings.finding import Finding
    from mqtune.plan.model import Plan

FORM = ("CAT", "SYN")  # families about single commands
UNKNOWN_CIPHER, DISABLED_CIPHER = "CAT042", "CAT043"  # rejected, whatever the severity (AMQ8242)
# rules about definitions that the product rejects
REJECTED = ("CLU012", "CLU014", "PUB013", "REF009", "REF022")


def rejected_by_syntax(findings: Iterable[Finding], managers: Sequence[QueueManager]) -> dict[int, str]:
    """The messages of the errors in single commands, by the identity of the statement."""
    errors: dict[str, list[tuple[int, str]]] = {}
    for one in findings:
        if (one.severity == ERROR and one.code.startswith(FORM)) or one.code == UNKNOWN_CIPHER:
            errors.setdefault(one.place.file, []).append((one.place.span.line, one.message))
    for lines in errors.values():
        lines.sort()
    found: dict[int, str] = {}
    for manager in managers if errors else ():
        for statement in manager.statements:
            place = statement.whole_place()
            lines = errors.get(place.file, [])
            at = bisect_left(lines, (place.span.line, ""))
            if at < len(lines) and lines[at][0] <= place.span.end_line:
                found[id(statement)] = lines[at][1]
    return found


def rejected_by_definition(findings: Iterable[Finding], statements: Sequence[Statement]) -> dict[int, str]:
    """The last command of a script for each object that the queue manager would not accept as it is then."""
    last = {(one.type, one.name or ""): one for one in statements if one.verb in ("DEFINE", "ALTER")}
    found: dict[int, str] = {}
    for one in findings:
        if one.object is None or one.severity != ERROR or one.code not in REJECTED:
            continue
        statement = last.get((one.object.type, "" if one.object.type == "QMGR" else one.object.name))
        if statement is not None:
            found.setdefault(id(statement), one.message)
    return found


def mark_rejected(plan: Plan, findings: Iterable[Finding]) -> None:
    """Mark the changes to objects that the queue manager would not accept as they are defined."""
    messages: dict[tuple[str, str, str], str] = {}
    for one in findings:
        rejects = one.severity == ERROR and one.code.startswith((*FORM, *REJECTED))
        if one.object is not None and (rejects or one.code in (UNKNOWN_CIPHER, DISABLED_CIPHER)):
            owner = "/".join(filter(None, (one.environment, one.queue_manager)))
            messages.setdefault((owner, one.object.type, one.object.name), one.message)
    for part in plan.parts if messages else ():
        owner = "/".join(filter(None, (part.owner.environment_name, part.owner.title)))
        for change in part.changes:
            message = messages.get((owner, change.type, "" if change.type == "QMGR" else change.name))
            if message is not None and change.action in (CREATE, ALTER):
                change.more = (*change.more, FAILS)
                change.notes.append(f"the queue manager would reject it: {message}")
