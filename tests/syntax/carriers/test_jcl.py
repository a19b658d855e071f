"""The commands that a z/OS job passes to CSQUTIL."""

from __future__ import annotations

import pytest

from mqtune.session.fixing.formatting import format_text
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source

JOB = """//DEFS     JOB (ACCT),'MQ',CLASS=A
//* objects of the application
//DEFINE   EXEC PGM=CSQUTIL,REGION=0M,
//             PARM='CSQ1'
//STEPLIB  DD DISP=SHR,DSN=MQ.SCSQAUTH
//SYSIN    DD *
  COMMAND DDNAME(CMDINP)
  COMMAND DDNAME(OTHERS) +
     TGTQMGR(CSQ2)
/*
//CMDINP   DD *
  DEFINE QLOCAL(PAY.IN) STGCLASS(DEFAULT) +                             00010000
    GET(ENABLD)                                                         00020000
/*
//OTHERS   DD *,DLM=ZZ
//* this line is data
  DEFINE QLOCAL(PAY.OUT)
ZZ
//OUTPUT   DD SYSOUT=*
//DELETE   EXEC PGM=IDCAMS
//SYSIN    DD *
  DELETE A.B.C
  COMMAND DDNAME(CMDINP)
/*
//CMDINP   DD *
  DEFINE CLUSTER(A)
/*
"""


COMMENTED = """//DEFS     JOB (ACCT),'MQ'
//DEFINE   EXEC PGM=CSQUTIL,
//* which queue manager
//             PARM='CSQ1'
//SYSIN    DD *
  COMMAND DDNAME(CMDINP)
/*
//CMDINP   DD *
  DEFINE QLOCAL(A)
/*
"""


def documents(text: str, name: str = "DEFS.jcl"):
    return documents_of(Source(name, name, text.encode())).documents


@pytest.mark.parametrize("name", ["DEFS.jcl", "DEFS.JCL", "DEFS"])
def test_the_inputs_of_command_are_read_with_their_queue_managers(name):
    first, second = documents(JOB, name)
    assert first.queue_manager == "CSQ1"
    assert (
        first.text
        == "  DEFINE QLOCAL(PAY.IN) STGCLASS(DEFAULT) +".ljust(72) + "\n    GET(ENABLD)".ljust(73) + "\n"
    )
    assert second.queue_manager == "CSQ2"
    assert second.text.endswith("DEFINE QLOCAL(PAY.OUT)\n")


@pytest.mark.parametrize(
    ("line", "manager"), [("//* which queue manager", "CSQ1"), ("//NEXT DD DUMMY", ""), ("", "")]
)
def test_a_statement_continues_behind_a_comment_but_not_behind_another_statement(line, manager):
    (script,) = documents(COMMENTED.replace("//* which queue manager", line))
    assert (script.queue_manager, script.text) == (manager, "  DEFINE QLOCAL(A)\n")


def test_without_a_name_command_reads_csqucmd_and_a_start_procedure_its_own_inputs():
    text = (
        "//A EXEC PGM=CSQUTIL,PARM='&QM'\n//SYSIN DD *\n COMMAND\n//CSQUCMD DD *\n DISPLAY QMGR\n//\n"
        "//B EXEC PGM=CSQYASCP\n//CSQINP2 DD DSN=X\n// DD *\nDEFINE QLOCAL(A)\n"
    )
    assert [(one.queue_manager, one.text) for one in documents(text)] == [
        ("", " DISPLAY QMGR\n"),
        ("", "DEFINE QLOCAL(A)\n"),
    ]


@pytest.mark.parametrize(
    "text", ["", "//", "//A EXEC", "//A DD *", "//A EXEC PGM=CSQUTIL\n//SYSIN DD *", "/*\n"]
)
def test_other_texts_have_no_commands(text):
    assert documents(text) == []


@pytest.mark.parametrize("delimiter", ["$$", "@@", "##", "'--'", "Q1"])
def test_data_ends_at_its_delimiter_whatever_characters_that_has(delimiter):
    text = f"//A EXEC PGM=CSQUTIL,PARM='QM1'\n//SYSIN DD *\n COMMAND\n//CSQUCMD DD DATA,DLM={delimiter}\n/*\n"
    text += f"DEFINE QLOCAL(A)\n{delimiter.strip(chr(39))}\n"
    (document,) = documents(text)
    assert document.text.endswith("DEFINE QLOCAL(A)\n")


def test_findings_are_at_their_columns_and_those_of_zos():
    found = Session.open(Options(stdin_text=JOB, stdin_name="DEFS.jcl", select=("CAT",))).lint().findings
    assert [(one.code, one.place.span.line, one.place.span.column) for one in found] == [("CAT015", 13, 9)]
    assert found[0].fixes == ()  # it would move the sequence number into the columns that are read


def test_a_job_is_formatted_within_72_columns():
    text = JOB.replace("                             00010000", "").replace(
        "ENABLD)", "ENABLED) " + "DESCR('" + "x" * 50 + "')"
    )
    text = "\n".join(line.removesuffix("00020000").rstrip() for line in text.split("\n"))
    edits = format_text("DEFS.jcl", text)
    assert edits
    assert all(len(line) <= 72 for edit in edits for line in edit[1].split("\n"))


SYMBOLS = """//DEFS     JOB (ACCT),'MQ'
//         EXPORT SYMLIST=(QM,APP)
//         SET QM=CSQ1,APP='PAY'
//DEFINE   EXEC PGM=CSQUTIL,PARM='&QM'
//SYSIN    DD *
  COMMAND DDNAME(CMDINP)
/*
//CMDINP   DD *{symbols}
  DEFINE QLOCAL('&APP..&qm..IN') REPLACE
  DEFINE QLOCAL(&APP.X) DESCR('R&&D') REPLACE
  DEFINE QLOCAL(&SYSNAME..OUT) MAXDEPTH(&DEPTH) REPLACE
/*
"""


@pytest.mark.parametrize("symbols", [",SYMBOLS=JCLONLY", ",SYMBOLS=(EXECSYS,LOG)", ",DLM=ZZ,SYMBOLS=CNVTSYS"])
def test_symbols_of_a_job_have_the_values_that_it_sets_and_are_else_placeholders(symbols, tmp_path):
    text = SYMBOLS.format(symbols=symbols)
    if "ZZ" in symbols:
        text = text[: text.rindex("/*")] + "ZZ\n"
    (document,) = documents(text)
    assert document.queue_manager == "CSQ1"
    assert document.text.splitlines() == [
        "  DEFINE QLOCAL('PAY.CSQ1.IN') REPLACE",
        "  DEFINE QLOCAL(PAYX) DESCR('R&&D') REPLACE",
        "  DEFINE QLOCAL($SYSNAME.OUT) MAXDEPTH($DEPTH) REPLACE",
    ]
    path = tmp_path / "a.jcl"
    path.write_text(text)
    assert Session.open(Options([str(path)], select=["SYN", "CAT"])).lint().findings == []


def test_without_symbols_an_ampersand_is_what_the_queue_manager_reads(tmp_path):
    path = tmp_path / "a.jcl"
    path.write_text(SYMBOLS.format(symbols=""))
    findings = Session.open(Options([str(path)], select=["CAT"])).lint().findings
    assert {finding.code for finding in findings} == {"CAT017", "CAT024"}


def test_a_fix_in_data_with_symbols_edits_nothing_that_a_symbol_replaces(tmp_path):
    path = tmp_path / "a.jcl"
    path.write_text(SYMBOLS.format(symbols=",SYMBOLS=JCLONLY"))
    (document,) = documents(path.read_text())
    assert document.map is not None
    assert not document.map.editable
