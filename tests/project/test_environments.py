"""Environments are inferred from names that recur in sibling folders, whatever the starting folder."""

from __future__ import annotations

import random

import pytest

from mqtune.project.environments import Clue, environment_in, splits_of

LAYOUTS = {
    "dumps of one name in sibling folders": (
        {"/r/dev/a.mqsc": "QM1", "/r/prod/a.mqsc": "QM1", "/r/prod/qm.ini": ""},
        {"/r/dev/a.mqsc": "dev", "/r/prod/a.mqsc": "prod", "/r/prod/qm.ini": "prod"},
    ),
    "environments below applications": (
        {
            "/r/pay/dev/a.mqsc": "QM1",
            "/r/pay/prod/a.mqsc": "QM1",
            "/r/cards/dev/b.mqsc": "QM2",
            "/r/cards/prod/b.mqsc": "QM2",
        },
        {
            "/r/pay/dev/a.mqsc": "dev",
            "/r/pay/prod/a.mqsc": "prod",
            "/r/cards/dev/b.mqsc": "dev",
            "/r/cards/prod/b.mqsc": "prod",
        },
    ),
    "applications below environments": (
        {"/r/dev/pay/a.mqsc": "QM1", "/r/prod/pay/a.mqsc": "QM1", "/r/dev/cards/b.mqsc": "QM2"},
        {"/r/dev/pay/a.mqsc": "dev", "/r/prod/pay/a.mqsc": "prod", "/r/dev/cards/b.mqsc": "dev"},
    ),
    "one name at two depths": (
        {"/r/pay/dev/a.mqsc": "QM1", "/r/pay/prod/a.mqsc": "QM1", "/r/cards/a.mqsc": "QM1"},
        {"/r/pay/dev/a.mqsc": "pay/dev", "/r/pay/prod/a.mqsc": "pay/prod", "/r/cards/a.mqsc": "cards"},
    ),
    "folders of an Ansible role": (
        {"/r/role/files/a.mqsc": "QM1", "/r/role/templates/b.mqsc": "QM1"},
        {"/r/role/files/a.mqsc": None, "/r/role/templates/b.mqsc": None},
    ),
    "a script above a dump": (
        {"/r/a.sh": "QM1", "/r/dump/a.mqsc": "QM1"},
        {"/r/a.sh": None, "/r/dump/a.mqsc": None},
    ),
    "different names in sibling folders": (
        {"/r/hub/qm.ini": "", "/r/hub/a.mqsc": "HUB", "/r/branch/qm.ini": "", "/r/branch/b.mqsc": "B1"},
        {"/r/hub/a.mqsc": None, "/r/branch/b.mqsc": None},
    ),
    "equal file names without a name inside": (
        {"/r/uat/qm1.mqsc": "", "/r/prod/qm1.mqsc": "", "/r/east/qm1.mqsc": ""},
        {"/r/uat/qm1.mqsc": "uat", "/r/prod/qm1.mqsc": "prod", "/r/east/qm1.mqsc": None},
    ),
}


def names_of(files: dict[str, str]) -> list[Clue]:
    return [Clue(path, name, is_complete=bool(name)) for path, name in files.items()]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_environments_of_a_layout(layout: str) -> None:
    files, expected = LAYOUTS[layout]
    splits = splits_of(names_of(files))
    assert {path: environment_in(path, splits) for path in expected} == expected


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_files_does_not_matter(seed: int) -> None:
    for files, _ in LAYOUTS.values():
        shuffled = names_of(files)
        random.Random(seed).shuffle(shuffled)
        found, again = splits_of(shuffled), splits_of(names_of(files))
        assert [environment_in(path, found) for path in files] == [
            environment_in(path, again) for path in files
        ]
