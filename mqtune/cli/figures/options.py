"""The options of `mqtune figures` and of `mqtune model solve`."""

from __future__ import annotations

from mqtune.cli.options import (
    CALIBRATION,
    JSON,
    MODELS,
    REQUIRED,
    TABLES,
    TEXT_OR_JSON,
    CommonOptions,
    argument,
    arguments,
    flag,
    value,
)
from mqtune.session.options import UsageError

CSV = "csv"


class ListFigures(CommonOptions):
    """List the published tables with their source."""

    command = "list"
    run = "mqtune.cli.figures.show:list_figures"
    examples = "mqtune figures list · mqtune figures list streaming --format json"

    words: list[str] = arguments("[WORD]...", "only tables whose name, title or report contains all of these")
    format: str = TEXT_OR_JSON


class ShowFigures(CommonOptions):
    """Show a published table with units, page, conditions and errata."""

    command = "show"
    run = "mqtune.cli.figures.show:show_figures"
    examples = "mqtune figures show v8-chart-15 · mqtune figures show streaming-table-1 --format json"

    name: str = argument("NAME", "a table, as listed by `mqtune figures list`", completes=TABLES)
    format: str = TEXT_OR_JSON


class ExportFigures(CommonOptions):
    """Write published tables as CSV or JSON.

    CSV has the figures as printed, with units in its first line; errata are in the last column. With
    `--output` each table is written to a file of its own, and tables.json gives source, page, conditions,
    units and errata of all.
    """

    command = "export"
    run = "mqtune.cli.figures.export:export_figures"
    examples = (
        "mqtune figures export v8-chart-15 > chart-15.csv · mqtune figures export --format json · "
        "mqtune figures export --output figures/"
    )

    names: list[str] = arguments("[NAME]...", "tables, by default all", completes=TABLES)
    format: str = value("--format", metavar="NAME", help="output format", choices=(CSV, JSON), default=CSV)
    corrected: bool = flag("--corrected", help="replace misprints by the correct figures")
    output: str | None = value("--output", metavar="DIR", help="write one file per table to this folder")

    def check(self) -> None:
        """Raise UsageError for several tables as CSV in one stream."""
        super().check()
        if self.format == CSV and self.output is None and len(self.names) != 1:
            raise UsageError(
                "CSV on standard output is possible for one table only",
                "name one table, or use --output DIR or --format json",
            )


class SolveModel(CommonOptions):
    """Solve a model backwards: the largest or smallest value of one input that keeps outputs within limits.

    Inputs and limits are both written as key=value; a limit is the name of an output, or a short form of it.
    Exit status: 0 solved, 1 no value satisfies the limits.
    """

    command = "solve"
    run = "mqtune.cli.figures.solve:solve_model"
    examples = (
        "mqtune model solve expiry --for cap-expiry put-rate=2000 disk=100GB · "
        "mqtune model solve fan-out --for subscribers publish-rate=2000 · "
        "mqtune model solve uniform-cluster --for queue-managers target-rate=100000 achieved-rate=100000"
    )

    name: str = argument("NAME", "the model: fan-out, expiry, …", completes=MODELS)
    inputs: list[str] = arguments(
        "KEY=VALUE...", "inputs, and limits of outputs: put-rate=2000 disk=60GB", default=REQUIRED
    )
    wanted: str = value("--for", metavar="INPUT", help="the input to solve for", default="")
    calibration: str | None = CALIBRATION
    format: str = TEXT_OR_JSON

    def check(self) -> None:
        """Raise UsageError without an input to solve for."""
        super().check()
        if not self.wanted:
            raise UsageError("--for is missing", "name the input to solve for, such as --for cap-expiry")
