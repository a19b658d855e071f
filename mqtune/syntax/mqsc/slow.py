"""Reads a logical line by the grammar: mends it, cuts it into tokens, balances them, parses them.

The grammar sees only lines that belong to its language; what was wrong is found on the way, each fault
once. Works on offsets of the folded text; knows no files and no keywords but the verbs it is told.
"""

from __future__ import annotations

from mqtune.syntax.mqsc import faults
from mqtune.syntax.mqsc.balance import Balance
from mqtune.syntax.mqsc.faults import SWALLOWING, Fault
from mqtune.syntax.mqsc.grammar import parser
from mqtune.syntax.mqsc.mend import mend
from mqtune.syntax.mqsc.words import Parameter, Value, upper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.grammar import ParsedParameter, ParsedValue
    from mqtune.syntax.mqsc.mend import Mended

UNRELIABLE = frozenset(
    (faults.UNCLOSED_STRING, faults.UNCLOSED_PARENTHESIS, faults.UNEXPECTED_PARENTHESIS, faults.STRAY_VALUE)
)


class Reading:
    """What a logical line holds: commands, each with its parameters (extents from its first line),
    its first and last line, and whether it is intact; and the faults, at offsets of the folded text.
    """

    __slots__ = ("commands", "faults", "steered")

    def __init__(self) -> None:
        self.commands: list[tuple[int, int, tuple[Parameter, ...], bool]] = []
        self.faults: list[Fault] = []
        self.steered = False


def read_logical(folded: Folded, zos: bool, verbs: frozenset[str]) -> Reading:
    """Read a logical line."""
    reading = Reading()
    text = folded.text
    mended = mend(text)
    balance = Balance(mended, text, frozenset(folded.seams), zos, verbs)
    tokens = balance.tokens(list(parser().lex(mended.text)))
    machine = parser().parse_interactive()
    for token in tokens:
        machine.feed_token(token)
    commands: list[list[ParsedParameter]] = machine.feed_eof()  # type: ignore[assignment]
    found = mended.faults + balance.faults
    for command in commands:
        if not zos:
            found += equals_faults(command, mended, text)
        found += stray_faults(command, mended, text)
    reading.steered = mended.steered
    reading.faults = first_causes(found)
    for command in commands:
        if command and not _is_remark(command, text, mended):
            reading.commands.append(_command(command, folded, mended, reading.faults))
    return reading


def first_causes(found: list[Fault]) -> list[Fault]:
    """The faults in order, without brackets that do not match after a string that was wrong."""
    found.sort(key=lambda fault: fault.start)
    swallowed = next((fault.start for fault in found if fault.kind in SWALLOWING), None)
    kept: list[Fault] = []
    seen = set()
    for fault in found:
        once = fault.kind in UNRELIABLE
        consequence = (
            swallowed is not None
            and once
            and (fault.start > swallowed or fault.kind != faults.UNCLOSED_STRING)
        )
        if once and (fault.kind in seen or (consequence and fault.kind not in SWALLOWING)):
            continue
        seen.add(fault.kind)
        kept.append(fault)
    return kept


def equals_faults(command: list[ParsedParameter], mended: Mended, text: str) -> list[Fault]:
    """`KEY=VALUE` outside z/OS."""
    found = []
    for parameter in command:
        if parameter.form == "equals":
            start, end = mended.original(parameter.word), mended.original(parameter.end)
            keyword = text[start : mended.original(parameter.word_end)]
            found.append(faults.equals_form(keyword, start, end))
    return found


def stray_faults(command: list[ParsedParameter], mended: Mended, text: str) -> list[Fault]:
    """Strings outside parentheses; a parenthesis without a keyword was found before."""
    found = []
    for parameter in command:
        if parameter.form == "stray" and text[mended.original(parameter.word)] != "(":
            start, end = mended.original(parameter.word), mended.original(parameter.end)
            found.append(faults.stray_value(text[start:end], start, end))
    return found


def _is_remark(command: list[ParsedParameter], text: str, mended: Mended) -> bool:
    """A comment behind a semicolon: what runmqsc makes of it is not known, so nothing is said of it."""
    start = mended.original(command[0].word)
    return text[start : start + 1] == "*" and text[:start].rstrip(" \t,")[-1:] == ";"


def _command(
    command: list[ParsedParameter], folded: Folded, mended: Mended, found: list[Fault]
) -> tuple[int, int, tuple[Parameter, ...], bool]:
    start, end = mended.original(command[0].word), mended.original(command[-1].end)
    first, last = folded.locate(start)[0], folded.end(end)[0]
    parameters = tuple(_parameter(parameter, folded, mended, first) for parameter in command)
    intact = not mended.steered and not any(fault.kind in UNRELIABLE for fault in found)
    return (first, last, parameters, intact)


def _parameter(parsed: ParsedParameter, folded: Folded, mended: Mended, base: int) -> Parameter:
    start, word_end = mended.original(parsed.word), mended.original(parsed.word_end)
    text = folded.text
    inside = None
    if parsed.inside is not None:
        inside = folded.extent(*(mended.original(offset) for offset in parsed.inside), base)
    values = None
    if parsed.values is not None:
        values = tuple(_value(value, folded, mended, base) for value in parsed.values)
    return Parameter(
        upper(text[start:word_end]),
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
    if inner == raw[1:-1] and raw[:1] == "'":
        return Value(inner.replace("''", "'"), raw, True, extent)
    closed = len(raw) > 1 and mended.original(parsed.end - 1) == end - 1
    return Value(raw[1:-1] if closed else raw[1:], raw, True, extent)
