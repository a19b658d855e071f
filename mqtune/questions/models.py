"""Capacity models, published tables, and what follows from a measurement, for front ends.

Errors are those that a front end can show.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.tune.advice import Change
from mqtune.capacity.definition import Model, ModelError, model, models
from mqtune.capacity.inputs import Outcome
from mqtune.capacity.published import Table, reports, table
from mqtune.capacity.run import Calibration, Point, read_calibration, run_model
from mqtune.capacity.solve import Curves
from mqtune.session.options import require_no_link
from mqtune.session.tuning import tune_workspace
from mqtune.session.workspace import Workspace
from mqtune.text.messages import UsageError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.capacity.solve import Solution


# Models: list, run and verify.


def all_models() -> list[Model]:
    """Return every model, in the order of the documentation."""
    return models()


def find_model(name: str) -> Model:
    """Return the model of that name. Raises UsageError, with the nearest name, if there is none."""
    try:
        return model(name)
    except ModelError as error:
        raise _usage(error) from None


def given_inputs(words: Sequence[str]) -> dict[str, str]:
    """Return the inputs written as `key=value`. Raises UsageError for another form, or a repeated key."""
    return {key.lower().replace("_", "-"): value for key, value in given_words(words).items()}


def given_words(words: Sequence[str]) -> dict[str, str]:
    """Return what is written as `key=value`, with the keys as written. Raises UsageError."""
    given: dict[str, str] = {}
    for word in words:
        key, sign, value = word.partition("=")
        key = key.strip()
        if not sign or not key or not value.strip():
            raise UsageError(f"{word!r} is not an input", "write inputs as key=value, such as subscribers=60")
        if key.lower().replace("_", "-") in {earlier.lower().replace("_", "-") for earlier in given}:
            raise UsageError(f"{key} is given twice", "give each input once")
        given[key] = value.strip()
    return given


def run(name: str, given: Mapping[str, object], calibration: str | None = None) -> Outcome:
    """Run a model, with the constants of a calibration file if one is given. Raises UsageError."""
    constants = calibration_of(calibration)
    try:
        return run_model(name, given, constants)
    except ModelError as error:
        raise _usage(error) from None


def solve(name: str, wanted: str, given: Mapping[str, str], calibration: str | None = None) -> Solution:
    """Solve a model for the input `wanted`; `given` has inputs and limits. Raises UsageError."""
    # imported here: no other command needs it
    from mqtune.capacity.solve import solve as solve_for

    try:
        return solve_for(name, wanted, given, calibration_of(calibration))
    except ModelError as error:
        raise _usage(error) from None


def curves_of(outcome: Outcome, given: Mapping[str, object], calibration: str | None = None) -> list[Curves]:
    """Return the curves to plot for a run with these inputs. Raises UsageError."""
    # imported here: no other command needs it
    from mqtune.capacity.solve import curves

    return curves(outcome, given, calibration_of(calibration))


def calibration_of(path: str | None) -> Calibration | None:
    """Return the constants of a calibration file; None if no path is given. Raises UsageError."""
    if path is None:
        return None
    path = os.path.expanduser(path)  # a shell does not expand `~` in quotation marks
    require_no_link(path)
    try:
        return read_calibration(path)
    except ModelError as error:
        raise _usage(error) from None


def calibration_in(text: str) -> Calibration:
    """Return the constants in the text of a calibration file. Raises UsageError."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "calibration.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        calibration = calibration_of(path)
    assert calibration is not None  # a path was given
    return calibration


def verify() -> list[Point]:
    """Return every published point with the prediction."""
    # imported here with all published figures: no other command needs them
    from mqtune.capacity.run import verify as all_points

    return all_points()


def _usage(error: ModelError) -> UsageError:
    close = nearest(error.word, error.candidates) if error.word else None
    if close is None:
        return UsageError(error.message, error.help)
    return UsageError(f"{error.message}; the nearest is {close!r}", error.help)


# Published tables as plain data: rows with units, source and errata.

Json = dict[str, Any]
ERRATA = "errata"


def all_tables() -> list[Table]:
    """Every published table, in the order of the reports."""
    return [table(name) for name in table_names()]


def table_names() -> list[str]:
    """The names of all tables."""
    return [name for head in reports().values() for name in head["tables"]]


def find_table(name: str) -> Table:
    """The table of that name. Raises UsageError, with the nearest name, if there is none."""
    names = table_names()
    if name in names:
        return table(name)
    close = nearest(name, names)
    near = f"; the nearest is {close!r}" if close else ""
    raise UsageError(f"unknown table {name!r}{near}", "`mqtune figures list` lists all tables")


def matching(words: list[str]) -> list[Table]:
    """The tables whose name, title or report contains all of some words."""
    wanted = [word.lower() for word in words]
    return [
        report_table for report_table in all_tables() if all(word in _text(report_table) for word in wanted)
    ]


def _text(report_table: Table) -> str:
    title, report = report_table.title, reports()[report_table.report]["full-title"]
    return f"{report_table.name} {title} {report_table.source} {report_table.release} {report}".lower()


def head_of(report_table: Table) -> Json:
    """Everything about a table except its rows."""
    report = reports()[report_table.report]
    return {
        "name": report_table.name,
        "title": report_table.title,
        "report": report["full-title"],
        "year": report["year"],
        "where": report_table.where,
        "page": report_table.page,
        "origin": report_table.origin,
        "release": report_table.release,
        "platform": report_table.platform,
        "hardware": report_table.hardware,
        "conditions": report_table.conditions,
        "notes": report_table.notes,
        "units": report_table.units,
        ERRATA: report_table.corrections,
    }


def rows_of(report_table: Table, corrected: bool = False) -> list[Json]:
    """The rows as printed, or with misprints replaced by the correct figures."""
    if not corrected:
        return report_table.rows
    return [
        {column: report_table.corrected(number, column) for column in row}
        for number, row in enumerate(report_table.rows, 1)
    ]


def errata_of(report_table: Table, number: int) -> str:
    """The errata of a row, counted from 1, in one line."""
    return "; ".join(
        f"{entry['column']}: printed {entry['printed']}, correct {entry['corrected']}, {entry['reason']}"
        for entry in report_table.corrections
        if entry["row"] == number
    )


def csv_rows(report_table: Table, corrected: bool = False) -> Iterator[list[str]]:
    """The lines of a table for CSV: the columns with their units, then the rows; errata are a last column."""
    units = {"text", "number", "keyword", ""}
    titles = [
        column if unit in units else f"{column} [{unit}]" for column, unit in report_table.units.items()
    ]
    with_errata = bool(report_table.corrections) and not corrected
    yield [*titles, *([ERRATA] if with_errata else [])]
    for number, row in enumerate(rows_of(report_table, corrected), 1):
        cells = ["" if cell is None else str(cell) for cell in row.values()]
        yield [*cells, *([errata_of(report_table, number)] if with_errata else [])]


# Measured constants, each beside the published one.


def measured_constants(calibration: Calibration) -> Iterator[str]:
    """Return a line for each constant: what was measured, and what was published."""
    for measurement in calibration.measured:
        constant = measurement.constant
        unit = f" {constant.unit}" if constant.unit else ""
        case = {"release": measurement.release, **constant.when}
        published = [
            known
            for known in model(measurement.model).constants
            if known.name == constant.name
            and all(case.get(name, value) == value for name, value in known.when.items())
        ]
        known = ", ".join(dict.fromkeys(f"{value.value:,.6g}" for value in published))
        low, high = constant.low, constant.high
        between = f", {low:,.6g} to {high:,.6g}" if low is not None and high is not None else ""
        line = f"{measurement.model} {constant.name}: {constant.value:,.6g}{unit}{between}"
        yield f"{line}; published: {known}{unit}" if known else line


# What lint, tune and budget state about a queue manager with these constants.

MOST_FINDINGS, MOST_RESOURCES = 10, 3


def conclusions(workspace: Workspace, calibration: Calibration | None, qmgr: str) -> Iterator[str]:
    """One line each for the findings, the recommended changes, and the resources that are used most."""
    findings = [finding for finding in workspace.lint().findings if finding.queue_manager == qmgr]
    for finding in findings[:MOST_FINDINGS]:
        yield f"lint: {finding.code} {finding.message}"
    if len(findings) > MOST_FINDINGS:
        yield f"lint: {len(findings) - MOST_FINDINGS} more findings"
    if not findings:
        yield f"lint: no findings about {qmgr}"
    tunings = [
        tuning
        for tuning in tune_workspace(workspace, calibration).tunings
        if tuning.queue_manager.name == qmgr
    ]
    changes = [change for tuning in tunings for change in tuning.changes]
    yield from (f"tune: {_change(change)}" for change in changes)
    if not changes:
        settled = all(tuning.is_settled for tuning in tunings)
        yield (
            f"tune: nothing to change on {qmgr}" if settled else f"tune: no change is recommended for {qmgr}"
        )
    used = [
        resource
        for estate in workspace.estates
        for resource in budget(estate)
        if resource.queue_manager.name == qmgr and resource.share is not None
    ]
    for resource in sorted(used, key=lambda entry: -(entry.share or 0.0))[:MOST_RESOURCES]:
        yield f"budget: {resource.resource} uses {resource.percent} of its limit"
    if not used:
        yield f"budget: no limit is known for the declared load of {qmgr}"


def _change(change: Change) -> str:
    settings = ", ".join(f"{setting.keyword}={setting.value}" for setting in change.settings)
    return f"{change.verb} {change.type} {change.name}: {settings}"
