"""What the question Tune answers without a change."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from mqtune.views.card.sources import Sources
from mqtune.views.questions.all import QUESTIONS


@pytest.mark.parametrize(
    ("load", "answer", "held"),
    [
        ("consumers = 1, burst = '0 B', get-rate = 900", "nothing to change for the declared load", []),
        ("consumers = 1, burst = '0 B', get-rate = 10", "see below", []),
        ("consumers = 0", "see below", ["QLOCAL(IN): MAXDEPTH(126000) instead of 5000 "]),
    ],
)
def test_tune_says_what_is_held_back_and_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, load: str, answer: str, held: list[str]
) -> None:
    queue = f"queue = 'IN', put-rate = 200, message-size = '2 KiB', persistent = false, {load}"
    toml = "[[queue-manager]]\nname = 'A'\nfiles = ['a.mqsc', 'qm.ini']\n"
    toml += f"queue-disk = '1 MB'\nqueue = [{{ {queue} }}]\n"
    (tmp_path / "mqtune.toml").write_text(toml)
    cap = " CAPEXPRY(3000)" if held else ""
    (tmp_path / "a.mqsc").write_text(f"DEFINE QLOCAL(IN){cap} REPLACE\n")
    (tmp_path / "qm.ini").write_text("Log:\n   LogFilePages=4096\n")
    monkeypatch.chdir(tmp_path)
    sources = Sources(Workspace.open(Options(["."])), ())
    sections = {one.title: one for one in QUESTIONS["tune"].answer(sources, {"queue manager": "A"})}
    assert answer in sections["changes"].empty
    rows = [f"{row.text} {row.note}" for row in sections["held back"].rows()]
    assert [row.partition("the queue files")[0] for row in rows] == held
    assert bool(list(sections["open"].rows())) == ("see below" in answer)
