"""Runs a model: reads the inputs, selects the constants of the case, refuses or warns, and calculates.

The entry point for other packages: `run("fan-out", subscribers=60)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mqtune.capacity.calibration import Calibration
from mqtune.capacity.definition import CALIBRATED, RELEASE, Constant, Model, model
from mqtune.capacity.errors import RefusalError
from mqtune.capacity.inputs import read_inputs
from mqtune.capacity.outcome import Answer, Case, Outcome

# each is imported when it is asked for, because a run needs only one of them
FUNCTIONS = {
    "cluster-publish": "mqtune.capacity.cluster_publish:calculate_cluster_publish",
    "expiry": "mqtune.capacity.expiry:calculate_expiry",
    "fan-out": "mqtune.capacity.fan_out:calculate_fan_out",
    "hub-recovery": "mqtune.capacity.hub_recovery:calculate_hub_recovery",
    "isolated-topics": "mqtune.capacity.isolated_topics:calculate_isolated_topics",
    "jms": "mqtune.capacity.jms:calculate_jms",
    "log": "mqtune.capacity.recovery_log:calculate_log",
    "memory": "mqtune.capacity.memory:calculate_memory",
    "network": "mqtune.capacity.network:calculate_network",
    "streaming": "mqtune.capacity.streaming:calculate_streaming",
    "topic-limit": "mqtune.capacity.topic_limit:calculate_topic_limit",
    "triplets": "mqtune.capacity.triplets:calculate_triplets",
    "uniform-cluster": "mqtune.capacity.uniform_cluster:calculate_uniform_cluster",
}


def run(name: str, calibration: Calibration | None = None, **given: object) -> Outcome:
    """The outcome of a model; input names are written with `_`. Raises ModelError and RefusalError."""
    return run_model(name, given, calibration)


def run_model(name: str, given: Mapping[str, object], calibration: Calibration | None = None) -> Outcome:
    """The outcome of a model for inputs by name. Raises ModelError and RefusalError."""
    chosen = model(name)
    inputs = read_inputs(chosen, given)
    own = _calibrated(chosen, inputs, given, calibration)
    constants, missing = _constants(chosen, inputs, own)
    for refusal in chosen.refusals:
        if refusal.met(inputs) and not (refusal.lifted and own):
            raise RefusalError(f"{name} gives no answer here: {refusal.says}", _advice(refusal.lifted))
    case = Case(inputs, constants, missing)
    answer = _arithmetic(name)(case)
    warnings = [one.says for one in chosen.warnings if one.met(inputs) and not (one.lifted and own)]
    return Outcome(
        chosen,
        inputs,
        {key: value for key, value in answer.outputs.items() if value is not None},
        [constants[key] for key in constants if key in case.used],
        answer.steps,
        warnings + answer.warnings,
    )


def _arithmetic(name: str) -> Callable[[Case], Answer]:
    from importlib import import_module

    module, _, function = FUNCTIONS[name].partition(":")
    calculate: Callable[[Case], Answer] = getattr(import_module(module), function)
    return calculate


def _calibrated(
    chosen: Model, inputs: dict[str, Any], given: Mapping[str, object], calibration: Calibration | None
) -> dict[str, Constant]:
    """The calibrated constants for the case; the release becomes theirs unless one was specified."""
    if calibration is None:
        return {}
    measured = calibration.of(chosen.name, inputs)
    if RELEASE in inputs and measured:
        if RELEASE not in given:
            inputs[RELEASE] = measured[0].release
        measured = [one for one in measured if one.release == inputs[RELEASE]]
    return {one.constant.name: one.constant for one in measured}


def _constants(
    chosen: Model, inputs: dict[str, Any], own: dict[str, Constant]
) -> tuple[dict[str, Constant], RefusalError | None]:
    """The constants of the case, calibrated ones first, and the error for one that was never measured."""
    needed = {one.name for one in chosen.constants if one.holds(inputs, but=RELEASE)}
    found = {one.name: one for one in chosen.constants if one.holds(inputs)}
    found.update(own)
    missing = sorted(needed - set(found))
    if not missing:
        return found, None
    levels = sorted({one.when[RELEASE] for one in chosen.constants if RELEASE in one.when})
    return found, RefusalError(
        f"{chosen.name} has no figures for release {inputs[RELEASE]}: {', '.join(missing)} "
        f"{'was' if len(missing) == 1 else 'were'} published for {' and '.join(levels)} only",
        f"{RELEASE}={levels[-1]} gives an estimate; measure your own and specify them with --calibration",
    )


def _advice(lifted: bool) -> str:
    if lifted:
        return "measure it on your own machine and specify the result with --calibration"
    return "measure it: no published figure can replace it"


def is_calibrated(outcome: Outcome) -> bool:
    """Whether any constant was measured by the user."""
    return any(one.origin == CALIBRATED for one in outcome.constants)
