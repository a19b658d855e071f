"""Hints for the tables of clients of a uniform cluster."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session

INI = (
    "AutoCluster:\n   Type=Uniform\n   ClusterName=UNI\n   Repository1Name=QM1\n   "
    "Repository1Conname=qm1(1414)\n"
)
ENTRY = (
    '{{"name": "APP", "type": "clientConnection", "clientConnection": {{"connection": [{{"host": "{0}", '
    '"port": 1414}}], "queueManager": "ANY"}}, "connectionManagement": {1}}}'
)
TOGETHER = '{"clientWeight": 0}'
SPREAD = '{"clientWeight": 1, "affinity": "none"}'
UNKNOWN = '{"clientWeight": 1, "affinity": "${AFFINITY}"}'


@pytest.fixture
def hints(tmp_path, monkeypatch):
    """What tuning says of a table with two entries of one group."""
    monkeypatch.chdir(tmp_path)
    Path("qm.ini").write_text(INI)

    def tell(management, first="qm1"):
        entries = ",\n".join(ENTRY.format(host, management) for host in (first, "qm2"))
        Path("a.ccdt.json").write_text(f'{{"channel": [\n{entries}\n]}}\n')
        return [hint["text"] for hint in tune_session(Session.open(Options(["."]))).client_tables]

    return tell


def test_entries_that_do_not_distribute_clients_are_reported_with_their_lines(hints):
    (hint,) = hints(TOGETHER)
    assert hint.endswith("for channel APP of group 'ANY' (a.ccdt.json, lines 2, 3)")


@pytest.mark.parametrize("management", [SPREAD, UNKNOWN])
def test_entries_that_spread_clients_are_left_alone(hints, management):
    assert hints(management) == []


def test_a_table_that_leads_elsewhere_is_left_alone(hints):
    assert hints(TOGETHER, first="other") == []
