"""The grammar itself, and what is made of it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from lark import Lark

from mqtune._build.terminals import MODULE, module_text
from mqtune.assets import AssetError, asset_bytes, asset_path, asset_text
from mqtune.syntax.mqsc.lines import ENDINGS

GRAMMARS = [
    "mqsc.lark",
    *(f"values/{name}.lark" for name in ("conname", "custom", "sslpeer", "topic", "where")),
]


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_grammar_has_no_hidden_conflict(name):
    pytest.importorskip("interegular")
    lexer = "basic" if name == "mqsc.lark" else "contextual"
    Lark(asset_text(f"grammars/{name}"), parser="lalr", lexer=lexer, strict=True)


def test_the_line_pattern_is_made_of_the_grammar_as_it_stands():
    assert MODULE.read_text(encoding="utf-8") == module_text()


def test_the_words_that_end_a_script_are_those_of_the_catalogue():
    from mqtune.language.mqsc import is_stop_word

    assert all(is_stop_word(word) for word in ENDINGS)


def test_plain_commands_and_lists_over_lines_need_no_lark(root):
    program = """
import sys
from mqtune.syntax.document import Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source
text = b"DEFINE QLOCAL(A) +\\n  REPLACE\\nSET AUTHREC AUTHADD(PUT,+\\n  GET)\\nDEF CHL(A) CONNAME(h(1414))\\n"
script = parse_script(Document("mqsc", Source("x", "x", text)), LineMemo())
assert [len(list(command.words())) for command in script.commands] == [3, 3, 3]
slow = {"lark", "typing", "dataclasses", "logging", "pathlib", "json"} & set(sys.modules)
assert not slow, slow
"""
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(root)},
        check=False,
    )
    assert done.stderr == ""


def test_assets_are_found_beside_the_package_or_in_the_checkout():
    path = asset_path("grammars/mqsc.lark")
    assert path is not None
    assert asset_bytes("grammars/mqsc.lark").decode() == asset_text("grammars/mqsc.lark")
    with pytest.raises(AssetError, match="is missing from the installation"):
        asset_bytes("grammars/none.lark")
