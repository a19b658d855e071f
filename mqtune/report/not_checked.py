"""What a run did not check, as text and as data: files, rules, suppressed findings; what a gate overruled.

Text is bounded; data is complete.
"""

from __future__ import annotations

from collections import Counter

from mqtune.text.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.findings.not_checked import NotChecked
    from mqtune.report.report import Report

MOST_REASONS = 4
MOST_RULES = 6


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
    found = [f"not checked: {', '.join(parts)}"] if parts else []
    if report.verbose:
        found += [f"  {_safe(file)}: {_safe(why)}" for file, why in files]
    return found + list(_overruled(report))


def _counted_files(files: list[tuple[str, str]]) -> Iterator[str]:
    for folder, word in ((False, "file"), (True, "folder")):
        counts = Counter(why for file, why in files if file.endswith("/") is folder)
        if counts:
            ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
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
    kinds = Counter(one.kind for one in skipped.overruled)
    counted = ", ".join(plural(count, _safe(kind)) for kind, count in sorted(kinds.items()))
    hint = "" if report.verbose else "; --verbose lists them"
    yield f"not accepted by {_safe(skipped.gate)}: {counted}{hint}"
    for one in skipped.overruled if report.verbose else ():
        yield f"  {_safe(one.where)}: {_safe(one.what)}: {_safe(one.why)}"


def as_json(report: Report) -> dict[str, object]:
    """The keys of JSON: `not_checked`, and `gate` if the run has one."""
    skipped = report.totals.not_checked
    files = [
        {"file": _safe(file), "why": _safe(why)} for file, why in sorted([*skipped.files, *skipped.folders])
    ]
    found: dict[str, object] = {
        "not_checked": {"files": files, "rules": list(skipped.rules), "suppressed": report.totals.suppressed}
    }
    if skipped.gate:
        overruled = [
            {
                "file": _safe(one.file),
                "line": one.line or None,
                "what": _safe(one.what),
                "why": _safe(one.why),
            }
            for one in skipped.overruled
        ]
        found["gate"] = {"file": _safe(skipped.gate), "not_accepted": overruled}
    return found


def first_file(report: Report) -> str:
    """The file to which formats that need one attach what was not checked."""
    skipped = report.totals.not_checked
    files = [file for file, _ in skipped.files] or [one.file for one in skipped.overruled]
    return _safe(files[0]) if files else "mqtune.toml"


def _safe(text: str) -> str:
    from mqtune.report.secrets import safe  # most runs leave nothing out

    return safe(text)
