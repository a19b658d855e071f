"""The options of the commands `mqtune experiment …`."""

from __future__ import annotations

from typing import Any

from mqtune.cli.options import (
    EXPERIMENT_NAMES,
    JSON,
    REAL,
    TEXT_OR_JSON,
    WHOLE,
    CommonOptions,
    argument,
    arguments,
    flag,
    value,
    values,
)

NAME: Any = argument("NAME", "the experiment: topic-limit, fan-out, …", completes=EXPERIMENT_NAMES)
RESULT_ID: Any = argument("ID", "id of an experiment, the beginning of an id, or the path of a journal")
QMGR: Any = value("--qmgr", metavar="QM", help="the queue manager to measure", default="")
DRIVER: Any = value(
    "--driver",
    metavar="NAME",
    help="cph, jms, mqldt, simulated or manual; the default depends on the experiment",
)
SETTINGS: Any = values("--set", metavar="KEY=VALUE", help="a setting; `experiment list NAME` lists them")
HOST: Any = values("--host", metavar="HOST", help="run the driver there by ssh; several divide its threads")
INVENTORY: Any = value("--inventory", metavar="FILE", help="Ansible inventory in which --host is looked up")
REPEAT: Any = value("--repeat", metavar="N", kind=WHOLE, help="least number of blocks before a verdict")
MAX_MINUTES: Any = value("--max-minutes", metavar="M", kind=REAL, help="stop as undecided after this time")
YES: Any = flag(
    "--yes", "-y", help="consent in advance to the plan and its connections; not valid for production"
)
STORE: Any = value("--store", metavar="DIR", help="folder of the journals")
PLAIN: Any = flag("--plain", help="print one line per event, even on a terminal")
OUTPUT: Any = value("--output", "-o", metavar="FILE", help="write to this file")


class PlanExperiment(CommonOptions):
    """Print every command, object, restart and connection of an experiment, and its time; change nothing."""

    command = "plan"
    run = "mqtune.cli.experiment_results:plan_experiment"
    examples = "mqtune experiment plan fan-out --qmgr QM1 --set cache=64"

    name: str = NAME
    qmgr: str = QMGR
    driver: str | None = DRIVER
    settings: list[str] = SETTINGS
    hosts: list[str] = HOST
    inventory: str | None = INVENTORY
    repeat: int | None = REPEAT
    max_minutes: float | None = MAX_MINUTES
    format: str = TEXT_OR_JSON


class RunExperiment(CommonOptions):
    """Measure: set up after consent, run to a verdict, undo every change.

    Exit status: 0 decided, 1 not decided, 3 decided against, 4 invalid, 2 it could not be run, 130 Ctrl-C.
    """

    command = "run"
    run = "mqtune.cli.experiment_run:run_experiment"
    examples = (
        "mqtune experiment run topic-limit --driver simulated --qmgr QM1 · "
        "mqtune experiment run streaming --driver cph --qmgr QM1 --max-minutes 30 --yes --format json"
    )

    name: str = NAME
    driver: str | None = DRIVER
    qmgr: str = QMGR
    settings: list[str] = SETTINGS
    hosts: list[str] = HOST
    inventory: str | None = INVENTORY
    repeat: int | None = REPEAT
    max_minutes: float | None = MAX_MINUTES
    yes: bool = YES
    store: str | None = STORE
    plain: bool = PLAIN
    format: str = TEXT_OR_JSON


class ResumeExperiment(CommonOptions):
    """Continue an interrupted experiment; one that is undecided needs more minutes."""

    command = "resume"
    run = "mqtune.cli.experiment_run:resume_experiment"
    examples = (
        "mqtune experiment resume topic-limit-20261120-101500-3f2a · "
        "mqtune experiment resume topic-limit --max-minutes 40"
    )

    id: str = RESULT_ID
    max_minutes: float | None = MAX_MINUTES
    yes: bool = YES
    store: str | None = STORE
    plain: bool = PLAIN
    format: str = TEXT_OR_JSON


class ReadOutput(CommonOptions):
    """Read driver output from elsewhere: samples, summary, and how each run ended."""

    command = "read"
    run = "mqtune.cli.experiment:read_outputs"
    examples = (
        "mqtune experiment read p3.txt p4.txt p5.txt --driver cph · "
        "mqtune experiment read log.csv --driver mqldt --format json"
    )

    files: list[str] = arguments("FILE...", "captured output of a driver")
    driver: str | None = value("--driver", metavar="NAME", help="driver that wrote it: cph, jms or mqldt")
    format: str = TEXT_OR_JSON


class ListExperiments(CommonOptions):
    """List the experiments, or show everything about one."""

    command = "list"
    run = "mqtune.cli.experiment_results:list_experiments"
    examples = "mqtune experiment list · mqtune experiment list fan-out"

    name: str = argument(
        "[NAME]", "an experiment, to show all its settings", default="", completes=EXPERIMENT_NAMES
    )
    format: str = TEXT_OR_JSON


class ListRuns(CommonOptions):
    """List the experiments that were run, with their verdicts."""

    command = "runs"
    run = "mqtune.cli.experiment_results:list_runs"
    examples = "mqtune experiment runs --format json"

    store: str | None = STORE
    format: str = TEXT_OR_JSON


class ShowResult(CommonOptions):
    """Show a result: verdict, decision rule, levels with intervals, every run. JSON has every sample."""

    command = "show"
    run = "mqtune.cli.experiment_results:show_result"
    examples = "mqtune experiment show topic-limit-2026"

    id: str = RESULT_ID
    store: str | None = STORE
    format: str = TEXT_OR_JSON


class ReplayResult(CommonOptions):
    """Replay an experiment, live on a terminal or as lines."""

    command = "replay"
    run = "mqtune.cli.experiment_results:replay"
    examples = "mqtune experiment replay topic-limit-2026 --plain"

    id: str = RESULT_ID
    store: str | None = STORE
    speed: float = value(
        "--speed", metavar="N", kind=REAL, default=20.0, help="speed-up on a terminal; 0 means at once"
    )
    plain: bool = PLAIN
    format: str = TEXT_OR_JSON


class CompareResults(CommonOptions):
    """Compare two results: ratios with intervals, and a warning if they are not comparable."""

    command = "compare"
    run = "mqtune.cli.experiment_results:compare"
    examples = "mqtune experiment compare fan-out-20261101 fan-out-20261120"

    first: str = argument("ID", RESULT_ID.help)
    second: str = argument("ID", RESULT_ID.help)
    store: str | None = STORE
    format: str = TEXT_OR_JSON


class ConfirmResult(CommonOptions):
    """Measure again after a change, and compare: result, conclusions, change and outcome in one journal.

    Exit status: 0 confirmed, 1 not known, 3 not confirmed, 2 it could not be run, 130 Ctrl-C.
    """

    command = "confirm"
    run = "mqtune.cli.experiment_confirm:confirm"
    examples = (
        "mqtune experiment confirm fan-out-2026 config/ · "
        "mqtune experiment confirm fan-out-2026 --applied --yes"
    )

    id: str = RESULT_ID
    paths: list[str] = arguments(
        "[PATH]...", "files of the queue manager, for what lint, tune and budget state"
    )
    max_minutes: float | None = MAX_MINUTES
    applied: bool = flag("--applied", help="the change is applied; do not ask")
    yes: bool = YES
    store: str | None = STORE
    plain: bool = PLAIN
    format: str = TEXT_OR_JSON


class ReportResult(CommonOptions):
    """Write a report of a result."""

    command = "report"
    run = "mqtune.cli.experiment_results:report"
    examples = "mqtune experiment report fan-out-2026 --format html -o fan-out.html"

    id: str = RESULT_ID
    store: str | None = STORE
    format: str = value(
        "--format",
        metavar="NAME",
        help="output format; html is one file with its plots",
        choices=("markdown", "html", JSON),
        default="markdown",
    )
    output: str | None = OUTPUT


class ApplyResult(CommonOptions):
    """Write the snippet that follows from a result; execute nothing."""

    command = "apply"
    run = "mqtune.cli.experiment_results:apply"
    examples = (
        "mqtune experiment apply fan-out-2026 -o qm1.ini · "
        "mqtune experiment apply topic-limit-2026 --calibration hub.toml"
    )

    id: str = RESULT_ID
    store: str | None = STORE
    language: str | None = value(
        "--language", metavar="NAME", help="only this language", choices=("mqsc", "ini")
    )
    output: str | None = OUTPUT
    calibration: str | None = value(
        "--calibration",
        metavar="FILE",
        help="write the measured constants to this file, for `model run --calibration`",
    )


class CleanUp(CommonOptions):
    """Remove what an interrupted experiment left on the queue manager."""

    command = "clean"
    run = "mqtune.cli.experiment_results:clean"
    examples = "mqtune experiment clean streaming-2026"

    id: str = RESULT_ID
    store: str | None = STORE
    yes: bool = flag("--yes", "-y", help="consent in advance; not valid for production")
    plain = True
    format = "text"


EXPERIMENTS = (
    *(PlanExperiment, RunExperiment, ResumeExperiment, ListExperiments, ListRuns, ShowResult, ReplayResult),
    *(CompareResults, ConfirmResult, ReportResult, ApplyResult, CleanUp, ReadOutput),
)
