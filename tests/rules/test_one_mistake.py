"""One mistake is reported once: other rules do not draw conclusions from a command that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session

CLIENT = "DEFINE CHANNEL(APP) CHLTYPE(CLNTCONN) CONNAME('h') REPLACE\n"
TRIGGERED = "DEFINE QLOCAL(OUT) {} INITQ(SYSTEM.CHANNEL.INITQ) TRIGDATA(OUT.QM2) REPLACE\n"
SENDER = "DEFINE CHANNEL(OUT.QM2) CHLTYPE(SDR) CONNAME('h') XMITQ(OUT) MAXMSGL(1000) REPLACE\n"
RECORD = "SET CHLAUTH('*') TYPE(ADDRESSMAP) ADDRESS('*') {}\n"
MAPPED = "SET CHLAUTH(TLS) TYPE(SSLPEERMAP) SSLPEER('CN=app') USERSRC(MAP) MCAUSER('app')\n"

CASES = [
    ("DEFINE QLOCAL(A) \\\n  MAXDEPTH(5) REPLACE\n", ["SYN005"]),
    ("DEFINE CHANNEL(APP) CHLTYPE(SVRCONNX) REPLACE\n" + CLIENT, ["CAT015"]),
    ("DEFINE CHANNEL(A) CHLTYPE(SVRCONNX)\nALTER CHANNEL(A) CHLTYPE(SVRCONN) MAXINST(5)\n", ["CAT015"]),
    ("DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAPX)\nALTER QMGR CONNAUTH(L)\n", ["CAT015"]),
    ("SET AUTHREC PRINCIPAL('app') OBJTYPE(QMGRX) AUTHADD(CONNECT)\n", ["CAT015"]),
    ("SET AUTHREC PRINCIPAL('app') OBTYPE(QMGR) AUTHADD(CONNECT)\n", ["CAT005"]),
    (RECORD.format("USERSRC(NOACCESS)") + RECORD.format("ACTION(REMOVEX)"), ["CAT015"]),
    (TRIGGERED.format("USAGE(XMITQ) TRIGER") + SENDER, ["CAT005"]),
    (TRIGGERED.format("USAGE(XMITQ TRIGGER") + SENDER, ["SYN002"]),
    (TRIGGERED.format("USAGE(XMITQ) TRIGGER MAXMSGL(99999999999)") + SENDER, ["CAT018"]),
    ("DEFINE QLOCAL(A) QDEPTHLO(99999999999) QDEPTHHI(10) REPLACE\n", ["CAT018"]),
    ("DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384)\n", ["CAT042"]),
    ("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\n" + CLIENT.replace("CHLT", "CHT"), ["CAT005"]),
    ("DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) REPLACE\nDEFINE CHANNEL(APP) CLNTCONN\n", ["CAT005"]),
    ("DEFINE CHANNEL(TLS) CHLTYPE(SVRCONN) SSLIPH(ANY_TLS12_OR_HIGHER)\n" + MAPPED, ["CAT005"]),
    ("ALTER QMGR CHLEV(ENABLED)\n  DEINE AUTHINFO(A) +\n  AUTHTYPE(IDPWOS) REPLACE\n", ["CAT001"]),
    ("DEFINE QLOCAL(A)\nEOF\n", ["CAT001"]),
    ("DEFINE QLOCAL(A)\nREPLACE\n", ["SYN005"]),
    ("DEFINE QLOCAL(A)\n  SHARE DESCR('x') REPLACE\n", ["SYN005"]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_one_mistake_is_one_finding(
    text: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qm.mqsc").write_text(text)
    result = Session.open(Options(["."])).lint()
    assert [one.code for one in result.findings if one.severity != "info"] == expected


HELPS = [
    ("REM queues\n", "begin a comment with * in the first column"),
    ("strmqm QM1\n", "run strmqm in a shell: runmqsc accepts only MQSC"),
    ("EOF\n", "remove EOF, which belongs to a shell: runmqsc accepts only MQSC"),
]


@pytest.mark.parametrize(("text", "help"), HELPS)
def test_words_of_other_languages(
    text: str, help: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qm.mqsc").write_text("DEFINE QLOCAL(A)\n" + text)
    (finding,) = Session.open(Options(["."])).lint().findings
    assert (finding.code, finding.help) == ("CAT001", help)
