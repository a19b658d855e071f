"""log-disk: commands, steps by hand, and what is said of commits and of the log buffer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import ByHand, Target
from mqtune.lab.core.run import Order
from mqtune.lab.experiments import find
from mqtune.lab.experiments.log_disk import LATENCY, smallest_enough, writer

DISK = find("log-disk")
QM1 = Target("QM1", (9, 4))


def settings_of(*given):
    return read_settings(DISK.definition, given)


def test_the_command_is_that_of_the_reference_with_one_block_size():
    settings = settings_of("directory=/var/mqm/log/ldt", "run-seconds=40")
    arms = DISK.on(settings, QM1).arms()
    (process,) = DISK.on(settings, QM1).work(Order(arms[-1], 40, 0)).processes
    assert process.argv == (
        "mqldt",
        "--dir=/var/mqm/log/ldt",
        "--filePrefix=mqtune_ldt",
        "--bsize=512K",
        "--fileSize=67108864",
        "--numFiles=16",
        "--duration=40",
    )
    assert [arm.name for arm in arms][:3] == ["4 KiB", "8 KiB", "16 KiB"]


def test_files_that_mqldt_cannot_write_are_refused():
    with pytest.raises(LabError) as caught:
        writer("/x", 4096, 512, 1, 10)
    assert "does not fit" in caught.value.message


def test_the_folder_is_made_and_its_files_are_removed_by_hand():
    folder, idle = DISK.on(settings_of("directory=/data/my log"), QM1).setup()
    assert isinstance(folder, ByHand)
    assert "/data/my log" in folder.what
    assert "1,074 MB" in folder.what
    assert "'/data/my log'/mqtune_ldt.*" in folder.undo
    assert "QM1 and everything else on that disk are idle" in idle.what
    assert not idle.restart


def test_the_queue_manager_is_stopped_where_asked_and_started_again():
    _, stopped = DISK.on(settings_of("qmgr-state=stopped"), QM1).setup()
    assert "endmqm -w QM1" in stopped.what
    assert "strmqm QM1" in stopped.undo
    assert stopped.restart


def test_the_simulated_disk_is_that_of_the_report(simulate):
    played = simulate("log-disk")
    assert played.verdict.word == "measured"
    # 172 µs for the smallest writes on the SAN of the report
    assert played.verdict.figures["4 KiB"].estimate == pytest.approx(172, rel=0.02)
    latencies = [one.value.estimate for one in played.verdict.estimates]
    assert latencies == sorted(latencies)
    said = " ".join(played.advice.sentences)
    assert "Blocks of 512 KiB carry" in said
    assert "measure larger ones too" in said


def test_a_buffer_that_holds_the_best_block_is_left_alone(simulate):
    played = simulate("log-disk")
    assert not played.advice.snippets
    assert "512 pages is large enough" in " ".join(played.advice.sentences)


def test_a_buffer_that_cuts_the_best_block_is_raised(simulate):
    (snippet,) = simulate("log-disk", "log-buffer-pages=16").advice.snippets
    assert snippet.text.endswith("Log:\n   LogBufferPages=4096\n")
    assert "blocks of 512 KiB carry most here" in snippet.text
    assert snippet.restart


@pytest.mark.parametrize(
    ("rate", "told"),
    [(500, "is spent elsewhere"), (2800, "the log disk is its limit"), (5000, "another file system")],
)
def test_a_putget_thread_is_held_against_the_disk(rate, told, simulate):
    """One round trip commits twice, so it cannot pass 1 / (2 x 172 µs), 2,907/s."""
    played = simulate("log-disk", f"putget-rate={rate}", "block-sizes=4,64")
    assert told in " ".join(played.advice.sentences)


def test_nothing_is_said_of_a_putget_thread_whose_rate_nobody_knows(simulate):
    assert "PutGet" not in " ".join(simulate("log-disk", "block-sizes=4,64").advice.sentences)


def test_a_file_system_in_memory_is_no_disk(simulate):
    played = simulate("log-disk", "block-sizes=4,64")
    runs = [replace(run, figures={**run.figures, LATENCY: 0.4}) for run in played.runs]
    method = DISK.on(played.settings, QM1).method(1, None)
    verdict = method.next(runs, 0, 1e9)
    assert verdict.word == "invalid"
    assert "in memory" in verdict.reason


def test_the_smallest_block_within_five_percent_is_enough():
    assert smallest_enough({4: 100.0, 8: 196.0, 16: 204.0}) == 8
    assert smallest_enough({4: 100.0, 8: 180.0, 16: 204.0}) == 16
