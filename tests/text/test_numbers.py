"""Rows of digits: what is a number, and that one without end costs nothing and breaks nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.project.load import ProjectError
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.patterns import TOO_LARGE, whole_number

ENDLESS = "9" * 5000


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("5000", 5000), (ENDLESS, TOO_LARGE)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", " 5", "-5", "+5", "5.0", "1_000", "\u00b2", "\u0665", "5a"])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (
            "a.mqsc",
            f"DEFINE QLOCAL(A) MAXDEPTH({ENDLESS}) CUSTOM('CAPEXPRY({ENDLESS})') CAPEXPRY({ENDLESS})\n",
        ),
        (
            "b.mqsc",
            f"DEFINE CHANNEL(A) CHLTYPE(SDR) CONNAME('host({ENDLESS})') XMITQ(X) BATCHSZ({ENDLESS})\n",
        ),
        ("c.mqsc", f"DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MAXINST({ENDLESS}) SHARECNV({ENDLESS})\n"),
        ("d.mqsc", f"SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('10.{ENDLESS}-{ENDLESS}.0.1') MCAUSER(a)\n"),
        ("e.mqsc", f"* mqtune: workload publish-rate={ENDLESS}\nDEFINE TOPIC(A) TOPICSTR(a)\n"),
        (
            "qm.ini",
            f"Channels:\n MaxChannels={ENDLESS}\nLog:\n LogPrimaryFiles={ENDLESS}\n LogFilePages={ENDLESS}K",
        ),
        (
            "mqclient.ini",
            f"TuningParameters:\n PubSubCacheSize=0x{ENDLESS}\nMessageBuffer:\n MaximumSize={ENDLESS}\n",
        ),
        ("ccdt.json", f'{{"channel": [{{"name": "A", "clientConnection": {{"port": {ENDLESS}}}}}]}}\n'),
        ("a.sh", f"ulimit -n {ENDLESS}\nstrmqm A\nrunmqsc A <<EOF\nDEFINE QLOCAL(A)\nEOF\n"),
    ],
)
def test_a_number_without_end_breaks_no_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content, encoding="utf-8")
    result = Session.open(Options(["."])).lint()
    assert [str(crash) for crash in result.crashes] == []


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.mqsc", f"DEFINE QLOCAL(A) MAXDEPTH({ENDLESS}) REPLACE\n", "CAT018"),
        ("qm.ini", f"Log:\n LogPrimaryFiles={ENDLESS}\n", "CAT056"),
        ("qm.ini", f"Channels:\n MaxChannels=-{ENDLESS}\n", "CAT056"),
    ],
)
def test_a_number_without_end_is_out_of_range(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content, encoding="utf-8")
    assert code in [finding.code for finding in Session.open(Options(["."])).lint().findings]


def test_in_the_project_file_it_is_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.mqsc").write_text("DEFINE QLOCAL(A)\n", encoding="utf-8")
    Path("mqtune.toml").write_text(f'[[queue-manager]]\nname = "A"\ncores = {ENDLESS}\n', encoding="utf-8")
    with pytest.raises(ProjectError, match="too many digits"):
        Session.open(Options(["."]))
