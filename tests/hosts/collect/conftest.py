"""A host with stand-ins for IBM MQ's programs on the PATH, and the command under test."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.cli.main import main

INSTALLATION = "INSTNAME(Installation1) INSTPATH({mqm}) INSTVER(9.4.2.0)"
DSPMQ = f"""\
{"QMNAME(ORDERS)":<58}STATUS(running) DEFAULT(no) STANDBY(notpermitted) {INSTALLATION}
    INSTANCE(host1) MODE(active)
{"QMNAME(BILLING)":<58}STATUS(endednormally) DEFAULT(no) {INSTALLATION}
"""
DSPMQVER = """\
Name:        IBM MQ
Version:     9.4.2.0
Platform:    IBM MQ for Linux (x86-64 platform)
DataPath:    {data}
MaxCmdLevel: 942
"""
DUMP = """\
*******************************************************************************
* Script generated on 2026-11-02   at 09.15.01
* Queue manager name: ORDERS
* Queue manager platform: UNIX
* Queue manager command level: (942/942)
* Command issued: dmpmqcfg -m ORDERS -a -x all
*******************************************************************************
ALTER QMGR +
*  QMID('ORDERS_2026-01-07_10.11.12') +
   SSLCRYP(' ') +
   FORCE
DEFINE QLOCAL('ORDER.IN') +
   MAXDEPTH(5000) +
*  CURDEPTH(12) +
   REPLACE
DEFINE CHANNEL('TO.BILLING') +
   CHLTYPE(SDR) +
   CONNAME('billing(1414)') +
   PASSWORD('Kx7-plain-Secret') +
   XMITQ('BILLING') +
   REPLACE
*******************************************************************************
* Script ended on 2026-11-02   at 09.15.02
* Number of Inquiry commands issued: 15
* Number of Inquiry commands completed: 15
* Number of objects/records: 3
*******************************************************************************
"""
STATUS = """\
AMQ8705I: Display Queue Manager Status Details.
   QMNAME(ORDERS)                          STATUS(RUNNING)
"""
STANZA = """\
QueueManager:
   Name=ORDERS
   Prefix={data}
   Directory=ORDERS
   InstallationName=Installation1
"""
QM_INI = """\
ExitPath:
   ExitsDefaultPath=/var/mqm/exits
Channels:
   MaxChannels=500
"""


def make_host(folder: Path, dump: str = DUMP, fails: str = "") -> Path:
    """A folder of programs for the PATH. `fails` is the program that is refused. `log` gets every call."""
    mqm, data = folder / "mqm", folder / "data"
    (mqm / "bin").mkdir(parents=True)
    (data / "qmgrs" / "ORDERS").mkdir(parents=True)
    (data / "qmgrs" / "ORDERS" / "qm.ini").write_text(QM_INI)
    (data / "mqs.ini").write_text("AllQueueManagers:\n   DefaultPrefix=/var/mqm\n")
    names = {"mqm": mqm, "data": data}
    answers = {
        "dspmq": DSPMQ.format(**names),
        "dspmqver": DSPMQVER.format(**names),
        "dspmqinf": STANZA.format(**names),
        "dmpmqcfg": dump,
        "runmqsc": STATUS,
        "ps": f"  1 /sbin/init\n  {os.getpid()} {mqm}/bin/amqzxma0 -m ORDERS -u mqm\n",
    }
    for name, answer in answers.items():
        (folder / f"{name}.answer").write_text(answer)
        script = f'#!/bin/sh\necho "{name} $*" >> {folder}/log\n'
        if name == "runmqsc":
            script += f"cat >> {folder}/log\n"
        if name == fails:
            script += (
                "echo 'AMQ7077E: You are not authorized to perform the requested operation.' >&2\nexit 36\n"
            )
        else:
            script += f"cat {folder}/{name}.answer\n"
        program = mqm / "bin" / name
        program.write_text(script)
        program.chmod(0o755)
    return mqm / "bin"


Collected = tuple[int, dict[str, object], str]


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mq"
    monkeypatch.setenv("PATH", f"{make_host(folder)}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def collect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Collected]:
    def run(*words: str) -> Collected:
        status = main(["collect", *words, "--to", str(tmp_path / "state")])
        found = tmp_path / "state" / "collected.json"
        return status, json.loads(found.read_text()) if found.exists() else {}, "".join(capsys.readouterr())

    return run
