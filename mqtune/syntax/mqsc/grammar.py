"""Reads irregular commands with `grammars/mqsc.lark`; the parser is created for the first one that needs it.

This is the only module on the MQSC path that imports lark.
"""

from __future__ import annotations

from functools import cache

from mqtune.assets import asset_text
from mqtune.syntax.mqsc import diagnostics
from mqtune.syntax.mqsc.fold import FoldedParameter, Reading
from mqtune.syntax.mqsc.lines import LINE, is_foreign
from mqtune.syntax.mqsc.recovery import Balance, recover
from mqtune.syntax.mqsc.words import PARAMETER, Parameter, Value, upper
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Lark, Token

    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded, ReadCommand
    from mqtune.syntax.mqsc.recovery import Recovered

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


# Reads a logical line with the grammar: corrects it, splits it into tokens, balances and parses them.

# diagnostics that may follow from one another, so that each is reported once in a logical line
STRUCTURE = frozenset(
    (
        diagnostics.UNCLOSED_PARENTHESIS,
        diagnostics.UNEXPECTED_PARENTHESIS,
        diagnostics.STRAY_VALUE,
        diagnostics.GLUED,
    )
)
# diagnostics without meaning once it is unknown where a string begins
STRINGS = frozenset((diagnostics.UNCLOSED_STRING, diagnostics.DOUBLE_QUOTE, diagnostics.TYPOGRAPHIC_QUOTE))


def read_logical(folded: Folded, zos: bool, is_verb: Callable[[str], object]) -> Reading:
    """Read a logical line.

    The grammar sees only lines that belong to its language; errors are found on the way, each once. Offsets
    are those of the folded text.
    """
    recovered = recover(folded.text)
    balance = Balance(recovered, folded, zos, is_verb)
    parsed = parse_tokens(recovered.text, balance.balanced)
    commands = [command for command in parsed if command and not _is_remark(command, folded, recovered)]
    reported = recovered.diagnostics + balance.diagnostics
    for command in commands:
        for parameter in command:
            diagnostic = _form_diagnostic(parameter, recovered, folded.text, zos)
            if diagnostic is not None:
                reported.append(diagnostic)
    reported = first_causes(reported)
    intact = not any(
        diagnostic.lossy or diagnostic.kind in STRUCTURE - {diagnostics.GLUED} for diagnostic in reported
    )
    read = [_command(command, folded, recovered, intact) for command in commands]
    return Reading(read, reported, bool(recovered.tags), _are_torn(commands, recovered))


def _are_torn(commands: list[list[ParsedParameter]], recovered: Recovered) -> bool:
    """Whether a control tag of a template is in the first two words, or in a parameter."""
    if not recovered.tags:
        return False
    if len(commands) != 1 or len(commands[0]) < 2:
        return True
    spans = [
        (recovered.original(parameter.word), recovered.original(parameter.end)) for parameter in commands[0]
    ]
    spans[:2] = [(-1, spans[1][1])]
    return any(start < tag < end for tag in recovered.tags for start, end in spans)


def first_causes(reported: list[OffsetDiagnostic]) -> list[OffsetDiagnostic]:
    """The diagnostics in their order, without those that may only follow from another one."""
    reported.sort(key=lambda diagnostic: diagnostic.start)
    lossy = [diagnostic for diagnostic in reported if diagnostic.lossy]
    cause = next(
        (diagnostic for diagnostic in lossy if diagnostic.kind == diagnostics.UNCLOSED_STRING),
        lossy[0] if lossy else None,
    )
    doubtful: frozenset[str] = frozenset()
    if cause is not None:
        doubtful = STRUCTURE | STRINGS if cause.kind == diagnostics.UNCLOSED_STRING else STRUCTURE
    kept: list[OffsetDiagnostic] = []
    told: set[str] = set()
    for diagnostic in reported:
        if diagnostic is not cause and (diagnostic.lossy or diagnostic.kind in doubtful):
            continue
        if diagnostic.kind in told or (kept and _same(kept[-1], diagnostic)):
            continue
        if diagnostic.kind in STRUCTURE and diagnostic.kind != diagnostics.GLUED:
            told.add(diagnostic.kind)
        kept.append(diagnostic)
    return kept


def _same(first: OffsetDiagnostic, second: OffsetDiagnostic) -> bool:
    """Whether a structural diagnostic is another aspect of the preceding one."""
    if second.kind not in STRUCTURE:
        return False
    return first.start == second.start or (
        first.kind == diagnostics.STRAY_VALUE and first.end == second.start
    )


def _form_diagnostic(
    parameter: ParsedParameter, recovered: Recovered, text: str, zos: bool
) -> OffsetDiagnostic | None:
    """The diagnostic for a parameter `KEY=VALUE` outside z/OS, or a string outside parentheses."""
    start, end = recovered.original(parameter.word), recovered.original(parameter.end)
    if parameter.form == "equals" and not zos:
        keyword = text[start : recovered.original(parameter.word_end)]
        value_start, value_end = parameter.inside or (parameter.end, parameter.end)
        value = text[recovered.original(value_start) : recovered.original(value_end)]
        return diagnostics.equals_form(keyword, value, start, end)
    if parameter.form == "stray" and text[start] != "(":  # such a parenthesis has been reported before
        return diagnostics.stray_value(text[start:end], start, end)
    return None


def _is_remark(command: list[ParsedParameter], folded: Folded, recovered: Recovered) -> bool:
    """A comment after a semicolon. It is unknown how runmqsc treats it, so it is not reported."""
    start = recovered.original(command[0].word)
    text = folded.text
    return text[start : start + 1] == "*" and text[:start].rstrip(" \t,")[-1:] == ";"


def _command(
    command: list[ParsedParameter], folded: Folded, recovered: Recovered, intact: bool
) -> ReadCommand:
    first = folded.locate(recovered.original(command[0].word))[0]
    last = folded.end(recovered.original(command[-1].end))[0]
    parameters = tuple([_parameter(parameter, folded, recovered, first) for parameter in command])
    return (first, last, parameters, intact)


def _parameter(parsed: ParsedParameter, folded: Folded, recovered: Recovered, base: int) -> Parameter:
    start, word_end = recovered.original(parsed.word), recovered.original(parsed.word_end)
    inside = values = None
    if parsed.inside is not None:
        inside_start, inside_end = parsed.inside
        inside = folded.extent(recovered.original(inside_start), recovered.original(inside_end), base)
    if parsed.values is not None:
        values = tuple([_value(value, folded, recovered, base) for value in parsed.values])
    return Parameter(
        upper(folded.text[start:word_end]),
        values,
        folded.extent(start, recovered.original(parsed.end), base),
        folded.extent(start, word_end, base),
        inside,
        parsed.form,
    )


def _value(parsed: ParsedValue, folded: Folded, recovered: Recovered, base: int) -> Value:
    start, end = recovered.original(parsed.start), recovered.original(parsed.end)
    raw = folded.text[start:end]
    extent = folded.extent(start, end, base)
    if not parsed.quoted:
        return Value(upper(raw), raw, False, extent)
    inner = recovered.text[parsed.start + 1 : parsed.end - 1]
    closed = recovered.original(parsed.end - 1) == end - 1  # else the last quotation mark was inserted
    written = raw[1:-1] if closed else raw[1:]
    text = written.replace("''", "'") if raw[0] == "'" and inner == written else written
    return Value(text, raw, True, extent)


# Reads a folded command: with the line pattern if the joined text is plain, else with the grammar.


def read_folded(folded: Folded, zos: bool, is_verb: Callable[[str], object]) -> Reading:
    """Read a logical line.

    Most irregular commands are lists that span several lines; joined, they are as plain as any line, and the
    grammar (with the package that reads it) is not needed. A test checks that both readers agree.
    """
    reading = read_plain(folded)
    if reading is not None:
        return reading
    # imports lark, which most scripts do not need

    return read_logical(folded, zos, is_verb)


def read_plain(folded: Folded) -> Reading | None:
    """Read a logical line that is plain; None if only the grammar can read it."""
    match = LINE.match(folded.text)
    if match is None or match[1] is None or match[5] is not None or is_foreign(folded.text):
        return None
    start = match.start(1)
    if any(start < seam < match.end(1) for seam in folded.seams):
        return None  # the continuation character may have joined a verb to the word after it
    base = folded.locate(start)[0]
    pairs = PARAMETER.findall(folded.text)
    parameters = tuple(
        [
            FoldedParameter(keyword.upper(), written, folded, index, base)
            for index, (keyword, written) in enumerate(pairs)
        ]
    )
    last = folded.end(len(folded.text))[0]
    return Reading([(base, last, parameters, True)], [])
