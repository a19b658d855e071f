"""Any script: formatting twice is formatting once, and every queue manager reads the same."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mqtune.session.fixing.fixes import changes
from mqtune.session.fixing.formatting import REFUSED, format_inputs, format_text, same_contents
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.editing import apply_edits

NAMES = st.sampled_from(
    ["A", "'A'", "'a.b'", "app.q", "'X-Y'", "{{ n }}", "'${N}'", "SYSTEM.DEFAULT.LOCAL.QUEUE"]
)
VALUES = st.sampled_from(
    [
        "5",
        "yes",
        "'a  b'",
        "'it''s'",
        "''",
        "' '",
        "A,B",
        "'a', 'b'",
        "A B",
        "host(1414)",
        "{{ x }}",
        "A,,B",
        "*",
    ]
)
KEYWORDS = st.sampled_from(
    ["maxdepth", "DEFPSIST", "descr", "BOQNAME", "NAMES", "where", "TARGET", "CONNAME"]
)
BLANKS = st.sampled_from(
    [" ", "  ", "\t", ", ", " +\n", " +\n   ", " -\n ", "+\n ", " +\n* note\n", " +\n\n  "]
)
HEADS = st.sampled_from(
    [
        "DEFINE QLOCAL({})",
        "def ql({})",
        "alter qalias({})",
        "SET CHLAUTH({})",
        "DEFINE CHANNEL({}) CHLTYPE(SDR)",
    ]
)
BETWEEN = st.sampled_from(
    [
        *(
            "\n",
            "\n",
            "\n\n",
            "\n\n\n",
            ";\n",
            " ; ",
            "\n* note\n",
            "\n* mqtune: fmt off\n",
            "\n* mqtune: fmt on\n",
        ),
        *("\n* mqtune: fmt skip\n", "\n{% if x %}\n", "\r\n", "\n# note\n", "\nend\n", "\n  "),
    ]
)
NOISE = st.sampled_from(
    ["'", "(", ")", "+", "-", "=", ";", "\u00a0", "\ufeff", "\r", "\x00", "*", '"', "é", " "]
)


@st.composite
def commands(draw: Any) -> str:
    text = draw(HEADS).format(draw(NAMES))
    for _ in range(draw(st.integers(0, 6))):
        text += draw(BLANKS) + draw(KEYWORDS)
        text += draw(st.sampled_from(["", "({})", " ( {} )", "(+\n{})"])).format(draw(VALUES))
    return text + draw(st.sampled_from(["", " REPLACE", " +\nreplace"]))


@st.composite
def scripts(draw: Any) -> str:
    text = ""
    for _ in range(draw(st.integers(0, 5))):
        text += draw(commands()) + draw(BETWEEN)
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 3]))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(NOISE) + text[at:]
    return text


def read_naively(text: str) -> list[str]:
    """What a queue manager reads, written without the program: logical lines, with the letters of keywords
    and values folded as far as they are not quoted, and names without their quotation marks.
    """
    found, line, sign = [], "", ""
    for physical in text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n"):
        if physical.startswith("*") or not physical.strip(" \t\r"):
            continue
        line += physical.lstrip(" \t") if sign == "+" else physical
        stripped = line.rstrip(" \t")
        sign = stripped[-1:]
        if sign in ("+", "-") and sign:
            line = stripped[:-1]
        else:
            found.append(line)
            line = ""
    return [reduced(one) for one in [*found, line]]


def reduced(line: str) -> str:
    pieces = re.split(r"('(?:[^']|'')*'|\{\{.*?\}\}|\$\{.*?\})", line)
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            plain = re.sub(r"[ \t]*(,)?[ \t]+|[ \t]+(,)[ \t]*", lambda m: m[1] or m[2] or " ", piece.upper())
            pieces[index] = re.sub(r"[ ,]*([()])[ ]*", r"\1", plain)
        elif re.fullmatch(r"'[A-Z][A-Z0-9._/]*'", piece):
            pieces[index] = piece[1:-1]
    return re.sub(r"[ ,]+", " ", "".join(pieces)).replace(") ", ")").replace(" ;", ";").strip()


def estates(text: str, platform: str | None = None) -> Any:
    session = Session.open(Options(stdin_text=text, stdin_name="a.mqsc", isolated=True, platform=platform))
    return SimpleNamespace(context=SimpleNamespace(session=session))


def check(text: str, platform: str | None = None) -> None:
    after = apply_edits(text, format_text("a.mqsc", text, platform))
    assert apply_edits(after, format_text("a.mqsc", after, platform)) == after
    if "\r" not in text.replace("\r\n", ""):
        assert read_naively(after) == read_naively(text)
    assert list(changes(estates(text, platform), estates(after, platform))) == []
    session = estates(text, platform).context.session
    assert not [one for one in format_inputs(session.inputs, dumps=True) if one.reason == REFUSED]


@given(scripts(), st.sampled_from([None, "zos"]))
@example("def ql(A)\n\n\n\n* c", None)
def test_scripts_keep_their_meaning(text: str, platform: str | None) -> None:
    check(text, platform)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(scripts(), st.sampled_from([None, "zos"]))
def test_ten_thousand_scripts_keep_their_meaning(text: str, platform: str | None) -> None:
    check(text, platform)


def test_real_files_keep_their_meaning(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)
    before = Session.open(Options(isolated=True))
    texts = {one.source.shown: one.text for one in format_inputs(before.inputs, dumps=True) if one.is_changed}
    after = before.with_texts(texts)
    assert texts
    again = [
        one for one in format_inputs(after.inputs, dumps=True) if one.is_changed or one.reason == REFUSED
    ]
    assert [one.source.shown for one in again] == []
    for old, new in zip(before.inputs.files, after.inputs.files, strict=True):
        assert same_contents(old, new)
    states = [SimpleNamespace(context=SimpleNamespace(session=one)) for one in (before, after)]
    assert list(changes(*states)) == []  # type: ignore[arg-type]
