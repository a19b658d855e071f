"""What `bench/growth.py` repeats: signs, the terminals of the grammars, samples of the readers' patterns, and
structures that nest.

Nothing here lists the words of a language: a terminal or pattern that is added to mqtune is measured without
a change of this file.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NUMBER = "\ue100"  # is replaced by the number of the unit
READERS = ("mqtune.syntax", "mqtune.project", "mqtune.text", "mqtune.language", "mqtune.analysis.load")
LONGEST = 60
MOST_SAMPLES = 6  # of one pattern
CONTROLS = ("\0", "\t", "\r", "\n", "\r\n", "\x0b", "\x0c", "\x1b", "\x85", "\u2028", "\ufeff", "\udcff")
LONE_SURROGATE = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # those between are escaped bytes
LETTERS = ("a", "A", "1", "0", "ä", "語", "e\u0301", "\u202e", "🙂")
ENDS = ("", " ", "\n", NUMBER, f"{NUMBER} ", f"{NUMBER}\n", "\n  ")

# pairs that open and close; the grammars have no names for those of shells, YAML and templates
PAIRS = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("'", "'"), ('"', '"'), ("`", "`"), ("(a ", ")"),
    ('{"a":', "}"), ("[{a = ", "}]"), ("{a: ", "}"),
    ("{a = ", "}"), ("[1,", "]"), ("$(", ")"), ("$(a ", ")"),
    ('"$(', ')"'), ("${a:-", "}"), ("$((", "))"),
    ("((", "))"), ("<(", ")"), ("{{ ", " }}"), ("{% if a %}", "{% endif %}"),
    ("{{ if a }}", "{{ end }}"), ("{{ (", ") }}"), ("<%= ", " %>"),
    ("%{ if a }", "%{ endif }"), ("{# ", " #}"), ("/*", "*/"),
    ("if a; then\n", "fi\n"), ("if a; then b; else\n", "fi\n"), ("while a; do\n", "done\n"),
    ("for a in b; do\n", "done\n"), ("case a in\nb)\n", ";;\nesac\n"), ("f() {\n", "}\n"), ("{\n", "}\n"),
    ("(\n", ")\n"), (f"cat <<E{NUMBER}\n", f"E{NUMBER}\n"), (f"sh <<E{NUMBER}\n", f"E{NUMBER}\n"),
    ("sh -c '", "'\n"), ("su - mqm -c \"", "\"\n"), ("until a; do\n", "done\n"), ("function f {\n", "}\n"),
    ("if [ a ]; then\n", "elif b; then\n"), ("- ", ""), ("? ", ""),
    ("!a ", ""), ("&a ", ""), ("a: ", ""), ("[a.", "]"),
    ("a.", "a"), ("a/", "a"), ("a/#/", "a"), ("**/", "a"),
    ("*a", ""), ("(*", "*)"), ("[!", "]"), ("if exist a (\n", ")\n"),
)  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """What is repeated: `before` n times, then `after` n times in the opposite order of numbers."""

    before: str
    after: str = ""
    middle: str = ""

    def text(self, count: int) -> str:
        """The text of this many."""
        if NUMBER in self.before + self.after:
            opened = "".join(self.before.replace(NUMBER, str(number)) for number in range(count))
            closed = "".join(self.after.replace(NUMBER, str(number)) for number in reversed(range(count)))
        else:
            opened, closed = self.before * count, self.after * count
        return opened + self.middle + closed

    def __str__(self) -> str:
        """How a report names it."""
        shown = [ascii(part.replace(NUMBER, "<n>")) for part in (self.before, self.middle, self.after)]
        return " … ".join(shown) if self.after or self.middle else shown[0]


def units() -> list[Unit]:
    """Every unit that the whole grid repeats."""
    plain = _writable([*signs(), *CONTROLS, *LETTERS, *terminals()])
    single = [Unit(word + end) for word in plain for end in ENDS]
    nested = [Unit(opens, closes, middle) for opens, closes in PAIRS for middle in ("", "a")]
    return list(dict.fromkeys([*single, *nested]))


def random_unit(chance: random.Random, vocabulary: Sequence[str]) -> Unit:
    """One to three words repeated, one after another or one inside another."""
    parts = [chance.choice(vocabulary) for _ in range(chance.randint(1, 3))]
    end = chance.choice(ENDS)
    form = chance.random()
    if form < 0.5:
        return Unit("".join(parts) + end)
    if form < 0.75:
        return Unit(parts[0] + end, "".join(parts[1:]) + chance.choice(ENDS))
    opens, closes = chance.choice(PAIRS)
    return Unit(
        opens + chance.choice(("", parts[0])), chance.choice(("", closes)), chance.choice(("", parts[-1]))
    )


def words() -> list[str]:
    """Signs, control characters, letters, and what the grammars and the readers know."""
    known = [*signs(), *CONTROLS, *LETTERS, *terminals(), *samples(), *constants()]
    return [word for word in _writable(known) if len(word) <= LONGEST]


def encoded(text: str) -> bytes:
    """The bytes of a text in a file; an escaped byte is itself."""
    return text.encode("utf-8", "surrogateescape")


def _writable(known: Iterable[str]) -> list[str]:
    """Each word once that a file can hold: a pattern may be for half a character, which is no text."""
    return [word for word in dict.fromkeys(known) if word and not LONE_SURROGATE.search(word)]


def signs() -> list[str]:
    """Every sign of ASCII, alone, doubled, and tripled if a language has it so."""
    single = list(string.punctuation)
    return single + [sign * 2 for sign in single] + [sign * 3 for sign in "-<>'\"`."]


def terminals() -> Iterator[str]:
    """Samples of the terminals of the grammars."""
    from lark import Lark
    from lark.lexer import PatternStr

    for path in sorted((ROOT / "grammars").rglob("*.lark")):
        for terminal in Lark.open(str(path), parser="earley", lexer="dynamic").terminals:
            if isinstance(terminal.pattern, PatternStr):
                yield terminal.pattern.value
            else:
                yield from samples_of(terminal.pattern.to_regexp())


def modules() -> Iterator[ModuleType]:
    """The modules that read files."""
    for name in READERS:
        package = importlib.import_module(name)
        yield package
        for one in pkgutil.walk_packages(package.__path__, name + "."):
            yield importlib.import_module(one.name)


def samples() -> Iterator[str]:
    """Samples of the patterns of the readers."""
    for module in modules():
        for value in vars(module).values():
            source = getattr(value, "_source", None) or (getattr(value, "pattern", None), 0)
            pattern = source[0]
            if isinstance(pattern, bytes):
                pattern = pattern.decode("latin-1")
            if isinstance(pattern, str):
                yield from samples_of(pattern, source[1])


def constants() -> Iterator[str]:
    """The words in the tables of the readers."""
    for module in modules():
        for name, value in vars(module).items():
            if not name.startswith("__") and isinstance(value, frozenset | tuple | dict):
                yield from (word for word in value if isinstance(word, str) and "mqtune" not in word)


def samples_of(pattern: str, flags: int = 0) -> list[str]:
    """Some texts that a regular expression matches, apart from its assertions: one for each branch."""
    parser = re._parser
    try:
        return _sequence(parser.parse(pattern, flags))[:MOST_SAMPLES]
    except re.error:
        return []


def _sequence(items: Any) -> list[str]:
    texts = [""]
    for operation, argument in items:
        first, *more = _item(str(operation), argument)
        branches = [texts[0] + text for text in more]
        texts = [text + first for text in texts] + branches
    return texts[: 2 * MOST_SAMPLES]


def _item(operation: str, argument: Any) -> list[str]:
    if operation == "LITERAL":
        return [chr(argument)]
    if operation in ("IN", "NOT_LITERAL", "ANY"):
        return [_of_class(argument if operation == "IN" else ())]
    if operation == "BRANCH":
        return [text for branch in argument[1] for text in _sequence(branch)]
    if operation == "SUBPATTERN":
        return _sequence(argument[-1])
    if operation == "ATOMIC_GROUP":
        return _sequence(argument)
    if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, _, inner = argument
        texts = [text * min(max(least, 1), LONGEST) for text in _sequence(inner)]
        return texts if least else [*texts, ""]
    return [""]


def _of_class(items: Any) -> str:
    """A character of a class; of one that excludes characters, a letter."""
    for operation, argument in items:
        if str(operation) == "NEGATE":
            return "a"
        if str(operation) == "LITERAL":
            return chr(argument)
        if str(operation) == "RANGE":
            return chr(argument[0])
        if str(operation) == "CATEGORY":
            return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(argument), "a")
    return "a"
