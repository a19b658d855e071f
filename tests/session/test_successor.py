"""A session that takes over from the one before an edit finds what a fresh one finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.estate.edited.successor import KEPT
from mqtune.estate.model import QueueManager
from mqtune.project.settings import Project
from mqtune.session.options import Options
from mqtune.session.session import Session


@pytest.mark.parametrize("before", ["", "QSGDISP(QMGR)", "QSGDISP(SHARED)"])
@pytest.mark.parametrize("after", ["", "QSGDISP(QMGR)", "QSGDISP(SHARED)"])
def test_another_disposition_is_another_object(
    before: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = "DEFINE QLOCAL(Q) QSGDISP(QMGR) NOREPLACE\nDEFINE QLOCAL(Q) {} MAXDEPTH({}) NOREPLACE\n"
    Path("mqtune.toml").write_text('platform = "zos"\nmq-version = "9.4"\n')
    Path("a.mqsc").write_text(script.format(before, 7))
    session = Session.open(Options(["."])).reusing(lambda: None)
    session.lint()
    edited = {"a.mqsc": script.format(after, 8)}
    fresh = Session.open(Options(["."])).with_texts(edited)
    assert told(session.successor(edited)) == told(fresh)


def told(session: Session) -> list[tuple[str, str, str]]:
    return [(one.code, str(one.place), one.message) for one in session.lint().findings]


def test_what_is_kept_of_a_queue_manager_exists() -> None:
    manager = QueueManager("QM1", Project())
    assert [name for name in KEPT if not hasattr(manager, name)] == []
