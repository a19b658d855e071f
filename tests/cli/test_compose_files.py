"""Compose files: which queue manager gets what a service mounts, and what follows from it."""

from __future__ import annotations

from mqtune.session.session import Options, Session

COMPOSE = """\
services:
  one:
    environment:
      LICENSE: accept
      MQ_QMGR_NAME: QM1
    volumes: ["data:/mnt/mqm", "./one.mqsc:/etc/mqm/one.mqsc:ro"]
  two:
    environment: ["LICENSE=accept", "MQ_QMGR_NAME=QM2", "MQSNOAUT=yes"]
    volumes:
      - type: bind
        source: ./two
        target: /etc/mqm
"""


def test_mounted_files_belong_to_the_queue_manager_and_are_applied_at_every_start(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "compose.yaml").write_text(COMPOSE)
    (tmp_path / "one.mqsc").write_text("DEFINE QLOCAL(A)\n")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "x.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    (tmp_path / "two" / "x.ini").write_text("Channels:\n   MaxChannels=2O0\n")
    session = Session.open(Options(["."]))
    assert {one.name: len(one.scripts) for one in session.queue_managers} == {"QM1": 1, "QM2": 1}
    found = {(one.code, one.place.file, one.place.span.line) for one in session.lint().findings}
    assert found == {("RUN001", "one.mqsc", 1), ("CAT055", "two/x.ini", 2), ("SEC053", "compose.yaml", 8)}


def test_a_queue_manager_without_files_has_its_environment(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "compose.yaml").write_text(COMPOSE)
    assert [one.code for one in Session.open(Options(["."])).lint().findings] == ["SEC053"]
