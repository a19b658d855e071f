"""The rate and summary lines of JMSPerfHarness, of all its statistics modules.

BasicStats multiplies the count of an interval by 1000 in 32 bits: above 2,147,483 iterations in an interval
its rate is wrong, even negative, while the printed count and seconds remain correct.
"""

from __future__ import annotations

import re

from mqtune.lab.core.driver_output import DriverSummary
from mqtune.lab.output.numbers import NUMBER, decimal
from mqtune.lab.output.parser import LONGEST_WHOLE
from mqtune.text.record import record

_BITS = 1 << 32
_LARGEST = (1 << 31) - 1
_MS = 1000

_RATE = re.compile(
    rf"(?<![A-Za-z])(?:rate|rateR|tps)=(?P<rate>{NUMBER})"
    r"(?:,total messages=(?P<count>-?\d+),Snapshot period=(?P<secs>\d+))?"
    r"(?:,(?:avgResponse|min/max/avg response)\(micros\)(?:=[^,]{0,80})?)?"
    r",threads=(?P<threads>-?\d+)"
)
_FILE_RATE = re.compile(rf"\d\d:\d\d:\d\d,Threads,(?P<threads>-?\d+),MsgRate,(?P<rate>{NUMBER})")
_SUMMARY = re.compile(
    rf"totalIterations=(?P<its>\d+),avgDuration=(?P<secs>{NUMBER}),(?P<kind>totalRate|maxrateR)=(?P<rate>{NUMBER})"
)
_TABLE = re.compile(rf"OVERALL:\s+(?P<its>\d+)\s+(?P<secs>{NUMBER})\s+(?P<rate>{NUMBER})\s*\|")
_FILE_SUMMARY = re.compile(
    rf",MsgRate,(?P<rate>{NUMBER}),Iterations,(?P<its>\d+),AvgDuration,(?P<secs>{NUMBER}),Tx,"
)
_DECIMALS = re.compile(r"(?:[.,٫]\d\d|NaN|∞|\ufffd|\?)$")


@record
class JmsRate:
    """One rate line; the rate is None if none was printed or it cannot be correct."""

    rate: float | None
    threads: int
    wrong: bool = False


def rates_in(text: str) -> list[JmsRate]:
    """The rates in a line, usually none or one."""
    found = [_rate(one) for one in _RATE.finditer(text)]
    found += [JmsRate(decimal(one["rate"]), _whole(one["threads"])) for one in _FILE_RATE.finditer(text)]
    return found


def summary_in(text: str, ended: bool) -> DriverSummary | None:
    """The summary in a line; None if there is none."""
    if found := _SUMMARY.search(text):
        if not ended and not _DECIMALS.search(found["rate"]):
            return None
        return _summary(found, counted=found["kind"] == "maxrateR")
    if found := _TABLE.search(text):
        return _summary(found)
    if found := _FILE_SUMMARY.search(text):
        # 0 is printed for runs that ended early
        return _summary(found, counted=not decimal(found["rate"]))
    return None


def _summary(found: re.Match[str], counted: bool = False) -> DriverSummary:
    """The printed totals; with `counted` the rate follows from the count: the printed one is not a mean."""
    iterations, seconds, rate = _whole(found["its"]), decimal(found["secs"]), decimal(found["rate"])
    if counted:
        rate = round(iterations / seconds, 2) if seconds else None
    return DriverSummary(iterations, seconds, rate)


def _rate(found: re.Match[str]) -> JmsRate:
    rate, threads = decimal(found["rate"]), _whole(found["threads"])
    if rate is None:
        return JmsRate(None, threads)
    if found["count"]:
        rate = _counted(rate, _whole(found["count"]), _whole(found["secs"]))
    elif rate < 0:
        rate = None
    return JmsRate(rate, threads, wrong=rate is None)


def _counted(rate: float, count: int, seconds: int) -> float | None:
    """The printed rate, or the rate from the count if the printed one has overflowed."""
    if count >= 0 and count * _MS <= _LARGEST and rate >= 0:
        return rate
    if count < 0 or not seconds:
        return None
    if count / (seconds + 1) <= rate <= count / seconds:
        return rate
    overflowed = (count * _MS + _BITS // 2) % _BITS - _BITS // 2
    # the printed rate is the overflowed product divided by the milliseconds, which follow from it
    period = overflowed / rate if rate else 0.0
    exact = seconds * _MS - 1 < period < (seconds + 1) * _MS
    return count * _MS / period if exact else count / seconds


def _whole(text: str) -> int:
    return int(text[:LONGEST_WHOLE])
