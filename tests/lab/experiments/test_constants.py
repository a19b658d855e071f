"""Constants that experiments measure are constants of the models, in cases that the models know."""

from __future__ import annotations

import pytest

from mqtune.capacity.calibration import read_calibration
from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.run import run

GIVEN = {
    "topic-limit": {},
    "fan-out": {"subscribers": 60},
    "triplets": {"triplets": 20},
    "streaming": {"mode": "mustdup", "baseline_rate": 20000},
}
ENTRY = """
[[constant]]
model = "{model}"
name = "{name}"
value = {value}
low = {low}
high = {high}
result = "measured-1"
date = 2026-11-20
queue-manager = "QM1"
release = "9.4"
when = {{ {when} }}
"""


@pytest.mark.parametrize("name", GIVEN)
def test_a_model_takes_the_constants_of_its_experiment(name, play, tmp_path):
    constants = play(name, wobble=0.002).advice.calibration
    assert constants
    entries = [
        ENTRY.format(
            model=one.model,
            name=one.name,
            value=one.value,
            low=one.low,
            high=one.high,
            when=", ".join(f'{key} = "{value}"' for key, value in one.when.items()),
        )
        for one in constants
    ]
    path = tmp_path / "calibration.toml"
    path.write_text("version = 1\n" + "".join(entries), encoding="utf-8")
    measured = read_calibration(str(path))
    if name == "triplets":
        # the processor was not watched, and its share is published for 8.0 only
        assert {one.constant.name for one in measured.measured} == {"peak_per_s"}
        return
    outcome = run(name, measured, **GIVEN[name])
    assert {one.origin for one in outcome.constants} == {CALIBRATED}
