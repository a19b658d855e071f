"""Measured loads as data: tables by queue manager, with the keys of mqtune.toml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from mqtune.flow.measured.observation import MANAGER, Reading, Remark
from mqtune.flow.measured.tables import NAMES, Figure, Table
from mqtune.flow.measured.toml import toml_value
from mqtune.text.as_data import pairs_of

Json = dict[str, Any]


class MeasuredQueueManager(TypedDict):
    """The tables of one queue manager."""

    name: str | None
    queues: list[Json]
    topics: list[Json]
    channels: list[Json]
    observed: Json


class LoadData(TypedDict):
    """The JSON of `mqtune load read`."""

    queue_managers: list[MeasuredQueueManager]
    not_computed: list[Remark]


def load_data(tables: Sequence[Table], reading: Reading) -> LoadData:
    """The tables by queue manager."""
    managers: dict[str, MeasuredQueueManager] = {}
    for table in tables:
        name = table.queue_manager
        manager = managers.get(name)
        if manager is None:
            manager = managers[name] = {
                "name": name or None,
                "queues": [],
                "topics": [],
                "channels": [],
                "observed": {},
            }
        if table.kind == MANAGER:
            manager["observed"] = observed(table.observed)
            continue
        rows = {"queue": manager["queues"], "topic": manager["topics"], "channel": manager["channels"]}
        rows[NAMES[table.kind]].append(table_row(table))
    return {"queue_managers": list(managers.values()), "not_computed": reading.remarks}


def table_row(table: Table) -> Json:
    """The values of one object with their sources."""
    return {
        NAMES[table.kind]: table.name,
        **{figure.key: toml_value(figure) for figure in table.figures},
        "sources": {figure.key: figure for figure in table.figures},
        "observed": observed(table.observed),
    }


def observed(figures: Sequence[Figure]) -> Json:
    """What was measured and has no key in mqtune.toml."""
    return {
        figure.key: {"value": float(f"{figure.value:.6g}"), **dict(pairs_of(figure))} for figure in figures
    }
