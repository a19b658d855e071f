"""Which resources of the budget a plan reports: those that move by more than one point, come or go."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.comparison import Comparer
from mqtune.session.options import Options
from tests.analysis.plan.conftest import written

LOAD = '[[queue-manager.queue]]\nqueue = "A"\nput-rate = 1\nbinding = "client"\nclients = {}\n'


def opened(folder: Path, name: str, load: str) -> str:
    written(folder, f"{name}/a.mqsc", "DEFINE QLOCAL(A) REPLACE\nALTER QMGR DESCR('" + name + "')\n")
    written(folder, f"{name}/qm.ini", "Log:\n   LogPrimaryFiles=3\nChannels:\n   MaxChannels=1000\n")
    head = 'mq-version = "9.4"\n[[queue-manager]]\nname = "QM1"\nfiles = ["*"]\n'
    written(folder, f"{name}/mqtune.toml", head + load)
    return str(folder / name)


@pytest.mark.parametrize(
    ("before", "after", "shares"),
    [
        (100, 111, [(0.1, 0.111)]),
        (111, 100, [(0.111, 0.1)]),
        (100, 109, []),
        (100, 100, []),
        (0, 5, [(None, 0.005)]),
        (5, 0, [(0.005, None)]),
    ],
)
def test_a_share_that_moves_by_more_than_a_point_is_reported(
    tmp_path: Path, before: int, after: int, shares: list[tuple[float | None, float | None]]
) -> None:
    folders = [
        opened(tmp_path, name, LOAD.format(clients) if clients else "")
        for name, clients in (("old", before), ("new", after))
    ]
    with Comparer(Options()) as comparer:
        found = comparer.states(*(comparer.open_paths([folder]) for folder in folders))
    assert [one.shares for one in found.costs if one.kind == "channels"] == shares
    (change,) = found.plan.parts[0].changes
    assert (change.type, change.name) == ("QMGR", "QM1")
