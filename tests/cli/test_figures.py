"""`mqtune figures` and `mqtune model solve`, end to end."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from mqtune.capacity.solve import solve


def test_tables_are_listed_and_filtered(mqtune) -> None:
    found = json.loads(mqtune("figures", "list", "streaming", "--format", "json").out)["tables"]
    assert all("streaming" in (one["name"] + one["report"]).lower() for one in found)
    assert "Chart 15" not in mqtune("figures", "list", "streaming").out
    assert "v8-chart-15" in mqtune("figures", "list").out
    assert mqtune("figures", "list", "nonsense").status == 2
    # commands that follow are named beside text alone
    assert "mqtune figures show" in mqtune("figures", "list").err
    assert mqtune("figures", "list", "--format", "json").err == ""


def test_a_table_is_shown_with_units_page_and_errata(mqtune) -> None:
    out = mqtune("figures", "show", "v8-chart-23").out
    assert "p. 34" in out
    assert "792464 msgs/s" in out
    assert "0.25*" in out
    assert "correct 0.16" in out
    found = json.loads(mqtune("figures", "show", "v8-chart-23", "--format", "json").out)
    assert (found["page"], found["units"]["v8_peak_total"]) == (34, "msgs/s")
    assert found["rows"][0]["v7_5_cpu_per_1000"] == 0.25
    assert found["errata"][0]["corrected"] == 0.16


def test_an_unknown_table_names_the_nearest(mqtune) -> None:
    outcome = mqtune("figures", "show", "v8-chart-51")
    assert outcome.status == 2
    assert "v8-chart-15" in outcome.err


def test_one_table_is_exported_as_csv(mqtune) -> None:
    rows = list(csv.DictReader(mqtune("figures", "export", "v8-chart-23").out.splitlines()))
    assert len(rows) == 3
    assert rows[0]["v8_peak_total [msgs/s]"] == "792464"
    assert "correct 0.16" in rows[0]["errata"]
    fixed = list(csv.DictReader(mqtune("figures", "export", "v8-chart-23", "--corrected").out.splitlines()))
    assert fixed[0]["v7_5_cpu_per_1000 [% of 24 cores]"] == "0.16"
    assert "errata" not in fixed[0]


def test_all_tables_are_exported_to_a_folder(mqtune, folder: Path) -> None:
    assert mqtune("figures", "export").status == 2
    assert mqtune("figures", "export", "--output", "figures").status == 0
    heads = json.loads((folder / "figures" / "tables.json").read_text())["tables"]
    assert {f"{one['name']}.csv" for one in heads} | {"tables.json"} == {
        file.name for file in (folder / "figures").iterdir()
    }


def test_json_has_every_row_with_its_source(mqtune) -> None:
    found = json.loads(mqtune("figures", "export", "--format", "json").out)["tables"]
    assert len(found) > 60
    assert all(one["page"] and one["rows"] and set(one["rows"][0]) == set(one["units"]) for one in found)


def solved(mqtune, *words: str):
    outcome = mqtune("model", "solve", *words, "--format", "json")
    return outcome.status, json.loads(outcome.out)


def test_the_cap_that_a_disk_can_hold(mqtune) -> None:
    status, found = solved(mqtune, "expiry", "--for", "CAPEXPRY", "put-rate=2000", "disk=100GB")
    assert status == 0
    # 100e9 / (1.5 * 2048 bytes) messages at 2,000/s, less 300 s between two scans
    assert (found["value"], found["direction"]) == (159760, "largest")
    assert found["outputs"]["disk_bytes"] <= 100e9
    assert found["limited_by"] == ["disk_bytes"]


def test_the_subscribers_that_a_rate_allows(mqtune) -> None:
    status, found = solved(mqtune, "fan-out", "--for", "subscribers", "publish-rate=2000")
    assert (status, found["value"], found["direction"]) == (0, 75, "largest")


def test_the_queue_managers_that_a_rate_needs(mqtune) -> None:
    words = ("--for", "queue-managers", "target-rate=100000", "achieved-rate=100000")
    status, found = solved(mqtune, "uniform-cluster", *words)
    assert (status, found["value"], found["direction"]) == (0, 5, "smallest")


def test_two_limits_apply_together(mqtune) -> None:
    both = solved(mqtune, "expiry", "--for", "cap-expiry", "put-rate=2000", "disk=1TB", "depth=1200000")[1]
    assert (both["value"], both["limited_by"]) == (3000, ["depth_per_queue"])


def test_limits_that_no_value_satisfies(mqtune) -> None:
    status, found = solved(mqtune, "expiry", "--for", "cap-expiry", "put-rate=2000", "depth=1000")
    assert (status, found["direction"], found["value"]) == (1, "none", None)
    assert (
        "no value of cap-expiry"
        in mqtune("model", "solve", "expiry", "--for", "cap-expiry", "put-rate=2000", "depth=1000").out
    )


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("expiry put-rate=2000 disk=1GB", "--for is missing"),
        ("expiry --for cap put-rate=2000 disk=1GB", "no input 'cap'"),
        ("expiry --for cap-expiry put-rate=2000", "no limit is given"),
        ("expiry --for cap-expiry put-rate=2000 disc=1GB", "no input or output 'disc'"),
        ("expiry --for cap-expiry put-rate=2000 disk=1XB", "unknown unit"),
        ("expiry --for cap-expiry cap-expiry=5 put-rate=2000 disk=1GB", "is what is solved for"),
        ("fan-out --for persistence publish-rate=5", "is not a number"),
        ("expiry --for cap-expiry disk=1GB", "needs put-rate"),
    ],
)
def test_wrong_use_is_explained(mqtune, words: str, part: str) -> None:
    outcome = mqtune("model", "solve", *words.split())
    assert outcome.status == 2
    assert part in outcome.err


@pytest.mark.parametrize(
    ("name", "wanted", "given"),
    [
        ("expiry", "cap-expiry", {"put-rate": "700", "disk": "33GB"}),
        ("expiry", "put-rate", {"cap-expiry": "6000", "depth": "123456"}),
        ("expiry", "message-size", {"put-rate": "700", "cap-expiry": "100", "disk": "9GB"}),
        ("fan-out", "subscribers", {"publish-time": "1000", "location": "remote"}),
        ("log", "message-rate", {"longest-transaction": "5", "needed": "1GB"}),
        ("triplets", "triplets", {"cpu": "50"}),
        ("network", "message-size", {"link-gbit": "1", "rate": "10000"}),
    ],
)
def test_the_next_value_breaks_a_limit(name: str, wanted: str, given: dict[str, str]) -> None:
    found = solve(name, wanted, given)
    assert found.direction == "largest"
    assert found.value is not None
    assert found.outcome is not None
    assert all(limit.holds(found.outcome.outputs) for limit in found.limits)
    step = 1 if found.input.kind != "number" else found.value * 1e-4
    limits = {one: text for one, text in given.items() if one not in found.model.inputs}
    pinned = {one: text for one, text in given.items() if one in found.model.inputs}
    from mqtune.capacity.run import run_model

    beyond = run_model(name, {**pinned, wanted: found.value + step})
    assert limits
    assert not all(limit.holds(beyond.outputs) for limit in found.limits)
