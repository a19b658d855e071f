"""Compiles `grammars/catalogue/*.toml` to the modules `mqtune/language/_tables_*.py`, and the models and
published tables to `mqtune/capacity/_tables.py`.

The TOML is edited and reviewed; the modules are plain tuples that load in a millisecond, omit texts and
sources, and are split so that a run loads only the languages it needs. The output depends only on the input.
`python -m mqtune._build.catalogue` writes the modules, `--check` only compares.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from os.path import commonprefix
from pathlib import Path
from typing import Any

from mqtune._build import catalogue_files, catalogue_mqsc
from mqtune._build.__main__ import refresh
from mqtune._build.catalogue_files import CatalogueError, Entry, Files, known_keys, sourced

# `access.toml`: the checks of a connection, what refusals look like, and authorities.

FILE = "access.toml"
CONFIDENCE = ("documented", "observed", "inferred", "recalled", "unknown")
EVIDENCE = ("confidence", "source")
ALL = ("ALLMQI", "ALLADM")


def access(files: Files) -> dict[str, Any]:
    """Steps, refusals and purposes by name, and the meaning of the words that mean several."""
    table = files["access"]
    command, setmqaut = table["command"], table["setmqaut"]
    sourced(FILE, "setmqaut", setmqaut, files["sources"]["sources"])
    known_keys(FILE, "command", command, ("queue-manager", "queue", "authority", *EVIDENCE))
    return {
        "STEPS": {
            key: (entry["title"], entry["confidence"])
            for key, entry in entries(files, "step", ("title",))
        },
        "REFUSALS": {
            key: (tuple(entry["reasons"]), tuple(entry["messages"]))
            for key, entry in entries(files, "refusal", ("reasons", "messages"))
        },
        "PURPOSES": {
            key: (
                tuple((objtype, tuple(words)) for objtype, words in entry["on"].items()),
                tuple(entry.get("queue-manager", ())),
                entry.get("any", False),
                entry.get("command", False),
                entry["confidence"],
            )
            for key, entry in entries(files, "purpose", ("meaning", "on", "queue-manager", "any", "command"))
        },
        "COMMAND": (
            tuple(command["queue-manager"]),
            command["queue"],
            tuple(command["authority"]),
            command["confidence"],
        ),
        "WORDS": words(files),
        "SETMQAUT_TYPES": setmqaut["types"],
    }


def entries(files: Files, kind: str, keys: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
    """The entries of one kind, after their keys, sources and confidence were checked."""
    rows = list(files["access"][kind].items())
    for key, entry in rows:
        known_keys(FILE, f"{kind}.{key}", entry, (*keys, *EVIDENCE))
        sourced(FILE, f"{kind}.{key}", entry, files["sources"]["sources"])
        unknown = [code for code in entry.get("reasons", ()) if str(code) not in files["reason-codes"]["code"]]
        if unknown:
            raise CatalogueError(FILE, f"{kind}.{key}", f"reason-codes.toml has no {unknown[0]}")
        if entry.get("confidence") not in CONFIDENCE:
            raise CatalogueError(FILE, f"{kind}.{key}", f"confidence is not one of {', '.join(CONFIDENCE)}")
    return rows


def words(files: Files) -> dict[tuple[str, str], tuple[str, ...]]:
    """The authorities that ALL, ALLMQI and ALLADM contain, by word and OBJTYPE; each must be grantable."""
    grantable = files["authrec"]["authorities"]
    table = files["access"]["words"]
    for word, entry in table.items():
        sourced(FILE, f"words.{word}", entry, files["sources"]["sources"])
        for objtype, contained in entry.items():
            wrong = set(contained) - set(grantable.get(objtype, contained))
            if wrong and objtype != "source":
                raise CatalogueError(FILE, f"words.{word}", f"{objtype} has no {', '.join(sorted(wrong))}")
    authorities = {(word, objtype): tuple(table[word].get(objtype, ())) for word in ALL for objtype in grantable}
    for objtype in grantable:
        parts = (*authorities["ALLMQI", objtype], *authorities["ALLADM", objtype], *table["ALL"].get(objtype, ()))
        authorities["ALL", objtype] = tuple(dict.fromkeys(parts))
    return authorities




# `changes.toml`: what it means to change an attribute, and when the new value takes effect.

CHANGES_FILE = "changes.toml"
KINDS = (
    "value", "closed", "strength", "guard", "identity", "capacity", "length", "broken", "replaced", "withdrawn",
    "sequence",
)  # fmt: skip
TIMES = ("next-open", "next-channel-start", "refresh", "restart", "reconnect")
COMMAND = ("verb", "type", "option", "value", "classes", "text", "source")


def changes(files: Files) -> dict[str, Any]:
    """The kind and the values of each effect, and the time of each change, by object type and keyword."""
    effects: dict[tuple[str, str], tuple[Any, ...]] = {}
    for entry, key in _keyed(files, "effect", ("kind", "types", "attributes", "value", "values", "subtypes", "source")):
        if entry["kind"] not in KINDS:
            raise CatalogueError(CHANGES_FILE, "effect", f"kind = {entry['kind']!r} is not one of {', '.join(KINDS)}")
        values = entry.get("values", [entry["value"]] if "value" in entry else [])
        subtypes = entry.get("subtypes", [])
        if key in effects:
            raise CatalogueError(CHANGES_FILE, "effect", f"{' '.join(key)} has two effects")
        effects[key] = (entry["kind"], (*_known_values(files, key, values), *subtypes))
    times: dict[tuple[str, str], str] = {}
    refreshed: dict[tuple[str, str], str] = {}
    for entry, key in _keyed(files, "when", ("when", "types", "attributes", "refresh", "source")):
        if entry["when"] not in TIMES:
            raise CatalogueError(CHANGES_FILE, "when", f"when = {entry['when']!r} is not one of {', '.join(TIMES)}")
        times[key] = entry["when"]
        if "refresh" in entry:
            refreshed[key] = entry["refresh"]
    return {
        "EFFECTS": dict(sorted(effects.items())),
        "TIMES": dict(sorted(times.items())),
        "REFRESHED": dict(sorted(refreshed.items())),
        "COMMANDS": _commands(files),
    }


def _commands(files: Files) -> dict[tuple[str, str], tuple[Any, ...]]:
    """What commands that change no object do, by verb and type: option, value, classes and text of each."""
    by_command: dict[tuple[str, str], tuple[Any, ...]] = {}
    for entry in files["changes"]["command"]:
        known_keys(CHANGES_FILE, "command", entry, COMMAND)
        sourced(CHANGES_FILE, "command", entry, files["sources"]["sources"])
        key = (entry["verb"], entry["type"])
        option, value = entry.get("option", ""), entry.get("value", "")
        by_command[key] = (*by_command.get(key, ()), (option, value, tuple(entry["classes"]), entry["text"]))
    return dict(sorted(by_command.items()))


def _keyed(files: Files, table: str, allowed: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, str]]]:
    """Each entry with each type and keyword it names; "" if the entry is about all keywords of the type."""
    for entry in files["changes"][table]:
        known_keys(CHANGES_FILE, table, entry, allowed)
        sourced(CHANGES_FILE, table, entry, files["sources"]["sources"])
        is_used = False
        for type in entry["types"]:
            for keyword in entry["attributes"] or [""]:
                if not keyword or keyword in files[type.lower()]["attribute"]:
                    is_used = True
                    yield entry, (type, keyword)
        if not is_used:
            raise CatalogueError(CHANGES_FILE, table, f"no type has any of {', '.join(entry['attributes'])}")


def _known_values(files: Files, key: tuple[str, str], values: list[str]) -> list[str]:
    """The values, which the attribute has to accept."""
    type, keyword = key
    accepted = files[type.lower()]["attribute"][keyword].get("values", values)
    for value in values:
        if value not in accepted:
            raise CatalogueError(CHANGES_FILE, "effect", f"{keyword} of {type} does not accept {value}")
    return values




# `reason-codes.toml`: the reason codes of calls, with their names and meanings.

REASONS_FILE = "reason-codes.toml"


def reasons(files: Files) -> dict[str, Any]:
    """The name and the meaning of each reason code, by number."""
    titles = files["sources"]["sources"]
    by_code = {}
    for code, entry in files["reason-codes"]["code"].items():
        known_keys(REASONS_FILE, f"code.{code}", entry, ("name", "what", "source"))
        sourced(REASONS_FILE, f"code.{code}", entry, titles)
        by_code[int(code)] = (entry["name"], entry["what"])
    return {"REASONS": dict(sorted(by_code.items()))}




# `secrets.toml`: the keywords, words and forms of what no output shows.

SECRETS_FILE = "secrets.toml"
# parts that most misspellings of the words keep
SLIPS = ("pass", "sword", "pwd", "itkey", "pasw", "swrd")
LAST = 2  # letters of the end of a keyword
SECRET_KINDS = ("exit", "arguments", "address")  # of what a part may be secret
FORM = ("what", "pattern", "marks", "also", "source")


def secrets(files: Files) -> dict[str, Any]:
    """Keywords of MQSC, complete keys of other files, endings of keys and marks in lower case; patterns."""
    table = files["secrets"]
    titles = files["sources"]["sources"]
    for kind in ("mqsc", "key"):
        for word, entry in table[kind].items():
            known_keys(SECRETS_FILE, f"{kind}.{word}", entry, ("what", "source"))
            sourced(SECRETS_FILE, f"{kind}.{word}", entry, titles)
    for kind in ("endings", "assigned", "data", "slips"):
        sourced(SECRETS_FILE, kind, table[kind], titles)
    commands = table["command"]
    forms = table["form"] | commands
    pieces = table["piece"] | {"ending": "|".join(sorted(table["endings"]["words"]))}
    patterns = {name: form(name, entry, titles, pieces) for name, entry in forms.items()}
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
        "FACTS": tuple(sorted(table["endings"]["facts"])),
        "ASSIGNED": tuple(sorted(assigned["words"])),
        "PLURALS": plurals({*table["endings"]["words"], *assigned["words"]} - {"pass"}),
        **{key.upper(): tuple(sorted(assigned[key])) for key in ("except", "names", "contents")},
        "ROOTS": tuple(sorted({*shortest({*words, *assigned["words"]}).values()})),
        "MARKS": alike({*letters.values()}),
        "SLIPS": tuple(sorted({part.strip("(") for part in shortest({*SLIPS, *slips}).values()})),
        "SIMILAR": tuple(sorted(table["slips"]["similar"])),
        "DATA": {word: kind for kind in SECRET_KINDS for word in data[kind]},
        "PARTS": {
            kind: tuple((filled(part["pattern"], pieces), tuple(part.get("unless", ()))) for part in parts)
            for kind, parts in table["part"].items()
        },
        "VALUES": {name: filled(pattern, pieces) for name, pattern in table["value"].items()},
        "TEXTS": {name: filled(pattern, pieces) for name, pattern in table["text"].items()},
        "NOTATIONS": tuple((filled(row["pattern"], pieces), tuple(row["of"])) for row in table["notation"]),
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


def plurals(words: set[str]) -> tuple[str, ...]:
    """Each word with an s at its end."""
    return tuple(sorted({f"{word.removesuffix('s')}s" for word in words}))


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


def filled(pattern: str, pieces: Mapping[str, str]) -> str:
    """A pattern on one line, with the pieces that it has the names of."""
    joined = "".join(pattern.split("\n"))
    return re.sub(r"\{([a-z]+)\}", lambda name: filled(pieces[name[1]], {}), joined)


def form(name: str, entry: Entry, titles: Entry, pieces: Mapping[str, str]) -> str:
    """The pattern of a form on one line, checked."""
    known_keys(SECRETS_FILE, name, entry, FORM)
    sourced(SECRETS_FILE, name, entry, titles)
    pattern = filled(entry["pattern"], pieces)
    try:
        re.compile(pattern, re.IGNORECASE)
    except re.error as error:
        raise CatalogueError(SECRETS_FILE, name, f"pattern: {error}") from None
    return pattern


# The modules.

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "grammars" / "catalogue"
TARGET = ROOT / "mqtune" / "language"
FIGURES = ROOT / "mqtune" / "capacity"

HEAD = '''"""{title} Generated from `{source}`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

from typing import Any
'''

Tables = dict[str, Any]


def read() -> dict[str, dict[str, Any]]:
    """All tables of the catalogue, by file name without extension."""
    tables = {}
    for path in sorted(SOURCE.glob("*.toml")):
        with path.open("rb") as stream:
            try:
                tables[path.stem] = tomllib.load(stream)
            except tomllib.TOMLDecodeError as fault:
                raise catalogue_files.CatalogueError(path.name, "", str(fault)) from None
    return tables


def modules(files: dict[str, dict[str, Any]]) -> dict[str, str]:
    """The text of every generated module, by file name."""
    plan: dict[str, tuple[str, str, Tables]] = {
        "levels": ("Levels.", "levels.toml", catalogue_files.levels(files)),
        "commands": ("Commands.", "commands.toml", catalogue_mqsc.commands(files)),
        "attributes": ("Attributes.", "<object type>.toml", catalogue_mqsc.attributes(files)),
        "shipped": ("Default objects.", "system-objects.toml", catalogue_files.shipped(files)),
        "ciphers": ("CipherSpecs.", "cipherspecs.toml", catalogue_files.ciphers(files)),
        "ccdt": ("Keys of a CCDT.", "ccdt.toml", catalogue_files.ccdt(files)),
        "environment": ("Environment variables.", "environment.toml", catalogue_files.environment(files)),
        "reasons": ("Reason codes.", "reason-codes.toml", reasons(files)),
        "access": ("Checks, refusals and authorities.", "access.toml", access(files)),
        "changes": ("Effects of changed attributes.", "changes.toml", changes(files)),
        "secrets": ("Keywords whose values no output shows.", "secrets.toml", secrets(files)),
    }
    for name in ("qm-ini", "mqs-ini", "mqclient-ini"):
        title = name.replace("-", ".")
        plan[name.replace("-", "_")] = (
            f"Stanzas of {title}.",
            f"{name}.toml",
            catalogue_files.ini(files, name),
        )
    return {
        f"_tables_{name}.py": _module(title, f"grammars/catalogue/{source}", tables)
        for name, (title, source, tables) in plan.items()
    }


def figures() -> str:
    """The module with the models and the published tables: reading their files takes longer than a lint."""
    paths = sorted([*FIGURES.glob("models/*.toml"), *FIGURES.glob("published/*.toml")])
    files = {f"{path.parent.name}/{path.name}": tomllib.loads(path.read_text("utf-8")) for path in paths}
    return _module("Models and published tables.", "mqtune/capacity/*/*.toml", {"FILES": files})


def _module(title: str, source: str, tables: Tables) -> str:
    """One generated module: an assignment per table, one row per line."""
    text = HEAD.format(title=title, source=source)
    # importing typing costs milliseconds; only the type checker needs the annotation
    text = text.replace(
        "from typing import Any\n",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n",
    )
    for name, value in tables.items():
        text += f"\n{name}: {_annotation(value)} = {_literal(value)}\n"
    return text


def _annotation(value: Any) -> str:
    if isinstance(value, dict):
        return "dict[Any, Any]"
    if isinstance(value, tuple):
        return "tuple[Any, ...]"
    return type(value).__name__


def _literal(value: Any) -> str:
    """A value as Python text: a large table has one row per line, so that a diff shows single rows."""
    if isinstance(value, dict):
        rows = "".join(f"    {key!r}: {_rows(item, 4)},\n" for key, item in value.items())
        return f"{{\n{rows}}}"
    return _rows(value, 0)


def _rows(value: Any, indent: int) -> str:
    if not isinstance(value, tuple) or len(repr(value)) < 100 or not isinstance(value[0], tuple):
        return repr(value)
    pad = " " * indent
    rows = "".join(f"{pad}    {item!r},\n" for item in value)
    return f"(\n{rows}{pad})"


def main(arguments: Sequence[str]) -> int:
    """Refresh the modules; see `refresh`. An error in the catalogue is reported with exit status 2."""
    try:
        outputs = {TARGET / name: text for name, text in modules(read()).items()}
        return refresh(outputs | {FIGURES / "_tables.py": figures()}, arguments)
    except catalogue_files.CatalogueError as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
