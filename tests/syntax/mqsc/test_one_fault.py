"""One slip of the finger in a sound script gives one diagnostic and leaves the other commands alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source

PARAMETERS = st.lists(
    st.sampled_from(
        [
            "MAXDEPTH(5000)",
            "DESCR('the orders')",
            "DESCR('it''s')",
            "NAMES('a','B.C')",
            "PUT(ENABLED)",
            "NAMES(A,B)",
        ]
    ),
    min_size=1,
    max_size=4,
)
LAYOUTS = st.sampled_from([" ", " +\n   ", " +\n* note\n   "])


def parsed(text):
    return parse_script(Document(MQSC, Source("x.mqsc", "x.mqsc", b""), text), LineMemo())


def slips(text, mark):
    """Where a mark stands outside comments and is no doubled one."""
    lines = text.split("\n")
    at = 0
    for line in lines:
        if not line.startswith("*"):
            yield from (
                at + column
                for column, char in enumerate(line)
                if char == mark and "''" not in line[max(0, column - 1) : column + 2]
            )
        at += len(line) + 1


@pytest.mark.parametrize("mark", ["'", "(", ")"])
@given(parameters=PARAMETERS, layout=LAYOUTS, data=st.data())
def test_a_mark_that_is_missing(mark, parameters, layout, data):
    text = layout.join(["DEFINE QLOCAL('A.B')", *parameters])
    places = list(slips(text, mark))
    at = data.draw(st.sampled_from(places))
    script = parsed(f"DEFINE QLOCAL(FIRST)\n{text[:at]}{text[at + 1 :]}\nDEFINE QLOCAL(LAST)\n")
    assert len(script.diagnostics) == 1
    line = 2 + text.count("\n", 0, at)
    assert abs(script.diagnostics[0].span.line - line) <= 1 + layout.count("\n")
    whole = [list(command.words())[1][1].text for command in script.commands if command.intact]
    assert whole[0] == "FIRST"
    assert whole[-1] == "LAST"
    assert len(script.commands) == 3


@pytest.mark.parametrize("mark", ["'", ")"])
@given(parameters=PARAMETERS, layout=LAYOUTS, data=st.data())
def test_a_mark_too_many(mark, parameters, layout, data):
    text = layout.join(["DEFINE QLOCAL('A.B')", *parameters])
    at = data.draw(st.sampled_from(list(slips(text, mark))))
    script = parsed(f"DEFINE QLOCAL(FIRST)\n{text[:at]}{mark}{text[at:]}\nDEFINE QLOCAL(LAST)\n")
    assert len(script.diagnostics) == 1
    assert len(script.commands) == 3


@given(parameters=PARAMETERS, data=st.data())
def test_a_sign_that_is_missing(parameters, data):
    lines = ["DEFINE QLOCAL('A.B') +", *(f"   {parameter} +" for parameter in parameters), "   REPLACE"]
    number = data.draw(st.integers(0, len(lines) - 2))
    lines[number] = lines[number].removesuffix(" +")
    script = parsed("\n".join(["DEFINE QLOCAL(FIRST)", *lines, "DEFINE QLOCAL(LAST)"]))
    assert [(diagnostic.kind, diagnostic.span.line) for diagnostic in script.diagnostics] == [
        ("missing-continuation", number + 2)
    ]
    assert len(list(script.commands[1].words())) == len(parameters) + 3


@given(parameters=PARAMETERS, data=st.data())
def test_a_typographic_mark(parameters, data):
    text = " ".join(["DEFINE QLOCAL('A.B')", *parameters])
    at = data.draw(st.sampled_from(list(slips(text, "'"))))
    script = parsed(f"{text[:at]}’{text[at + 1 :]}\nDEFINE QLOCAL(LAST)\n")
    assert [diagnostic.kind for diagnostic in script.diagnostics] == ["typographic-quote"]
    assert len(script.commands) == 2
