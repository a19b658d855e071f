"""`mqtune plan` names the files that only one of its states leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_plan import NEW, OLD, git

LEFT_OUT = {
    "exclude": {"mqtune.toml": 'exclude = ["b.mqsc"]\n', "b.mqsc": NEW},
    "exclude everywhere": {"mqtune.toml": '\nexclude = ["**"]\n', "b.mqsc": NEW},
    "hidden": {".mq/b.mqsc": NEW},
    "node_modules": {"node_modules/b.mqsc": NEW},
    "output": {"b.mqsc": "     1 : DISPLAY QMGR\nAMQ8408I: Display Queue Manager details.\n"},
    "placeholder": {"b.mqsc": "ALTER QMGR CHL{{ x }}AUTH(DISABLED)\n"},
}


@pytest.mark.parametrize("way", LEFT_OUT)
@pytest.mark.parametrize("state", ["git:HEAD", "."])
def test_a_file_that_one_state_leaves_out_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mqtune: Run, way: str, state: str
) -> None:
    monkeypatch.chdir(folder)
    (folder / "a.mqsc").write_text(OLD)
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "one")
    for name, text in LEFT_OUT[way].items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-m", "two")
    for options in ((), ("--format", "markdown", "--skip-empty"), ("--format", "json")):
        shown = mqtune("plan", "git:HEAD~1", state, *options).out
        assert "b.mqsc is " in shown
        assert "b.mqsc is " in mqtune("plan", state, "git:HEAD~1", *options).out
    assert "b.mqsc is " not in mqtune("plan", "git:HEAD", ".").out
    assert mqtune("plan", "git:HEAD", ".", "--format", "markdown", "--skip-empty").out == ""
    access = mqtune("access", "--matrix", "--since", "HEAD~1")
    assert "b.mqsc is " in access.out + access.err or access.status == 2  # nothing is left
