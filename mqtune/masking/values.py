"""Finds the secrets in one line of any text: after words, options and commands, and by their form.

The words and forms are data: `grammars/catalogue/secrets.toml`. A false match hides something, a missing one
shows a secret, so that a doubtful value is secret. No pattern takes more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from mqtune.language._tables_secrets import ENDINGS, FORMS, KEYS, LEFT_OF_SLIPS, MQSC, NAMES, SIMILAR
from mqtune.language.secrets import (
    KEY_FILE,
    SECRET,
    free_text,
    holds_secret,
    kind_of_name,
)
from mqtune.masking.marks import marks_in
from mqtune.masking.word_set import Stretch
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import MOST_CHANGES, distance

LONGEST_SLIP = 20
FOLDERS = ("PWD", "OLDPWD")  # of a shell, if the value is a path
MOST_NESTED = 20  # secret words inside of the value of another one that are examined
LONGEST_START = 200  # characters before the first word of a line
MOST_GAPS = 3

_NAME = lazy_pattern(r"(?<!-)-*\w+(?:[.-]+\w+)*")
# a string may contain `)` and `''`, and an unclosed string ends with its line
_IN_PARENTHESES = lazy_pattern(r"\s*\(\s*(?P<s>'(?:''|[^'\n])*'?[^)\n]*|[^)\n]*)")
_TEXT = r"''[^'\n]++'?'?|\\*\"(?>(?:\\.|[^\"\\\n])*)\"?|'(?>(?:''|[^'\n])*)'?"
# `&` ends a word in an address only; alternatives in a repetition would be slow
_WORD = r"(?!&\w+=)[^\s'\";<>](?>(?:[^\s'\";&<>]++|&(?!\w+=))*)"
# what ends a value; a value that anything else follows directly is not well formed
_END = r"(?=[\"'`]*+(?:[\s,;)}\]<>&|]|/>|\\[nrt\"]|\Z))"
_SIGN = r"\\*[\"']?\]?[ \t]*(?:[:=]{1,2}>?)[ \t]*"
_PARAMETER = lazy_pattern(
    r"\s*\(\s*(?![^)\n]*%[-\d.]*[sb])(?P<s>'(?>(?:''|[^'\n])*)'|[^()'\n]*+)\s*\)(?![)\"'`]*+[^\s\"'`,;)}\]<>&|.:\\])"
)
_COMPARED = lazy_pattern(r"['\"]?[ \t]+(?:EQ|NE|[LG][TEK]|NL|CTG?|EXG?)[ \t]+(?P<s>[^\n]+)", re.IGNORECASE)
_TO_END = lazy_pattern(rf"{_SIGN}(?P<s>(?>{_TEXT}){_END}|[^\s'\"][^\r\n]*)")
_TO_BLANK = lazy_pattern(rf"{_SIGN}(?P<s>(?>{_TEXT}|{_WORD}){_END})")
# names and values as in the environment of a container, and in XML
_PAIRED = lazy_pattern(
    rf"[\"']?(?:[ \t,]*(?:\s*\n)[ \t-]*|[ \t,]+)[\"']?\w{{0,30}}value{_SIGN}(?P<s>{_TEXT}|[^\s'\"<>]+)",
    re.IGNORECASE,
)
_ELEMENT = lazy_pattern(r"[\"']?>(?P<s>[^<>\n]+)</")
_OPTION = lazy_pattern(
    rf"[\"']?(?:,?[ \t]+|,|,?[ \t]*\r?\n[ \t]*-?[ \t]*)(?P<s>(?>{_TEXT}|(?!-)[^\s;|<>\"')]+){_END})"
)
# a value without parentheses or sign: quoted anywhere, unquoted after the first word of a line, in a command
_QUOTED = lazy_pattern(r"[ \t]+(?P<s>'[^'\n]*'?[^\s),;]*)")
_BARE = lazy_pattern(r"[ \t]+(?P<s>[^\s=:(][^\r\n]*)")
_BARE_IN_COMMENT = lazy_pattern(r"[ \t]*(?P<s>(?=[A-Za-z.,:;/'-]*[^A-Za-z\s.,:;()/'-])[^\s=:()]\S*)")
_IN_COMMAND = lazy_pattern(r"\s*(?![\"'`]*+[,.;})\]]*+(?:\s|\Z))(?P<s>[^\s()=:}%][^\n]*)")
_ALONE = lazy_pattern(rf"{_SIGN}\r?\n\s*(?P<s>[^\s=:()]+)[ \t\r]*(?=\n|\Z)")
# what begins a value of any form, which ends with the command if it is not well formed
_OPENS = {
    kind: lazy_pattern(rf"{_SIGN}(?![/?]){opens}")
    for kind, opens in ((SECRET, r"|\s*\("), ("", r"|\s*\(\s*'"))
}
_OPENS_OPTION = lazy_pattern(rf"{_SIGN}|[\"']?[ \t,]+(?![-\s;|<>)])")
_QUOTE = lazy_pattern(r"\s*\(\s*'")
_STRING = lazy_pattern(r"\([ \t]*'(?:[^']|'')*\Z")
_ALTERS = lazy_pattern(r"\s*(?:def(?:ine)?|alt(?:er)?)[ \t].*\)", re.IGNORECASE)
_DISPLAY = lazy_pattern(r"\bdis(?:play)?\b", re.IGNORECASE)
_SURE = {*MQSC, *KEYS} - {*ENDINGS}  # no words of a sentence
# unlike words of a sentence, the last part of a word with gaps is followed by a value
_TO_VALUE = lazy_pattern(r"\(|[ \t]*\(?[ \t]*'|[ \t]*=")
_IN_PROSE = lazy_pattern(
    rf"[ \t]*=[ \t]*(?P<s>(?:{_TEXT})[^\s,;)]*+|(?!\$\(|`){_WORD})|\"[ \t]*:[ \t]*(?P<q>{_TEXT}|[^\s'\",}}]+)"
    r"|:[ \t]*(?P<w>(?=[a-z]*[^a-z\s])[^\s'\";&<>()`]{4,})"
)
_FIRST = frozenset(("", "export", "set", "env", "local", "declare", "readonly", "setx"))
# what is after a word of the second kind, and not secret: a path, a short number, a truth value, a structure
_HARMLESS = lazy_pattern(
    r"(?:\.{0,2}/|~|[a-z]:[\\/]|\{(?!\{)|\[).*|\d{1,3}|(?:true|false|yes|no|none|null|on|off|enabled|disabled)\W*"
    r"|(?:optional|required)",
    re.IGNORECASE,
)
_RESOURCE = lazy_pattern(r"[a-z]+(?:[.-][a-z]+)*")
_OF_PASSWORD = lazy_pattern(r"[a-z]+(?:[.-][a-z]+\d{0,3})+")  # passwordSecret: mq-pw1
_ENCODED = lazy_pattern(r"[\w+/=]{16,}")

_PIECE = r"[^\s,;'\"()]"
_PLAIN_PIECE = lazy_pattern(
    r"(?:\.{0,2}[/~]|[A-Za-z]:\\).*|-\w|&|\d+[A-Za-z]?|\w+\.\w{1,5}|[\w+]*\+[A-Z_]+\+.*|QM[A-Z\d]{0,6}"
    r"|[A-Z][A-Z0-9]*(?:[._][A-Z0-9]+)+"  # as names of objects are
)
_PLAIN_SETTING = lazy_pattern(r"(?:\.{0,2}[/~]|[A-Za-z]:\\).*|\d+[A-Za-z]{0,2}|[A-Za-z]*|[\w-]+(?:\.[\w-]+)+")
_OF_PROGRAM = lazy_pattern(
    r"(?:(?<=[\s'\"(])|^)-(?:[pP][ \t]+|u[ \t]*[^\s:/'\"]+[:/])"
    r"(?P<s>''[^'\n]+''|'[^'\n]+'|\"[^\"\n]+\"|[^\s'\")-][^\s'\")]*)"
)
_LIKE_NO_PASSWORD = lazy_pattern(
    r"(?!(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])(?=[^!#$%^*?~&]*[!#$%^*?~&])[^/\\=:+({]{6,}\Z).*"
)
# the parts of a value that may be secret, each unless one of the other patterns matches it
_PARTS: dict[str, list[tuple[re.Pattern[str], ...]]] = {
    "address": [(lazy_pattern(r"(?<![^\s,;'\"()/])(?P<s>[^\s,;'\"()/]+)@"),)],
    "arguments": [
        (_OF_PROGRAM, _HARMLESS, _PLAIN_PIECE),
        (lazy_pattern(rf"(?P<s>{_PIECE}+)"), _LIKE_NO_PASSWORD),
    ],
    "exit": [
        (lazy_pattern(rf"(?<!{_PIECE})[^\s,;'\"()=]*=(?P<s>{_PIECE}*)"), _PLAIN_SETTING),
        (lazy_pattern(rf"(?<!{_PIECE})(?P<s>[^\s,;'\"()=]+)(?!{_PIECE})"), _PLAIN_PIECE),
    ],
}


def secrets_in(line: str, size: int, whole: int, prose: bool) -> set[Stretch]:
    """The ranges of the secrets after words in the first `size` characters of a text: a line, perhaps with
    the next ones. The first `whole` characters belong together.

    In prose, `password: x` counts only if x is not a word: "a password: in plain text" is a sentence.
    """
    found = set(_by_form(line[:size]))
    reach = inside = read = again = 0
    for name, start, end, kind in _names(line, size):
        inside = inside + 1 if end < reach else 0
        again = again + (not kind) if end < read else 0
        if inside > (MOST_NESTED if kind else 0) or again > MOST_NESTED:
            continue  # it is masked already, and searching again would take quadratic time
        if kind:
            span = _value(line, name, start, end, kind, whole, prose)
            spans = [span] if span is not None else []
        else:
            match = _IN_PARENTHESES.match(line, end)
            read = match.end() if match is not None else read
            spans = [*secret_parts(free_text(name), line, *match.span("s"))] if match is not None else []
        found.update(spans)
        reach = max([reach, *(last for _, last in spans)])
    return {(start, end) for start, end in found if line[start:end].strip(" \t\r\n'\"")}


def _names(line: str, size: int) -> Iterator[tuple[str, int, int, str]]:
    """The names with secret values, with start, end and kind; the kind is "" if only a part is secret."""
    before: list[tuple[str, int]] = []
    last = 0
    for match in _NAME.finditer(line, 0, size):
        name, (start, end) = match.group(), match.span()
        kind = _kind(name)
        if line[last:start].strip():
            before.clear()
        last = end
        before.append((name, start))
        del before[: -MOST_GAPS - 1]
        if kind or free_text(name):
            yield name, start, end, kind
        elif len(before) > 1 and _TO_VALUE.match(line, end):
            for number in range(len(before) - 2, -1, -1):
                if holds_secret("".join(part for part, _ in before[number:])):
                    yield name, before[number][1], end, SECRET
                    break


@lru_cache(maxsize=4096)
def _kind(name: str) -> str:
    """The kind of secret after a name, which may be misspelt."""
    kind = kind_of_name(name)
    if kind or len(name) > LONGEST_SLIP:
        return kind
    low = name.lower()
    if not any(part in low for part in LEFT_OF_SLIPS):
        return ""
    changes = min(distance(low, word) for word in MQSC)
    is_slip = changes <= MOST_CHANGES and all(changes < distance(low, word) for word in SIMILAR)
    return SECRET if is_slip else ""


def _value(line: str, name: str, start: int, end: int, kind: str, whole: int, prose: bool) -> Stretch | None:
    """The value after a name: up to the end of the command if it has none of the usual forms."""
    if line[start - 1 : start] == "$" and line[end : end + 1] == ":":
        return None  # what follows a variable, as in "$PWD:/work"
    is_option = name.startswith("-")
    span = None
    for pattern in _patterns(line, name, start, end, kind, prose):
        match = pattern.match(line, end)
        if match is not None:
            span = match.span(match.lastgroup or "s")
            break
    else:
        opens = _OPENS_OPTION if is_option else _OPENS[kind if kind == SECRET else ""]
        match = opens.match(line, end) if not prose else None
        if match is not None:
            span = match.end(), whole
    return span if span is not None and _is_secret_value(name, line[slice(*span)], kind) else None


def _patterns(
    line: str, name: str, start: int, end: int, kind: str, prose: bool
) -> Iterator[re.Pattern[str]]:
    """The forms of a value after a name."""
    is_option = name.startswith("-")
    if kind == SECRET or _QUOTE.match(line, end):
        yield _IN_PARENTHESES if prose else _PARAMETER
    if kind == SECRET:
        yield _COMPARED
    if prose:
        yield _IN_PROSE
    else:
        before = line[: min(start, LONGEST_START)].strip(" \t-\"'")
        is_first = not is_option and start < LONGEST_START and before.strip("*# \t").lower() in _FIRST
        yield _TO_END if is_first else _TO_BLANK
        yield _PAIRED
        yield _ELEMENT
        if kind == SECRET and not is_option:
            yield _QUOTED
            yield _ALONE
            in_comment = before.startswith(("*", "#"))
            if is_first or _is_keyword(line[max(0, start - LONGEST_START) : start], name.lower() in _SURE):
                yield _BARE_IN_COMMENT if in_comment else _BARE if is_first else _IN_COMMAND
    if is_option:
        yield _OPTION


def _is_keyword(before: str, is_sure: bool) -> bool:
    """Whether a word after such a text is a keyword of a command, not a value, name or word of a sentence."""
    opened = before.count("(")
    is_apart = opened <= before.count(")") and not before.endswith(("'", '"', "`"))
    is_apart = is_apart and not _STRING.search(before) and not _DISPLAY.search(before)
    is_condition = before.rstrip(" '\"").lower().endswith("where(")
    is_after = is_sure or before.rstrip().endswith(")") or _ALTERS.match(before) is not None
    return is_condition or (is_apart and is_after)


def _is_secret_value(name: str, value: str, kind: str) -> bool:
    """Whether the value after a name that usually has secret ones is secret."""
    plain = value.strip("\"' \t,;")
    if kind == SECRET:
        return not (name in FOLDERS and plain.startswith("/"))
    if kind == KEY_FILE:
        return _ENCODED.fullmatch(plain) is not None
    if _HARMLESS.fullmatch(plain):
        return False
    low = name.lower().lstrip("-")
    if holds_secret(low.removesuffix("secret")):
        return not _OF_PASSWORD.fullmatch(plain)
    return not (low in NAMES and _RESOURCE.fullmatch(plain))


def _by_form(line: str) -> Iterator[Stretch]:
    """The secrets that their form, or the command around them, identifies."""
    low = line.lower()
    for number in {number for mark in marks_in(line) for number in _FORMS_OF.get(mark, ())}:
        pattern, also = _FORMS[number]
        if also in low:
            yield from (match.span(match.lastindex or 0) for match in pattern.finditer(line))


_FORMS = [(lazy_pattern(pattern, re.IGNORECASE), also) for pattern, _, also in FORMS]
_FORMS_OF: dict[str, list[int]] = {}  # by the letters in a text with one
for _number, (_, _marks, _) in enumerate(FORMS):
    for _mark in _marks:
        _FORMS_OF.setdefault(_mark, []).append(_number)


def secret_parts(kind: str, text: str, start: int, end: int) -> Iterator[Stretch]:
    """The secret parts of a value for an exit or a program, or of an address."""
    for pattern, *plain in _PARTS[kind] if text[start:end].strip(" '") else ():
        for match in pattern.finditer(text, start, end):
            if not any(harmless.fullmatch(match["s"]) for harmless in plain):
                yield match.span("s")
