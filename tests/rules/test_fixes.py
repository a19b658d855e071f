"""Fixes over scripts made of sound and faulty pieces: none brings in a finding, and twice is once."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.finding import key_of

NAMES = st.sampled_from(["ORDERS", "'orders'", "HUB.Q1", "A"])
PARAMETERS = st.sampled_from(
    [
        "MAXDEPTH(5000)",
        "MAXDEPTH=5000",
        "DESCR('Fred's queue')",
        'DESCR("two words")',
        "DESCR(\u2018curly\u2019)",
        "DESCR('sound')",
        "PUT(ENABLED)+",
        "GET(ENABLED) +",
        "GET(ENABLED)",
        "DEFPSIST(YES)\u00a0",
        "DESCR 'stray'",
        "MAXDEPTH(5000",
        "MAXMSGL(4))",
        "NOTRIGGER",
        "TRIGGER",
        "MAXDEPHT(3)",
        "CUSTOM('CAPEXPRY(600)')",
    ]
)
JOINTS = st.sampled_from([" ", " +\n  ", "\n  ", "", " -\n", " +\n* a comment\n  "])
HEADS = st.sampled_from(
    [
        "# a comment\n",
        " * a comment\n",
        "* mqtune: ignore SYN001\n",
        "* mqtune: ignore SYN007\n",
        "DEFINE QLOCAL",
        "ALTER QLOCAL",
        "def ql",
    ]
)
COMMANDS = st.builds(
    lambda head, name, joint, parameters, end: (
        head + (f"({name})" + joint + joint.join(parameters) + end if not head.endswith("\n") else "")
    ),
    HEADS,
    NAMES,
    JOINTS,
    st.lists(PARAMETERS, max_size=3),
    st.sampled_from(["\n", " +\n", ";\n", " REPLACE\n"]),
)
SCRIPTS = st.lists(COMMANDS, max_size=5).map("".join)


def open_session(script: str) -> Session:
    return Session.open(Options(stdin_text=script, stdin_name="example.mqsc"))


def keys(session: Session) -> Counter[object]:
    result = session.lint()
    assert [str(crash) for crash in result.crashes] == []
    return Counter(key_of(finding) for finding in result.findings)


@given(SCRIPTS)
def test_a_fix_brings_in_no_finding_and_twice_is_once(script: str) -> None:
    session = open_session(script)
    before = keys(session)
    for unsafe in (False, True):
        outcome = fix_workspace(Workspace([session]), unsafe=unsafe)
        text = outcome.texts.get("example.mqsc", script)
        after = open_session(text)
        assert keys(after) - before == Counter()
        assert keys(after) == Counter(key_of(finding) for finding in outcome.result.findings)
        if all(dropped.is_tried for dropped in outcome.dropped):
            assert fix_workspace(Workspace([after]), unsafe=unsafe).texts == {}


@given(SCRIPTS)
def test_the_same_script_gives_the_same_findings(script: str) -> None:
    first, second = (open_session(script).lint().findings for _ in range(2))
    assert [(one.sort_key(), one.help, one.note) for one in first] == [
        (one.sort_key(), one.help, one.note) for one in second
    ]


@given(st.text(alphabet="DEFINE QLOCAL(A)'+-*;\n\t\"=#\u00a0\ufeff{}$", max_size=120))
def test_no_text_makes_a_rule_fail(text: str) -> None:
    for name in ("a.mqsc", "qm.ini", "ccdt.json", "a.yaml", "a.sh"):
        result = Session.open(Options(stdin_text=text, stdin_name=name)).lint()
        assert [str(crash) for crash in result.crashes] == []
