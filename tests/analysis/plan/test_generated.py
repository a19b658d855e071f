"""For pairs of estates at random, the plan's MQSC turns the old one into the new one, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from mqtune.session.comparison import Comparer
from mqtune.session.options import Options
from tests.analysis.plan.conftest import planned, written
from tests.analysis.plan.estates import estate, script
from tests.analysis.plan.naive import Naive

# shrinking a failure of such size takes minutes
MANY = settings(
    max_examples=500,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
FEW = settings(suppress_health_check=list(HealthCheck))


def normal(naive: Naive) -> object:
    """The state with equal values in one form."""

    def plain(value: object) -> object:
        if isinstance(value, str):
            value = value.strip()
            return value.lstrip("0") or "0" if value.isdigit() else value
        return value

    objects = {
        key: {word: plain(value) for word, value in found.items() if plain(value) != ""}
        for key, found in naive.objects.items()
        if key[0] != "QMGR" or any(naive.objects)
    }
    return objects, naive.records, naive.authorities


def check(folder: Path, old: list[str], new: list[str]) -> None:
    first = written(folder, "old/a.mqsc", "\n".join(old) + "\n")
    second = written(folder, "new/a.mqsc", "\n".join(new) + "\n")
    found = planned(first, second)
    commands = found.plan.commands
    start = ["ALTER QMGR"]
    goal = Naive().run([*start, *new])
    made = Naive().run([*start, *old, *commands])
    assert not found.plan.parts or not found.plan.parts[0].left_out
    assert made.failed == [], (old, new, commands)
    assert normal(made) == normal(goal), commands
    third = written(folder, "made/a.mqsc", "\n".join([*old, *commands]) + "\n")
    assert [one.title for one in planned(third, second).plan.changes] == []
    for number in range(len(commands)):
        less = Naive().run([*start, *old, *commands[:number], *commands[number + 1 :]])
        assert less.failed or normal(less) != normal(goal), f"not needed: {commands[number]}"


@FEW
@given(estate(), estate())
def test_the_mqsc_of_a_plan_makes_the_new_state(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str]
) -> None:
    check(tmp_path_factory.mktemp("pair"), old, new)


@pytest.mark.slow
@MANY
@given(estate(), estate())
def test_the_mqsc_of_many_plans_makes_the_new_state(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str]
) -> None:
    check(tmp_path_factory.mktemp("pair"), old, new)


@FEW
@given(estate())
def test_a_plan_of_equal_states_is_empty(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> None:
    folder = tmp_path_factory.mktemp("same")
    one = written(folder, "a/a.mqsc", "\n".join(lines) + "\n")
    other = written(folder, "b/b.mqsc", "\n".join(reversed(lines)) + "\n")
    assert planned(one, other).plan.changes == []


@FEW
@given(estate(), script())
def test_a_script_is_rejected_where_the_naive_queue_manager_rejects_it(
    tmp_path_factory: pytest.TempPathFactory, state: list[str], lines: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("script")
    header = "* Queue manager name: QM1\n* Command issued: dmpmqcfg -a -m QM1\n"
    dump = written(folder, "d.mqsc", header + "\n".join([*state, ""]))
    with Comparer(Options(isolated=True)) as comparer:
        run = comparer.open_paths([str(written(folder, "s.mqsc", "\n".join([*lines, ""])))])
        changes = comparer.script(run, comparer.open_paths([str(dump)])).plan.changes
    before, after = Naive().run(state), Naive().run([*state, *lines])
    refused = [one for one in changes if one.action == "refused"]
    assert sorted(one.title for one in refused) == sorted(titles(after.failed))
    records = ("AUTHREC", "CHLAUTH")
    made = [one.name for one in changes if one.action in ("create", "delete") and one.type not in records]
    assert sorted(made) == sorted(name for name, _ in kinds(before) ^ kinds(after))


def titles(lines: list[str]) -> list[str]:
    """The objects that commands name, as a plan shows them."""
    return [" ".join(line.split()[1:2]).replace("'", "") for line in lines]


def kinds(naive: Naive) -> set[tuple[str, str]]:
    """The name and type of each object."""
    return {(key[1], found[""]) for key, found in naive.objects.items() if key[0] != "QMGR"}
