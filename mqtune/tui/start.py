"""Starts the UI and gives the exit status when it has ended."""

from __future__ import annotations

import sys

from mqtune.tui.app import MqtuneApp
from mqtune.tui.line_filters import AsciiFilter, MarksWithoutColour
from mqtune.tui.terminal import is_ascii_only, standard_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.filter import LineFilter

# one of each: the library remembers filtered lines by the filter
MARKS = MarksWithoutColour()
ASCII = AsciiFilter()
SWITCH_S = 0.001  # how long the engine's thread may keep a key waiting


class TerminalApp(MqtuneApp):
    """The app on a real terminal, with ASCII in place of box characters where it has no others."""

    ascii_only = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The library's filters, and ours."""
        before = [MARKS] if self.no_color else []
        after = [ASCII] if self.ascii_only else []
        return [*before, *super().get_line_filters(), *after]


def start(paths: tuple[str, ...], config: str | None, demo: bool) -> int:
    """Run the UI until it is left."""
    sys.setswitchinterval(SWITCH_S)
    app = TerminalApp(paths, config, demo)
    app.ascii_only = is_ascii_only(standard_streams()[1])
    app.run()
    return app.return_code or 0
