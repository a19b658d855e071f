"""Members of a uniform cluster for the declared rate: 20,700 messages/s each, of which 75% are planned."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import SITUATIONS, queue


@pytest.mark.parametrize(
    ("rates", "hinted"),
    [
        ((15_525, 15_525, 15_525), {}),
        ((15_525, 15_525, 15_526), {"QM1": 4}),
        ((0, 31_050, 15_526), {"QM2": 4}),
        ((0, 0, 46_576), {"QM3": 4}),
        ((0, 999_999_999_999, 999_999_999_999), {"QM2": 4}),  # more than the model covers
    ],
)
def test_one_member_gets_the_hint_for_all(tmp_path: Path, rates: tuple[int, ...], hinted: dict[str, int]):
    head = 'mq-version = "9.4"\n'
    for number, rate in enumerate(rates, 1):
        folder = tmp_path / f"qm{number}"
        folder.mkdir()
        (folder / "qm.ini").write_text(SITUATIONS["D"][1]["qm.ini"])
        (folder / "a.mqsc").write_text("DEFINE QLOCAL(IN) REPLACE\n")
        head += f'[[queue-manager]]\nname = "QM{number}"\nfiles = ["qm{number}/*"]\n'
        head += queue("IN", put_rate=rate, burst="0 B") if rate else queue("IN", consumers=1)
    (tmp_path / "mqtune.toml").write_text(head)
    tunings = tune_session(Session.open(Options([str(tmp_path)]))).tunings
    hints = {
        one.name: int(hint["text"].split()[2])
        for one in tunings
        for hint in one.hints
        if hint["text"].startswith("plan for ")
    }
    assert hints == hinted
