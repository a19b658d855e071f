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
    for option in (("--exit-code",), ("--fail-on", "destroys")):
        assert mqtune("plan", "git:HEAD~1", state, *option).status == 1
        assert mqtune("plan", "git:HEAD", ".", *option).status != 1


@pytest.mark.parametrize("state", ["git:HEAD", "."])
def test_a_file_that_is_too_large_counts_in_the_new_state(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mqtune: Run, state: str
) -> None:
    monkeypatch.chdir(folder)
    (folder / "hub").mkdir()
    (folder / "hub/a.mqsc").write_text(OLD)
    git(folder, "init")
    for text in ("", f"{NEW}* {'x' * 40_000}\n"):
        (folder / "hub/b.mqsc").write_text(text)
        git(folder, "add", ".")
        git(folder, "commit", "-m", "x")
    for old, new, status in (("git:HEAD~1", state, 1), (state, "git:HEAD~1", 0), ("git:HEAD", state, 0)):
        for place in ("hub", "."):
            sides = [place if side == "." else f"{side}:{place}" for side in (old, new)]
            done = mqtune("plan", *sides, "--max-file-size", "30 KiB", "--fail-on", "destroys")
            assert done.status == status
            assert "b.mqsc is not read: larger than the limit" in done.out


def test_what_the_script_of_a_plan_leaves_out_counts(folder: Path, mqtune: Run) -> None:
    for name in ("script/a.mqsc", "script/.b/b.mqsc", "state/a.mqsc"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(NEW if ".b" in name else OLD)
    done = mqtune("plan", "--apply", str(folder / "script"), str(folder / "state"), "--fail-on", "destroys")
    assert done.status == 1
    assert "b.mqsc is not read: hidden" in done.out
