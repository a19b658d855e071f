"""What the HTML report shows of an estate, and what the files say about each item of a hardening guide.

An item is violated, satisfied, or not decided. It is satisfied only by values in the files, which are its
evidence. A default counts as such only if the files are complete: it may have been changed elsewhere.
`hardening.toml` beside this module has the items.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from mqtune import RULE_URL, __version__
from mqtune.analysis.access.matrix import Matrix, administers, is_too_large
from mqtune.analysis.budget.budget import budget, verdicts
from mqtune.analysis.flow.resource import AT_LEAST, number
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.topology.clusters import partners_of
from mqtune.assets import asset_text
from mqtune.capacity.topics import PLANNED_SHARE
from mqtune.engine.pages import all_pages
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import DEFAULT, MqObject
from mqtune.language.available import cipherspec, show_level
from mqtune.present.html.content import (
    AccessTable,
    BudgetRow,
    ChannelLink,
    Content,
    ExceptionRow,
    Hardening,
    HardeningRow,
    ManagerRow,
    TopicRow,
)
from mqtune.present.safe import safe
from mqtune.questions.topology import TopicBranch, topic_trees
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import Finding, SuppressedFinding
from mqtune.text.messages import printable

# The hardening guide.

VIOLATED, ACCEPTED, SATISFIED, OPEN = "violated", "violated, accepted", "satisfied", "not decided"
Subject = tuple[str | None, str | None, str]  # environment, queue manager, object
MOST_PLACES = 3  # that a row names
PRODUCT = (
    "SYSTEM.DEF.",
    "SYSTEM.DEFAULT.",
    "SYSTEM.AUTO.",
)  # samples; SYSTEM.ADMIN.SVRCONN is none
_IDS = re.compile(r"V-(\d+)(?: to V-(\d+))?")


@dataclass(slots=True)
class Evidence:
    """What speaks against an item, for it, and what the files leave open, each as lines to show.

    `accepted` is whether every violation has a finding that a directive or exception suppresses.
    """

    against: list[str] = field(default_factory=list)
    support: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    accepted: bool = True

    @property
    def verdict(self) -> str:
        """The verdict: nothing is satisfied without evidence."""
        if self.against:
            return ACCEPTED if self.accepted else VIOLATED
        return SATISFIED if self.support and not self.missing else OPEN

    @property
    def words(self) -> str:
        """The first lines that the verdict rests on."""
        lines = list(dict.fromkeys(self.against or self.missing or self.support))  # environments share files
        lines = lines or ["the files define nothing that the item is about"]
        more = len(lines) - MOST_PLACES
        return "; ".join(lines[:MOST_PLACES]) + (f"; and {more} more" if more > 0 else "")


def hardening_of(workspace: Workspace, result: LintResult) -> Hardening | None:
    """The items that a selected rule covers; None if no such rule is selected."""
    data = tomllib.loads(asset_text("views/hardening.toml"))
    rules = _rules(data["guide"], workspace.first.selection.severities)
    managers = [manager for estate in workspace.estates for manager in estate.shown]
    rows = [_row(item, rules[item["id"]], managers, result) for item in data["item"] if item["id"] in rules]
    return Hardening(data["guide"], data["note"], rows) if rows else None


def _row(
    item: Mapping[str, Any], codes: Sequence[str], managers: Sequence[QueueManager], result: LintResult
) -> HardeningRow:
    evidence = Evidence()
    suppressed = [entry.finding for entry in result.suppressed]
    accepted = {_subject(finding) for finding in suppressed if finding.code in codes}
    accepted -= {_subject(finding) for finding in result.findings if finding.code in codes}
    for check in item.get("checks", ()):
        for manager in managers:
            _look(check, manager, accepted, evidence)
    by_rule = set(item.get("by-rule", ()))
    for findings, are_accepted in ((result.findings, False), (suppressed, True)):
        for finding in findings:
            if finding.code in by_rule:
                evidence.against.append(f"{finding.code} at {_place(finding)}")
                evidence.accepted &= are_accepted
    held = sorted({entry.code for entry in result.summary.held_back} & by_rule)
    evidence.missing += [f"checks of {code} were held back" for code in held]
    if "checks" not in item:
        evidence.missing.append("files can only show that it is violated")
    return HardeningRow(
        item["id"], item["title"], item["category"], evidence.verdict, evidence.words, tuple(codes)
    )


def _look(
    check: Mapping[str, Any], manager: QueueManager, accepted: set[Subject], evidence: Evidence
) -> None:
    """Add what a queue manager says about a check to the evidence."""
    keyword: str = check["attribute"]
    for object in _objects(check["object"], manager):
        name = f"{object.type}({object.name})" if object.name else object.type
        subject = safe(f"{name} of {manager.qualified}")
        value, origin = object.value(keyword), object.origin(keyword)
        is_default = origin.kind == DEFAULT
        known = manager.complete or not (is_default and object.predefined)
        if value is None or has_placeholder(value) or not known:
            evidence.missing.append(f"{subject} does not state {keyword}")
            continue
        place = origin.place()
        where = f"{printable(place.file)}:{place.span.line}" if place is not None else "the default"
        line = f"{subject} has {safe(f'{keyword}({value})')}, {where}"
        holds = _holds(check, value)
        if holds is False:
            evidence.against.append(line)
            evidence.accepted &= (manager.environment_name, manager.name, name) in accepted
        elif holds is None:
            evidence.missing.append(f"{line}, not known as certified for FIPS 140-2")
        elif is_default and not manager.complete:
            evidence.missing.append(f"{line}, which may have been changed")
        else:
            evidence.support.append(line)


def _objects(kind: str, manager: QueueManager) -> Iterator[MqObject]:
    """The queue manager itself, or its objects of a kind that scripts define, without samples."""
    if kind == "QMGR":
        yield manager.qmgr
        return
    type, _, subtype = kind.partition("/")
    for object in manager.of_type(type, subtype):
        if object.statements and not object.name.startswith(PRODUCT):
            yield object


def _holds(check: Mapping[str, Any], value: str) -> bool | None:
    """Whether a value is what a check asks for; None if that is not known."""
    if not value or check.get("filled"):
        return bool(value)
    if check.get("fips"):
        spec = cipherspec(value.upper())
        return True if spec is not None and spec.fips_140_2 else None
    return value.upper() in check["values"]


def _rules(guide: str, selected: Iterable[str]) -> dict[str, list[str]]:
    """The selected rules of each item, from the references of their pages."""
    rules: dict[str, list[str]] = {}
    for code, page in all_pages().items():
        if code in selected:
            for reference in page.references:
                for item in _items(reference.where) if reference.title == guide else ():
                    rules.setdefault(item, []).append(code)
    return rules


def _items(where: str) -> Iterator[str]:
    """The items that a reference names: `V-255809 to V-255812` are four."""
    for first, last in _IDS.findall(where):
        for item in range(int(first), int(last or first) + 1):
            yield f"V-{item}"


def _subject(finding: Finding) -> Subject:
    return finding.environment, finding.queue_manager, str(finding.object or "")


def _place(finding: Finding) -> str:
    return f"{printable(finding.place.file)}:{finding.place.span.line}"


# The report: queue managers, channels, topic trees, budget, exceptions.

MOST_NAMES = 8  # objects that a row of the access matrix names


def content_of(workspace: Workspace, result: LintResult, title: str, command: str, today: date) -> Content:
    """The content of a report besides its findings."""
    managers = [(estate, manager) for estate in workspace.estates for manager in estate.shown]
    content = Content(title, today.isoformat(), __version__, command, workspace.first.project.profile)
    content.rules_url = RULE_URL
    content.managers = [manager_row(estate, manager) for estate, manager in managers]
    content.links = [link for estate, manager in managers for link in links_of(estate, manager)]
    content.topics = [row for branch in topic_trees(workspace.estates) for row in topic_rows(branch)]
    content.budget, content.first = budget_rows(workspace.estates)
    content.access = access_matrix([manager for _, manager in managers])
    content.owners = {
        policy.code: safe(policy.owner)
        for session in workspace.sessions
        for policy in session.project.policies
        if policy.owner
    }
    content.exceptions = list(exception_rows(workspace, result, today))
    skipped = sorted({*result.skipped, *result.summary.not_checked.files})
    content.skipped = [(printable(path), printable(reason)) for path, reason in skipped]
    content.hardening = hardening_of(workspace, result)
    return content


def title_of(manager: QueueManager) -> str:
    """`prod/PAYQM1`, safe to show."""
    return safe(manager.qualified)


def manager_row(estate: Estate, manager: QueueManager) -> ManagerRow:
    """One queue manager."""
    clusters = tuple(
        name
        for name, cluster in sorted(estate.derived(build_clusters).items())
        if cluster.membership(manager)
    )
    files = tuple(dict.fromkeys(printable(script.document.source.shown) for script in manager.scripts))
    return ManagerRow(
        (safe(manager.environment_name or ""), safe(manager.label)),
        show_level(manager.level) if manager.level is not None else "not declared",
        manager.platform or "",
        manager.complete,
        sum(bool(object.statements) for object in manager.objects.values()),
        tuple(map(safe, clusters)),
        files,
    )


def links_of(estate: Estate, manager: QueueManager) -> Iterator[ChannelLink]:
    """The channels from a queue manager to others of its estate."""
    targets: dict[str, list[str]] = {}
    for subtype in ("SDR", "SVR"):
        for channel in manager.of_type("CHANNEL", subtype):
            for partner, _ in partners_of(channel, manager, estate):
                targets.setdefault(title_of(partner), []).append(safe(channel.name))
    for target, channels in targets.items():
        yield ChannelLink(title_of(manager), target, tuple(dict.fromkeys(channels)))


def topic_rows(root: TopicBranch) -> Iterator[TopicRow]:
    """A tree, parents before their children."""
    manager = title_of(root.queue_manager)
    for branch, depth in root.walk():
        yield TopicRow(manager, depth, safe(branch.part), branch.object, safe(branch.lock), branch.isolated)


def budget_rows(estates: Sequence[Estate]) -> tuple[list[BudgetRow], str]:
    """The resources that a load reaches, and a sentence about the first one to be exhausted."""
    resources = [
        resource
        for estate in estates
        for resource in budget(estate)
        if resource.queue_manager in estate.shown
    ]
    rows = []
    for resource in resources:
        used = "unknown" if resource.used is None else resource.mark + number(resource.used)
        used += f" of {number(resource.limit)}" if resource.limit is not None else ""
        rows.append(
            BudgetRow(
                title_of(resource.queue_manager),
                safe(resource.resource),
                resource.kind,
                f"{used} {resource.unit}",
                resource.share,
                safe(resource.reason or (resource.notes[0] if resource.notes else "")),
                resource.percent,
                resource.bound == AT_LEAST,
                resource.share is not None and resource.share > PLANNED_SHARE,
            )
        )
    first = [safe(text) for text in verdicts(resources, 1.0)]
    return rows, "".join(f"{text[:1].upper()}{text[1:]}. " for text in first).rstrip()


def access_matrix(managers: Sequence[QueueManager]) -> AccessTable | None:
    """What users and groups hold: a row for all objects on which one holds the same; None without records."""
    head = ("Queue manager", "User or group", "Authorities", "Objects", "Profile")
    matrices = [Matrix(manager) for manager in managers]
    if is_too_large(matrices):
        note = "More users and groups times objects than a report lists: see mqtune access --matrix."
        return AccessTable(head, (), note)
    rows = [
        row
        for manager, matrix in zip(managers, matrices, strict=True)
        for row in access_rows(manager, matrix)
    ]
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
        for exception in session.project.exceptions:
            expired = exception.until is not None and exception.until < today
            until = exception.until.isoformat() if exception.until is not None else ""
            place = f"{printable(exception.file)}:{exception.line}"
            yield ExceptionRow(
                exception.rule,
                safe(exception.object or "every object"),
                safe(exception.reason),
                safe(exception.owner or ""),
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
