"""Masks passwords and keys in any text that is shown: files, values of attributes, messages.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. `marks.py` selects the lines that may contain a secret; this module joins lines that belong together
and finds values of several lines; `values.py` finds the secrets in a line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, islice

from mqtune.language._tables_secrets import INPUT, MARKS_OF_INPUT, TEXTS
from mqtune.language.secret_marks import (
    MOST_REMEMBERED,
    Stretch,
    WordSet,
    marked_lines,
    marks_in,
    unescaped,
    with_covers,
)
from mqtune.language.secret_values import (
    SECRET,
    SEVERAL,
    holds_secret,
    is_fact,
    is_plain,
    kind_of_name,
    secrets_below,
    secrets_in,
)
from mqtune.text.messages import COVER
from mqtune.text.patterns import lazy_pattern

# a value this long is considered secret wherever it appears; a longer one is not a password
TELLING, MOST_TELLING = 6, 2000
MOST_CHARACTERS = 4000  # after the first line of those that are joined
REACH = 2000  # characters before a command that may print what it reads
MOST_FOLLOWING = 20  # lines after those that may contain the rest of a value

_TEXTS = {name: lazy_pattern(pattern) for name, pattern in TEXTS.items()}
_NAME = lazy_pattern(r"[A-Za-z_]\w*(?=\W*$)")
_GENERAL = ("data", "default", "item", "key", "name", "value")  # names of much else
_ASSIGNMENT = lazy_pattern(
    r"(?<![\w$.{-])(\w+)[\"']?[ \t]*[:=][ \t]*(?P<s>\"[^\"\n]*+\"?|'[^'\n]*+'?|[^\s'\";&]+)"
)
_BLOCK = lazy_pattern(
    r"([ \t]*(?:-[ \t]+)*)[\"']?([\w.-]+)[\"']?[ \t]*:(?:[ \t]*([|>])[-+\d]*[ \t]*(?:#.*)?\r?$|[ \t\r]|$)"
)
_LINE = lazy_pattern(r"(?m)^([ \t]*+)(?=(- )?)(?P<s>[^\r\n][^\n]*)")
_NEXT = lazy_pattern(r"\n[^\n]*")
_ROW = lazy_pattern(r"[^\n]+")
# a Kubernetes Secret may have any key; what is a file there is searched as any other text
MANIFEST = "stringData"
_ITEM = lazy_pattern(
    r"[ \t]*(?:-[ \t]+)*(?:[\"']?([\w.-]+)[\"']?[ \t]*:[ \t]+|(?<=-[ \t]))(?P<s>[^|>\s][^\r\n]*)"
)
# a value in braces or brackets, with its key if it has one
_PAIR = lazy_pattern(
    r"(?:(?<![\w.-])([\w.-]++)[\"']?\s*+:\s*+|(?<=[\[,])\s*+(?![\"']?[\w.-]++[\"']?\s*+:))"
    r"(?P<s>\"(?>(?:\\.|[^\"\\\n])*)\"|'[^'\n]*'|[^\s\"'{}\[\],][^{}\[\],\n]*)"
)
# the end of a line, with the sign that continues it and the comments that are in between
_JOINT = lazy_pattern(
    r"(\+[ \t\r]*\n(?:[ \t]*\*[^\n]*\n)*[ \t]*|-[ \t\r]*\n(?:[ \t]*\*[^\n]*\n)*|\\[ \t\r]*\n)|\n"
)
_COMMAND = lazy_pattern(r"\s*(?:def|alt|set|dis|del)[a-z]*[ \t]", re.IGNORECASE)
# no key begins inside of another one, which would be searched again and again
_KEY_OF_VALUE = lazy_pattern(
    r"(?<![^\"'\s,{}\[\]:])(?<!\\[^\w\\])[\"']?((?>(?:\\.|[^\"'\\\s,{}\[\]:])+))[\"']?\s*+:\s*+"
)
_JSON_SCALAR = lazy_pattern(r"\s*+(?:\"(?>(?:\\.|[^\"\\\n])*)\"|true|false|null|[\d.eE+-]++)(?=\s*+[,}\]])")
_JSON_SIGN = lazy_pattern(r"\"(?>(?:\\.|[^\"\\\n])*)\"|'[^'\n]*'|[\"'{}\[\]]")
_DEPTH = {"{": 1, "[": 1, "}": -1, "]": -1, "'": 10**9, '"': 10**9}  # a string that is not closed never ends
# commands that read a password, such as `runmqsc -u`
_READS = lazy_pattern(INPUT, re.IGNORECASE)


def find_secrets(text: str, prose: bool = False, distinct: Sequence[str] | None = None) -> list[Stretch]:
    """The ranges (offsets) of all secret values, in order, without the quotation marks around them.

    Prose is what explains: "a password: in plain text" is a sentence there. `distinct` are the different
    lines of the text, if they are known: to split a large text takes longer than to search it.
    """
    if (prose or "\n" not in text) and not marks_in(text):
        return []
    stretches: set[Stretch] = set()
    inserted: set[str] = set()  # the names of placeholders that have a secret as their value
    spans = secrets_in(text, len(text), len(text), True) if prose else _in_lines(text, distinct)
    for start, end in chain(spans, _in_keys(text), _assigned(text, inserted)):
        start, end = _bare(text, start, end)
        if is_plain(text[start:end], ("placeholder",)):
            inserted.update(name.group() for name in _NAME.finditer(text, start, end))
        elif start < end:
            stretches.add((start, end))
    if stretches:  # other occurrences, for instance in a comment
        stretches.update(telling({text[start:end] for start, end in stretches}).stretches(text))
    return sorted(stretches)


def telling(secrets: Iterable[str]) -> WordSet:
    """The secrets that are masked wherever they appear, as in a name: a plain word may be only a word."""
    return WordSet(word for word in secrets if TELLING <= len(word) <= MOST_TELLING and not word.isalpha())


def _assigned(text: str, names: set[str]) -> Iterator[Stretch]:
    """What is assigned to some names, and to those that are added."""
    for match in _ASSIGNMENT.finditer(text) if names.difference(_GENERAL) else ():
        if match[1] in names and match[1] not in _GENERAL:
            yield match.span("s")


def _in_lines(text: str, distinct: Sequence[str] | None) -> Iterator[Stretch]:
    """The ranges of the secrets, perhaps with blanks and quotation marks around them."""
    every = text.split("\n") if distinct is None else []
    lines = marked_lines([*dict.fromkeys(every)] if distinct is None else distinct)
    marked = {line for line in lines if not _is_closed(line) or secrets_in(line, len(line), len(line))}
    if not marked:
        return
    every = every or text.split("\n")
    starts = accumulate((len(line) + 1 for line in every), initial=0)
    places = [
        (start, start + len(line)) for start, line in zip(starts, every, strict=False) if line in marked
    ]
    is_secret = "Secret" in text and _TEXTS["kubernetes-secret"].search(text) is not None
    manifest = (MANIFEST, "data") if is_secret else (MANIFEST,)
    read = 0
    for start, end in places:
        if end > read:
            spans, read = _in_unit(text, start, end)
            yield from spans
            yield from _on_input(text, start, read)
        yield from _in_block(text, start, end, manifest)
    yield from _in_braces(text, places, manifest)


def _in_braces(text: str, lines: Iterable[Stretch], manifest: tuple[str, ...]) -> Iterator[Stretch]:
    """The values of the keys on some lines, in JSON or in braces: all of a secret, or some of several."""
    is_json = text[:100].lstrip("\ufeff \t\r\n").startswith(("{", "["))
    done = 0
    for start, end in lines:
        for key in (
            _KEY_OF_VALUE.finditer(text, start, end) if start >= done and ":" in text[start:end] else ()
        ):
            at, name = key.end(), unescaped(key[1])
            sign = text[at : at + 1]
            if key.start() < done or not (is_json or sign in ("{", "[")):
                continue
            kind = SECRET if sign == "{" and name in manifest else kind_of_name(name)
            if kind in (SECRET, SEVERAL):
                is_long = is_json and name not in manifest  # such an object may be a block of YAML, too
                done = _end_of_json(text, at, len(text) if is_long else end)
                if kind == SEVERAL:
                    yield from secrets_below(name, _PAIR.finditer(text, at, done))
                elif is_long or text[done - 1] == "}":
                    yield at, done


def _on_input(text: str, start: int, end: int) -> Iterator[Stretch]:
    """What a command may read as the first line of its input: of all that its paragraph prints."""
    low = text[start:end].lower()
    if not any(map(low.__contains__, MARKS_OF_INPUT)) or not _READS.search(low):
        return
    reach = max(0, start - REACH)
    while start > reach and text.endswith(("\\\n", "\\\r\n"), 0, start):
        start = text.rfind("\n", 0, start - 1) + 1
    for printed in _TEXTS["printed"].finditer(text, max(reach, text.rfind("\n\n", reach, start)), end):
        yield printed.start(1), printed.start(1) + len(printed[1].split("\\n")[0])
    if "<<" in text[start:end].replace("<<<", ""):  # a here-document
        yield end + 1, text.find("\n", end + 1) % (len(text) + 1)


def _end_of_json(text: str, start: int, end: int) -> int:
    """The end of a value: of a well-formed one, or of the object or list that contains it."""
    scalar = _JSON_SCALAR.match(text, start, end)
    if scalar is not None:
        return scalar.end()
    depth = 0
    for sign in _JSON_SIGN.finditer(text, start, end):
        depth += _DEPTH.get(sign.group(), 0)
        if depth < 0 or (depth == 0 and text[start] in "{["):
            return sign.end()
    return end


def _is_closed(line: str) -> bool:
    """Whether the meaning of a line certainly does not depend on the next one."""
    ends = line.rstrip(" \t\r+-").endswith(")")
    return ends and line.count("'") % 2 == 0 and line.count("(") <= line.count(")")


def _in_unit(text: str, start: int, end: int) -> tuple[list[Stretch], int]:
    """The secrets in a line with those that continue it, as offsets in the text, and the end of these lines.

    The next line is read too, since it may contain the value after a name.
    """
    unit, starts, places = "", [0], [start]  # of the pieces, in the unit and in the text
    most = end - start + MOST_CHARACTERS
    end = min(start + most, len(text))
    for joint in _JOINT.finditer(text, start, end):
        unit += text[places[-1] : joint.start()]
        if joint[1] is None or _is_closed(unit):
            end = joint.start()
            break
        starts.append(len(unit))
        places.append(joint.end())
    else:
        unit += text[places[-1] : end]
    size = len(unit)
    sign = ")" if unit.count("(") > unit.count(")") else "'" if unit.count("'") % 2 else '"'
    is_open = (sign == ")" or unit.count(sign) % 2) and not unit.lstrip().startswith(("*", "#"))
    for line in islice(_NEXT.finditer(text, end), MOST_FOLLOWING) if not _is_closed(unit) else ():
        if len(unit) > most or (is_open and _COMMAND.match(line[0])):
            break
        unit += line[0]
        if sign in line[0] if is_open else line[0].strip():
            break

    def place(at: int) -> int:
        piece = bisect_right(starts, at) - 1
        return places[piece] + at - starts[piece]

    stretches = secrets_in(unit, size, len(unit) if is_open else size)
    return [(place(first), place(last - 1) + 1) for first, last in stretches], end


def _in_block(
    text: str, start: int, end: int, manifest: tuple[str, ...], kind: str = ""
) -> Iterator[Stretch]:
    """The values below a key in YAML: the lines of a secret, or those on the lines of keys."""
    head = _BLOCK.match(text, start, end)
    name = head[2] if head is not None else ""
    kind = kind or kind_of_name(name)
    is_value = kind == SECRET or (kind and head is not None and head[3])
    if head is None or not (is_value or kind == SEVERAL or name in manifest):
        return
    first = 0
    for line in _LINE.finditer(text, end + 1):
        indent, place = len(line[1]), line.span()
        if indent < len(head[1]) or (indent == len(head[1]) and not line[2]):
            return
        inner = _BLOCK.match(text, *place) if kind else None
        is_value = is_value and (first > 0 or head[3] or inner is None or "-" in inner[1])
        first = first or indent
        item = line if is_value else _ITEM.match(text, *place)
        if inner is not None and inner[3] and not is_value:
            yield from _in_block(text, *place, manifest, SECRET) if not is_fact(inner[2]) else ()
        elif item is not None and (is_value or name in manifest):
            yield from [item.span("s")] if is_value or indent == first else []
        elif item is not None:
            is_structure = item["s"].startswith(("{", "["))
            yield from secrets_below(name, _PAIR.finditer(text, *item.span("s")) if is_structure else [item])


def _in_keys(text: str) -> Iterator[Stretch]:
    """The lines of private keys."""
    for key in _TEXTS["private-key"].finditer(text) if "PRIVATE KEY" in text else ():
        yield from (line.span() for line in _ROW.finditer(text, *key.span(1)))


def _bare(text: str, start: int, end: int) -> Stretch:
    """The value without blanks and quotation marks around it."""
    value = text[start:end].rstrip(" \t\r\n'\",;")
    return start + len(value) - len(value.lstrip(" \t\r\n'\"")), start + len(value)


def masked(text: str, prose: bool = False) -> str:
    """The text with every secret masked, in the same number of lines."""
    stretches = find_secrets(text, prose)
    return with_covers(text, stretches) if stretches else text


class Covered(str):
    """A text with its secrets masked, or without any: nothing else has to be masked in it."""

    __slots__ = ()


@lru_cache(MOST_REMEMBERED)
def covered_value(keyword: str, value: str) -> str:
    """The value of an attribute or a key with its secrets masked, as they are in its command or file."""
    if not value.strip("* "):
        return value
    if holds_secret(keyword):
        return COVER
    before, after = (f"{keyword}('", "')") if keyword.isupper() else (f"{keyword}=", "")
    text = value.replace("'", "''") if after else value
    spans = [(first - len(before), last - len(before)) for first, last in find_secrets(before + text + after)]
    shown = with_covers(text, [span for span in spans if span[0] >= 0])
    return shown.replace("''", "'") if after else shown
