"""The parser for `grammars/mqsc.lark`, created for the first irregular command that needs it.

This is the only module on the MQSC path that imports lark.
"""

from __future__ import annotations

from functools import cache

from mqtune.assets import asset_text
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Lark, Token

    Stretch = tuple[int, int]


@record
class ParsedValue:
    """A value: its range, and whether it is a single string."""

    start: int
    end: int
    quoted: bool


class ParsedParameter:
    """A parameter: its form, the ranges of its keyword, of the whole and of its content, and its values."""

    __slots__ = ("end", "form", "inside", "values", "word", "word_end")

    def __init__(
        self,
        form: str,
        word: Stretch,
        end: int,
        inside: Stretch | None = None,
        values: tuple[ParsedValue, ...] | None = None,
    ) -> None:
        self.form = form
        self.word, self.word_end = word
        self.end = end
        self.inside = inside
        self.values = values


def parse_tokens(text: str, balanced: Callable[[list[Token]], list[Token]]) -> list[list[ParsedParameter]]:
    """The commands of a text, whose tokens are balanced on their way to the parser."""
    machine = parser().parse_interactive(text)
    tokens = list(machine.lexer_thread.lex(machine.parser_state))  # type: ignore[no-untyped-call]
    for token in balanced(tokens):
        machine.feed_token(token)
    commands: list[list[ParsedParameter]] = machine.feed_eof()  # type: ignore[no-untyped-call]
    return commands


class Results:
    """The result of each grammar rule; the methods have the names of the rules."""

    def start(self, commands: list[list[ParsedParameter]]) -> list[list[ParsedParameter]]:
        """The commands of a logical line."""
        return [command for command in commands if isinstance(command, list)]

    def command(self, children: list[object]) -> list[ParsedParameter]:
        """Its parameters, without the separators."""
        return [child for child in children if isinstance(child, ParsedParameter)]

    def word(self, children: list[Token]) -> ParsedParameter:
        """A word without a value: `REPLACE`."""
        word = children[0]
        return ParsedParameter("word", _stretch(word), _end(word))

    def value(self, children: list[Token | Stretch]) -> ParsedValue:
        """Adjacent pieces, as one value."""
        first, last = _stretch(children[0]), _stretch(children[-1])
        return ParsedValue(first[0], last[1], len(children) == 1 and _type(children[0]) == "STRING")

    def values(self, children: list[object]) -> tuple[ParsedValue, ...]:
        """The contents of a pair of parentheses."""
        return tuple(child for child in children if isinstance(child, ParsedValue))

    def group(self, children: list[Token]) -> Stretch:
        """Parentheses inside a value, from the first to the last."""
        return (_end(children[0]) - 1, _end(children[-1]))

    def with_value(self, children: list[Token]) -> ParsedParameter:
        """`KEYWORD(value)`; an empty keyword was inserted for a parenthesis without one."""
        word, opening, values, closing = children
        inside = (_end(opening), max(_end(opening), _end(closing) - 1))
        form = "value" if len(word) else "stray"
        return ParsedParameter(form, _stretch(word), _end(closing), inside, values)  # type: ignore[arg-type]

    def flat(self, children: list[Token]) -> ParsedValue:
        """The value of `KEY=VALUE`."""
        quoted = len(children) == 1 and children[0].type == "STRING"
        return ParsedValue(_stretch(children[0])[0], _end(children[-1]), quoted)

    def equals(self, children: list[Token | ParsedValue]) -> ParsedParameter:
        """`KEY=VALUE`, or `KEY=` with nothing after it."""
        word, (_, behind) = _stretch(children[0]), _stretch(children[1])
        value = children[-1]
        if not isinstance(value, ParsedValue):
            return ParsedParameter("equals", word, behind, (behind, behind), ())
        return ParsedParameter("equals", word, value.end, (value.start, value.end), (value,))

    def stray(self, children: list[Token]) -> ParsedParameter:
        """A string outside parentheses."""
        start, end = _stretch(children[0])
        value = ParsedValue(start, end, True)
        return ParsedParameter("stray", (start, start), end, (start, end), (value,))


@cache
def parser() -> Lark:
    """The parser of a logical line; its result is a list of commands, each a list of parameters."""
    from lark import Lark  # needed only for an irregular command

    grammar = asset_text("grammars/mqsc.lark")
    return Lark(grammar, parser="lalr", lexer="basic", transformer=Results())


def _type(child: object) -> str:
    return getattr(child, "type", "")


def _stretch(child: Token | Stretch | ParsedValue) -> Stretch:
    if isinstance(child, tuple):
        return child
    if isinstance(child, ParsedValue):
        return (child.start, child.end)
    return (child.start_pos or 0, child.end_pos or 0)


def _end(token: Token) -> int:
    return token.end_pos or 0
