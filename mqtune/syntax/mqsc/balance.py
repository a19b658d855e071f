"""Balances the tokens of a logical line, so that the grammar can read them, and says what was wrong.

A closing parenthesis too many is dropped, one too few is put in, parameters that touch are parted.
Knows tokens, not values.
"""

from __future__ import annotations

from mqtune.syntax.mqsc import faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lark import Token

    from mqtune.syntax.mqsc.faults import Fault
    from mqtune.syntax.mqsc.mend import Mended


class Balance:
    """One pass over the tokens of a logical line."""

    __slots__ = ("_mended", "_opened", "_out", "_seams", "_text", "_verbs", "_zos", "faults")

    def __init__(
        self, mended: Mended, text: str, seams: frozenset[int], zos: bool, verbs: frozenset[str]
    ) -> None:
        self._mended = mended
        self._text = text
        self._seams = seams
        self._zos = zos
        self._verbs = verbs
        self._out: list[Token] = []
        self._opened: list[int] = []  # where in the output the open parentheses stand
        self.faults: list[Fault] = []

    def tokens(self, tokens: list[Token]) -> list[Token]:
        """The tokens of a line of the language."""
        last = len(tokens) - 1
        while last >= 0 and tokens[last].type == "SEPARATOR":
            last -= 1
        for index, token in enumerate(tokens):
            if token.type == "OPEN":
                self._open(token)
            elif token.type == "CLOSE":
                self._close(token)
            elif token.type == "SEMICOLON" and self._opened and index == last:
                self._end_of_command()
                self._out.append(token)
            elif self._opened or token.type in ("SEMICOLON", "SEPARATOR"):
                self._pass(token)
            else:
                self._word(token)
        self._end_of_command()
        return self._out

    def _previous(self) -> Token | None:
        return self._out[-1] if self._out else None

    def _pass(self, token: Token) -> None:
        """A separator beside another one is dropped; anything else goes through."""
        if token.type == "SEPARATOR" and self._out and self._out[-1].type == "SEPARATOR":
            return
        self._out.append(token)

    def _open(self, token: Token) -> None:
        previous = self._previous()
        if not self._opened and (previous is None or previous.type != "WORD"):
            at = (token.end_pos or 1) - 1
            self.faults.append(faults.unexpected_parenthesis("(", self._mended.original(at)))
            self._part(token)
            self._out.append(token.__class__("WORD", "", start_pos=at, end_pos=at))
        self._opened.append(len(self._out))
        self._out.append(token)

    def _close(self, token: Token) -> None:
        if self._opened:
            self._opened.pop()
            if self._out[-1].type == "SEPARATOR":
                self._out.pop()
            self._out.append(token)
            return
        at = self._mended.original((token.end_pos or 1) - 1)
        self.faults.append(faults.unexpected_parenthesis(")", at))
        self._part(token)

    def _word(self, token: Token) -> None:
        """A word, a string or an equals sign outside parentheses."""
        previous = self._previous()
        if token.type == "EQUALS":
            if previous is not None and previous.type == "WORD":
                self._out.append(token)
                return
            token = token.__class__("WORD", "=", start_pos=token.start_pos, end_pos=token.end_pos)
        if previous is not None and previous.type == "CLOSE":
            self._glued(previous, token)
        if previous is not None and previous.type != "EQUALS":
            self._part(token)
        if token.type == "WORD" and not self._cut_verb(token, previous):
            self._out.append(token)
        elif token.type != "WORD":
            self._out.append(token)

    def _part(self, token: Token) -> None:
        """Put a separator of no width before a token, where there is none."""
        previous = self._previous()
        if previous is None or previous.type not in ("SEPARATOR", "SEMICOLON"):
            at = token.start_pos
            self._out.append(token.__class__("SEPARATOR", "", start_pos=at, end_pos=at))

    def _glued(self, previous: Token, token: Token) -> None:
        """A parameter right behind the closing parenthesis of another one."""
        if self._zos:
            return
        start, end = self._mended.original(token.start_pos or 0), self._mended.original(token.end_pos or 0)
        word = self._text[start:end]
        left = self._text[self._text.rfind(" ", 0, start - 1) + 1 : start]
        if start in self._seams:
            self.faults.append(faults.glued(left, word, start, start, " "))
        else:
            self.faults.append(faults.glued(left, word, start, end, " " + word))

    def _cut_verb(self, token: Token, previous: Token | None) -> bool:
        """A verb that a continuation sign glued to the object word: parted, and said so."""
        if previous is not None and previous.type not in ("SEPARATOR", "SEMICOLON"):
            return False
        if any(earlier.type == "WORD" for earlier in self._out):
            return False
        start, end = token.start_pos or 0, token.end_pos or 0
        for at in range(start + 1, end):
            seam = self._mended.original(at)
            if seam in self._seams and self._text[seam - (at - start) : seam].upper() in self._verbs:
                left = token.__class__("WORD", token[: at - start], start_pos=start, end_pos=at)
                right = token.__class__("WORD", token[at - start :], start_pos=at, end_pos=end)
                self._out.append(left)
                self._part(right)
                self._out.append(right)
                self.faults.append(faults.glued(left, right, seam, seam, " "))
                return True
        return False

    def _end_of_command(self) -> None:
        """Close what is open where it can only have meant to close, else at the end."""
        if not self._opened:
            return
        opened = self._opened[0]
        token = self._out[opened]
        word = self._out[opened - 1] if opened else ""
        at = self._mended.original((token.end_pos or 1) - 1)
        self.faults.append(faults.unclosed_parenthesis(str(word), at))
        likely = self._likely_close(opened)
        rest = self._out[likely:]
        del self._out[likely:]
        depth = self._depth(opened)
        end = rest[0].start_pos if rest else self._out[-1].end_pos
        if self._out[-1].type == "SEPARATOR":
            self._out.pop()
        self._out += [token.__class__("CLOSE", "", start_pos=end, end_pos=end)] * depth
        self._opened.clear()
        silent = Balance(self._mended, self._text, self._seams, True, frozenset())
        silent._out = self._out
        silent._resume(rest)

    def _resume(self, rest: list[Token]) -> None:
        """Go on behind a parenthesis that was put in; what is still open is closed at the end."""
        for token in rest:
            if token.type == "OPEN":
                self._open(token)
            elif token.type == "CLOSE":
                self._close(token)
            elif self._opened or token.type == "SEPARATOR":
                self._pass(token)
            else:
                self._word(token)
        if self._opened:
            end = self._out[-1].end_pos
            if self._out[-1].type == "SEPARATOR":
                self._out.pop()
            last = self._out[-1]
            self._out += [last.__class__("CLOSE", "", start_pos=end, end_pos=end)] * len(self._opened)

    def _likely_close(self, opened: int) -> int:
        """Where a further `KEYWORD(` begins behind the parenthesis, else the end."""
        out = self._out
        for index in range(opened + 1, len(out) - 2):
            kinds = (out[index].type, out[index + 1].type, out[index + 2].type)
            if kinds == ("SEPARATOR", "WORD", "OPEN"):
                return index
        return len(out)

    def _depth(self, opened: int) -> int:
        kinds = [token.type for token in self._out[opened:]]
        return kinds.count("OPEN") - kinds.count("CLOSE")
