"""Single figures of a run: what was sent and received, totals, and what MQLDT measures.

| Figure | Meaning |
|---|---|
| `sent` | mean rate of the measured processes while all of their threads ran, per second |
| `received` | mean rate of the getters that are not measured, in the same time, per second |
| `iterations` | total count of the measured processes |
| `driver_rate` | their own mean rates, added up, per second |
| `block_bytes`, `bytes_per_s`, `latency_us`, `worst_latency_us` | results of MQLDT for a single block size |
"""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.lab.core.driver_output import BlockSizeResult
from mqtune.lab.drivers.base import Sample
from mqtune.lab.drivers.processes.outcomes import EndedProcess

Rates = Sequence[tuple[float, float]]
_NS_A_US = 1000


def figures_of(
    ends: Sequence[EndedProcess], rates: Sequence[Rates], samples: Sequence[Sample]
) -> dict[str, float]:
    """The figures of a run; `rates` has the clock and the rate of each rate line of each process."""
    found: dict[str, float] = {}
    measured = [end for end in ends if end.process.measured]
    if summaries := [end.reading.summary for end in measured if end.reading.summary is not None]:
        found["iterations"] = float(sum(one.iterations for one in summaries))
        found["driver_rate"] = sum(one.average_rate or 0.0 for one in summaries)
    blocks = [block for end in measured for block in end.reading.blocks]
    if len(blocks) == 1:
        found.update(_of_a_block(blocks[0]))
    most = max((one.threads for one in samples), default=0)
    full = [one.rate for one in samples if one.threads == most][1:]
    if full:
        found["sent"] = sum(full) / len(full)
    found.update(_received(ends, rates))
    return found


def _received(ends: Sequence[EndedProcess], rates: Sequence[Rates]) -> dict[str, float]:
    """The getters' rates while the load ran: from its second rate line to its last."""
    made = [(end.process, lines) for end, lines in zip(ends, rates, strict=True)]
    load = [at for process, lines in made if process.measured for at, _ in lines[1:]]
    getters = [lines for process, lines in made if process.background and not process.measured]
    if not load or not getters:
        return {}
    begin, end = min(load), max(load)
    total = 0.0
    for lines in getters:
        during = [rate for at, rate in lines if begin <= at <= end]
        total += sum(during) / len(during) if during else 0.0
    return {"received": total}


def _of_a_block(block: BlockSizeResult) -> dict[str, float]:
    found = {
        "block_bytes": block.size,
        "bytes_per_s": block.average_bytes,
        "latency_us": None if block.average_ns is None else block.average_ns / _NS_A_US,
        "worst_latency_us": None if block.worst_ns is None else block.worst_ns / _NS_A_US,
    }
    return {name: float(value) for name, value in found.items() if value is not None}
