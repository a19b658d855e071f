"""Copies the patterns of grammars' terminals into Python modules: `python -m mqtune._build.terminals [--check]`.

A grammar in `grammars/` is where a language is written down; the fast readers use the same patterns
without importing lark. The modules are committed; a test holds them fresh. Knows no language.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from lark import Lark

from mqtune._build.main import refresh

ROOT = Path(__file__).resolve().parents[2]

# grammar, the module made of it
MODULES = (
    ("qmini.lark", "mqtune/syntax/ini/_terminals.py"),
    ("ccdt.lark", "mqtune/syntax/ccdt/_terminals.py"),
)


def module_text(grammar: str) -> str:
    """The module for a grammar: one constant for each terminal."""
    # the dynamic lexer, because the basic one compares every pair of terminals, which takes minutes here
    text = (ROOT / "grammars" / grammar).read_text(encoding="utf-8")
    lark = Lark(text, parser="earley", lexer="dynamic")
    head = (
        f'"""The patterns of the terminals of `grammars/{grammar}`.\n\n'
        "Made by `python -m mqtune._build.terminals`: change the grammar, not this file.\n"
        '"""\n\n# fmt: off\n# ruff: noqa: E501\n'
    )
    patterns = sorted((terminal.name, terminal.pattern.to_regexp()) for terminal in lark.terminals)
    return head + "".join(f"\n{name} = {pattern!r}" for name, pattern in patterns) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Refresh the modules; see `refresh`."""
    return refresh({ROOT / module: module_text(grammar) for grammar, module in MODULES}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
