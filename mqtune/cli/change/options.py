"""The options of `mqtune plan`."""

from __future__ import annotations

from mqtune.cli.options import (
    ENVIRONMENTS,
    JSON,
    QMGRS,
    VALUES,
    WHOLE,
    CommonOptions,
    arguments,
    flag,
    value,
)
from mqtune.session.options import UsageError

TEXT, MARKDOWN = "text", "markdown"
# the classes of mqtune/plan/risk.py, whose import only the command itself needs
CLASSES = (
    "destroys", "opens", "closes", "fails", "breaks", "disrupts", "lowers", "resets", "restart",
    "refresh", "reconnect", "unknown", "safe",
)  # fmt: skip
LEAST_BYTES = 2_000


class PlanOptions(CommonOptions):
    """Show what a change does: objects, authorities, risks, findings, cost, and the MQSC that makes it.

    OLD and NEW are each a file, a folder, a dump or git:REV[:PATH]. What NEW lacks is a delete.

    With --apply a script runs on a state and deletes only what it names. A dump against files is drift.

    Exit status: 0 done; 1 a change (--exit-code), or one as bad as --fail-on; 2 invalid use, or a
    state that is not complete; 3 internal error.
    """

    command = "plan"
    run = "mqtune.cli.change.plan:print_plan"
    examples = (
        "mqtune plan old/ new/ · mqtune plan --since main hub/ --format markdown · "
        "mqtune plan --apply change.mqsc HUB.QM.dump --fail-on closes · "
        "mqtune plan HUB.QM.dump hub/ --out repair.mqsc · "
        "mqtune plan --environment test --against prod"
    )

    states: list[str] = arguments("[OLD NEW]...", "the two states; paths with --since, the dump with --apply")
    since: str | None = value("--since", metavar="REV", help="compare a git revision with the working tree")
    apply: str | None = value("--apply", metavar="SCRIPT", help="run this script on the state in a dump")
    environments: list[str] = ENVIRONMENTS
    against: str | None = value("--against", metavar="NAME", help="compare the --environment with this one")
    qmgrs: list[str] = QMGRS
    values_files: list[str] = VALUES
    out: str | None = value("--out", metavar="FILE", help="write the MQSC that makes the change")
    exit_code: bool = flag("--exit-code", help="exit with 1 if anything changes")
    fail_on: str | None = value(
        "--fail-on",
        metavar="CLASS",
        help="exit with 1 if a change is of this class or a worse one",
        choices=CLASSES,
    )
    only: str | None = value(
        "--only", metavar="CLASS", help="show only this class of changes", choices=CLASSES
    )
    format: str = value(
        "--format", metavar="NAME", help="output format", choices=(TEXT, JSON, MARKDOWN), default=TEXT
    )
    max_bytes: int = value(
        "--max-bytes", metavar="N", help="shorten Markdown to this many bytes", default=60_000, kind=WHOLE
    )
    skip_empty: bool = flag("--skip-empty", help="print no Markdown if nothing changes")

    def check(self) -> None:
        """Raise UsageError for states that do not fit the question."""
        super().check()
        questions = [
            name
            for name, given in (("--since", self.since), ("--apply", self.apply), ("--against", self.against))
            if given is not None
        ]
        if len(questions) > 1:
            raise UsageError(f"{' and '.join(questions)} exclude each other", "ask one question at a time")
        count = len(self.states)
        if not questions and count != 2:
            raise UsageError(
                f"expected OLD and NEW, found {count} {'state' if count == 1 else 'states'}",
                "name two files, folders or revisions, or use --since REV",
            )
        if self.apply is not None and count != 1:
            raise UsageError(f"--apply runs on one state, found {count}", "mqtune plan --apply SCRIPT DUMP")
        if self.against is not None and len(self.environments) != 1:
            raise UsageError("--against needs one --environment", "mqtune plan --environment A --against B")
        if [*self.states, self.apply].count("-") > 1:
            raise UsageError("standard input can be only one of the states")
        if self.max_bytes < LEAST_BYTES:
            raise UsageError(f"invalid --max-bytes {self.max_bytes}", f"specify at least {LEAST_BYTES}")
