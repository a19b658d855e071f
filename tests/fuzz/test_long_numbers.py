"""Numbers that no product would write stop nothing: in configuration, in monitoring output, in a journal."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from mqtune.analysis.load.read import read_texts
from mqtune.lab import api
from mqtune.lab.journal.store import new_id
from mqtune.session.options import Options
from mqtune.session.session import Session

EXAMPLES = Path(__file__).parents[2] / "examples"
LENGTHS = (20, 40, 400, 5_000)
SYSTEM_FILES = {
    "etc/sysctl.d/10-mq.conf": "kernel.sem = 32 4096 32 128\nkernel.shmmax = 268435456\n",
    "etc/security/limits.d/mqm.conf": "mqm hard nofile 10240\nmqm soft nofile 10240\n",
    "etc/systemd/system/mq.service": "[Service]\nExecStart=strmqm QM1\nLimitNOFILE=10240\n",
}
AMQSRUA = """\
Publication received PutDate:20261123 PutTime:10000000 Interval:10.000 seconds
QM1  MQPUT/MQPUT1 count 100 10/sec
Q  MQPUT/MQPUT1 count 100 10/sec
Q  MQPUT byte count 1024
"""
METRICS = 'ibmmq_queue_mqput_mqput1_count{qmgr="QM1",queue="Q"} 100\n'


def lengthened(text: str, chance: random.Random) -> str:
    """A text with some of its numbers replaced by longer ones."""
    length = chance.choice(LENGTHS)
    return re.sub(r"\d+", lambda number: chance.choice(("9" * length, number[0], number[0])), text)


@pytest.mark.parametrize("seed", range(6))
def test_a_lint_ends_without_a_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = random.Random(seed)
    files = {
        str(path.relative_to(EXAMPLES)): path.read_text(encoding="utf-8")
        for path in EXAMPLES.rglob("*")
        if path.suffix in (".mqsc", ".ini", ".json", ".sh", ".yaml", ".tpl")
    }
    for name, text in (files | SYSTEM_FILES).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(lengthened(text, chance), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert not Session.open(Options(["."], select=["ALL"])).lint().crashes


@pytest.mark.parametrize("text", [AMQSRUA, METRICS])
@pytest.mark.parametrize("seed", range(8))
def test_figures_that_no_counter_can_have_are_left_out(text: str, seed: int) -> None:
    reading, _ = read_texts([("output.txt", lengthened(text, random.Random(seed)))])
    numbers = [value.number for amounts in reading.amounts for value in amounts.counts.values()]
    assert all(number < 1e19 for number in numbers)


def test_a_journal_that_is_not_one_hides_no_other(tmp_path: Path) -> None:
    for event in ({}, [], 1, None, "opened"):
        line = json.dumps({"event": event, "time": "2026-11-23T10:00:00.000Z"})
        (tmp_path / f"{new_id('topic-limit')}.jsonl").write_text(line + "\n")
    stored, errors = api.results(str(tmp_path))
    assert (stored, len(errors)) == ([], 5)
