"""What lint, tune and budget state about a measured queue manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.questions.models import conclusions
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

TOML = """\
[[environment]]
name = "live"
files = ["live/**"]

[[queue-manager]]
name = "FEED"
environment-name = "live"
topic = [{ topic = "news/#", publish-rate = 5000, subscribers = 90 }]
"""


def test_a_queue_manager_of_an_environment_has_its_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "live" / "FEED").mkdir(parents=True)
    (tmp_path / "live" / "FEED" / "a.mqsc").write_text("DEFINE TOPIC(NEWS) TOPICSTR('news')\n")
    (tmp_path / "mqtune.toml").write_text(TOML)
    monkeypatch.chdir(tmp_path)
    lines = list(conclusions(Workspace.open(Options(["."])), None, "FEED"))
    assert any(line.startswith("tune: ") and "PubSubCacheSize" in line for line in lines)
    assert not any("nothing to change" in line for line in lines)
