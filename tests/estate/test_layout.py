"""Which word stands where in a command, whatever its values are."""

from __future__ import annotations

from itertools import permutations

from mqtune.estate.statement import Statement, statements_of
from mqtune.estate.words import Layouts, bits_of
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def read(text: str) -> list[Statement]:
    document = Document(MQSC, Source("example.mqsc", "example.mqsc", text.encode()))
    return statements_of(parse_script(document, LineMemo()), Layouts())


def test_commands_that_differ_in_values_share_a_layout() -> None:
    first, second, other = read(
        "DEFINE QLOCAL(A) +\n DESCR('x') +\n MAXDEPTH(1)\n"
        "DEFINE QLOCAL(B) +\n DESCR('y') +\n MAXDEPTH(2)\n"
        "DEFINE QLOCAL(C) +\n MAXDEPTH(2) +\n DESCR('y')\n"
    )
    assert first.layout is second.layout
    assert first.layout is not other.layout
    assert (first.text("MAXDEPTH"), second.text("MAXDEPTH"), other.text("MAXDEPTH")) == ("1", "2", "2")


def test_a_word_is_found_on_its_line_among_comments() -> None:
    (statement,) = read(
        "DEFINE QLOCAL(A) +\n* CRDATE(x) +\n\n PUT(ENABLED) +\n*  ALTDATE(x) +\n GET(DISABLED)\n"
    )
    found = statement.get("GET")
    assert found is not None
    assert (found[0], found[1].text) == (5, "DISABLED")


def test_of_a_word_that_stands_twice_the_last_one_counts() -> None:
    (statement,) = read("DEFINE QLOCAL(A) SHARE MAXDEPTH(1) MAXDEPTH(2) NOSHARE\n")
    share = statement.parameter("SHARE")
    assert statement.text("MAXDEPTH") == "2"
    assert share is not None
    assert share.keyword == "NOSHARE"
    assert statement.layout.repeats


def test_blank_values_are_told_from_others() -> None:
    (statement,) = read("DEFINE QLOCAL(A) CLUSTER(' ') CLUSNL() DESCR('x') NOTRIGGER PROCESS('') REPLACE\n")
    assert statement.layout.filled == bits_of("QLOCAL", ("DESCR", "TRIGGER"))
    assert not statement.layout.repeats


def test_a_folded_command_has_its_words() -> None:
    (statement,) = read("DEFINE QLOCAL(A) DES+\n CR('x y+\n z') PUT(ENABLED)\n")
    assert statement.command.irregular
    assert (statement.text("DESCR"), statement.text("PUT")) == ("x yz", "ENABLED")
    assert statement.layout.filled == bits_of("QLOCAL", ("DESCR", "PUT"))


def test_verb_and_object_word_are_no_words_of_the_layout() -> None:
    (statement,) = read("DEFINE QLOCAL(A)\n")
    assert not statement.has("DEFINE")
    assert not statement.has("QLOCAL")


NUMBERS = (
    "MAXDEPTH",
    "MAXMSGL",
    "QDEPTHHI",
    "QDEPTHLO",
    "BOTHRESH",
    "RETINTVL",
    "QSVCINT",
    "TRIGDPTH",
    "DEFPRTY",
)


def test_words_are_found_however_many_lines_differ() -> None:
    commands = [
        f"DEFINE QLOCAL(A) +\n {first}(1) {second}(2) +\n {third}(3)\n"
        for first, second, third in permutations(NUMBERS, 3)
    ]
    for names, statement in zip(permutations(NUMBERS, 3), read("".join(commands)), strict=True):
        assert [statement.text(name) for name in names] == ["1", "2", "3"]
        assert set(statement.attributes) == set(names)


def test_commands_of_two_runs_are_told_apart() -> None:
    layouts = Layouts()
    found = []
    for text in ("DEFINE QLOCAL(A) +\n MAXDEPTH(1)\n", "DEFINE QLOCAL(A) +\n BOTHRESH(1)\n"):
        document = Document(MQSC, Source("example.mqsc", "example.mqsc", text.encode()))
        found += statements_of(parse_script(document, LineMemo()), layouts)
    assert [statement.text("BOTHRESH") for statement in found] == ["", "1"]
