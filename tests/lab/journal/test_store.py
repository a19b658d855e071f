"""Where journals lie, and how one of them is found."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.journal.store import JournalStore, entries_of, new_id, state_folder

HOME = {"HOME": "/home/me"}


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        (HOME, "linux", "/home/me/.local/state/mqtune/experiments"),
        (HOME | {"XDG_STATE_HOME": "/state"}, "linux", "/state/mqtune/experiments"),
        (HOME | {"XDG_STATE_HOME": "/state"}, "darwin", "/state/mqtune/experiments"),
        (HOME, "darwin", "/home/me/Library/Application Support/mqtune/experiments"),
        (HOME, "aix7", "/home/me/.local/state/mqtune/experiments"),
        ({"LOCALAPPDATA": "/appdata"}, "win32", "/appdata/mqtune/experiments"),
    ],
)
def test_the_state_folder_is_the_platforms(environment, platform, folder):
    assert state_folder(environment, platform) == folder


def test_an_id_tells_experiment_and_time():
    moment = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)
    assert new_id("topic-limit", moment, "00ff") == "topic-limit-20261122-010203-00ff"
    assert new_id("topic-limit") != new_id("topic-limit", moment)


def fill(folder, *ids):
    for id in ids:
        folder.mkdir(exist_ok=True)
        (folder / f"{id}.jsonl").write_text("")


def test_ids_are_in_the_order_of_their_time(tmp_path):
    fill(tmp_path, "topic-limit-20261122-010203-00ff", "fan-out-20261121-010203-00ff", "notes")
    (tmp_path / "fan-out-20261121-010203-00ff.jsonl.holder").write_text("")
    assert JournalStore(str(tmp_path)).ids()[-2:] == [
        "fan-out-20261121-010203-00ff",
        "topic-limit-20261122-010203-00ff",
    ]


def test_the_beginning_of_an_id_is_enough(tmp_path):
    fill(tmp_path, "topic-limit-20261122-010203-00ff", "fan-out-20261121-010203-00ff")
    store = JournalStore(str(tmp_path))
    path = str(tmp_path / "fan-out-20261121-010203-00ff.jsonl")
    assert store.find("fan") == path
    assert store.find("fan-out-20261121-010203-00ff") == path
    assert store.find(path) == path


def test_a_file_of_the_working_folder_takes_the_place_of_no_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repository may contain a file with the name that somebody types."""
    id = "topic-limit-20261122-010203-00ff"
    monkeypatch.chdir(tmp_path)
    fill(tmp_path / "store", id)
    for name in ("topic-limit", id, "fan-out"):
        (tmp_path / name).write_text("planted")
    (tmp_path / "copied.jsonl").write_text("named as it is")
    store = JournalStore(str(tmp_path / "store"))
    assert store.find("topic-limit") == store.find(id) == store.path_of(id)
    assert store.find("./topic-limit") == "./topic-limit"
    assert store.find("copied.jsonl") == "copied.jsonl"
    with pytest.raises(LabError) as caught:
        store.find("fan-out")
    assert "./fan-out" in caught.value.help


def test_two_that_fit_are_named(tmp_path):
    fill(tmp_path, "fan-out-20261122-010203-00ff", "fan-out-20261121-010203-00ff")
    with pytest.raises(LabError) as caught:
        JournalStore(str(tmp_path)).find("fan-out")
    assert "2 experiments begin with fan-out" in caught.value.message
    assert "fan-out-20261122-010203-00ff" in caught.value.help


def test_none_that_fits_is_told_with_the_folder(tmp_path):
    with pytest.raises(LabError) as caught:
        JournalStore(str(tmp_path)).find("fan-out")
    assert str(tmp_path) in caught.value.message
    assert "--store" in caught.value.help


def test_a_folder_that_is_not_there_is_empty(tmp_path):
    assert JournalStore(str(tmp_path / "nowhere")).ids() == []


def test_a_journal_that_somebody_changed_names_the_line(bench):
    bench.engine().run()
    with open(bench.path) as file:
        lines = file.readlines()
    lines[3] = '{"event":"run-started","time":"x","clock":0}\n'
    with open(bench.path, "w") as file:
        file.writelines(lines)
    with pytest.raises(LabError) as caught:
        entries_of(bench.path)
    assert "line 4" in caught.value.message


@pytest.mark.parametrize("id", ["../../x", "/x", "-x", "x; touch y", "x\ny", "x\x1b[0m", "", "x$(y)"])
def test_an_id_in_a_journal_is_neither_a_path_nor_a_command(bench, id):
    bench.engine().run()
    first, *rest = Path(bench.path).read_text().splitlines(keepends=True)
    opened = json.loads(first)
    Path(bench.path).write_text("".join([json.dumps(opened | {"id": id}) + "\n", *rest]))
    with pytest.raises(LabError, match="is not a journal of an experiment"):
        entries_of(bench.path)
