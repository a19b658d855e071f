"""`mqtune experiment read`, end to end."""

from __future__ import annotations

import json
import os

import pytest

RATES = "rate=900.00,threads=2\nrate=1910.50,threads=3\n"
SUMMARY = "totalIterations=7555,totalSeconds=5.06,avgRate=1491.89\n"
LOST = "Call to MQPUT failed [Completion code: 2; Reason code: 2053]\n"
DISK = (
    "Blocksize,Total writes to files,Total bytes written to files,Avg bytes/sec written to files,"
    "Max latency of write (ns),Avg latency of write (ns)\n4096,67250,275456000,55092116,3988478,60843\n"
)


@pytest.fixture
def run(folder) -> str:
    (folder / "run.txt").write_text(RATES + SUMMARY)
    return "run.txt"


def test_one_file_gives_one_object(mqtune, run) -> None:
    outcome = mqtune("experiment", "read", run, "--driver", "cph", "--format", "json")
    assert (outcome.status, outcome.err) == (0, "")
    assert json.loads(outcome.out) == {
        "samples": [{"rate_per_s": 900.0, "threads": 2}, {"rate_per_s": 1910.5, "threads": 3}],
        "summary": {"iterations": 7555, "seconds": 5.06, "average_rate_per_s": 1491.89},
        "outcome": "ok",
        "reason_code": None,
        "message": "the run is complete",
    }


def test_several_files_give_a_line_each_in_their_order(mqtune, run, folder) -> None:
    (folder / "lost.txt").write_text(RATES + LOST + SUMMARY)
    (folder / "empty.txt").write_text("")
    outcome = mqtune(
        "experiment", "read", "lost.txt", "empty.txt", run, "--driver", "cph", "--format", "json"
    )
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert [row["outcome"] for row in rows] == ["incomplete", "no-data", "ok"]
    assert [row["reason_code"] for row in rows] == [2053, None, None]
    assert (rows[1]["samples"], rows[1]["summary"]) == ([], None)


def test_many_samples_are_written_whole(mqtune, folder) -> None:
    (folder / "long.txt").write_text("rate=5.00,threads=1\n" * 25_001 + SUMMARY)
    found = json.loads(mqtune("experiment", "read", "long.txt", "--driver", "cph", "--format", "json").out)
    assert len(found["samples"]) == 25_001


def test_an_administrator_reads_what_happened_and_what_to_do(mqtune, folder) -> None:
    (folder / "lost.txt").write_text(RATES + LOST + SUMMARY)
    out = mqtune("experiment", "read", "lost.txt", "--driver", "cph").out
    assert out.startswith("lost.txt: incomplete: Call to MQPUT failed")
    for words in (
        "MQRC_Q_FULL",
        "help: ",
        "2, from 900.00 to 1,910.50 per s, 2 to 3 threads",
        "7,555 iterations in 5.06 s",
    ):
        assert words in out
    assert mqtune("experiment", "read", "lost.txt", "--driver", "cph", "--quiet").out.count("\n") == 1
    assert (
        "1,910.50 per s  3 threads" in mqtune("experiment", "read", "lost.txt", "--driver", "cph", "-v").out
    )


def test_block_sizes_are_a_table(mqtune, folder) -> None:
    (folder / "log.csv").write_text(DISK)
    out = mqtune("experiment", "read", "log.csv", "--driver", "mqldt").out
    assert "BLOCK" in out
    for words in ("4 KiB", "13,450", "55.1", "60.8 µs", "3,988.5 µs"):
        assert words in out


def test_a_driver_s_words_cannot_drive_the_terminal_or_the_ci_log(mqtune, folder) -> None:
    (folder / "evil.txt").write_text("Invalid parameter: ##vso[task.complete] \u202e\x1b]0;x\x07\n")
    out = mqtune("experiment", "read", "evil.txt", "--driver", "cph").out
    assert "##vso[" not in out
    assert "\u202e" not in out
    assert "\x1b" not in out


def test_a_file_that_is_not_there_does_not_stop_the_others(mqtune, run) -> None:
    outcome = mqtune("experiment", "read", "gone.txt", run, "--driver", "cph", "--format", "json")
    assert outcome.status == 2
    assert "no such file: gone.txt" in outcome.err
    assert json.loads(outcome.out)["outcome"] == "ok"


def test_a_folder_and_a_pipe_are_refused(mqtune, folder) -> None:
    os.mkfifo(folder / "pipe")
    for name in (".", "pipe"):
        outcome = mqtune("experiment", "read", name, "--driver", "cph")
        assert outcome.status == 2
        assert f"cannot read {name}" in outcome.err


@pytest.mark.parametrize("words", [["--driver", "foo"], []])
def test_an_unknown_driver_names_the_three(mqtune, run, words) -> None:
    outcome = mqtune("experiment", "read", run, *words)
    assert (outcome.status, outcome.out) == (2, "")
    assert "cph, jms, mqldt" in outcome.err


def test_no_file_and_an_unknown_format_are_wrong_use(mqtune, run) -> None:
    assert mqtune("experiment", "read", "--driver", "cph").status == 2
    assert mqtune("experiment", "read", run, "--driver", "cph", "--format", "xml").status == 2
