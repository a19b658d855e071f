"""A command in a file that is not read is seen, whatever is before it and however its lines are divided."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.mqsc import templates
from mqtune.syntax.mqsc.templates import file_names_mq, names_mq

COMMANDS = (
    "ALTER QMGR CHLAUTH(DISABLED)",
    "alt qmgr chlauth(disabled)",
    "DEFINE CHANNEL (A) CHLTYPE(SVRCONN)",
    "SET CHLAUTH('*') TYPE(BLOCKUSER)",
    "DELETE QLOCAL(A)",
    "SET AUTHREC OBJTYPE(QMGR) GROUP('users') AUTHADD(ALL)",
)
# the line before, or an escape
BEFORE = (
    *(
        "",
        "\n",
        "x <<E\n",
        "* base-\n",
        "text = '''v1-\n",
        "a: |2-\n",
        "@(E1+\n",
        '"* a`n',
        '"* a\\n',
        "'\\012",
    ),
    *("'\\x0a", "'\\u000a", "'\\cJ", "%0a", "&#10;", "f(1", "&#xa;", "`u{a}"),
)
BLANKS = st.sampled_from((" ", "\t", " " * 100, " \r\n ", "\n" * 70, "\xa0"))
JOINTS = st.sampled_from(
    ("+\n", "-\n", "+ \r\n  ", "-\n* text (\n", "+\n  * a-\n* b\n", f"-\n* {'x' * 99}\n")
)


@st.composite
def divided(draw: st.DrawFn) -> str:
    """A command with any blanks, in lines that are continued anywhere, and what is before it."""
    command = draw(st.sampled_from(COMMANDS))
    text = "".join(draw(BLANKS) if char == " " else char for char in command)
    for at in sorted(draw(st.sets(st.integers(1, len(command) - 1), max_size=3)), reverse=True):
        if text[at - 1 : at + 1].isalnum() or text[at - 1] == " ":  # not inside what divides it
            text = text[:at] + draw(JOINTS) + text[at:]
    return draw(st.sampled_from(BEFORE)) + text


@given(text=divided())
def test_a_command_is_seen_however_it_is_written(text: str) -> None:
    assert names_mq(text.encode())
    assert names_mq(text.encode("utf-16-le"))


@given(text=divided(), size=st.integers(1, 3000))
def test_a_command_is_seen_wherever_the_file_is_divided(tmp_path_factory, text: str, size: int) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "named.dat"
    path.write_bytes(b"x " * size + text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "_AT_ONCE", 2000)
        assert file_names_mq(str(path))


@pytest.mark.parametrize("text", ["ALTER%20QMGR%20CHLAUTH(A)", "ALTER&#32;QMGR&#32;CHLAUTH&#40;A&#41;"])
def test_a_command_is_seen_in_codes_of_its_characters(text: str) -> None:
    assert names_mq(f"<x>{text}</x>".encode())


@pytest.mark.parametrize(
    "text",
    ["realter qmgr (a)", "preset topic (a)", "ALTER TABLE queue (a)", "define(['a'])", "alter qmgrs (a)"],
)
def test_what_is_no_command_is_not_seen(text: str) -> None:
    assert not names_mq(text.encode())
