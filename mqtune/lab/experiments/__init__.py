"""The experiments by name, in the order of the documentation; each module is imported on first use."""

from __future__ import annotations

from importlib import import_module

from mqtune.lab.core.definition import Definition, LabError
from mqtune.lab.core.experiment import Experiment
from mqtune.lab.definitions import definition
from mqtune.text.spelling import nearest_help

NAMES = (
    "topic-limit",
    "topic-isolation",
    "fan-out",
    "triplets",
    "cluster-publish",
    "streaming",
    "expiry",
    "uniform-scaling",
    "hub-recovery",
    "jms-put-get",
    "log-disk",
)


def find(name: str) -> Experiment:
    """The experiment of that name. Raises LabError, with the nearest name, if it is unknown.

    That of `topic-limit` is `TopicLimitExperiment` in the module `topic_limit`.
    """
    if name not in NAMES:
        help = nearest_help(name, NAMES, f"experiments are {', '.join(NAMES)}")
        raise LabError(f"unknown experiment {name!r}", help)
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    experiment: Experiment = getattr(module, f"{name.title().replace('-', '')}Experiment")(definition(name))
    return experiment


def definitions() -> list[Definition]:
    """The definition of each experiment, in order, without importing any of them."""
    return [definition(name) for name in NAMES]
