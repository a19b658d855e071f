"""Reads a logical line with the grammar: corrects it, splits it into tokens, balances and parses them.

The grammar sees only lines that belong to its language; errors are found on the way, each once. Offsets are
those of the folded text.
"""

from __future__ import annotations

from mqtune.syntax.mqsc import diagnostics
from mqtune.syntax.mqsc.balance import Balance
from mqtune.syntax.mqsc.grammar import parse_tokens
from mqtune.syntax.mqsc.logical_line import Reading
from mqtune.syntax.mqsc.recovery import recover
from mqtune.syntax.mqsc.words import Parameter, Value, upper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.grammar import ParsedParameter, ParsedValue
    from mqtune.syntax.mqsc.logical_line import ReadCommand
    from mqtune.syntax.mqsc.recovery import Recovered

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
    """Read a logical line."""
    recovered = recover(folded.text)
    balance = Balance(recovered, folded, zos, is_verb)
    parsed = parse_tokens(recovered.text, balance.balanced)
    commands = [command for command in parsed if command and not _is_remark(command, folded, recovered)]
    found = recovered.diagnostics + balance.diagnostics
    for command in commands:
        for parameter in command:
            diagnostic = _form_diagnostic(parameter, recovered, folded.text, zos)
            if diagnostic is not None:
                found.append(diagnostic)
    found = first_causes(found)
    intact = not any(
        diagnostic.lossy or diagnostic.kind in STRUCTURE - {diagnostics.GLUED} for diagnostic in found
    )
    read = [_command(command, folded, recovered, intact) for command in commands]
    return Reading(read, found, bool(recovered.tags), _are_torn(commands, recovered))


def _are_torn(commands: list[list[ParsedParameter]], recovered: Recovered) -> bool:
    """Whether a control tag of a template is in the first two words, or in a parameter."""
    if not recovered.tags:
        return False
    if len(commands) != 1 or len(commands[0]) < 2:
        return True
    spans = [(recovered.original(one.word), recovered.original(one.end)) for one in commands[0]]
    spans[:2] = [(-1, spans[1][1])]
    return any(start < tag < end for tag in recovered.tags for start, end in spans)


def first_causes(found: list[OffsetDiagnostic]) -> list[OffsetDiagnostic]:
    """The diagnostics in their order, without those that may only follow from another one."""
    found.sort(key=lambda diagnostic: diagnostic.start)
    lossy = [diagnostic for diagnostic in found if diagnostic.lossy]
    cause = next(
        (diagnostic for diagnostic in lossy if diagnostic.kind == diagnostics.UNCLOSED_STRING),
        lossy[0] if lossy else None,
    )
    doubtful: frozenset[str] = frozenset()
    if cause is not None:
        doubtful = STRUCTURE | STRINGS if cause.kind == diagnostics.UNCLOSED_STRING else STRUCTURE
    kept: list[OffsetDiagnostic] = []
    told: set[str] = set()
    for diagnostic in found:
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
