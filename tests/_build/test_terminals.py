"""The committed copies of the grammars' terminals are what the grammars say."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune._build.terminals import MODULES, terminals_text as module_text


@pytest.mark.parametrize(("grammar", "module"), MODULES)
def test_the_copied_patterns_are_those_of_the_grammar(root: Path, grammar: str, module: str) -> None:
    assert (root / module).read_text(encoding="utf-8") == module_text(grammar)
