"""Masks passwords and keys in any text that is shown: files, values of attributes, messages.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. This module selects the lines that may contain a secret, by letters that are around or in each one,
joins lines that belong together, and finds values of several lines; `values.py` finds the secrets in a line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from mqtune.language._tables_secrets import MARKS, MARKS_OF_INPUT, MQSC
from mqtune.language.secrets import free_text, holds_secret, kind_of_name
from mqtune.text.patterns import lazy_pattern
from mqtune.text.printable import COVER

Stretch = tuple[int, int]

# a value this long is considered secret wherever it appears; a longer one is not a password
TELLING, MOST_TELLING = 6, 2000
MOST_REMEMBERED = 16_384  # thousands of objects have the same values
# lines, and characters after the first one, that are joined
MOST_JOINED, MOST_CHARACTERS = 200, 4000

# texts are searched as bytes in lower case, without blanks and the signs that may separate the letters of a
# word, so that `PASS_WORD` and `Pass Word` are found
_LOWER = bytes(range(256)).lower().replace(b"-", b"+")
_LEFT_OUT = b" \t\r._/%*#,;<>[]!?&$|"
# the beginnings of keywords, which a continuation character may cut off
_BEGUN = tuple({f"{word[:size]}+".encode() for word in MQSC for size in range(1, len(word))})

_PLACEHOLDER = lazy_pattern(
    r"\$\{?\w+(?::?\?[^{}]*)?\}?|\$?\{\{(?:(?!\bdefault\b)[^{}])*\}\}|@@?\w+@@?|\+\w+\+|%\w+%|<[^<>]*>|\*+|[|>][-+\d]*"
    r"|\$\([^()]*\)|`[^`]*`"
)
_NAME = lazy_pattern(r"[A-Za-z_]\w*(?=\W*$)")
_GENERAL = ("data", "default", "item", "key", "name", "value")  # names of much else
_ASSIGNMENT = lazy_pattern(
    r"(?<![\w$.{-])(\w+)[\"']?[ \t]*[:=][ \t]*(?P<s>\"[^\"\n]*+\"?|'[^'\n]*+'?|[^\s'\";&]+)"
)
_BLOCK = lazy_pattern(r"([ \t]*(?:-[ \t]+)*)[\"']?([\w.-]+)[\"']?[ \t]*:[ \t]*[|>][-+\d]*[ \t]*(?:#.*)?\r?")
# a Kubernetes Secret may have any key; what is a file there is searched as any other text
_MANIFEST = lazy_pattern(r"([ \t]*)[\"']?stringData[\"']?[ \t]*:[ \t]*(?:#.*)?\r?")
_ITEM = lazy_pattern(r"[ \t]*[\"']?[\w.-]+[\"']?[ \t]*:[ \t]+(?P<s>[^|>\s][^\r\n]*)")
_KEY = lazy_pattern(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----")
_KEY_LINE = lazy_pattern(r"[\s\"'#*|>+,-]*(?:[\w+/=]*|[\w-]+: [\w,-]+)[\s\"',\\+-]*")


def holds_none(text: str) -> bool:
    """Whether no line of a text contains a secret, according to a quick check."""
    return not _marks_in(*_folded(text))


def find_secrets(text: str, prose: bool = False, lines: Collection[str] | None = None) -> list[Stretch]:
    """The ranges (offsets) of all secret values, in order, without the quotation marks around them.

    Prose is what explains: "a password: in plain text" is a sentence there. `lines` are the distinct lines of
    the text, if they are known: they are searched in place of the text.
    """
    found: set[Stretch] = set()
    inserted: set[str] = set()  # the names of placeholders that have a secret as their value
    for start, end in _in_prose(text) if prose else _in_lines(text, lines):
        start, end = _bare(text, start, end)
        if _PLACEHOLDER.fullmatch(text, start, end):
            inserted.update(name.group() for name in _NAME.finditer(text, start, end))
        elif start < end:
            found.add((start, end))
    inserted.difference_update(_GENERAL)
    if inserted and not prose:
        spans = [
            _bare(text, *match.span("s")) for match in _ASSIGNMENT.finditer(text) if match[1] in inserted
        ]
        found.update(span for span in spans if span[0] < span[1] and not _PLACEHOLDER.fullmatch(text, *span))
    # other occurrences, for instance in a comment
    values = {text[start:end] for start, end in found}
    telling = set(filter(is_telling, values))
    if telling:
        from mqtune.masking.word_set import WordSet  # few texts have a secret

        found.update(WordSet(telling).stretches(text))
    return sorted(found)


def is_telling(value: str) -> bool:
    """Whether a secret is masked wherever it appears: a plain word may be only a word."""
    return TELLING <= len(value) <= MOST_TELLING and not value.isalpha()


def _folded(text: str) -> tuple[bytes, bytes]:
    """A text as bytes, and the same in lower case, without some signs and with + in place of -."""
    if not text.isascii():
        text = text.lower()  # a non-ASCII character may be the upper case of an ASCII letter
    raw = text.encode("utf-8", "surrogatepass")
    return raw, raw.translate(_LOWER, _LEFT_OUT)


def _marks_in(raw: bytes, folded: bytes) -> list[bytes]:
    """The letters that may belong to a secret, as they are in a folded text without signs."""
    plain = folded.replace(b"+", b"")
    found: list[bytes] = []
    for signs, groups in MARKS:
        if any(sign in raw for sign in signs):
            for part, marks in groups:
                if part in plain:
                    found += [mark for mark in marks if mark in plain]
    return found


def _marked(lines: Collection[str]) -> Iterator[str]:
    """Those of some lines that may contain a secret, or the beginning of a word that the next line ends."""
    every = list(lines)
    raw, folded = _folded("\n".join(every))
    rows = zip(every, folded.split(b"\n"), strict=False)
    yield from (line for line, row in rows if row[-2:-1].isalpha() and row.endswith(_BEGUN))
    plain = folded.replace(b"+", b"")
    for mark in _marks_in(raw, folded):
        number = 0
        for before in plain.split(mark)[:-1]:
            number += before.count(b"\n")
            yield every[number]


def _in_prose(text: str) -> Iterable[Stretch]:
    if holds_none(text):
        return ()
    from mqtune.masking.values import secrets_in  # most texts do not need it

    return secrets_in(text, len(text), True)


def _in_lines(text: str, lines: Collection[str] | None) -> Iterator[Stretch]:
    """The ranges of the secrets, perhaps with blanks and quotation marks around them."""
    every = text.split("\n")
    marked = {*_marked(dict.fromkeys(every) if lines is None else lines)}
    if not marked:
        return
    from mqtune.masking.values import secrets_in  # most files do not need it

    marked = {line for line in marked if not _is_closed(line) or secrets_in(line, len(line), False)}
    marked |= {f"{line}\r" for line in marked} if "\r" in text else set()
    starts = [0, *accumulate(len(line) + 1 for line in every)]
    last = -1
    for number, line in enumerate(every):
        if line in marked:
            if number > last:
                spans, last = _in_unit(every, number, starts[number])
                yield from spans
            if ":" in line:
                yield from _in_block(every, number, starts[number])
                yield from _in_manifest(every, number, starts[number])
            if "-----BEGIN" in line:
                for key in _KEY.finditer(line):
                    yield from _in_key(text, starts[number] + key.end())
    low = "\n".join(marked).lower()
    if any(mark in low for mark in MARKS_OF_INPUT):
        from mqtune.masking.standard_input import passwords_on_input  # few texts are such scripts

        yield from passwords_on_input(text)


def _is_closed(line: str) -> bool:
    """Whether the meaning of a line certainly does not depend on the next one."""
    ends = line.rstrip(" \t\r+-").endswith(")")
    return ends and line.count("'") % 2 == 0 and line.count("(") <= line.count(")")


def _in_unit(every: list[str], number: int, offset: int) -> tuple[list[Stretch], int]:
    """The secrets in a line with those that continue it, as offsets in the text, and the last of these lines.

    The next line is read too, since it may contain the value after a name.
    """
    from mqtune.masking.values import secrets_in  # most files do not need it

    unit = sign = ""
    starts, places = [], []  # of the pieces, in the unit and in the text
    most = len(every[number]) + MOST_CHARACTERS
    for index in range(number, min(len(every), number + MOST_JOINED)):
        line = every[index]
        if not (sign in ("+", "-") and line.startswith("*")):
            plain = line.rstrip(" \t\r")
            blank = len(plain) - len(plain.lstrip(" \t")) if sign == "+" else 0
            sign = plain[-1:] if plain.endswith(("+", "-", "\\")) else ""
            starts.append(len(unit))
            places.append(offset + blank)
            unit += plain[blank : len(plain) - len(sign)]
        offset += len(line) + 1
        closed = _is_closed(unit)
        if not sign or closed or len(unit) > most:
            break
    size = len(unit)
    if not closed and index + 1 < len(every):
        starts.append(size)
        places.append(offset - 1)
        unit += f"\n{every[index + 1]}"

    def place(at: int) -> int:
        piece = bisect_right(starts, at) - 1
        return places[piece] + at - starts[piece]

    return [(place(start), place(end - 1) + 1) for start, end in secrets_in(unit, size, False)], index


def _in_block(every: list[str], number: int, offset: int) -> Iterator[Stretch]:
    """The lines of a value of several lines in YAML, if its key is one for a secret."""
    head = _BLOCK.fullmatch(every[number])
    if head is None or not kind_of_name(head[2]):
        return
    for index in range(number + 1, len(every)):
        offset += len(every[index - 1]) + 1
        line = every[index]
        indent = len(line) - len(line.lstrip())
        if line.strip():
            if indent <= len(head[1]):
                return
            yield offset + indent, offset + len(line)


def _in_manifest(every: list[str], number: int, offset: int) -> Iterator[Stretch]:
    """The values in the data of a Kubernetes Secret that are on the line of their key."""
    head = _MANIFEST.fullmatch(every[number])
    indent = 0
    for index in range(number + 1, len(every) if head else 0):
        offset += len(every[index - 1]) + 1
        line = every[index]
        size = len(line) - len(line.lstrip())
        if head and line.strip() and size <= len(head[1]):
            return
        indent = indent or size
        item = _ITEM.match(line) if size == indent else None
        if item is not None:
            yield offset + item.start("s"), offset + item.end("s")


def _in_key(text: str, start: int) -> Iterator[Stretch]:
    """The lines of a private key, up to its end or, without one, as far as they may belong to it."""
    following = text.find("-----BEGIN", start)
    end = text.find("-----END", start, following if following >= 0 else len(text))
    at = start
    for line in text[start : end if end >= 0 else following if following >= 0 else len(text)].split("\n"):
        if end < 0 and not _KEY_LINE.fullmatch(line):
            return
        yield at, at + len(line)
        at += len(line) + 1


def _bare(text: str, start: int, end: int) -> Stretch:
    """The value without blanks and quotation marks around it."""
    value = text[start:end].rstrip(" \t\r\n'\",;")
    return start + len(value) - len(value.lstrip(" \t\r\n'\"")), start + len(value)


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Ranges in order, with overlapping ones merged."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def masked(text: str, prose: bool = False) -> str:
    """The text with every secret masked, in the same number of lines."""
    return with_covers(text, find_secrets(text, prose))


def with_covers(text: str, spans: Iterable[Stretch]) -> str:
    """A text with asterisks in place of some ranges, in the same number of lines."""
    pieces = []
    done = 0
    for start, end in joined(spans):
        pieces += [text[done:start], "\n".join([COVER] * (text.count("\n", start, end) + 1))]
        done = end
    return "".join([*pieces, text[done:]])


class Covered(str):
    """A text with its secrets masked, or without any: nothing else has to be masked in it."""

    __slots__ = ()


@lru_cache(MOST_REMEMBERED)
def covered_value(keyword: str, value: str) -> str:
    """The value of an attribute with its secrets masked: all of it if the attribute is secret."""
    if not value.strip("* "):
        return value
    if holds_secret(keyword):
        return COVER
    kind = free_text(keyword)
    if not kind and holds_none(value):
        return value
    from mqtune.masking.values import secret_parts  # few values get here

    parts = secret_parts(kind, value, 0, len(value)) if kind else ()
    spans = [span for span in parts if not _PLACEHOLDER.fullmatch(value, *span)]
    return with_covers(value, [*spans, *find_secrets(value)])
