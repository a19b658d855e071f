"""Two experiments at once on one queue manager are refused."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.engine.controls import Held


@pytest.fixture(autouse=True)
def _locks_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("MQTUNE_LOCKS", str(tmp_path))


def test_the_second_is_told_which_experiment_measures():
    first = Held("QM1", "topic-limit-1")
    with pytest.raises(LabError) as caught:
        Held("QM1", "fan-out-2")
    assert "topic-limit-1" in caught.value.message
    assert caught.value.help
    first.release()
    first.release()
    Held("QM1", "fan-out-2").release()


def test_other_queue_managers_are_free():
    for one in [Held("QM1", "a"), Held("QM/2", "b")]:
        one.release()


def test_where_files_cannot_be_locked_it_is_not_refused(monkeypatch):
    monkeypatch.setenv("MQTUNE_LOCKS", "/nowhere")
    Held("QM1", "a").release()
