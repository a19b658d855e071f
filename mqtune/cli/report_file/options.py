"""The options of `mqtune report`."""

from __future__ import annotations

from mqtune.cli.options import (
    ENVIRONMENTS,
    PATHS,
    QMGRS,
    RULES,
    VALUES,
    CommonOptions,
    arguments,
    flag,
    value,
    values,
)
from mqtune.engine.pages import PROFILES
from mqtune.session.options import UsageError


class ReportFile(CommonOptions):
    """Write one HTML file about an estate: findings, exceptions, topology, topic trees, load budget.

    It needs no network and no script, and can be printed. With --since it shows what changed since an earlier
    `mqtune lint --format json`.
    """

    command = "report"
    run = "mqtune.cli.report_file.run:write_report_file"
    examples = (
        "mqtune report hub/ --output hub.html · mqtune report --output estate.html --csv findings.csv · "
        "mqtune report --output estate.html --since last-month.json --profile regulated"
    )

    paths: list[str] = arguments("[PATH]...", PATHS)
    output: str | None = value("--output", "-o", metavar="FILE", help="the HTML file to write")
    since: str | None = value(
        "--since", metavar="FILE", help="compare with this earlier output of `mqtune lint --format json`"
    )
    csv: str | None = value("--csv", metavar="FILE", help="write all findings as CSV to this file")
    title: str = value(
        "--title", metavar="TEXT", help="heading of the report", default="MQ configuration report"
    )
    date: str | None = value("--date", metavar="DATE", help="date of the report, such as 2026-11-02")
    select: list[str] = values(
        "--select", metavar="CODES", help="run only these rules: PUB, SEC012, ALL", completes=RULES
    )
    ignore: list[str] = values("--ignore", metavar="CODES", help="omit these rules", completes=RULES)
    profile: str | None = value("--profile", metavar="NAME", help="severity profile", choices=PROFILES)
    complete: bool = flag(
        "--complete", help="the files are the complete configuration of their queue managers"
    )
    values_files: list[str] = VALUES
    environments: list[str] = ENVIRONMENTS
    qmgrs: list[str] = QMGRS

    def check(self) -> None:
        """Raise UsageError without a file to write."""
        super().check()
        if not self.output:
            raise UsageError("--output is missing", "name the file to write: --output report.html")
