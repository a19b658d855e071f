"""What the tests of MQSC share: parsing a text, and telling what came of it."""

from __future__ import annotations

import pytest

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def script_of(text, platform=None, template=False):
    """The script of a text; the text must come back from it."""
    document = Document(MQSC, Source("x.mqsc", "x.mqsc", b""), text, template=template)
    script = parse_script(document, LineMemo(), platform)
    assert script.text() == text
    return script


@pytest.fixture
def parse():
    return script_of


@pytest.fixture
def commands():
    """Each command as its words: `KEYWORD` or `KEYWORD(text)`."""

    def read(text, platform=None, template=False):
        script = script_of(text, platform, template)
        return [" ".join(word(parameter) for _, parameter in command.words()) for command in script.commands]

    return read


def word(parameter):
    return parameter.keyword if parameter.values is None else f"{parameter.keyword}({parameter.text})"


@pytest.fixture
def diagnostics():
    """Each diagnostic as (kind, line, column)."""

    def read(text, platform=None, template=False):
        script = script_of(text, platform, template)
        return [
            (diagnostic.kind, diagnostic.span.line, diagnostic.span.column)
            for diagnostic in script.diagnostics
        ]

    return read
