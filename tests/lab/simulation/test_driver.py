"""The driver that asks a model: what a person sees of its runs, and that they come out alike."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Process, Watch, Work
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.drivers.base import LiveData, LogLine, RawRun, Sample, WatchReading
from mqtune.lab.simulation import SETTINGS, NoiseModel, SimulatedDriver, simulated_driver

WORK = Work(
    (Process("publisher", ("cph", "-d", "a b"), "cph", 4, 30.0, measured=True),),
    (Watch("depth", "messages", 1.0), Watch("file", "bytes", 10.0), Watch("channels", "channels", 1.0)),
)
ORDER = Order(Arm("4 publishers", {"publishers": 4}), 30.0)


@dataclass
class Model:
    """An experiment of which only the model is asked."""

    figures: Mapping[str, float] = field(default_factory=lambda: {"rate": 1000.0})
    settings: Mapping[str, object] = field(default_factory=dict)

    def truth(self, order: Order) -> Mapping[str, float]:
        return self.figures


def driver(noise: float = 0.0, seed: int = 1, /, **figures: float) -> SimulatedDriver:
    model: Any = Model({"rate": 1000.0, **{name.replace("__", ":"): one for name, one in figures.items()}})
    return SimulatedDriver(model, NoiseModel.within(noise, Random(seed)), seed)


def make(one: SimulatedDriver, order: Order = ORDER, number: int = 1) -> tuple[RawRun, list[LiveData]]:
    seen: list[LiveData] = []
    return one.make(number, order, WORK, seen.append), seen


def test_a_run_gives_a_sample_each_second_and_says_simulated() -> None:
    raw, seen = make(driver())
    assert [one.at for one in raw.samples] == [float(second) for second in range(1, 31)]
    assert median(one.rate for one in raw.samples) == pytest.approx(1000, rel=0.01)
    assert raw.samples[-1].threads == 4
    assert raw.outcome == "ok"
    assert "SIMULATED" in raw.message
    assert LogLine("$", "SIMULATED, not started: cph -d 'a b'") in seen
    assert [one for one in seen if isinstance(one, Sample)] == list(raw.samples)


def test_simulated_time_passes_without_real_time() -> None:
    one = driver()
    make(one, Order(Arm("day"), 86400.0))
    assert one.clock.now() == 86400


def test_the_version_says_that_nothing_is_measured() -> None:
    assert "SIMULATED" in driver().version()
    assert driver().simulated


def test_the_same_seed_gives_the_same_runs_and_another_one_others() -> None:
    first, again, other = (make(driver(0.05, seed))[0].samples for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_a_run_does_not_depend_on_the_runs_before_it() -> None:
    """So that a resumed experiment goes on as it would have."""
    one, other = driver(0.05), driver(0.05)
    make(one, number=1)
    other.clock.wait(30)
    assert make(one, number=2)[0] == make(other, number=2)[0]


def test_a_rate_that_is_offered_is_never_exceeded() -> None:
    raw, _ = make(driver(0.15), Order(ORDER.arm, 30.0, rate=400.0))
    assert max(one.rate for one in raw.samples) == 400


def test_what_is_offered_and_not_reached_piles_up() -> None:
    raw, seen = make(driver(backlog__depth=1.0), Order(ORDER.arm, 60.0, rate=1100.0))
    depth = raw.series["depth"]
    assert depth.unit == "messages"
    growth = (depth.values[-1] - depth.values[29]) / (depth.at[-1] - depth.at[29])
    assert 95 < growth < 140  # a second in which the driver stands still leaves more
    assert [one.value for one in seen if isinstance(one, WatchReading) and one.name == "depth"] == list(
        depth.values
    )


def test_a_rate_below_the_capacity_leaves_the_queue_empty() -> None:
    raw, _ = make(driver(backlog__depth=1.0), Order(ORDER.arm, 60.0, rate=500.0))
    assert raw.series["depth"].values[-1] == 0


def test_expiring_messages_make_a_saw_tooth_that_never_exceeds_the_formula() -> None:
    raw, _ = make(
        driver(puts__depth=1.0, puts__file=1.0, bytes__file=3000.0, lifetime_s=60.0, sweep_s=20.0),
        Order(ORDER.arm, 300.0),
    )
    late = [value for at, value in zip(*_series(raw, "depth"), strict=True) if at > 100]
    # N (E + I) is an upper bound; the last second before a sweep shows nearly all of it
    assert 0.93 * 80_000 < max(late) <= 80_500
    assert 60_000 * 0.9 < min(late) < 62_000
    assert max(raw.series["file"].values) == pytest.approx(3000 * max(late), rel=0.15)
    assert list(raw.series["file"].values) == sorted(raw.series["file"].values)


def _series(raw: RawRun, name: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return raw.series[name].at, raw.series[name].values


OUTAGE = {
    "outage_s": 30.0,
    "restored_s": 100.0,
    "detected_s": 20.0,
    "channels_back_s": 50.0,
    "rate_back_s": 60.0,
    "steady__channels": 2000.0,
}


def test_an_outage_stops_the_rate_at_once_and_the_channels_later() -> None:
    raw, _ = make(driver(**OUTAGE), Order(ORDER.arm, 200.0))
    rates = {one.at: one.rate for one in raw.samples}
    channels = dict(zip(*_series(raw, "channels"), strict=True))
    assert rates[29.0] > 900
    assert rates[60.0] == 0
    assert channels[40.0] == 2000
    assert channels[60.0] == 0
    assert 0 < channels[125.0] < 2000
    assert channels[151.0] == 2000
    assert rates[140.0] == 0
    assert rates[161.0] > 900


def test_figures_of_the_run_follow_its_speed() -> None:
    raw, _ = make(driver(0.05, latency_us=100.0, bytes_per_s=5e8, block_bytes=4096.0))
    rate = median(one.rate for one in raw.samples[15:])
    assert raw.figures["latency_us"] == pytest.approx(100 * 1000 / rate)
    assert raw.figures["bytes_per_s"] == pytest.approx(5e8 * rate / 1000)
    assert raw.figures["block_bytes"] == 4096
    assert "rate" not in raw.figures


def test_a_watch_that_the_model_knows_nothing_of_has_no_series() -> None:
    assert make(driver())[0].series == {}


def test_stopping_now_keeps_the_seconds_that_were_made() -> None:
    one = driver()

    def stop_at_ten(live: LiveData) -> None:
        if isinstance(live, Sample) and live.at == 10:
            one.stop(now=True)

    raw = one.make(1, ORDER, WORK, stop_at_ten)
    assert raw.outcome == "cancelled"
    assert len(raw.samples) == 10
    assert make(one, number=2)[0].outcome == "ok"


def test_a_stop_between_two_runs_is_not_lost() -> None:
    one = driver()
    one.stop(now=True)
    assert make(one)[0].outcome == "cancelled"
    assert make(one)[0].outcome == "ok"


def test_a_run_at_real_pace_can_be_stopped_at_any_time() -> None:
    model: Any = Model()
    slow = SimulatedDriver(model, NoiseModel.within(0.01, Random(1)), 1, pace=0.001)
    made: list[RawRun] = []
    thread = threading.Thread(target=lambda: made.append(slow.make(1, ORDER, WORK, lambda live: None)))
    thread.start()
    slow.stop(now=True)
    thread.join(60)
    assert made[0].outcome == "cancelled"


def test_stopping_after_the_run_lets_it_end() -> None:
    one = driver()
    raw = one.make(1, ORDER, WORK, lambda live: one.stop(now=False))
    assert raw.outcome == "ok"
    assert len(raw.samples) == 30


def test_a_model_without_an_answer_fails_the_run_with_its_reason() -> None:
    class Silent(Model):
        def truth(self, order: Order) -> Mapping[str, float]:
            raise LabError("nothing was published for 300 publishers", "take at most 211")

    model: Any = Silent()
    raw, _ = make(SimulatedDriver(model, NoiseModel.within(0.01, Random(1)), 1))
    assert raw.outcome == "failed"
    assert "nothing was published" in raw.message
    assert "take at most 211" in raw.message


@pytest.mark.parametrize(("kind", "spread"), [("within", 0.05 / 3), ("between", 0.05)])
def test_settings_choose_the_noise(kind: str, spread: float) -> None:
    chosen = {one.name: one.default for one in SETTINGS} | {"noise": 5, "noise-kind": kind}
    model: Any = Model(settings=chosen)
    one = simulated_driver(model, 1)
    assert f"noise 0.05 within and {spread:.3g} between" in one.version()
