"""The list of experiments in the Lab."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from mqtune.tui.widgets.key_list import KeyList


class ExperimentList(KeyList):
    """The running experiment, all experiments, and the unfinished ones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Next", id="lab.next", key_display="⏎", tooltip="to the preflight checks"),
    ]
