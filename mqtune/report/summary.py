"""The closing line of the text formats: the numbers of findings and files, and how many can be fixed at most.

Fixes are verified only when they are applied, on the changed texts; the count before that is an upper
bound, which the line states ("up to").
"""

from __future__ import annotations

from mqtune.findings.finding import SAFE, SEVERITIES, UNSAFE
from mqtune.report.report import Report


def closing(report: Report) -> str:
    """`Found 3 errors, 2 warnings in 5 files, up to 2 fixable with --fix`."""
    files = plural(report.totals.files, "file")
    counts = report.counts()
    found = [plural(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    parts = [f"Found {', '.join(found)} in {files}" if found else f"No findings in {files}"]
    fixes = (finding.fix(allow_unsafe=True) for finding in report.findings if finding.fixes)
    kinds = [fix.applicability for fix in fixes if fix is not None]
    safe, unsafe = kinds.count(SAFE), kinds.count(UNSAFE)
    if safe:
        parts.append(f"up to {safe} fixable with --fix")
    if unsafe:
        parts.append(
            f"{unsafe} more with --unsafe-fixes"
            if safe
            else f"up to {unsafe} fixable with --fix --unsafe-fixes"
        )
    if report.totals.suppressed:
        parts.append(f"{report.totals.suppressed} suppressed")
    return ", ".join(parts)


def plural(count: int, word: str) -> str:
    """`1 file`, `2 files`, `3 fixes`, `4 entries`."""
    if count == 1:
        return f"{count} {word}"
    if word.endswith("y"):
        return f"{count} {word[:-1]}ies"
    return f"{count} {word}es" if word.endswith("x") else f"{count} {word}s"
