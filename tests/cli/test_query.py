"""`mqtune query` on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

SCRIPT = """ALTER QMGR DEADQ('HUB.DLQ')
DEFINE QLOCAL(ORDERS.IN) MAXDEPTH(5000) DEFPSIST(YES) DESCR('=cmd()')
DEFINE QLOCAL(ORDERS.OUT) MAXDEPTH(90000) NOSHARE
DEFINE QLOCAL(ORDERS.${ENV}) MAXDEPTH(${DEPTH})
DEFINE AUTHINFO(LDAP) AUTHTYPE(IDPWLDAP) CONNAME('ldap(636)') LDAPPWD('Geheim99')
"""
PROJECT = '[[queue-manager]]\nname = "HUB.QM"\nfiles = ["a.mqsc"]\n'


@pytest.fixture
def hub(folder: Path) -> Path:
    (folder / "mqtune.toml").write_text(PROJECT)
    (folder / "a.mqsc").write_text(SCRIPT)
    return folder


def test_the_layout_of_runmqsc(mqtune, hub):
    outcome = mqtune("query", "DIS QL(*) WHERE(MAXDEPTH LT 10000) MAXDEPTH DEFPSIST", "-q")
    assert outcome.status == 0
    assert outcome.out == (
        "HUB.QM\n"
        "AMQ8409I: Display Queue details.\n"
        "   QUEUE(ORDERS.IN)                        TYPE(QLOCAL)\n"
        "   DEFPSIST(YES)                           MAXDEPTH(5000)\n"
    )


def test_the_count_and_what_cannot_be_told_are_on_standard_error(mqtune, hub):
    outcome = mqtune("query", "DIS QL(ORDERS.*) WHERE(MAXDEPTH LT 10000)")
    assert "1 of 3 objects" in outcome.err
    assert "QLOCAL(ORDERS.${ENV}) of HUB.QM: MAXDEPTH is ${DEPTH} (a.mqsc:4)" in outcome.err


def test_flags_and_blank_values(mqtune, hub):
    out = mqtune("query", "DIS QL(ORDERS.OUT) SHARE TRIGGER DESCR").out
    assert out.splitlines()[3:] == [f"   {'DESCR( )':<40}NOSHARE", "   NOTRIGGER"]


def test_json_has_numbers_places_and_what_is_undecided(mqtune, hub):
    text = "DIS QL(*) WHERE(MAXDEPTH GT 10000) DEFPSIST"
    answer = json.loads(mqtune("query", text, "--format", "json", "--origin").out)
    assert answer["version"] == 1
    (row,) = answer["rows"]
    assert row["queue_manager"] == "HUB.QM"
    assert row["object"] == {"type": "QLOCAL", "name": "ORDERS.OUT"}
    assert row["attributes"] == {"DEFPSIST": "NO", "MAXDEPTH": 90000}
    assert (row["file"], row["line"]) == ("a.mqsc", 3)
    assert row["origins"] == {"MAXDEPTH": {"file": "a.mqsc", "line": 3}}
    assert answer["columns"] == [
        {"name": "DEFPSIST", "type": "string"},
        {"name": "MAXDEPTH", "type": "integer"},
    ]
    assert [one["object"]["name"] for one in answer["undecided"]] == ["ORDERS.${ENV}"]


def test_csv_is_safe_for_a_spreadsheet(mqtune, hub):
    out = mqtune("query", "DIS QL(ORDERS.IN) MAXDEPTH DESCR", "--format", "csv").out
    head, row = csv.reader(io.StringIO(out))
    assert head == ["environment", "queue_manager", "type", "name", "MAXDEPTH", "DESCR", "file", "line"]
    assert row == ["", "HUB.QM", "QLOCAL", "ORDERS.IN", "5000", "'=cmd()", "a.mqsc", "2"]


def test_a_table(mqtune, hub):
    lines = mqtune("query", "DIS QL(ORDERS.*) MAXDEPTH", "--format", "table").out.splitlines()
    assert lines[0].split() == ["QUEUE", "TYPE", "MAXDEPTH"]
    assert lines[1].split() == ["ORDERS.${ENV}", "QLOCAL", "${DEPTH}"]


@pytest.mark.parametrize("format", ["runmqsc", "table", "json", "csv"])
def test_secrets_are_masked(mqtune, hub, format):
    outcome = mqtune("query", "DIS AUTHINFO(*) ALL", "--format", format)
    assert "Geheim99" not in outcome.out + outcome.err
    assert "********" in outcome.out


def test_nothing_found_and_invalid_commands_have_a_status_of_their_own(mqtune, hub):
    assert mqtune("query", "DIS QL(NONE*)").status == 1
    outcome = mqtune("query", "DIS QL(*) MAXDEPHT")
    assert outcome.status == 2
    assert outcome.err == (
        "mqtune: error: MAXDEPHT is not an attribute of DISPLAY QLOCAL\n  help: the nearest is MAXDEPTH\n"
    )
    assert mqtune("query", "DIS QL(*)", "nowhere").status == 2


def test_standard_input(mqtune, folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"DEFINE QLOCAL(PIPED) MAXDEPTH(3)\n")))
    assert "MAXDEPTH(3)" in mqtune("query", "DIS QL(PIPED) MAXDEPTH", "-").out


def test_each_environment_is_labelled(mqtune, folder):
    for name, depth in (("dev", 10), ("prod", 99)):
        (folder / name).mkdir()
        (folder / name / "PAYQM.mqsc").write_text(f"DEFINE QLOCAL(A) MAXDEPTH({depth})\n")
    (folder / "mqtune.toml").write_text(
        '[[environment]]\nname = "dev"\nfiles = ["dev/**"]\n'
        '[[environment]]\nname = "prod"\nfiles = ["prod/**"]\n[[queue-manager]]\nname = "PAYQM"\n'
    )
    out = mqtune("query", "DIS QL(*) MAXDEPTH").out
    assert [line for line in out.splitlines() if "/" in line] == ["dev/PAYQM", "prod/PAYQM"]
    assert "MAXDEPTH(99)" not in mqtune("query", "DIS QL(*) MAXDEPTH", "--environment", "dev").out


POLICY = """[[policy]]
code = "BANK001"
name = "shallow-queue"
display = "DISPLAY QLOCAL(ORDERS.*) WHERE(MAXDEPTH LT 10000)"
message = "{name} holds only {MAXDEPTH} messages"
owner = "messaging team"
"""


@pytest.fixture
def bank(hub: Path) -> Path:
    (hub / "mqtune.toml").write_text(PROJECT + POLICY)
    return hub


def test_a_policy_is_a_rule_in_every_command(mqtune, bank):
    lint = mqtune("lint", "--select", "BANK", "--format", "concise")
    assert lint.status == 1
    assert lint.out.startswith("a.mqsc:2:26: warning BANK001 ORDERS.IN holds only 5000 messages\n")
    page = mqtune("explain", "BANK001").out
    assert page.startswith("# BANK001 shallow-queue\n")
    assert "DISPLAY QLOCAL(ORDERS.*) WHERE(MAXDEPTH LT 10000)" in page
    assert "messaging team" in page
    assert "shallow-queue" in mqtune("rules", "--family", "BANK").out
    sarif = json.loads(mqtune("lint", "--select", "BANK", "--format", "sarif").out)
    (rule,) = sarif["runs"][0]["tool"]["driver"]["rules"]
    assert rule["id"] == "BANK001"
    assert rule["shortDescription"]["text"].startswith("Policy of mqtune.toml")
    assert "helpUri" not in rule


@pytest.mark.parametrize("format", ["full", "json", "github", "gitlab", "junit", "azure", "sonarqube"])
def test_a_policy_is_in_every_format(mqtune, bank, format):
    assert "ORDERS.IN holds only 5000 messages" in mqtune("lint", "--format", format).out


def test_a_baseline_knows_a_policy(mqtune, bank):
    assert mqtune("lint", "--select", "BANK", "--write-baseline", "known.json").status == 0
    assert mqtune("lint", "--select", "BANK", "--baseline", "known.json").status == 0


def test_an_invalid_policy_has_its_line(mqtune, bank):
    (bank / "mqtune.toml").write_text(PROJECT + POLICY.replace("MAXDEPTH LT", "MAXDEPHT LT"))
    for command in (("lint",), ("rules",), ("explain", "BANK001"), ("query", "DIS QL(*)")):
        outcome = mqtune(*command)
        assert outcome.status == 2
        assert outcome.err.startswith(
            "mqtune.toml:7: error: display of BANK001: DISPLAY QLOCAL cannot filter"
        )
        assert "the nearest is MAXDEPTH" in outcome.err
    assert mqtune("explain", "PUB001").status == 0
