"""Copies the patterns of grammars' terminals into Python modules: `python -m mqtune._build.terminals`.

A grammar in `grammars/` is where a language is written down; the fast readers use the same patterns
without importing lark. The modules are committed; a test holds them fresh. Knows no language.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lark import Lark

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
