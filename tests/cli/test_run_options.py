"""What a run uses: its files, project files and settings, and options that cannot be honoured."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mqtune.cli.main import main

QUEUE = "DEFINE QLOCAL(ORDERS) REPLACE\n"


@pytest.fixture
def repository(folder: Path) -> Path:
    """Two projects, one within the other, and files of many kinds."""
    (folder / ".git").mkdir()
    for name in ("retail", "loans", "attic"):
        (folder / name).mkdir()
        (folder / name / "queues.mqsc").write_text(QUEUE)
    (folder / "mqtune.toml").write_text('profile = "production"\nexclude = ["attic/**"]\n')
    (folder / "loans" / "mqtune.toml").write_text('profile = "lab"\n')
    (folder / ".gitignore").write_text("secret.mqsc\n")
    (folder / "retail" / "secret.mqsc").write_text(QUEUE)
    (folder / "retail" / "notes.md").write_text("nothing")
    (folder / "retail" / "notes.txt").write_text("nothing")
    return folder


def test_verbose_names_every_project_file(repository: Path, mqtune) -> None:
    said = mqtune("lint", "-v").err
    assert "project file: mqtune.toml; profile production" in said
    assert "project file: loans/mqtune.toml; profile lab" in said


def test_verbose_lists_what_was_skipped_with_the_reason(repository: Path, mqtune) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(repository / "retail" / "pipe.mqsc")
    said = mqtune("lint", "-v").err
    assert "attic" in said.split("excluded by")[0].splitlines()[-1]
    assert "retail/secret.mqsc: ignored by .gitignore" in said
    assert "retail/notes.md: not a kind of file that mqtune reads" in said
    assert "retail/notes.txt: contains nothing of IBM MQ" in said
    assert not hasattr(os, "mkfifo") or "retail/pipe.mqsc: a pipe" in said
    assert "retail/notes.md" not in mqtune("lint").err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], ["loans/queues.mqsc", "retail/queues.mqsc"]),
        (["--isolated"], ["attic/queues.mqsc", "loans/queues.mqsc", "retail/queues.mqsc"]),
        (["--exclude", "retail"], ["loans/queues.mqsc"]),
        (["--exclude", "loans/*.mqsc", "--exclude", "retail/"], []),
        (["retail", "--exclude", "queues.mqsc"], []),
    ],
)
def test_the_files_of_a_run_are_listed(
    repository: Path, mqtune, words: list[str], expected: list[str]
) -> None:
    outcome = mqtune("lint", "--show-files", *words)
    assert (outcome.status, outcome.out.splitlines()) == (0, expected)


def test_excluded_patterns_are_relative_to_the_working_folder(
    repository: Path, mqtune, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "retail" / "sub").mkdir()
    (repository / "retail" / "sub" / "more.mqsc").write_text(QUEUE)
    monkeypatch.chdir(repository / "retail")
    assert mqtune("lint", "--show-files", "--exclude", "sub/*").out.splitlines() == ["queues.mqsc"]


def test_settings_are_those_of_each_project(repository: Path, mqtune) -> None:
    shown = mqtune("lint", "--show-settings", "--mq-version", "9.4", "--ignore", "SEC").out
    first, second = shown.split("\n\n")
    assert "profile: production" in first
    assert "profile: lab" in second
    assert "mq-version: 9.4" in second
    assert "  REF001 warning" in first
    assert "  SEC0" not in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--mq-version", "99.9"], "there is no MQ version '99.9'"),
        (["--mq-version", "9.5"], "there is no MQ version"),
        (["--mq-version", "7"], "invalid MQ version '7'"),
        (["--jobs", "-1"], "--jobs"),
        (["--unsafe-fixes"], "--unsafe-fixes has no effect"),
        (["--isolated", "--config", "mqtune.toml"], "--isolated"),
    ],
)
def test_an_option_without_meaning_is_status_2_with_help(
    repository: Path, mqtune, words: list[str], says: str
) -> None:
    outcome = mqtune("lint", *words)
    assert outcome.status == 2
    assert says in outcome.err
    assert "help: " in outcome.err


@pytest.mark.parametrize("level", ["9.4", "9.4.7", "9.3.0.40", "10.0", "10.1", "7.0.1"])
def test_every_release_and_later_ones_of_the_newest_version_are_levels(folder, mqtune, level: str) -> None:
    (folder / "a.mqsc").write_text(QUEUE)
    assert mqtune("lint", "--mq-version", level, "-q").status == 0


@pytest.mark.parametrize("level", ["99.9", "9.5", "8", "nine"])
def test_a_level_of_the_project_file_that_does_not_exist_is_status_2(folder, mqtune, level: str) -> None:
    (folder / "a.mqsc").write_text(QUEUE)
    (folder / "mqtune.toml").write_text(f'mq-version = "{level}"\n')
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert outcome.err.startswith("mqtune.toml:1: error: mq-version must be")


PROJECT = """\
[[queue-manager]]
name = "BACKBONE"
files = ["queues/*.mqsc", "ini/qm.ini"]
[[queue-manager.queue]]
queue = "ORDRES"
put-rate = 40
"""


def test_files_and_loads_that_match_nothing_are_findings(folder: Path, mqtune) -> None:
    (folder / "queues").mkdir()
    (folder / "queues" / "a.mqsc").write_text(QUEUE)
    (folder / "mqtune.toml").write_text(PROJECT)
    outcome = mqtune("lint", "--format", "json", "--select", "SYN096,REF035")
    found = [(one["code"], one["file"], one["start"]["line"]) for one in json.loads(outcome.out)["findings"]]
    assert found == [("SYN096", "mqtune.toml", 1), ("REF035", "mqtune.toml", 4)]
    assert "ini/qm.ini" in outcome.out
    assert mqtune("lint", "queues", "--select", "SYN096").status == 0


@pytest.mark.parametrize(("jobs", "silent"), [("1", False), ("3", True)])
def test_progress_does_not_keep_a_run_from_using_processes(
    folder: Path, mqtune, monkeypatch: pytest.MonkeyPatch, jobs: str, silent: bool
) -> None:
    """Its thread would: a process with a second thread is not forked."""
    from contextlib import nullcontext

    from mqtune.cli import lint

    asked = []
    monkeypatch.setattr(lint, "Progress", lambda quiet, what: asked.append(quiet) or nullcontext())
    (folder / "a.mqsc").write_text(QUEUE)
    mqtune("lint", "--jobs", jobs)
    assert asked == [silent]


def test_a_folder_of_projects_lists_what_it_skipped_itself(folder: Path, mqtune) -> None:
    for name in ("retail", "loans"):
        (folder / name).mkdir()
        (folder / name / "queues.mqsc").write_text(QUEUE)
        (folder / name / "mqtune.toml").write_text("")
    (folder / "notes.txt").write_text("nothing")
    said = mqtune("lint", "-v").err
    assert "2 checked, 1 skipped" in said
    assert "notes.txt" in said


def test_the_help_names_the_option_that_selects_a_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["access", "--help"]) == 0
    help = " ".join(capsys.readouterr().out.split())
    assert "--matrix: show what every user and group holds" in help
    assert "--matrix with --since: show who gained" in help
