"""What the HTML report shows of an estate: queue managers, channels, topic trees, budget, exceptions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from mqtune import RULE_URL, __version__
from mqtune.access.matrix import Matrix, administers, is_too_large
from mqtune.capacity.topic_lock import PLANNED_SHARE
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.routes import partners_of
from mqtune.findings.finding import SuppressedFinding
from mqtune.flow.budget import budget, verdicts
from mqtune.flow.provenance import number
from mqtune.flow.resource import AT_LEAST
from mqtune.language.levels import show_level
from mqtune.report.html.content import (
    AccessTable,
    BudgetRow,
    ChannelLink,
    Content,
    ExceptionRow,
    ManagerRow,
    TopicRow,
)
from mqtune.report.secrets import safe
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.text.printable import printable
from mqtune.views.hardening import hardening_of
from mqtune.views.topology import TopicBranch, topic_trees

MOST_NAMES = 8  # objects that a row of the access matrix names


def content_of(workspace: Workspace, result: LintResult, title: str, command: str, today: date) -> Content:
    """The content of a report besides its findings."""
    managers = [(estate, one) for estate in workspace.estates for one in estate.shown]
    content = Content(title, today.isoformat(), __version__, command, workspace.first.project.profile)
    content.rules_url = RULE_URL
    content.managers = [manager_row(estate, one) for estate, one in managers]
    content.links = [link for estate, one in managers for link in links_of(estate, one)]
    content.topics = [row for branch in topic_trees(workspace.estates) for row in topic_rows(branch)]
    content.budget, content.first = budget_rows(workspace.estates)
    content.access = access_matrix([one for _, one in managers])
    content.owners = {
        one.code: safe(one.owner)
        for session in workspace.sessions
        for one in session.project.policies
        if one.owner
    }
    content.exceptions = list(exception_rows(workspace, result, today))
    skipped = sorted({*result.skipped, *result.summary.not_checked.files})
    content.skipped = [(printable(path), printable(reason)) for path, reason in skipped]
    content.hardening = hardening_of(workspace, result)
    return content


def title_of(manager: QueueManager) -> str:
    """`prod/PAYQM1`, safe to show."""
    return safe(manager.qualified)


def manager_row(estate: Estate, one: QueueManager) -> ManagerRow:
    """One queue manager."""
    clusters = tuple(
        name for name, cluster in sorted(estate.derived(build_clusters).items()) if cluster.membership(one)
    )
    files = tuple(dict.fromkeys(printable(script.document.source.shown) for script in one.scripts))
    return ManagerRow(
        (safe(one.environment_name or ""), safe(one.label)),
        show_level(one.level) if one.level is not None else "not declared",
        one.platform or "",
        one.complete,
        sum(bool(object.statements) for object in one.objects.values()),
        tuple(map(safe, clusters)),
        files,
    )


def links_of(estate: Estate, one: QueueManager) -> Iterator[ChannelLink]:
    """The channels from a queue manager to others of its estate."""
    targets: dict[str, list[str]] = {}
    for subtype in ("SDR", "SVR"):
        for channel in one.of_type("CHANNEL", subtype):
            for other, _ in partners_of(channel, one, estate):
                targets.setdefault(title_of(other), []).append(safe(channel.name))
    for target, channels in targets.items():
        yield ChannelLink(title_of(one), target, tuple(dict.fromkeys(channels)))


def topic_rows(root: TopicBranch) -> Iterator[TopicRow]:
    """A tree, parents before their children."""
    manager = title_of(root.queue_manager)
    for branch, depth in root.walk():
        yield TopicRow(manager, depth, safe(branch.part), branch.object, safe(branch.lock), branch.isolated)


def budget_rows(estates: Sequence[Estate]) -> tuple[list[BudgetRow], str]:
    """The resources that a load reaches, and a sentence about the first one to be exhausted."""
    found = [one for estate in estates for one in budget(estate) if one.queue_manager in estate.shown]
    rows = []
    for one in found:
        used = "unknown" if one.used is None else one.mark + number(one.used)
        used += f" of {number(one.limit)}" if one.limit is not None else ""
        rows.append(
            BudgetRow(
                title_of(one.queue_manager),
                safe(one.resource),
                one.kind,
                f"{used} {one.unit}",
                one.share,
                safe(one.reason or (one.notes[0] if one.notes else "")),
                one.percent,
                one.bound == AT_LEAST,
                one.share is not None and one.share > PLANNED_SHARE,
            )
        )
    first = [safe(text) for text in verdicts(found, 1.0)]
    return rows, "".join(f"{text[:1].upper()}{text[1:]}. " for text in first).rstrip()


def access_matrix(managers: Sequence[QueueManager]) -> AccessTable | None:
    """What users and groups hold: a row for all objects on which one holds the same; None without records."""
    head = ("Queue manager", "User or group", "Authorities", "Objects", "Profile")
    matrices = [Matrix(one) for one in managers]
    if is_too_large(matrices):
        note = "More users and groups times objects than a report lists: see mqtune access --matrix."
        return AccessTable(head, (), note)
    rows = [row for one, matrix in zip(managers, matrices, strict=True) for row in access_rows(one, matrix)]
    note = (
        "From authority records in the files, without administrators; membership in groups is not in files."
    )
    return AccessTable(head, tuple(rows), note) if rows else None


def access_rows(manager: QueueManager, matrix: Matrix) -> Iterator[tuple[str, ...]]:
    """The rows of one queue manager."""
    groups: dict[tuple[str, str, tuple[str, ...], str, str], list[str]] = {}
    for cell in matrix.cells():
        if not administers(cell.entity, manager.platform):
            key = (*cell.entity, cell.words, cell.objtype, cell.record.profile)
            groups.setdefault(key, []).append(cell.object)
    for (kind, name, words, objtype, profile), objects in groups.items():
        more = len(objects) - MOST_NAMES
        named = ", ".join(safe(object) for object in objects[:MOST_NAMES] if object)
        yield (
            title_of(manager),
            safe(f"{kind}({name})"),
            ", ".join(words) or "none",
            f"{objtype} {named}{f' and {more} more' if more > 0 else ''}".strip(),
            "" if objtype == "QMGR" else safe(profile),
        )


def exception_rows(workspace: Workspace, result: LintResult, today: date) -> Iterator[ExceptionRow]:
    """The exceptions of the project files, then the findings that directives suppress."""
    for session in workspace.sessions:
        for one in session.project.exceptions:
            expired = one.until is not None and one.until < today
            until = one.until.isoformat() if one.until is not None else ""
            place = f"{printable(one.file)}:{one.line}"
            yield ExceptionRow(
                one.rule,
                safe(one.object or "every object"),
                safe(one.reason),
                safe(one.owner or ""),
                until,
                expired,
                place,
            )
    for hidden in result.suppressed:
        if hidden.in_source:
            yield directive_row(hidden)


def directive_row(hidden: SuppressedFinding) -> ExceptionRow:
    """A finding that a directive in its file suppresses."""
    finding = hidden.finding
    place = f"{printable(finding.place.file)}:{finding.place.span.line}"
    subject = safe(str(finding.object)) if finding.object is not None else ""
    return ExceptionRow(finding.code, subject, safe(hidden.reason), "directive", "", False, place)
