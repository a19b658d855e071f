"""Constants that experiments measure are constants of the models, in cases that the models know."""

from __future__ import annotations

import pytest

from mqtune.capacity.definition import CALIBRATED
from mqtune.capacity.run import read_calibration, run

GIVEN = {
    "topic-limit": {},
    "fan-out": {"subscribers": 60},
    "triplets": {"triplets": 150},
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
    outcome = run(name, measured, **GIVEN[name])
    published = {one.name for one in outcome.constants if one.origin != CALIBRATED}
    assert published <= {"target_per_triplet_per_s", "triplets_before_fall"}
