"""A handful of random kills in the middle of an experiment; `python bench/kills.py` makes a
hundred, several in each experiment."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks through /proc")


@pytest.fixture(autouse=True)
def bench_importable(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.syspath_prepend(str(root))


@pytest.mark.parametrize("victim", ["mqtune", "driver", "guard", "mqtune and guard"])
def test_a_kill_loses_nothing_and_leaves_nothing(
    victim: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bench import kills
    from bench.kills import run_trial

    # an experiment on a busy machine prints less: the kill must not come after its end
    monkeypatch.setattr(kills, "FIRST_LINES", range(10, 120))
    trial = run_trial(tmp_path, random.Random(f"test {victim}"), [victim])
    assert len(trial.kills) == 1
    assert trial.problems == []
