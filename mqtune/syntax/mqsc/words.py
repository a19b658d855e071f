"""The words of a command: parameters and their values, and how plain ones are read from one line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from sys import intern

from mqtune.syntax.mqsc._pattern import BARE, KEYWORD, SEPARATOR, STRING, TAG, VARIABLE
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False  # true to a type checker

# (line, column, end line, end column): columns from 0, lines counted from the line of the parameter
Extent = tuple[int, int, int, int]

# the beginning of a word's signature: it has no parentheses, a blank value, or any other value
BARE_WORD = "."
BLANK_VALUE = "-"
FILLED = "+"
# on a plain line, the next quotation mark ends a string
INSIDE = r"[^'()]*+(?>(?:(?:'[^']*+'|\([^'()]*+\))[^'()]*+)*)"
PARAMETER = lazy_pattern(rf"({KEYWORD}++)(?>(?:{SEPARATOR}*+(\({INSIDE}\)))?)")
VALUE = lazy_pattern(rf"{STRING}|(?>(?:{BARE}|\([^'()]*+\))+)")
TAGS = lazy_pattern(f"{TAG}|{VARIABLE}")

WORD = lazy_pattern(rf"{KEYWORD}++(?>(?:{SEPARATOR}*+\({INSIDE}\))?)")
# a word with one value, which consists of letters, digits and a few other characters, quoted or not, or
# with a list of such values without blanks
SIMPLE_WORD = r"[A-Za-z][A-Za-z0-9]*+"
SIMPLE_VALUE = r"\((?:[A-Za-z0-9._/*]++(?>(?:,[A-Za-z0-9._/*]++)*)|'[A-Za-z0-9._/*%=:,() -]*+')\)"
SIMPLE_WORDS = lazy_pattern(rf"{SIMPLE_WORD}(?>(?:{SIMPLE_VALUE})?)")


@record
class Value:
    """One value in parentheses: its text as the queue manager reads it, and its extent.

    Unquoted text is folded to upper case; in quoted text, the outer quotation marks are removed and doubled
    ones are single. `raw` is the text as written.
    """

    text: str
    raw: str
    quoted: bool
    extent: Extent

    def __repr__(self) -> str:
        return f"Value({self.text!r}, {self.raw!r}, {self.quoted}, {self.extent})"


class Parameter:
    """A word of a command, with or without a value: `MAXDEPTH(5000)`, `REPLACE`, `NAMES(A,B)`.

    `keyword` is folded to upper case. `values` is None for a word without a value and () for `()`. `text`
    is the text of the only value, or the values joined by `,`; None for a word without a value. `extent`
    covers the whole, `keyword_extent` the keyword, `value_extent` the contents of the parentheses. `form`
    is "word", "value" or "equals" (z/OS `KEY=VALUE`), or "stray" for anything without a keyword (a lone
    string, an opening parenthesis without a keyword).
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
            self.text = ",".join([value.text for value in values])

    @property
    def most_characters(self) -> int:
        """An upper bound for the characters of each value of the parameter."""
        return len(self.text or "")

    @property
    def is_single(self) -> bool:
        """Whether the parameter certainly has at most one value."""
        return not self.values or len(self.values) == 1

    def __repr__(self) -> str:
        return f"Parameter({self.keyword!r}, {self.text!r}, {self.extent})"


class Word:
    """A keyword in upper case with the text that follows it, as written; one object for all occurrences in
    a run.

    `signature` is the keyword after a mark that shows whether the parentheses contain anything.
    Words with the same signature differ only in values. `text` is the only value, or the values joined by
    commas; None for a word without a value.
    """

    __slots__ = ("keyword", "signature", "text", "written")

    is_plain = True  # the text as written determines all

    keyword: str
    signature: str
    text: str | None
    written: str

    @property
    def value_form(self) -> str:
        """Whether parentheses follow the keyword, and whether they are empty: "", "()" or "(value)"."""
        if not self.written:
            return ""
        return "(value)" if self.written.strip("() \t,") else "()"

    @property
    def simple_values(self) -> tuple[str, ...] | None:
        """The texts of the values, without surrounding blanks and empty ones; None unless that is simple.

        It is simple for one string without quotation marks in it, and for letters and digits separated by
        commas.
        """
        written = self.written
        if written[1:2] == "'":
            text = (self.text or "").strip()
            return (text,) if text and written.find("'", 2) == len(written) - 2 else None
        inside = written[1:-1]
        if not inside.replace(",", "").isalnum() or not inside.isascii():
            return None
        return tuple([text for text in inside.upper().split(",") if text])

    def __repr__(self) -> str:
        return f"Word({self.keyword}{self.written})"


class FoldedWord(Word):
    """The word of a parameter of a folded command that only the grammar could read."""

    __slots__ = ()

    is_plain = False

    def __init__(self, parameter: Parameter) -> None:
        text = parameter.text
        mark = BARE_WORD if text is None else FILLED if text.strip() else BLANK_VALUE
        self.keyword = parameter.keyword
        self.written = ""
        self.text = text
        self.signature = mark + parameter.keyword.replace("\n", " ")


class Keywords(dict[str, tuple[str, str, str, "Callable[[Word], None]"]]):
    """For a keyword as written: the keyword, the signatures of a word with a blank value and with any other,
    and the function that adds a new word to the words of the keyword.
    """

    __slots__ = ("by_keyword",)

    def __init__(self) -> None:
        super().__init__()
        self.by_keyword: dict[str, list[Word]] = {}

    def __missing__(self, written: str) -> tuple[str, str, str, Callable[[Word], None]]:
        keyword = intern(written.upper())  # so that all look-ups by it are fast
        add = self.by_keyword.setdefault(keyword, []).append
        entry = self[written] = (keyword, intern(BLANK_VALUE + keyword), intern(FILLED + keyword), add)
        return entry


class WordMemo(dict[str, Word]):
    """The word of every keyword with what follows it, as written; shared by all lines of a run.

    `by_keyword` has all words that were made, in that order, by keyword.
    """

    __slots__ = ("_keywords", "by_keyword")

    def __init__(self) -> None:
        super().__init__()
        self._keywords = Keywords()
        self.by_keyword = self._keywords.by_keyword

    def __missing__(self, text: str) -> Word:
        word = self[text] = Word()
        at = text.find("(")
        if at < 0:
            word.keyword, _, _, add = self._keywords[text.rstrip(" \t,")]
            add(word)
            word.signature = intern(BARE_WORD + word.keyword)
            word.written = ""
            word.text = None
            return word
        word.keyword, blank, filled, add = self._keywords[text[:at].rstrip(" \t,")]
        add(word)
        word.written = written = text[at:]
        word.text = _text(written)
        # no blank, quotation mark or the end: the usual value, on the fast path
        word.signature = filled if written[1] > ")" or _is_filled(written) else blank
        return word

    def simple(self, keyword: str, written: str) -> Word:
        """A word with a simple value. It is not kept, because such texts are rarely repeated."""
        word = Word()
        word.keyword, blank, filled, add = self._keywords[keyword]
        add(word)
        word.written = written
        if written[1] == "'":
            word.text = text = written[2:-2]
            word.signature = filled if text and not text.isspace() else blank
        else:
            word.text = written[1:-1].upper()
            word.signature = filled
        return word

    def of_line(self, line: str) -> tuple[Word, ...]:
        """The words of a plain line."""
        return tuple(map(self.__getitem__, WORD.findall(line)))

    def of_simple(self, text: str) -> tuple[Word, ...]:
        """The words of a text that has only simple ones."""
        return tuple(map(self.__getitem__, SIMPLE_WORDS.findall(text)))

    def of_parameters(self, parameters: tuple[Parameter, ...]) -> tuple[Word, ...]:
        """The words of a folded command."""
        return tuple(
            self[parameter.keyword + parameter.written]
            if isinstance(parameter, PlainParameter)
            else FoldedWord(parameter)
            for parameter in parameters
        )


class PlainParameter(Parameter):
    """A parameter of one green line. Everything except its keyword is computed on demand.

    Most parameters are only compared as written; computing texts and positions for all of them would cost
    more than reading the line.
    """

    __slots__ = ("_index", "_line", "written")

    def __init__(self, keyword: str, written: str, line: str, index: int) -> None:
        """The parameter number `index` of a line; `written` is the text that follows the keyword."""
        self.keyword = keyword
        self._line = line
        self._index = index
        self.written = written

    if not TYPE_CHECKING:  # so that a misspelt attribute is still an error to the type checker

        def __getattr__(self, name):  # noqa: ANN001, ANN204
            """Called for an attribute without a value: computes it."""
            read = READERS.get(name)
            if read is None:
                raise AttributeError(name)
            value = read(self)
            setattr(self, name, value)
            return value

    @property
    def most_characters(self) -> int:
        """An upper bound for the characters of each value; the text need not be computed for it."""
        return len(self.written)

    @property
    def is_single(self) -> bool:
        """Whether there is certainly at most one value: a string, or text without separators."""
        written = self.written
        if written[1:2] == "'":
            return written.find("'", 2) == len(written) - 2
        return " " not in written and "," not in written and "\t" not in written

    def _match(self) -> re.Match[str]:
        """The word with the text that follows it, found again in its line."""
        return found_again(self._line)[self._index]

    def _extent(self, start: int, end: int) -> Extent:
        return (0, start, 0, end)

    def _read_text(self) -> str | None:
        return _text(self.written) if self.written else None

    def _read_form(self) -> str:
        return "value" if self.written else "word"

    def _read_extent(self) -> Extent:
        return self._extent(*self._match().span())

    def _read_keyword_extent(self) -> Extent:
        return self._extent(*self._match().span(1))

    def _read_value_extent(self) -> Extent | None:
        if not self.written:
            return None
        start, end = self._match().span(2)
        return self._extent(start + 1, end - 1)

    def _read_values(self) -> tuple[Value, ...] | None:
        if not self.written:
            return None
        start, end = self._match().span(2)
        return tuple(
            value_of(match[0], self._extent(match.start(), match.end()))
            for match in VALUE.finditer(self._line, start + 1, end - 1)
        )


# how a plain parameter computes each of its attributes
READERS: dict[str, Callable[[PlainParameter], object]] = {
    "text": PlainParameter._read_text,
    "form": PlainParameter._read_form,
    "extent": PlainParameter._read_extent,
    "keyword_extent": PlainParameter._read_keyword_extent,
    "value_extent": PlainParameter._read_value_extent,
    "values": PlainParameter._read_values,
}


@lru_cache(maxsize=64)
def found_again(line: str) -> list[re.Match[str]]:
    """The words of a plain line, each with the text that follows it."""
    return list(PARAMETER.finditer(line))


def value_of(raw: str, extent: Extent) -> Value:
    """A value from its text as written: a string, or anything unquoted."""
    if raw[0] == "'":
        return Value(raw[1:-1].replace("''", "'"), raw, True, extent)
    return Value(upper(raw), raw, False, extent)


def upper(text: str) -> str:
    """Text folded as the queue manager folds unquoted text; template tags are left unchanged."""
    if "{" not in text and "<%" not in text:
        return _fold(text)
    pieces = []
    done = 0
    for match in TAGS.finditer(text):
        pieces += [_fold(text[done : match.start()]), match[0]]
        done = match.end()
    pieces.append(_fold(text[done:]))
    return "".join(pieces)


def _fold(text: str) -> str:
    if text.isascii():
        return text.upper()
    # letters beyond ASCII are left unchanged: a sharp s must not become two letters
    return "".join([char.upper() if char.isascii() else char for char in text])


def signature_of(words: tuple[Word, ...]) -> str:
    """The signatures of the words of a line, one per line: lines with the same signature differ only in
    values.
    """
    if len(words) == 1:
        return words[0].signature
    return intern("\n".join([word.signature for word in words]))


def _is_filled(written: str) -> bool:
    """Whether the parentheses after a keyword contain more than a blank."""
    if written[1] == "'" and written[2] > ")":
        return True
    inside = written[1:-1].strip(" \t,")
    return inside[:1] not in ("", "'") or inside[1:-1].strip() != ""


def _text(written: str) -> str:
    """The text of the values in a pair of parentheses, joined by commas."""
    inside = written[1:-1]
    if inside.isalnum():
        return _fold(inside)
    if "'" not in written:
        is_tagged = "{" in written or "<" in written
        if " " not in written and "," not in written and "\t" not in written and not is_tagged:
            return _fold(inside)
    elif written[1] == "'" and written.find("'", 2) == len(written) - 2:
        return written[2:-2]
    return ",".join(
        [value_of(match[0], (0, 0, 0, 0)).text for match in VALUE.finditer(written, 1, len(written) - 1)]
    )
