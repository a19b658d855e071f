"""Commands to statements."""

from __future__ import annotations

import pytest

from mqtune.project.settings import Project


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("DEFINE QLOCAL(a.b)", ("DEFINE", "QLOCAL", "", "A.B")),
        ("def ql('a.b')", ("DEFINE", "QLOCAL", "", "a.b")),
        ("ALT CHL(C) CHLTYPE(SVRCONN)", ("ALTER", "CHANNEL", "SVRCONN", "C")),
        ("DEFINE CHANNEL(C) CHLTYPE({{ type }})", ("DEFINE", "CHANNEL", None, "C")),
        ("SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('x')", ("SET", "CHLAUTH", "BLOCKUSER", "*")),
        ("DEFINE AUTHINFO(A) AUTHTYPE(IDPWOS)", ("DEFINE", "AUTHINFO", "IDPWOS", "A")),
        ("DEFINE LISTENER(L) TRPTYPE(TCP)", ("DEFINE", "LISTENER", "TCP", "L")),
        ("ALTER QMGR DEADQ(D)", ("ALTER", "QMGR", "", None)),
        ("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(GET)", ("SET", "AUTHREC", "", None)),
        ("DEFI QLOCAL(A)", (None, "QLOCAL", "", "A")),
        ("DEFINE QLOCLA(A) PROCESS(P)", ("DEFINE", None, "", None)),
    ],
)
def test_verb_type_subtype_and_name_are_read(manager_of, command, expected):
    (statement,) = manager_of(command).statements
    assert (statement.verb, statement.type, statement.subtype, statement.name) == expected


def test_only_zos_takes_the_object_word_anywhere(manager_of):
    command = "DEFINE REPLACE QLOCAL(A)"
    assert manager_of(command).statements[0].type is None
    assert manager_of(command, Project(platform="zos")).statements[0].name == "A"


def test_a_word_is_found_with_its_line_over_continued_lines(manager_of):
    (statement,) = manager_of(
        "DEFINE QLOCAL(A) +\n  MAXDEPTH(5) +\n* a comment +\n  NOSHARE REPLACE"
    ).statements
    number, parameter = statement.get("MAXDEPTH")
    assert (number, parameter.text) == (1, "5")
    assert statement.get("SHARE")[0] == 3
    assert statement.has("REPLACE")
    assert not statement.has("QLOCAL")
    assert statement.word_place("REPLACE").span.line == 4


def test_a_name_with_a_placeholder_is_marked(manager_of):
    statements = manager_of(
        "DEFINE QLOCAL('${APP}.IN')\nDEFINE QLOCAL(+QMNAME+.IN)\nDEFINE QLOCAL(A)"
    ).statements
    assert [statement.placeholder for statement in statements] == [True, True, False]
