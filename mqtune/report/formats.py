"""The formats by name. Each is imported when it is needed, to keep start-up short."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.report.colour import PLAIN, Palette
from mqtune.report.report import Report
from mqtune.text.record import record

FULL = "full"
CONCISE = "concise"
JSON = "json"
TEXT = (FULL, CONCISE)
FORMATS = (FULL, CONCISE, JSON, "sarif", "github", "gitlab", "junit", "azure", "sonarqube")
# the formats that can show counts by rule instead of findings
COUNTING = (*TEXT, JSON)


@record
class Style:
    """The appearance of the text formats: colours, terminal width (0 for none), closing lines."""

    palette: Palette = PLAIN
    totals: bool = True
    width: int = 0


def write_report(format: str, report: Report, out: Callable[[str], object], style: Style) -> None:
    """Write a report in one of `FORMATS`; `out` receives it in pieces. Only JSON has a finding for each of
    several environments.
    """
    if format != JSON:
        report = report.together()
    if format in TEXT and not report.findings:
        from mqtune.report.ending import ending  # the common case loads nothing else

        if style.totals:
            out(ending(report))
    elif format == FULL:
        from mqtune.report import full

        full.write(report, out, style.palette, style.totals, style.width)
    elif format == CONCISE:
        from mqtune.report import concise

        concise.write(report, out, style.palette, style.totals)
    else:
        _machine_format(format)(report, out)


def write_statistics(format: str, report: Report, out: Callable[[str], object], style: Style) -> None:
    """Write the counts by rule in one of `COUNTING`."""
    from mqtune.report import statistics

    if format == JSON:
        statistics.write_json(report, out)
    else:
        statistics.write(report.together(), out, style.palette, style.totals)


def _machine_format(format: str) -> Callable[[Report, Callable[[str], object]], None]:
    if format == JSON:
        from mqtune.report.json_format import write
    elif format == "sarif":
        from mqtune.report.sarif import write
    elif format == "github":
        from mqtune.report.github import write
    elif format == "gitlab":
        from mqtune.report.gitlab import write
    elif format == "junit":
        from mqtune.report.junit import write
    elif format == "azure":
        from mqtune.report.azure import write
    else:
        from mqtune.report.sonarqube import write
    return write
