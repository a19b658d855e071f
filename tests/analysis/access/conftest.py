"""Questions about access to a queue manager whose scripts and qm.ini a test states."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.analysis.access.answer import Answer, Question
from mqtune.analysis.access.walk import answer
from mqtune.session.options import Options
from mqtune.session.session import Session

Ask = Callable[..., Answer]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """The answer for a script, with a channel APP and a client app at 10.1.2.3 unless stated otherwise."""
    monkeypatch.chdir(tmp_path)

    def ask(
        script: str, ini: str | None = None, others: dict[str, str] | None = None, **asked: object
    ) -> Answer:
        complete, platform = asked.pop("complete", True), asked.pop("platform", "linux")
        level = asked.pop("level", "9.4")
        Path("QM1").mkdir(exist_ok=True)
        Path("QM1/a.mqsc").write_text(script)
        if ini is not None:
            Path("QM1/qm.ini").write_text(ini)
        tables = f'platform = "{platform}"\nmq-version = "{level}"\n'
        tables += '[[queue-manager]]\nname = "QM1"\nfiles = ["QM1/*"]\n'
        for name, text in (others or {}).items():
            Path(f"{name}.mqsc").write_text(text)
            tables += f'[[queue-manager]]\nname = "{name}"\nfiles = ["{name}.mqsc"]\n'
        Path("mqtune.toml").write_text(tables)
        (estate,) = Session.open(Options(["."], complete=bool(complete))).estates
        usual = {} if asked.get("local") else {"channel": "APP", "address": "10.1.2.3"}
        question = Question(**{"user": "app", **usual, **asked})
        (manager,) = [one for one in estate.queue_managers if one.name == "QM1"]
        return answer(estate, manager, question)

    return ask
