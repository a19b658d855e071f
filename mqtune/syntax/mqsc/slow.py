"""Reads a logical line with the grammar: corrects it, splits it into tokens, balances and parses them.

The grammar sees only lines that belong to its language; errors are found on the way, each once. Offsets are
those of the folded text.
"""

from __future__ import annotations

from mqtune.syntax.mqsc import faults
from mqtune.syntax.mqsc.balance import Balance
from mqtune.syntax.mqsc.grammar import parse_tokens
from mqtune.syntax.mqsc.mend import mend
from mqtune.syntax.mqsc.reading import Reading
from mqtune.syntax.mqsc.words import Parameter, Value, upper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.mqsc.faults import Fault
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.grammar import ParsedParameter, ParsedValue
    from mqtune.syntax.mqsc.mend import Mended
    from mqtune.syntax.mqsc.reading import ReadCommand

# diagnostics that may follow from one another, so that each is reported once in a logical line
STRUCTURE = frozenset(
    (faults.UNCLOSED_PARENTHESIS, faults.UNEXPECTED_PARENTHESIS, faults.STRAY_VALUE, faults.GLUED)
)
# diagnostics without meaning once it is unknown where a string begins
STRINGS = frozenset((faults.UNCLOSED_STRING, faults.DOUBLE_QUOTE, faults.TYPOGRAPHIC_QUOTE))


def read_logical(folded: Folded, zos: bool, is_verb: Callable[[str], object]) -> Reading:
    """Read a logical line."""
    mended = mend(folded.text)
    balance = Balance(mended, folded, zos, is_verb)
    parsed = parse_tokens(mended.text, balance.balanced)
    commands = [command for command in parsed if command and not _is_remark(command, folded, mended)]
    found = mended.faults + balance.faults
    for command in commands:
        for parameter in command:
            fault = _form_fault(parameter, mended, folded.text, zos)
            if fault is not None:
                found.append(fault)
    found = first_causes(found)
    intact = not any(fault.lossy or fault.kind in STRUCTURE - {faults.GLUED} for fault in found)
    read = [_command(command, folded, mended, intact) for command in commands]
    return Reading(read, found, mended.steered)


def first_causes(found: list[Fault]) -> list[Fault]:
    """The diagnostics in their order, without those that may only follow from another one."""
    found.sort(key=lambda fault: fault.start)
    lossy = [fault for fault in found if fault.lossy]
    cause = next(
        (fault for fault in lossy if fault.kind == faults.UNCLOSED_STRING), lossy[0] if lossy else None
    )
    doubtful: frozenset[str] = frozenset()
    if cause is not None:
        doubtful = STRUCTURE | STRINGS if cause.kind == faults.UNCLOSED_STRING else STRUCTURE
    kept: list[Fault] = []
    told: set[str] = set()
    for fault in found:
        if fault is not cause and (fault.lossy or fault.kind in doubtful):
            continue
        if fault.kind in told or (kept and _same(kept[-1], fault)):
            continue
        if fault.kind in STRUCTURE and fault.kind != faults.GLUED:
            told.add(fault.kind)
        kept.append(fault)
    return kept


def _same(first: Fault, second: Fault) -> bool:
    """Whether a structural diagnostic is another aspect of the preceding one."""
    if second.kind not in STRUCTURE:
        return False
    return first.start == second.start or (first.kind == faults.STRAY_VALUE and first.end == second.start)


def _form_fault(parameter: ParsedParameter, mended: Mended, text: str, zos: bool) -> Fault | None:
    """The diagnostic for a parameter `KEY=VALUE` outside z/OS, or a string outside parentheses."""
    start, end = mended.original(parameter.word), mended.original(parameter.end)
    if parameter.form == "equals" and not zos:
        keyword = text[start : mended.original(parameter.word_end)]
        value_start, value_end = parameter.inside or (parameter.end, parameter.end)
        value = text[mended.original(value_start) : mended.original(value_end)]
        return faults.equals_form(keyword, value, start, end)
    if parameter.form == "stray" and text[start] != "(":  # such a parenthesis has been reported before
        return faults.stray_value(text[start:end], start, end)
    return None


def _is_remark(command: list[ParsedParameter], folded: Folded, mended: Mended) -> bool:
    """A comment after a semicolon. It is unknown how runmqsc treats it, so it is not reported."""
    start = mended.original(command[0].word)
    text = folded.text
    return text[start : start + 1] == "*" and text[:start].rstrip(" \t,")[-1:] == ";"


def _command(command: list[ParsedParameter], folded: Folded, mended: Mended, intact: bool) -> ReadCommand:
    first = folded.locate(mended.original(command[0].word))[0]
    last = folded.end(mended.original(command[-1].end))[0]
    parameters = tuple([_parameter(parameter, folded, mended, first) for parameter in command])
    return (first, last, parameters, intact)


def _parameter(parsed: ParsedParameter, folded: Folded, mended: Mended, base: int) -> Parameter:
    start, word_end = mended.original(parsed.word), mended.original(parsed.word_end)
    inside = values = None
    if parsed.inside is not None:
        inside_start, inside_end = parsed.inside
        inside = folded.extent(mended.original(inside_start), mended.original(inside_end), base)
    if parsed.values is not None:
        values = tuple([_value(value, folded, mended, base) for value in parsed.values])
    return Parameter(
        upper(folded.text[start:word_end]),
        values,
        folded.extent(start, mended.original(parsed.end), base),
        folded.extent(start, word_end, base),
        inside,
        parsed.form,
    )


def _value(parsed: ParsedValue, folded: Folded, mended: Mended, base: int) -> Value:
    start, end = mended.original(parsed.start), mended.original(parsed.end)
    raw = folded.text[start:end]
    extent = folded.extent(start, end, base)
    if not parsed.quoted:
        return Value(upper(raw), raw, False, extent)
    inner = mended.text[parsed.start + 1 : parsed.end - 1]
    closed = mended.original(parsed.end - 1) == end - 1  # else the last quotation mark was inserted
    written = raw[1:-1] if closed else raw[1:]
    text = written.replace("''", "'") if raw[0] == "'" and inner == written else written
    return Value(text, raw, True, extent)
