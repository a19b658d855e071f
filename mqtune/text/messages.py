"""Messages: errors that a person can correct, parts of sentences, lines, tables, and text safe to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mqtune.text.record import record


class CorrectableError(Exception):
    """What is wrong (`message`), and what to do (`help`, empty only if that is evident)."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help

    @property
    def together(self) -> str:
        """Both on one line."""
        if not self.help:
            return self.message
        return f"{self.message}{'.' if self.help[0].isupper() else ';'} {self.help}"


class UsageError(CorrectableError):
    """An option that cannot be honoured: what is wrong with it, and what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message, help)


def reason_of(error: OSError) -> str:
    """Why the system, or a limit, refuses something, as part of a sentence: `permission denied`."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


# Parts of messages.

MOST_LISTED = 8
MOST_CHARACTERS = 40  # of a value in a message


def listed(names: Sequence[str], most: int = MOST_LISTED) -> str:
    """Names for a message: `A, B, C`, cut at `most` with the number of the omitted ones."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def allowed_list(values: Iterable[str], most: int = MOST_LISTED) -> str:
    """Allowed values for a message: `A, B or C`, cut at `most` with the number of the omitted ones."""
    words = list(values)
    if len(words) > most:
        return listed(words, most)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def shortened(text: str) -> str:
    """A text, shortened for a message if it is long."""
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 3] + "..."


def plural(count: int, word: str) -> str:
    """`1 file`, `2 files`, `3 fixes`, `4 entries`."""
    if count == 1:
        return f"{count} {word}"
    if word.endswith("y"):
        return f"{count} {word[:-1]}ies"
    return f"{count} {word}es" if word.endswith("x") else f"{count} {word}s"


# Breaks prose into lines for a terminal. `textwrap` would slow down the start.


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns; a single line if `width` is less than 30."""
    if width < 30:
        return [text]
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


# The layout of a table of texts: column widths, aligned lines, and Markdown. Pure; painters add styles.
#
# `measure` gives the columns that a text takes in a terminal, where that is not its length.

GAP = "  "
LEAST_END = 8  # characters of a path that are worth showing


def widths(rows: Sequence[Sequence[str]], measure: Callable[[str], int] = len) -> list[int]:
    """The width of each column; `rows` includes the titles."""
    return [max(map(measure, column)) for column in zip(*rows, strict=True)]


def aligned(rows: Sequence[Sequence[str]], width: int = 0, keeps_ends: bool = False) -> list[str]:
    """Each row as a line with its columns aligned; `rows` includes the titles.

    With a `width` the lines are cut to it, after columns that would fill more than half of it. `keeps_ends`
    cuts the last column at its beginning, as the end of a path says more.
    """
    sizes = widths(rows)
    gaps = len(GAP) * (len(sizes) - 1)
    if width and sum(sizes) + gaps > width:
        sizes = [*(min(size, width // 2) for size in sizes[:-1]), *sizes[-1:]]
        room = width - gaps - sum(sizes[:-1])
        if keeps_ends and room >= LEAST_END:
            rows = [(*row[:-1], cut_start(row[-1], room)) for row in rows]
    lines = [
        GAP.join(cut(cell, size).ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip()
        for row in rows
    ]
    return [cut(line, width) for line in lines] if width else lines


def cut_start(text: str, width: int) -> str:
    """The text in at most `width` characters; a cut text begins with `…`."""
    return text if len(text) <= width else "…" + text[1 - width :]


def cut(line: str, width: int) -> str:
    """The line in at most `width` characters; a cut line ends in `…`."""
    return line if len(line) <= width else line[: width - 1] + "…"


def markdown(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown; a pipe in a cell is escaped."""
    return [_row(titles), f"|{'---|' * len(titles)}", *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


# Makes text from a file safe to print on a terminal and into a CI log.
#
# Control, format, bidirectional and invisible characters and undecodable bytes become visible escapes, and
# so
# do the beginnings of commands that CI runners read from a log (`##vso[`, `::error`).

TAB_STOP = 4
COVER = "********"  # in place of a secret
ELLIPSIS = "…"  # in place of what is not shown

# printable by their Unicode category, but invisible: Default_Ignorable_Code_Point of Unicode, and U+2800
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0").union(
    map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0))
)
_NAMED = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def printable(text: str) -> str:
    """The text with every character escaped that is not plainly visible, and without runner commands."""
    return _without_commands(text if _is_visible(text) else "".join(map(_visible, text)))


def visible(text: str) -> str:
    """Lines with every character escaped that is not plainly visible, for a screen that is not a log."""
    if _is_visible(text):
        return text
    return "".join(char if char in "\n\t" else _visible(char) for char in text)


def _is_visible(text: str) -> bool:
    return text.isprintable() and (text.isascii() or _INVISIBLE.isdisjoint(text))


def is_printable(text: str) -> bool:
    """Whether a text, and every part of it, is certainly printable as it is."""
    return text.isascii() and text.isprintable() and "##" not in text and "::" not in text


def _visible(char: str) -> str:
    """One character, as itself or as an escape."""
    if char.isprintable() and char not in _INVISIBLE:
        return char
    code = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"  # the byte that is not valid UTF-8
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _may_command(text: str) -> bool:
    return "##" in text and "[" in text


def _without_commands(text: str) -> str:
    """Azure and TeamCity accept `##name[` anywhere in a line, GitHub `##[` anywhere and `::` at its start."""
    if _may_command(text):
        import re  # only for text that looks like a command

        text = re.sub(r"##(?=\w*\[)", r"#\\x23", text)
    if text.lstrip().startswith("::"):
        text = text.replace("::", "\\x3a:", 1)
    return text


@record
class Shown:
    """A line of a file as printed, with the printed position of each of its characters.

    `columns[i]` is the printed column, from 0, of character i of the line; the last entry is the end.
    """

    text: str
    columns: list[int] | range

    def column(self, column: int) -> int:
        """The printed column, from 0, of a column of the line, from 1."""
        return self.columns[max(0, min(column - 1, len(self.columns) - 1))]


def shown(
    line: str, hidden: tuple[tuple[int, int], ...] = (), omitted: tuple[tuple[int, int], ...] = ()
) -> Shown:
    """A line for an excerpt: tabs become blanks, each `hidden` range (offsets) becomes COVER, and each
    `omitted` one an ellipsis.
    """
    if not hidden and not omitted and line.isascii() and line.isprintable() and not _may_command(line):
        return Shown(line, range(len(line) + 1))
    guarded = _may_command(line)
    pieces: list[str] = []
    columns: list[int] = []
    at = 0
    covers = {index: "" for start, end in (*hidden, *omitted) for index in range(start, end)}
    covers.update((max(0, start), COVER) for start, _ in hidden)
    for start, end in omitted:  # with what is hidden in it
        covers.update(dict.fromkeys(range(start, end), ""))
        covers[start] = ELLIPSIS
    for index, char in enumerate(line):
        columns.append(at)
        if index in covers:
            piece = covers[index]
        elif char == "\t":
            piece = " " * (TAB_STOP - at % TAB_STOP)
        elif guarded and char == "#" and line.startswith("##", index - 1):
            piece = "\\x23"  # never two of them, so never a command
        else:
            piece = _visible(char)
        pieces.append(piece)
        at += _width(piece)
    columns.append(at)
    return Shown("".join(pieces), columns)


def _width(text: str) -> int:
    """The number of terminal columns of a text."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # only for text beyond ASCII

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)
