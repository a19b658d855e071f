"""The experiments by name, in the order of the documentation; each module is imported on first use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from mqtune.lab.core.definition import Definition
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.experiment import Experiment
from mqtune.lab.definitions import definition
from mqtune.text.spelling import nearest

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


class Experiments(Mapping[str, Experiment]):
    """All experiments by name; each module is imported when its experiment is first used.

    The module of `topic-limit` is `topic_limit`, and its experiment is `EXPERIMENT` there.
    """

    def __getitem__(self, name: str) -> Experiment:
        if name not in NAMES:
            raise KeyError(name)
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
        found: Experiment = module.EXPERIMENT
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


EXPERIMENTS: Mapping[str, Experiment] = Experiments()


def find(name: str) -> Experiment:
    """The experiment of that name. Raises LabError, with the nearest name, if it is unknown."""
    if name not in NAMES:
        near = nearest(name, NAMES)
        help = f"the nearest is {near}" if near else f"experiments are {', '.join(NAMES)}"
        raise LabError(f"unknown experiment {name!r}", help)
    return EXPERIMENTS[name]


def definitions() -> list[Definition]:
    """The definition of each experiment, in order, without importing any of them."""
    return [definition(name) for name in NAMES]
