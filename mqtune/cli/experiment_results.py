"""The commands of `mqtune experiment` that ask, compare, report, apply and confirm.

All but `read`, `run` and `resume`: list, plan, runs, show, replay, compare, report, apply, clean, confirm.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any

import typer

from mqtune.cli import console
from mqtune.cli.command import JSON, MARKDOWN, CommonOptions, cannot_write, open_project, say_lacks, scope_of
from mqtune.cli.console import print_table
from mqtune.cli.experiment_read import TerminalPrompter, lab_guarded, print_lines
from mqtune.cli.experiment_run import Shown, StandardOutput, conduct, view_of
from mqtune.cli.parameters import (
    NAMES,
    Driver,
    Hosts,
    Id,
    Inventory,
    Manager,
    MaxMinutes,
    Name,
    Output,
    Plain,
    Repeat,
    Settings,
    Store,
    TextOrJson,
    Yes,
    choice,
)
from mqtune.lab import api as experimenting
from mqtune.lab.apply import calibration_text, snippet_text
from mqtune.lab.core.definition import Definition, LabError, wanted
from mqtune.lab.core.encoding import encode
from mqtune.lab.core.job import NOTICE
from mqtune.lab.journal.events import JournalEntry
from mqtune.lab.journal.journal import is_being_written
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import JournalStore
from mqtune.present.experiment import write_report
from mqtune.present.experiment.data import comparison_data, result_data
from mqtune.present.experiment.plan import plan_lines
from mqtune.present.experiment.text import comparison_lines, result_lines, titled, verdict_text
from mqtune.project.boundary import write_output
from mqtune.questions.models import calibration_in, conclusions
from mqtune.session.workspace import Workspace
from mqtune.text.messages import plural, printable

EXAMPLES = (
    "mqtune experiment plan fan-out --qmgr QM1 --set cache=64",
    "mqtune experiment list",
    "mqtune experiment list fan-out",
    "mqtune experiment runs --format json",
    "mqtune experiment show topic-limit-2026",
    "mqtune experiment replay topic-limit-2026 --plain",
    "mqtune experiment compare fan-out-20261101 fan-out-20261120",
    "mqtune experiment report fan-out-2026 --format html -o fan-out.html",
    "mqtune experiment apply fan-out-2026 -o qm1.ini",
    "mqtune experiment apply topic-limit-2026 --calibration hub.toml",
    "mqtune experiment clean streaming-2026",
    "mqtune experiment confirm fan-out-2026 config/",
    "mqtune experiment confirm fan-out-2026 --applied --yes",
)


@lab_guarded
def list_experiments(
    common: CommonOptions,
    name: Annotated[
        str,
        typer.Argument(
            metavar="[NAME]", help="an experiment, to show all its settings", autocompletion=NAMES
        ),
    ] = "",
    format: TextOrJson = "text",
) -> int:
    """List the experiments, or show everything about one."""
    known = [experimenting.find_experiment(name)] if name else experimenting.definitions()
    if format == JSON:
        console.data({"version": 1, "experiments": [_definition(definition) for definition in known]})
    elif name:
        print_lines(_definition_lines(known[0]), common)
    else:
        rows = [
            [
                definition.name,
                f"{definition.minutes:g} min",
                "|".join(definition.drivers),
                definition.question,
            ]
            for definition in known
        ]
        palette = console.palette(common.color)
        print_table(["NAME", "TAKES", "DRIVER", "ANSWERS"], rows, palette, console.width())
    return 0


def _definition(definition: Definition) -> dict[str, Any]:
    data: dict[str, Any] = encode(definition)
    data["drivers"] = list(experimenting.drivers_of(definition))
    return data


def _definition_lines(definition: Definition) -> list[str]:
    lines = [
        f"{definition.name}: {definition.question}",
        f"  hypothesis: {definition.hypothesis}",
        f"  source: {definition.source}",
        f"  measured: {definition.measure}, in {definition.unit}",
        f"  drivers: {', '.join(experimenting.drivers_of(definition))}",
        f"  takes about {definition.minutes:g} min at 1% noise",
        "settings, --set key=value",
    ]
    wide = max(len(setting.name) for setting in definition.settings)
    lines += [
        f"  {setting.name.ljust(wide)}  {setting.help}: {wanted(setting)}" for setting in definition.settings
    ]
    parts = (
        ("varied", [f"{factor.name}: {factor.what}" for factor in definition.factors]),
        ("held constant", definition.held_constant),
        ("touches", definition.touches),
        ("guard rails", definition.guard_rails),
        ("decision", [definition.decision]),
        ("recommends", [definition.recommends]),
        ("pitfalls", definition.pitfalls),
        ("simulated with", [definition.simulated]),
    )
    return [*lines, *titled(parts)]


@lab_guarded
def plan(
    common: CommonOptions,
    name: Name,
    qmgr: Manager = "",
    driver: Driver = None,
    settings: Settings = None,
    hosts: Hosts = None,
    inventory: Inventory = None,
    repeat: Repeat = None,
    max_minutes: MaxMinutes = None,
    format: TextOrJson = "text",
) -> int:
    """Print every command, object, restart and connection of an experiment, and its time; change nothing."""
    plan = experimenting.plan(
        experimenting.Request(
            name,
            qmgr,
            driver,
            settings or [],
            repeat,
            max_minutes,
            None,
            common.config,
            hosts=hosts or [],
            inventory=inventory,
        )
    )
    if format == JSON:
        console.data({"version": 1, "notice": NOTICE if plan.simulated else None, **encode(plan)})
    else:
        print_lines(plan_lines(plan, common.verbose), common)
    return 0


@lab_guarded
def runs(common: CommonOptions, store: Store = None, format: TextOrJson = "text") -> int:
    """List the experiments that were run, with their verdicts."""
    results, errors = experimenting.results(store)
    for error in errors:
        console.error(error.message, error.help)
    if format == JSON:
        console.data(
            {"version": 1, "experiments": [result_data(result, samples=False) for result in results]}
        )
    elif results:
        palette = console.palette(common.color)
        titles = ["ID", "QMGR", "DRIVER", "VERDICT", "ANSWER"]
        print_table(titles, [_row(result) for result in results], palette, console.width())
        _report_not_undone(results, JournalStore(store))
    elif not errors:
        console.say(f"no experiments in {JournalStore(store).folder}")
    return 0


def _row(result: Result) -> list[str]:
    answer = result.verdict.answer if result.verdict else ""
    driver = "SIMULATED" if result.simulated else result.head.driver
    cells = (result.id, result.head.qmgr, driver, verdict_text(result), answer)
    return [printable(cell) for cell in cells]


def _report_not_undone(results: Sequence[Result], store: JournalStore) -> None:
    """Name the experiments that have ended and left some of their set-up behind."""
    for result in results:
        if result.outstanding and not is_being_written(store.path_of(result.id)):
            steps = plural(len(result.outstanding), "step")
            console.say(
                f"{printable(result.id)}: {steps} of its set-up not undone; "
                f"`mqtune experiment clean {printable(result.id)}` undoes them"
            )


@lab_guarded
def show(common: CommonOptions, id: Id, store: Store = None, format: TextOrJson = "text") -> int:
    """Show a result: verdict, decision rule, levels with intervals, every run. JSON has every sample."""
    result = experimenting.result(id, store)
    if format == JSON:
        console.data(result_data(result))
    else:
        print_lines(result_lines(result), common)
    return 0


@lab_guarded
def replay(
    common: CommonOptions,
    id: Id,
    store: Store = None,
    speed: Annotated[float, typer.Option(metavar="N", help="speed-up on a terminal; 0 means at once")] = 20.0,
    plain: Plain = False,
    format: TextOrJson = "text",
) -> int:
    """Replay an experiment, live on a terminal or as lines."""
    entries = experimenting.entries(id, store)
    output = StandardOutput(TerminalPrompter(True))
    view = view_of(Shown(common, format, plain), output)
    live = hasattr(view, "live")
    try:
        for gap, entry in _paced(entries, speed if live else 0.0):
            if output.gone:
                break
            time.sleep(gap)
            view.take(entry)
            output.guard(view.refresh)
    finally:
        output.guard(view.end)
    if live:
        print_lines(result_lines(experimenting.result(id, store), runs=False), common)
    output.close()
    return 0


def _paced(entries: Sequence[JournalEntry], speed: float) -> list[tuple[float, JournalEntry]]:
    """Each event with the seconds to wait before it."""
    clocks = [0.0, *(entry.clock for entry in entries)]
    gaps = [max(0.0, later - sooner) for sooner, later in pairwise(clocks)]
    return [(gap / speed if speed > 0 else 0.0, entry) for gap, entry in zip(gaps, entries, strict=True)]


@lab_guarded
def compare(
    common: CommonOptions, first: Id, second: Id, store: Store = None, format: TextOrJson = "text"
) -> int:
    """Compare two results: ratios with intervals, and a warning if they are not comparable."""
    comparison = experimenting.compare(first, second, store)
    if format == JSON:
        console.data(comparison_data(comparison))
    else:
        print_lines(comparison_lines(comparison), common)
    return 0


@lab_guarded
def report(
    common: CommonOptions,
    id: Id,
    store: Store = None,
    format: Annotated[
        str,
        choice(
            "--format",
            choices=(MARKDOWN, "html", JSON),
            help="output format; html is one file with its plots",
        ),
    ] = MARKDOWN,
    output: Output = None,
) -> int:
    """Write a report of a result."""
    _write(write_report(experimenting.result(id, store), format), output, common)
    return 0


@lab_guarded
def apply(
    common: CommonOptions,
    id: Id,
    store: Store = None,
    language: Annotated[
        str | None, choice("--language", choices=("mqsc", "ini"), help="only this language")
    ] = None,
    output: Output = None,
    calibration: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="write the measured constants to this file, for `model run --calibration`",
        ),
    ] = None,
) -> int:
    """Write the snippet that follows from a result; execute nothing."""
    result = experimenting.result(id, store)
    if calibration is not None:
        _write(calibration_text(result), calibration, common)
        return 0
    _write(snippet_text(result, language), output, common)
    return 0


@lab_guarded
def clean(
    common: CommonOptions,
    id: Id,
    store: Store = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="consent in advance; not valid for production")
    ] = False,
) -> int:
    """Remove what an interrupted experiment left on the queue manager."""
    return conduct(
        lambda prompter, listener: experimenting.cleaner(id, prompter, listener, store),
        Shown(common, plain=True, yes=yes),
        clean=True,
    )


def _write(text: str, output: str | None, common: CommonOptions) -> None:
    """Write to a file, or to standard output."""
    if output is None or output == "-":
        console.write("".join(f"{printable(line)}\n" for line in text.splitlines()))
        return
    try:
        write_output(output, text.encode("utf-8"))
    except OSError as error:
        raise cannot_write(output, error) from None
    if not common.quiet:
        console.say(f"wrote {output}")


# `mqtune experiment confirm`: a result, what follows from it, and the measurement after it was applied.


@lab_guarded
def confirm(
    common: CommonOptions,
    id: Id,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="files of the queue manager, for what lint, tune and budget state",
        ),
    ] = None,
    max_minutes: MaxMinutes = None,
    applied: Annotated[bool, typer.Option("--applied", help="the change is applied; do not ask")] = False,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
) -> int:
    """Measure again after a change, and compare: result, conclusions, change and outcome in one journal.

    Exit status: 0 confirmed, 1 not known, 3 not confirmed, 2 it could not be run, 130 Ctrl-C.
    """
    project = open_project(scope_of(paths or [], common.config), common.quiet, empty=True)
    if not common.quiet:
        say_lacks(project)
    stated = tuple(_stated(project.workspace, id, store))
    return conduct(
        lambda prompter, listener: experimenting.confirm(
            id, prompter, listener, stated, store, max_minutes, applied
        ),
        Shown(common, format, plain, yes),
    )


def _stated(workspace: Workspace, id: str, store: str | None) -> list[str]:
    """What lint, tune and budget state about the queue manager, with the constants of the result."""
    if workspace.is_empty:
        return ["no MQ files were found: lint, tune and budget have nothing to state"]
    first = experimenting.result(id, store)
    try:
        text = calibration_text(first)
    except LabError as error:
        return [f"not calibrated: {error.message}", *conclusions(workspace, None, first.head.qmgr)]
    return list(conclusions(workspace, calibration_in(text), first.head.qmgr))
