"""A text in one of MQ's languages, the position in a file of each of its characters, and its diagnostics.

Most documents are a whole file. Others are embedded in one: a scalar in a YAML ConfigMap, a here-document in
a shell script. Parsers see only the text of the document; positions and edits refer to the lines and columns
of the file.
"""

from __future__ import annotations

from bisect import bisect_right

from mqtune.text.editing import Edit, Place, Span
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Protocol

    class InsertedValues(Protocol):
        """The values that replaced placeholders in a text."""

        def occur_in(self, text: str) -> bool:
            """Whether a text has one of them as a word."""


MQSC = "mqsc"
QM_INI = "qm.ini"
MQS_INI = "mqs.ini"
MQCLIENT_INI = "mqclient.ini"
MQAT_INI = "mqat.ini"
ENVIRONMENT = "environment"  # variables that a script exports to a queue manager, in the form of an ini file
CCDT = "ccdt"
# files of the operating system
SYSCTL, LIMITS, UNIT = "sysctl.conf", "limits.conf", "service unit"
SYSTEM_KINDS = (SYSCTL, LIMITS, UNIT)
NAMED = "named"  # the carrier of such a file that the user named, which states that it matters


# the reader of these is not published; what is known is how a client reads its file
READ_BY_QUEUE_MANAGER = (QM_INI, MQS_INI)
# the carrier of what crtmqm does because of its options
CREATION = "crtmqm"
# the carrier of the variables of a container that creates its queue manager
CONTAINER = "container"
# the carrier of the commands of a job of z/OS
JCL = "job control"
INI_KINDS = (QM_INI, MQS_INI, MQCLIENT_INI, MQAT_INI)


class Runs:
    """The positions in the file of the characters of one document line, as a sequence of runs.

    A run begins at a character (from 0) and at a file line and column. In a run that is not a verbatim
    copy, every character has the same position.
    """

    __slots__ = ("_places", "_starts", "length")

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._places: list[tuple[int, int, bool]] = []
        self.length = 0

    def add(self, length: int, line: int, column: int, copied: bool) -> None:
        """Append a run."""
        self._starts.append(self.length)
        self._places.append((line, column, copied))
        self.length += length

    def position(self, index: int) -> tuple[int, int]:
        """The file position of a character; for one past the last, the position after that."""
        behind = index >= self.length > 0
        index = max(0, min(index, self.length - 1))
        number = bisect_right(self._starts, index) - 1
        line, column, copied = self._places[number]
        return line, column + (index - self._starts[number] if copied else 0) + behind

    def is_copied(self, start: int, end: int) -> bool:
        """Whether the characters from `start` to `end` are a contiguous part of the file; for none, whether a
        text can be inserted there.
        """
        number = bisect_right(self._starts, max(start, 0)) - 1
        if number < 0:
            return False
        if start == end and (start == self._starts[number] or start >= self.length):
            return True
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else self.length
        return self._places[number][2] and end <= stop

    def copied(self) -> Iterator[tuple[int, int, int]]:
        """The parts of the file that the line copies: line, column and length."""
        for start, stop, place in zip(
            self._starts, [*self._starts[1:], self.length], self._places, strict=True
        ):
            if place[2]:
                yield place[0], place[1], stop - start


class LineMap:
    """The positions of the lines of an embedded document in its file.

    For document line i (from 0): `lines[i]` is the file line (from 1), `columns[i]` the number of
    characters to add to a document column. For a line that is not a copy of one in the file (a folded or
    quoted YAML scalar, shell text with escapes, a replaced placeholder), `runs[i]` contains the position of
    each character; it is None for the others. `editable` means that the copied parts can be edited there.
    `indent` is written before each further line of an inserted text.
    """

    __slots__ = ("columns", "editable", "indent", "lines", "runs")

    def __init__(
        self,
        lines: list[int],
        columns: list[int],
        indent: str = "",
        runs: Sequence[Runs | None] | None = None,
        editable: bool | None = None,
    ) -> None:
        self.lines = lines
        self.columns = columns
        self.indent = indent
        self.runs = runs
        self.editable = runs is None if editable is None else editable

    def position(self, line: int, column: int) -> tuple[int, int]:
        """The file position of a document position, both counted from 1."""
        index = min(line - 1, len(self.lines) - 1)
        if index < 0:
            return (1, 1)
        runs = self.runs[index] if self.runs is not None else None
        if runs is not None:
            return runs.position(column - 1)
        return (self.lines[index], column + self.columns[index])

    def copied(self, text: str) -> Iterator[tuple[int, int, int]]:
        """The parts of the file that a text with this map copies: line, column and length."""
        lines = text.split("\n")
        if len(lines) != len(self.lines):  # of a language with more line ends
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for index, (line, number) in enumerate(zip(lines, self.lines, strict=False)):
            runs = self.runs[index] if self.runs is not None else None
            copied = [(number, self.columns[index] + 1, len(line))] if runs is None else runs.copied()
            yield from copied

    def is_exact(self, span: Span) -> bool:
        """Whether a span is a contiguous copy of a part of the file that can be edited."""
        if self.runs is None or not self.editable:
            return self.editable
        first, last = span.line - 1, min(span.end_line - 1, len(self.lines) - 1)
        runs = self.runs[first : last + 1]
        if first == last and runs and runs[0] is not None:
            return runs[0].is_copied(span.column - 1, span.end_column - 1)
        in_order = all(self.lines[index + 1] == self.lines[index] + 1 for index in range(first, last))
        return in_order and all(run is None for run in runs)

    def end(self, span: Span) -> tuple[int, int]:
        """The file position one past the last character of a span, without what the file contains between
        that character and the next.
        """
        empty = (span.line, span.column) == (span.end_line, span.end_column)
        if self.runs is None or empty or span.end_column == 1:
            return self.position(span.end_line, span.end_column)
        line, column = self.position(span.end_line, span.end_column - 1)
        index = min(span.end_line, len(self.lines)) - 1
        runs = self.runs[index]
        after = self.position(span.end_line, span.end_column)
        is_end_of_value = (
            runs is not None
            and not runs.is_copied(span.end_column - 2, span.end_column - 1)
            and after[0] == line
            and after[1] > column
        )
        return after if is_end_of_value else (line, column + 1)


class Document:
    """One text to parse: its kind, its source file, and its position in it.

    `container` names its position in the file (`data["config.mqsc"]`), empty for a whole file. `template`
    is true if placeholders are expected (`.tpl`, `.j2`, an expanding here-document). `queue_manager` is the
    name that the carrier gives (`runmqsc QM1 <<EOF`, the head of a dump), empty without one. `carrier` is
    the form in which the file contains the text ("yaml |", "yaml >", "here-document"), empty for a whole
    file; `resource` names the Kubernetes resource it belongs to (`ConfigMap/name`). `values` are those that
    replaced placeholders of the file. `applied_by` is the path of the script that applies the whole file,
    empty without one. `branch` is equal for texts of one script that it applies under the same condition.
    `condition` is a path of what decides whether the text is applied, empty if it certainly is; `function` is
    the function of a script around it. `location` is the stated host, container or namespace in which it is
    applied.
    """

    __slots__ = (
        "_template",
        "applied_by",
        "branch",
        "carrier",
        "condition",
        "container",
        "function",
        "kind",
        "location",
        "map",
        "queue_manager",
        "resource",
        "source",
        "text",
        "values",
    )

    def __init__(
        self,
        kind: str,
        source: Source,
        text: str | None = None,
        line_map: LineMap | None = None,
        container: str = "",
        template: bool | Callable[[], bool] = False,
        queue_manager: str = "",
        carrier: str = "",
        values: InsertedValues | None = None,
    ) -> None:
        self.kind = kind
        self.source = source
        self.text = source.text if text is None else text
        self.map = line_map
        self.container = container
        self._template = template
        self.queue_manager = queue_manager
        self.carrier = carrier
        self.resource = ""
        self.values = values
        self.applied_by = ""
        self.branch = ""
        self.condition = self.function = self.location = ""

    def within(self, location: str) -> None:
        """Note the location around the one that is stated."""
        self.location = f"{location} {self.location}".strip()

    def of_queue_manager(self, name: str) -> Document:
        """The same text as that of a queue manager, before anything is noted about the document."""
        return Document(
            *(self.kind, self.source, self.text, self.map, self.container, self._template),
            *(name, self.carrier, self.values),
        )

    def under(self, condition: str, function: str = "", at: int = 0) -> None:
        """Note the condition and the function around the script that contains this document, which is at an
        offset there.
        """
        inner = self.condition and f"{at}~{self.condition}"
        self.condition = "/".join(filter(None, (condition, inner)))
        self.function = "/".join(filter(None, (function, self.function and f"{at}~{self.function}")))

    @property
    def platform(self) -> str | None:
        """The platform that the carrier shows, None if it shows none."""
        return "zos" if self.carrier == JCL else None

    @property
    def origin(self) -> str:
        """The path that decides what it belongs to: of the script that applies it, else of its file."""
        return self.applied_by or self.source.path

    @property
    def template(self) -> bool:
        """Whether placeholders are expected. Computed on demand, because it may have to search the whole
        text.
        """
        if not isinstance(self._template, bool):
            self._template = self._template()
        return self._template

    def expects_placeholders(self, certainly: bool) -> None:
        """Note that something replaces parts of the text before it is read, if that is certain."""
        if certainly:
            self._template = True

    def place(self, span: Span) -> Place:
        """A span of this document as a position in the file."""
        if self.map is None:
            return Place(self.source.shown, span)
        line, column = self.map.position(span.line, span.column)
        end_line, end_column = self.map.end(span)
        return Place(self.source.shown, Span(line, column, end_line, end_column))

    def edit(self, span: Span, content: str) -> Edit | None:
        """The edit of the file for an edit of this document; None if it cannot be made exactly, or would
        write the value of a placeholder.
        """
        if self.values is not None and self.values.occur_in(content):
            return None
        if self.map is None:
            return Edit(self.place(span), self._with_line_ends(content))
        if not self.map.is_exact(span):
            return None
        return Edit(self.place(span), self._with_line_ends(content.replace("\n", "\n" + self.map.indent)))

    def _with_line_ends(self, content: str) -> str:
        """A text to be inserted, with the line ends of most lines of the file."""
        return content.replace("\n", self.source.line_end) if "\n" in content else content


def parts_read(documents: Iterable[Document]) -> list[tuple[int, int, int]] | None:
    """The parts of a file that its documents copy: line, column and length; None if one is all of it."""
    parts: list[tuple[int, int, int]] = []
    for document in documents:
        if document.map is None or document.carrier in ("", NAMED):
            return None
        parts += document.map.copied(document.text)
    return parts


# Diagnostics of parsers. Rules of the SYN family turn them into findings.


@record
class Diagnostic:
    """One diagnostic: its kind (the name of a SYN rule), its span, what is wrong, and what to do.

    `replacement` is the text that would correct the span, if there is exactly one; `safe` means that the
    author's text cannot have meant anything else. `repeats` are further spans with the same diagnostic,
    each with its replacement: a form that runs through a whole file is reported once.
    """

    kind: str
    span: Span
    message: str
    help: str = ""
    replacement: str | None = None
    safe: bool = False
    repeats: list[tuple[Span, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.repeats = []

    def __repr__(self) -> str:
        return f"Diagnostic({self.kind}, {self.span!r}, {self.message!r})"


# Placeholders: parts of values that are unknown until a template is rendered.

# every placeholder contains one of these characters
SIGNS = frozenset("{$@%_<+")
# `$SYS` is the beginning of the product's own topic strings
PLACEHOLDER = lazy_pattern(
    r"\{\{|\{%|%\{|<%|\$\{|\$\(|\$!?(?!SYS\b)[A-Za-z_0-9]|\$!\{|@@?\w+@@?|\+\w+\+|%%?[A-Za-z]\w*%%?|#\{\w"
    r"|<[A-Za-z][\w ,.-]*>|__\w+__|\{\w+\}"
)


def has_placeholder(text: str) -> bool:
    """Whether a text contains a variable of a template, of a shell or of automatic configuration."""
    if text.replace(".", "").isalnum():  # true of most texts, and the fastest check
        return False
    return not SIGNS.isdisjoint(text) and PLACEHOLDER.search(text) is not None
