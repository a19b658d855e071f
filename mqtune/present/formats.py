"""The formats by name. Each is imported when it is needed, to keep start-up short."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.present.report import Report
from mqtune.present.summary import PLAIN, Palette
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
        from mqtune.present.summary import ending  # the common case loads nothing else

        if style.totals:
            out(ending(report))
    elif format == FULL:
        from mqtune.present import findings_text as full

        full.write_full(report, out, style.palette, style.totals, style.width)
    elif format == CONCISE:
        from mqtune.present import findings_text as concise

        concise.write_concise(report, out, style.palette, style.totals)
    else:
        _machine_format(format)(report, out)


def write_statistics(format: str, report: Report, out: Callable[[str], object], style: Style) -> None:
    """Write the counts by rule in one of `COUNTING`."""
    from mqtune.present import findings_data as statistics

    if format == JSON:
        statistics.write_json(report, out)
    else:
        statistics.write_statistics(report.together(), out, style.palette, style.totals)


def _machine_format(format: str) -> Callable[[Report, Callable[[str], object]], None]:
    if format == JSON:
        from mqtune.present.findings_data import write_findings_json as write
    elif format == "sarif":
        from mqtune.present.sarif import write
    elif format == "github":
        from mqtune.present.ci import write_github as write
    elif format == "gitlab":
        from mqtune.present.ci import write_gitlab as write
    elif format == "junit":
        from mqtune.present.ci import write_junit as write
    elif format == "azure":
        from mqtune.present.ci import write_azure as write
    else:
        from mqtune.present.ci import write_sonarqube as write
    return write
