"""A result as texts and tables for a width."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.pilot import noise_of, promise, worse
from mqtune.lab.core.settings import shown
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.formatting import minutes_text, noise_text
from mqtune.lab.reports.text import (
    LEVEL_TITLES,
    RUN_TITLES,
    confirmation_lines,
    cut_lines,
    driver_text,
    level_row,
    run_row,
    where_text,
)
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.progress_text import verdict_lines
from mqtune.tui.tables import Column, table

_LEVEL_SPARE = {"SPREAD": 2, "95% INTERVAL": 1}
_RUN_SPARE = {"CLOCK": 6, "SAMPLES": 5, "BLOCK": 4, "CUT": 3, "REMARK": 2}
_TEXTS = ("ARM", "STATE", "OUTCOME", "REMARK")
LEVEL_COLUMNS = tuple(Column(one.lower(), one in _TEXTS, _LEVEL_SPARE.get(one, 0)) for one in LEVEL_TITLES)
RUN_COLUMNS = tuple(Column(one.lower(), one in _TEXTS, _RUN_SPARE.get(one, 0)) for one in RUN_TITLES)


def verdict_part(result: Result, width: int) -> Content:
    """Return the verdict, the answer, the quantities found, and warnings with what to do next."""
    head, verdict = result.head, result.verdict
    first, *found = verdict_lines(result)
    notice = [Content.styled(NOTICE, styles.ALARM)] if result.simulated else []
    where = Content.styled(printable(f"{head.experiment} on {head.qmgr}"), styles.QUIET)
    lines = [first, *notice, *found, where]
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
        lines += table(LEVEL_COLUMNS, [level_row(one) for one in result.levels], width)
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
    lines += table(RUN_COLUMNS, [run_row(one) for one in records], width)
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
