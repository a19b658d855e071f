"""A file above the limit is not read, and is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

GIB = 1024**3
START = "DEFINE QLOCAL(A) REPLACE\n"


def sparse(name: str, size: int = 64 * GIB, start: str = START) -> None:
    """A file that takes no space on the disk, and more memory than there is if it is read."""
    with open(name, "w") as file:
        file.write(start)
        file.truncate(size)


@pytest.mark.parametrize(
    "name", ["a.mqsc", "qm.ini", "a.yaml", "ccdt.json", "deploy.sh", "a.mqsc.j2", "Dockerfile"]
)
def test_a_file_above_the_limit_is_a_finding_and_the_others_are_checked(name, folder, mqtune: Run) -> None:
    sparse(name)
    Path("b.mqsc").write_text("NONSENSE\n")
    outcome = mqtune("lint", "--format", "concise")
    assert (
        f"{name}:1:1: error SYN070 cannot read {name}: larger than the limit of 32 MiB: it has 65536 MiB"
        in outcome.out
    )
    assert "b.mqsc:1:1" in outcome.out
    assert outcome.status == 1


@pytest.mark.parametrize(
    "words", [("fmt",), ("query", "DISPLAY QLOCAL(*)"), ("tune",), ("lint", "--fix"), ("show", "objects")]
)
def test_no_command_reads_it(words, folder, mqtune: Run) -> None:
    sparse("a.mqsc")
    Path("b.mqsc").write_text(START)
    outcome = mqtune(*words)
    assert outcome.status in (0, 1, 2)


def test_a_large_project_file_values_file_or_baseline_is_an_error(folder, mqtune: Run) -> None:
    Path("b.mqsc").write_text(START)
    sparse("large.yaml")
    for words in (("--config", "large.yaml"), ("--values", "large.yaml"), ("--baseline", "large.yaml")):
        outcome = mqtune("lint", *words)
        assert outcome.status == 2
        assert "larger than the limit of 32 MiB" in outcome.err
    Path("mqtune.toml").write_text('[[environment]]\nname = "prod"\nvalues = ["large.yaml"]\n')
    outcome = mqtune("lint")
    assert outcome.status == 2
    assert "larger than the limit" in outcome.err
    sparse("mqtune.toml")
    assert "larger than the limit" in mqtune("lint").err


def test_a_large_gitignore_or_applied_file_is_not_read(folder, mqtune: Run) -> None:
    Path(".git").mkdir()
    sparse(".gitignore")
    Path("deploy.sh").write_text("runmqsc QM1 < objects.txt\n")
    sparse("objects.txt")
    out = mqtune("lint", "--format", "concise").out
    assert "objects.txt:1:1: error SYN070" in out


def test_the_limit_can_be_changed_for_a_run(folder, mqtune: Run) -> None:
    Path("a.mqsc").write_text("* comment\n" * 250 + "NONSENSE\n")
    assert "SYN070" in mqtune("lint", "--max-file-size", "2 KiB", "--format", "concise").out
    assert "SYN070" in mqtune("--max-file-size=2KB", "lint", "--format", "concise").out
    for words in (("lint",), ("lint", "--max-file-size", "3 KB")):
        out = mqtune(*words, "--format", "concise").out
        assert "SYN070" not in out
        assert "a.mqsc:251" in out


@pytest.mark.parametrize("size", ["12", "x", "-1 MiB", "0 MiB", "1.5 B", "MiB"])
def test_a_limit_without_a_unit_is_an_error(size, folder, mqtune: Run) -> None:
    outcome = mqtune("lint", f"--max-file-size={size}")
    assert outcome.status == 2
    assert "--max-file-size" in outcome.err


def test_a_file_just_at_the_limit_is_read(folder, mqtune: Run) -> None:
    Path("a.mqsc").write_text("* " + "x" * 1021 + "\n")
    assert mqtune("lint", "--max-file-size", "1 KiB").status == 0
    Path("a.mqsc").write_text("* " + "x" * 1022 + "\n")
    assert mqtune("lint", "--max-file-size", "1 KiB").status == 1
