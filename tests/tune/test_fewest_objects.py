"""The isolated branches are the fewest that keep a shared lock below its planned share."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.estate.busy_topics import Branch, largest
from mqtune.project.settings import TopicLoad


def fewest(rates: list[int], excess: int) -> int:
    """Tries every subset."""
    for count in range(len(rates) + 1):
        if any(sum(some) > excess for some in combinations(rates, count)):
            return count
    return len(rates)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8), st.integers(-5, 200))
def test_no_smaller_set_would_do(rates: list[int], excess: int) -> None:
    branches = [Branch(TopicLoad(f"t/{n}", rate), f"t/{n}", None, (), rate) for n, rate in enumerate(rates)]
    chosen = list(largest(branches, excess))
    assert len(chosen) == (0 if excess < 0 else fewest(rates, excess))
