"""Masks passwords and keys in any text that is shown: files, values of attributes, messages.

Works on plain text, so that it also covers commented-out commands, templates and files that do not
parse. `lines.py` selects the lines to examine, `values.py` finds the secrets in a line; this
module joins lines that belong together, and finds keys and values of several lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from mqtune.language.secrets import free_text, holds_secret, kind_of_name
from mqtune.masking.lines import holds_none, suspicious
from mqtune.masking.standard_input import passwords_on_input, reads_password
from mqtune.masking.values import Stretch, secret_parts, secrets_in
from mqtune.masking.word_set import WordSet
from mqtune.text.patterns import lazy_pattern
from mqtune.text.printable import COVER

# a value this long is considered secret wherever it appears; a longer one is not a password
TELLING, MOST_TELLING = 6, 2000
MOST_REMEMBERED = 16_384  # thousands of objects have the same values
# lines, and characters after the first one, that are joined
MOST_JOINED, MOST_CHARACTERS = 200, 4000

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
_KEY = lazy_pattern(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----")
_KEY_LINE = lazy_pattern(r"[\s\"'#*|>+,-]*(?:[\w+/=]*|[\w-]+: [\w,-]+)[\s\"',\\+-]*")


def find_secrets(text: str, prose: bool = False, lines: Collection[str] | None = None) -> list[Stretch]:
    """The ranges (offsets) of all secret values, in order, without the quotation marks around them.

    Prose is what explains: "a password: in plain text" is a sentence there. `lines` are the distinct lines of
    the text, if they are known: they are searched in place of the text.
    """
    return search(text, prose, lines)[0]


def search(
    text: str, prose: bool = False, lines: Collection[str] | None = None, names: Iterable[str] = ()
) -> tuple[list[Stretch], set[str]]:
    """The secrets of a text, and the names of the placeholders that have a secret as their value.

    `names` are such names from other texts.
    """
    if prose:
        spans: Iterable[Stretch] = () if holds_none(text) else secrets_in(text, len(text), True)
    else:
        spans = _in_lines(text, lines)
    found: set[Stretch] = set()
    inserted = set(names)
    for start, end in spans:
        start, end = _bare(text, start, end)
        if _PLACEHOLDER.fullmatch(text, start, end):
            inserted.update(name.group() for name in _NAME.finditer(text, start, end))
        elif start < end:
            found.add((start, end))
    inserted.difference_update(_GENERAL)
    if inserted and not prose:
        found |= _assigned(text, inserted)
    # other occurrences, for instance in a comment; a plain word may be only a word
    values = {text[start:end] for start, end in found}
    telling = {value for value in values if TELLING <= len(value) <= MOST_TELLING and not value.isalpha()}
    if telling:
        found.update(WordSet(telling).stretches(text))
    return sorted(found), inserted


def _in_lines(text: str, lines: Collection[str] | None) -> Iterator[Stretch]:
    """The ranges of the secrets, perhaps with blanks and quotation marks around them."""
    marked = suspicious(dict.fromkeys(text.split("\n")) if lines is None else lines)
    closed = {line: secrets_in(line, len(line), False) for line in marked if _is_closed(line)}
    marked = {line for line in marked if closed.get(line, True)}
    if not marked:
        return
    if "\r" in text:
        marked |= {f"{line}\r" for line in marked}
        closed |= {f"{line}\r": spans for line, spans in closed.items()}
    every = text.split("\n")
    offset = done = 0
    last = -1
    for number in [number for number, line in enumerate(every) if line in marked]:
        offset += sum(map(len, every[done:number])) + number - done
        done, line = number, every[number]
        if line in closed:
            yield from ((offset + start, offset + end) for start, end in closed[line])
        else:
            if number > last:
                found, last = _in_unit(every, number, offset)
                yield from found
            yield from _in_block(every, number, offset)
            for key in _KEY.finditer(line):
                yield from _in_key(text, offset + key.end())
    if any(map(reads_password, marked)):
        yield from passwords_on_input(text)


def _is_closed(line: str) -> bool:
    """Whether the meaning of a line certainly does not depend on the next one."""
    ends = line.rstrip(" \t\r+-").endswith(")")
    return ends and line.count("'") % 2 == 0 and line.count("(") <= line.count(")")


def _in_unit(every: list[str], number: int, offset: int) -> tuple[list[Stretch], int]:
    """The secrets in a line with those that continue it, as offsets in the text, and the last of these lines.

    The next line is read too, since it may contain the value after a name.
    """
    pieces, starts, at = [], [], []
    size = 0
    last = min(len(every), number + MOST_JOINED) - 1
    sign = ""
    for index in range(number, last + 1):
        line = every[index]
        if not (sign in ("+", "-") and line.startswith("*")):
            start = len(line) - len(line.lstrip(" \t")) if sign == "+" else 0
            plain = line.rstrip(" \t\r")
            sign = plain[-1:] if plain.endswith(("+", "-", "\\")) else ""
            starts.append(size)
            at.append(offset + start)
            pieces.append(plain[start : len(plain) - len(sign)])
            size += len(pieces[-1])
            if not sign or size - len(pieces[0]) > MOST_CHARACTERS or _is_closed("".join(pieces)):
                ended = offset + len(line)
                break
        offset += len(line) + 1
        ended = offset - 1
    if index < len(every) - 1:
        starts.append(size)
        at.append(ended)
        pieces.append(f"\n{every[index + 1]}")
    found = []
    for start, end in secrets_in("".join(pieces), size, False):
        first, final = bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1
        found.append((at[first] + start - starts[first], at[final] + end - starts[final]))
    return found, index


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


def _assigned(text: str, names: set[str]) -> set[Stretch]:
    """The values that a text assigns to some names."""
    spans = (match.span("s") for match in _ASSIGNMENT.finditer(text) if match[1] in names)
    bare = {_bare(text, start, end) for start, end in spans}
    return {
        (start, end) for start, end in bare if start < end and not _PLACEHOLDER.fullmatch(text, start, end)
    }


def _bare(text: str, start: int, end: int) -> Stretch:
    """The value without blanks and quotation marks around it."""
    while start < end and text[start] in " \t\r\n'\"":
        start += 1
    while end > start and text[end - 1] in " \t\r\n'\",;":
        end -= 1
    return start, end


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
    return _covered(text, find_secrets(text, prose))


def _covered(text: str, secrets: Iterable[Stretch]) -> str:
    pieces = []
    done = 0
    for start, end in joined(secrets):
        pieces.append(text[done:start])
        pieces.append("\n".join(COVER for _ in text[start:end].split("\n")))
        done = end
    return "".join([*pieces, text[done:]])


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
    parts = secret_parts(kind, value, 0, len(value)) if kind else ()
    return _covered(value, {*_without_placeholders(value, parts), *find_secrets(value)})


def _without_placeholders(text: str, spans: Iterable[Stretch]) -> Iterator[Stretch]:
    return (span for span in spans if not _PLACEHOLDER.fullmatch(text, *span))
