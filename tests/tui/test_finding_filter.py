"""The typed filter, and the findings it matches."""

from __future__ import annotations

import pytest

from mqtune.text.editing import Place, Span
from mqtune.text.finding import Finding, ObjectName
from mqtune.tui.areas.lint.finding_rows import FindingFilter, read_filter

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
def test_a_finding_matches(typed: str) -> None:
    assert read_filter(typed).matches(FINDING)


@pytest.mark.parametrize("typed", ["severity:error", "family:CHL", "file:queues", "49", "size:3"])
def test_a_finding_does_not_match(typed: str) -> None:
    assert not read_filter(typed).matches(FINDING)


def test_the_text_of_a_filter_gives_the_same_filter() -> None:
    filter = read_filter("severity:error,warning family:pub file:qm.ini two words")
    assert read_filter(filter.text) == filter


def test_the_key_cycles_through_the_severities() -> None:
    filter = FindingFilter()
    seen = []
    for _ in range(4):
        filter = filter.next_severity()
        seen.append(filter.severities)
    assert seen == [("error",), ("error", "warning"), ("info",), ()]
