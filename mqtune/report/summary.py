"""Closing lines of the text formats: findings, files, the fixes at most, and the checks held back.

Fixes are verified only when they are applied, on the changed texts; the count before that is an upper
bound, which the line states ("up to").
"""

from __future__ import annotations

from collections import Counter

from mqtune.findings.finding import SAFE, SEVERITIES, UNSAFE
from mqtune.findings.held_back import REASONS, HeldBack, HeldChecks
from mqtune.text.wording import listed, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.report.report import Report

MOST_SOURCES = 3
MOST_RULES = 6  # named in the line on the checks held back, unless the run is verbose


def closing(report: Report) -> str:
    """`Found 3 errors, 2 warnings in 5 files, up to 2 fixable with --fix`."""
    report = report.together()
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


def held_lines(report: Report) -> list[str]:
    """The checks held back and what enables them: a line for each reason, two at most unless verbose.

    `held back: 6 checks (REF001 5, REF018 1): the files may be only part of the queue manager; --complete, or
    complete = true in mqtune.toml`.
    """
    groups: dict[str, list[HeldChecks]] = {}
    for checks in report.totals.held_back:
        reason = checks.reason
        groups.setdefault(reason.why if reason.source else repr(reason._texts()), []).append(checks)
    ordered = sorted(groups.values(), key=lambda group: (_rank(group[0].reason), group[0].reason.why))
    shown = len(ordered) if report.verbose or len(ordered) == 2 else 1
    lines = [line for checks in ordered[:shown] for line in _held_by(checks, report)]
    others: Counter[str] = Counter()
    for group in ordered[shown:]:
        others[group[0].reason.why] += _count(group)
    rest = [f"{plural(count, 'check')} ({why})" for why, count in others.items()]
    return [*lines, f"also held back: {', '.join(rest)}; --verbose lists them"] if rest else lines


def _held_by(checks: list[HeldChecks], report: Report) -> Iterator[str]:
    """The line of one reason, and with `verbose` the load that each rule needs."""
    verbose = report.verbose
    counts: Counter[str] = Counter()
    for one in checks:
        counts[one.code] += one.count
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    most = len(ordered) if verbose or len(ordered) <= MOST_RULES + 1 else MOST_RULES
    rules = [f"{code} {count}" for code, count in ordered[:most]]
    rules += [f"{len(ordered) - most} more rules"] if most < len(ordered) else []
    reason = checks[0].reason
    enable = f"{reason.enable}, or {reason.declare}" if reason.declare else reason.enable
    sources = list(dict.fromkeys(one.reason.source for one in checks if one.reason.source))
    if len(sources) > 1 or (len(checks) > 1 and sources):
        enable = f"declare the load of {listed(sources, MOST_SOURCES)} in mqtune.toml"
    counted = f"held back: {plural(_count(checks), 'check')} ({', '.join(rules)})"
    yield f"{counted}: {reason.why}; {report.redactor.hidden(enable)}"
    for one in checks if verbose and sources else ():
        yield f"  {one.code}: {report.redactor.hidden(one.reason.enable)}"


def _rank(reason: HeldBack) -> int:
    texts = [one.why for one in REASONS]
    return texts.index(reason.why) if reason.why in texts else len(REASONS)


def _count(checks: list[HeldChecks]) -> int:
    return sum(one.count for one in checks)
