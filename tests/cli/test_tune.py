"""`mqtune tune` on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PROJECT = """mq-version = "9.4"
[[queue-manager]]
name = "QM1"
files = ["a.mqsc", "qm.ini"]
[[queue-manager.topic]]
topic = "a/#"
publish-rate = 400000
subscribers = 60
"""


@pytest.fixture
def hub(folder: Path) -> Path:
    (folder / "mqtune.toml").write_text(PROJECT)
    (folder / "a.mqsc").write_text("DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n")
    (folder / "qm.ini").write_text("Log:\n   LogFilePages=4096\n")
    return folder


def test_snippets_are_printed_with_their_reasons(mqtune, hub):
    outcome = mqtune("tune")
    assert outcome.status == 0
    assert "ALTER TOPIC(A) +" in outcome.out
    assert "   PubSubCacheSize=62" in outcome.out
    for title in ("why:", "effect:", "risk:", "restart:", "measure:", "source:"):
        assert f"* {title}" in outcome.out
    assert "2 changes, 1 of them with a restart" in outcome.err


def test_only_the_diff_goes_to_standard_output(mqtune, hub):
    outcome = mqtune("tune", "--diff")
    assert outcome.out.startswith("--- a/a.mqsc\n+++ b/a.mqsc\n")
    assert "+   PubSubCacheSize=62" in outcome.out
    assert (hub / "a.mqsc").read_text() == "DEFINE TOPIC(A) TOPICSTR('a') REPLACE\n"


def test_json_holds_every_change_with_its_reasons(mqtune, hub):
    found = json.loads(mqtune("tune", "--format", "json", "--diff").out)
    (manager,) = found["queue_managers"]
    assert manager["queue_manager"] == "QM1"
    assert manager["mqsc"].count("ALTER TOPIC") == 1
    topic, cache = manager["changes"]
    assert topic["object"] == {"type": "TOPIC", "name": "A"}
    assert topic["restart"] is False
    assert cache["settings"] == [
        {"name": "PubSubCacheSize", "value": "62", "now": "48", "origin": "the default", "changes": True}
    ]
    assert cache["figures"] == "published"
    assert found["diff"].startswith("--- a/")


def test_snippets_are_written_into_a_folder(mqtune, hub):
    outcome = mqtune("tune", "--output", "snippets")
    assert sorted(path.name for path in (hub / "snippets").iterdir()) == ["QM1.tune.ini", "QM1.tune.mqsc"]
    assert "ALTER TOPIC" not in outcome.out
    assert "wrote 2 files to snippets: QM1.tune.mqsc, QM1.tune.ini\n" in outcome.err


def test_json_is_printed_beside_the_files(mqtune, hub):
    printed = mqtune("tune", "--format", "json")
    outcome = mqtune("tune", "--format", "json", "--output", "snippets")
    assert json.loads(outcome.out) == json.loads(printed.out)
    assert len(list((hub / "snippets").iterdir())) == 2


def test_names_that_are_not_utf_8_reach_the_files_as_they_are(mqtune, hub):
    (hub / "a.mqsc").write_bytes(b"DEFINE TOPIC('caf\xe9') TOPICSTR('a') REPLACE\n")
    assert mqtune("tune", "--output", "out").status == 0
    assert b"ALTER TOPIC('caf\xe9')" in (hub / "out" / "QM1.tune.mqsc").read_bytes()


def test_a_diff_keeps_the_tabs_and_line_ends_of_its_files(mqtune, hub):
    (hub / "qm.ini").write_bytes(
        b"Log:\r\n\tLogFilePages=4096\r\nTuningParameters:\r\n\tPubSubCacheSize=48\r\n"
    )
    out = mqtune("tune", "--diff").out
    assert "-\tPubSubCacheSize=48\r\n+\tPubSubCacheSize=62\r\n" in out
    painted = mqtune("tune", "--diff", "--color", "always").out
    assert "\x1b[32m+\tPubSubCacheSize=62\x1b[0m\r\n" in painted


def test_a_file_that_was_read_is_not_written_over(mqtune, hub):
    project = hub / "mqtune.toml"
    project.write_text(project.read_text().replace('"a.mqsc"', '"a.mqsc", "QM1.tune.mqsc"'))
    (hub / "QM1.tune.mqsc").write_text("* mine\n")
    outcome = mqtune("tune", "--output", ".")
    assert outcome.status == 2
    assert "one of the input files" in outcome.err
    assert (hub / "QM1.tune.mqsc").read_text() == "* mine\n"


def test_constants_of_ones_own_take_the_place_of_the_published_ones(mqtune, hub):
    (hub / "own.toml").write_text(
        'version = 1\n[[constant]]\nmodel = "topic-limit"\nname = "limit_per_s"\nvalue = 2000000\n'
        'low = 1900000\nhigh = 2100000\nresult = "r1"\ndate = "2026-01-01"\nqueue-manager = "QM1"\n'
        'release = "9.4"\n'
    )
    found = json.loads(mqtune("tune", "--calibration", "own.toml", "--format", "json").out)
    topic = found["queue_managers"][0]["changes"][0]
    assert topic["figures"] == "calibrated"
    assert "2,000,000/s (measured here)" in topic["effect"]


def test_wrong_options_are_reported(mqtune, hub):
    assert mqtune("tune", "--format", "xml").status == 2
    assert mqtune("tune", "nowhere").status == 2
    assert "cannot read no-such.toml" in mqtune("tune", "--calibration", "no-such.toml").err


def test_nothing_to_change_is_reported(mqtune, folder):
    (folder / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n')
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(Q) REPLACE\n")
    outcome = mqtune("tune")
    assert outcome.status == 0
    assert "declare the expected load of QM1" in outcome.out


def test_projects_below_a_folder_are_tuned_each_by_its_own_declarations(mqtune, hub):
    for name in ("mqtune.toml", "a.mqsc", "qm.ini"):
        (hub / "below").mkdir(exist_ok=True)
        (hub / name).rename(hub / "below" / name)
    outcome = mqtune("tune", ".", "--diff")
    assert "+++ b/below/a.mqsc" in outcome.out
    assert "+   PubSubCacheSize=62" in outcome.out


def test_lint_and_tune_give_one_estimate_of_the_log(mqtune, folder):
    (folder / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc", "qm.ini"]\n'
        '[[queue-manager.queue]]\nqueue = "PAY.IN"\nput-rate = 2000\n'
        'message-size = "3 KiB"\npersistent = true\n'
    )
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(PAY.IN) DEFPSIST(YES) REPLACE\n")
    (folder / "qm.ini").write_text("Log:\n   LogFilePages=4096\n")
    finding = mqtune("lint", "--select", "LOG009").out
    hint = " ".join(mqtune("tune").out.split())
    size = re.search(r"crtmqm -lf \d+", finding)
    seconds = re.search(r"lasts about ([\d.]+ s)", finding)
    assert size is not None
    assert seconds is not None
    assert size.group() in hint
    assert f"so a file lasts {seconds[1]}" in hint


LOG = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=4096\n   LogBufferPages=0\n"


@pytest.fixture
def held(folder):
    (folder / "mqtune.toml").write_text(
        'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc", "qm.ini"]\n'
        'queue-disk = "1 GB"\n'
        'outage = "2 h"\n[[queue-manager.queue]]\nqueue = "PAY"\nput-rate = 1000\nmessage-size = "2 KiB"\n'
        'consumers = 2\npersistent = false\nburst = "0 B"\n'
    )
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(PAY) MAXDEPTH(5000) REPLACE\n")
    (folder / "qm.ini").write_text(LOG)
    return folder


def test_text_lists_what_is_held_back(mqtune, held):
    outcome = mqtune("tune")
    title, text, reason = outcome.out.split("\n")[:3]
    assert (title, text) == ("QM1: held back", "  - QLOCAL(PAY): MAXDEPTH(7560000) instead of 5000")
    assert reason.startswith("      the queue files may need")
    assert "1 held back" in outcome.err
    assert "nothing to change" not in outcome.out


def test_json_lists_what_is_held_back(mqtune, held):
    (manager,) = json.loads(mqtune("tune", "--format", "json").out)["queue_managers"]
    assert manager["changes"] == []
    assert manager["nothing_to_change"] is False
    (one,) = manager["held_back"]
    assert one["because"] == "queue-disk"
    assert one["object"] == {"type": "QLOCAL", "name": "PAY"}
    assert one["settings"][0]["value"] == "7560000"


def test_the_diff_leaves_out_what_is_held_back_and_says_so(mqtune, held):
    outcome = mqtune("tune", "--diff")
    assert outcome.out == ""
    assert (
        "held back: QLOCAL(PAY): MAXDEPTH(7560000) instead of 5000: the queue files may need" in outcome.err
    )


def test_the_files_contain_what_is_held_back_and_hints_as_comments(mqtune, held):
    assert mqtune("tune", "--output", "out").status == 0
    lines = (held / "out" / "QM1.tune.mqsc").read_text().splitlines()
    assert lines
    assert all(line.startswith("*") for line in lines)
    assert lines[0].startswith("* held back: QLOCAL(PAY): MAXDEPTH(7560000)")


def test_hints_and_questions_reach_the_files(mqtune, held):
    project = (held / "mqtune.toml").read_text().replace("persistent = false", "persistent = true")
    (held / "mqtune.toml").write_text(project.replace("put-rate = 1000", "put-rate = 9000"))
    mqtune("tune", "--output", "out")
    ini = (held / "out" / "QM1.tune.ini").read_text()
    assert "LogBufferPages=4096" in ini
    text = " ".join(line.lstrip("# ") for line in ini.splitlines() if line.startswith("#"))
    assert "hint: create the next queue manager with crtmqm -lf" in text
    assert "held back: QLOCAL(PAY)" in text


def test_a_queue_manager_without_a_load_gets_no_file(mqtune, held):
    project = (held / "mqtune.toml").read_text() + '[[queue-manager]]\nname = "QM2"\nfiles = ["b.mqsc"]\n'
    (held / "mqtune.toml").write_text(project)
    (held / "b.mqsc").write_text("DEFINE QLOCAL(Q) REPLACE\n")
    mqtune("tune", "--output", "out")
    assert [path.name for path in (held / "out").iterdir()] == ["QM1.tune.mqsc"]


def test_the_rationale_of_a_snippet_that_was_added_to_the_files_is_no_decision(mqtune, hub):
    mqtune("tune", "--output", ".")
    project = (hub / "mqtune.toml").read_text().replace('"qm.ini"]', '"qm.ini", "QM1.tune.mqsc"]')
    project = project.replace("subscribers = 60", "subscribers = 90")
    (hub / "mqtune.toml").write_text(project)
    (hub / "qm.ini").write_text("Log:\n   LogFilePages=4096\n" + (hub / "QM1.tune.ini").read_text())
    outcome = mqtune("tune")
    assert "PubSubCacheSize=92" in outcome.out
    assert "held back" not in outcome.out
