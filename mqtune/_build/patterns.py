"""Makes the parts of the line pattern from the terminals of the grammar: `python -m mqtune._build.patterns [--check]`.

The fast reader of MQSC takes a line in one match where nothing in it needs the grammar. What a word, a
string and a separator are is written in `grammars/mqsc.lark` alone; here is only how much of that is plain:
printable ASCII outside strings, and tags of templates without quotation marks and parentheses.
The module made of it is committed; a test holds it fresh.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from lark import Lark

from mqtune._build.main import refresh

ROOT = Path(__file__).resolve().parents[2]
GRAMMAR = ROOT / "grammars" / "mqsc.lark"
MODULE = ROOT / "mqtune" / "syntax" / "mqsc" / "_pattern.py"

# a keyword never holds a sign that may continue a line; braces and double quotes are the grammar's business
NOT_IN_KEYWORD = '+-{"'
NOT_IN_VALUE = '{"$'
# a word of control makes a tag something else than a value
PLAIN_TAG = r"\{\{(?!-? *(?:if|else|end|range|with|define|block|template|/\*))[^{}'()]*+\}\}|\$\{[^{}'()]*+\}"
# a brace begins a tag or is a character like others
PLAIN_STRING = r"'(?:[^'{]++|''|\{(?![{%])|\{\{[^{}']*+\}\})*+'"


def module_text() -> str:
    """The module with the patterns of the grammar as it stands."""
    head = (
        '"""What is plain in MQSC, made from the terminals of `grammars/mqsc.lark`.\n\n'
        "Made by `python -m mqtune._build.patterns`: change the grammar, not this file.\n"
        '"""\n# ruff: noqa: E501\n\n'
    )
    patterns = parts(GRAMMAR.read_text(encoding="utf-8"))
    return head + "".join(f'{name} = r"""{pattern}"""\n' for name, pattern in patterns.items())


def parts(grammar: str) -> dict[str, str]:
    """Name and text of every part."""
    lark = Lark(grammar, parser="lalr", lexer="basic")
    terminals = {terminal.name: terminal.pattern.to_regexp() for terminal in lark.terminals}
    plain = _written(grammar, "PLAIN")
    bare = _class(f"{plain}|{terminals['EQUALS']}", NOT_IN_VALUE)
    return {
        "SEPARATOR": terminals["SEPARATOR"].removesuffix("+").replace("\t", "\\t"),
        "KEYWORD": _class(plain, NOT_IN_KEYWORD),
        "BARE": rf"(?:{bare}++|{PLAIN_TAG}|\$(?!\{{))++",
        "STRING": PLAIN_STRING,
        "TAG": _written(grammar, "TAG").replace("/ | /", "|"),
        "VARIABLE": _written(grammar, "VARIABLE"),
    }


def _written(grammar: str, terminal: str) -> str:
    """A terminal that others are made of, as the grammar has it."""
    found = re.search(rf"^{terminal}: /(.+)/$", grammar, re.MULTILINE)
    if found is None:
        raise SystemExit(f"the grammar has no terminal {terminal} on one line")
    return found[1]


def _class(pattern: str, without: str) -> str:
    """The printable ASCII characters that a pattern takes, as a character class."""
    codes = range(0x21, 0x7F)
    taken = [code for code in codes if re.fullmatch(pattern, chr(code)) and chr(code) not in without]
    runs: list[list[int]] = []
    for code in taken:
        if runs and runs[-1][-1] == code - 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    return "[" + "".join(_run(run) for run in runs) + "]"


def _run(codes: list[int]) -> str:
    """A run of neighbouring characters inside a class."""
    if len(codes) < 3:
        return "".join(re.escape(chr(code)) for code in codes)
    return f"{re.escape(chr(codes[0]))}-{re.escape(chr(codes[-1]))}"


def main(arguments: Sequence[str]) -> int:
    """Refresh the module; see `refresh`."""
    return refresh({MODULE: module_text()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
