"""All commands: their options, help and examples, and the function that runs each.

The function is named as `module:function` and imported when the command runs, so that help and a wrong
invocation load nothing else. A class without fields of its own shares the options of its base.
"""

from __future__ import annotations

from typing import NamedTuple

from mqtune.cli.experiment_options import (
    ApplyResult,
    CleanUp,
    CompareResults,
    ListExperiments,
    ListRuns,
    PlanExperiment,
    ReadOutput,
    ReplayResult,
    ReportResult,
    ResumeExperiment,
    RunExperiment,
    ShowResult,
)
from mqtune.cli.lint_options import LintOptions
from mqtune.cli.options import (
    CALIBRATION,
    JSON,
    PATHS,
    TABLE,
    TEXT_OR_JSON,
    VALUES,
    CommonOptions,
    argument,
    arguments,
    flag,
    value,
    values,
)
from mqtune.engine.pages import DEFAULT, PROFILES
from mqtune.findings.finding import OFF, SEVERITIES


class Subcommand(NamedTuple):
    """A command; `run` takes its options and returns the exit status."""

    name: str
    options: type[CommonOptions]
    run: str
    examples: str


class CommandGroup(NamedTuple):
    """A command with commands of its own."""

    name: str
    help: str
    examples: str
    commands: tuple[Subcommand, ...]


class Explain(CommonOptions):
    """Explain a rule: what it finds, why, the published figure, how to fix and suppress it."""

    code: str = argument("CODE", "code or name of the rule")


class Rules(CommonOptions):
    """List the rules."""

    families: list[str] = values("--family", metavar="CODES", help="only these families or codes: PUB, SEC01")
    severities: list[str] = values(
        "--severity", metavar="NAME", help=f"only these severities: {', '.join((*SEVERITIES, OFF))}"
    )
    fixable: bool = flag("--fixable", help="only rules with a fix")
    profile: str = value(
        "--profile", metavar="NAME", help="severity profile", choices=PROFILES, default=DEFAULT
    )
    format: str = value(
        "--format", metavar="NAME", help="output format", choices=(TABLE, JSON), default=TABLE
    )


class Init(CommonOptions):
    """Write a commented mqtune.toml for the files found in a folder."""

    folder: str = argument("[FOLDER]", "folder to search and to write to", default=".")


class Tune(CommonOptions):
    """Print MQSC and qm.ini for the declared workload, each line with reason, effect, risk and confirmation.

    Nothing is applied to a queue manager, and none of your files is changed.
    """

    paths: list[str] = arguments("[PATH]...", PATHS)
    values_files: list[str] = VALUES
    diff: bool = flag("--diff", help="print the changes of the files as a unified diff")
    format: str = TEXT_OR_JSON
    output: str | None = value("--output", metavar="DIR", help="write the snippets to this folder")
    calibration: str | None = CALIBRATION


class Tui(CommonOptions):
    """Open the terminal UI: findings, topics, models, experiments, results."""

    paths: list[str] = arguments("[PATH]...", PATHS)
    demo: bool = flag("--demo", help="run experiments with the simulated driver, on any machine")


class Show(CommonOptions):
    """What the `show` commands have in common; `view` names the rows."""

    view = ""
    spec: str | None = None
    paths: list[str] = arguments("[PATH]...", PATHS)
    values_files: list[str] = VALUES
    format: str = value(
        "--format", metavar="NAME", help="output format", choices=(TABLE, JSON), default=TABLE
    )


class ShowTopics(Show):
    """Show the topic trees: locks, inherited properties, subscriptions."""

    view = "topics"


class ShowObjects(Show):
    """Show every object that the files define or change."""

    view = "objects"


class ShowPaths(Show):
    """Show the routes of messages: aliases, remote queues, channels, clients."""

    view = "paths"


class ShowClusters(Show):
    """Show every cluster with its members."""

    view = "clusters"


class ShowObject(Show):
    """Show one object: each attribute with its effective value and its origin."""

    view = "object"
    spec: str | None = argument("'TYPE(NAME)'", "the object: QLOCAL(ORDERS), QMGR")


class ListModels(CommonOptions):
    """List the models, or show everything about one."""

    name: str = argument("[NAME]", "a model, to show everything about it", default="")
    format: str = TEXT_OR_JSON


class RunModel(CommonOptions):
    """Run a model: outputs, the formula with its numbers, constants with their source, warnings."""

    name: str = argument("NAME", "the model: fan-out, expiry, …")
    inputs: list[str] = arguments("[KEY=VALUE]...", "inputs: subscribers=60")
    calibration: str | None = CALIBRATION
    format: str = TEXT_OR_JSON


class VerifyModels(CommonOptions):
    """Compare the models with every published data point."""

    name: str = argument("[NAME]", "only this model", default="")
    format: str = TEXT_OR_JSON


COMMANDS = (
    Subcommand(
        "lint",
        LintOptions,
        "mqtune.cli.lint:lint",
        "mqtune lint · mqtune lint hub/ --fix · mqtune lint --format sarif -o mqtune.sarif · "
        "cat a.mqsc | mqtune lint - --stdin-filename a.mqsc",
    ),
    Subcommand("explain", Explain, "mqtune.cli.explain:explain", "mqtune explain PUB002"),
    Subcommand(
        "rules",
        Rules,
        "mqtune.cli.rules:rules",
        "mqtune rules --family PUB · mqtune rules --fixable --format json",
    ),
    Subcommand("init", Init, "mqtune.cli.init:init", "mqtune init hub/"),
    Subcommand(
        "tune",
        Tune,
        "mqtune.cli.tune:tune",
        "mqtune tune hub/ · mqtune tune --diff > tuned.patch · mqtune tune --output snippets/ · "
        "mqtune tune --calibration hub.toml --format json",
    ),
    Subcommand("tui", Tui, "mqtune.cli.open_tui:open_tui", "mqtune tui hub/ · mqtune tui --demo"),
)
SHOW = CommandGroup(
    "show",
    "Show the estate as the queue managers see it: effective values and their origins.",
    "mqtune show object 'QLOCAL(ORDERS)' hub/",
    (
        *(
            Subcommand(one.view, one, "mqtune.cli.show:show", f"mqtune show {one.view} hub/ --format json")
            for one in (ShowTopics, ShowObjects, ShowPaths, ShowClusters)
        ),
        Subcommand("object", ShowObject, "mqtune.cli.show:show", "mqtune show object 'QLOCAL(ORDERS)' hub/"),
    ),
)
MODEL = CommandGroup(
    "model",
    "Run the capacity models, and compare them with the published figures.",
    "mqtune model run fan-out subscribers=60 cache=48",
    (
        Subcommand(
            "list",
            ListModels,
            "mqtune.cli.model_list:list_models",
            "mqtune model list · mqtune model list fan-out",
        ),
        Subcommand(
            "run",
            RunModel,
            "mqtune.cli.model:run_model",
            "mqtune model run fan-out subscribers=60 cache=48 location=local persistence=no · "
            "mqtune model run expiry put-rate=2000 cap-expiry=3000 --format json",
        ),
        Subcommand(
            "verify",
            VerifyModels,
            "mqtune.cli.model_verify:verify_models",
            "mqtune model verify --format json",
        ),
    ),
)
EXPERIMENT = CommandGroup(
    "experiment",
    "Guided experiments: plan, measure, decide, and read what load drivers measured elsewhere.",
    "mqtune experiment list · mqtune experiment plan topic-limit --qmgr QM1 · "
    "mqtune experiment run topic-limit --driver simulated --qmgr QM1",
    (
        Subcommand(
            "plan",
            PlanExperiment,
            "mqtune.cli.experiment_results:plan_experiment",
            "mqtune experiment plan fan-out --qmgr QM1 --set cache=64",
        ),
        Subcommand(
            "run",
            RunExperiment,
            "mqtune.cli.experiment_run:run_experiment",
            "mqtune experiment run topic-limit --driver simulated --qmgr QM1 · "
            "mqtune experiment run streaming --driver cph --qmgr QM1 --max-minutes 30 --yes --format json",
        ),
        Subcommand(
            "resume",
            ResumeExperiment,
            "mqtune.cli.experiment_run:resume_experiment",
            "mqtune experiment resume topic-limit-20261120-101500-3f2a · "
            "mqtune experiment resume topic-limit --max-minutes 40",
        ),
        Subcommand(
            "list",
            ListExperiments,
            "mqtune.cli.experiment_results:list_experiments",
            "mqtune experiment list · mqtune experiment list fan-out",
        ),
        Subcommand(
            "runs",
            ListRuns,
            "mqtune.cli.experiment_results:list_runs",
            "mqtune experiment runs --format json",
        ),
        Subcommand(
            "show",
            ShowResult,
            "mqtune.cli.experiment_results:show_result",
            "mqtune experiment show topic-limit-2026",
        ),
        Subcommand(
            "replay",
            ReplayResult,
            "mqtune.cli.experiment_results:replay",
            "mqtune experiment replay topic-limit-2026 --plain",
        ),
        Subcommand(
            "compare",
            CompareResults,
            "mqtune.cli.experiment_results:compare",
            "mqtune experiment compare fan-out-20261101 fan-out-20261120",
        ),
        Subcommand(
            "report",
            ReportResult,
            "mqtune.cli.experiment_results:report",
            "mqtune experiment report fan-out-2026 --format html -o fan-out.html",
        ),
        Subcommand(
            "apply",
            ApplyResult,
            "mqtune.cli.experiment_results:apply",
            "mqtune experiment apply fan-out-2026 -o qm1.ini · "
            "mqtune experiment apply topic-limit-2026 --calibration hub.toml",
        ),
        Subcommand(
            "clean", CleanUp, "mqtune.cli.experiment_results:clean", "mqtune experiment clean streaming-2026"
        ),
        Subcommand(
            "read",
            ReadOutput,
            "mqtune.cli.experiment:read_outputs",
            "mqtune experiment read p3.txt p4.txt p5.txt --driver cph · "
            "mqtune experiment read log.csv --driver mqldt --format json",
        ),
    ),
)
GROUPS = (SHOW, MODEL, EXPERIMENT)
