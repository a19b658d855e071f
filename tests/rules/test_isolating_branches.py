"""PUB001 on several busy branches: isolating one of them causes no new finding for another."""

from __future__ import annotations

from pathlib import Path

from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace

TOPICS = (("big", 420_000), ("half", 210_000), ("small", 50_000))


def estate(folder: Path) -> Session:
    scripts = "".join(f"DEFINE TOPIC({name.upper()}) TOPICSTR('{name}') REPLACE\n" for name, _ in TOPICS)
    loads = "".join(
        f'[[queue-manager.topic]]\ntopic = "{name}/#"\npublish-rate = {rate}\n' for name, rate in TOPICS
    )
    (folder / "topics.mqsc").write_text(scripts)
    (folder / "mqtune.toml").write_text(
        f'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nfiles = ["topics.mqsc"]\n{loads}'
    )
    return Session.open(Options((str(folder),), select=("PUB001",)))


def found(session: Session) -> list[str]:
    return [finding.object.name for finding in session.lint().findings if finding.object is not None]


def test_a_branch_that_one_lock_bears_once_the_others_are_isolated_is_not_reported(tmp_path: Path) -> None:
    assert found(estate(tmp_path)) == ["BIG", "HALF"]


def test_the_fixes_stand_and_leave_nothing(tmp_path: Path) -> None:
    session = estate(tmp_path)
    outcome = fix_workspace(Workspace([session]), unsafe=True)
    assert outcome.dropped == []
    assert found(session.with_texts(outcome.texts)) == []
