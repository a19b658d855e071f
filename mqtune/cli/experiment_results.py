"""`mqtune experiment list|plan|runs|show|replay|compare|report|apply|clean`: everything except measuring."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from mqtune.cli import console
from mqtune.cli import experiment_options as declared
from mqtune.cli.command import cannot_write
from mqtune.cli.experiment_guard import lab_guarded, print_lines, request_of
from mqtune.cli.experiment_prompter import TerminalPrompter
from mqtune.cli.experiment_run import StandardOutput, conduct, view_of
from mqtune.cli.options import JSON, CommonOptions
from mqtune.cli.table import print_table
from mqtune.lab import api as experimenting
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.encoding import encode
from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.settings import wanted
from mqtune.lab.journal.events import JournalEntry
from mqtune.lab.journal.journal import is_being_written
from mqtune.lab.journal.result import Result
from mqtune.lab.journal.store import JournalStore
from mqtune.lab.reports import write_report
from mqtune.lab.reports.apply import calibration_text, snippet_text
from mqtune.lab.reports.data import comparison_data, result_data
from mqtune.lab.reports.formatting import titled
from mqtune.lab.reports.plan_text import plan_lines
from mqtune.lab.reports.text import comparison_lines, result_lines, verdict_text
from mqtune.project.outputs import write_output
from mqtune.report.summary import plural
from mqtune.text.printable import printable


@lab_guarded
def list_experiments(options: declared.ListExperiments) -> int:
    """Print all experiments, or everything about one."""
    known = [experimenting.find_experiment(options.name)] if options.name else experimenting.definitions()
    if options.format == JSON:
        console.data({"version": 1, "experiments": [_definition(one) for one in known]})
    elif options.name:
        print_lines(_definition_lines(known[0]), options)
    else:
        rows = [[one.name, f"{one.minutes:g} min", "|".join(one.drivers), one.question] for one in known]
        palette = console.palette(options.color)
        print_table(["NAME", "TAKES", "DRIVER", "ANSWERS"], rows, palette, console.width())
    return 0


def _definition(definition: Definition) -> dict[str, Any]:
    found: dict[str, Any] = encode(definition)
    found["drivers"] = list(experimenting.drivers_of(definition))
    return found


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
    wide = max(len(one.name) for one in definition.settings)
    lines += [f"  {one.name.ljust(wide)}  {one.help}: {wanted(one)}" for one in definition.settings]
    parts = (
        ("varied", [f"{one.name}: {one.what}" for one in definition.factors]),
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
def plan_experiment(options: declared.PlanExperiment) -> int:
    """Print everything that a run would do; change nothing."""
    plan = experimenting.plan(request_of(options))
    if options.format == JSON:
        console.data({"version": 1, "notice": NOTICE if plan.simulated else None, **encode(plan)})
    else:
        print_lines(plan_lines(plan, options.verbose), options)
    return 0


@lab_guarded
def list_runs(options: declared.ListRuns) -> int:
    """Print the stored experiments, oldest first."""
    found, errors = experimenting.results(options.store)
    for error in errors:
        console.error(error.message, error.help)
    if options.format == JSON:
        console.data({"version": 1, "experiments": [result_data(one, samples=False) for one in found]})
    elif found:
        palette = console.palette(options.color)
        titles = ["ID", "QMGR", "DRIVER", "VERDICT", "ANSWER"]
        print_table(titles, [_row(one) for one in found], palette, console.width())
        _report_not_undone(found, JournalStore(options.store))
    elif not errors:
        console.say(f"no experiments in {JournalStore(options.store).folder}")
    return 0


def _row(result: Result) -> list[str]:
    answer = result.verdict.answer if result.verdict else ""
    driver = "SIMULATED" if result.simulated else result.head.driver
    cells = (result.id, result.head.qmgr, driver, verdict_text(result), answer)
    return [printable(cell) for cell in cells]


def _report_not_undone(found: Sequence[Result], store: JournalStore) -> None:
    """Name the experiments that have ended and left some of their set-up behind."""
    for one in found:
        if one.outstanding and not is_being_written(store.path_of(one.id)):
            steps = plural(len(one.outstanding), "step")
            console.say(
                f"{printable(one.id)}: {steps} of its set-up not undone; "
                f"`mqtune experiment clean {printable(one.id)}` undoes them"
            )


@lab_guarded
def show_result(options: declared.ShowResult) -> int:
    """Print one result with every run."""
    result = experimenting.result(options.id, options.store)
    if options.format == JSON:
        console.data(result_data(result))
    else:
        print_lines(result_lines(result), options)
    return 0


@lab_guarded
def replay(options: declared.ReplayResult) -> int:
    """Replay the events of a journal: live on a terminal, elsewhere as lines at once."""
    entries = experimenting.entries(options.id, options.store)
    output = StandardOutput(TerminalPrompter(True))
    view = view_of(options, output)
    live = hasattr(view, "live")
    try:
        for gap, entry in _paced(entries, options.speed if live else 0.0):
            if output.gone:
                break
            time.sleep(gap)
            view.take(entry)
            output.guard(view.refresh)
    finally:
        output.guard(view.end)
    if live:
        print_lines(result_lines(experimenting.result(options.id, options.store), runs=False), options)
    output.close()
    return 0


def _paced(entries: Sequence[JournalEntry], speed: float) -> list[tuple[float, JournalEntry]]:
    """Each event with the seconds to wait before it."""
    clocks = [0.0, *(entry.clock for entry in entries)]
    gaps = [max(0.0, later - sooner) for sooner, later in pairwise(clocks)]
    return [(gap / speed if speed > 0 else 0.0, entry) for gap, entry in zip(gaps, entries, strict=True)]


@lab_guarded
def compare(options: declared.CompareResults) -> int:
    """Print two results side by side."""
    comparison = experimenting.compare(options.first, options.second, options.store)
    if options.format == JSON:
        console.data(comparison_data(comparison))
    else:
        print_lines(comparison_lines(comparison), options)
    return 0


@lab_guarded
def report(options: declared.ReportResult) -> int:
    """Write a report."""
    _write(
        write_report(experimenting.result(options.id, options.store), options.format), options.output, options
    )
    return 0


@lab_guarded
def apply(options: declared.ApplyResult) -> int:
    """Write the snippet that follows from a result, or its constants; execute nothing."""
    result = experimenting.result(options.id, options.store)
    if options.calibration is not None:
        text = calibration_text(result)
        _write(text, None if options.calibration == "-" else options.calibration, options)
        return 0
    _write(snippet_text(result, options.language), options.output, options)
    return 0


@lab_guarded
def clean(options: declared.CleanUp) -> int:
    """Remove what an experiment has left behind."""
    return conduct(
        lambda prompter, listener: experimenting.cleaner(options.id, prompter, listener, options.store),
        options,
    )


def _write(text: str, output: str | None, options: CommonOptions) -> None:
    """Write to a file, or to standard output."""
    if output is None or output == "-":
        console.write("".join(f"{printable(line)}\n" for line in text.splitlines()))
        return
    try:
        write_output(output, text.encode("utf-8"))
    except OSError as error:
        raise cannot_write(output, error) from None
    if not options.quiet:
        console.say(f"wrote {output}")
