"""What is given to apply: with id and interval, and never of a simulation."""

from __future__ import annotations

import pytest

from mqtune.capacity.run import read_calibration, run
from mqtune.lab.apply import calibration_text, snippet_text
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Advice, ConfigSnippet, MeasuredConstant

ID = "pretended-20261122-000000-abcd"


def test_a_snippet_says_where_it_comes_from(bench):
    result = bench.engine().run()
    assert snippet_text(result) == (
        f"* MQSC for QM1, from result {ID} of 2026-11-22\n"
        "* winner: b wins\n"
        "* best: 1,200 messages/s, 1,190 to 1,210 (95% confidence interval)\n"
        "ALTER QLOCAL(Q) MAXDEPTH(5000)\n"
    )


def test_a_snippet_of_qm_ini_says_that_it_needs_a_restart(bench):
    result = bench.engine().run()
    result.advice = Advice(
        ("x",), (ConfigSnippet("ini", "TuningParameters:\n   PubSubCacheSize=66\n", True),)
    )
    text = snippet_text(result, "ini")
    assert text.startswith(f"# qm.ini for QM1, from result {ID}")
    assert "# takes effect after a restart of QM1\n" in text


def test_nothing_is_run(bench):
    result = bench.engine().run()
    before = list(bench.step_runner.ran)
    snippet_text(result)
    assert bench.step_runner.ran == before


def test_a_language_that_is_not_there_names_those_that_are(bench):
    with pytest.raises(LabError) as caught:
        snippet_text(bench.engine().run(), "ini")
    assert caught.value.help == "it has mqsc"


@pytest.mark.parametrize("give", [snippet_text, calibration_text])
def test_a_simulated_result_gives_nothing(bench, give):
    bench.driver.simulated = True
    with pytest.raises(LabError) as caught:
        give(bench.engine().run())
    assert "SIMULATED" in caught.value.message


@pytest.mark.parametrize("give", [snippet_text, calibration_text])
def test_an_unfinished_experiment_gives_nothing(bench, give):
    engine = bench.engine()
    bench.driver.acts[1] = engine.controls.stop_after_run
    with pytest.raises(LabError) as caught:
        give(engine.run())
    assert "resume" in caught.value.help


def test_where_nothing_follows_the_advice_says_why(bench):
    result = bench.engine().run()
    result.advice = Advice(("the cache has no effect here",))
    with pytest.raises(LabError) as caught:
        snippet_text(result)
    assert caught.value.help == "the cache has no effect here"


def test_a_calibration_file_is_what_the_models_read(bench, tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(calibration_text(bench.engine().run()))
    (measured,) = read_calibration(str(path)).measured
    constant = measured.constant
    assert (measured.model, constant.name) == ("topic-limit", "limit_per_s")
    assert (constant.low, constant.value, constant.high) == (1190, 1200, 1210)
    assert ID in constant.source
    assert measured.release == "9.4"


def test_a_calibration_needs_the_level(bench):
    bench.level = None
    with pytest.raises(LabError) as caught:
        calibration_text(bench.engine().run())
    assert "mq-version" in caught.value.help


def peaks() -> tuple[MeasuredConstant, ...]:
    """What the experiment triplets gives: 300,000 messages a second of a machine of 8 cores."""
    when = {"messaging": "publish-subscribe", "location": "local", "persistence": "no"}
    return (
        MeasuredConstant(
            "triplets", "peak_per_s", 300_000.0, 290_000.0, 310_000.0, {**when, "topics": "inherited"}
        ),
        MeasuredConstant("triplets", "cpu_percent_per_1000", 0.33, 0.32, 0.34, when),
    )


@pytest.mark.parametrize("cores", [8, 16])
def test_the_processor_scales_by_the_measured_cores_and_the_topic_lock_does_not(cores, bench, tmp_path):
    result = bench.engine().run()
    result.advice = Advice((), (), peaks())
    path = tmp_path / "own.toml"
    path.write_text(calibration_text(result))
    assert "cores = 8\n" in path.read_text()
    outcome = run("triplets", read_calibration(str(path)), triplets=10, cores=cores)
    assert outcome.outputs["peak_rate_per_s"] == pytest.approx(300_000)
    assert outcome.outputs["capacity_from_cpu_per_s"] == pytest.approx(1e5 / 0.33 * cores / 8)


def test_a_model_that_scales_by_cores_needs_them(bench):
    bench.cores = None
    result = bench.engine().run()
    result.advice = Advice((), (), peaks())
    with pytest.raises(LabError) as caught:
        calibration_text(result)
    assert "cores = 8" in caught.value.help
