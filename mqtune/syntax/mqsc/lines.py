"""Physical lines to green lines, one for each distinct text. Does not know how lines make commands.

A line that can be read alone is taken by one pattern, whose parts are made from the terminals of the
grammar. What the pattern declines is hard: its command is folded and read by the grammar itself.
"""

from __future__ import annotations

import re

from mqtune.syntax.mqsc._pattern import BARE, KEYWORD, SEPARATOR, STRING, TAG
from mqtune.syntax.mqsc.characters import BLANKS, SIGNS, UNSEEN, WIDE, ZERO_WIDTH, continuation
from mqtune.syntax.mqsc.remarks import remark_start
from mqtune.syntax.mqsc.tree import BLANK, CODE, COMMENT, CONTINUED, FOREIGN, HARD, TEMPLATE, Line
from mqtune.syntax.mqsc.words import SimpleWord, WordMemo, outline_of

GAP = rf"(?:{SEPARATOR}++|(?=;|$))"
ONE = rf"(?:{STRING}|{BARE}(?:\({BARE}\))?+)(?=[\t ,)])"
IN_PARENTHESES = rf"{SEPARATOR}*+\({SEPARATOR}*+(?:{ONE}{SEPARATOR}*+)*+\)"
FURTHER = rf"(?:{KEYWORD}++(?:{IN_PARENTHESES})?+{GAP})++"
# groups: the first word, its parentheses, the further parameters, a semicolon, a sign
LINE = re.compile(
    rf"{SEPARATOR}*+(?:({KEYWORD}++)({IN_PARENTHESES})?+{GAP}({FURTHER})?+)?+"
    rf"(?:(;){SEPARATOR}*+|([+\-]) *+)?+\Z"
)
# The most frequent of the lines that the pattern takes, in a hurry: one attribute with one value, as a dump
# has it, and any number of words with one value each, as people write them.
SIMPLE_VALUE = r"\((?:[A-Za-z0-9._/]++|'[A-Za-z0-9._/%=:,() -]*+')\)"
SIMPLE = re.compile(rf"[ \t]*+([A-Za-z][A-Za-z0-9]*+)({SIMPLE_VALUE}) \+\Z")
SIMPLE_WORD = rf"[A-Za-z][A-Za-z0-9]*+(?:{SIMPLE_VALUE})?+"
SIMPLE_WORDS = re.compile(rf"[ \t]*+{SIMPLE_WORD}(?: ++{SIMPLE_WORD})*+(?: ++[+-])?+\Z")
DIRECTIVE = re.compile(r"\*+[ \t]*mqtune[ \t]*:", re.IGNORECASE)
DIRECTIVE_TAG = r"</?#[a-z][^>]*+>"  # of FreeMarker; all of them steer
TAGS_ONLY = re.compile(rf"[ \t]*+(?:#[ \t]*+)?+(?:(?:{TAG}|\{{#[^#]*+#\}}|{DIRECTIVE_TAG})[ \t]*+)++\Z")
# the last four: what a merge leaves where two sides changed the same lines, and lines drawn with signs
FOREIGN_SIGN = re.compile(
    rf"[ \t{WIDE}{ZERO_WIDTH}]*+(#|//|/\*|--|\*|<{{7}}(?=[ ]|\Z)|>{{7}}(?=[ ]|\Z)|\|{{7}}(?=[ ]|\Z)|={{2,}}+)"
)
DIRECTIVE_IN = re.compile(DIRECTIVE_TAG)
ENDINGS = ("END", "EXIT", "QUIT")
MOST_CHARACTERS = 2048  # of a line on Multiplatforms
ZOS_COLUMNS = 72
SEQUENCE = re.compile(r"[ \t]*(?:[A-Z@#$]{0,4}[0-9]{4,8})?[ \t]*\Z")

# Shapes: a line's kind as one byte, upper case where the line is continued, and how the line begins:
# with a bare word alone (c, indented i), with a word and its value (v), with a word and more (w, indented x).
BLANK_SHAPE = ord(" ")
COMMENT_SHAPE = ord("*")
DIRECTIVE_SHAPE = ord("@")
TEMPLATE_SHAPE = ord("%")
FOREIGN_SHAPE = ord("#")
SEMICOLON_SHAPE = ord(";")
SIGN_SHAPE = ord("+")
END_SHAPE = ord("e")
HARD_SHAPE = ord("h")
HARD_CONTINUED_SHAPE = ord("H")
# last line of a command, continued line
WORD_SHAPES = (ord("c"), ord("C"))
INDENTED_WORD_SHAPES = (ord("i"), ord("I"))
VALUE_SHAPES = (ord("v"), ord("V"))
MORE_SHAPES = (ord("w"), ord("W"))
INDENTED_MORE_SHAPES = (ord("x"), ord("X"))


class LineMemo(dict[str, Line]):
    """The green line of every text of a physical line; shared by all scripts of a run.

    `words` are the words of the lines.
    """

    __slots__ = ("_zos", "words")

    def __init__(self, words: WordMemo | None = None) -> None:
        super().__init__()
        self.words = WordMemo() if words is None else words
        self._zos: LineMemo | None = None

    def __missing__(self, text: str) -> Line:
        line = self[text] = green_line(text, self.words)
        return line

    def on(self, platform: str | None) -> LineMemo:
        """The memory for a platform: on z/OS only the first 72 columns count."""
        if platform != "zos":
            return self
        if self._zos is None:
            self._zos = ZosLineMemo(self.words)
        return self._zos


class ZosLineMemo(LineMemo):
    """Green lines as z/OS reads them: columns 73 to 80 hold sequence numbers."""

    __slots__ = ()

    def __missing__(self, text: str) -> Line:
        narrow = len(text) <= ZOS_COLUMNS or text[0] == "*"
        line = self[text] = (green_line if narrow else wide_line)(text, self.words)
        return line


def wide_line(text: str, words: WordMemo) -> Line:
    """The green line of a text of more than 72 columns on z/OS."""
    code = significant(text)
    line = green_line(code, words)
    if len(code) < len(text):
        line.widen(text)
    elif line.kind in (CODE, CONTINUED):
        line = hard_line(text)
    return line


def significant(text: str) -> str:
    """What z/OS reads of a line; the whole line where more than a sequence number stands further right."""
    if len(text) > ZOS_COLUMNS and SEQUENCE.match(text, ZOS_COLUMNS):
        return text[:ZOS_COLUMNS]
    return text


def green_line(text: str, words: WordMemo) -> Line:
    """The green line of a text."""
    if not text:
        return Line(text, BLANK, BLANK_SHAPE)
    if text[0] == "*":
        if ":" in text and DIRECTIVE.match(text):
            return Line(text, COMMENT, DIRECTIVE_SHAPE, directive=True)
        return Line(text, COMMENT, COMMENT_SHAPE)
    if len(text) > MOST_CHARACTERS:
        return odd_line(text)
    simple = SIMPLE.match(text)
    if simple is not None:
        only = SimpleWord(simple[1], simple[2])
        return Line(text, CONTINUED, VALUE_SHAPES[True], (only,), only.sign)
    if SIMPLE_WORDS.match(text) is not None:
        found = words.of_simple_line(text)
        first = found[0]
        if first.written or len(found) > 1:
            continued = text[-1] in SIGNS
            if first.written:
                shapes = VALUE_SHAPES
            else:
                shapes = INDENTED_MORE_SHAPES if text[0] in BLANKS else MORE_SHAPES
            kind = CONTINUED if continued else CODE
            return Line(text, kind, shapes[continued], found, outline_of(found))
    return any_line(text, words)


def any_line(text: str, words: WordMemo) -> Line:
    """The green line of a text that is no comment and not too long, by the pattern for all plain lines."""
    match = LINE.match(text)
    if match is None:
        return odd_line(text)
    word, parentheses, further, semicolon, sign = match.groups()
    if word is None:
        return _wordless_line(text, semicolon, sign)
    if word[0] in "#*/<>|" and (is_foreign(text) or TAGS_ONLY.match(text)):
        return odd_line(text)
    if "<" in text and DIRECTIVE_IN.search(text):
        return hard_line(text)
    if further is not None and remark_start(text) > 0:
        return hard_line(text)
    continued = sign is not None
    kind = CONTINUED if continued else CODE
    found = words.of_line(text)
    outline = outline_of(found)
    if parentheses is not None:
        return Line(text, kind, VALUE_SHAPES[continued], found, outline)
    indented = text[0] in BLANKS
    if further is not None:
        shape = (INDENTED_MORE_SHAPES if indented else MORE_SHAPES)[continued]
    elif not continued and word.upper() in ENDINGS:
        shape = END_SHAPE
    else:
        shape = (INDENTED_WORD_SHAPES if indented else WORD_SHAPES)[continued]
    return Line(text, kind, shape, found, outline)


def _wordless_line(text: str, semicolon: str | None, sign: str | None) -> Line:
    if semicolon is not None:
        return Line(text, CODE, SEMICOLON_SHAPE)
    if sign is not None:
        return Line(text, CONTINUED, SIGN_SHAPE)
    if "," in text:  # not blank: it ends the command that goes on in it
        return hard_line(text)
    return Line(text, BLANK, BLANK_SHAPE)


def odd_line(text: str) -> Line:
    """The green line of a text that the pattern declines."""
    if not text.strip(" \t\r"):
        return Line(text, BLANK, BLANK_SHAPE)
    if TAGS_ONLY.match(text):
        return Line(text, TEMPLATE, TEMPLATE_SHAPE)
    if is_foreign(text):
        return Line(text, FOREIGN, FOREIGN_SHAPE)
    return hard_line(text)


def hard_line(text: str) -> Line:
    """The green line of a text that only the grammar can read."""
    return Line(text, HARD, HARD_CONTINUED_SHAPE if is_continued(text) else HARD_SHAPE)


def is_foreign(text: str) -> bool:
    """Whether a line begins with the comment sign of another language."""
    return FOREIGN_SIGN.match(text) is not None


def is_continued(text: str) -> bool:
    """Whether the last character that is no blank is a continuation sign, or the last before a remark."""
    if continuation(text.rstrip(UNSEEN)):
        return True
    remark = remark_start(text)
    return remark > 0 and continuation(text[:remark].rstrip(UNSEEN)) != ""
