"""Names whose values are secret, and the secrets in a line of any text.

The words, notations and forms are data: `grammars/catalogue/secrets.toml`.
"""

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
_SIGNS = str.maketrans("", "", "_-. \t")  # between the letters of a word
_ALONE = "pin"  # ends too many words
# what follows the word in PASSWORD_OLD, password2, db.password.prod and MQ_PASSWORD_QM1
_QUALIFIER = lazy_pattern(rf"[._-]?(?:\d{{1,4}}|{'|'.join(tables.QUALIFIERS)})\Z|[._-]qm\w*\Z")
_ROOT = lazy_pattern("|".join(tables.ROOTS))  # most names have none of them
_LAST = lazy_pattern(r"(?:[A-Z]?[a-z\d]+|[A-Z\d]+)\Z")
LONGEST_NAME = 200  # of those whose parts are examined


@lru_cache(maxsize=4096)
def holds_secret(word: str) -> bool:
    """Whether the values of an MQSC keyword or a key of another file are secret."""
    plain = word.lower().translate(_SIGNS)
    return plain in tables.MQSC or plain in tables.KEYS or plain.endswith(tables.ENDINGS)


@lru_cache(maxsize=4096)
def kind_of_name(name: str) -> str:
    """The kind of secret that a keyword, key, variable or option has as its value; "" for none."""
    low = name.lower()
    plain = low.translate(_SIGNS)
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


def free_text(keyword: str) -> str:
    """Which part of an attribute may be secret: `exit`, `arguments` or `address`; "" for none."""
    return str(tables.DATA.get(keyword.upper(), ""))


# Finds the secrets in one line of any text: after words, options and commands, and by their form. A false
# match hides something, a missing one shows a secret, so that a doubtful value is secret. No pattern takes
# more than linear time.

LONGEST_SLIP = 10
FOLDERS = ("PWD", "OLDPWD")  # of a shell, if the value is a path
MOST_NESTED = 20  # secret words inside of the value of another one that are examined
LONGEST_START = 200  # characters before the first word of a line
LONGEST_RUN = 60  # of words that may be parts of one

_NAME = lazy_pattern(r"(?<!-)-*\w+(?:[.-]+\w+)*")
# a string may contain `)` and `''`, and an unclosed string ends with its line
_IN_PARENTHESES = lazy_pattern(r"\s*\(\s*(?P<s>'(?:''|[^'\n])*'?[^)\n]*|[^)\n]*)")
_ALTERS = lazy_pattern(r"\s*(?:def(?:ine)?|alt(?:er)?)[ \t].*\)", re.IGNORECASE)
_DISPLAY = lazy_pattern(r"\bdis(?:play)?\b", re.IGNORECASE)
_WORDS = (*MQSC, *KEYS, *ENDINGS)
_SURE = {*MQSC, *KEYS} - {*ENDINGS}  # no words of a sentence
# unlike words of a sentence, the last part of a word with gaps is followed by a value
_TO_VALUE = lazy_pattern(r"\(|[ \t]*+(?:\(?[ \t]*+'|=)")
_FIRST = frozenset(("", "export", "set", "env", "local", "declare", "readonly", "setx"))
_NOTATIONS = [(lazy_pattern(pattern), frozenset(of)) for pattern, of in tables.NOTATIONS]
_ENCODED = lazy_pattern(r"[\w+/=]{16,}")
_PLAIN = {name: lazy_pattern(pattern) for name, pattern in tables.VALUES.items()}
_PARTS = {
    kind: [(lazy_pattern(pattern), plain) for pattern, plain in parts] for kind, parts in tables.PARTS.items()
}


def secrets_in(line: str, size: int, together: int, prose: bool = False) -> set[Stretch]:
    """The ranges of the secrets after words in the first `size` characters of a text: a line, perhaps with
    the next ones. The first `together` characters belong together.

    In prose, `password: x` counts only if x is not a word: "a password: in plain text" is a sentence.
    """
    stretches = set(_by_form(line, size))
    reach = inside = read = again = 0
    for name, start, end, kind in _names(line, size):
        inside = inside + 1 if end < reach else 0
        again = again + (not kind) if end < read else 0
        if inside > (MOST_NESTED if kind else 0) or again > MOST_NESTED:
            continue  # it is masked already, and searching again would take quadratic time
        if kind:
            span = _value(line, name, start, end, kind, together, prose)
            spans = [span] if span and _is_secret_value(name, line[slice(*span)], kind) else []
        else:
            match = _IN_PARENTHESES.match(line, end)
            read = match.end() if match is not None else read
            spans = [*_secret_parts(free_text(name), line, *match.span("s"))] if match is not None else []
        stretches.update(spans)
        reach = max([reach, *(last for _, last in spans)])
    return {(start, end) for start, end in stretches if line[start:end].strip(" \t\r\n'\"")}


def _names(line: str, size: int) -> Iterator[tuple[str, int, int, str]]:
    """The names with secret values, with start, end and kind; the kind is "" if only a part is secret."""
    last, run, first = 0, "", 0
    for match in _NAME.finditer(line, 0, size):
        name, (start, end) = match.group(), match.span()
        if line[last:start].strip():
            run, first = "", start
        last, run = end, (run + name)[-LONGEST_RUN:]
        kind = _kind(name)
        if kind or free_text(name):
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


def _value(
    line: str, name: str, start: int, end: int, kind: str, together: int, prose: bool
) -> Stretch | None:
    """The value after a name: up to the end of the command if it has none of the usual forms."""
    before = line[max(0, start - LONGEST_START) : start]
    if before.endswith("$") and line[end : end + 1] == ":":
        return None  # what follows a variable, as in "$PWD:/work"
    is_option = name.startswith("-")
    head = before.strip(" \t-\"'")
    is_first = not is_option and start < LONGEST_START and head.strip("*# \t").lower() in _FIRST
    where = {kind, "prose" if prose else "file", "option" if is_option else "word"}
    where |= {"first"} if is_first else set()
    if is_first or _is_keyword(before, name.lower() in _SURE):
        where.add("comment" if head.startswith(("*", "#")) else "start" if is_first else "command")
    for pattern, of in _NOTATIONS:
        match = pattern.match(line, end) if of <= where else None
        if match is not None:
            last = line.find("\n", match.end()) % (len(line) + 1)
            return (match.end(), max(last, together)) if match["s"] is None else match.span("s")
    return None


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
    low = name.lower().lstrip("-")
    also = "resource" if low in NAMES else "harmless"
    if kind == SEVERAL:
        is_word = plain.isalnum() and holds_secret(low.removesuffix("s"))
        also = "harmless" if is_word else "words-or-number"
    elif holds_secret(low.removesuffix("secret")):
        also = "resource-of-password"
    return not is_plain(plain, ("harmless", also))


def is_plain(value: str, kinds: Iterable[str]) -> bool:
    """Whether a value is of a kind that is not secret."""
    return any(_PLAIN[kind].fullmatch(value) for kind in kinds)


def _by_form(line: str, size: int) -> Iterator[Stretch]:
    """The secrets that their form, or the command around them, identifies."""
    low = line.lower()
    for number in {number for mark in marks_in(line) for number in FORMS_OF.get(mark, ())}:
        pattern, also = FORMS[number]
        for match in re.finditer(pattern, line, re.IGNORECASE) if also in low else ():
            if match.start() < size:
                yield match.span(match.lastindex or 0)


def _secret_parts(kind: str, text: str, start: int, end: int) -> Iterator[Stretch]:
    """The secret parts of a value for an exit or a program, or of an address."""
    for pattern, plain in _PARTS[kind] if text[start:end].strip(" '") else ():
        for match in pattern.finditer(text, start, end):
            if not is_plain(match[1], plain):
                yield match.span(1)
