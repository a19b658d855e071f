"""The last step: the commands that a verdict recommends, to be saved or copied. It executes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from mqtune.lab.api import LabError
from mqtune.lab.core.job import NOTICE
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.apply import calibration_text, snippet_text, snippets_of
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.save_as import save_as
from mqtune.tui.areas.lab.step import TextStep

ENDINGS = {"mqsc": "mqsc", "ini": "ini"}


class ApplyScreen(TextStep):
    """The snippet and the calibration."""

    help = """Apply
The recommendation of the verdict as text: MQSC for runmqsc, lines for qm.ini, and the measured constants \
for the models of Capacity. mqtune does not execute it. Changes of qm.ini take effect when the queue \
manager restarts."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter,s", "save", "Save", id="lab.save", key_display="⏎", tooltip="write the snippet to a file"
        ),
        Binding("y", "copy", "Copy", id="lab.copy-snippet", tooltip="copy the snippet to the clipboard"),
        Binding(
            "K", "calibration", "Calibration", id="lab.calibration", tooltip="write the measured constants"
        ),
    ]

    def __init__(self, result: Result) -> None:
        super().__init__()
        self.result = result
        self.snippet, self.why_no_snippet = _text(partial(snippet_text, result))
        self.calibration, self.why_no_calibration = _text(partial(calibration_text, result))

    def on_mount(self) -> None:
        """Show the snippet and the calibration, or why there is none."""
        result = self.result
        lines = [Content.styled(NOTICE, styles.ALARM), Content("")] if result.simulated else []
        if self.snippet:
            lines += [Content(printable(line)) for line in self.snippet.splitlines()]
            if any(one.restart for one in snippets_of(result)):
                lines += [
                    Content(""),
                    Content.styled(f"restart needed: {printable(result.head.qmgr)}", styles.WARNING),
                ]
        else:
            lines.append(Content.styled(f"nothing to apply: {self.why_no_snippet}", styles.WARNING))
        lines += [Content(""), Content.styled("model calibration", styles.ACTIVE)]
        if self.calibration:
            lines += [Content(printable(line)) for line in self.calibration.splitlines()]
        else:
            lines.append(Content.styled(f"none: {self.why_no_calibration}", styles.QUIET))
        command = f"mqtune experiment apply {result.id} --output FILE"
        foot = f"Nothing is executed here. Command: {command}"
        self.write(
            Content(f"Apply: {printable(result.id)}"), Content("\n").join(lines), Content(printable(foot))
        )

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action in ("save", "copy"):
            return self.why_no_snippet
        return self.why_no_calibration if action == "calibration" else ""

    def action_save(self) -> None:
        """Write the snippet to a file."""
        if self.refused("save"):
            return
        languages = {one.language for one in snippets_of(self.result)}
        ending = ENDINGS.get(languages.pop(), "txt") if len(languages) == 1 else "txt"
        name = f"{self.result.id}.{ending}"
        words = "Its comments contain the id of the result and the interval."
        save_as(self.frame, "Save the snippet", words, name, lambda: self.snippet)

    def action_copy(self) -> None:
        """Copy the snippet to the clipboard."""
        if not self.refused("copy"):
            self.app.copy_to_clipboard(self.snippet)
            self.frame.toast("copied: the snippet, with its comments")

    def action_calibration(self) -> None:
        """Write the constants to a file."""
        if not self.refused("calibration"):
            words = "For key K in Capacity, and for mqtune model run --calibration FILE."
            name = f"{self.result.id}.toml"
            save_as(self.frame, "Save the calibration", words, name, lambda: self.calibration)


def _text(make: Callable[[], str]) -> tuple[str, str]:
    """Return the text, or why there is none."""
    try:
        return make(), ""
    except LabError as error:
        return "", printable(f"{error.message}; {error.help}")
