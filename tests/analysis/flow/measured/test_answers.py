"""Loads read from monitoring outputs and from changed ones, as recorded in answers.txt.

`$ output` is an output, and `$ output old -> new` the same with a part of its text replaced: of this one the
lines that are new are recorded. `busiest`, `system` and `seconds` in front are options.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mqtune.analysis.load.read import read_texts
from mqtune.analysis.load.tables import Choice, tables_of, toml_lines
from tests.analysis.flow.measured.test_read import (
    EVENT,
    HEAD,
    MONITOR,
    accounting,
    element,
    published,
    statistics,
    status,
)
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
QSTATUS = "AMQ8450I: Display queue status details."
RESET = """CSQM201I +QM1 CSQMDRTC  DISPLAY QSTATUS DETAILS
Starting MQSC for queue manager QM1.
AMQ8450I: Display queue status details.
   QUEUE(PAY.IN) TYPE(QUEUE)
   RESETINT(60) MSGSIN(600) MSGSOUT(590) HIQDEPTH(9)
"""
DEPTHS = "".join(
    f"2026-11-02 10:0{minute}:00\n"
    + status("QM1", f"QUEUE(PAY.IN) CURDEPTH({depth}) IPPROCS(2) OPPROCS(3)", head=QSTATUS)
    for minute, depth in ((0, 5), (1, 65), (2, 65))
)
CHANNELS = "AMQ8417I: Display Channel Status details."
SENT = "".join(
    f"2026-11-02 10:0{minute}:00\n"
    + status(
        "QM1",
        f"CHANNEL(QM1.QM2) CHLTYPE(SDR) MSGS({count}) BYTSSENT({count * 100}) STATUS(RUNNING)",
        head=CHANNELS,
    )
    for minute, count in ((0, 100), (1, 700))
)
OUTPUTS = {
    "amqsrua": "".join(
        HEAD.format(number, "10.000 seconds")
        + element("PAY.IN", f"MQPUT/MQPUT1 count {puts} 1/sec")
        + element("PAY.IN", f"MQPUT byte count {puts * 100} 1/sec")
        + element("PAY.IN", f"MQPUT persistent message count {puts // 2} ")
        + element("PAY.IN", f"MQPUT non-persistent message count {puts - puts // 2} ")
        + element("PAY.IN", f"MQGET count {puts} ")
        + element("PAY.IN", "Queue depth 7 messages ")
        + element("SYSTEM.X", f"MQPUT/MQPUT1 count {puts} ")
        for number, puts in ((0, 900), (1, 100), (2, 300))
    ),
    "monitor": MONITOR,
    "event": EVENT,
    "statistics": statistics() + "\n" + statistics("QM2", puts=[0, 120], putBytes=[0, 240]),
    "accounting": accounting("A1") + "\n" + accounting("B2") + "\n" + accounting("A1", "OTHER"),
    "topics": "".join(
        f"{moment}\n{status('QM1', published('fx/eur', count), published('fx/usd', 5))}"
        for moment, count in (("Mon Nov  2 10:00:00 AM CET 2026", 1000), ("2026-11-02 10:01:00", 7000))
    ),
    "reset": RESET,
    "depths": DEPTHS,
    "channels": SENT,
    "metrics": "# HELP ibmmq_queue_mqput_mqput1_count Puts\n"
    'ibmmq_queue_mqput_mqput1_count{queue="A",qmgr="QM1"} 600\n'
    'ibmmq_queue_depth{queue="A",qmgr="QM1"} 7\nibmmq_queue_mqput_bytes{queue="A",qmgr="QM1"} 6000\n',
}


def answer_lines(text: str, options: frozenset[str]) -> list[str]:
    seconds = 60.0 if "seconds" in options else None
    reading, unknown = read_texts([("f1", text)], seconds, "delta" if "delta" in options else None)
    tables = tables_of(reading, Choice("busiest" in options, "system" in options))
    lines = toml_lines(tables, reading.remarks, ["f1"])
    observed = [f"{one.name} {figure.key}: {figure.value}" for one in tables for figure in one.observed]
    return [*map(str, unknown), *lines, *observed]


@cache
def base(name: str, options: frozenset[str]) -> list[str]:
    return answer_lines(OUTPUTS[name], options)


@cases(ANSWERS)
def test_the_load_is_the_recorded_one(case: str) -> None:
    head, _, change = case.partition(": ")
    *options, name = head.split()
    if not change:
        check(ANSWERS, case, "\n".join(base(name, frozenset(options))))
        return
    old, _, new = change.partition(" -> ")
    assert old in OUTPUTS[name]
    lines = answer_lines(OUTPUTS[name].replace(old, new.strip()), frozenset(options))
    before = base(name, frozenset(options))
    check(ANSWERS, case, "\n".join(line for line in lines if line not in before) or "nothing new")
