"""Counts by rule, instead of the findings."""

from __future__ import annotations

from collections.abc import Callable

from mqtune import __version__
from mqtune.findings.finding import Finding
from mqtune.report.colour import PLAIN, Palette
from mqtune.report.ending import ending
from mqtune.report.report import Report


def _by_code(report: Report) -> list[tuple[int, Finding, int]]:
    """For each rule the number of findings, one of them, and the number with a safe fix; most first."""
    groups: dict[str, list[Finding]] = {}
    for finding in report.findings:
        groups.setdefault(finding.code, []).append(finding)
    ordered = sorted(groups.values(), key=lambda group: (-len(group), group[0].code))
    return [(len(group), group[0], sum(one.fix() is not None for one in group)) for group in ordered]


def write(
    report: Report, out: Callable[[str], object], palette: Palette = PLAIN, totals: bool = True
) -> None:
    """`12  warning  PUB002  cache-below-fan-out  (up to 3 fixable with --fix)`."""
    table = _by_code(report)
    width = len(str(table[0][0])) if table else 0
    for count, finding, fixable_count in table:
        label = palette.severity(finding.severity, f"{finding.severity:7}  {finding.code}")
        tail = f"  (up to {fixable_count} fixable with --fix)" if fixable_count else ""
        out(f"{count:{width}}  {label}  {finding.name}{tail}\n")
    if totals:
        out(ending(report))


def write_json(report: Report, out: Callable[[str], object]) -> None:
    """Write the counts as JSON."""
    from mqtune.report.encode import dumps
    from mqtune.report.json_format import VERSION, summary
    from mqtune.report.not_checked import as_json

    rows = [
        {
            "code": finding.code,
            "name": finding.name,
            "severity": finding.severity,
            "count": count,
            "fixable": fixable_count,
        }
        for count, finding, fixable_count in _by_code(report)
    ]
    tool = {"name": "mqtune", "version": __version__}
    out(f'{{"version": {VERSION}, "tool": {dumps(tool)},\n "statistics": [')
    out(",".join("\n  " + dumps(row) for row in rows))
    out(f'],\n "summary": {dumps(summary(report))},\n {dumps(as_json(report))[1:]}\n')
