"""The findings of the HTML report: a table of counts, the worst, and all grouped by rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.present.excerpt import rows
from mqtune.present.findings_text import fix_words, impact_words, reference_words
from mqtune.present.html.content import Content, Markup, element, joined, table
from mqtune.present.report import Item, Report
from mqtune.text.finding import ERROR, INFO, SEVERITIES, WARNING
from mqtune.text.messages import plural

WORST = 10
MOST = 10_000  # findings in the file; the CSV has all
MOST_EXCERPTS = 50  # of one rule
WIDTH = 110
OF = {ERROR: "errors", WARNING: "warnings", INFO: "infos"}


def counts_table(report: Report) -> Markup:
    """Findings by family and severity."""
    families: dict[str, dict[str, int]] = {}
    subjects: dict[str, str] = {}
    for finding in report.findings:
        family = finding.code[:-3]
        if family not in subjects:
            facts = report.rule_facts(finding.code)
            subjects[family] = facts.family if facts is not None else "own policies"
        families.setdefault(family, dict.fromkeys(SEVERITIES, 0))[finding.severity] += 1
    lines = [
        (f"{family}, {subjects[family]}", *(counts[severity] or "–" for severity in SEVERITIES))
        for family, counts in sorted(families.items())
    ]
    return table(
        "Findings by family and severity", ("Family", *(OF[severity] for severity in SEVERITIES)), lines
    )


def worst_items(items: Iterable[Item]) -> list[Item]:
    """The findings to look at first: by severity, one of each rule before a second of any."""
    seen: dict[str, int] = {}
    ranked = []
    places = set()
    for number, item in enumerate(items):
        finding = item.finding
        if (finding.code, position(item)) in places:
            continue  # the same line in another environment
        places.add((finding.code, position(item)))
        nth = seen[finding.code] = seen.get(finding.code, 0) + 1
        if finding.severity != INFO:
            ranked.append((SEVERITIES.index(finding.severity), nth, number, item))
    return [item for *_, item in sorted(ranked, key=lambda entry: entry[:3])[:WORST]]


def worst_section(items: Sequence[Item]) -> Markup:
    """A table of the worst findings, with what to do."""
    lines = [
        (
            joined(
                [tag(item.shown.severity), element("a", item.shown.code, href=f"#{item.shown.code}")], " "
            ),
            item.shown.message,
            element("code", position(item)),
            item.shown.help or (item.shown.fixes[0].message if item.shown.fixes else ""),
        )
        for item in worst_items(items)
    ]
    head = ("Finding", "What is wrong", "Position", "What to do")
    return (
        table("The findings to look at first", head, lines)
        if lines
        else element("p", "No error and no warning.")
    )


def by_rule(report: Report, items: Sequence[Item], content: Content, new: frozenset[str]) -> Markup:
    """All findings, the rules with the most severe first."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.finding.code, []).append(item)
    ordered = sorted(groups, key=lambda code: (SEVERITIES.index(groups[code][0].finding.severity), code))
    parts, left = [], MOST
    for code in ordered:
        parts.append(rule_group(report, code, groups[code], left, content, new))
        left = max(0, left - len(groups[code]))
    return joined([CONTROLS, *parts], "\n") if parts else element("p", "There are none.")


CONTROLS = element(
    "div",
    element("label", "Find ", element("input", id="words", type="search")),
    element(
        "label",
        "Severity ",
        element(
            "select",
            element("option", "all", value=""),
            joined(element("option", severity, value=severity) for severity in SEVERITIES),
            id="severity",
        ),
    ),
    element("span", id="count", role="status"),
    klass="controls",
)


def rule_group(
    report: Report, code: str, items: list[Item], room: int, content: Content, new: frozenset[str]
) -> Markup:
    """One rule with its findings."""
    first = items[0].shown
    facts = report.rule_facts(code)
    shown = items[:room]
    body = [element("p", facts.summary)] if facts is not None else []
    if code in content.owners:
        body.append(element("p", f"Owner: {content.owners[code]}"))
    if content.rules_url and facts is not None and facts.path:
        body.append(element("p", element("a", f"About {code}", href=content.rules_url.format(code=code))))
    body += [
        finding_part(report, item, number < MOST_EXCERPTS, item.fingerprint in new)
        for number, item in enumerate(shown)
    ]
    if len(shown) < len(items):
        body.append(
            element("p", f"{len(items) - len(shown)} more are not in this file; the CSV file lists all.")
        )
    heading = element("h3", tag(first.severity), f" {code} {first.name} ", element("span", f"({len(items)})"))
    return element(
        "details",
        element("summary", heading),
        joined(body, "\n"),
        klass="rule",
        id=code,
        open=first.severity == ERROR,
    )


def finding_part(report: Report, item: Item, with_excerpt: bool, is_new: bool) -> Markup:
    """One finding with its position, excerpt, reason and help."""
    finding = item.shown
    owner = ", ".join(
        filter(None, (str(finding.object or ""), finding.queue_manager or "", finding.environment or ""))
    )
    parts = [
        element(
            "p",
            tag("new", "info") if is_new else None,
            " " if is_new else None,
            element("strong", finding.message),
        ),
        element("p", element("code", position(item)), f" {owner}", klass="where"),
    ]
    if with_excerpt and (source := excerpt(report, item)) is not None:
        parts.append(source)
    if finding.note:
        parts.append(element("p", finding.note))
    if finding.impact is not None:
        parts.append(element("p", impact_words(finding.impact)))
    if finding.help:
        parts.append(element("p", "To do: ", finding.help))
    parts += [element("p", "Fix: ", fix_words(fix)) for fix in finding.fixes]
    if finding.references and with_excerpt:
        parts.append(element("p", "Source: ", reference_words(finding.references[0]), klass="where"))
    return element("div", joined(parts), klass=f"finding {finding.severity}", data_severity=finding.severity)


def excerpt(report: Report, item: Item) -> Markup | None:
    """The lines of the file, with the marked part highlighted."""
    file = report.redactor.file(item.finding.place.file)
    lines = [] if file is None else rows(file, item.finding.place.span, WIDTH)
    if not lines:
        return None
    parts = []
    for row in lines:
        number = str(row.number or "").rjust(5)
        start = len(row.marks) - len(row.marks.lstrip())
        end = len(row.marks)
        if row.marks.strip():
            marked = element("mark", row.text[start:end])
            parts.append(element("span", f"{number}  {row.text[:start]}", marked, row.text[end:]))
        else:
            parts.append(element("span", f"{number}  {row.text}"))
    return element("pre", joined(parts, "\n"))


def position(item: Item) -> str:
    """`hub/qm.ini:7:3`."""
    place = item.shown.place
    return f"{place.file}:{place.span.line}:{place.span.column}"


def tag(severity: str, klass: str = "") -> Markup:
    """The severity as a label; its word carries the meaning, its colour repeats it."""
    return element("span", severity, klass=f"tag {klass or severity}")


def sentence(report: Report, managers: int) -> tuple[str, str]:
    """The verdict in one sentence, and the worst severity."""
    counts = report.counts()
    totals = [plural(counts[severity], severity) for severity in SEVERITIES[:2] if counts[severity]]
    where = f" in {plural(managers, 'queue manager')}" if managers else ""
    if totals:
        return f"{' and '.join(totals)}{where}", ERROR if counts[ERROR] else WARNING
    infos = f"; {plural(counts[INFO], 'info')}" if counts[INFO] else ""
    return f"No error and no warning{where}{infos}", ""
