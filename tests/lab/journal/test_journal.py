"""A journal loses nothing that was written, whatever happened to the one who wrote it."""

from __future__ import annotations

import multiprocessing
import os
import resource
from pathlib import Path

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.journal.journal import LONGEST_LINE, Journal, read_journal

FIRST = {"event": "opened", "format": 1, "mqtune": "0.1"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "store" / "topic-limit-1.jsonl")


def written(path: str, count: int = 3) -> bytes:
    with Journal.create(path, FIRST) as journal:
        for number in range(count):
            journal.append({"event": "sample", "run": 1, "rate": number + 0.5}, lasting=number == 0)
    return Path(path).read_bytes()


def test_what_was_written_is_read(path: str) -> None:
    written(path)
    recording = read_journal(path)
    assert [line["event"] for line in recording.lines] == ["opened", "sample", "sample", "sample"]
    assert recording.lines[-1]["rate"] == 2.5
    assert (recording.damaged, recording.torn) == ((), b"")


def test_only_its_owner_may_read_it(path: str) -> None:
    written(path)
    assert os.stat(path).st_mode & 0o077 == 0


def test_a_torn_last_line_is_moved_aside(path: str) -> None:
    whole = written(path)
    for length in range(1, 30):
        Path(path).write_bytes(whole[:-length])
        Path(path + ".torn").unlink(missing_ok=True)
        journal, recording = Journal.open(path)
        with journal:
            journal.append({"event": "note", "text": "goes on"})
        assert len(recording.lines) == 3
        assert [line["event"] for line in read_journal(path).lines[3:]] == ["note"]
        assert Path(path + ".torn").read_bytes().strip() == recording.torn


@pytest.mark.parametrize(
    "rest", [b"\0" * 4096, b"{}\n", b'{"event":"sam\n\0\0', b"\xff\xfe\n", b"[" * 100_000]
)
def test_what_a_crash_left_at_the_end_is_moved_aside(path: str, rest: bytes) -> None:
    whole = written(path)
    Path(path).write_bytes(whole + rest)
    assert len(read_journal(path).lines) == 4
    journal, recording = Journal.open(path)
    journal.close()
    assert recording.torn == rest
    assert Path(path).read_bytes() == whole


def test_a_line_that_cannot_be_read_costs_no_other(path: str) -> None:
    lines = written(path).splitlines(keepends=True)
    Path(path).write_bytes(b"".join([*lines[:2], b"garbage\n", *lines[2:]]))
    recording = read_journal(path)
    assert len(recording.lines) == 4
    assert recording.damaged == (3,)
    assert recording.torn == b""


def test_a_second_writer_is_refused_and_told_who_writes(path: str) -> None:
    with Journal.create(path, FIRST) as journal:
        with pytest.raises(LabError, match=f"is being written by process {os.getpid()} of"):
            Journal.open(path)
        # the refusal changes nothing for the first, and reading is free
        with pytest.raises(LabError, match=f"process {os.getpid()}"):
            Journal.open(path)
        journal.append({"event": "note"})
        assert len(read_journal(path).lines) == 2
    again, _ = Journal.open(path)
    again.close()
    assert os.listdir(os.path.dirname(path)) == [os.path.basename(path)]


def _hold_for_ever(path: str, ready: multiprocessing.synchronize.Event) -> None:
    journal = Journal.create(path, FIRST)
    journal.append({"event": "run-started", "run": 1}, lasting=True)
    ready.set()
    while True:
        os.read(os.pipe()[0], 1)


def test_the_lock_ends_with_the_process(path: str) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_hold_for_ever, args=(path, ready))
    process.start()
    try:
        assert ready.wait(60)
        with pytest.raises(LabError, match=f"process {process.pid} "):
            Journal.open(path)
    finally:
        process.kill()
        process.join()
    journal, recording = Journal.open(path)
    journal.close()
    assert len(recording.lines) == 2


def test_a_newer_format_is_refused(path: str) -> None:
    written(path)
    Path(path).write_text('{"event":"opened","format":2,"mqtune":"9.0"}\n')
    for reading in (read_journal, Journal.open):
        with pytest.raises(LabError, match=r"format 2 and was written by a newer mqtune \(9.0\)") as caught:
            reading(path)
        assert caught.value.help == "update mqtune, then try again"


@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b'{"event":"sample"}\n', b'{"event":"opened","format":"x"}\n']
)
def test_another_file_is_no_journal(path: str, content: bytes) -> None:
    os.makedirs(os.path.dirname(path))
    Path(path).write_bytes(content)
    with pytest.raises(LabError, match="is not a journal of an experiment"):
        read_journal(path)
    with pytest.raises(LabError, match="is not a journal of an experiment"):
        Journal.open(path)
    assert Path(path).read_bytes() == content


@pytest.mark.parametrize("count", [0, 3])
def test_a_line_without_an_end_is_not_read_as_a_whole(path: str, count: int) -> None:
    """A file of a stranger may have gigabytes, of which hardly any are on disk or in a commit."""
    written(path, count)
    if not count:
        os.truncate(path, 0)
    os.truncate(path, LONGEST_LINE + (1 << 20))
    for reading in (read_journal, Journal.open):
        with pytest.raises(
            LabError, match="is not a journal" if not count else "line 5 has more than 64 MiB"
        ):
            reading(path)


def test_a_journal_that_is_not_there(path: str) -> None:
    for reading in (read_journal, Journal.open):
        with pytest.raises(LabError, match="no such journal"):
            reading(path)
    assert not os.path.exists(path)


def test_a_journal_is_never_written_over(path: str) -> None:
    whole = written(path)
    with pytest.raises(LabError, match="already exists"):
        Journal.create(path, FIRST)
    assert Path(path).read_bytes() == whole


def test_a_full_disk_keeps_every_line_before_it_and_no_part_of_the_next(path: str) -> None:
    with Journal.create(path, FIRST) as journal:
        journal.append({"event": "run-ended", "run": 1}, lasting=True)
        whole = Path(path).read_bytes()
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        # the limit of a file's size fails as a full disk does: after a part of the line
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 20, hard))
        try:
            with pytest.raises(LabError, match="cannot be written") as caught:
                journal.append({"event": "note", "text": "x" * 100}, lasting=True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "free disk space" in caught.value.help
        assert Path(path).read_bytes() == whole
        journal.append({"event": "stopped", "why": "no room"}, lasting=True)
    assert [line["event"] for line in read_journal(path).lines] == ["opened", "run-ended", "stopped"]


def test_a_store_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="cannot be used") as caught:
        Journal.create(str(tmp_path / "file" / "a.jsonl"), FIRST)
    assert "--store DIR" in caught.value.help
