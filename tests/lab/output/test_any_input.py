"""What is no output of a driver, or that of another one, is said to be so; nothing ever breaks."""

# lines of output stand as they are printed
# ruff: noqa: E501

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.lab.output import DRIVERS, PARSERS, read_output
from mqtune.lab.output.parser import LONGEST, Parser, ProcessEnd, decimal, integer, lines_of

OUTCOMES = ("ok", "incomplete", "failed", "cancelled", "no-data")
PIECES = st.sampled_from(
    ["rate=", "12.50", "inf", "-nan", ",threads=", "3", ",processes=2", "totalIterations=", "99999999999999999999", ",totalSeconds=", ",avgRate=", "[P0]", "START", "STOP", "Caught", "exception:", "MQPUT", "failed", "[Completion", "code:", "2;", "Reason", "code:", "2053]", "ControlThread1:", "Uncaught", "exception.", "a.b.CException:", "reason", "'2035'", "tps=", ",avgResponse(micros)=", "OVERALL:", "|", "Blocksize,", "1,2,3", "IOPS", ":", "(--bsize)", "4K", "1'000", "Total", "writes", "to", "files", "$", "cph", "mqldt", "JMSPerfHarness", "-nt", "-rl", "0", "^C", "\x1b[1m", "\x00", "\r", "\n", "٣", "∞"]
)  # fmt: skip


@pytest.mark.parametrize("driver", DRIVERS)
@given(
    content=st.one_of(st.binary(), st.lists(PIECES).map(" ".join), st.lists(PIECES).map("".join), st.text())
)
def test_any_bytes_give_a_reading(tmp_path_factory, driver, content) -> None:
    path = tmp_path_factory.getbasetemp() / f"any-{driver}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    reading = read_output(str(path), driver)
    assert reading.outcome.word in OUTCOMES
    assert reading.outcome.message


@pytest.mark.parametrize("driver", DRIVERS)
@given(lines=st.lists(st.tuples(st.lists(PIECES).map(" ".join), st.booleans()), max_size=30))
def test_any_lines_give_a_reading(driver, lines) -> None:
    parser: Parser = PARSERS[driver]()
    for text, ended in lines:
        parser.feed(text, ended)
    assert parser.finish().outcome.word in OUTCOMES


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n  \n", b"hello\n", b"\x00" * 999, random.Random(4).randbytes(9999), b"\x89PNG\r\n\x1a\n" * 9],
)
def test_garbage_holds_no_data_and_the_message_says_so(read, driver, content) -> None:
    reading = read(driver, content)
    assert (reading.outcome.word, reading.summary, len(reading.samples)) == ("no-data", None, 0)
    assert "neither rates" in reading.outcome.message or "empty" in reading.outcome.message


@pytest.mark.parametrize(
    ("driver", "other", "text"),
    [
        ("jms", "cph", "controlThread START\nrate=900.00,threads=2\n"),
        ("cph", "jms", "ControlThread1: START\nrate=7.00,total messages=14,Snapshot period=2,threads=2\n"),
        ("cph", "mqldt", "Total writes to files                                :           95225\n"),
        ("mqldt", "cph", "totalIterations=4530,totalSeconds=5.02,avgRate=902.39\n"),
    ],
)
def test_output_of_another_driver_is_known(read, driver, other, text) -> None:
    reading = read(driver, text)
    assert reading.outcome.word == "no-data"
    assert f"--driver {other}" in reading.outcome.message


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize(
    "piece",
    ["x", "rate=1,", "Total writes to files", "1/1 ", "A: ", "\x1b[", "a.b.", "total messages=", "Error "],
)
def test_a_line_without_an_end_does_not_stop_the_reader(read, driver, piece) -> None:
    text = piece * (3 * LONGEST // len(piece))
    assert read(driver, text).outcome.word == "no-data"


@pytest.mark.parametrize(
    ("driver", "text"),
    [
        ("jms", "java JMSPerfHarness -rl {}\ntotalIterations=1,avgDuration=2.00,totalRate=0.50\n"),
        (
            "cph",
            "Command line: cph -nt {0} -rl {0}\nrate=5.00,threads=2\ntotalIterations={0},totalSeconds={0},avgRate=1.00\n",
        ),
        ("cph", "Call to MQPUT failed [Completion code: 2; Reason code: {}]\n[exit {} after 1.0 s]\n"),
        (
            "mqldt",
            "Total writes to files : {0}\nTotal bytes written to files : {0}\nAvg latency of write (ns) : {0}\n",
        ),
        ("mqldt", "Blocksize,Total writes to files,Avg latency of write\n{0},{0},{0}\n"),
    ],
)
def test_numbers_without_end_break_nothing(read, driver, text) -> None:
    assert read(driver, text.format("7" * 5000, "7" * 5000)).outcome.word in OUTCOMES


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1234.50", 1234.5),
        ("1234,50", 1234.5),
        ("1.234,50", 1234.5),
        ("1,234.50", 1234.5),
        ("1,234,567", 1234567.0),
        ("1,234", 1234.0),
        ("8.031", 8.031),
        ("-5.00", -5.0),
        ("7", 7.0),
        ("inf", None),
        ("-nan", None),
        ("?", None),
        ("", None),
    ],
)
def test_numbers_are_read_under_any_locale(text, value) -> None:
    assert decimal(text) == value


def test_whole_numbers_lose_their_grouping() -> None:
    assert [integer(text) for text in ("  95,225", "95.225 ", "95'225", "none")] == [
        95225,
        95225,
        95225,
        None,
    ]


@pytest.mark.parametrize("code", [*range(32), 127])
def test_control_characters_apart_from_tabs_are_no_part_of_a_line(tmp_path, code) -> None:
    path = tmp_path / "output"
    path.write_bytes(b"a" + bytes([code]) + b"b\n")
    kept = {9: ["a\tb"], 10: ["a", "b"], 13: ["a", "b"]}.get(code, ["ab"])
    assert [line.text for line in lines_of(str(path))] == kept


@pytest.mark.parametrize(("length", "stopped"), [(300, True), (301, False)])
def test_a_line_about_the_end_is_short(length, stopped) -> None:
    end = ProcessEnd()
    line = "run.sh: line 3:  123 Killed  ".ljust(length, "x")
    assert (end.feed(line), bool(end.crashed or end.stopped_by)) == (stopped, stopped)
