"""Copies the patterns of grammars' terminals into Python modules: `python -m mqtune._build.terminals`.

A grammar in `grammars/` is where a language is written down; the fast readers use the same patterns
without importing lark. The modules are committed; a test holds them fresh. Knows no language.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lark import Lark

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 100

# grammar, the module made of it
MODULES = (
    ("qmini.lark", "mqtune/syntax/ini/_terminals.py"),
    ("ccdt.lark", "mqtune/syntax/ccdt/_terminals.py"),
)


def module_text(grammar: str) -> str:
    """The module for a grammar: one constant for each terminal that has a pattern of its own."""
    lark = Lark((ROOT / "grammars" / grammar).read_text(encoding="utf-8"), parser="lalr")
    head = (
        f'"""The patterns of the terminals of `grammars/{grammar}`.\n\n'
        "Made by `python -m mqtune._build.terminals`: change the grammar, not this file.\n"
        '"""\n'
    )
    patterns = sorted((terminal.name, terminal.pattern.to_regexp()) for terminal in lark.terminals)
    return head + "".join(f"\n{name} = {_literal(pattern)}" for name, pattern in patterns) + "\n"


def _literal(pattern: str) -> str:
    """A pattern as a Python string, cut into lines of readable length."""
    pieces = [""]
    for character in pattern:
        if len(repr(pieces[-1] + character)) > WIDTH:
            pieces.append("")
        pieces[-1] += character
    if len(pieces) == 1:
        return _quoted(pattern)
    return "(\n" + "".join(f"    {_quoted(piece)}\n" for piece in pieces) + ")"


def _quoted(text: str) -> str:
    """The literal in the quotes that the formatter takes: double ones unless that needs more backslashes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    body = text.encode("unicode_escape").decode("ascii")
    return quote + body.replace(quote, "\\" + quote) + quote


def main() -> int:
    """Writes every module that is not fresh."""
    for grammar, module in MODULES:
        path = ROOT / module
        text = module_text(grammar)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
