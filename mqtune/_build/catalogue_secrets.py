"""Compiles `secrets.toml`: the keywords, words and forms of what no output shows."""

from __future__ import annotations

import re
from itertools import groupby
from os.path import commonprefix
from typing import Any

from mqtune._build.catalogue_files import CatalogueError, Entry, Files, known_keys, sourced

FILE = "secrets.toml"
# a word or a string of a command line; MQSC doubles the quotation marks in its own strings
VALUE = r"""''[^'\n]++'?'?|"[^"\n]++"?|'[^'\n]++'?|(?!-)[^\s;|"'<>)]+"""
# parts that most misspellings of the words keep
SLIPS = ("pass", "sword", "pwd", "itkey", "pasw", "swrd")
LAST = 2  # letters of the end of a keyword
KINDS = ("exit", "arguments", "address", "database", "setting")  # of what a part may be secret
FORM = ("what", "pattern", "marks", "also", "source")


def secrets(files: Files) -> dict[str, Any]:
    """Keywords of MQSC, complete keys of other files, endings of keys and marks in lower case; patterns."""
    table = files["secrets"]
    titles = files["sources"]["sources"]
    for kind in ("mqsc", "key"):
        for word, entry in table[kind].items():
            known_keys(FILE, f"{kind}.{word}", entry, ("what", "source"))
            sourced(FILE, f"{kind}.{word}", entry, titles)
    for kind in ("endings", "assigned", "data", "slips"):
        sourced(FILE, kind, table[kind], titles)
    commands = table["command"]
    forms = table["form"] | commands
    patterns = {name: form(name, entry, titles) for name, entry in forms.items()}
    assigned, data = table["assigned"], table["data"]
    words = {*map(str.lower, (*table["mqsc"], *table["key"])), *table["endings"]["words"]}
    free_text = {f"{word.lower()}(" for word in (*data["exit"], *data["arguments"])}
    slips = {part for word in table["mqsc"] for part in kept_parts(word.lower())}
    parts = shortest({*SLIPS, *slips, *words, *free_text, *marks(assigned, *forms.values())})
    letters = {word: re.sub(r"\d", "0", part) for word, part in parts.items()}  # as texts are searched
    return {
        "MQSC": tuple(sorted(word.lower() for word in table["mqsc"])),
        "KEYS": tuple(sorted(word.lower() for word in table["key"])),
        "ENDINGS": tuple(sorted(table["endings"]["words"])),
        "QUALIFIERS": tuple(sorted(table["endings"]["qualifiers"])),
        "ASSIGNED": tuple(sorted(assigned["words"])),
        **{key.upper(): tuple(sorted(assigned[key])) for key in ("except", "names", "contents")},
        "ROOTS": tuple(sorted({*shortest({*words, *assigned["words"]}).values()})),
        "MARKS": alike({*letters.values()}),
        "SLIPS": tuple(sorted({part.strip("(") for part in shortest({*SLIPS, *slips}).values()})),
        "SIMILAR": tuple(sorted(table["slips"]["similar"])),
        "DATA": {word: kind for kind in KINDS for word in data[kind]},
        "MARKS_OF_INPUT": marks(commands["input"]),
        "INPUT": patterns.pop("input"),
        "FORMS": tuple((pattern, forms[name].get("also", "")) for name, pattern in patterns.items()),
        "FORMS_OF": {
            mark: tuple(
                number
                for number, name in enumerate(patterns)
                if mark in {letters[long] for long in forms[name]["marks"]}
            )
            for mark in sorted({letters[long] for name in patterns for long in forms[name]["marks"]})
        },
    }


def kept_parts(word: str) -> tuple[str, str, str]:
    """Parts of a keyword, one of which each slip of one letter, and each swap of two, leaves as it is."""
    head, tail = word[:-LAST], word[-LAST:]
    return head, f"{tail}(", head[:-1] + tail[0]


def marks(*entries: Entry) -> tuple[str, ...]:
    """The marks of some entries."""
    return tuple(sorted({mark for entry in entries for mark in entry["marks"]}))


def shortest(words: set[str]) -> dict[str, str]:
    """Some words, each with the shortest of them that it contains: a text with the one has the other."""
    by_size = sorted(words, key=lambda word: (len(word), word))
    return {word: next(part for part in by_size if part in word) for word in by_size}


def alike(words: set[str]) -> dict[str, tuple[str, ...]]:
    """Words by what those with the same two first letters begin with: a text without it has none of them."""
    groups = [tuple(group) for _, group in groupby(sorted(words), lambda word: word[:2])]
    return {commonprefix(group): group for group in groups}


def form(name: str, entry: Entry, titles: Entry) -> str:
    """The pattern of a form on one line, checked."""
    known_keys(FILE, name, entry, FORM)
    sourced(FILE, name, entry, titles)
    pattern = "".join(entry["pattern"].split("\n")).replace("{value}", VALUE)
    try:
        re.compile(pattern, re.IGNORECASE)
    except re.error as error:
        raise CatalogueError(FILE, name, f"pattern: {error}") from None
    return pattern
