"""The models: constants from their tables, errors within what is promised, refusals, warnings."""

from __future__ import annotations

from copy import copy
from statistics import mean
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.capacity.definition import MODEL_NAMES, Input, ModelError, RefusalError, models
from mqtune.capacity.inputs import shown
from mqtune.capacity.machine import expiry
from mqtune.capacity.published import read_data, table
from mqtune.capacity.run import VALUE, Calibration, holds, read_calibration, run, run_model, verify
from mqtune.capacity.solve import Limit, Search, solve
from mqtune.capacity.topics import fan_out


def errors(model: str, *words: str, quantity: str = "") -> list[float]:
    """The errors of the claimed values of a model whose case has all the words."""
    return [
        abs(one.error_percent)
        for one in verify()
        if one.model == model and one.claim == VALUE and one.error_percent is not None
        if all(word in one.case for word in words) and quantity in one.quantity
    ]


# constants


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_a_constant_that_names_its_cell_is_that_cell(name: str) -> None:
    for one in read_data(f"models/{name}.toml").get("constants", []):
        if "cell" in one:
            row, column = one["cell"]
            assert table(one["table"]).corrected(row, column) == one["value"], one["name"]


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_every_constant_has_a_unit_and_a_source(name: str) -> None:
    for one in read_data(f"models/{name}.toml").get("constants", []):
        assert one["unit"]
        assert "table" in one or one["source"]


def constant(model: str, name: str, **when: str) -> float:
    found = [
        one.value
        for chosen in models()
        if chosen.name == model
        for one in chosen.constants
        if one.name == name and all(one.when.get(key) == value for key, value in when.items())
    ]
    assert len(found) == 1, (model, name, when)
    return found[0]


def test_the_rate_of_a_core_is_the_printed_peak_over_its_publishers() -> None:
    row = table("v8-chart-06").rows[3]
    assert constant("isolated-topics", "rate_per_core_per_s", release="8.0") == round(row["v8_peak"] / 24)
    assert constant("isolated-topics", "rate_per_core_per_s", release="7.5") == round(row["v7_5_peak"] / 24)


def test_the_share_of_the_network_is_the_mean_distance_of_the_drawn_lines() -> None:
    local = {row["subscribers"]: row for row in table("v8-chart-09-read").rows}
    v8 = [row["remote"] - row["local"] for row in table("v8-chart-14-read").rows if row["subscribers"] >= 46]
    v75 = [
        1e6 / row["v7_5"] - local[row["subscribers"]]["v7_5"]
        for row in table("v8-chart-13-read").rows
        if row["subscribers"] >= 46
    ]
    assert constant("fan-out", "network_us", release="8.0") == round(mean(v8))
    assert constant("fan-out", "network_us", release="7.5") == round(mean(v75))


def test_the_share_after_the_fall_is_the_drawn_end_over_the_printed_peak() -> None:
    end, peak = table("v8-chart-16-read").rows[-1], table("v8-chart-23").rows[0]
    for release, drawn, printed in (("8.0", "v8", "v8_peak_total"), ("7.5", "v7_5", "v7_5_peak_total")):
        expected = round(end[drawn] / peak[printed], 3)
        assert constant("triplets", "share_after_fall", release=release) == expected


def test_the_cluster_factors_are_the_bars_over_the_bar_of_one_queue_manager() -> None:
    bars = {
        (row["topology"], row["publish_threads"], row["receiver_channels"]): row["total"]
        for row in table("v8-charts-28-30-bars").rows
    }
    base = bars["one-queue-manager", 1, 1]
    cells = {"factor_default": (1, 1), "factor_threads": (5, 1), "factor_threads_and_channels": (5, 4)}
    for topology in ("direct", "topic-host"):
        for name, cell in cells.items():
            expected = round(bars[(topology, *cell)] / base, 4)
            assert constant("cluster-publish", name, topology=topology) == expected
    assert constant("cluster-publish", "one_thread_per_s") == round(bars["direct", 1, 1] / 2)


def test_the_streaming_factors_are_the_peaks_over_their_baseline() -> None:
    rows = {
        "besteffort": "1 Duplicate (Streaming queues - BESTEF)",
        "besteffort-batch10": "1 Duplicate (Streaming queues - BESTEF, drain batch=10)",
        "mustdup": "1 Duplicate (Streaming queues - MUSTDUP)",
        "pubsub": "1 Duplicate (Pub/Sub)",
        "six-copies": "6 Duplicates (Streaming queues - BESTEF with Pub/Sub)",
        "six-pubsub": "6 Duplicates (Pub/Sub)",
    }
    for persistence, name in (("yes", "streaming-table-5"), ("no", "streaming-table-6")):
        rates = {row["test"]: row["application_rate"] for row in table(name).rows}
        for mode, test in rows.items():
            if test in rates:
                expected = round(rates[test] / rates["Baseline"], 4)
                assert constant("streaming", "factor", mode=mode, persistence=persistence) == expected


def test_the_saturated_rate_is_the_mean_of_the_rows_whose_load_rose() -> None:
    rows = [table("uniform-table-1").rows[number - 1] for number in range(2, 15, 2)]
    assert all(row["achieved"] < row["target"] * 0.99 for row in rows)
    each = mean(row["achieved"] / row["queue_managers"] for row in rows)
    assert constant("uniform-cluster", "saturated_rate_per_s") == round(each)


def test_the_bytes_added_on_the_wire_make_the_printed_rate() -> None:
    assert constant("network", "added_bytes") == round(8.3e9 / 8 / 433_851 - 2048)


# errors


def test_fan_out_misses_its_claimed_points_by_three_per_cent_on_average() -> None:
    assert len(errors("fan-out", quantity="publish")) > 150
    assert mean(errors("fan-out")) < 3
    for words in (("non-persistent", "V8.0"), ("non-persistent", "V7.5"), ("local, persistent", "V8.0")):
        assert mean(errors("fan-out", *words, quantity="publish")) < 3


def test_the_printed_peak_rates_are_met_within_three_per_cent() -> None:
    assert len(errors("fan-out", "peak")) == 6
    assert max(errors("fan-out", "peak")) < 3


def test_the_probe_finds_the_printed_limit_within_a_thousandth() -> None:
    assert max(errors("topic-limit")) < 0.1


def test_cluster_factors_meet_the_printed_percentages_within_one_per_cent() -> None:
    assert len(errors("cluster-publish")) == 7
    assert max(errors("cluster-publish")) < 1


def test_expiry_meets_the_depth_within_one_per_cent_and_never_falls_short_of_the_disk() -> None:
    assert max(errors("expiry", quantity="depth")) < 1
    disks = [one for one in verify() if one.quantity == "disk_bytes"]
    assert len(disks) == 3
    assert all(map(holds, disks))


def test_the_uniform_cluster_is_met_within_one_per_cent() -> None:
    assert max(errors("uniform-cluster")) < 1


def test_streaming_peaks_are_met_within_twelve_per_cent() -> None:
    assert len(errors("streaming")) > 25
    assert max(errors("streaming")) < 12


def test_triplets_and_isolated_topics_are_as_good_as_their_pages_say() -> None:
    assert mean(errors("triplets")) < 1
    assert max(errors("triplets", "peak from CPU")) < 5.5
    assert mean(errors("isolated-topics", "V8.0")) < 2.4
    assert mean(errors("isolated-topics", "V7.5")) < 4.2


def test_jms_sums_hold_and_its_low_end_is_the_measured_one() -> None:
    assert max(errors("jms", "publications")) < 1
    assert max(errors("jms", "low end")) < 0.5


def test_recovery_of_the_hub_is_a_bound_that_every_run_kept() -> None:
    bounds = [one for one in verify() if one.model == "hub-recovery"]
    assert len(bounds) == 3
    assert all(one.claim == "lower bound" and holds(one) for one in bounds)


def test_a_point_that_is_not_claimed_has_a_reason() -> None:
    unclaimed = [one for one in verify() if not one.claimed]
    assert unclaimed
    assert all(one.why_not for one in unclaimed)


# answers


def test_the_example_of_every_model_runs_without_a_refusal() -> None:
    for one in models():
        outcome = run_model(one.name, dict(word.split("=") for word in one.example.split()))
        assert outcome.outputs
        assert outcome.steps


def test_sixty_subscribers_pay_for_twelve_lookups_and_a_larger_cache_saves_them() -> None:
    assert run("fan-out", subscribers=60).outputs["publish_time_us"] == pytest.approx(356.3)
    assert run("fan-out", subscribers=60, cache=62).outputs["publish_time_us"] == pytest.approx(298.7)


def test_a_uniform_cluster_needs_exactly_the_queue_managers_of_the_table() -> None:
    for number in range(1, 13):
        outcome = run("uniform-cluster", target_rate=20_700 * number)
        assert outcome.outputs["queue_managers"] == number


def test_without_a_probe_the_published_limit_is_an_estimate() -> None:
    outcome = run("topic-limit")
    assert outcome.outputs == {"limit_per_s": 888_744}
    assert "probe your own" in outcome.warnings[0]
    with pytest.raises(RefusalError, match=r"no figures for release 9\.4"):
        run("topic-limit", release="9.4")


def test_a_probe_needs_no_published_release() -> None:
    outcome = run("topic-limit", rates="3:10,4:12,5:11", release="9.4")
    assert outcome.outputs == {"limit_per_s": 12, "best_threads": 4}


def test_memory_of_the_printed_example_is_523_megabytes() -> None:
    outcome = run("memory", clients=5000, queues=1000, bind_type="fastpath", log_buffer_pages=0)
    assert outcome.outputs["memory_bytes"] / 1024**2 == pytest.approx(522.7, abs=0.05)


def test_default_log_files_hold_84_megabytes() -> None:
    assert run("log").outputs == {"log_bytes": 83_886_080, "extent_bytes": 16_777_216}


def test_an_output_that_does_not_apply_is_left_out() -> None:
    assert "capacity_from_cpu_per_s" not in run("triplets", triplets=10, persistence="yes").outputs
    assert "achieved_rate_per_s" not in run("uniform-cluster", target_rate=1000).outputs


def test_only_the_constants_of_the_case_are_shown() -> None:
    outcome = run("cluster-publish", topology="direct", publish_threads=5, receiver_channels=4)
    assert [one.name for one in outcome.constants] == ["factor_threads_and_channels"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("fan-out", {"subscribers": 10, "location": "remote", "persistence": "yes"}),
        ("fan-out", {"subscribers": 10, "release": "9.4"}),
        ("isolated-topics", {"publishers": 4, "binding": "standard"}),
        ("isolated-topics", {"publishers": 4, "binding": "client"}),
        ("triplets", {"triplets": 10, "location": "remote", "persistence": "yes"}),
        ("triplets", {"triplets": 10, "topics": "isolated", "persistence": "yes"}),
        ("triplets", {"triplets": 10, "messaging": "point-to-point", "release": "7.5"}),
        ("cluster-publish", {"topology": "direct", "publish-threads": 1, "receiver-channels": 4}),
        ("cluster-publish", {"topology": "topic-host", "publish-threads": 3}),
        ("streaming", {"mode": "besteffort-batch10", "persistence": "no", "baseline-rate": 1000}),
        ("streaming", {"mode": "expiring", "persistence": "no", "baseline-rate": 1000}),
        ("uniform-cluster", {"target-rate": 1_000_000}),
        ("uniform-cluster", {"target-rate": 1000, "queue-managers": 13}),
        ("uniform-cluster", {"target-rate": 1000, "persistence": "yes"}),
        ("hub-recovery", {"channel-pairs": 1000, "suppressed": "no"}),
        ("network", {"link-gbit": 10, "tls": "yes"}),
        ("memory", {"clients": 10, "queues": 10, "release": "9.3"}),
    ],
)
def test_an_answer_that_would_be_dishonest_is_refused_with_its_reason(name: str, given: dict) -> None:
    with pytest.raises(RefusalError) as refused:
        run_model(name, given)
    assert name in refused.value.message
    assert refused.value.help


@pytest.mark.parametrize(
    ("name", "given", "word"),
    [
        ("fan-out", {"subscribers": 80}, "up to 79"),
        ("fan-out", {"subscribers": 98, "persistence": "yes"}, "up to 97"),
        ("fan-out", {"subscribers": 5, "persistence": "yes"}, "not straight"),
        ("fan-out", {"subscribers": 60, "cache": 100}, "larger"),
        ("topic-limit", {"rates": "3:699273,4:843358,5:937211"}, "try 6 and 7"),
        ("isolated-topics", {"publishers": 30}, "more publishers than cores"),
        ("triplets", {"triplets": 150}, "topic lock"),
        ("triplets", {"triplets": 150, "persistence": "yes"}, "log"),
        ("cluster-publish", {"topology": "direct", "publish-threads": 5}, "order"),
        ("streaming", {"mode": "mustdup", "baseline-rate": 1000, "putters": 1}, "many putters"),
        ("streaming", {"mode": "mustdup", "baseline-rate": 1000, "message-size": "20KiB"}, "2 KB"),
        ("expiry", {"put-rate": 1, "cap-expiry": 600, "message-size": 100}, "below 2 KiB"),
        ("expiry", {"put-rate": 1e6, "cap-expiry": 36000}, "MAXDEPTH"),
        ("uniform-cluster", {"target-rate": 240_000}, "about ten"),
        ("hub-recovery", {"channel-pairs": 4000}, "never recovered"),
        ("log", {"message-rate": 10_000, "longest-transaction": 30}, "too few"),
    ],
)
def test_outside_of_what_was_measured_a_model_warns(name: str, given: dict, word: str) -> None:
    assert any(word in warning for warning in run_model(name, given).warnings)


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        ("3:800,4:900,5:850", ""),
        ("3:800,4:900", "the rate for 5 is missing; 4 threads are still the best"),
        ("3:800,4:850,5:900", "5 threads are still the best"),
        ("3:900,4:850,5:800", "3 threads, the fewest, are the best"),
        ("1:900,3:850,4:800,5:790", ""),
        ("3:951,4:1000,5:951", "all rates are within 5%"),
        ("3:950,4:1000,5:951", ""),
        ("4:900", "3 and 5 is missing; 4 threads, the fewest"),
    ],
)
def test_a_probe_warns_if_the_best_is_at_its_edge_or_all_rates_are_alike(rates: str, words: str) -> None:
    warnings = [
        one for one in run("topic-limit", rates=rates, release="9.4").warnings if "probe your" not in one
    ]
    assert len(warnings) == (words.count(";") + 1 if words else 0)
    assert all(word in warning for word, warning in zip(words.split("; "), warnings, strict=False))


@pytest.mark.parametrize(
    ("given", "rate", "cpu"),
    [
        ({"triplets": 50, "cores": 4}, 41_667, 100),
        ({"triplets": 100, "cores": 2, "messaging": "point-to-point"}, 24_510, 100),
        ({"triplets": 10, "cores": 4}, 20_000, 48),
        ({"triplets": 100, "cores": 48}, 182_201, 36.4),
    ],
)
def test_few_cores_carry_what_their_processors_allow(given: dict, rate: float, cpu: float) -> None:
    outputs = run_model("triplets", {**given, "persistence": "yes"}).outputs
    assert outputs["total_rate_per_s"] == pytest.approx(rate, abs=1)
    assert outputs["total_rate_per_s"] <= outputs["peak_rate_per_s"]
    assert outputs["cpu_percent"] == pytest.approx(cpu, abs=0.1)


@pytest.mark.parametrize("cores", [24, 25, 48, 96])
def test_a_lock_does_not_scale_with_cores(cores: int) -> None:
    outcome = run("triplets", triplets=200, cores=cores)
    assert outcome.outputs["total_rate_per_s"] == pytest.approx(481_818, abs=1)
    assert outcome.outputs["peak_rate_per_s"] == 792_464
    isolated = run("triplets", triplets=200, cores=cores, topics="isolated").outputs
    assert isolated["peak_rate_per_s"] == pytest.approx(836_257 * cores / 24)


def test_jms_message_types_clients_and_headers() -> None:
    assert run("jms", mqi_rate=1000, message_type="map").outputs["jms_rate_high_per_s"] == pytest.approx(640)
    assert run("jms", mqi_rate=1000, release="7.5").outputs["jms_rate_high_per_s"] == 900
    assert run("jms", local_rate=1000, persistence="yes").outputs["client_rate_per_s"] == 1203
    assert run("jms", local_rate=1000, platform="windows").outputs["client_rate_per_s"] == 531
    plain = run("network", link_gbit=1).outputs["rate_limit_per_s"]
    headers = run("network", link_gbit=1, header_bytes=400).outputs["rate_limit_per_s"]
    assert headers == pytest.approx(plain * (2048 + 343) / (2048 + 400 + 343))


def test_the_log_keeps_what_is_written_during_a_checkpoint() -> None:
    outcome = run("log", log_rate=1e6, checkpoint=180)
    assert outcome.outputs["checkpoint_bytes"] == 180e6
    assert any("checkpoint" in warning for warning in outcome.warnings)
    assert not run("log", log_rate=1e5, checkpoint=180).warnings


def test_past_the_knee_only_inherited_topics_fall() -> None:
    fallen = run("triplets", triplets=150).outputs
    held = run("triplets", triplets=150, topics="isolated").outputs
    assert fallen["total_rate_per_s"] == pytest.approx(0.608 * 792_464)
    assert fallen["cpu_percent"] == 100
    assert held["total_rate_per_s"] == 836_257


@pytest.mark.parametrize(
    ("name", "given", "word"),
    [
        ("fan-out", {}, "needs subscribers"),
        ("fan-out", {"subscribers": 0}, "below 1"),
        ("fan-out", {"subscribers": "many"}, "not a number"),
        ("fan-out", {"subscribers": "nan"}, "not a number"),
        ("fan-out", {"subscribers": "1e400"}, "not a number"),
        ("fan-out", {"subscribers": 2.5}, "not an integer"),
        ("fan-out", {"subscribers": 5, "release": "new"}, "not a level"),
        ("fan-out", {"subscribers": 5, "location": "moon"}, "invalid location"),
        ("fan-out", {"subscriber": 5}, "no input"),
        ("topic-limit", {"rates": "3"}, "not a list of rates"),
        ("topic-limit", {"rates": "3:1,3:2"}, "not a list of rates"),
        ("expiry", {"put-rate": 1, "cap-expiry": 1, "message-size": "2 stone"}, "unknown unit"),
        ("jms", {}, "at least one rate"),
        ("jms", {"publications": 5}, "also needs subscribers"),
        ("memory", {"clients": 1, "queues": 1, "busy-queues": 1}, "q-buffer"),
        (
            "streaming",
            {"mode": "mustdup", "baseline-rate": 1, "copies": 2},
            "copies is not valid with mode=mustdup",
        ),
    ],
)
def test_an_invalid_input_is_reported_with_what_to_do(name: str, given: dict, word: str) -> None:
    with pytest.raises(ModelError) as fault:
        run_model(name, given)
    assert word in fault.value.message
    assert fault.value.help


@settings(max_examples=60)
@given(data=st.data())
def test_any_input_gives_an_answer_or_a_model_error(data: st.DataObject) -> None:
    model = data.draw(st.sampled_from(models()))
    words = st.sampled_from(
        ["0", "1", "4", "100", "0.5", "-1", "1e9", "inf", "2KiB", "yes", "x", "9.4", "3:1,4:2"]
    )
    inputs = {
        name: data.draw(st.sampled_from(one.choices) if one.choices else words)
        for name, one in model.inputs.items()
        if one.required or data.draw(st.booleans())
    }
    told, outputs = "", {}
    try:
        outputs = run_model(model.name, inputs).outputs
    except ModelError as fault:
        told = fault.help
    assert told or outputs
    assert all(isinstance(value, int | float) for value in outputs.values())


def test_a_release_may_be_written_with_its_fix_level() -> None:
    assert run("fan-out", subscribers=5, release="V8.0.0.4").inputs["release"] == "8.0"
    assert run("fan-out", subscribers=5, release="8").inputs["release"] == "8.0"


# calibration

FAN_OUT = """
[[constant]]
model = "fan-out"
name = "{name}"
value = {value}
low = 1
high = 99
result = "r1"
date = 2026-11-20
queue-manager = "HUB.QM"
release = "9.4"
when = {{ location = "local", persistence = "no" }}
"""


def calibration(tmp_path, text: str) -> Calibration:
    file = tmp_path / "own.toml"
    file.write_text("version = 1\n" + text)
    return read_calibration(str(file))


@pytest.fixture
def own(tmp_path) -> Calibration:
    names = {"time_to_one_us": 10, "per_cached_us": 2, "per_uncached_us": 4}
    text = "".join(FAN_OUT.format(name=name, value=value) for name, value in names.items())
    return calibration(tmp_path, text)


def test_own_constants_take_the_place_of_the_published_ones(own: Calibration) -> None:
    outcome = run("fan-out", own, subscribers=60)
    assert outcome.outputs["publish_time_us"] == 10 + 2 * 47 + 4 * 12
    assert outcome.inputs["release"] == "9.4"
    assert {one.origin for one in outcome.constants} == {"calibrated"}
    assert "r1 of 2026-11-20 on HUB.QM" in outcome.constants[0].source


def test_own_constants_stay_out_of_other_cases_and_releases(own: Calibration) -> None:
    assert run("fan-out", own, subscribers=5, release="8.0").constants[0].origin == "printed"
    assert run("fan-out", own, subscribers=5, persistence="yes").constants[0].origin == "printed"


def test_an_incomplete_calibration_gives_no_answer_for_another_release(tmp_path) -> None:
    half = calibration(tmp_path, FAN_OUT.format(name="per_cached_us", value=2))
    with pytest.raises(RefusalError, match="per_uncached_us, time_to_one_us"):
        run("fan-out", half, subscribers=5)


def test_an_own_saturated_rate_is_not_mixed_with_the_planned_rate_of_the_article(tmp_path) -> None:
    text = FAN_OUT.format(name="saturated_rate_per_s", value=50).replace("fan-out", "uniform-cluster")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("when"))
    outcome = run("uniform-cluster", calibration(tmp_path, text), target_rate=200, queue_managers=3)
    assert outcome.outputs["queue_managers"] == 4
    assert outcome.outputs["achieved_rate_per_s"] == 150


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("value = 2", "value = 200"), "not between low and high"),
        (('release = "9.4"', ""), "lacks release"),
        (('release = "9.4"', 'release = "new"'), "not a level"),
        (("per_cached_us", "per_cashed_us"), "no constant"),
        (('model = "fan-out"', 'model = "fan"'), "unknown model"),
        (("low = 1", "low = 1\nmood = 3"), "unknown key"),
        (("location", "place"), "must name inputs"),
        (("[[constant]]", "[[constants]]"), "no [[constant]]"),
        (("value = 2", "value = "), "not valid TOML"),
        (("low = 1", "low = 1\ncores = 0"), "cores must be an integer above 0"),
        (("low = 1", "low = 1\ncores = true"), "cores must be an integer above 0"),
        (("low = 1", "low = 1\ncores = 8.0"), "cores must be an integer above 0"),
        (("value = 2", "value = 0"), "[[constant]] 1: value must be a number above 0"),
        (("value = 2", "value = true"), "value must be a number above 0"),
        (("value = 2", 'value = "2"'), "value must be a number above 0"),
        (("low = 1", "low = 2.1"), "not between low and high"),
        (('when = { location = "local", persistence = "no" }', "when = 3"), "must name inputs"),
    ],
)
def test_an_invalid_calibration_is_reported(tmp_path, change: tuple[str, str], word: str) -> None:
    text = FAN_OUT.format(name="per_cached_us", value=2).replace(*change)
    with pytest.raises(ModelError) as fault:
        calibration(tmp_path, text)
    assert word in fault.value.message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("version = 2\n[[constant]]\n", "no version = 1"),
        ("version = 1\nconstant = [1]\n", "is not a table"),
        ("version = 1\nconstant = []\n", "no [[constant]]"),
        ("version = 1\n" + 2 * FAN_OUT.format(name="x", value=2), "[[constant]] 1"),
        (
            "version = 1\n" + FAN_OUT.format(name="per_cached_us", value=2) + "[[constant]]\n",
            "[[constant]] 2",
        ),
    ],
)
def test_a_file_that_is_no_calibration_is_reported(tmp_path, text: str, word: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(ModelError) as fault:
        read_calibration(str(tmp_path / "own.toml"))
    assert word in fault.value.message


@pytest.mark.parametrize("value", [1, 99, 0.5])
def test_a_value_may_be_at_the_end_of_its_interval(tmp_path, value: float) -> None:
    text = FAN_OUT.format(name="per_cached_us", value=value).replace("low = 1", f"low = {min(value, 1)}")
    (measured,) = calibration(tmp_path, text).measured
    assert (measured.constant.value, measured.constant.cores) == (value, None)


@pytest.mark.parametrize(
    ("given", "bytes_more"),
    [
        ({"log_buffer_pages": 512}, 0),
        ({"log_buffer_pages": 513}, 4096),
        ({"busy_queues": 2, "q_buffer": 1_000_000, "pq_buffer": 500_000}, 3_000_000),
        ({"clients": 11}, (97.93 + 80) * 1024),
        ({"queues": 11}, 32.85 * 1024),
    ],
)
def test_the_parts_of_memory_are_added_up(given: dict, bytes_more: float) -> None:
    usual = {"clients": 10, "queues": 10}
    least = run("memory", **usual).outputs["memory_bytes"]
    assert run("memory", **usual | given).outputs["memory_bytes"] - least == pytest.approx(bytes_more, abs=1)


def test_a_calibration_may_be_of_one_core(tmp_path) -> None:
    calibration(
        tmp_path, FAN_OUT.format(name="per_cached_us", value=2).replace("low = 1", "low = 1\ncores = 1")
    )


@pytest.mark.parametrize(
    ("subscribers", "time_us"),
    [(16, 250), (17, 254.4), (25, 290), (34, 330), (35, 375), (43, 375), (44, 379.5)],
)
def test_a_remote_publisher_waits_for_steps_of_the_network(subscribers: int, time_us: float) -> None:
    outputs = run("fan-out", subscribers=subscribers, location="remote").outputs
    assert outputs["publish_time_us"] == pytest.approx(time_us, abs=0.05)


@pytest.mark.parametrize(
    ("given", "rate", "word"),
    [
        ({"triplets": 113}, 792_464, "with more than 113 triplets"),
        ({"triplets": 114}, 481_818, "topic lock"),
        ({"triplets": 113, "rate_per_triplet": 9000}, 481_818, "topic lock"),
        ({"triplets": 113, "rate_per_triplet": 100}, 11_300, ""),
    ],
)
def test_the_rate_of_triplets_on_one_lock_falls_above_the_peak(given: dict, rate: int, word: str) -> None:
    outcome = run("triplets", **given)
    assert outcome.outputs["total_rate_per_s"] == pytest.approx(rate, abs=1)
    assert [word in warning for warning in outcome.warnings] == ([True] if word else [])


def test_a_measured_peak_on_one_lock_is_not_limited_by_the_published_one(tmp_path) -> None:
    text = FAN_OUT.format(name="peak_per_s", value=900_000).replace("fan-out", "triplets")
    text = text.replace("99", "999999\ncores = 24").replace("9.4", "8.0").partition("when = ")[0]
    given = {"triplets": 113, "rate_per_triplet": 7900}
    assert run("triplets", **given).outputs["total_rate_per_s"] < 792_464
    outcome = run("triplets", calibration(tmp_path, text), **given)
    assert outcome.outputs["total_rate_per_s"] == 113 * 7900


@pytest.mark.parametrize(
    ("claim", "predicted", "kept"),
    [
        *(("upper bound", 9.9, False), ("upper bound", 10, True), ("lower bound", 10, True)),
        *(("lower bound", 10.1, False), ("upper bound", None, False), ("lower bound", None, False)),
    ],
)
def test_a_bound_holds_up_to_the_published_figure(claim: str, predicted: float | None, kept: bool) -> None:
    point = copy(verify()[0])
    point.claim, point.predicted, point.published = claim, predicted, 10
    assert holds(point) == kept


def test_a_missing_calibration_file_is_reported(tmp_path) -> None:
    with pytest.raises(ModelError, match="cannot read"):
        read_calibration(str(tmp_path / "none.toml"))


@pytest.mark.parametrize("rate", ["0", "1e-320"])
def test_a_log_that_is_hardly_written_has_no_longest_transaction(rate: str) -> None:
    assert "longest_transaction_s" not in run("log", message_rate=rate).outputs


def test_the_rate_that_a_longest_transaction_allows_is_solved_for() -> None:
    solution = solve("log", "message-rate", {"longest_transaction_s": "30"})
    assert (solution.direction, solution.value) == ("largest", 388.614)


def test_a_model_without_a_number_says_so() -> None:
    with pytest.raises(ModelError) as fault:
        solve("topic-limit", "rates", {"limit": "4"})
    assert fault.value.help == "model topic-limit can be solved for no input"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (999.96, "1000"),
        (1000.4, "1,000"),
        (1e6, "1,000,000"),
        (12.5, "12.5"),
        (-1234.5, "-1,234"),
        (7.0, "7"),
    ],
)
def test_four_digits_of_a_number_below_1000_are_shown(value: float, text: str) -> None:
    assert shown(value) == text


def test_the_functions_that_rules_use_answer_as_the_models() -> None:
    assert fan_out(60).publish_time_us == pytest.approx(356.3)
    assert fan_out(60).publish_rate_per_s == pytest.approx(2807, abs=1)  # docs/models/fan-out.md
    assert fan_out(1, 1).publish_time_us == 21.4
    assert expiry(100, 3000, 300, 100).disk_bytes == 1.5 * 2048 * 60_000
    assert expiry(100, 3000, 300, 4096).depth_with_margin == 63_000
    assert (expiry(0, 0, 0).depth, expiry(1, 10).depth) == (0, 301)


@pytest.mark.parametrize(
    "wrong",
    [
        *(lambda: fan_out(0), lambda: fan_out(1, 0), lambda: fan_out(1, release="9.4")),
        *(lambda: expiry(-1, 1), lambda: expiry(1, -1), lambda: expiry(1, 1, -1)),
    ],
)
def test_numbers_that_do_not_exist_are_refused(wrong) -> None:
    with pytest.raises(ValueError, match=r"negative|at least 1|release"):
        wrong()


# the search, with models of one line


def search(function, limits, most: float, kind: str = "integer", least: float = 1):
    """The solution for `n` up to `most`; a limit is an output, "least" or "most", and a value."""
    target = Input("n", {"kind": kind, "says": "", "minimum": least, "maximum": most})
    limited = [Limit(SimpleNamespace(name=name, at_most=end == "most"), value) for name, end, value in limits]
    solution = Search(target, limited, lambda n: SimpleNamespace(outputs=function(n))).solution(None)
    return solution.direction, solution.value, solution.largest


def line(n: float) -> dict[str, float]:
    return {"y": n, "z": n}


@pytest.mark.parametrize(
    ("function", "limits", "most", "solution"),
    [
        (line, [("y", "most", 400)], 400, ("any", None, None)),
        (line, [("y", "most", 399)], 400, ("largest", 399, None)),
        (line, [("y", "most", 1)], 400, ("largest", 1, None)),
        (line, [("y", "least", 1)], 400, ("any", None, None)),
        (line, [("y", "least", 2)], 400, ("smallest", 2, None)),
        (line, [("y", "least", 400)], 400, ("smallest", 400, None)),
        (line, [("y", "least", 401)], 400, ("none", None, None)),
        (line, [("y", "least", 20), ("z", "most", 30)], 400, ("smallest", 20, 30)),
        (line, [("y", "least", 30), ("z", "most", 20)], 400, ("none", None, None)),
        # between two values that are tried
        (line, [("y", "most", 500_003)], 10**6, ("largest", 500_003, None)),
        (line, [("y", "least", 500_003)], 10**6, ("smallest", 500_003, None)),
        (line, [("y", "least", 500_001), ("z", "most", 500_003)], 10**6, ("smallest", 500_001, None)),
        (line, [("y", "least", 500_003), ("z", "most", 500_001)], 10**6, ("none", None, None)),
        # each of 512 values is tried, and not each of more
        (lambda n: {"y": abs(n - 300)}, [("y", "most", 0)], 512, ("smallest", 300, 300)),
        (lambda n: {"y": abs(n - 301)}, [("y", "most", 0)], 512, ("smallest", 301, 301)),
        (lambda n: {"y": abs(n - 300)}, [("y", "most", 0)], 513, ("none", None, None)),
    ],
)
def test_the_search_finds_the_ends_of_the_first_range(function, limits, most, solution) -> None:
    assert search(function, limits, most) == solution


@pytest.mark.parametrize(
    ("limits", "solution"),
    [
        ([("y", "most", 2.5)], ("largest", 2.5, None)),
        ([("y", "most", 2.0000004)], ("largest", 2.0, None)),  # six digits that hold
        ([("y", "least", 2.0000004)], ("smallest", 2.00001, None)),
        ([("y", "least", 1.5), ("z", "most", 2.5)], ("smallest", 1.5, 2.5)),
    ],
)
def test_a_number_is_rounded_to_six_digits_that_hold(limits, solution) -> None:
    assert search(line, limits, 1000, "number") == solution


def test_the_largest_number_may_be_0() -> None:
    assert search(line, [("y", "most", 0)], 1000, "number", 0) == ("largest", 0, None)
