"""Starts the terminal UI and returns its exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from textual.filter import LineFilter

from mqtune.text.printable import visible
from mqtune.tui.app import MqtuneApp
from mqtune.tui.collector import collect_when_idle_only
from mqtune.tui.demo_estate import copied_estate, is_without_files
from mqtune.tui.line_filters import AsciiFilter, MarksWithoutColour, VisibleFilter
from mqtune.tui.terminal import is_ascii_only, standard_streams

# one instance of each: Textual caches filtered lines by filter
VISIBLE = VisibleFilter()
MARKS = MarksWithoutColour()
ASCII = AsciiFilter()
SWITCH_S = 0.001  # how long the engine's thread may delay a key press


class TerminalApp(MqtuneApp):
    """The app on a real terminal, with ASCII in place of box characters if the encoding has none."""

    ascii_only = False

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and ours."""
        before = [VISIBLE, MARKS] if self.no_color else [VISIBLE]
        after = [ASCII] if self.ascii_only else []
        return [*before, *super().get_line_filters(), *after]

    def copy_to_clipboard(self, text: str) -> None:
        """Copy a text as it is shown: a control character in a name would act where it is pasted."""
        super().copy_to_clipboard(visible(text))


def start(paths: tuple[str, ...], config: str | None, demo: bool) -> int:
    """Run the UI until the user quits; the demo opens an example estate if there are no files to open."""
    if demo and is_without_files(paths, config):
        with copied_estate():
            return _run(paths, config, demo)
    return _run(paths, config, demo)


def be_responsive() -> None:
    """Let neither the engine's thread nor the garbage collector delay a key press."""
    sys.setswitchinterval(SWITCH_S)
    collect_when_idle_only()


def _run(paths: tuple[str, ...], config: str | None, demo: bool) -> int:
    be_responsive()
    app = TerminalApp(paths, config, demo)
    app.ascii_only = is_ascii_only(standard_streams()[1])
    app.run()
    return app.return_code or 0
