"""A list whose cursor also moves with `j` and `k`."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class KeyList(OptionList):
    """A list of areas, experiments or results. Subclasses bind Enter with its label."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "One down", show=False),
        Binding("k", "cursor_up", "One up", show=False),
    ]
