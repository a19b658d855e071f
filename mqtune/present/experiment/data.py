"""A result as data for programs: the JSON of `show`, `report --format json` and the TUI's export.

Every run has all its samples with time, arm, repetition and order; nothing is rounded away.
"""

from __future__ import annotations

from typing import Any

from mqtune.lab.core.encoding import encode
from mqtune.lab.core.job import NOTICE, noise_of
from mqtune.lab.journal.compare import Comparison, Ratio
from mqtune.lab.journal.result import Level, Result, RunRecord

VERSION = 1
ENDED_WITH = ("outcome", "reason_code", "message", "value", "mean", "deviation")
Json = dict[str, Any]


def result_data(result: Result, samples: bool = True) -> Json:
    """The whole result; without `samples` only what a list needs."""
    head = result.head
    data: Json = {
        "version": VERSION,
        "id": result.id,
        "experiment": head.experiment,
        "simulated": result.simulated,
        "notice": NOTICE if result.simulated else None,
        "state": result.state,
        "opened": result.time,
        "last_event": result.last_time,
        "seconds": round(result.clock, 3),
        "queue_manager": head.qmgr,
        "role": head.role,
        "mq_level": list(head.level) if head.level else None,
        **_fields(head, "cores", "driver", "driver_version", "mqtune", "unit", "settings", "seed", "repeat"),
        "max_minutes": result.max_minutes,
        "command_line": head.command_line,
        "stopped": result.stopped or None,
        "closed": result.closed,
        "not_undone": len(result.outstanding),
        "noise": {"pilot": encode(result.noise), "runs": encode(noise_of(result.history))},
        "verdict": encode(result.verdict),
        "confirmation": _confirmation(result),
    }
    if samples:
        data |= {
            "checks": encode(result.checks),
            "levels": [_level(level) for level in result.levels],
            "blocks": encode(result.blocks.values()),
            "runs": [_run(record) for record in result.runs.values()],
            "advice": encode(result.advice),
            "steps": [{**encode(step.event), "state": step.state} for step in result.steps.values()],
            **_fields(result, "left_over"),
            "notes": [{"time": time, "text": text} for time, text in result.notes],
        }
    return data


def _fields(source: object, *names: str) -> Json:
    """Fields of an object as JSON data."""
    return {name: encode(getattr(source, name)) for name in names}


def _confirmation(result: Result) -> Json | None:
    begun, outcome = result.confirming, result.confirmed
    if begun is None:
        return None
    return {
        **_fields(begun, "of", "conclusions"),
        "applied": result.applied,
        "outcome": outcome.word if outcome else None,
        "why": outcome.why if outcome else None,
    }


def _level(level: Level) -> Json:
    estimate = level.estimate
    return {
        "arm": level.arm.name,
        "levels": encode(level.arm.levels),
        **_fields(level, "purpose", "runs", "left_out", "mean", "deviation"),
        "interval": None if level.low is None else {"low": level.low, "high": level.high, "level": 0.95},
        "state": estimate.state if estimate else None,
        "against_leader": encode(estimate.against_leader) if estimate else None,
    }


def _run(record: RunRecord) -> Json:
    start = record.started
    place = {"arm": start.arm, "repetition": record.repetition, "order": record.number}
    ended: Json = encode(record.ended) or {"message": "", "warnings": [], "figures": {}}
    return {
        "order": record.number,
        "block": start.block,
        "repetition": record.repetition,
        "arm": start.arm,
        **_fields(start, "levels", "purpose", "seconds", "rate"),
        "started": record.time,
        "clock": round(record.clock, 3),
        **_fields(record, "state", "counts"),
        "set_aside": record.set_aside or None,
        "left_out": record.left_out,
        **{name: ended.get(name) for name in ENDED_WITH},
        "warm_up": ended.get("cut"),
        "warnings": ended["warnings"],
        "figures": ended["figures"],
        "commands": encode(start.commands),
        "samples": [
            {
                "at": sample.at,
                "rate_per_s": encode(sample.rate),
                "threads": sample.threads,
                **place,
                "warm_up": record.warm_up(sample),
            }
            for sample in record.samples
        ],
        "watched": {
            name: {"unit": unit, "at": list(at), "values": encode(values)}
            for name, (unit, at, values) in record.watched.items()
        },
    }


def comparison_data(comparison: Comparison) -> Json:
    """A comparison for programs."""
    return {
        "version": VERSION,
        "first": comparison.first.id,
        "second": comparison.second.id,
        "simulated": comparison.simulated,
        "notice": NOTICE if comparison.simulated else None,
        "unit": comparison.unit,
        "chosen": _ratio(comparison.chosen) if comparison.chosen else None,
        "arms": [_ratio(arm) for arm in comparison.arms],
        **_fields(comparison, "warnings"),
    }


def _ratio(ratio: Ratio) -> Json:
    return {**encode(ratio), "differs": ratio.differs}
