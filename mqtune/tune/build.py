"""Collects the advice of all areas for each queue manager of an estate: the entry point of this package."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.capacity.calibration import Calibration
from mqtune.estate.model import Estate, QueueManager
from mqtune.tune.advice import Tuned, Tuning
from mqtune.tune.binding import tune_binding
from mqtune.tune.buffers import tune_buffers
from mqtune.tune.channel_limits import tune_channel_limits, tune_instances
from mqtune.tune.client_tables import client_table_hints
from mqtune.tune.expiry import tune_expiry
from mqtune.tune.fan_out import tune_fan_out
from mqtune.tune.figures import Figures
from mqtune.tune.hub import tune_suppression
from mqtune.tune.hub_channels import large_log, tune_hub_channels
from mqtune.tune.missing import (
    ask_for_anything,
    ask_for_clients,
    ask_for_level,
    ask_for_topics,
)
from mqtune.tune.outage import tune_outage
from mqtune.tune.recovery_log import tune_log
from mqtune.tune.republishing import tune_republishing
from mqtune.tune.sharing import tune_sharing
from mqtune.tune.topics import tune_topics
from mqtune.tune.uniform import tune_members

ZOS = "zos"


def tune_estates(estates: Sequence[Estate], calibration: Calibration | None = None) -> Tuned:
    """The advice for every queue manager of some estates; a calibration replaces published figures."""
    figures = Figures(calibration)
    return Tuned(
        [tune_queue_manager(one, estate, figures) for estate in estates for one in estate.shown],
        [hint for estate in estates if estate.shows_clients for hint in client_table_hints(estate)],
    )


def tune_queue_manager(queue_manager: QueueManager, estate: Estate, figures: Figures) -> Tuning:
    """The advice for one queue manager."""
    tuning = Tuning(queue_manager)
    tune_topics(tuning, figures)
    tune_expiry(tuning, figures)
    tune_outage(tuning, estate)
    more_instances = tune_sharing(tuning)
    tune_instances(tuning, estate)
    if queue_manager.platform != ZOS:  # all of these change qm.ini, which z/OS does not have
        tune_fan_out(tuning, figures)
        tune_suppression(tuning, figures, estate)
        tune_hub_channels(tuning)
        tune_republishing(tuning, figures, estate)  # its channels are like those that were changed before
        tune_binding(tuning)
        tune_channel_limits(tuning, estate, more_instances)
        tune_log(tuning, figures)
        large_log(tuning)
        tune_buffers(tuning)
    tune_members(tuning, estate)
    ask_for_topics(tuning)
    ask_for_clients(tuning)
    ask_for_level(tuning)
    ask_for_anything(tuning)
    return tuning
