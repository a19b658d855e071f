"""From text to script: lines, then commands. The entry point of the MQSC syntax.

`parse_script` interns the physical lines, groups them into commands by their shapes, and passes everything
that cannot be read line by line to the slow path.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mqtune.language import catalogue
from mqtune.syntax.document import Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.tree import HARD_SHAPE, VALUE_SHAPES, Command, Line, Script, new_line
from mqtune.syntax.mqsc.values import BYTE_ORDER_MARK
from mqtune.text.patterns import lazy_pattern

DIRECTIVE = lazy_pattern(b"@")
CHUNK = 1 << 16  # characters whose line texts are in memory at the same time
# a command on one plain line, one on several plain lines; else anything that needs further processing (a line
# that begins with a lone word is hardly ever a whole command)
RUN = lazy_pattern(rb"(w|W[ *@CVI]*+[cvi])|[^ *@%;]")
# a line that begins with a word without a value and more, as a command does; the search treats them as one
ALIKE = bytes.maketrans(b"WXwx", b"wwww")
MORE = lazy_pattern(b"w")
CONTINUED_SHAPES = b"CIVWX"
CONTINUED_MORE = b"WX"


def parse_script(
    document: Document,
    lines: LineMemo,
    platform: str | None = None,
    verbs: frozenset[str] | None = None,
    hides_commands: bool = True,
) -> Script:
    """Parse a document. `verbs` are the first words of commands with their synonyms, by default those of
    the catalogue. Without `hides_commands` tags of a template hide no commands.
    """
    memo = lines.on(platform)
    script = read_lines(document, memo)
    if document.text.startswith(BYTE_ORDER_MARK):
        marked_line(script, memo)
    shapes = bytes(bytearray([line.shape for line in script.lines]))  # in less time than bytes of a list
    script.directives = [match.start() for match in DIRECTIVE.finditer(shapes)]
    if HARD_SHAPE in shapes and ("{" in document.text or "<%" in document.text):
        from mqtune.syntax.mqsc.templates import hide_long_tags  # only for templates

        shapes = hide_long_tags(script.lines, shapes, hides_commands)
    group(script, shapes, platform, catalogue.verb if verbs is None else verbs.__contains__)
    if document.carrier.startswith("yaml >"):
        from mqtune.syntax.mqsc.fold import distrust_joined  # hardly any file needs it

        distrust_joined(script)
    script.diagnostics.sort(key=lambda diagnostic: diagnostic.span.key())
    return script


def read_lines(document: Document, memo: LineMemo) -> Script:
    """The green lines of a document. A line ends at a line feed, with or without a carriage return."""
    text = document.text
    if "\r" not in text:
        return Script(document, lines_of(text, "\n", memo), memo.words)
    if text.count("\r") == text.count("\r\n") == text.count("\n"):
        return Script(document, lines_of(text, "\r\n", memo), memo.words, "\r\n")
    return mixed_lines(document, memo)


def lines_of(text: str, newline: str, memo: LineMemo) -> list[Line]:
    """The green lines of a text, in chunks so that the texts of all lines are never in memory at once."""
    lines: list[Line] = []
    start, size = 0, len(text)
    while size - start > CHUNK:
        end = text.find(newline, start + CHUNK)
        if end < 0:
            break
        lines += memo.of(text[start:end].split(newline))
        start = end + len(newline)
    lines += memo.of((text[start:] if start else text).split(newline))
    return lines


def mixed_lines(document: Document, memo: LineMemo) -> Script:
    """The green lines of a text with line ends of several kinds."""
    script = Script(document, [], memo.words)
    texts = []
    pieces = document.text.split("\n")
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        if piece.endswith("\r"):
            piece = piece[:-1]
            script.ends[number] = "\r\n" if number < last else "\r"
        if "\r" in piece and not script.garbled:
            script.garbled = True
            from mqtune.syntax.mqsc import line_diagnostics  # needed for hardly any file

            script.diagnostics.append(line_diagnostics.carriage_return(number, piece.index("\r")))
        texts.append(piece)
    script.lines = memo.of(texts)
    return script


def marked_line(script: Script, memo: LineMemo) -> None:
    """Replace the first line, which begins with a byte order mark, by a line of its own."""
    text = script.lines[0].text
    (bare,) = memo.of([text[1:]])
    script.lines[0] = new_line(text, bare.shape, bare.words, bare.signature)
    from mqtune.syntax.mqsc import line_diagnostics  # needed for hardly any file

    script.diagnostics.append(line_diagnostics.byte_order_mark(script.document.source.encoding))


def plain_commands(script: Script, shapes: bytes, at: int) -> re.Match[bytes] | None:
    """Read plain commands from a line on, up to the first one that needs further processing; return its
    line.
    """
    add = script.commands.append
    for match in RUN.finditer(shapes, at):
        if not match.lastindex:
            return match
        first, end = match.span()
        add(Command(script, first, end - 1))
    return None


def group(script: Script, shapes: bytes, platform: str | None, is_verb: Callable[[str], object]) -> None:
    """Group the lines into commands."""
    reader = None
    at = 0
    seen = shapes
    while (match := plain_commands(script, seen, at)) is not None:
        at = match.start()
        if seen is shapes:  # most scripts have nothing to settle
            seen = settle(script.lines, shapes, is_verb)
            continue
        if reader is None:
            from mqtune.syntax.mqsc.reader import Reader  # not needed for plain scripts

            reader = Reader(script, shapes, platform, is_verb)
        at = reader.read(at)


def settle(lines: list[Line], shapes: bytes, is_verb: Callable[[str], object]) -> bytes:
    """The shapes, with lines inside commands that certainly begin no other command reduced to one shape."""
    settled = bytearray(shapes)
    for match in MORE.finditer(shapes.translate(ALIKE)):
        number = match.start()
        if number and shapes[number - 1] in CONTINUED_SHAPES and not is_verb(lines[number].words[0].keyword):
            settled[number] = VALUE_SHAPES[shapes[number] in CONTINUED_MORE]
    return bytes(settled)
