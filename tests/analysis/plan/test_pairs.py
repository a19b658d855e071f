"""Which queue managers of two states belong together."""

from __future__ import annotations

import pytest

from mqtune.analysis.plan.model import Side
from mqtune.analysis.plan.pairs import AmbiguousNameError, match
from mqtune.estate.model import QueueManager
from mqtune.project.settings import Project

SIDES = (Side("old"), Side("new"))


def manager(text: str) -> QueueManager:
    """`QM1/prod` is QM1 of the environment prod."""
    name, _, environment = text.partition("/")
    made = QueueManager(name or None, Project())
    made.title, made.environment_name = name, environment or None
    return made


def pairs(old: str, new: str, across_environments: bool) -> set[str]:
    sides = [[manager(text) for text in side.split()] for side in (old, new)]
    names = {id(one): text for side, texts in zip(sides, (old, new), strict=True)
             for one, text in zip(side, texts.split(), strict=True)}  # fmt: skip
    found = match(sides[0], sides[1], SIDES, across_environments).matched
    return {" ".join(names.get(id(one), "-") for one in pair) for pair in found}


@pytest.mark.parametrize(
    ("old", "new", "across", "expected"),
    [
        ("QM1 QM2", "QM2 QM1", False, {"QM1 QM1", "QM2 QM2"}),
        ("QM1/prod QM1/test", "QM1/test QM1/prod", False, {"QM1/prod QM1/prod", "QM1/test QM1/test"}),
        ("QM1/prod", "QM1/test QM1/prod", False, {"QM1/prod QM1/prod", "- QM1/test"}),
        ("QM1/prod", "QM1/test", False, {"QM1/prod QM1/test"}),
        ("QM1/a QM1/b", "QM1/c QM1/d", False, {"QM1/a -", "QM1/b -", "- QM1/c", "- QM1/d"}),
        ("QM1", "QM2", False, {"QM1 QM2"}),
        ("QM1 QM3", "QM2 QM3", False, {"QM1 -", "- QM2", "QM3 QM3"}),
        ("QM1/prod QM2/prod", "QM1/test QM2/test", True, {"QM1/prod QM1/test", "QM2/prod QM2/test"}),
    ],
)
def test_they_are_paired_by_environment_and_name_then_by_name(old, new, across, expected):
    assert pairs(old, new, across) == expected


@pytest.mark.parametrize(("old", "new"), [("QM1/a", "QM1/b QM1/c"), ("QM1/a QM1/a", "QM1/a")])
def test_a_name_that_may_be_either_of_two_is_ambiguous(old, new):
    with pytest.raises(AmbiguousNameError):
        pairs(old, new, False)
