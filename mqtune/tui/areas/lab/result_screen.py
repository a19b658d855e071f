"""A result: the verdict, then the evidence for it, as texts, tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from mqtune.lab.core.definition import shown
from mqtune.lab.core.job import NOTICE, noise_of, promise, worse
from mqtune.lab.core.run import number_text
from mqtune.lab.journal.result import Level, Result, RunRecord
from mqtune.present.answer import RESULT, Target
from mqtune.present.experiment.text import (
    LEVEL_TITLES,
    RUN_TITLES,
    confirmation_lines,
    cut_lines,
    driver_text,
    level_row,
    minutes_text,
    noise_text,
    run_row,
    where_text,
)
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.areas.lab.apply_screen import ApplyScreen
from mqtune.tui.areas.lab.progress_text import verdict_lines
from mqtune.tui.areas.lab.step import StepScreen, export
from mqtune.tui.cells import Column, table
from mqtune.tui.widgets.lists import FittedText
from mqtune.tui.widgets.plot import Bar, Curve, Figure, Marker, PlotView, Point

# Texts and tables for a width.

_LEVEL_SPARE = {"SPREAD": 2, "95% INTERVAL": 1}
_RUN_SPARE = {"CLOCK": 6, "SAMPLES": 5, "BLOCK": 4, "CUT": 3, "REMARK": 2}
_TEXTS = ("ARM", "STATE", "OUTCOME", "REMARK")
LEVEL_COLUMNS = tuple(
    Column(title.lower(), title in _TEXTS, _LEVEL_SPARE.get(title, 0)) for title in LEVEL_TITLES
)
RUN_COLUMNS = tuple(Column(title.lower(), title in _TEXTS, _RUN_SPARE.get(title, 0)) for title in RUN_TITLES)


def verdict_part(result: Result, width: int) -> Content:
    """Return the verdict, the answer, the quantities found, and warnings with what to do next."""
    head, verdict = result.head, result.verdict
    first, *quantities = verdict_lines(result)
    notice = [Content.styled(NOTICE, styles.ALARM)] if result.simulated else []
    where = Content.styled(printable(f"{head.experiment} on {head.qmgr}"), styles.QUIET)
    lines = [first, *notice, *quantities, where]
    if verdict is None:
        lines += _open(result)
    else:
        if verdict.reason and verdict.reason not in verdict.answer:
            lines.append(Content(printable(f"reason: {verdict.reason}")))
        if verdict.minutes_needed is not None:
            words = f"about {verdict.minutes_needed:,.0f} more minutes are needed: resume it in the Lab"
            lines.append(Content.styled(words, styles.WARNING))
        lines += [
            Content.assemble(("warning ", styles.WARNING), printable(warning)) for warning in verdict.warnings
        ]
    return Content("\n").join(lines)


def arms_part(result: Result, width: int) -> Content:
    """Return the arms, the conclusions, and the decision rule."""
    lines: list[Content] = []
    if result.levels:
        lines += [Content(""), _title(f"arms, in {result.head.unit}")]
        lines += table(LEVEL_COLUMNS, [level_row(level) for level in result.levels], width)
    lines += _follows(result)
    if result.verdict is not None:
        lines += [Content(""), _title("rule"), Content(printable(result.verdict.rule))]
    return Content("\n").join(lines)


def _open(result: Result) -> list[Content]:
    return [Content(printable(f"resume it in the Lab, or with mqtune experiment resume {result.id}"))]


def _follows(result: Result) -> list[Content]:
    lines: list[Content] = []
    if result.advice is not None and result.advice.sentences:
        lines += [Content(""), _title("conclusions")]
        lines += [Content(printable(sentence)) for sentence in result.advice.sentences]
    if result.left_over:
        lines += [Content(""), Content.styled("not undone, to be undone by hand", styles.ERROR)]
        lines += [Content(printable(line)) for line in result.left_over]
        lines.append(Content(printable(f"`mqtune experiment clean {result.id}` tries again")))
    return lines


def raw_runs(result: Result, width: int) -> Content:
    """Return every run, and the discarded warm-up of each."""
    if not result.runs:
        return Content("")
    records = list(result.runs.values())
    lines = [Content(""), _title("runs")]
    lines += table(RUN_COLUMNS, [run_row(record) for record in records], width)
    cuts = list(cut_lines(records))
    if cuts:
        lines += [Content(""), _title("discarded as warm-up"), *(Content(printable(line)) for line in cuts)]
    return Content("\n").join(lines)


def circumstances(result: Result, width: int) -> Content:
    """Return where, how, when and with which settings the experiment ran."""
    rows = [
        where_text(result),
        driver_text(result),
        f"opened {result.time}, {minutes_text(result.clock)} measured, at most {result.max_minutes:g} min",
        f"noise: pilot {noise_text(result.noise)}; runs {noise_text(noise_of(result.history))}",
        promise(worse(result.noise, noise_of(result.history))),
        f"settings: {_settings(result)}",
        f"mqtune {result.head.mqtune}, result {result.id}",
    ]
    lines = [Content(""), _title("circumstances"), *_plain(rows)]
    if result.confirming is not None:
        lines += [
            Content(""),
            _title("after an earlier result"),
            *_plain(list(confirmation_lines(result))[1:]),
        ]
    if result.notes:
        lines += [Content(""), _title("notes"), *_plain([f"{time} {text}" for time, text in result.notes])]
    lines += [Content(""), _title("repeat with"), *_plain([result.head.command_line])]
    return Content("\n").join(lines)


def _settings(result: Result) -> str:
    return ", ".join(f"{name} {shown(value)}" for name, value in result.head.settings.items() if shown(value))


def _plain(rows: Sequence[str]) -> list[Content]:
    return [Content(printable(row)) for row in rows]


def _title(words: str) -> Content:
    return Content.styled(words, styles.ACTIVE)


# Plots: the current run second by second, and the arms with their intervals.

POINT = "o"
RATE = "rate"
A_SECOND = "/s"  # ends the unit of experiments that ask for a rate


def series_of(result: Result) -> tuple[str, ...]:
    """Return the series of the last run: its rate and the watched values, the experiment's subject first."""
    record = last_run(result)
    if record is None:
        return ()
    rate = (RATE,) if record.samples else ()
    watched = tuple(record.watched)
    return (*rate, *watched) if result.head.unit.endswith(A_SECOND) else (*watched, *rate)


def last_run(result: Result) -> RunRecord | None:
    """Return the last run with any samples or watched values."""
    return next(
        (record for record in reversed(result.runs.values()) if record.samples or record.watched), None
    )


def run_figure(result: Result, series: str) -> tuple[Figure, str] | None:
    """Return the plot of the last run with its warm-up cut marked, and a caption."""
    record = last_run(result)
    if record is None:
        return None
    start, unit = record.started, ""
    points: tuple[Point, ...] = ()
    if series == RATE:
        unit, points = "/s", tuple((sample.at, sample.rate) for sample in record.samples)
    elif series in record.watched:
        unit, at, values = record.watched[series]
        points = tuple(zip(at, values, strict=True))
    if not points:
        return None
    cut = record.ended.cut.seconds if record.ended and record.ended.cut else start.cut
    place = Marker(cut, f"cut {cut:g} s | measured")
    length = Marker(start.seconds, "end")
    figure = Figure(
        "seconds",
        printable(f"{series}, {unit}"),
        (Curve(series, points),),
        (),
        (place, length),
        least_y=None if series == RATE else 0.0,
    )
    last = f"run {start.run}, {start.arm}: {series} {number_text(points[-1][1])}{unit} at {points[-1][0]:g} s"
    return figure, printable(f"{last}; {cut:g} s cut as warm-up")


def arms_figure(levels: Sequence[Level], unit: str) -> tuple[Figure, str] | None:
    """Return each arm's mean with its interval, by level if the levels are numbers, else in order."""
    known = [(level, level.mean) for level in levels if level.mean is not None]
    if not known:
        return None
    bars: list[Bar] = []
    curves: list[Curve] = []
    words: list[str] = []
    factor = _factor([level for level, _ in known])
    for number, (level, mean) in enumerate(known):
        x = float(level.arm.levels[factor]) if factor else float(number + 1)
        curves.append(Curve(level.arm.name, ((x, mean),), POINT))
        if level.low is not None and level.high is not None:
            bars.append(Bar(x, level.low, level.high))
        if not factor:
            words.append(f"{number + 1} {level.arm.name}")
    figure = Figure(
        printable(factor or "arm"), printable(f"mean, {unit}"), tuple(curves), tuple(bars), least_y=None
    )
    listed = f": {', '.join(words)}" if words else ""
    return figure, printable(f"mean and 95% interval over runs of each arm{listed}")


def _factor(levels: Sequence[Level]) -> str:
    """Return the only factor in which the arms differ, if its levels are numbers; else an empty text."""
    names = {name for level in levels for name in level.arm.levels}
    differing = [name for name in names if len({level.arm.levels.get(name) for level in levels}) > 1]
    if len(differing) != 1 or len({level.arm.levels.get(differing[0]) for level in levels}) < len(levels):
        return ""
    numbers = all(isinstance(level.arm.levels.get(differing[0]), int | float) for level in levels)
    return differing[0] if numbers else ""


# The screen.


class ResultScreen(StepScreen):
    """Verdict, plot and arms; beside or below them every run and the circumstances."""

    AUTO_FOCUS = "#result"
    help = """Result
winner: one arm is better than the others. tie: no arm is better by a relevant margin. undecided: more time \
is needed, and how much. invalid: no conclusion is possible, and why. Below are the intervals, every run \
with its discarded warm-up, and remarks. On the command line: mqtune experiment show ID."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "next", "Apply", id="lab.apply", key_display="⏎", tooltip="the recommended commands"
        ),
        Binding("w", "export", "Write report", id="lab.export", tooltip="a report: Markdown, HTML or JSON"),
        Binding("y", "copy", "Copy id", id="lab.copy-id", tooltip="copy the id, for the commands"),
    ]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result

    def card_target(self) -> Target:
        """Return the result."""
        return Target(RESULT, self.result.id)

    def compose_body(self) -> ComposeResult:
        """Yield both halves."""
        with VerticalScroll(id="result"):
            with Vertical():
                yield FittedText(partial(verdict_part, self.result), id="verdict")
                yield PlotView(id="plot")
                yield FittedText(partial(arms_part, self.result), id="arms-part")
            with Vertical():
                yield FittedText(partial(raw_runs, self.result), id="runs")
                yield FittedText(partial(circumstances, self.result), id="circumstances")

    def on_mount(self) -> None:
        """Draw the plot, if there is anything to draw."""
        drawn = arms_figure(self.result.levels, self.result.head.unit)
        plot = self.query_one(PlotView)
        plot.set_class(drawn is None, "-none")
        if drawn is not None:
            plot.figure, plot.caption = drawn

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "next" and self.result.verdict is None:
            return "no verdict to apply yet"
        return ""

    def apply_step(self) -> ApplyScreen:
        """Return the apply step."""
        return ApplyScreen(self.result)

    def action_next(self) -> None:
        """Go to the apply step."""
        if not self.refused("next"):
            self.frame.push_screen(self.apply_step())

    def action_export(self) -> None:
        """Write a report."""
        export(self.frame, self.result)

    def action_copy(self) -> None:
        """Copy the id to the clipboard."""
        self.copy(self.result.id)
