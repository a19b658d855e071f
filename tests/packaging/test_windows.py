"""Every command starts without what Windows lacks; `windows.py` takes that from another system's Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mqtune.cli.commands import GROUPS

ROOT = Path(__file__).resolve().parents[2]
WINDOWS = Path(__file__).with_name("windows.py")
JOURNAL = ROOT / "examples" / "experiments" / "topic-limit.jsonl"

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows itself lacks them")


@pytest.fixture
def windows(tmp_path):
    """Runs a command line of mqtune, and gives its status, and its output and messages as bytes."""

    def run(*words, **environment):
        variables = os.environ | {"XDG_STATE_HOME": str(tmp_path / "state")} | environment
        done = subprocess.run(
            [sys.executable, str(WINDOWS), *words], cwd=tmp_path, check=False, env=variables,
            stdin=subprocess.DEVNULL, capture_output=True,
        )  # fmt: skip
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert b"internal error" not in done.stderr, done.stderr.decode()
        return done.returncode, done.stdout, done.stderr

    run.folder = tmp_path
    return run


def test_these_runs_lack_what_windows_lacks():
    script = f"""
import os, signal, sys
sys.path.insert(0, {str(WINDOWS.parent)!r})
import windows
windows.become_windows()
try:
    import fcntl
except ImportError:
    print("no fcntl")
print(sys.platform, hasattr(signal, "SIGHUP"))
print(any(hasattr(os, name) for name in ("fork", "getuid", "killpg")))
"""
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["no fcntl", "win32 False", "False"]


def test_every_module_can_be_imported(windows):
    status, output, _ = windows()
    assert status == 0
    assert int(output.split()[1]) > 500


def test_the_terminal_ui_shows_its_first_screen_and_leaves(windows):
    shutil.copytree(ROOT / "examples" / "streaming", windows.folder / "streaming")
    headless = "textual.drivers.headless_driver:HeadlessDriver"
    status, _, said = windows("tui", "streaming", TEXTUAL_DRIVER=headless, TEXTUAL_PRESS="2,3,4,5,6,1,q")
    assert status == 0, said.decode()


def test_redirected_output_is_utf_8(windows):
    (windows.folder / "a.mqsc").write_text("DEFINE QLOCAL(A) –\n  DESCR('Köln')\n", encoding="utf-8")
    status, output, _ = windows("lint", "--select", "SYN", "a.mqsc")
    assert status == 1
    assert "–" in output.decode("utf-8")
    assert b"\r" not in output
    _, output, _ = windows("lint", "--select", "SYN", "--format", "sarif", "a.mqsc")
    assert "U+2013" in json.loads(output.decode("utf-8"))["runs"][0]["results"][0]["message"]["text"]


@pytest.mark.parametrize("name", ["topic-limit", "log-disk", "jms-put-get"])
def test_an_experiment_is_planned(windows, name):
    status, output, said = windows("experiment", "plan", name, "--qmgr", "QM1")
    assert status == 0, said.decode()
    assert b"QM1" in output


def test_an_experiment_is_simulated_to_its_verdict_and_read_again(windows):
    status, output, said = windows(
        "experiment", "run", "topic-limit", "--driver", "simulated", "--qmgr", "QM1", "--yes", "--store", "s"
    )
    assert status == 0, said.decode()
    assert b"no queue manager was measured" in output
    assert b"topic-limit" in windows("experiment", "runs", "--store", "s")[1]


@pytest.mark.parametrize(("words", "expected"), [
    (("list",), 0),
    (("runs", "--store", "s"), 0),
    (("show", str(JOURNAL)), 0),
    (("replay", str(JOURNAL), "--plain"), 0),
    (("compare", str(JOURNAL), str(JOURNAL)), 0),
    (("report", str(JOURNAL)), 0),
    (("apply", str(JOURNAL)), 2),  # of a simulation there is nothing to apply
    (("confirm", str(JOURNAL), "--yes"), 1),
    (("resume", "none"), 2),
    (("clean", "none"), 2),
    (("read", "output.txt", "--driver", "cph"), 0),
])  # fmt: skip
def test_every_other_command_of_experiments_runs(windows, words, expected):
    (windows.folder / "output.txt").write_text("")
    assert windows("experiment", *words)[0] == expected
    known = {command.name for group in GROUPS if group.name == "experiment" for command in group.commands}
    assert words[0] in known


@pytest.mark.parametrize(("driver", "host"), [
    ("cph", ()), ("jms", ()), ("mqldt", ()), ("cph", ("--host", "loader.invalid")),
])  # fmt: skip
def test_a_load_driver_is_refused_before_anything_is_changed(windows, driver, host):
    name = {"jms": "jms-put-get", "mqldt": "log-disk"}.get(driver, "topic-limit")
    words = ("run", name, "--driver", driver, "--qmgr", "QM1", "--yes", "--store", "s", *host)
    status, output, said = windows("experiment", *words)
    assert (status, output) == (2, b"")
    assert b"--driver manual" in said


@pytest.fixture
def programs(windows):
    """A folder with stand-ins of MQ's programs on the PATH."""
    folder = windows.folder / "bin"
    folder.mkdir()
    for name, text in (("dspmq", "QMNAME(QM1) STATUS(Running)"), ("runmqsc", "AMQ8408I: QMSTATUS")):
        (folder / name).write_text(f"#!/bin/sh\ncat >/dev/null\necho '{text}'\n")
        (folder / name).chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_collect_runs_the_programs_of_this_host(windows, programs):
    status, output, said = windows("collect", "QM1", "--to", "state", **programs)
    assert status in (0, 1), said.decode()
    assert (windows.folder / "state" / "host" / "dspmq.txt").read_text().startswith("QMNAME(QM1)")
    assert b"status: runmqsc" not in output + said


@pytest.mark.parametrize(
    "source", ["ssh:nobody@host.invalid", "kubectl:space/pod", "rest:https://127.0.0.1:9"]
)
def test_collect_starts_for_every_source(windows, source):
    assert windows("collect", "QM1", "--to", "state", "--from", source)[0] == 1
    assert (windows.folder / "state" / "collected.json").is_file()


def test_a_plan_reads_a_revision_with_links_where_none_can_be_made(windows, tmp_path_factory):
    programs = tmp_path_factory.mktemp("programs")  # git is taken from no folder of the repository
    (programs / "git.exe").symlink_to(shutil.which("git"))
    (windows.folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    (windows.folder / "b.mqsc").symlink_to("a.mqsc")
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "a.mqsc", "b.mqsc"], ["commit", "-qm", "as it is"]):
        subprocess.run([*git, *words], cwd=windows.folder, check=True)
    (windows.folder / "b.mqsc").unlink()
    (windows.folder / "b.mqsc").write_text("a.mqsc")  # what git leaves there
    (windows.folder / "a.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPTH(10) REPLACE\n")
    status, output, said = windows("plan", "--since", "HEAD", PATH=str(programs))
    assert status == 0, said.decode()
    assert b"MAXDEPTH" in output
