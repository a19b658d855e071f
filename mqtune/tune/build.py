"""Collects the advice of all areas for each queue manager of an estate: the entry point of this package."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.capacity.calibration import Calibration
from mqtune.estate.model import Estate, QueueManager
from mqtune.flow.budget import budget
from mqtune.flow.resource import Resource
from mqtune.tune.advice import Objections, Tuned, Tuning
from mqtune.tune.binding import tune_binding
from mqtune.tune.buffers import tune_buffers
from mqtune.tune.channel_limits import ZOS, tune_channel_limits, tune_instances
from mqtune.tune.client_tables import client_table_hints
from mqtune.tune.expiry import tune_depths
from mqtune.tune.fan_out import tune_fan_out
from mqtune.tune.figures import Figures
from mqtune.tune.hub import tune_suppression
from mqtune.tune.hub_channels import large_log, tune_hub_channels
from mqtune.tune.missing import (
    ask_for_anything,
    ask_for_clients,
    ask_for_ini,
    ask_for_level,
    ask_for_log,
    ask_for_persistence,
    ask_for_topics,
)
from mqtune.tune.recovery_log import tune_log
from mqtune.tune.republishing import tune_republishing
from mqtune.tune.sharing import tune_sharing
from mqtune.tune.topics import tune_topics
from mqtune.tune.uniform import tune_members
from mqtune.tune.unsettled import find_unsettled


def tune_estates(
    estates: Sequence[Estate], calibration: Calibration | None = None, objections: Objections | None = None
) -> Tuned:
    """The advice for every queue manager of some estates. A calibration replaces published figures; changes
    to which there are objections are held back.
    """
    figures = Figures(calibration)
    tunings = []
    for estate in estates:
        rows: dict[int, list[Resource]] = {}
        for row in budget(estate) if any(declares_load(one) for one in estate.queue_managers) else ():
            rows.setdefault(id(row.queue_manager), []).append(row)
        for manager in estate.shown:
            tuning = Tuning(manager, objections=objections)
            tune_queue_manager(tuning, estate, figures, rows.get(id(manager), []))
            tunings.append(tuning)
    hints = [hint for estate in estates if estate.shows_clients for hint in client_table_hints(estate)]
    return Tuned(tunings, hints)


def declares_load(manager: QueueManager) -> bool:
    """Whether any load is declared, be it only clients of a channel."""
    return manager.has_load or (manager.declaration is not None and bool(manager.declaration.channels))


def tune_queue_manager(tuning: Tuning, estate: Estate, figures: Figures, rows: Sequence[Resource]) -> None:
    """Find the advice for one queue manager; `rows` is its budget."""
    queue_manager = tuning.queue_manager
    tune_topics(tuning, figures)
    tune_depths(tuning, figures, estate, rows)
    if queue_manager.platform != ZOS:  # all of these change qm.ini, which z/OS does not have
        tune_fan_out(tuning, figures)
        tune_suppression(tuning, figures, estate)
        tune_hub_channels(tuning)
        tune_republishing(tuning, figures, estate)  # its channels are like those that were changed before
        tune_binding(tuning)
    full = tune_channel_limits(tuning, estate)
    tune_sharing(tuning, estate, full)
    tune_instances(tuning, estate, full)
    if queue_manager.platform != ZOS:
        tune_log(tuning, figures)
        large_log(tuning)
        tune_buffers(tuning)
    tune_members(tuning, estate)
    ask_for_topics(tuning)
    ask_for_clients(tuning)
    ask_for_persistence(tuning)
    ask_for_log(tuning, rows)
    ask_for_level(tuning)
    ask_for_anything(tuning)
    if not tuning.undeclared:
        find_unsettled(tuning, rows)
    ask_for_ini(tuning)
