"""What an experiment is measured with: the driver, and the hands that do its steps. Knows no method."""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.lab.desk import Desk
from mqtune.lab.driver import Driver
from mqtune.lab.job import Job
from mqtune.lab.simulated_driver import simulated_driver
from mqtune.lab.steps import Hands


@dataclass(frozen=True, slots=True)
class Equipment:
    """The driver, and the hands; a simulation has no hands."""

    driver: Driver
    hands: Hands | None


def equip(job: Job, desk: Desk) -> Equipment:
    """What the job's driver needs. Raises LabError where it cannot be had."""
    return Equipment(simulated_driver(job.experiment, job.settings, job.seed), None)
