"""Asks for the path of a calibration file."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Input, Static

from mqtune.tui.dialogs.dialog import Dialog


class CalibrationDialog(Dialog[str]):
    """The dialog; its answer is the path, empty for the published constants."""

    help = """Calibration
A calibration file contains constants that an experiment measured on your own machine. The models then use \
them in place of the published ones, and the results show which were used."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def compose_box(self) -> ComposeResult:
        """Yield the field."""
        yield Static("Use the constants of a calibration file", markup=False, classes="title")
        yield Static(
            "Written by `mqtune experiment apply ID --calibration FILE`. Empty: published constants.",
            markup=False,
            classes="words",
        )
        yield Input(self.path, placeholder="path of the file", compact=True)
        yield Static("Enter accepts, Escape goes back", markup=False, classes="foot")

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Return the path."""
        self.dismiss(message.value.strip())
