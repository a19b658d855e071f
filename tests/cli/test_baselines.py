"""`mqtune lint` with a baseline: from any folder, over any part, and what --update-baseline writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BROKEN = "DEFINE QLOCAL(ORDERS) DESCR('Fred's queue') REPLACE\n"
MENDED = "DEFINE QLOCAL(ORDERS) DESCR('Fred''s queue') REPLACE\n"
CLEAN = "DEFINE QLOCAL(ORDERS) DESCR('Orders of today') REPLACE\n"
OPEN = "DEFINE QLOCAL(ORDERS) MAXDEPTH(5\n"
LOW = "DEFINE QLOCAL({name}) TRIGGER REPLACE\n"  # a finding on an object
SYN = ("--select", "SYN")


@pytest.fixture
def estate(folder: Path) -> Path:
    """Three folders, each with findings on its form and on an object."""
    for name in ("flows", "clients", "ops"):
        (folder / name / "sub").mkdir(parents=True)
        (folder / name / "a.mqsc").write_text(BROKEN + LOW.format(name=name.upper()))
        (folder / name / "sub" / "b.mqsc").write_text(LOW.format(name="SUB"))
    return folder


def entries(path: Path) -> list[str]:
    return sorted(entry["file"] for entry in json.loads(path.read_text())["findings"])


def test_a_baseline_suppresses_what_was_there(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    wrote = mqtune("lint", "--write-baseline", "known.json", *SYN)
    assert (wrote.status, wrote.out) == (0, "")
    assert "known.json: 1 finding known" in wrote.err
    known = mqtune("lint", "--baseline", "known.json", *SYN)
    assert (known.status, known.out) == (0, "No findings in 1 file, 1 suppressed\n")
    (folder / "a.mqsc").write_text("* moved\n\n" + BROKEN + OPEN)
    new = mqtune("lint", "--baseline", "known.json", "--format", "concise", *SYN)
    assert new.status == 1
    assert "SYN002" in new.out
    assert "SYN001" not in new.out


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (".", ["."]),
        (".", ["flows"]),
        (".", ["flows/a.mqsc", "ops/sub/b.mqsc"]),
        ("flows", []),
        ("flows/sub", [".."]),
        ("clients", ["../flows"]),
        ("ops/sub", ["b.mqsc"]),
    ],
)
@pytest.mark.parametrize("where", ["known.json", "ci/known.json"])
@pytest.mark.parametrize("project", [False, True])
def test_a_baseline_is_the_same_from_any_folder_and_for_any_part(
    estate: Path, mqtune, monkeypatch, start: str, words: list[str], where: str, project: bool
) -> None:
    if project:
        (estate / "mqtune.toml").write_text('[[queue-manager]]\nname = "FLOWQM"\nfiles = ["flows/**"]\n')
    (estate / "ci").mkdir()
    mqtune("lint", "--write-baseline", where)
    before = (estate / where).read_bytes()
    monkeypatch.chdir(estate / start)
    outcome = mqtune("lint", "--baseline", str(estate / where), *words)
    assert outcome.status == 0
    assert "No findings" in outcome.out
    assert "no longer" not in outcome.err
    update = mqtune("lint", "--baseline", str(estate / where), "--update-baseline", *words)
    assert "unchanged" in update.err
    assert (estate / where).read_bytes() == before


def test_a_lint_of_another_repository_leaves_a_baseline_alone(estate: Path, mqtune, monkeypatch) -> None:
    mqtune("lint", "flows", "--write-baseline", "known.json")
    before = (estate / "known.json").read_bytes()
    (estate / "elsewhere").mkdir()
    (estate / "elsewhere" / "c.mqsc").write_text(BROKEN)
    monkeypatch.chdir(estate / "elsewhere")
    outcome = mqtune("lint", "--baseline", "../known.json", "--update-baseline")
    assert outcome.status == 1
    assert (estate / "known.json").read_bytes() == before


def test_a_fixed_finding_stays_in_the_baseline_without_the_option(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN + OPEN)
    mqtune("lint", "--write-baseline", "known.json")
    before = (folder / "known.json").read_bytes()
    (folder / "a.mqsc").write_text(MENDED + OPEN)
    outcome = mqtune("lint", "--baseline", "known.json")
    assert "known.json: 1 entry no longer found; --update-baseline removes" in outcome.err
    assert (folder / "known.json").read_bytes() == before
    outcome = mqtune("lint", "--baseline", "known.json", "--update-baseline")
    assert "known.json: removed 1 entry no longer found" in outcome.err
    assert "SYN001" not in (folder / "known.json").read_text()
    assert "SYN002" in (folder / "known.json").read_text()


def test_each_command_without_replace_is_known_by_itself(folder: Path, mqtune) -> None:
    script = folder / "20-config.mqsc"
    script.write_text("DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\n")
    mqtune("lint", "--write-baseline", "known.json", "--select", "RUN001")
    script.write_text("DEFINE QLOCAL(A) REPLACE\nDEFINE QLOCAL(B)\nDEFINE QLOCAL(C)\n")
    new = mqtune("lint", "--baseline", "known.json", "--format", "concise", "--select", "RUN001")
    assert "DEFINE QLOCAL(C) has no REPLACE" in new.out
    assert "QLOCAL(B)" not in new.out


def test_an_update_adds_nothing_and_still_reports_what_is_new(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    mqtune("lint", "--write-baseline", "known.json")
    (folder / "a.mqsc").write_text(MENDED + OPEN)
    outcome = mqtune("lint", "--baseline", "known.json", "--update-baseline", "--format", "concise")
    assert outcome.status == 1
    assert "SYN002" in outcome.out
    assert json.loads((folder / "known.json").read_text())["findings"] == []


def test_an_update_over_a_part_changes_that_part(estate: Path, mqtune, monkeypatch) -> None:
    mqtune("lint", "--write-baseline", "known.json")
    for name in ("flows", "ops"):
        (estate / name / "a.mqsc").write_text(CLEAN)
        (estate / name / "sub" / "b.mqsc").unlink()
    monkeypatch.chdir(estate / "flows")
    outcome = mqtune("lint", "--baseline", "../known.json", "--update-baseline")
    assert outcome.status == 0
    assert not [file for file in entries(estate / "known.json") if file.startswith("flows")]
    assert len([file for file in entries(estate / "known.json") if file.startswith("ops")]) == 3


def test_rules_that_did_not_run_keep_their_entries(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(BROKEN)
    mqtune("lint", "--write-baseline", "known.json")
    before = (folder / "known.json").read_bytes()
    (folder / "a.mqsc").write_text(MENDED)
    mqtune("lint", "--baseline", "known.json", "--update-baseline", "--select", "CAT")
    assert (folder / "known.json").read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["--update-baseline"],
        ["--update-baseline", "--baseline", "known.json", "--min-confidence", "high"],
        ["--update-baseline", "--baseline", "known.json", "--write-baseline", "known.json"],
        ["--update-baseline", "--baseline", "known.json", "--fix"],
        ["--write-baseline", "known.json", "--diff"],
    ],
)
def test_options_that_contradict_an_update_are_status_2(folder: Path, mqtune, words: list[str]) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    mqtune("lint", "--write-baseline", "known.json")
    outcome = mqtune("lint", *words)
    assert outcome.status == 2
    assert "help: " in outcome.err


def test_a_declaration_made_later_keeps_the_baseline_valid(estate: Path, mqtune) -> None:
    mqtune("lint", "--write-baseline", "known.json")
    (estate / "mqtune.toml").write_text('[[queue-manager]]\nname = "FLOWQM"\nfiles = ["flows/**"]\n')
    assert mqtune("lint", "--baseline", "known.json").status == 0


def test_a_broken_baseline_is_status_2(folder: Path, mqtune) -> None:
    (folder / "a.mqsc").write_text(CLEAN)
    (folder / "known.json").write_text("{}")
    outcome = mqtune("lint", "--baseline", "known.json")
    assert outcome.status == 2
    assert "--write-baseline" in outcome.err


@pytest.mark.parametrize(
    "words", [["no-such-folder"], ["flows", "no-such-folder"], ["flows", "notes.txt"], ["empty"]]
)
def test_a_run_that_fails_leaves_the_baseline_alone(estate: Path, mqtune, words: list[str]) -> None:
    mqtune("lint", "--write-baseline", "known.json")
    before = (estate / "known.json").read_bytes()
    (estate / "notes.txt").write_text("nothing of MQ\n")
    (estate / "empty").mkdir()
    again = mqtune("lint", "--write-baseline", "known.json", *words)
    assert again.status == 2
    assert "known.json is not written" in again.err
    assert (estate / "known.json").read_bytes() == before


def test_a_baseline_that_becomes_a_link_while_it_is_used_is_an_error(
    folder: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    assert mqtune("lint", "--write-baseline", "base.json").status == 0

    def swapped(_: str) -> bytes:
        raise OSError(40, "it leads out of the project")

    monkeypatch.setattr("mqtune.cli.fixes.read_typed", swapped)
    outcome = mqtune("lint", "--baseline", "base.json", "--update-baseline")
    assert (outcome.status, outcome.err.splitlines()[0]) == (
        2,
        "mqtune: error: cannot write base.json: it leads out of the project",
    )
