"""Rates of several processes come together by the drivers' own seconds, whatever the clocks do."""

from __future__ import annotations

import pytest

from mqtune.lab.drivers.processes.line_output import LONGEST, LineSplitter
from mqtune.lab.drivers.processes.rates import Lane, RateLine, Sums, interval
from mqtune.lab.output.cph import CphParser


def test_the_interval_stands_in_the_command() -> None:
    assert interval(("cph", "-ss", "2"), "cph") == 2
    assert interval(("cph",), "cph") == 10
    assert interval(("cph", "-ss", "0"), "cph") is None
    assert interval(("mqldt", "--bsize=4K"), "mqldt") is None


def test_a_sample_comes_when_all_processes_have_told_theirs() -> None:
    sums = Sums({0: 1.0, 1: 1.0})
    assert sums.add(0, 0.0, RateLine(1, 100.0, 2)) == []
    assert sums.add(0, 0.0, RateLine(2, 110.0, 2)) == []
    (sample,) = sums.add(1, 0.02, RateLine(1, 50.0, 1))
    assert (sample.at, sample.rate, sample.threads) == (1.0, 150.0, 3)
    (sample,) = sums.add(1, 0.02, RateLine(2, 60.0, 1))
    assert (sample.at, sample.rate) == (2.0, 170.0)


def test_intervals_of_different_length_are_brought_to_the_longer_one() -> None:
    sums = Sums({0: 1.0, 1: 2.0})
    for number, rate in ((1, 100.0), (2, 200.0), (3, 300.0)):
        assert sums.add(0, 0.0, RateLine(number, rate, 1)) == []
    (sample,) = sums.add(1, 0.0, RateLine(1, 1000.0, 4))
    assert (sample.at, sample.rate, sample.threads) == (2.0, 1150.0, 5)


def test_a_line_that_is_missing_costs_its_second_only() -> None:
    sums = Sums({0: 1.0, 1: 1.0})
    sums.add(0, 0.0, RateLine(1, 100.0, 1))
    (sample,) = [*sums.add(0, 0.0, RateLine(2, 100.0, 1)), *sums.add(1, 0.0, RateLine(2, 100.0, 1))]
    assert sample.at == 2.0
    # what comes late for a second that is gone is left out
    assert sums.add(1, 0.0, RateLine(1, 100.0, 1)) == []


def test_what_a_getter_did_before_the_load_does_not_count() -> None:
    sums = Sums({0: 1.0})
    assert [sums.add(0, -2.5, RateLine(number, 1.0, 1)) for number in (1, 2)] == [[], []]
    (sample,) = sums.add(0, -2.5, RateLine(3, 7.0, 1))
    assert (sample.at, sample.rate) == (1.0, 7.0)


def lane_of(times: list[float], alone: bool = True) -> float:
    parser = CphParser()
    lane = Lane(parser, 1.0)
    for now in times:
        parser.feed("rate=1000.00,threads=4")
        lane.take(now, alone)
    return lane.bias


def test_longer_intervals_lower_the_rate_and_jitter_does_not() -> None:
    assert lane_of([second * 1.25 for second in range(20)]) == pytest.approx(0.8)
    assert lane_of([second * 1.001 for second in range(20)]) == 1.0
    # an interval of two seconds is divided by two, and an early reading makes no rate higher
    assert lane_of([second * 2.0 for second in range(20)]) == 1.0
    assert lane_of([second * 0.9 for second in range(20)]) == 1.0


def test_our_own_stalls_say_nothing_of_the_driver() -> None:
    assert lane_of([second * 1.5 for second in range(20)], alone=False) == 1.0


def test_lines_are_cut_from_chunks_of_any_size() -> None:
    data = b"one\r\ntwo\x1b[31m red\x1b[0m\n\xff\xfe three\nfour"
    for size in range(1, len(data)):
        lines = LineSplitter()
        found = [
            text for at in range(0, len(data), size) for text, _ in lines.feed(data[at : at + size]) if text
        ]
        found += [text for text, ended in lines.finish() if not ended]
        assert found == ["one", "two red", "\ufffd\ufffd three", "four"]


def test_a_line_without_an_end_takes_no_memory() -> None:
    lines = LineSplitter()
    found = [one for _ in range(10) for one in lines.feed(b"x" * 50_000)]
    assert all(not ended and len(text) == LONGEST for text, ended in found)
    assert sum(len(text) for text, _ in [*found, *lines.finish()]) == 500_000
