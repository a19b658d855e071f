"""`mqtune model list`, `run` and `verify`, end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NAMES = [
    "fan-out",
    "topic-limit",
    "isolated-topics",
    "triplets",
    "cluster-publish",
    "streaming",
    "expiry",
    "uniform-cluster",
    "hub-recovery",
    "jms",
    "log",
    "network",
    "memory",
]


def test_all_models_are_listed(mqtune) -> None:
    outcome = mqtune("model", "list", "--format", "json")
    assert outcome.status == 0
    assert [one["name"] for one in json.loads(outcome.out)["models"]] == NAMES
    assert all(name in mqtune("model", "list").out for name in NAMES)


def test_one_model_is_shown_with_its_inputs_and_limits(mqtune) -> None:
    out = mqtune("model", "list", "expiry").out
    for word in ("cap-expiry", "tenths of a second", "not for", "depth_per_queue", "measured", "example"):
        assert word in out


def test_a_run_as_json_has_inputs_outputs_constants_and_warnings(mqtune) -> None:
    words = "fan-out subscribers=60 cache=48 location=local persistence=no release=8.0 --format json"
    outcome = mqtune("model", "run", *words.split())
    assert (outcome.status, outcome.err) == (0, "")
    found = json.loads(outcome.out)
    assert found["model"] == "fan-out"
    assert found["inputs"] == {
        "subscribers": 60,
        "cache": 48,
        "location": "local",
        "persistence": "no",
        "release": "8.0",
    }
    assert found["outputs"]["publish_time_us"] == 356.3
    assert set(found["outputs"]) == {"publish_time_us", "publish_rate_per_s", "total_rate_per_s"}
    assert found["constants"]["per_cached_us"]["value"] == 4.7
    assert "Chart 15" in found["constants"]["per_cached_us"]["source"]
    assert found["constants_from"] == "published"
    assert found["warnings"] == []


def test_defaults_are_filled_in_and_shown(mqtune) -> None:
    found = json.loads(mqtune("model", "run", "fan-out", "subscribers=1", "--format", "json").out)
    assert found["inputs"]["cache"] == 48
    assert found["inputs"]["release"] == "8.0"


def test_a_run_as_text_has_the_formula_with_the_numbers(mqtune) -> None:
    out = mqtune("model", "run", "fan-out", "subscribers=60").out
    assert "T(60) = 21.4 + 4.7 * 47 + 9.5 * 12 = 356.3 us" in out
    assert "Chart 15, p. 28" in out


@pytest.mark.parametrize(
    ("words", "outputs"),
    [
        (
            "expiry put-rate=2000 cap-expiry=3000 expiry-interval=300 message-size=2048 queues=5",
            {"depth_per_queue": 1_200_000, "disk_bytes": 18_432_000_000},
        ),
        (
            "streaming mode=besteffort persistence=yes baseline-rate=68094",
            {"application_rate_per_s": pytest.approx(42_882, rel=0.001)},
        ),
        (
            "uniform-cluster target-rate=41400 queue-managers=1",
            {"queue_managers": 2, "achieved_rate_per_s": 21_077},
        ),
        ("uniform-cluster target-rate=100 rate-per-qm=30", {"queue_managers": 4}),
        ("cluster-publish topology=one-queue-manager", {"factor": 1}),
        ("cluster-publish topology=direct", {"factor": pytest.approx(0.69, rel=0.01)}),
        (
            "cluster-publish topology=topic-host publish-threads=5 receiver-channels=4",
            {"factor": pytest.approx(0.79, rel=0.01)},
        ),
        (
            "topic-limit rates=3:793787,4:888962,5:867151",
            {"limit_per_s": 888_962, "best_threads": 4},
        ),
    ],
)
def test_the_named_outputs_are_there(mqtune, words: str, outputs: dict) -> None:
    outcome = mqtune("model", "run", *words.split(), "--format", "json")
    assert outcome.status == 0
    found = json.loads(outcome.out)["outputs"]
    for name, value in outputs.items():
        assert found[name] == value


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("run fan-outt subscribers=5", "the nearest is 'fan-out'"),
        ("run fan-out subscriber=5", "the nearest is 'subscribers'"),
        ("run fan-out subscribers", "key=value"),
        ("run fan-out subscribers=", "key=value"),
        ("run fan-out subscribers=5 subscribers=6", "twice"),
        ("run fan-out subscribers=5 location=locl", "the nearest is 'local'"),
        ("run fan-out subscribers=60 release=9.4", "no figures for release 9.4"),
        ("run fan-out subscribers=5 --format xml", "text, json"),
        ("run fan-out subscribers=5 --calibration none.toml", "cannot read none.toml"),
        ("list fanout", "the nearest is 'fan-out'"),
        ("verify jmss", "the nearest is 'jms'"),
    ],
)
def test_an_error_is_reported_with_status_2_and_no_traceback(mqtune, words: str, told: str) -> None:
    outcome = mqtune("model", *words.split())
    assert outcome.status == 2
    assert outcome.out == ""
    assert told in outcome.err
    assert "Traceback" not in outcome.err


def test_a_calibration_replaces_constants_and_the_output_says_so(mqtune, folder: Path) -> None:
    entry = (
        '[[constant]]\nmodel = "fan-out"\nname = "{}"\nvalue = 1.0\nlow = 1\nhigh = 2\nresult = "r"\n'
        'date = 2026-11-20\nqueue-manager = "QM1"\nrelease = "9.4"\n'
    )
    fan_out = "".join(map(entry.format, ("time_to_one_us", "per_cached_us", "per_uncached_us")))
    (folder / "own.toml").write_text("version = 1\n" + fan_out)
    words = ("model", "run", "fan-out", "subscribers=60", "--calibration", "own.toml")
    found = json.loads(mqtune(*words, "--format", "json").out)
    assert found["constants_from"] == "calibrated"
    assert found["inputs"]["release"] == "9.4"
    assert found["outputs"]["publish_time_us"] == 60
    assert found["constants"]["per_cached_us"]["high"] == 2
    assert "constants (calibrated)" in mqtune(*words).out


def test_verify_prints_every_point_with_its_error_and_claim(mqtune) -> None:
    outcome = mqtune("model", "verify", "--format", "json")
    assert outcome.status == 0
    found = json.loads(outcome.out)
    assert len(found["points"]) > 500
    for one in found["points"]:
        assert {"model", "inputs", "published", "predicted", "error_percent", "claimed", "source"} <= set(one)
    assert {one["model"] for one in found["summary"]} <= set(NAMES)
    refused = [one for one in found["points"] if one["predicted"] is None]
    assert refused
    assert not any(one["claimed"] for one in refused)


def test_verify_can_be_read_by_people(mqtune) -> None:
    out = mqtune("model", "verify", "expiry").out
    assert "1,188,584" in out
    assert "upper bound" in out
    assert "3 of 3" in out
