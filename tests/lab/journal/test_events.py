"""Events of a journal to JSON and back."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from mqtune.lab.core.encoding import UnreadableError, decode, encode
from mqtune.lab.core.run import Arm, Interval, Order, Verdict
from mqtune.lab.drivers.base import Sample
from mqtune.lab.journal import events
from mqtune.lab.journal.result import Result
from mqtune.present.experiment.plan import event_text


def there_and_back(event: events.Event) -> events.Event:
    line = json.loads(json.dumps(events.to_json(events.JournalEntry("2026-11-22T00:00:00.000Z", 1.5, event))))
    entry = events.from_json(line)
    assert entry is not None
    return entry.event


def test_each_event_of_a_whole_experiment_comes_back_as_it_was(bench):
    told = []
    bench.experiment.alters = True
    bench.listener = told.append
    bench.engine().run()
    assert len({type(entry.event) for entry in told}) > 10
    for entry in told:
        assert there_and_back(entry.event) == entry.event


def test_a_line_says_what_time_and_clock(bench):
    line = events.to_json(events.JournalEntry("2026-11-22T00:00:00.000Z", 1.23456, events.Noted("hello")))
    assert line == {"event": "note", "time": "2026-11-22T00:00:00.000Z", "clock": 1.235, "text": "hello"}


def test_the_words_of_a_verdict_stand_in_its_own_line():
    verdict = Verdict(
        "winner", "rule", "b wins", Arm("b", {"threads": 2}), figures={"x": Interval(1, 0, 2, "s")}
    )
    line = events.to_json(events.JournalEntry("", 0, events.VerdictReached(verdict)))
    assert line["word"] == "winner"
    assert there_and_back(events.VerdictReached(verdict)) == events.VerdictReached(verdict)


def test_numbers_that_are_none_become_null_and_come_back_as_such():
    event = events.SampleTaken(1, Sample(1.0, math.inf, 3))
    assert events.to_json(events.JournalEntry("", 0, event))["rate"] is None
    assert math.isnan(there_and_back(event).sample.rate)


def test_levels_keep_their_types():
    order = Order(Arm("x", {"number": 3, "share": 0.5, "word": "shared"}), 30.0)
    assert decode(Order, encode(order)) == order


def test_unknown_events_and_keys_are_left_alone():
    assert events.from_json({"event": "from the future", "time": "", "clock": 0}) is None
    line = {"event": "note", "time": "", "clock": 0, "text": "x", "added": 1}
    assert events.from_json(line).event == events.Noted("x")


@pytest.mark.parametrize(
    "line",
    [
        {"event": "note", "time": "", "clock": 0},
        {"event": "note", "time": "", "clock": 0, "text": 3},
        {"event": "note", "clock": 0, "text": "x"},
        {"event": "sample", "time": "", "clock": 0, "run": True, "at": 1, "rate": 1, "threads": 1},
        {"event": "block", "time": "", "clock": 0, "block": 1, "why": "", "orders": [{"arm": "x"}]},
    ],
)
def test_data_of_another_form_are_refused(line):
    with pytest.raises(UnreadableError):
        events.from_json(line)


def example(kind: Any) -> Any:
    """A value of a type: of a class with an example in each field that must be given."""
    if dataclasses.is_dataclass(kind):
        forms = get_type_hints(kind)
        return kind(**{one.name: example(forms[one.name]) for one in dataclasses.fields(kind)})
    if get_origin(kind) in (Union, UnionType):
        return example(get_args(kind)[0])
    if get_origin(kind) is tuple:
        return (example(get_args(kind)[0]),)
    return {str: "x", int: 1, float: 1.0, bool: True, Mapping: {}}[get_origin(kind) or kind]


@pytest.mark.parametrize("kind", [kind for kind in events.KINDS.values() if kind is not events.LineSaid])
def test_each_kind_of_event_changes_a_result_and_has_a_line(kind):
    result = Result()
    if kind in (events.SampleTaken, events.WatchedValue, events.RunEnded, events.RunsSetAside):
        result.apply(events.JournalEntry("", 0.0, example(events.RunStarted)))
    if kind is events.Continued:
        result.paused = True
    event, before = example(kind), encode(result)
    result.apply(events.JournalEntry("", 0.0, event))
    assert encode(result) != before
    assert event_text(event, result)
