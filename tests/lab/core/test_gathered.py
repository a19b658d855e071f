"""Objects that take their fields from others by name: a renamed field must not silently keep its default."""

from __future__ import annotations

import dataclasses
import typing

import pytest

from mqtune.hosts.inventory import Host
from mqtune.lab.core.definition import Definition
from mqtune.lab.core.experiment import ByHand, Mqsc, Process, Target
from mqtune.lab.core.job import Job
from mqtune.lab.core.plan import ExperimentPlan, PlannedProcess, PlannedStep
from mqtune.lab.core.run import Order, Run
from mqtune.lab.drivers.base import RawRun
from mqtune.lab.journal.events import Opened, RunEnded, RunStarted, StepTaken
from mqtune.project.settings import HostDeclaration

PLANNED = {
    "experiment",
    "production",
    "arms",
    "opens",
    "blocks",
    "setup",
    "transitions",
    "restarts",
    "foregone",
    "connections",
}
PLANNED |= {"minutes_expected", "minutes_most", "minutes_least"}
OPENED = {"id", "mqtune", "experiment", "driver_version", "unit", "production", "machine"}
COUNTED = {"mean", "deviation", "cut", "counted", "warnings"}  # known only after the warm-up is cut

# type, where its fields come from, those that the call names, and those that keep their default
GATHERED = [
    (Run, (RunEnded, RunStarted), {"number", "series"}, set()),
    (Run, (RawRun,), {"number", "block", "order", "value", "series"}, COUNTED),
    (RunStarted, (Order,), {"run", "block", "arm", "levels", "commands"}, set()),
    (RunEnded, (Run,), {"run"}, set()),
    (Opened, (Job, Target), OPENED, {"format"}),
    (Job, (Opened,), {"experiment", "target", "max_minutes", "production"}, set()),
    (StepTaken, (Mqsc,), {"kind", "number", "script", "done"}, {"output"}),
    (StepTaken, (ByHand,), {"kind", "number", "script", "done"}, {"output"}),
    (PlannedStep, (Mqsc,), set(), {"verify", "expect", "restart", "minutes"}),
    (PlannedStep, (ByHand,), set(), set()),
    (PlannedProcess, (Process,), set(), set()),
    (ExperimentPlan, (Job, Target, Definition), PLANNED, set()),
    (Host, (HostDeclaration,), {"destination", "source"}, {"options"}),
]


def names_of(kind: type) -> set[str]:
    """The fields, properties and constants of a class."""
    return set(typing.get_type_hints(kind)) | {name for one in kind.__mro__ for name in vars(one)}


@pytest.mark.parametrize(("kind", "sources", "given", "defaults"), GATHERED)
def test_each_field_has_a_source(
    kind: type, sources: tuple[type, ...], given: set[str], defaults: set[str]
) -> None:
    there = set.union(*map(names_of, sources))
    fields = {field.name for field in dataclasses.fields(kind)}
    assert fields - given - there == defaults
    assert given <= fields
