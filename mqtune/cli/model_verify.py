"""`mqtune model verify`: every published data point, the prediction of the model, and its error."""

from __future__ import annotations

from mqtune.capacity.outcome import shown
from mqtune.capacity.verify import summaries
from mqtune.cli import console
from mqtune.cli.model import plain
from mqtune.cli.options import JSON
from mqtune.cli.table import print_table
from mqtune.views.models import find_model, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.capacity.verify import Point, Summary
    from mqtune.cli.commands import VerifyModels
    from mqtune.report.colour import Palette


def verify_models(options: VerifyModels) -> int:
    """Print the data points of all models, or of one, and the errors by model. Raises UsageError."""
    if options.name:
        find_model(options.name)
    points = [one for one in verify() if options.name in ("", one.model)]
    if options.format == JSON:
        _print_json(points, summaries(points))
        return 0
    palette = console.palette(options.color)
    if not options.quiet:
        _print_points(points, palette)
        console.line()
    _print_summary(summaries(points), palette)
    return 0


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:+.1f}%".replace("-0.0%", "+0.0%")


def _print_points(points: list[Point], palette: Palette) -> None:
    rows = []
    for one in points:
        predicted = "refused" if one.predicted is None else shown(one.predicted)
        claimed = {"value": "yes", "none": "no"}.get(one.claim, one.claim)
        inputs = " ".join(f"{key}={value}" for key, value in one.inputs.items())
        error = _percent(one.error_percent)
        rows.append(
            [one.model, one.quantity, shown(one.published), predicted, error, claimed, inputs, one.source]
        )
    titles = ["MODEL", "QUANTITY", "PUBLISHED", "PREDICTED", "ERROR", "CLAIMED", "INPUTS", "SOURCE"]
    print_table(titles, rows, palette, console.width())


def _print_summary(summaries: list[Summary], palette: Palette) -> None:
    rows = [
        [
            one.model,
            str(one.points),
            str(one.claimed),
            _percent(one.mean_error_percent).lstrip("+"),
            _percent(one.worst_error_percent),
            f"{one.held} of {one.bounds}" if one.bounds else "",
        ]
        for one in summaries
    ]
    print_table(["MODEL", "POINTS", "CLAIMED", "MEAN ERROR", "WORST", "BOUNDS KEPT"], rows, palette)


def _print_json(points: list[Point], summaries: list[Summary]) -> None:
    from mqtune.report.encode import dumps

    rows = ",".join("\n  " + dumps(_entry(one)) for one in points)
    totals = ",".join("\n  " + dumps(_total(one)) for one in summaries)
    console.write(f'{{"version": 1,\n "points": [{rows}],\n "summary": [{totals}]}}\n')


def _entry(point: Point) -> dict[str, Any]:
    return {
        "model": point.model,
        "case": point.case,
        "inputs": plain(point.inputs),
        "quantity": point.quantity,
        "unit": point.unit,
        "published": plain(point.published),
        "predicted": plain(point.predicted),
        "error_percent": None if point.error_percent is None else round(point.error_percent, 3) + 0.0,
        "claimed": point.claimed,
        "claim": point.claim,
        "why_not": point.why_not,
        "origin": point.origin,
        "source": point.source,
    }


def _total(summary: Summary) -> dict[str, Any]:
    return {
        "model": summary.model,
        "points": summary.points,
        "claimed": summary.claimed,
        "mean_error_percent": plain(summary.mean_error_percent),
        "worst_error_percent": plain(summary.worst_error_percent),
        "bounds": summary.bounds,
        "bounds_kept": summary.held,
    }
