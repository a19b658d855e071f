"""Names whose values are secret, and the secrets in a line of any text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mqtune.language import _tables_secrets as tables
from mqtune.language._tables_secrets import ENDINGS, FORMS, FORMS_OF, KEYS, MQSC, NAMES, SIMILAR, SLIPS
from mqtune.language.secret_marks import Stretch, marks_in
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import MOST_CHANGES, distance

# kinds of names: a secret in any notation, after a sign or as an option, several, the contents of a key file
SECRET, SECRET_IF_ASSIGNED, SEVERAL, KEY_FILE = "secret", "assigned", "several", "contents"
_ALONE = "pin"  # ends too many words
# what follows the word in PASSWORD_OLD, password2, db.password.prod and MQ_PASSWORD_QM1
_QUALIFIER = lazy_pattern(rf"[._-]?(?:\d{{1,4}}|{'|'.join(tables.QUALIFIERS)})\Z|[._-]qm\w*\Z")
_ROOT = lazy_pattern("|".join(tables.ROOTS))  # most names have none of them
_LAST = lazy_pattern(r"(?:[A-Z]?[a-z\d]+|[A-Z\d]+)\Z")
LONGEST_NAME = 200  # of those whose parts are examined


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of an MQSC keyword or a key of another file are secret."""
    plain = _letters(word)
    return plain in tables.MQSC or plain in tables.KEYS or plain.endswith(tables.ENDINGS)


@lru_cache(maxsize=4096)
def kind_of_name(name: str) -> str:
    """The kind of secret that a keyword, key, variable or option has as its value; "" for none."""
    low = name.lower()
    plain = _letters(name)
    may_be = _ROOT.search(plain) is not None
    if may_be and holds_secret(name):
        return SECRET
    if may_be and plain.endswith(tables.PLURALS) and not plain.endswith(tables.EXCEPT):
        return SEVERAL
    if may_be and plain.endswith(tables.ASSIGNED) and not plain.endswith(tables.EXCEPT):
        last = low.replace("_", ".").replace("-", ".").rpartition(".")[2]
        return "" if plain.endswith(_ALONE) and last != _ALONE else SECRET_IF_ASSIGNED
    if "." in name and low.rpartition(".")[2] in tables.CONTENTS:
        return KEY_FILE
    may_be = may_be and len(name) <= LONGEST_NAME
    qualifier = _QUALIFIER.search(low) if may_be else None
    if may_be and qualifier is None and name.isupper() != ("." in name):
        # a variable or a key; an object has a name in upper case with dots
        before = name.rpartition("." if "." in name else "_")[0]
        return SECRET_IF_ASSIGNED if not is_fact(name) and kind_of_name(before) else ""
    kind = kind_of_name(name[: qualifier.start()]) if qualifier else ""
    return kind if kind != KEY_FILE else ""


def is_fact(name: str) -> bool:
    """Whether the value after a name is a fact about a secret, such as where it is."""
    last = _LAST.search(name[-LONGEST_RUN:])
    return last is not None and last[0].lower().removesuffix("s") in tables.FACTS


def kind_of_path(names: Iterable[str]) -> str:
    """The kind of secret that a value below some keys is; the last one is its own."""
    *above, last = names
    return kind_of_name(last) or ("" if is_fact(last) else next(filter(None, map(kind_of_name, above)), ""))


def _letters(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "").replace(".", "").replace(" ", "").replace("\t", "")


def free_text(keyword: str) -> str:
    """Which part of an attribute may be secret: `exit`, `arguments` or `address`; "" for none."""
    return str(tables.DATA.get(keyword.upper(), ""))


# Finds the secrets in one line of any text: after words, options and commands, and by their form.
#
# The words and forms are data: `grammars/catalogue/secrets.toml`. A false match hides something, a missing
# one
# shows a secret, so that a doubtful value is secret. No pattern takes more than linear time.

LONGEST_SLIP = 10
FOLDERS = ("PWD", "OLDPWD")  # of a shell, if the value is a path
MOST_NESTED = 20  # secret words inside of the value of another one that are examined
LONGEST_START = 200  # characters before the first word of a line
LONGEST_RUN = 60  # of words that may be parts of one
IN_COMMANDS = ("exit", "arguments", "address")  # kinds of text of attributes, not of keys

_NAME = lazy_pattern(r"(?<!-)-*\w+(?:[.-]+\w+)*")
# a string may contain `)` and `''`, and an unclosed string ends with its line
_IN_PARENTHESES = lazy_pattern(r"\s*\(\s*(?P<s>'(?:''|[^'\n])*'?[^)\n]*|[^)\n]*)")
# what is between a name and its parenthesis, also in a string of JSON or YAML
_GAP = r"(?>(?:\s|[+-]?\\[nrt])*)"
_PARAMETER = lazy_pattern(
    _GAP + r"\(\s*(?![^)\n]*%[-\d.]*[sb])(?P<s>'(?>(?:''|[^'\n])*)'|[^()'\n]*+)"
    r"\s*\)(?![)\"'`]*+[^\s\"'`,;)}\]<>&|.:\\])"
)
_OPENED = lazy_pattern(_GAP + r"\(\s*('?)")
# what is between a name and its value, which may be alone on the next line
_SIGN = r"\\*[\"']?\]?[ \t]*[:=]{1,2}>?[ \t]*(?:\r?\n\s*(?=[^\s=:()]+[ \t\r]*(?:\n|\Z)))?"
_AFTER_NAME = lazy_pattern(_SIGN)
_AFTER_OPTION = lazy_pattern(rf"{_SIGN}|[\"']?(?:,?[ \t]+|,|,?[ \t]*\r?\n[ \t]*-?[ \t]*)(?![-\s;|<>)])")
# a string, a command or a word, and what may follow it; anything else is not well formed. `&` ends a word in
# an address only; alternatives in a repetition would be slow
_VALUE = lazy_pattern(
    r"(?>''[^'\n]++'?'?|\\*\"(?>(?:\\.|[^\"\\\n])*)\"?|'(?>(?:''|[^'\n])*)'?|\$\([^()\n]*\)|`[^`\n]+`"
    r"|(?!&\w+=)[^\s'\";<>`](?>(?:[^\s'\";&<>`)]++|&(?!\w+=)|\)(?![\s)]|\Z))*))"
    r"(?=[\"'`]*+(?:[\s,;)}\]<>&|]|/>|\\[nrt\"]|\Z))"
)
_NO_WORD = lazy_pattern(r"(?=[a-z]*[^a-z\s])[^\s'\";&<>()`]{4,}")
# names and values as in the environment of a container, and in XML
_PAIRED = lazy_pattern(
    r"[\"']?(?:[ \t,]*+(?:\s*\n)[ \t-]*|[ \t,]+)[\"']?\w{0,30}[vV]alue(?=[\"']?[ \t]*[:=])"
)
_ELEMENT = lazy_pattern(r"[\"']?>([^<>\n]+)</")
# a value without parentheses or sign: quoted anywhere, unquoted after the first word of a line, in a command
_QUOTED = lazy_pattern(r"[ \t]+'[^'\n]*'?[^\s),;]*")
_BARE = lazy_pattern(r"[ \t]+[^\s=:(][^\r\n]*")
_BARE_IN_COMMENT = lazy_pattern(r"[ \t]*(?=[A-Za-z.,:;/'-]*[^A-Za-z\s.,:;()/'-])[^\s=:()]\S*")
_IN_COMMAND = lazy_pattern(r"\s*(?![\"'`]*+[,.;})\]]*+(?:\s|\Z))[^\s()=:}%][^\n]*")
_COMPARED = lazy_pattern(r"['\"]?[ \t]+(?:EQ|NE|[LG][TEK]|NL|CTG?|EXG?)[ \t]+([^\n]+)", re.IGNORECASE)
_ALTERS = lazy_pattern(r"\s*(?:def(?:ine)?|alt(?:er)?)[ \t].*\)", re.IGNORECASE)
_DISPLAY = lazy_pattern(r"\bdis(?:play)?\b", re.IGNORECASE)
_WORDS = (*MQSC, *KEYS, *ENDINGS)
_SURE = {*MQSC, *KEYS} - {*ENDINGS}  # no words of a sentence
# unlike words of a sentence, the last part of a word with gaps is followed by a value
_TO_VALUE = lazy_pattern(r"\(|[ \t]*+(?:\(?[ \t]*+'|=)")
_FIRST = frozenset(("", "export", "set", "env", "local", "declare", "readonly", "setx"))
# what is after a word of the second kind, and not secret: a path, a short number, a truth value, a structure
_HARMLESS = lazy_pattern(
    r"(?:\.{0,2}/|~|[a-z]:[\\/]|\{(?!\{)|\[).*|\d{1,3}|(?:true|false|yes|no|none|null|on|off|enabled|disabled)\W*"
    r"|(?:optional|required)",
    re.IGNORECASE,
)
_RESOURCE = lazy_pattern(r"[a-z]+(?:[.-][a-z]+)*")
_WORDS_OR_NUMBER = lazy_pattern(r"\d+|[a-z]+(?:(?:[.-]|,? )[a-z]+\d{0,3})*")
_OF_PASSWORD = lazy_pattern(r"[a-z]+(?:[.-][a-z]+\d{0,3})+")  # passwordSecret: mq-pw1
_ENCODED = lazy_pattern(r"[\w+/=]{16,}")

_PIECE = r"[^\s,;'\"()]"
_PLAIN_PIECE = lazy_pattern(
    r"(?:\.{0,2}[/~]|[A-Za-z]:\\).*|-\w|&|\d+[A-Za-z]?|\w+\.\w{1,5}|[\w+]*\+[A-Z_]+\+.*|QM[A-Z\d]{0,6}"
    r"|[A-Z][A-Z0-9]*(?:[._][A-Z0-9]+)+"  # as names of objects are
)
_PLAIN_SETTING = lazy_pattern(r"(?:\.{0,2}[/~]|[A-Za-z]:\\).*|\d+[A-Za-z]{0,2}|[A-Za-z]*|[\w-]+(?:\.[\w-]+)+")
# -p and -w with a blank, or with a value that has letters of both cases and a digit: -port is another option
_OF_PROGRAM = lazy_pattern(
    r"(?:(?<=[\s'\"(])|^)-(?:[pPw](?:[ \t]+|(?=[^\s'\"(]*\d)(?=[^\s'\"(]*[A-Z])(?=[^\s'\"(]*[a-z]))"
    r"|u[ \t]*[^\s:/'\"]+[:/])"
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
        (lazy_pattern(rf"(?i:\b(?:{'|'.join(ENDINGS)}))[ \t]+(?P<s>{_PIECE}+)"), _HARMLESS, _RESOURCE),
        (lazy_pattern(r"(?<![\w./-])[\w.-]{1,60}/(?P<s>[^\s/@'\"]{1,200})@\w"),),
        (lazy_pattern(rf"(?P<s>{_PIECE}+)"), _LIKE_NO_PASSWORD),
    ],
    "database": [
        (lazy_pattern(r"\bAcc=P/[^\s/+]*/(?P<s>[^\s/+]+)"),),
        (lazy_pattern(r"(?<!\S)-P[ \t]*(?P<s>[^\s-]\S*)"),),
        (lazy_pattern(r"\A[\w.-]+,[\w.-]+,(?P<s>[^\s,=]+)"),),
    ],
    "exit": [
        (lazy_pattern(rf"(?<!{_PIECE})[^\s,;'\"()=]*=(?P<s>{_PIECE}*)"), _PLAIN_SETTING),
        (lazy_pattern(rf"(?<!{_PIECE})(?P<s>[^\s,;'\"()=]+)(?!{_PIECE})"), _PLAIN_PIECE),
    ],
}
_PARTS["setting"] = _PARTS["exit"]


def secrets_in(line: str, size: int, whole: int, prose: bool = False) -> set[Stretch]:
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
            spans = [span] if span and _is_secret_value(name, line[slice(*span)], kind) else []
        else:
            match = _IN_PARENTHESES.match(line, end)
            read = match.end() if match is not None else read
            spans = [*secret_parts(free_text(name), line, *match.span("s"))] if match is not None else []
        found.update(spans)
        reach = max([reach, *(last for _, last in spans)])
    return {(start, end) for start, end in found if line[start:end].strip(" \t\r\n'\"")}


def _names(line: str, size: int) -> Iterator[tuple[str, int, int, str]]:
    """The names with secret values, with start, end and kind; the kind is "" if only a part is secret."""
    last, run, first = 0, "", 0
    for match in _NAME.finditer(line, 0, size):
        name, (start, end) = match.group(), match.span()
        if line[last:start].strip():
            run, first = "", start
        last, run = end, (run + name)[-LONGEST_RUN:]
        kind = _kind(name)
        if kind or free_text(name) in IN_COMMANDS:
            yield name, start, end, kind
        elif run != name and run.lower().endswith(_WORDS) and _TO_VALUE.match(line, end):
            yield name, first, end, SECRET


@lru_cache(maxsize=4096)
def _kind(name: str) -> str:
    """The kind of secret after a name, which may be misspelt."""
    kind = kind_of_name(name)
    if kind or len(name) > LONGEST_SLIP:
        return kind
    low = name.lower()
    if not any(part in low for part in SLIPS):
        return ""
    changes = min(distance(low, word) for word in MQSC)
    is_slip = changes <= MOST_CHANGES and all(changes <= distance(low, word) > 0 for word in SIMILAR)
    return SECRET if is_slip else ""


def _value(line: str, name: str, start: int, end: int, kind: str, whole: int, prose: bool) -> Stretch | None:
    """The value after a name: up to the end of the command if it has none of the usual forms."""
    before = line[max(0, start - LONGEST_START) : start]
    if before.endswith("$") and line[end : end + 1] == ":":
        return None  # what follows a variable, as in "$PWD:/work"
    is_option = name.startswith("-")
    head = before.strip(" \t-\"'")
    is_first = not is_option and start < LONGEST_START and head.strip("*# \t").lower() in _FIRST
    paired = None if prose else _PAIRED.match(line, end)
    end = paired.end() if paired else end
    opened = _OPENED.match(line, end)
    if opened and (kind == SECRET or opened[1]):
        match = (_IN_PARENTHESES if prose else _PARAMETER).match(line, end)
        return match.span("s") if match else (opened.end(), whole)
    element = _COMPARED.match(line, end) if kind == SECRET else None
    element = element or _ELEMENT.match(line, end)
    if element:
        return element.span(1)
    sign = (_AFTER_OPTION if is_option else _AFTER_NAME).match(line, end)
    if sign:
        at = sign.end()
        if prose and sign[0].strip() == ":":
            value = _NO_WORD.match(line, at)
            return value.span() if value else None
        value = _VALUE.match(line, at)
        if value and (prose or not is_first or line[at : at + 1] in ("'", '"')):
            return value.span()
        last = line.find("\n", at) % (len(line) + 1)
        return at, last if value or prose else max(last, whole)
    if prose or is_option or kind != SECRET:
        return None
    bare = _QUOTED.match(line, end)
    if bare is None and (is_first or _is_keyword(before, name.lower() in _SURE)):
        in_comment = head.startswith(("*", "#"))
        bare = (_BARE_IN_COMMENT if in_comment else _BARE if is_first else _IN_COMMAND).match(line, end)
    return bare.span() if bare else None


def _is_keyword(before: str, is_sure: bool) -> bool:
    """Whether a word after such a text is a keyword of a command, not a value, name or word of a sentence."""
    if before.rstrip(" '\"").lower().endswith("where("):
        return True
    if before.count("(") > before.count(")") or before.endswith(("'", '"', "`")) or _DISPLAY.search(before):
        return False
    return is_sure or before.rstrip().endswith(")") or _ALTERS.match(before) is not None


def secrets_below(name: str, pairs: Iterable[re.Match[str]]) -> Iterator[Stretch]:
    """The ranges of the secret values below a name, each with its own key or as an item of a list."""
    is_password = holds_secret(name.removesuffix("s"))
    kind = SECRET_IF_ASSIGNED if is_password else SEVERAL
    for pair in pairs:
        may_be = is_password if pair[1] is None else not is_fact(pair[1])
        if may_be and _is_secret_value(name, pair["s"], kind):
            yield pair.span("s")


def _is_secret_value(name: str, value: str, kind: str) -> bool:
    """Whether the value after a name that usually has secret ones is secret."""
    plain = value.strip("\"'` \t,;")
    if kind == SECRET:
        return not (name in FOLDERS and plain.startswith("/"))
    if kind == KEY_FILE:
        return _ENCODED.fullmatch(plain) is not None
    if _HARMLESS.fullmatch(plain):
        return False
    low = name.lower().lstrip("-")
    if kind == SEVERAL:
        return not _WORDS_OR_NUMBER.fullmatch(plain) or (
            plain.isalnum() and holds_secret(low.removesuffix("s"))
        )
    if holds_secret(low.removesuffix("secret")):
        return not _OF_PASSWORD.fullmatch(plain)
    return not (low in NAMES and _RESOURCE.fullmatch(plain))


def _by_form(line: str) -> Iterator[Stretch]:
    """The secrets that their form, or the command around them, identifies."""
    low = line.lower()
    for number in {number for mark in marks_in(line) for number in FORMS_OF.get(mark, ())}:
        pattern, also = FORMS[number]
        if also in low:
            yield from (
                match.span(match.lastindex or 0) for match in re.finditer(pattern, line, re.IGNORECASE)
            )


def secret_parts(kind: str, text: str, start: int, end: int) -> Iterator[Stretch]:
    """The secret parts of a value for an exit or a program, or of an address."""
    for pattern, *plain in _PARTS[kind] if text[start:end].strip(" '") else ():
        for match in pattern.finditer(text, start, end):
            if not any(harmless.fullmatch(match["s"]) for harmless in plain):
                yield match.span("s")
