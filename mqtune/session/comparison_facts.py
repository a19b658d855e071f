"""What comparing two states needs: differing findings, shared facts, rejected commands, joined states."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from mqtune.analysis.flow.derived import complete_loads
from mqtune.analysis.flow.traversal import Flow
from mqtune.analysis.plan.model import ALTER, CREATE
from mqtune.analysis.plan.risk import FAILS
from mqtune.estate.clients import build_clients
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.workload import declared_loads, read_workload
from mqtune.session.session import Session
from mqtune.text.finding import ERROR, Finding
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.analysis.plan.model import Plan
    from mqtune.estate.statement import Statement
    from mqtune.session.sides import Opened

    SharedFacts = tuple[QueueManager | None, QueueManager | None]


# Findings that a change makes appear and disappear.

NUMBER = lazy_pattern(r"\d+")  # lengths and positions change without a reason
Pair = tuple[QueueManager | None, QueueManager | None]


@dataclass
class FindingsDifference:
    """The findings that only the new state has, and those that only the old one has."""

    new: list[Finding]
    gone: list[Finding]


def findings_difference(
    findings: tuple[Sequence[Finding], Sequence[Finding]],
    pairs: Sequence[Pair],
) -> FindingsDifference:
    """Compare by rule, queue manager, object and attribute: neither line nor file matters."""
    old = _keyed(findings[0], [pair[0] for pair in pairs])
    new = _keyed(findings[1], [pair[1] for pair in pairs])
    return FindingsDifference(_more(new, old), _more(old, new))


def _keyed(
    findings: Sequence[Finding], managers: Sequence[QueueManager | None]
) -> list[tuple[tuple[object, ...], Finding]]:
    """The findings on what is compared, each with what it is about."""
    numbers = {
        (manager.environment_name, manager.title): number
        for number, manager in enumerate(managers)
        if manager is not None
    }
    keyed: list[tuple[tuple[object, ...], Finding]] = []
    for finding in findings:
        number = numbers.get((finding.environment, finding.queue_manager or ""), -1)
        if finding.queue_manager and number < 0:
            continue  # of a queue manager that is not compared
        if finding.object is None:
            keyed.append(((finding.code, number, NUMBER.sub("0", finding.message)), finding))
        else:
            type, name = finding.object.type, finding.object.name
            key = (finding.code, number, type, "" if type == "QMGR" else name, finding.attribute)
            keyed.append((key, finding))
    return keyed


def _more(
    mine: list[tuple[tuple[object, ...], Finding]], others: list[tuple[tuple[object, ...], Finding]]
) -> list[Finding]:
    """The findings of one side that the other one does not have as often."""
    left = Counter(key for key, _ in others)
    more = []
    for key, finding in mine:
        if left[key] > 0:
            left[key] -= 1
        else:
            more.append(finding)
    return more


# Facts that count for both states: the declared load, and completeness. A dump outside of the project has no
# load of its own, and the files that it is compared with need not be declared complete: a comparison of
# states treats both as everything there is.


def share_loads(pairs: Iterable[SharedFacts], estates: Iterable[Estate]) -> None:
    """Give the declared load and machine of one queue manager to its pair, if that has neither.

    Otherwise the plan would show that the whole load appears, and not what the change costs.
    """
    changed = set()
    for pair in pairs:
        for mine, partner in (pair, pair[::-1]):
            if mine is not None and partner is not None and lacks_load(mine) and partner.has_load:
                topics, queues = declared_loads(partner)
                mine.topic_loads, mine.queue_loads = list(topics), list(queues)
                mine.cluster_loads = list(partner.cluster_loads)
                mine.declaration, mine.project = partner.declaration, partner.project
                changed.add(id(mine))
    for estate in estates:
        if any(id(manager) in changed for manager in estate.queue_managers):
            estate.forget(Flow)
            complete_loads(estate)


def share_completeness(pairs: Iterable[SharedFacts]) -> None:
    """Treat both states as complete if one of them is, and neither if a dump of one was cut off, so that a
    check that is held back for one of them does not look like a finding that appears or disappears.
    """
    for pair in pairs:
        managers = [manager for manager in pair if manager is not None]
        if any(manager.gaps for manager in managers):
            for manager in managers:
                manager.complete = manager.stated_complete = False
        elif len(managers) == 2 and any(manager.complete for manager in managers):
            for manager in managers:
                manager.stated_complete = True
                manager.complete = not manager.has_unknown_names


def lacks_load(manager: QueueManager) -> bool:
    """Whether nothing is declared for a queue manager: an estate may also be declared to have no load."""
    return not manager.has_load and manager.declaration is None


# Commands of a script that the queue manager would reject for their form: a lint finds them.

FORM = ("CAT", "SYN")  # families about single commands
UNKNOWN_CIPHER, DISABLED_CIPHER = "CAT042", "CAT043"  # rejected, whatever the severity (AMQ8242)
# rules about definitions that the product rejects
REJECTED = ("CLU012", "CLU014", "PUB013", "REF009", "REF022")


def rejected_by_syntax(findings: Iterable[Finding], managers: Sequence[QueueManager]) -> dict[int, str]:
    """The messages of the errors in single commands, by the identity of the statement."""
    errors: dict[str, list[tuple[int, str]]] = {}
    for finding in findings:
        if (finding.severity == ERROR and finding.code.startswith(FORM)) or finding.code == UNKNOWN_CIPHER:
            errors.setdefault(finding.place.file, []).append((finding.place.span.line, finding.message))
    for lines in errors.values():
        lines.sort()
    messages: dict[int, str] = {}
    for manager in managers if errors else ():
        for statement in manager.statements:
            place = statement.whole_place()
            lines = errors.get(place.file, [])
            at = bisect_left(lines, (place.span.line, ""))
            if at < len(lines) and lines[at][0] <= place.span.end_line:
                messages[id(statement)] = lines[at][1]
    return messages


def rejected_by_definition(findings: Iterable[Finding], statements: Sequence[Statement]) -> dict[int, str]:
    """The last command of a script for each object that the queue manager would not accept as it is then."""
    last = {
        (command.type, command.name or ""): command
        for command in statements
        if command.verb in ("DEFINE", "ALTER")
    }
    messages: dict[int, str] = {}
    for finding in findings:
        if finding.object is None or finding.severity != ERROR or finding.code not in REJECTED:
            continue
        statement = last.get(
            (finding.object.type, "" if finding.object.type == "QMGR" else finding.object.name)
        )
        if statement is not None:
            messages.setdefault(id(statement), finding.message)
    return messages


def mark_rejected(plan: Plan, findings: Iterable[Finding]) -> None:
    """Mark the changes to objects that the queue manager would not accept as they are defined."""
    messages: dict[tuple[str, str, str], str] = {}
    for finding in findings:
        rejects = finding.severity == ERROR and finding.code.startswith((*FORM, *REJECTED))
        if finding.object is not None and (rejects or finding.code in (UNKNOWN_CIPHER, DISABLED_CIPHER)):
            owner = "/".join(filter(None, (finding.environment, finding.queue_manager)))
            messages.setdefault((owner, finding.object.type, finding.object.name), finding.message)
    for part in plan.parts if messages else ():
        owner = "/".join(filter(None, (part.owner.environment_name, part.owner.title)))
        for change in part.changes:
            message = messages.get((owner, change.type, "" if change.type == "QMGR" else change.name))
            if message is not None and change.action in (CREATE, ALTER):
                change.more = (*change.more, FAILS)
                change.notes.append(f"the queue manager would reject it: {message}")


# The state of a queue manager after a script, as a session that can be linted.


def joined_session(state: Opened, script: Opened, before: QueueManager, after: QueueManager) -> Session:
    """A session over the state after a script, so that it can be linted."""
    first = next(candidate for candidate in state.workspace.sessions if before in candidate.queue_managers)
    inputs = first.inputs.with_texts({})
    inputs.files = [*inputs.files, *script.workspace.first.inputs.files]
    session = Session(first.options, first.project, first.selection, inputs)
    session.use([_replaced(estate, before, after) for estate in first.estates])
    return session


def _replaced(estate: Estate, before: QueueManager, after: QueueManager) -> Estate:
    """The estate with one queue manager in another state."""
    if before not in estate.queue_managers:
        return estate
    changed = Estate(estate.project, estate.environment)
    changed.queue_managers = [after if manager is before else manager for manager in estate.queue_managers]
    changed.ccdts, changed.client_inis = estate.ccdts, estate.client_inis
    changed.deployments, changed.stores = estate.deployments, estate.stores
    changed.clients = build_clients(changed)
    read_workload(after)
    return changed
