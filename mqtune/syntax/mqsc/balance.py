"""Balances the tokens of a logical line, so that the grammar can read them, and reports what was wrong.

A superfluous closing parenthesis is dropped, a missing one is inserted, and adjacent parameters are
separated.
"""

from __future__ import annotations

from mqtune.syntax.mqsc import diagnostics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token

    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.recovery import Recovered

SEPARATOR, WORD, STRING = "SEPARATOR", "WORD", "STRING"
OPEN, CLOSE, EQUALS, SEMICOLON = "OPEN", "CLOSE", "EQUALS", "SEMICOLON"


class Balance:
    """One pass over the tokens of a logical line. Offsets of tokens refer to the corrected text."""

    __slots__ = ("_folded", "_is_verb", "_mended", "_opened", "_out", "_seams", "_zos", "diagnostics")

    def __init__(
        self, recovered: Recovered, folded: Folded, zos: bool, is_verb: Callable[[str], object]
    ) -> None:
        self._mended = recovered
        self._folded = folded
        self._seams = folded.seams
        self._zos = zos
        self._is_verb = is_verb
        self._out: list[Token] = []
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
            self._out.append(self._made(SEPARATOR, at))

    def _made(self, type: str, at: int | None, text: str = "") -> Token:
        """An inserted token, or part of a token."""
        from lark import Token  # loaded by the parser

        return Token(type, text, start_pos=at, end_pos=(at or 0) + len(text))

    def _open(self, token: Token) -> None:
        if not self._opened and not self._follows(WORD):
            at = (token.end_pos or 1) - 1
            self.diagnostics.append(diagnostics.unexpected_parenthesis("(", self._mended.original(at)))
            self._part(at)
            self._out.append(self._made(WORD, at))
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
        if token.type == WORD and not any(earlier.type == WORD for earlier in self._out):
            self._verb(token)
        else:
            self._out.append(token)

    def _glued(self, token: Token) -> None:
        """A parameter directly after the closing parenthesis of another one."""
        start, end = (self._mended.original(offset or 0) for offset in (token.start_pos, token.end_pos))
        text = self._folded.text
        left = text[max(text.rfind(mark, 0, start - 1) for mark in " \t),") + 1 : start]
        right = text[start:end]
        if start in self._seams:
            self.diagnostics.append(diagnostics.glued(left, right, start, start, " "))
        else:
            self.diagnostics.append(diagnostics.glued(left, right, start, end, " " + right))

    def _verb(self, token: Token) -> None:
        """The first word; a continuation character may have joined the verb to the word after it."""
        start = token.start_pos or 0
        for seam in self._seams:
            size = seam - self._mended.original(start)
            if 0 < size < len(token) and self._is_verb(token[:size].upper()):
                left, right = token[:size], token[size:]
                self.diagnostics.append(diagnostics.glued(left, right, seam, seam, " "))
                self._out += [
                    self._made(WORD, start, left),
                    self._made(SEPARATOR, start + size),
                    self._made(WORD, start + size, right),
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
            self._out += [self._made(CLOSE, at)] * depth

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
