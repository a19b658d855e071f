"""The isolated objects are the fewest that keep every lock below its planned share."""

from __future__ import annotations

from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from mqtune.analysis.topology.busy_topics import Branch
from mqtune.analysis.tune.topics import fewest, fits
from mqtune.project.settings import TopicLoad
from mqtune.session.tuning import tune_session

LIMIT = 100.0  # publications/s; 70 of them are planned


def branches_of(rates):
    return [Branch(TopicLoad(root, rate), root, None, (), rate) for root, rate in rates.items()]


def above(root):
    """The topic string and those above it, without the root of the tree."""
    levels = root.split("/")
    return {"/".join(levels[:count]) for count in range(1, len(levels) + 1)} - {""}


def loads_by_lock(rates, isolated):
    """The sum on each lock: a load takes that of the nearest isolated topic string."""
    found = {}
    for root, rate in rates.items():
        lock = max(above(root) & set(isolated), key=len, default="")
        found.setdefault(lock, {})[root] = rate
    return found


def is_solved(rates, isolated):
    """Whether each lock is below its share, or has a single topic string that is too much for any lock."""
    return all(sum(some.values()) < 70 or len(some) == 1 for some in loads_by_lock(rates, isolated).values())


def fewest_by_trying(rates):
    """Tries every set of topic strings."""
    strings = sorted(set().union(*map(above, rates)))
    for count in range(len(strings) + 1):
        if any(is_solved(rates, some) for some in combinations(strings, count)):
            return count
    raise AssertionError("all of them isolated is a solution")


STRINGS = ("", "a", "a/b", "a/b/c", "a/b/d", "a/e", "f/g/h", "f/g/i", "j")


@given(st.dictionaries(st.sampled_from(STRINGS), st.integers(1, 90), min_size=1))
@example({"a/b": 50, "a/e": 50, "f/g/h": 50, "j": 50})
@example({"a/b/c": 15, "a/b/d": 15, "a/e": 15, "f/g/h": 30, "j": 30})
@example({"a": 80, "a/b": 80, "j": 80})
@example({"": 80, "a": 10})
@example({"": 80, "a/b": 80, "a/b/c": 10})
@example({"a": 80, "a/b/c": 80, "a/b/d": 10, "j": 10})
@example({"a": 70, "j": 69})
@example({"a/b": 35, "a/e": 35})
def test_no_smaller_set_of_topic_strings_would_do(rates):
    chosen = ["/".join(part.levels) for part in fewest(branches_of(rates), (), LIMIT)]
    assert len(set(chosen)) == len(chosen) == fewest_by_trying(rates)
    assert is_solved(rates, chosen)


@given(st.dictionaries(st.sampled_from(STRINGS), st.integers(1, 60), min_size=1), st.integers(0, 200))
def test_more_publishers_need_lower_shares(rates, publishers):
    """With more than 113 publishers on a lock, 51 of 100 are planned."""
    branches = branches_of(rates)
    for branch in branches:
        branch.load.publishers = publishers
    chosen = fewest(branches, (), LIMIT)
    covered = [branch for part in chosen for branch in part.sharing]
    assert len({branch.root for branch in covered}) == len(covered)
    rest = [branch for branch in branches if branch not in covered]
    assert all(fits(some, LIMIT) or len(some) == 1 for some in [rest, *(part.sharing for part in chosen)])


LOAD = "[[queue-manager.topic]]\ntopic = '{}'\npublish-rate = {}\n"


def test_one_object_above_several_branches_is_enough_for_them(tuned):
    rates = {"a/1/#": 150_000, "a/2/#": 150_000, "a/3": 150_000, "b/#": 300_000, "c/#": 300_000}
    found = tuned("".join(LOAD.format(*one) for one in rates.items()), a_mqsc="DEFINE QLOCAL(Q)\n")
    (change,) = found.changes
    assert (change.name, change.values["TOPICSTR"]) == ("A", "a")
    assert "'a/1/#', 'a/2/#', 'a/3'" in change.why.reason
    assert "one lock is enough for these 3" in change.why.reason
    texts, left = found.diffed
    after = found.session.with_texts(texts)
    assert left == []
    assert [one.changes for one in tune_session(after).tunings] == [[]]
    assert "PUB001" not in {one.code for one in after.lint().findings}


def test_three_objects_are_enough_for_four_equal_branches(tuned):
    loads = "".join(LOAD.format(f"{name}/#", 400_000) for name in "abcd")
    assert len(tuned(loads, a_mqsc="DEFINE QLOCAL(Q)\n").changes) == 3


def test_topic_strings_with_the_same_letters_get_different_names(tuned):
    loads = "".join(LOAD.format(f"{name}/#", 200_000) for name in ("x/y", "x.y"))
    names = [one.name for one in tuned(loads, a_mqsc="DEFINE QLOCAL(Q)\n").changes]
    assert len(set(names)) == 2
