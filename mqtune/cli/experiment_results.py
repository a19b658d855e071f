"""`mqtune experiment list|plan|runs|show|replay|compare|report|apply|clean`: everything but measuring."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import pairwise

from mqtune.cli import console
from mqtune.cli.command import JSON, Common
from mqtune.cli.experiment_desk import TerminalDesk
from mqtune.cli.experiment_guard import lab_guarded, print_lines
from mqtune.cli.experiment_run import Manner, Output, conduct, view_of
from mqtune.cli.model import check_model_format
from mqtune.cli.table import print_table
from mqtune.lab import api as experimenting
from mqtune.lab.api import Request
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.settings import wanted
from mqtune.lab.journal.encoding import encode
from mqtune.lab.journal.events import Entry
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.data import comparison_data, result_data
from mqtune.lab.reports.plan_text import plan_lines
from mqtune.lab.reports.text import comparison_lines, result_lines, verdict_text
from mqtune.report.colour import Palette
from mqtune.report.encode import dumps
from mqtune.session.options import UsageError
from mqtune.text.printable import printable
from mqtune.text.writing import write_file

USUAL_SPEED = 20.0


def list_experiments(name: str, format: str, common: Common) -> int:
    """All experiments, or everything about one."""

    def work() -> int:
        check_model_format(format)
        known = [experimenting.find_experiment(name)] if name else experimenting.list_experiments()
        if format == JSON:
            print(dumps({"version": 1, "experiments": [_definition(one) for one in known]}))
        elif name:
            print_lines(_definition_lines(known[0]), common)
        else:
            rows = [[one.name, f"{one.minutes:g} min", "|".join(one.drivers), one.question] for one in known]
            palette = Palette(console.wants_colour(common.color or "auto"))
            print_table(["NAME", "TAKES", "DRIVER", "ANSWERS"], rows, palette, console.width())
        return 0

    return lab_guarded(common, work)


def _definition(definition: Definition) -> dict[str, object]:
    found: dict[str, object] = encode(definition)
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
    for title, rows in parts:
        lines += [title, *(f"  {row}" for row in rows)]
    return lines


def plan_experiment(request: Request, format: str, common: Common) -> int:
    """Everything that a run would do; nothing is changed."""

    def work() -> int:
        check_model_format(format)
        plan = experimenting.plan(request)
        if format == JSON:
            print(dumps({"version": 1, "notice": NOTICE if plan.simulated else None, **encode(plan)}))
        else:
            print_lines(plan_lines(plan, common.verbose), common)
        return 0

    return lab_guarded(common, work)


def list_runs(store: str | None, format: str, common: Common) -> int:
    """The stored experiments, the oldest first."""

    def work() -> int:
        check_model_format(format)
        found, faults = experimenting.results(store)
        for fault in faults:
            console.error(fault.message, fault.help)
        if format == JSON:
            print(dumps({"version": 1, "experiments": [result_data(one, samples=False) for one in found]}))
        elif found:
            palette = Palette(console.wants_colour(common.color or "auto"))
            titles = ["ID", "QMGR", "DRIVER", "VERDICT", "ANSWER"]
            print_table(titles, [_row(one) for one in found], palette, console.width())
        elif not faults:
            console.say(f"no experiment in {experimenting.folder_of(store)}")
        return 0

    return lab_guarded(common, work)


def _row(result: Result) -> list[str]:
    answer = result.verdict.answer if result.verdict else ""
    driver = "SIMULATED" if result.simulated else result.head.driver
    cells = (result.id, result.head.qmgr, driver, verdict_text(result), answer)
    return [printable(cell) for cell in cells]


def show_result(wanted: str, store: str | None, format: str, common: Common) -> int:
    """One result with every run."""

    def work() -> int:
        check_model_format(format)
        result = experimenting.result(wanted, store)
        if format == JSON:
            print(dumps(result_data(result)))
        else:
            print_lines(result_lines(result), common)
        return 0

    return lab_guarded(common, work)


def replay(wanted: str, store: str | None, speed: float, plain: bool, format: str, common: Common) -> int:
    """The events of a journal again: on a terminal at a speed, else as lines at once."""

    def work() -> int:
        manner = Manner(True, plain, format)
        entries = experimenting.entries(wanted, store)
        output = Output(TerminalDesk(True))
        view = view_of(manner, common, output)
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
            print_lines(result_lines(experimenting.result(wanted, store), runs=False), common)
        output.close()
        return 0

    return lab_guarded(common, work)


def _paced(entries: Sequence[Entry], speed: float) -> list[tuple[float, Entry]]:
    """Each event with the seconds to wait before it."""
    clocks = [0.0, *(entry.clock for entry in entries)]
    gaps = [max(0.0, later - sooner) for sooner, later in pairwise(clocks)]
    return [(gap / speed if speed > 0 else 0.0, entry) for gap, entry in zip(gaps, entries, strict=True)]


def compare(first: str, second: str, store: str | None, format: str, common: Common) -> int:
    """Two results side by side."""

    def work() -> int:
        check_model_format(format)
        comparison = experimenting.compare(first, second, store)
        if format == JSON:
            print(dumps(comparison_data(comparison)))
        else:
            print_lines(comparison_lines(comparison), common)
        return 0

    return lab_guarded(common, work)


def report(wanted: str, store: str | None, format: str, output: str | None, common: Common) -> int:
    """A report to read or to file."""

    def work() -> int:
        _write(experimenting.report(wanted, format, store), output, common)
        return 0

    return lab_guarded(common, work)


def apply(
    wanted: str,
    store: str | None,
    language: str | None,
    output: str | None,
    calibration: str | None,
    common: Common,
) -> int:
    """The snippet that follows from a result, or its constants; nothing is executed."""

    def work() -> int:
        if calibration is not None:
            text = experimenting.calibration_text(wanted, store)
            _write(text, None if calibration == "-" else calibration, common)
            return 0
        _write(experimenting.snippet_text(wanted, store, language), output, common)
        return 0

    return lab_guarded(common, work)


def clean(wanted: str, store: str | None, yes: bool, common: Common) -> int:
    """Take back what an experiment has left behind."""

    def work() -> int:
        manner = Manner(yes, True, "text")
        return conduct(
            lambda desk, listener: experimenting.cleaner(wanted, desk, listener, store),
            manner,
            common,
            clean=True,
        )

    return lab_guarded(common, work)


def _write(text: str, output: str | None, common: Common) -> None:
    """To a file, or to the standard output."""
    if output is None or output == "-":
        sys.stdout.write("".join(f"{printable(line)}\n" for line in text.splitlines()))
        return
    try:
        write_file(output, text.encode("utf-8"))
    except OSError as fault:
        reason = (fault.strerror or str(fault)).lower()
        raise UsageError(f"{output} cannot be written: {reason}", "name another file") from None
    if not common.quiet:
        console.say(f"{output} written")
