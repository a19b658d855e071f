"""Physical lines to green lines, one for each distinct text.

New texts are read together: the most frequent ones by one pattern in a single pass, the others one by one by
a pattern whose parts are generated from the terminals of the grammar. A line that the pattern does not match
is irregular: its command is folded and read by the grammar itself.
"""

from __future__ import annotations

import re
from sys import intern

from mqtune.syntax.mqsc._pattern import BARE, KEYWORD, SEPARATOR, STRING, TAG
from mqtune.syntax.mqsc.tree import (
    BLANK_SHAPE,
    CODE,
    CONTINUED,
    DIRECTIVE_SHAPE,
    END_SHAPE,
    FOREIGN_SHAPE,
    HARD_CONTINUED_SHAPE,
    HARD_SHAPE,
    INDENTED_MORE_SHAPES,
    INDENTED_WORD_SHAPES,
    MORE_SHAPES,
    SEMICOLON_SHAPE,
    SIGN_SHAPE,
    TEMPLATE_SHAPE,
    VALUE_SHAPES,
    WORD_SHAPES,
    Comment,
    FoldedLine,
    Line,
    new_line,
)
from mqtune.syntax.mqsc.values import BLANKS, UNSEEN, WIDE, ZERO_WIDTH, continuation
from mqtune.syntax.mqsc.words import SIMPLE_VALUE, SIMPLE_WORD, WordMemo, signature_of
from mqtune.text.patterns import lazy_pattern

# Text between commands that belongs to none of them: sides of a merge conflict, and remarks after a command.
# MQSC has no such comments, so the words are read as parameters.

# what may begin a remark; `#{NAME}` and `#NAME#` are template variables
SIGN = lazy_pattern(r"#(?!\{)(?!\w+#)|//|--(?=[ \t]*[^ \t])|/\*|\*(?=[ \t]*[^ \t*+\-])")
TOKEN = lazy_pattern(rf"{TAG}|'(?>(?:[^']|'')*)'?|[()]|[ \t,]+|[^ \t,()']+")


def remark_start(text: str) -> int:
    """The column where a remark begins after part of a command; -1 if there is none.

    The beginning of the text is outside strings and parentheses.
    """
    if "#" not in text and "*" not in text and "--" not in text and "//" not in text:
        return -1
    depth = 0
    before = ""  # what precedes a token: nothing yet, code, or a blank after code
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif token[0] in " \t,":
            before = before and " "
            continue
        elif depth <= 0 and before == " " and SIGN.match(text, match.start()):
            return -1 if _behind_semicolon(text, match.start()) else match.start()
        before = "code"
    return -1


def _behind_semicolon(text: str, at: int) -> bool:
    """Whether a command ended before it; it is unknown how runmqsc treats a remark there."""
    return text[:at].rstrip(" \t,").endswith(";")


def sides_of_merge(lines: list[Line], first: int) -> dict[int, int]:
    """The lines after which a merge conflict that begins at a line (`<<<<<<<`) has its other sides, and for
    each the line at which reading continues, so that only one side is read; empty if the conflict is not
    closed.
    """
    seams: list[int] = []
    for number in range(first + 1, len(lines)):
        sign = lines[number].text[:7]
        if sign == "<<<<<<<":
            return {}
        if sign in ("|||||||", "======="):
            seams.append(number)
        elif sign == ">>>>>>>":
            return dict.fromkeys([*seams, number], number + 1)
    return {}


# Lines.

GAP = rf"(?:{SEPARATOR}++|(?=;|$))"
ONE = rf"(?:{STRING}|{BARE}(?>(?:\({BARE}\))?))(?=[\t ,)])"
IN_PARENTHESES = rf"{SEPARATOR}*+\({SEPARATOR}*+(?>(?:{ONE}{SEPARATOR}*+)*)\)"
FURTHER = rf"(?>(?:{KEYWORD}++(?>(?:{IN_PARENTHESES})?){GAP})+)"
# groups: the first word, its parentheses, the further parameters, a semicolon, a continuation character
LINE = lazy_pattern(
    rf"{SEPARATOR}*+(?>(?:({KEYWORD}++)(?>({IN_PARENTHESES})?){GAP}(?>({FURTHER})?))?)"
    rf"(?>(?:(;){SEPARATOR}*+|([+\-]) *+)?)\Z"
)
# The most frequent of the lines that the pattern matches: words with one simple value or none. Matches every
# line of a text once, with all groups empty for any other line.
# groups: the first word, its value, the second word, its value, the further words, a continuation character
SIMPLE_LINES = lazy_pattern(
    rf"^[ \t]*+(?:({SIMPLE_WORD})(?>({SIMPLE_VALUE})?)(?>(?: ++({SIMPLE_WORD})(?>({SIMPLE_VALUE})?)"
    rf"((?>(?: ++{SIMPLE_WORD}(?>(?:{SIMPLE_VALUE})?))*)))?)(?>( ++[+-])?)$|.*+$)",
    re.MULTILINE,
)
DIRECTIVE = lazy_pattern(r"\*+[ \t]*mqtune[ \t]*:", re.IGNORECASE)
DIRECTIVE_TAG = r"</?#[a-z][^>]*+>"  # of FreeMarker; all of them are control tags
TAGS_ONLY = lazy_pattern(rf"[ \t]*+(?>(?:#[ \t]*+)?)(?>(?:(?:{TAG}|{DIRECTIVE_TAG})[ \t]*+)+)\Z")
# the last four: merge conflict markers, and lines drawn with punctuation
FOREIGN_SIGN = lazy_pattern(
    rf"[ \t{WIDE}{ZERO_WIDTH}]*+(#|//|/\*|--|\*|<{{7}}(?=[ ]|\Z)|>{{7}}(?=[ ]|\Z)|\|{{7}}(?=[ ]|\Z)|={{2,}}+)"
)
DIRECTIVE_IN = lazy_pattern(DIRECTIVE_TAG)
ENDINGS = ("END", "EXIT", "QUIT")
MOST_CHARACTERS = 2048  # of a line on Multiplatforms
ZOS_COLUMNS = 72
SEQUENCE = lazy_pattern(r"[ \t]*+(?:[A-Z@#$]{0,4}[0-9]{4,8})?[ \t]*+\Z")


class LineMemo(dict[str, Line]):
    """The green line for every text of a physical line; shared by all scripts of a run.

    `words` are the words of the lines.
    """

    __slots__ = ("_fresh", "_zos", "words")

    def __init__(self, words: WordMemo | None = None) -> None:
        super().__init__()
        self.words = WordMemo() if words is None else words
        self._fresh: list[Line] = []
        self._zos: LineMemo | None = None

    def of(self, texts: list[str]) -> list[Line]:
        """The green lines of some texts."""
        lines = list(map(self.__getitem__, texts))
        if self._fresh:
            self._read_fresh()
        return lines

    def __missing__(self, text: str) -> Line:
        """A line that is read later, together with thousands of others, which is faster; comments are
        complete.
        """
        if text and text[0] == "*":
            if ":" in text and DIRECTIVE.match(text):
                line = self[text] = new_line(text, DIRECTIVE_SHAPE)
            else:
                line = self[text] = Comment()
                line.text = text
            return line
        line = self[text] = Line()
        line.text = text
        self._fresh.append(line)
        return line

    def _read_fresh(self) -> None:
        """Read the lines that are new."""
        fresh, self._fresh = self._fresh, []
        try:
            read_together(fresh, self.words)
        except BaseException:
            for line in fresh:
                self.pop(line.text, None)  # the next script must not get lines that were never read
            raise

    def on(self, platform: str | None) -> LineMemo:
        """The memo for a platform: on z/OS, only the first 72 columns are read."""
        if platform != "zos":
            return self
        if self._zos is None:
            self._zos = ZosLineMemo(self.words)
        return self._zos


class ZosLineMemo(LineMemo):
    """Green lines as z/OS reads them: columns 73 to 80 contain sequence numbers."""

    __slots__ = ()

    def __missing__(self, text: str) -> Line:
        if len(text) <= ZOS_COLUMNS or text[0] == "*":
            return super().__missing__(text)
        line = self[text] = self._wide_line(text)
        return line

    def _wide_line(self, text: str) -> Line:
        """The green line of a text of more than 72 columns."""
        code = significant(text)
        if len(code) < len(text):
            (line,) = self.of([code])
            return FoldedLine(text, line.shape, line.parameters, line.words)
        line = green_line(text, self.words)
        return irregular_line(text) if line.kind in (CODE, CONTINUED) else line


def significant(text: str) -> str:
    """The part of a line that z/OS reads; the whole line if there is more than a sequence number further
    right.
    """
    if len(text) > ZOS_COLUMNS and SEQUENCE.match(text, ZOS_COLUMNS):
        return text[:ZOS_COLUMNS]
    return text


def green_line(text: str, words: WordMemo) -> Line:
    """The green line of one text."""
    (line,) = LineMemo(words).of([text])
    return line


def read_together(lines: list[Line], words: WordMemo) -> None:
    """Read lines of which only the texts are known, none of them a comment."""
    texts = [line.text for line in lines]
    if max(map(len, texts)) > MOST_CHARACTERS:
        for line in lines:
            if len(line.text) > MOST_CHARACTERS:
                line.become(odd_line(line.text))
        lines = [line for line in lines if len(line.text) <= MOST_CHARACTERS]
        if not lines:
            return
        texts = [line.text for line in lines]
    parts = SIMPLE_LINES.findall("\n".join(texts))
    for line, (word, value, second, second_value, further, sign) in zip(lines, parts, strict=True):
        if not second:
            if value:
                shape = VALUE_SHAPES[1] if sign else VALUE_SHAPES[0]
                only = words.simple(word, value)
                line.words = (only,)
                signature = only.signature
            elif word:
                shape = lone_word_shape(word, line.text[0] in BLANKS, sign != "")
                only = words[word]
                line.words = (only,)
                signature = only.signature
            else:
                line.become(any_line(line.text, words))
                shape, signature = line.shape, line.signature
        else:
            if value:
                shape = VALUE_SHAPES[1] if sign else VALUE_SHAPES[0]
                first, next = words[word + value], words[second + second_value]
            else:
                shapes = INDENTED_MORE_SHAPES if line.text[0] in BLANKS else MORE_SHAPES
                shape = shapes[1] if sign else shapes[0]
                first = words[word]
                next = words.simple(second, second_value) if second_value else words[second]
            if further:
                line.words = (first, next, *words.of_simple(further))
                signature = signature_of(line.words)
            else:
                line.words = (first, next)
                signature = intern(f"{first.signature}\n{next.signature}")
        line.shape = shape
        line.signature = signature


def any_line(text: str, words: WordMemo) -> Line:
    """The green line of a text that is neither a comment nor too long, by the pattern for all plain lines."""
    if not text:
        return new_line(text, BLANK_SHAPE)
    match = LINE.match(text)
    if match is None:
        return odd_line(text)
    word, parentheses, further, semicolon, sign = match.groups()
    if word is None:
        return _wordless_line(text, semicolon, sign)
    if word[0] in "#*/>|" and (is_foreign(text) or TAGS_ONLY.match(text)):
        return odd_line(text)
    if "<" in text and DIRECTIVE_IN.search(text):
        return irregular_line(text)
    if further is not None and remark_start(text) > 0:
        return irregular_line(text)
    continued = sign is not None
    line_words = words.of_line(text)
    signature = signature_of(line_words)
    if parentheses is not None:
        return new_line(text, VALUE_SHAPES[continued], line_words, signature)
    indented = text[0] in BLANKS
    if further is not None:
        shape = (INDENTED_MORE_SHAPES if indented else MORE_SHAPES)[continued]
    else:
        shape = lone_word_shape(word, indented, continued)
    return new_line(text, shape, line_words, signature)


def lone_word_shape(word: str, indented: bool, continued: bool) -> int:
    """The shape of a line with only a word without a value."""
    if not continued and word.upper() in ENDINGS:
        return END_SHAPE
    return (INDENTED_WORD_SHAPES if indented else WORD_SHAPES)[continued]


def _wordless_line(text: str, semicolon: str | None, sign: str | None) -> Line:
    if semicolon is not None:
        return new_line(text, SEMICOLON_SHAPE)
    if sign is not None:
        return new_line(text, SIGN_SHAPE)
    if "," in text:  # not blank: it ends the command that continues in it
        return irregular_line(text)
    return new_line(text, BLANK_SHAPE)


def odd_line(text: str) -> Line:
    """The green line of a text that the pattern does not match."""
    if not text.strip(" \t\r"):
        return new_line(text, BLANK_SHAPE)
    if TAGS_ONLY.match(text):
        return new_line(text, TEMPLATE_SHAPE)
    if is_foreign(text):
        return new_line(text, FOREIGN_SHAPE)
    return irregular_line(text)


def irregular_line(text: str) -> Line:
    """The green line of a text that only the grammar can read."""
    return new_line(text, HARD_CONTINUED_SHAPE if is_continued(text) else HARD_SHAPE)


def is_foreign(text: str) -> bool:
    """Whether a line begins with a comment marker of another language."""
    return FOREIGN_SIGN.match(text) is not None


def is_continued(text: str) -> bool:
    """Whether the last non-blank character is a continuation character, or the last one before a remark."""
    if continuation(text.rstrip(UNSEEN)):
        return True
    remark = remark_start(text)
    return remark > 0 and continuation(text[:remark].rstrip(UNSEEN)) != ""
