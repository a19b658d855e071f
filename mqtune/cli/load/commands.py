"""The options of `mqtune load read`."""

from __future__ import annotations

from mqtune.cli.options import JSON, REAL, REQUIRED, CommonOptions, arguments, flag, value
from mqtune.session.options import UsageError

TOML = "toml"
MEANINGS = ("delta", "total")


class ReadLoad(CommonOptions):
    """Convert measured figures to tables for mqtune.toml; a comment names the source of each value.

    Reads amqsrua, accounting and statistics messages as printed by amqsevt or amqsmon, two outputs of DISPLAY
    QSTATUS, TPSTATUS or CHSTATUS, and Prometheus metrics. What cannot be computed is stated, never guessed.
    """

    command = "read"
    run = "mqtune.cli.load.read:read_load"
    examples = (
        "mqtune load read amqsrua.txt --qmgr HUB.QM · mqtune load read statistics.json · "
        "mqtune load read status1.txt status2.txt --seconds 60 · mqtune load read a.prom b.prom --seconds 60"
    )

    files: list[str] = arguments(
        "FILE...", "outputs, in the order in which they were taken; - is standard input", default=REQUIRED
    )
    format: str = value("--format", metavar="NAME", help="output format", choices=(TOML, JSON), default=TOML)
    seconds: float | None = value(
        "--seconds", metavar="N", help="time between two consecutive outputs that have no time", kind=REAL
    )
    qmgr: str | None = value(
        "--qmgr", metavar="NAME", help="the queue manager of outputs that do not name it, and only this one"
    )
    meaning: str | None = value(
        "--exporter-values",
        metavar="NAME",
        help="what values of the metrics endpoint are: amounts since the previous scrape, or running totals",
        choices=MEANINGS,
    )
    busiest: bool = flag("--busiest", help="use the busiest interval of each object instead of the mean")
    system: bool = flag("--system", help="include SYSTEM queues and $SYS topics")

    def check(self) -> None:
        """Raise UsageError for an invalid time."""
        super().check()
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise UsageError(f"invalid --seconds {self.seconds:g}", "specify a number above 0")
