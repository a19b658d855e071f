"""The changes of bench/mutations.py, and the choice of tests of bench/mutants.py; no mutant is run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.mutants import Reach, stages  # noqa: E402
from bench.mutations import Mutation, compiles, mutations_of  # noqa: E402

MODULE = '''"""A module."""
MOST = 3

def f(a: int, b: int = 2) -> list[str]:
    """Return words."""
    if a <= b and not g(a):
        return []
    h(a)
    return [f"{a + 1}", *g(b)] if a else [g(a)]
'''


def test_each_kind_of_change_is_made_once_and_texts_and_annotations_stay() -> None:
    mutations = mutations_of("m.py", MODULE.encode())
    assert {f"{mutation.line}: {mutation.before} -> {mutation.after}" for mutation in mutations} == {
        *("2: 3 -> (4)", "2: 3 -> (2)", "2: 3 -> (6)"),
        *("4: 2 -> (3)", "4: 2 -> (1)", "4: 2 -> (4)"),
        "6: a <= b and not g(a) -> (not (a <= b and (not g(a))))",
        *("6: a <= b and not g(a) -> False", "6: a <= b and not g(a) -> (not g(a))"),
        *("6: a <= b and not g(a) -> (a <= b)", "6: a <= b -> (a < b)", "6: not g(a) -> (g(a))"),
        "8: h(a) -> pass",
        """9: [f"{a + 1}", *g(b)] if a else [g(a)] -> ([g(a)] if a else [f'{a + 1}', *g(b)])""",
        """9: [f"{a + 1}", *g(b)] -> [f'{a + 1}']""",
    }
    assert {mutation.function for mutation in mutations} == {"", "f"}
    assert all(compiles(mutation.apply(MODULE.encode())) for mutation in mutations)


@pytest.mark.parametrize(
    ("function", "first"),
    [
        ("f", [["tests/analysis/tune/test_a.py::a"], ["tests/cli/test_c.py::c"]]),
        ("", [["tests/analysis/tune/test_a.py::a"]]),
    ],
)
def test_tests_of_the_package_that_reach_the_function_come_first(function: str, first: list) -> None:
    reaches = [
        Reach("tests/cli/test_c.py::c", 1.0, frozenset({"mqtune/analysis/tune/m.py:f"})),
        Reach(
            "tests/analysis/tune/test_a.py::a",
            2.0,
            frozenset({"mqtune/analysis/tune/m.py:f", "mqtune/analysis/tune/m.py:g"}),
        ),
        Reach("tests/analysis/tune/test_a.py::b", 1.0, frozenset()),
        Reach("tests/analysis/plan/test_d.py::d", 1.0, frozenset()),
    ]
    mutation = Mutation("mqtune/analysis/tune/m.py", function, 1, 0, 1, "1", "2")
    chosen = [[reach.name for reach in tests] for tests, _ in stages(mutation, reaches, 10.0)]
    assert chosen[: len(first)] == first
    assert chosen[-1] == ["tests/analysis/tune/test_a.py::b"]
    assert [tests for tests, _ in stages(mutation, reaches, 0.5)] == []
