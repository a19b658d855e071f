"""A YAML text prepared for the parser, lines and columns unchanged, and its scalars with the keys above.

The parser rejects bytes that are not text and template markers. Both are masked here; the text of a scalar is
finally taken from the original.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Event

    from mqtune.syntax.carriers.excerpt import Piece

    YamlPath = tuple[str | int, ...]


# Lines as YAML counts them, ending with LF, CR LF or CR. Positions in files come from `LineIndex`.

_LINE_END = lazy_pattern(r"\r\n|\n|\r")


class LineTable:
    """The offsets at which the lines of a text begin."""

    __slots__ = ("starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        self.starts.extend(line_end.end() for line_end in _LINE_END.finditer(text))

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column, both from 1, of an offset."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def span(self, line: int) -> tuple[int, int]:
        """The offsets of a line (from 1) without its end; an empty range after the last line."""
        if line > len(self.starts):
            return len(self.text), len(self.text)
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end


# characters that the parser rejects, and one that only it treats as a line end
_REFUSED = lazy_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_COVER = "\ufffd"
_SURROGATE = lazy_pattern(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")  # half of a character, as JSON writes emoji
_COVERED = r"\\ufffd"  # of the same length
# a marker ends before the next of its kind begins, so the search for each is done once
_MARKS = lazy_pattern(
    r"\{\{(?:(?!\}\}|\{\{).)*\}\}|\{%(?:(?!%\}|\{%).)*%\}|\{#(?:(?!#\}|\{#).)*#\}"
    r"|<%(?:(?!%>|<%).)*%>|@@?\w+@@?|%\w+%",
    re.DOTALL,
)
_MARK = "\ue000"  # private-use characters represent those of a marker until its line has been classified


class YamlText:
    """The text for the parser, and the mapping from its offsets to those of the file."""

    __slots__ = ("_bom", "_original", "_original_table", "_searched", "covers_marks", "parsed", "table")

    def __init__(self, text: str, cover_marks: bool = False) -> None:
        self._bom = 1 if text.startswith("\ufeff") else 0
        self._original = text[self._bom :]
        self.parsed = _SURROGATE.sub(_COVERED, _REFUSED.sub(_COVER, self._original))
        if self.parsed.startswith("{"):
            self.parsed = self.parsed.replace("\t", " ")  # JSON, which may be indented by tabs
        self._original_table = LineTable(self._original)
        self.covers_marks = cover_marks
        self._searched = 0  # the line below which marks were last searched
        if cover_marks:
            self.parsed = _without_marks(self.parsed)
        self.table = LineTable(self.parsed) if cover_marks else self._original_table

    def offset(self, at: int) -> int:
        """The offset in the file for an offset in the parser's text."""
        line, column = self.table.position(at)
        return self._original_table.starts[line - 1] + column - 1 + self._bom

    def piece(self, start: int, end: int) -> Piece:
        """Part of one line, as written in the file."""
        at = self.offset(start)
        begin = at - self._bom
        return self._original[begin : begin + end - start], at, True

    def line_piece(self, start: int, end: int) -> Piece:
        """As `piece`, for the rest of a line; a line that is only a template marker is given as a whole."""
        line = self.table.position(start)[0]
        begin, stop = self._original_table.span(line)
        original = self._original[begin:stop].lstrip()
        if start == end and original and not self.parsed[slice(*self.table.span(line))]:
            at = stop - len(original)
            return original, at + self._bom, True
        return self.piece(start, end)

    def marks_below(self, start: int, after: int) -> list[Piece]:
        """The lines that are only template markers, below the line of an offset and up to the next key beside
        it, from a line on; none if they were given for a scalar before in the same line.
        """
        first = self.table.position(start)[0]
        if first == self._searched:
            return []
        self._searched = first
        indent = _indent(self.parsed[slice(*self.table.span(first))])
        marks: list[Piece] = []
        for number in range(first + 1, len(self.table.starts) + 1):
            parsed = self.parsed[slice(*self.table.span(number))]
            begin, stop = self._original_table.span(number)
            if parsed.strip() and _indent(parsed) <= indent:
                break
            if not parsed and begin < stop and number > after:
                marks += [(self._original[begin:stop], begin + self._bom, True), ("\n", stop, False)]
        return marks

    def line_end(self, at: int) -> Piece:
        """The end of the line that contains an offset of the parser's text."""
        end = self._original_table.span(self.table.position(at)[0])[1]
        return "\n", end + self._bom, self._original.startswith("\n", end)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _without_marks(text: str) -> str:
    """The text with a neutral word for each marker inside a line, and without lines that are only markers."""
    marked = _MARKS.sub(lambda match: re.sub(r"[^\r\n]", _MARK, match.group()), text)
    if marked == text:
        return text
    lines = marked.split("\n")
    for number, line in enumerate(lines):
        if _MARK in line:
            bare = line.strip(f" \t\r{_MARK}-") == ""
            end = "\r" if line.endswith("\r") else ""
            lines[number] = end if bare and line.strip()[0] == _MARK else line.replace(_MARK, "x")
    return "\n".join(lines)


# The scalars of a YAML text with the keys above them, from the parser's events.

MOST_NESTED = 100
ALIAS = "*"  # the style of an alias, whose value is that of its anchor


@record
class YamlScalar:
    """One scalar value: the keys and numbers above it, its style, and its start position for the parser."""

    path: YamlPath
    value: str
    style: str  # "|", ">", "'", '"', ALIAS, or "" for a plain one and for an empty mapping or sequence
    start: int

    @property
    def key(self) -> str:
        """The nearest key above."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "")


class YamlSyntaxError(Exception):
    """The position and reason of a parser error."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


class _Level:
    """An open mapping or sequence: the key or number of what comes next."""

    __slots__ = ("key", "number", "wants_key")

    def __init__(self, is_mapping: bool) -> None:
        self.wants_key = is_mapping
        self.number = -1 if is_mapping else 0
        self.key = ""

    def step(self) -> str | int:
        """The key or number of the current value."""
        return self.key if self.number < 0 else self.number

    @property
    def is_empty(self) -> bool:
        """Whether nothing was read so far."""
        return self.number == 0 or (self.wants_key and not self.key)

    def filled(self) -> None:
        """Advance past a node: to the value after a key, else to the next key or item."""
        if self.number >= 0:
            self.number += 1
        else:
            self.wants_key = not self.wants_key


def yaml_documents(text: YamlText) -> Iterator[list[YamlScalar]]:
    """The scalars of each YAML document; raises `YamlSyntaxError` where the text cannot be read.

    Uses events instead of trees: nothing recurses and aliases are not followed, so the work is bounded by the
    length of the text.
    """
    import yaml  # takes 17 ms, only for YAML files that mention MQ

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    scalars: list[YamlScalar] = []
    levels: list[_Level] = []
    try:
        for event in yaml.parse(text.parsed, Loader=loader):
            if isinstance(event, yaml.DocumentEndEvent):
                yield scalars
                scalars, levels = [], []
            elif isinstance(event, yaml.CollectionEndEvent):
                if levels.pop().is_empty:
                    scalars.append(YamlScalar(_path(levels), "", "", _start(event)))
                _filled(levels)
            elif isinstance(event, yaml.CollectionStartEvent):
                if len(levels) >= MOST_NESTED:
                    raise YamlSyntaxError(_start(event), f"nested deeper than {MOST_NESTED} levels")
                levels.append(_Level(isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.ScalarEvent):
                _scalar(text, event, levels, scalars)
            elif isinstance(event, yaml.AliasEvent):
                scalars.append(YamlScalar(_path(levels), "", ALIAS, _start(event)))
                _filled(levels)
    except yaml.MarkedYAMLError as error:
        # a key without a colon is noticed in the next line
        scanned = error.context is not None and "simple key" in error.context
        mark = (error.context_mark if scanned else None) or error.problem_mark or error.context_mark
        raise YamlSyntaxError(mark.index if mark else 0, error.problem or str(error)) from error
    except yaml.YAMLError as error:
        raise YamlSyntaxError(0, str(error)) from error


def _scalar(text: YamlText, event: Event, levels: list[_Level], scalars: list[YamlScalar]) -> None:
    value: str = event.value  # type: ignore[attr-defined]
    start = _start(event)
    if levels and levels[-1].wants_key:
        levels[-1].key = _as_written(text, start, value)
    else:
        path = _path(levels)
        quote = 1 if event.style in ("'", '"') else 0  # type: ignore[attr-defined]
        value = _as_written(text, start + quote, value)
        scalars.append(YamlScalar(path, value, event.style or "", start))  # type: ignore[attr-defined]
    _filled(levels)


def _path(levels: list[_Level]) -> YamlPath:
    return tuple(level.step() for level in levels)


def _start(event: Event) -> int:
    return event.start_mark.index if event.start_mark else 0


def _filled(levels: list[_Level]) -> None:
    if levels:
        levels[-1].filled()


def _as_written(text: YamlText, start: int, value: str) -> str:
    """A key or value of one line with its placeholders as written in the file."""
    if text.covers_marks and "\n" not in value and text.parsed.startswith(value, start):
        return text.piece(start, start + len(value))[0]
    return value
