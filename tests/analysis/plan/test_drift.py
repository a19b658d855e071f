"""A dump against the files of a repository: what only the product sets is not drift."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.language.masking import masked
from mqtune.text.messages import COVER, UsageError
from tests.analysis.plan.conftest import planned, written

FULL = "BROWSE,CHG,CLR,DLT,DSP,GET,INQ,PUT,PASSALL,PASSID,SET,SETALL,SETID"
DUMP = f"""\
* Queue manager name: QM1
* Queue manager platform: UNIX
* Queue manager command level: (910/910)
* Command issued: dmpmqcfg -a -m QM1
ALTER QMGR CCSID(819) SSLKEYR('/var/mqm/qmgrs/QM1/ssl/key') DEADQ(DLQ) FORCE
DEFINE QLOCAL('SYSTEM.DEFAULT.LOCAL.QUEUE') MAXDEPTH(5000) REPLACE
DEFINE QLOCAL('SYSTEM.MANAGED.NDURABLE.5F0A1B2C3D4E5F60') REPLACE
DEFINE QLOCAL('AMQ.5F0A1B2C3D4E5F60') REPLACE
DEFINE QLOCAL('DLQ') MAXDEPTH(5000) DESCR(' ') GET(ENABLED) REPLACE
*  CRDATE(2026-01-01) +
*  CRTIME(10.00.00)
DEFINE CHANNEL('QM2.QM1') CHLTYPE(RCVR) DESCR('Auto-defined by QM2') REPLACE
SET CHLAUTH('*') TYPE(BLOCKUSER) USERLIST('*MQADMIN') DESCR('Default rule') ACTION(REPLACE)
SET AUTHREC PROFILE('DLQ') OBJTYPE(QUEUE) GROUP('mqm') AUTHADD({FULL})
SET AUTHREC PROFILE('@CLASS') OBJTYPE(QUEUE) GROUP('mqm') AUTHADD(CRT)
"""
FILES = "ALTER QMGR DEADQ(DLQ)\nDEFINE QLOCAL(DLQ) REPLACE\n"


FILTERED = """\
* Queue manager name: QM1
* Command issued: dmpmqcfg -m QM1 {}
DEFINE QLOCAL('APP.A') REPLACE
"""


@pytest.mark.parametrize(
    ("options", "missing", "count"),
    [
        ("-a", "DEFINE QLOCAL(APP.B)", 1),
        ("-t qlocal", "DEFINE QLOCAL(APP.B)", 1),
        ("-t queue", "DEFINE QALIAS(APP.B) TARGET(X)", 1),
        ("-t qlocal", "DEFINE QALIAS(APP.B) TARGET(X)", 0),
        ("-t qlocal", "DEFINE CHANNEL(C) CHLTYPE(SVRCONN)", 0),
        ("-t qlocal", "ALTER QMGR DESCR('x')", 0),
        ("-t lstr", "DEFINE LISTENER(L) TRPTYPE(TCP)", 1),
        ("-n APP.*", "DEFINE QLOCAL(OTHER)", 0),
        ("-n APP.*", "DEFINE QLOCAL(APP.B)", 1),
        ("-x object", "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)", 0),
        ("-x chlauth", "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(NOACCESS)", 1),
        ("-x object", "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) GROUP('g') AUTHADD(PUT)", 0),
    ],
)
def test_what_options_of_a_dump_omit_is_not_compared(
    tmp_path: Path, options: str, missing: str, count: int
) -> None:
    """dmpmqcfg (q083160_): -t, -n and -x."""
    dump = written(tmp_path, "QM1.dump.mqsc", FILTERED.format(options))
    found = planned(dump, written(tmp_path, "new/a.mqsc", f"DEFINE QLOCAL(APP.A)\n{missing}\n"))
    assert len(found.plan.changes) == count
    assert any("omit" in note for note in found.plan.parts[0].notes) == (count == 0)


def test_what_the_product_sets_is_not_drift(tmp_path: Path) -> None:
    dump = written(tmp_path, "dump/QM1.mqsc", DUMP)
    files = written(tmp_path, "repo/a.mqsc", FILES)
    for old, new in ((dump, files), (files, dump)):
        found = planned(old, new).plan
        assert found.question == "drift"
        # only that the two other default records are missing
        assert {change.type for change in found.changes} == {"CHLAUTH"}
        assert len(found.changes) == 2


def test_a_dynamic_queue_is_known_by_its_comment_and_its_model_is_compared(tmp_path: Path) -> None:
    more = "DEFINE QLOCAL('APP.REPLY.7') +\n*  DEFTYPE(TEMPDYN) +\n   MAXDEPTH(5000) +\n   REPLACE\n"
    more += "DEFINE QLOCAL('APP.Q') +\n*  DEFTYPE(PREDEFINED) +\n   REPLACE\n"
    more += "DEFINE QMODEL('APP.MODEL') +\n   DEFTYPE(PERMDYN) +\n   MAXDEPTH(5) +\n   REPLACE\n"
    dump = written(tmp_path, "dump/QM1.mqsc", DUMP.split("SET CHLAUTH", maxsplit=1)[0] + more)
    files = written(
        tmp_path, "repo/a.mqsc", FILES + "DEFINE QMODEL(APP.MODEL) DEFTYPE(PERMDYN) MAXDEPTH(9)\n"
    )
    changes = planned(dump, files).plan.changes
    assert [(one.action, one.title) for one in changes] == [
        ("delete", "QLOCAL(APP.Q)"),
        ("alter", "QMODEL(APP.MODEL)"),
    ]


def test_drift_is_repaired_in_either_direction(tmp_path: Path) -> None:
    dump = written(
        tmp_path, "dump/QM1.mqsc", DUMP.split("SET CHLAUTH", maxsplit=1)[0] + "DEFINE QLOCAL(EXTRA) REPLACE\n"
    )
    files = written(tmp_path, "repo/a.mqsc", FILES.replace("REPLACE", "MAXDEPTH(9) REPLACE"))
    assert planned(dump, files).plan.commands == ["ALTER QLOCAL(DLQ) MAXDEPTH(9)", "DELETE QLOCAL(EXTRA)"]
    assert planned(files, dump).plan.commands == ["ALTER QLOCAL(DLQ) MAXDEPTH(5000)", "DEFINE QLOCAL(EXTRA)"]


def test_queue_managers_without_a_dump_are_not_compared(tmp_path: Path) -> None:
    dump = written(tmp_path, "dump/QM1.mqsc", DUMP.split("SET CHLAUTH", maxsplit=1)[0])
    written(tmp_path, "repo/QM1.sh", f"runmqsc QM1 <<E\n{FILES}E\n")
    written(tmp_path, "repo/QM2.sh", "runmqsc QM2 <<E\nDEFINE QLOCAL(X)\nE\n")
    found = planned(dump, tmp_path / "repo").plan
    assert found.changes == []
    assert [part.name for part in found.parts] == ["QM1"]
    assert "QM2" in found.notes[0]


def test_a_dump_is_compared_with_the_files_that_are_called_like_it(tmp_path: Path) -> None:
    dump = written(tmp_path, "dump/any.mqsc", DUMP.split("SET CHLAUTH", maxsplit=1)[0])
    written(tmp_path, "repo/QM1.mqsc", FILES)
    written(tmp_path, "repo/QM2.mqsc", FILES.replace("REPLACE", "MAXDEPTH(9) REPLACE"))
    assert planned(dump, tmp_path / "repo").plan.changes == []


def test_which_files_a_dump_belongs_to_is_not_guessed(tmp_path: Path) -> None:
    dump = written(tmp_path, "dump/any.mqsc", DUMP)
    for name in ("prod/QM1.mqsc", "test/QM1.mqsc"):
        written(tmp_path, f"repo/{name}", FILES)
    with pytest.raises(UsageError, match="occurs several times"):
        planned(dump, tmp_path / "repo")
    assert planned(dump, tmp_path / "repo", environments=["prod"]).plan.parts[0].environment == "prod"


def test_a_masked_secret_is_unknown_and_not_drift(tmp_path: Path) -> None:
    line = "DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h') SHORTUSR('u') LDAPPWD('{}') REPLACE\n"
    dump = written(tmp_path, "dump.mqsc", DUMP.split("ALTER", maxsplit=1)[0] + line.format("********"))
    files = written(tmp_path, "files.mqsc", line.format("a-secret"))
    assert planned(dump, files).plan.changes == []


def test_what_comes_and_goes_between_two_dumps_is_not_a_change(tmp_path: Path) -> None:
    first = written(tmp_path, "a.mqsc", DUMP)
    text = DUMP.replace("AMQ.5F0A1B2C3D4E5F60", "AMQ.60606060606060").replace("910/910", "930/930")
    second = written(tmp_path, "b.mqsc", text + "DEFINE QLOCAL('SYSTEM.NEW.OF.930') REPLACE\n")
    found = planned(first, second).plan
    assert (found.question, found.changes) == ("states", [])


MASKED = [
    (
        "DEFINE SERVICE(S) STARTCMD('/x') STARTARG('-m QM1 -p {}')",
        "STARTARG('-m QM1 -p {}')",
        "STARTARG('-p {}')",
    ),
    ("DEFINE CHANNEL(C) CHLTYPE(SVRCONN) SCYDATA('{}')", "SCYDATA('{}')", "SCYDATA('FN=/x')"),
    ("DEFINE PROCESS(P) ENVRDATA('DB_PASS={}')", "ENVRDATA('DB_PASS={}')", "ENVRDATA('X=1')"),
    ("DEFINE QLOCAL(Q) DESCR('see https://u:{}@host')", "DESCR('see https://u:{}@host')", "DESCR('x')"),
]


@pytest.mark.parametrize(("command", "part", "changed"), MASKED)
def test_a_secret_that_a_collection_masks_is_no_drift(
    tmp_path: Path, command: str, part: str, changed: str
) -> None:
    secret = "Tr0ub4dor"
    collected = (
        DUMP.split("SET CHLAUTH", maxsplit=1)[0] + masked(command.replace("{}", secret)) + " REPLACE\n"
    )
    assert secret not in collected
    dump = written(tmp_path, "dump/QM1.mqsc", collected)
    same = written(tmp_path, "same/a.mqsc", f"{FILES}{command.replace('{}', secret)}\n")
    other = written(
        tmp_path, "other/a.mqsc", f"{FILES}{command.replace(part, changed).replace('{}', secret)}\n"
    )
    assert planned(dump, same).plan.changes == planned(same, dump).plan.changes == []
    for old, new in ((dump, other), (other, dump)):
        plan = planned(old, new).plan
        assert len(plan.changes) == 1
        assert not any(secret in line or COVER in line for line in plan.commands)
