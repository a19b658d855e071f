"""Counts of findings as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from mqtune.findings.finding import SEVERITIES, Finding
from mqtune.text.wording import plural
from mqtune.tui import styles


def counted(findings: Iterable[Finding]) -> dict[str, int]:
    """Return the number of findings of each severity."""
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def count_words(counts: Mapping[str, int]) -> str:
    """Return `3 errors  1 warning`; severities without findings are omitted."""
    return "  ".join(plural(count, severity) for severity, count in counts.items() if count)


def count_content(counts: Mapping[str, int], gap: str = "   ") -> Content:
    """Return `3 errors   no warnings   1 info`, each in the style of its severity."""
    parts = [
        Content.styled(
            plural(count, severity) if count else f"no {severity}s",
            styles.SEVERITY[severity] if count else styles.QUIET,
        )
        for severity, count in counts.items()
    ]
    return Content(gap).join(parts)
