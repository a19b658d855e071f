"""What is typed into the filter, and what it lets through."""

from __future__ import annotations

import pytest

from mqtune.findings.finding import Finding, ObjectName
from mqtune.text.spans import Place, Span
from mqtune.tui.areas.lint.finding_filter import FindingFilter, read_filter

FINDING = Finding(
    "PUB002",
    "cache-below-fan-out",
    "warning",
    "high",
    "the cache holds 48 handles",
    Place("hub/qm.ini", Span(7, 1, 7, 2)),
    queue_manager="HUB.QM",
    object=ObjectName("TOPIC", "PRICES"),
)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "severity:warning",
        "severity:error,warn",
        "family:pub",
        "family:PUB002",
        "file:qm.ini",
        "file:HUB",
        "48 handles",
        "topic(prices)",
        "hub.qm",
        "fan-out",
        "severity:w family:PUB file:ini cache",
    ],
)
def test_it_is_let_through(typed: str) -> None:
    assert read_filter(typed).matches(FINDING)


@pytest.mark.parametrize("typed", ["severity:error", "family:CHL", "file:queues", "49", "size:3"])
def test_it_is_held_back(typed: str) -> None:
    assert not read_filter(typed).matches(FINDING)


def test_a_filter_reads_back_as_it_is_shown() -> None:
    wish = read_filter("severity:error,warning family:pub file:qm.ini two words")
    assert read_filter(wish.text) == wish


def test_the_key_goes_round_the_severities() -> None:
    wish = FindingFilter()
    seen = []
    for _ in range(4):
        wish = wish.next_severity()
        seen.append(wish.severities)
    assert seen == [("error",), ("error", "warning"), ("info",), ()]
