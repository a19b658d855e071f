"""Rates of several processes come together by the drivers' own seconds, whatever the clocks do."""

from __future__ import annotations

import pytest

from mqtune.lab.drivers.processes.outcomes import Lane, RateLine, Sums, interval
from mqtune.lab.drivers.processes.run_process import LONGEST, LineSplitter
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


def lane_of(lengths: list[float], alone: bool = True) -> list[RateLine]:
    """The rates of intervals of these lengths, in each of which 1,000 were counted."""
    parser = CphParser()
    lane, now = Lane(parser, 1.0), 0.0
    found = []
    for length in lengths:
        now += length
        parser.feed(f"rate={1000 / max(1, int(length)):.2f},threads=4")
        found += lane.take(now, alone)
    return found


def test_each_rate_is_corrected_by_the_length_of_its_own_interval() -> None:
    lengths = [1.0] * 6 + [1.7] * 5 + [1.0] * 9
    rates = [one.rate for one in lane_of(lengths)]
    assert rates == pytest.approx([1000 / length for length in lengths])


def test_what_is_counted_and_the_time_agree_whenever_the_lines_are_read() -> None:
    assert [one.rate for one in lane_of([1.001] * 20)] == pytest.approx([1000.0] * 20)
    late_and_early = lane_of([1.0, 1.0, 1.3, 0.7, 1.0, 2.5, 1.0])
    assert sum(one.rate * one.seconds for one in late_and_early[1:]) == pytest.approx(6000)
    assert sum(one.seconds for one in late_and_early[1:]) == pytest.approx(7.5)
    # a driver that is faster than the clock is not believed to be
    assert [one.rate for one in lane_of([0.9] * 20)] == pytest.approx([1000.0] * 20)


def test_our_own_stalls_say_nothing_of_the_driver() -> None:
    assert [one.seconds for one in lane_of([1.5] * 20, alone=False)] == [1.0] * 20


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
