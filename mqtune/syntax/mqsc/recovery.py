"""Corrects a logical line, so that the grammar can read it, and reports what was wrong.

Wrong quotation marks are replaced by correct ones, invisible characters and control tags of templates by
blanks, and unclosed strings are closed. Then the parentheses of its tokens are balanced.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from mqtune.language.catalogue import verb_words
from mqtune.syntax.mqsc import diagnostics
from mqtune.syntax.mqsc._pattern import TAG, VARIABLE
from mqtune.syntax.mqsc.lines import DIRECTIVE_TAG
from mqtune.syntax.mqsc.values import BLANKS, CONTROLS, CURLY, CURLY_WINDOWS, WIDE, ZERO_WIDTH
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token

    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded


TOKEN = lazy_pattern(
    rf"(?P<tag>{TAG}|{VARIABLE}|{DIRECTIVE_TAG})"
    r"|(?P<opener><%)"
    rf"|(?P<string>'(?>(?:{TAG}|''|[^'])*)')"
    r"|(?P<open>')"
    r'|(?P<double>"(?:[^"]*")?)'
    rf"|(?P<curly>[{CURLY}])|(?P<windows>[{CURLY_WINDOWS[0]}])"
    rf"|(?P<zero>[{ZERO_WIDTH}]+)|(?P<wide>[{WIDE}]+)|(?P<control>[{CONTROLS}]+)"
)
STEERING = lazy_pattern(
    r"</?#|<%(?!=)|\{%|%\{~?\s*(?:if|else|endif|for|endfor)\b"
    r"|\{\{[-~]?\s*(?:(?:if|else|end|range|with|define|block|template)\b|[#^/>])"
)
COMMENT_TAG = lazy_pattern(r"<%-?#|\{#|\{\{[-~]?\s*(?:!|/\*)")
END_OF_VALUE = r"[ \t]*(?:[),;]|\Z)"
CURLY_STRING = lazy_pattern(rf"[{CURLY}].{{0,2048}}?['{CURLY}](?={END_OF_VALUE})")
WINDOWS_STRING = lazy_pattern(rf"[{CURLY_WINDOWS[0]}][^'\"]{{0,2048}}?[{CURLY_WINDOWS[1]}](?={END_OF_VALUE})")
CURLY_END = lazy_pattern(rf"[{CURLY}](?={END_OF_VALUE})")
# the most likely end of an unclosed string
LIKELY_END = lazy_pattern(r"\)(?=[ \t,]*+(?:;[ \t]*+)?\Z|[ \t,]++[A-Za-z]\w*+[ \t]*+(?:\(|\Z))")
RAN_INTO_NEXT = lazy_pattern(r"'(?:[^']|'')*\)[ \t,]+[A-Za-z]\w*[ \t]*\('\Z")
REST_OF_STRING = lazy_pattern(r"[A-Za-z][^'()]*+'(?=[ \t,]*[);])")
MASKED = str.maketrans("'{}<>", "xxxxx")
OPENER = lazy_pattern(rf"{TAG}|(?P<text><%)")
AROUND = " \t,;"  # what may be around the code of a line
BEFORE_STRING = frozenset(" \t,(=;}>")
WHOLE = ("(", ")", ",", ";", "=", "")  # what may be on both sides of a whole value
AFTER_STRING = frozenset(" \t,()=;{$<%")


class Recovered:
    """The corrected text, and the diagnostics at offsets of the original text.

    `tags` are the offsets of the control tags of a template that are between its parts, and so decide which
    of them remain.
    """

    __slots__ = ("_changes", "_grown", "diagnostics", "tags", "text")

    def __init__(self) -> None:
        self.text = ""
        self.diagnostics: list[OffsetDiagnostic] = []
        self.tags: list[int] = []
        self._grown: list[int] = []
        self._changes: list[tuple[int, int, str]] = []

    def change(self, start: int, end: int, text: str) -> None:
        """Replace a range by a text of the same length, or insert one character."""
        self._changes.append((start, end, text))

    def finish(self, text: str) -> None:
        """Build the corrected text."""
        pieces = []
        done = 0
        for start, end, new in self._changes:
            if start == end:
                self._grown.append(start + len(self._grown))
            pieces += [text[done:start], new]
            done = end
        pieces.append(text[done:])
        self.text = "".join(pieces)
        first = len(self.text) - len(self.text.lstrip(AROUND))
        last = self.original(len(self.text.rstrip(AROUND)))
        self.tags = [tag for tag in self.tags if first < tag < last]

    def original(self, offset: int) -> int:
        """The offset in the original text for one in the corrected text."""
        return offset - bisect_left(self._grown, offset)


def recover(text: str) -> Recovered:
    """Correct a logical line."""
    recovered = Recovered()
    at = 0
    while (match := TOKEN.search(text, at)) is not None:
        at = MENDERS[match.lastgroup or ""](recovered, text, match)
    recovered.finish(text)
    return recovered


def _tag(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    is_comment = COMMENT_TAG.match(text, match.start()) is not None
    if is_comment or STEERING.match(text, match.start()):
        if not is_comment:
            recovered.tags.append(match.start())
        recovered.change(match.start(), match.end(), " " * (match.end() - match.start()))
    return match.end()


def _string(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    """A closed string; the characters around it show whether it ends where intended."""
    start, end = match.span()
    if _in_word(text, start):
        recovered.diagnostics.append(diagnostics.quote_in_word(text, start))
    if end == len(text) or text[end] in AFTER_STRING:
        return _hide_openers(recovered, text, start, end)
    curly = CURLY_END.search(text, start, end)
    if curly is not None:
        return _curly_end(recovered, text, start, curly)
    if RAN_INTO_NEXT.match(match[0]):
        return _close(recovered, text, start)
    rest = REST_OF_STRING.match(text, end)
    recovered.diagnostics.append(diagnostics.apostrophe(text, start, end - 1, rest is not None))
    if rest is None:
        return _hide_openers(recovered, text, start, end)
    recovered.change(start + 1, rest.end() - 1, masked(text[start + 1 : rest.end() - 1]))
    return rest.end()


def _opener(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    return _hide_openers(recovered, text, *match.span())


def _hide_openers(recovered: Recovered, text: str, start: int, end: int) -> int:
    """Hide the beginnings of tags that are not closed in a range, so that no change closes one; return its
    end.
    """
    if text.find("<%", start, end) >= 0:
        for opener in OPENER.finditer(text, start, end):
            if opener["text"]:
                recovered.change(opener.start(), opener.end(), "xx")
    return end


def _in_word(text: str, start: int) -> bool:
    """Whether a quotation mark is in the middle of a word or value."""
    return start > 0 and text[start - 1] not in BEFORE_STRING


def _open(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    """A quotation mark without a second one."""
    start = match.start()
    curly = CURLY_END.search(text, start)
    if curly is None:
        return _close(recovered, text, start)
    return _curly_end(recovered, text, start, curly)


def _curly_end(recovered: Recovered, text: str, start: int, curly: re.Match[str]) -> int:
    """A string that ends with a typographic quotation mark."""
    _hide_openers(recovered, text, start, curly.start())
    recovered.diagnostics.append(diagnostics.typographic_mark(text, curly.start(), "'"))
    recovered.change(curly.start(), curly.end(), "'")
    return curly.end()


def _close(recovered: Recovered, text: str, start: int) -> int:
    """Close a string at its most likely end, else at the end of the line."""
    diagnostic_of = diagnostics.quote_in_word if _in_word(text, start) else diagnostics.unclosed_string
    recovered.diagnostics.append(diagnostic_of(text, start))
    likely = LIKELY_END.search(text, start)
    end = likely.start() if likely else len(text)
    if end > start + 1:
        recovered.change(start + 1, end, masked(text[start + 1 : end]))
    recovered.change(end, end, "'")
    return end


def _double(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    start, end = match.span()
    if end - start < 2 or _in_word(text, start):
        recovered.diagnostics.append(diagnostics.double_quote_in_word(text, start))
        return start + 1
    is_value = text[:start].rstrip(BLANKS)[-1:] in WHOLE and text[end:].lstrip(BLANKS)[:1] in WHOLE
    recovered.diagnostics.append(diagnostics.double_quoted(text, start, end, is_value))
    return _requote(recovered, text, start, end)


def _curly(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    start = match.start()
    string = None if _in_word(text, start) else CURLY_STRING.match(text, start)
    if string is None:
        recovered.diagnostics.append(diagnostics.typographic_mark(text, start, None))
        return match.end()
    recovered.diagnostics.append(diagnostics.typographic_string(text, start, string.end()))
    return _requote(recovered, text, start, string.end())


def _windows(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    """A value between two bytes that are marks in Windows-1252; a single one may be a letter elsewhere."""
    start = match.start()
    string = None if _in_word(text, start) else WINDOWS_STRING.match(text, start)
    if string is None:
        return match.end()
    recovered.diagnostics.append(diagnostics.typographic_string(text, start, string.end()))
    return _requote(recovered, text, start, string.end())


def _requote(recovered: Recovered, text: str, start: int, end: int) -> int:
    """Make a string of a value between quotation marks of another kind."""
    recovered.change(start, end, "'" + masked(text[start + 1 : end - 1]) + "'")
    return end


def masked(inner: str) -> str:
    """The content of a string, without what could end it or be part of a tag; the text itself is read
    elsewhere.
    """
    return inner.translate(MASKED)


def _odd(recovered: Recovered, text: str, match: re.Match[str]) -> int:
    """Invisible characters; carriage returns have been reported before."""
    start, end = match.span()
    recovered.change(start, end, " " * (end - start))
    if match[0].strip("\r"):
        replacement = "" if match.lastgroup == "zero" else " "
        parts = text[max(0, start - 1) : start].isalnum() and text[end : end + 1].isalnum()
        safe = not (parts and not replacement)
        recovered.diagnostics.append(diagnostics.odd_character(text, start, end, replacement, safe))
    return end


MENDERS = {
    "tag": _tag,
    "opener": _opener,
    "string": _string,
    "open": _open,
    "double": _double,
    "curly": _curly,
    "windows": _windows,
    "zero": _odd,
    "wide": _odd,
    "control": _odd,
}


# Balances the tokens of a logical line, so that the grammar can read them, and reports what was wrong.

SEPARATOR, WORD, STRING = "SEPARATOR", "WORD", "STRING"
OPEN, CLOSE, EQUALS, SEMICOLON = "OPEN", "CLOSE", "EQUALS", "SEMICOLON"


class Balance:
    """One pass over the tokens of a logical line. Offsets of tokens refer to the corrected text.

    A superfluous closing parenthesis is dropped, a missing one is inserted, and adjacent parameters are
    separated.
    """

    __slots__ = (
        *("_bare", "_folded", "_is_verb", "_mended", "_opened", "_out", "_seams", "_zos", "diagnostics"),
    )

    def __init__(
        self, recovered: Recovered, folded: Folded, zos: bool, is_verb: Callable[[str], object]
    ) -> None:
        self._mended = recovered
        self._folded = folded
        self._seams = folded.seams
        self._zos = zos
        self._is_verb = is_verb
        self._out: list[Token] = []
        self._bare = 0  # how many tokens of the output are known to precede its first word
        self._opened: list[int] = []  # positions of the open parentheses in the output
        self.diagnostics: list[OffsetDiagnostic] = []

    def balanced(self, tokens: list[Token]) -> list[Token]:
        """The tokens of a line that belongs to the language."""
        while tokens and tokens[-1].type == SEPARATOR:
            tokens.pop()
        ended = bool(tokens) and tokens[-1].type == SEMICOLON
        body = tokens[:-1] if ended else tokens
        for token in body:
            self._take(token)
        if self._opened:
            self._reopen()
        if ended:
            self._out.append(tokens[-1])
        return self._out

    def _take(self, token: Token) -> None:
        if token.type == OPEN:
            self._open(token)
        elif token.type == CLOSE:
            self._close(token)
        elif token.type == SEPARATOR:
            if not self._follows(SEPARATOR) and not (self._follows(EQUALS) and not self._opened):
                self._out.append(token)
        elif self._opened or token.type == SEMICOLON:
            self._out.append(token)
        else:
            self._word(token)

    def _follows(self, *types: str) -> bool:
        """Whether the last token of the output is of one of these types."""
        return bool(self._out) and self._out[-1].type in types

    def _part(self, at: int | None) -> None:
        """Insert a zero-width separator if there is none."""
        if self._out and not self._follows(SEPARATOR, SEMICOLON):
            self._out.append(self._inserted(SEPARATOR, at))

    def _inserted(self, type: str, at: int | None, text: str = "") -> Token:
        """An inserted token, or part of a token."""
        from lark import Token  # loaded by the parser

        return Token(type, text, start_pos=at, end_pos=(at or 0) + len(text))

    def _open(self, token: Token) -> None:
        if not self._opened and not self._follows(WORD):
            at = (token.end_pos or 1) - 1
            self.diagnostics.append(diagnostics.unexpected_parenthesis("(", self._mended.original(at)))
            self._part(at)
            self._out.append(self._inserted(WORD, at))
        self._opened.append(len(self._out))
        self._out.append(token)

    def _close(self, token: Token) -> None:
        if not self._opened:
            at = (token.end_pos or 1) - 1
            self.diagnostics.append(diagnostics.unexpected_parenthesis(")", self._mended.original(at)))
            self._part(at)
            return
        self._opened.pop()
        if self._follows(SEPARATOR):
            self._out.pop()
        self._out.append(token)

    def _word(self, token: Token) -> None:
        """A word, a string or an equals sign outside parentheses."""
        if token.type == EQUALS:
            if self._follows(SEPARATOR) and len(self._out) > 1 and self._out[-2].type == WORD:
                self._out.pop()
            if self._follows(WORD, EQUALS):
                self._out.append(token)
                return
            token.type = WORD  # a parenthesis without a keyword before it is read as an unknown word
        if self._follows(EQUALS):
            self._out.append(token)
            return
        if self._follows(CLOSE) and not self._zos:
            self._glued(token)
        self._part(token.start_pos)
        while self._bare < len(self._out) and self._out[self._bare].type != WORD:
            self._bare += 1
        if token.type == WORD and self._bare == len(self._out):
            self._verb(token)
        else:
            self._out.append(token)

    def _glued(self, token: Token) -> None:
        """A parameter directly after the closing parenthesis of another one."""
        start, end = (self._mended.original(offset or 0) for offset in (token.start_pos, token.end_pos))
        text = self._folded.text
        before = 0
        for mark in "), \t":  # the parenthesis of the parameter before is near
            before = text.rfind(mark, before, start - 1) + 1 or before
        left = text[before:start]
        right = text[start:end]
        if start in self._seams:
            self.diagnostics.append(diagnostics.glued(left, right, start, start, " "))
        else:
            self.diagnostics.append(diagnostics.glued(left, right, start, end, " " + right))

    def _verb(self, token: Token) -> None:
        """The first word; a continuation character may have joined the verb to the word after it."""
        start = token.start_pos or 0
        first = self._mended.original(start)
        for size in range(1, min(len(token), 1 + max(map(len, verb_words())))):
            seam = first + size
            if seam in self._seams and self._is_verb(token[:size].upper()):
                left, right = token[:size], token[size:]
                self.diagnostics.append(diagnostics.glued(left, right, seam, seam, " "))
                self._out += [
                    self._inserted(WORD, start, left),
                    self._inserted(SEPARATOR, start + size),
                    self._inserted(WORD, start + size, right),
                ]
                return
        self._out.append(token)

    def _reopen(self) -> None:
        """Close an open parenthesis where it was most likely intended to end, else at the end."""
        opened = self._opened[0]
        at = self._mended.original((self._out[opened].end_pos or 1) - 1)
        word = self._out[opened - 1]
        start, end = (self._mended.original(offset or 0) for offset in (word.start_pos, word.end_pos))
        self.diagnostics.append(diagnostics.unclosed_parenthesis(self._folded.text[start:end], at))
        silent = Balance(self._mended, self._folded, True, self._is_verb)
        likely = self._likely_close(opened)
        rest = self._out[likely:]
        silent._out = self._out[:likely]
        silent._close_all(self._depth(opened, likely))
        for token in rest:
            silent._take(token)
        silent._close_all(len(silent._opened))
        self._out = silent._out

    def _close_all(self, depth: int) -> None:
        """Insert closing parentheses."""
        if depth:
            at = self._out[-1].end_pos
            if self._follows(SEPARATOR):
                self._out.pop()
            self._out += [self._inserted(CLOSE, at)] * depth

    def _likely_close(self, opened: int) -> int:
        """The position where a further `KEYWORD(` begins after a parenthesis, else the end."""
        types = [token.type for token in self._out]
        for index in range(opened + 1, len(types) - 2):
            if types[index : index + 3] == [SEPARATOR, WORD, OPEN]:
                return index
        return len(types)

    def _depth(self, start: int, end: int) -> int:
        types = [token.type for token in self._out[start:end]]
        return types.count(OPEN) - types.count(CLOSE)
