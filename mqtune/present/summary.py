"""Closing lines of the text formats, with the colours of a terminal, and what a run did not check.

Fixes are verified only when they are applied, on the changed texts; the count before that is an upper bound,
which the line states ("up to").
"""

from __future__ import annotations

from collections import Counter

from mqtune.text.finding import ERROR, INFO, SAFE, SEVERITIES, UNSAFE, WARNING
from mqtune.text.messages import listed, plural
from mqtune.text.not_checked import REASONS, HeldBack, HeldChecks
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.present.report import Report
    from mqtune.text.not_checked import NotChecked


MOST_SOURCES = 3
MOST_RULES = 6  # named in the line on the checks held back, unless the run is verbose


def closing(report: Report) -> str:
    """`Found 3 errors, 2 warnings in 5 files, up to 2 fixable with --fix`."""
    report = report.together()
    files = plural(report.totals.files, "file")
    counts = report.counts()
    counted = [plural(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    parts = [f"Found {', '.join(counted)} in {files}" if counted else f"No findings in {files}"]
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
    for check in checks:
        counts[check.code] += check.count
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    most = len(ordered) if verbose or len(ordered) <= MOST_RULES + 1 else MOST_RULES
    rules = [f"{code} {count}" for code, count in ordered[:most]]
    rules += [f"{len(ordered) - most} more rules"] if most < len(ordered) else []
    reason = checks[0].reason
    enable = f"{reason.enable}, or {reason.declare}" if reason.declare else reason.enable
    sources = list(dict.fromkeys(check.reason.source for check in checks if check.reason.source))
    if len(sources) > 1 or (len(checks) > 1 and sources):
        enable = f"declare the load of {listed(sources, MOST_SOURCES)} in mqtune.toml"
    counted = f"held back: {plural(_count(checks), 'check')} ({', '.join(rules)})"
    yield f"{counted}: {reason.why}; {report.redactor.hidden(enable)}"
    for check in checks if verbose and sources else ():
        yield f"  {check.code}: {report.redactor.hidden(check.reason.enable)}"


def _rank(reason: HeldBack) -> int:
    texts = [candidate.why for candidate in REASONS]
    return texts.index(reason.why) if reason.why in texts else len(REASONS)


def _count(checks: list[HeldChecks]) -> int:
    return sum(check.count for check in checks)


# Colours, without a library: importing one would double the start-up time.

_RESET = "\x1b[0m"
# every code below
CODES = (_RESET, "\x1b[1m", "\x1b[31m", "\x1b[32m", *(f"\x1b[1;3{colour}m" for colour in (1, 3, 4, 6)))
_SEVERITIES = {ERROR: "\x1b[1;31m", WARNING: "\x1b[1;33m", INFO: "\x1b[1;36m"}


@record
class Palette:
    """Adds colour codes to texts if `on`, and otherwise returns them unchanged."""

    on: bool

    def severity(self, severity: str, text: str) -> str:
        """A text in the colour of a severity."""
        return self._paint(_SEVERITIES[severity], text)

    def bold(self, text: str) -> str:
        """The most prominent text."""
        return self._paint("\x1b[1m", text)

    def frame(self, text: str) -> str:
        """Line numbers, bars and arrows."""
        return self._paint("\x1b[1;34m", text)

    def mark(self, text: str) -> str:
        """The marks below the position of a finding."""
        return self._paint("\x1b[1;31m", text)

    def added(self, text: str) -> str:
        """A line that a fix adds."""
        return self._paint("\x1b[32m", text)

    def removed(self, text: str) -> str:
        """A line that a fix removes."""
        return self._paint("\x1b[31m", text)

    def _paint(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.on and text else text


PLAIN = Palette(False)


# All closing lines.


def ending(report: Report) -> str:
    """The closing line, then what was not checked and what was held back, each with a line end."""
    lines = (closing(report), *not_checked_lines(report), *held_lines(report))
    return "".join(f"{line}\n" for line in lines)


def not_checked_lines(report: Report) -> list[str]:
    """What was not checked, apart from suppressed findings, which the closing line counts."""
    skipped = report.totals.not_checked
    if not (skipped.files or skipped.folders or skipped.removed or skipped.overruled):
        return []
    # most runs leave nothing out

    return lines(report, with_suppressed=False)


# What a run did not check: files, rules, suppressed findings; what a gate overruled. Text is bounded; data is
# complete.

MOST_REASONS = 4


def lines(report: Report, with_suppressed: bool = True) -> list[str]:
    """What was not checked, and what the gate did not accept: a line each, and with `verbose` their parts.

    `not checked: 3 files (2 excluded by mqtune.toml:3, 1 hidden), 12 rules (SEC)`.
    """
    skipped = report.totals.not_checked
    detailed = report.verbose or bool(skipped.gate)
    files = [*skipped.files, *skipped.folders] if detailed else list(skipped.files)
    parts = [*_counted_files(files), *_rules(skipped)]
    if with_suppressed and report.totals.suppressed:
        parts.append(f"{plural(report.totals.suppressed, 'finding')} suppressed")
    texts = [f"not checked: {', '.join(parts)}"] if parts else []
    if report.verbose:
        texts += [f"  {_safe(file)}: {_safe(why)}" for file, why in files]
    return texts + list(_overruled(report))


def _counted_files(files: list[tuple[str, str]]) -> Iterator[str]:
    for folder, word in ((False, "file"), (True, "folder")):
        counts = Counter(why for file, why in files if file.endswith("/") is folder)
        if counts:
            ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
            reasons = [f"{count} {_safe(why).removeprefix('it ')}" for why, count in ordered[:MOST_REASONS]]
            rest = sum(count for _, count in ordered[MOST_REASONS:])
            reasons += [f"{rest} for other reasons"] if rest else []
            yield f"{plural(counts.total(), word)} ({', '.join(reasons)})"


def _rules(skipped: NotChecked) -> Iterator[str]:
    if skipped.removed:
        more = len(skipped.removed) - MOST_RULES
        names = ", ".join(skipped.removed[:MOST_RULES]) + (" …" if more > 0 else "")
        yield f"{plural(skipped.removed_count, 'rule')} ({names})"


def _overruled(report: Report) -> Iterator[str]:
    skipped = report.totals.not_checked
    if not skipped.overruled:
        return
    kinds = Counter(entry.kind for entry in skipped.overruled)
    counted = ", ".join(plural(count, _safe(kind)) for kind, count in sorted(kinds.items()))
    hint = "" if report.verbose else "; --verbose lists them"
    yield f"not accepted by {_safe(skipped.gate)}: {counted}{hint}"
    for entry in skipped.overruled if report.verbose else ():
        yield f"  {_safe(entry.where)}: {_safe(entry.what)}: {_safe(entry.why)}"


def as_json(report: Report) -> dict[str, object]:
    """The keys of JSON: `not_checked`, and `gate` if the run has one."""
    skipped = report.totals.not_checked
    files = [
        {"file": _safe(file), "why": _safe(why)} for file, why in sorted([*skipped.files, *skipped.folders])
    ]
    data: dict[str, object] = {
        "not_checked": {"files": files, "rules": list(skipped.rules), "suppressed": report.totals.suppressed}
    }
    if skipped.gate:
        overruled = [
            {
                "file": _safe(entry.file),
                "line": entry.line or None,
                "what": _safe(entry.what),
                "why": _safe(entry.why),
            }
            for entry in skipped.overruled
        ]
        data["gate"] = {"file": _safe(skipped.gate), "not_accepted": overruled}
    return data


def first_file(report: Report) -> str:
    """The file to which formats that need one attach what was not checked."""
    skipped = report.totals.not_checked
    files = [file for file, _ in skipped.files] or [entry.file for entry in skipped.overruled]
    return _safe(files[0]) if files else "mqtune.toml"


def _safe(text: str) -> str:
    from mqtune.present.safe import safe  # most runs leave nothing out

    return safe(text)
