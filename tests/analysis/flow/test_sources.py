"""Where loads are to be declared: at the names from which those of others follow."""

from __future__ import annotations

import pytest

from mqtune.cli import main

HUB = """\
DEFINE QLOCAL(COPY.1) REPLACE
DEFINE QLOCAL(ORDERS.1) STREAMQ(COPY.1) REPLACE
DEFINE QREMOTE(OUT) RNAME(LEDGER) RQMNAME(BRANCH) XMITQ(BRANCH) REPLACE
DEFINE QLOCAL(BRANCH) USAGE(XMITQ) REPLACE
DEFINE CHANNEL(HUB.BRANCH) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(BRANCH) REPLACE
DEFINE QLOCAL(ALONE) REPLACE
"""
BRANCH = """\
DEFINE QLOCAL(LEDGER) STREAMQ(LEDGER.COPY) REPLACE
DEFINE QLOCAL(LEDGER.COPY) REPLACE
DEFINE CHANNEL(HUB.BRANCH) CHLTYPE(RCVR) REPLACE
"""
LOAD = '[[queue-manager.queue]]\nqueue = "ORDERS.1"\nput-rate = 5\n'


@pytest.fixture
def verbose(tmp_path, monkeypatch, capsys):
    """What --verbose adds on standard error, by the load of HUB."""
    monkeypatch.chdir(tmp_path)

    def lint(load="", *options):
        (tmp_path / "hub.mqsc").write_text(HUB)
        (tmp_path / "branch.mqsc").write_text(BRANCH)
        tables = '[[queue-manager]]\nname = "{}"\nfiles = ["{}.mqsc"]\n'
        (tmp_path / "mqtune.toml").write_text(
            tables.format("HUB", "hub") + load + tables.format("BRANCH", "branch")
        )
        main.main(["lint", "--exit-zero", *options, "."])
        return capsys.readouterr().err

    return lint


def test_sources_of_copies_and_remote_queues_are_named(verbose):
    shown = verbose("", "--verbose")
    assert "HUB: put-rate of queue ORDERS.1, which reaches QLOCAL(COPY.1)\n" in shown
    assert "queue OUT, which reaches QLOCAL(LEDGER) of BRANCH, QLOCAL(LEDGER.COPY) of BRANCH\n" in shown
    assert "queue COPY.1" not in shown
    assert "ALONE" not in shown


def test_a_queue_manager_with_a_load_needs_no_source(verbose):
    assert "HUB: put-rate" not in verbose(LOAD, "--verbose")


def test_sources_are_named_only_with_verbose(verbose):
    assert "put-rate" not in verbose()
