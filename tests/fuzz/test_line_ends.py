"""A line of a file ends at a line feed in every report, whatever else ends a line in its language."""

from __future__ import annotations

import json

import pytest

from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.editing import LineIndex

FAULTY = {
    "qm.ini": "Log:\r  LogPath=/x\r\nX\rNoSuchStanza:\r  Key\u00a0=1\n",
    "ccdt.json": '{"channel":\r[{"name":"A",\r"typ":1\r\n}]}\r}\n',
    "a.yaml": "data:\r  x.mqsc: |\r    DEFINE QLOCAL(A) DESCR('Fred's)\r\n    ALTER NOTHING(A)\n\r",
    "bad.yaml": "data:\r\n  x.mqsc: |\n    DEFINE QLOCAL(A)\r    DEFINE QLOCAL(B)\n  y: 'a\r : b\n",
    "a.sh": "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A) DESCR('Fred's)\rALTER NOTHING(A)\nEOF\necho \r\n",
}


def lint(name: str, text: str) -> LintResult:
    return Session.open(Options(stdin_text=text, stdin_name=name, profile="regulated")).lint()


@pytest.mark.parametrize("name", FAULTY)
def test_every_place_is_one_of_the_file(name: str) -> None:
    text = FAULTY[name]
    index = LineIndex(text)
    findings = lint(name, text).findings
    assert findings
    for finding in findings:
        places = [finding.place, *(related.place for related in finding.related)]
        places += [edit.place for fix in finding.fixes for edit in fix.edits]
        for place in places:
            index.change(place.span, "")  # raises where there is no such place


def test_a_mend_behind_a_carriage_return_goes_where_its_fault_is() -> None:
    text = (
        '{"channel":[\r{"name":"A","type":"clientConnection",\r"clientConnection":'
        '{"queueManager":"Q","conection":[{"host":"h","port":1414}]}}]}\n'
    )
    session = Session.open(Options(stdin_text=text, stdin_name="ccdt.json"))
    fixed = fix_workspace(Workspace([session]), unsafe=True).texts["ccdt.json"]
    assert fixed == text.replace("conection", "connection")
    assert json.loads(fixed)


def test_an_old_ini_file_is_read_line_by_line() -> None:
    (finding,) = lint("qm.ini", "Log:\r   LogPrimaryFiles=900\r").findings
    assert finding.message.startswith("LogPrimaryFiles of Log is 900")
    assert finding.place.span.line == 1


def test_a_mend_that_makes_a_line_ends_it_like_the_others() -> None:
    text = "Log:   LogPrimaryFiles=4\r\n   LogSecondaryFiles=2\r\n"
    session = Session.open(Options(stdin_text=text, stdin_name="qm.ini"))
    fixed = fix_workspace(Workspace([session]), unsafe=True).texts["qm.ini"]
    assert fixed == text.replace("Log:   ", "Log:\r\n   ")
