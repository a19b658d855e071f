"""Queue buffers for declared bursts: DefaultQBufferSize and DefaultPQBufferSize."""

from __future__ import annotations

from math import ceil

from mqtune.estate.busy_load import (
    BUFFER_SHARE_OF_MEMORY,
    MOST_BUFFER_BYTES,
    buffer_bytes,
    buffered_queues,
)
from mqtune.estate.workload import declared_loads
from mqtune.project.settings import QueueLoad
from mqtune.text.numbers import bytes_text
from mqtune.text.wording import listed, plural
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why

BUFFERS = "queue-buffers"
PARAMETERS = "TuningParameters"
KEYS = {False: "DefaultQBufferSize", True: "DefaultPQBufferSize"}
PAGE = 4096
SOURCE = (
    "IBM MQ performance: best practises, and tuning (2020), p. 26 and 32; IBM MQ V8.0 publish/subscribe "
    "performance "
    "report (2015), 4, p. 29 and A.3, p. 46; JMS V7 performance report (2009), 7.1, p. 42"
)


def tune_buffers(tuning: Tuning) -> None:
    """Recommend buffers that keep a declared burst in memory; asks for bursts of queues that are read."""
    queue_manager = tuning.queue_manager
    declared = {load.queue for load in declared_loads(queue_manager)[1]}
    loads = [load for load in queue_manager.queue_loads if load.put_rate_per_s and load.consumers]
    unknown = [load.queue for load in loads if load.burst_bytes is None and load.queue in declared]
    if unknown and queue_manager.ini_value(PARAMETERS, KEYS[True]) is None:
        tuning.ask(
            f"declare burst for {listed(unknown)}: the bytes that accumulate at once, 0 B for none",
            "DefaultQBufferSize and DefaultPQBufferSize keep a burst in memory",
        )
    bursts = [load for load in queue_manager.queue_loads if load.burst_bytes]
    undecided = [load.queue for load in bursts if load.persistent is None]
    if undecided:
        tuning.ask(
            f"declare persistent for {listed(undecided)}", "it decides which of the two buffers is used"
        )
    values = {}
    for persistent, key in KEYS.items():
        own = [load for load in bursts if load.persistent is not None and bool(load.persistent) == persistent]
        largest = max((load.burst_bytes or 0 for load in own), default=0)
        size, now = min(largest, MOST_BUFFER_BYTES), buffer_bytes(queue_manager, key)
        if now is not None and size > now:
            values[key] = ceil(size / PAGE) * PAGE
    if values and has_memory(tuning, values):
        tuning.change(change(tuning, values, bursts))


def has_memory(tuning: Tuning, values: dict[str, int]) -> bool:
    """Whether the buffers of all queues may use that much; a hint if not, a question if memory is unknown."""
    queue_manager = tuning.queue_manager
    queues = buffered_queues(queue_manager)
    total = queues * sum(values.get(key, buffer_bytes(queue_manager, key) or 0) for key in KEYS.values())
    declaration = queue_manager.declaration
    memory = declaration.memory_bytes if declaration is not None else None
    named = plural(queues, "queue")
    if memory is None:
        tuning.ask("declare memory", f"the buffers of {named} may use up to {bytes_text(total)}")
    elif total > memory * BUFFER_SHARE_OF_MEMORY:
        tuning.hint(
            f"do not raise {' and '.join(values)} for all queues: the buffers of {named} might use "
            f"{bytes_text(total)}, more than half of the memory of {bytes_text(memory)}",
            "a burst beyond the buffer is written to the queue file; define queues with bursts while the "
            "larger "
            "value is in effect, and the others before",
            SOURCE,
        )
        return False
    return True


def change(tuning: Tuning, values: dict[str, int], bursts: list[QueueLoad]) -> Change:
    """The sizes of the buffers."""
    queue_manager = tuning.queue_manager
    settings = tuple(
        Setting(
            key,
            str(size),
            str(buffer_bytes(queue_manager, key)),
            "the default" if queue_manager.ini_value(PARAMETERS, key) is None else "qm.ini",
        )
        for key, size in values.items()
    )
    largest = max(bursts, key=lambda load: load.burst_bytes or 0)
    short = (
        f"; {MOST_BUFFER_BYTES / 1e6:,.0f} MB is the maximum" if MOST_BUFFER_BYTES in values.values() else ""
    )
    why = Why(
        f"up to {(largest.burst_bytes or 0) / 1e6:,.1f} MB accumulate on {largest.queue}; what exceeds the "
        "buffer is "
        f"written to the queue file{short}",
        "a burst stays in memory; no figure was published, and later reports regard large buffers as a "
        "precaution, "
        "because writes are asynchronous",
        f"applies to each of {buffered_queues(queue_manager)} queues that becomes deep, and memory is kept "
        "until the "
        "restart; the sources disagree on when a queue adopts it: when it is defined or when the queue "
        "manager "
        "starts; existing queues may have to be defined again",
        restart=True,
        measure=Measure(
            "the size of the queue files and the queue's put rate during a burst, with both values"
        ),
        source=SOURCE,
    )
    return Change(BUFFERS, ALTER, STANZA, PARAMETERS, settings, why)
