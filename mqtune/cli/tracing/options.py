"""The options of `mqtune trace`."""

from __future__ import annotations

from mqtune.cli.options import (
    ENVIRONMENTS,
    TEXT_OR_JSON,
    VALUES,
    WHOLE,
    CommonOptions,
    arguments,
    flag,
    value,
    values,
)
from mqtune.session.options import UsageError


class TraceOptions(CommonOptions):
    """Follow a message hop by hop: where a put or publication ends, and why.

    NAME is a queue, QUEUE@QMGR for a put that names a queue manager too, or topic:STRING for a publication.
    Each branch ends with one of the outcomes that --expect lists.
    Exit status: 0 traced, and as expected; 1 not as expected; 2 invalid use.
    """

    command = "trace"
    run = "mqtune.cli.tracing.command:trace"
    examples = (
        "mqtune trace --qmgr BR01.QM ORDERS estate/ · mqtune trace topic:prices/ibm --persistent · "
        "mqtune trace --qmgr BR01.QM ORDERS --size '5 MB' --expect 'not refused' · mqtune trace --tests · "
        "mqtune trace --ccdt ccdt.json --connect '*APPS' ORDERS estate/"
    )

    words: list[str] = arguments("[NAME] [PATH]...", "what to trace, then files and folders")
    qmgr: str | None = value(
        "--qmgr", metavar="NAME", help="queue manager of the application, if the files have several"
    )
    values_files: list[str] = VALUES
    environments: list[str] = ENVIRONMENTS
    size: str | None = value("--size", metavar="SIZE", help="length of the message: 5000, '2 MiB'")
    persistent: bool = flag("--persistent", help="the message is persistent")
    non_persistent: bool = flag("--non-persistent", help="the message is not persistent")
    user: str | None = value("--user", metavar="USER", help="user of the application, whose authority counts")
    groups: list[str] = values("--group", metavar="GROUP", help="a group of the user, repeatable")
    expect: list[str] = values(
        "--expect",
        metavar="OUTCOME",
        help="exit with 1 unless every branch ends with one of these, repeatable: delivered, discarded, "
        "refused, 'dead letter', stays, loop, 'leaves these files'; or with none of them: 'not loop'",
    )
    ccdt: str | None = value(
        "--ccdt", metavar="FILE", help="client channel definition table in JSON that the client uses"
    )
    connect: str | None = value(
        "--connect", metavar="NAME", help="queue manager name that the client connects with: QM1, '*GROUP'"
    )
    tests: bool = flag("--tests", help="run the flow-test tables of mqtune.toml")
    complete: bool = flag("--complete", help="the files are the complete queue managers")
    max_branches: int = value(
        "--max-branches", metavar="N", help="most branches to print", default=200, kind=WHOLE
    )
    format: str = TEXT_OR_JSON

    def check(self) -> None:
        """Raise UsageError for options that contradict each other, and for a missing name."""
        super().check()
        if self.persistent and self.non_persistent:
            raise UsageError("--persistent and --non-persistent contradict each other", "use one of them")
        if self.max_branches < 1:
            raise UsageError(f"invalid --max-branches {self.max_branches}", "specify a number above 0")
        if self.tests and self.expect:
            raise UsageError("--tests does not accept --expect", "put `expect` into the [[flow-test]]")
        if self.ccdt and self.connect is None:
            raise UsageError("--ccdt needs --connect", "name what the client connects to: QM1, '*GROUP', '*'")
        if not self.tests and self.connect is None and not self.words:
            help = "name a queue, or a topic as topic:STRING; --tests runs the tests of mqtune.toml"
            raise UsageError("the name of what to trace is missing", help)
