"""The words of a command: parameters and their values, and how plain ones are read from one line.

Nothing here knows which keywords exist, nor how lines are joined.
"""

from __future__ import annotations

import re

from mqtune.syntax.mqsc._pattern import BARE, KEYWORD, SEPARATOR, STRING, TAG, VARIABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    # (line, column, end line, end column): columns from 0, lines counted from the line of the parameter
    Extent = tuple[int, int, int, int]

INSIDE = rf"(?:{STRING}|[^'()]++|\([^'()]*+\))*+"
PARAMETER = re.compile(rf"({KEYWORD}++)(?:{SEPARATOR}*+\(({INSIDE})\))?+")
VALUE = re.compile(rf"{STRING}|(?:{BARE}|\([^'()]*+\))++")
TAGS = re.compile(f"({TAG}|{VARIABLE})")
SEPARATORS = " \t,"


class Value:
    """One value in parentheses: its text as the queue manager takes it, and its extent.

    Unquoted text is folded to upper case; a quoted one has lost its quotes and doubled quotes.
    `raw` is the text as written.
    """

    __slots__ = ("extent", "quoted", "raw", "text")

    def __init__(self, text: str, raw: str, quoted: bool, extent: Extent) -> None:
        self.text = text
        self.raw = raw
        self.quoted = quoted
        self.extent = extent


class Parameter:
    """A word of a command, with or without a value: `MAXDEPTH(5000)`, `REPLACE`, `NAMES(A,B)`.

    `keyword` is folded to upper case. `values` is None for a bare word and () for `()`.
    `text` is the one value's text, or the values joined by `,`; None for a bare word.
    `extent` covers the whole, `keyword_extent` the word, `value_extent` what stands between the
    parentheses. `form` is "word", "value" or "equals" (z/OS `KEY=VALUE`), or "stray" for something
    that is no keyword (a lone string, an opening parenthesis without a word).
    """

    __slots__ = ("extent", "form", "keyword", "keyword_extent", "text", "value_extent", "values")

    keyword: str
    text: str | None
    form: str
    values: tuple[Value, ...] | None
    extent: Extent
    keyword_extent: Extent
    value_extent: Extent | None

    def __init__(
        self,
        keyword: str,
        values: tuple[Value, ...] | None,
        extent: Extent,
        keyword_extent: Extent,
        value_extent: Extent | None,
        form: str,
    ) -> None:
        self.keyword = keyword
        self.values = values
        self.extent = extent
        self.keyword_extent = keyword_extent
        self.value_extent = value_extent
        self.form = form
        if values is None:
            self.text = None
        elif len(values) == 1:
            self.text = values[0].text
        else:
            self.text = ",".join(value.text for value in values)

    def __repr__(self) -> str:
        return f"Parameter({self.keyword!r}, {self.text!r}, {self.extent})"


class PlainParameter(Parameter):
    """A parameter of one green line. Its values and extents are made when somebody asks for them.

    Most parameters are only compared by keyword and text; tuples of places for all of them would cost
    more than reading the line.
    """

    __slots__ = ("_line", "_start")

    def __init__(self, keyword: str, text: str | None, form: str, line: str, start: int) -> None:
        self.keyword = keyword
        self.text = text
        self.form = form
        self._line = line
        self._start = start

    if not TYPE_CHECKING:  # so that a misspelt attribute is still an error to the type checker

        def __getattr__(self, name):  # noqa: ANN001, ANN204
            """Called for an attribute that has no value yet: makes all of them."""
            if name not in Parameter.__slots__:
                raise AttributeError(name)
            self._read_places()
            return getattr(self, name)

    def _read_places(self) -> None:
        match = PARAMETER.match(self._line, self._start)
        if match is None:
            raise ValueError(f"no parameter at {self._start} of {self._line!r}")
        self.extent = (0, match.start(), 0, match.end())
        self.keyword_extent = (0, match.start(1), 0, match.end(1))
        if match[2] is None:
            self.values = self.value_extent = None
        else:
            self.value_extent = (0, match.start(2), 0, match.end(2))
            self.values = tuple(
                value_of(found[0], (0, found.start(), 0, found.end()))
                for found in VALUE.finditer(self._line, match.start(2), match.end(2))
            )


def value_of(raw: str, extent: Extent) -> Value:
    """A value from its text as written: a string, or anything unquoted."""
    if raw[0] == "'" and raw[-1] == "'" and len(raw) > 1:
        return Value(raw[1:-1].replace("''", "'"), raw, True, extent)
    return Value(upper(raw), raw, False, extent)


def upper(text: str) -> str:
    """Text folded as the queue manager folds what is not quoted; tags of templates stay as they are."""
    if "{" in text:
        return "".join(
            piece if TAGS.fullmatch(piece) else _fold(piece) for piece in TAGS.split(text) if piece
        )
    return _fold(text)


def _fold(text: str) -> str:
    if text.isascii():
        return text.upper()
    # only letters of the invariant character set are folded: a sharp s must not become two letters
    return "".join(char.upper() if char.isascii() else char for char in text)


def read_parameters(line: str) -> tuple[Parameter, ...]:
    """The parameters of a line that was found to be plain."""
    found: list[Parameter] = []
    for match in PARAMETER.finditer(line):
        keyword, inside = match.groups()
        if inside is None:
            found.append(PlainParameter(keyword.upper(), None, "word", line, match.start()))
        else:
            text = _text(inside)
            found.append(PlainParameter(keyword.upper(), text, "value", line, match.start()))
    return tuple(found)


def _text(inside: str) -> str:
    """The text of what stands between two parentheses, values joined by commas."""
    text = inside.strip(SEPARATORS)
    if "'" not in text:
        if " " not in text and "," not in text and "\t" not in text:
            return upper(text)
    elif text[0] == "'" and text.find("'", 1) == len(text) - 1:
        return text[1:-1]
    return ",".join(value_of(match[0], (0, 0, 0, 0)).text for match in VALUE.finditer(inside))
