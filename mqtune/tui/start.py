"""Starts the terminal UI and returns its exit status; the app, and the filters of the lines that it draws."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from mqtune.text.messages import visible
from mqtune.tui.app import MqtuneApp
from mqtune.tui.background import collect_when_idle_only
from mqtune.tui.project import copied_estate, is_without_files
from mqtune.tui.terminal import is_ascii_only, standard_streams

# Filters: nothing acts on the terminal; for limited ones plain ASCII, and marks that need no colour.

_SIGNS = {
    "…": ".",
    "·": ".",
    "•": "*",
    "→": ">",
    "←": "<",
    "↑": "^",
    "↓": "v",
    "▶": ">",
    "▼": "v",
    "▲": "^",
    "●": "*",
    "○": "o",
    "✓": "v",
    "−": "-",
    "±": "~",
    "×": "x",
    "–": "-",
    "⏎": "<",
}


def _table() -> dict[int, str]:
    """Return a table for box characters (U+2500 to U+257F), blocks (to U+259F), braille signs and _SIGNS."""
    table: dict[int, str] = {}
    for code in range(0x2500, 0x2580):
        table[code] = "+"
    for code in (0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576):
        table[code] = "-"
    for code in (0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577):
        table[code] = "|"
    for code in range(0x2580, 0x25A0):
        table[code] = "#"
    for code in (0x2580, 0x2594):
        table[code] = "-"
    for code in (0x2581, 0x2582, 0x2584):
        table[code] = "_"
    for code in (0x258C, 0x258D, 0x258E, 0x258F, 0x2590, 0x2595):
        table[code] = "|"
    for code in range(0x2801, 0x2900):
        table[code] = "*"
    table[0x2800] = " "
    table.update({ord(sign): plain for sign, plain in _SIGNS.items()})
    return table


class VisibleFilter(LineFilter):
    """Removes control, bidirectional and invisible characters: names and values of files may contain them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without them, as wide as before."""
        return [
            segment if segment.control or visible(segment.text) == segment.text else self._plain(segment)
            for segment in segments
        ]

    def _plain(self, segment: Segment) -> Segment:
        width = segment.cell_length
        text = "".join(char for char in segment.text if visible(char) == char and char not in "\n\t")
        return Segment(text + " " * (width - cell_len(text)), segment.style)


class AsciiFilter(LineFilter):
    """Replaces characters that the terminal cannot show by ASCII; those without an equivalent become `?`."""

    TABLE = _table()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII, as wide as before."""
        return [
            segment if segment.control or segment.text.isascii() else self._plain(segment)
            for segment in segments
        ]

    def _plain(self, segment: Segment) -> Segment:
        width = segment.cell_length
        text = segment.text.translate(self.TABLE)
        text = "".join(char if char.isascii() else "?" for char in text)
        return Segment(text.ljust(width)[:width], segment.style)


class MarksWithoutColour(LineFilter):
    """Reverses text that only its background marks, such as a cursor, before colours are removed."""

    REVERSED = Style(reverse=True)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments; text on a background of its own is reversed."""
        return [self._marked(segment) for segment in segments]

    def _marked(self, segment: Segment) -> Segment:
        style = segment.style
        if segment.control or style is None or style.bgcolor is None or style.bgcolor.is_default:
            return segment
        if not segment.text.strip() or style.reverse:
            return segment
        return Segment(segment.text, style + self.REVERSED)


# one instance of each: Textual caches filtered lines by filter
VISIBLE = VisibleFilter()
MARKS = MarksWithoutColour()
ASCII = AsciiFilter()


# The app.

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
