"""The use of the processors, as the system tells it."""

from __future__ import annotations

import pytest

from mqtune.hosts import machine
from mqtune.hosts.machine import Processor


@pytest.fixture
def stat(tmp_path, monkeypatch):
    """Writes what the system tells."""
    place = tmp_path / "stat"
    monkeypatch.setattr(machine, "PROC", str(tmp_path))

    def tell(*ticks: int) -> None:
        place.write_text(f"cpu  {' '.join(map(str, ticks))}\ncpu0 1 2 3\n", encoding="ascii")

    return tell


def test_the_share_in_use_between_two_readings(stat):
    found = Processor()
    stat(100, 0, 100, 800, 0, 0, 0, 0, 50, 0)
    assert found.share() is None
    stat(150, 0, 125, 820, 5, 0, 0, 0, 70, 0)
    assert found.share() == pytest.approx(0.75)
    assert found.share() is None


def test_a_system_that_does_not_tell_is_no_fault_of_a_run(stat):
    with pytest.raises(OSError, match="stat"):
        Processor().share()
    stat(1, 2, 3)
    with pytest.raises(OSError, match="use of the processors"):
        Processor().share()
