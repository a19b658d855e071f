"""The export of a result as a report."""

from __future__ import annotations

from functools import partial

from mqtune.lab.journal.result import Result
from mqtune.lab.reports import FORMATS, HTML, JSON, MARKDOWN, write_report
from mqtune.tui.areas.lab.save_as import save_as
from mqtune.tui.dialogs.dialog import ChoiceDialog, DialogChoice
from mqtune.tui.frame.application import Application
from mqtune.tui.frame.kept import taken

ENDINGS = {MARKDOWN: "md", HTML: "html", JSON: "json"}
SAYS = {
    MARKDOWN: "Markdown, for a wiki or a merge request",
    HTML: "HTML, one file including its plots",
    JSON: "JSON with every sample",
}


def export(frame: Application, result: Result) -> None:
    """Ask for the format and the file, and write it."""

    def chosen(format: str | None) -> None:
        if format:
            command = (
                f"On the command line: mqtune experiment report {result.id} --format {format} --output FILE"
            )
            name = f"{result.id}.{ENDINGS[format]}"
            save_as(frame, f"Export as {format}", command, name, partial(write_report, result, format))

    choices = [DialogChoice(format[0], SAYS[format], format) for format in FORMATS]
    frame.push_screen(taken(frame, ChoiceDialog).fill("Export", result.id, choices), chosen)
