"""The whole page: a verdict first, then what was read, what to do, and the estate."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files

from mqtune.present.html.content import BudgetRow, Content, Hardening, Markup, diagram, element, joined, table
from mqtune.present.html.findings import by_rule, counts_table, sentence, tag, worst_section
from mqtune.present.report import Item, Report
from mqtune.present.safe import safe
from mqtune.present.summary import not_checked_lines
from mqtune.text.finding import ERROR, SEVERITIES
from mqtune.text.messages import plural

MOST_ROWS = 2000  # of a table of the estate
MOST_RULES = 20  # that a row names
MOST_INDENT = 30  # levels of a topic string; a lower level states its number
Section = tuple[str, str, Markup]


def write(report: Report, content: Content, out: Callable[[str], object]) -> None:
    """Write the page."""
    style, script = asset("style.css"), asset("script.js")
    policy = f"default-src 'none'; style-src 'sha256-{digest(style)}'; script-src 'sha256-{digest(script)}'"
    items = list(report.items())
    sections = list(all_sections(report, content, items))
    verdict, worst = sentence(report, len(content.managers))
    contents = joined(element("li", element("a", title, href=f"#{name}")) for name, title, _ in sections)
    head = joined(
        [
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", http_equiv="Content-Security-Policy", content=policy),
            element("title", f"{content.title}: {verdict}"),
            Markup(f"<style>{style}</style>"),
        ],
        "\n",
    )
    out(f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n')
    out(element("a", "Skip to the report", href="#main", klass="skip") + "\n")
    heading = element(
        "header", element("h1", content.title), element("p", verdict, klass=f"verdict {worst}".strip())
    )
    out(
        heading
        + "\n"
        + element("nav", element("ul", contents), aria_label="Sections")
        + '\n<main id="main">\n'
    )
    for name, title, body in sections:
        out(element("section", element("h2", title), "\n", body, id=name, aria_label=title) + "\n")
    out("</main>\n" + element("footer", footer(content)) + f"\n<script>{script}</script>\n</body>\n</html>\n")


def all_sections(report: Report, content: Content, items: Sequence[Item]) -> Iterator[Section]:
    """The sections with something to show, in the order of their use."""
    yield "read", "What was checked", read_section(report, content)
    if content.difference is not None:
        yield "since", "Changes", since_section(content)
    yield "first", "What to do first", worst_section(items)
    if report.findings:
        yield "counts", "Counts", counts_table(report)
    if content.exceptions:
        yield "exceptions", "Exceptions", exceptions_section(content)
    if owned := owners_table(report, content):
        yield "owners", "Owners", owned
    yield "undecided", "What could not be decided", undecided_section(report)
    if content.hardening:
        yield "hardening", "Hardening guide", hardening_section(report, content.hardening)
    new = frozenset(content.difference.new) if content.difference is not None else frozenset()
    yield "findings", "All findings by rule", by_rule(report, items, content, new)
    if content.managers:
        yield "managers", "Queue managers", managers_section(report, content)
        yield "topology", "Channels and clusters", topology_section(content)
    if content.topics:
        yield "topics", "Topic trees", topics_section(content)
    if content.budget:
        yield "budget", "Load budget", budget_section(content)
    if content.access is not None:
        yield "access", "Access", access_section(content)


def read_section(report: Report, content: Content) -> Markup:
    """What the run read."""
    facts = [
        ("Date", content.date),
        ("Files", f"{report.totals.files}, with {plural(report.totals.commands, 'MQSC command')}"),
        ("Queue managers", ", ".join(manager.title for manager in content.managers[:20]) or "none"),
        ("Profile", content.profile),
        ("Suppressed findings", str(report.totals.suppressed)),
        *(("Not checked", text) for text in not_checked_lines(report)),
    ]
    parts = [
        element(
            "dl",
            joined(part for name, value in facts for part in (element("dt", name), element("dd", value))),
            klass="facts",
        )
    ]
    if content.skipped:
        lines = [(element("code", safe(path)), reason) for path, reason in content.skipped[:MOST_ROWS]]
        parts.append(table("Files that were not checked", ("File", "Reason"), lines))
    if report.crashes:
        parts.append(
            element("p", f"{plural(len(report.crashes), 'internal error')}: the report is incomplete.")
        )
    return joined(parts)


def since_section(content: Content) -> Markup:
    """The comparison with an earlier report."""
    difference = content.difference
    assert difference is not None
    words = f"Compared with {difference.earlier}: {len(difference.new)} new, {len(difference.gone)} gone, "
    parts = [element("p", f"{words}{difference.open} still open. New findings are marked below.")]
    if difference.gone:
        lines = [
            (code, message, element("code", place)) for code, message, place in difference.gone[:MOST_ROWS]
        ]
        parts.append(table("Findings that are gone", ("Rule", "What was wrong", "Position then"), lines))
    return joined(parts)


def exceptions_section(content: Content) -> Markup:
    """Accepted findings, expired ones first."""
    lines = [
        (
            joined(
                [
                    element("code", exception.rule),
                    tag("expired", "error") if exception.expired else Markup(""),
                ],
                " ",
            ),
            exception.object,
            exception.reason,
            exception.owner,
            exception.until,
            element("code", exception.place),
        )
        for exception in sorted(
            content.exceptions,
            key=lambda exception: (not exception.expired, exception.until or "9999", exception.rule),
        )
    ]
    head = ("Rule", "Object", "Reason", "Owner", "Until", "Declared at")
    return table("Findings that are accepted, with owner and end date", head, lines)


def owners_table(report: Report, content: Content) -> Markup | None:
    """What each owner is responsible for: findings of own policies, and accepted findings."""
    rules: dict[str, dict[str, int]] = {}
    accepted: dict[str, list[int]] = {}
    for finding in report.findings:
        if owner := content.owners.get(finding.code):
            codes = rules.setdefault(owner, {})
            codes[finding.code] = codes.get(finding.code, 0) + 1
    for exception in content.exceptions:
        if exception.owner:
            accepted.setdefault(exception.owner, [0, 0])[exception.expired] += 1
    lines = [
        (owner, rule_links(rules.get(owner, {})) or "–", *(n or "–" for n in accepted.get(owner, (0, 0))))
        for owner in sorted({*rules, *accepted, *content.owners.values()})
    ]
    head = ("Owner", "Findings of their policies", "Exceptions", "Expired exceptions")
    return table("Owners of policies and exceptions", head, lines[:MOST_ROWS]) if lines else None


def undecided_section(report: Report) -> Markup:
    """The checks that were held back, and what would enable them."""
    groups: dict[tuple[str, str], dict[str, int]] = {}
    for held in report.totals.held_back:
        codes = groups.setdefault((held.reason.why, report.redactor.hidden(held.reason.enable)), {})
        codes[held.code] = codes.get(held.code, 0) + held.count
    if not groups:
        return element("p", "Every selected rule could decide every case.")
    lines = [
        (why, sum(codes.values()), ", ".join(sorted(codes)), element("code", enable))
        for (why, enable), codes in groups.items()
    ]
    return table("Checks that were held back", ("Reason", "Checks", "Rules", "Enabled by"), lines)


def hardening_section(report: Report, hardening: Hardening) -> Markup:
    """The items of a hardening guide: violated, satisfied, or not decided by the files."""
    reported = {finding.code for finding in report.findings}
    lines = [
        (
            row.item,
            row.title,
            row.category,
            tag(row.verdict, ERROR) if row.verdict.startswith("violated") else row.verdict,
            row.evidence,
            joined(
                (
                    element("a" if code in reported else "span", code, href=code in reported and f"#{code}")
                    for code in row.rules
                ),
                ", ",
            ),
        )
        for row in hardening.rows
    ]
    head = ("Item", "Subject", "Category", "From the files", "Because", "Rules")
    note = f"{hardening.guide}: {hardening.note}."
    return joined([element("p", note), table("Items of the guide that files can show", head, lines)])


def managers_section(report: Report, content: Content) -> Markup:
    """Every queue manager with its findings."""
    counts: dict[tuple[str, str], list[int]] = {}
    rules: dict[tuple[str, str], dict[str, int]] = {}
    for finding in sorted(report.findings, key=lambda entry: (SEVERITIES.index(entry.severity), entry.code)):
        key = (finding.environment or "", finding.queue_manager or "")
        counts.setdefault(key, [0, 0, 0])[SEVERITIES.index(finding.severity)] += 1
        codes = rules.setdefault(key, {})
        codes[finding.code] = codes.get(finding.code, 0) + 1
    lines = []
    for manager in content.managers:
        totals = counts.get(manager.key, [0, 0, 0])
        complete = "complete" if manager.complete else "perhaps only a part"
        facts = (manager.title, manager.level, manager.platform, manager.objects, complete)
        lines.append((*facts, *(number or "–" for number in totals), rule_links(rules.get(manager.key, {}))))
    head = ("Queue manager", "Level", "Platform", "Objects", "Files", "Errors", "Warnings", "Infos", "Rules")
    return table("Queue managers as the files define them", head, lines[:MOST_ROWS])


def rule_links(counts: Mapping[str, int]) -> Markup:
    """Rules with the number of their findings, as links to them."""
    words = [
        element("a", f"{code} ({count})" if count > 1 else code, href=f"#{code}")
        for code, count in list(counts.items())[:MOST_RULES]
    ]
    if len(counts) > MOST_RULES:
        words.append(element("span", f"and {len(counts) - MOST_RULES} more"))
    return joined(words, ", ")


def topology_section(content: Content) -> Markup:
    """Channels between queue managers and the members of clusters: a picture, and tables."""
    parts = [picture] if (picture := diagram(content.managers, content.links)) is not None else []
    if content.links:
        lines = [(link.source, link.target, ", ".join(link.channels)) for link in content.links[:MOST_ROWS]]
        parts.append(table("Channels between queue managers", ("From", "To", "Channels"), lines))
    members: dict[str, list[str]] = {}
    for manager in content.managers:
        for cluster in manager.cluster_titles:
            members.setdefault(cluster, []).append(manager.title)
    if members:
        rows = [(name, len(titles), ", ".join(titles)) for name, titles in sorted(members.items())]
        parts.append(table("Clusters", ("Cluster", "Members", "Queue managers"), rows))
    return (
        joined(parts) if parts else element("p", "The files define no channel between these queue managers.")
    )


def topics_section(content: Content) -> Markup:
    """Topic trees with the locks that publications take."""
    lines = [
        (
            element("span", Markup(indented(branch.depth)), element("code", branch.part), klass="branch"),
            branch.object or "–",
            branch.lock,
            "isolated" if branch.isolated else "shares a lock" if branch.depth else "",
        )
        for branch in content.topics[:MOST_ROWS]
    ]
    return table("Topic strings by queue manager", ("Topic", "Topic object", "Lock", "State"), lines)


def indented(depth: int) -> str:
    """What is before a level of a topic string: as many spaces for each level would make a deep one large."""
    return "&emsp;" * depth if depth <= MOST_INDENT else "&emsp;" * MOST_INDENT + f"… level {depth}: "


def budget_section(content: Content) -> Markup:
    """The utilisation of each resource as a bar with its figure."""
    ordered = sorted(
        content.budget, key=lambda entry: -1.0 if entry.share is None else entry.share, reverse=True
    )
    lines = [
        (row.manager, row.resource, row.kind, bar(row), row.used, row.basis) for row in ordered[:MOST_ROWS]
    ]
    head = ("Queue manager", "Resource", "Kind", "Share", "Used", "Basis")
    parts = [element("p", content.first)] if content.first else []
    return joined([*parts, table("Utilisation by the declared load", head, lines)])


def bar(row: BudgetRow) -> Markup:
    """A bar, with its figure as text."""
    if row.share is None:
        return element("span", "unknown")
    width = min(row.share, 1.0) * 100
    name = "error" if row.share > 1 else "warning" if row.high else "bar"
    parts = [element("rect", width=f"{width:.1f}", height=10, fill=f"var(--{name})")]
    if row.open:  # hatched: how much more is used is unknown
        parts.append(
            element(
                "path", d=f"M{width:.1f} 5H100", stroke="var(--bar)", stroke_width=10, stroke_dasharray="1 4"
            )
        )
    picture = element(
        "svg", joined(parts), viewBox="0 0 100 10", preserveAspectRatio="none", aria_hidden="true"
    )
    return joined([element("span", picture, klass="bar"), element("span", f" {row.percent}")])


def access_section(content: Content) -> Markup:
    """Who can do what."""
    matrix = content.access
    assert matrix is not None
    parts = [element("p", matrix.note)] if matrix.note else []
    return joined([*parts, table("Access by user, group and object", matrix.head, matrix.rows[:MOST_ROWS])])


def footer(content: Content) -> Markup:
    """How the report was made."""
    return joined([element("p", f"mqtune {content.version}"), element("p", element("code", content.command))])


def asset(name: str) -> str:
    """A file of this package."""
    return files("mqtune.present.html").joinpath(name).read_text(encoding="utf-8")


def digest(text: str) -> str:
    """The hash by which the page allows its own style and script, and nothing else."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
