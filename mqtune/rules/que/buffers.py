"""QUE011, QUE013: DefaultQBufferSize and DefaultPQBufferSize.

Both keys, their defaults and their limit appear in performance reports only.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.busy_load import (
    BUFFER_DEFAULTS,
    BUFFER_SHARE_OF_MEMORY,
    buffer_bytes,
    buffered_queues,
)
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import Impact, Related
from mqtune.rules.common.ini_places import entry_place, number_of, stanza_name
from mqtune.rules.common.load_places import declaration_place
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.numbers import bytes_text

STANZA = "TuningParameters"
SOURCE = "IBM MQ Performance: Best Practises and tuning (2020)"


@rule("QUE011")
def queue_buffers_above_memory(queue_manager: QueueManager) -> Iterator[Hit]:
    """The buffers of all local queues together can use more than half of the declared memory."""
    declaration = queue_manager.declaration
    memory = declaration.memory_bytes if declaration is not None else None
    entries = [
        found for key in BUFFER_DEFAULTS if (found := queue_manager.ini_entry(STANZA, key)) is not None
    ]
    sizes = [buffer_bytes(queue_manager, key) for key in BUFFER_DEFAULTS]
    if not memory or not entries or None in sizes:
        return
    queues = buffered_queues(queue_manager)
    each = sum(size for size in sizes if size is not None)
    if queues * each <= memory * BUFFER_SHARE_OF_MEMORY:
        return
    ini, entry = max(entries, key=lambda found: number_of(found[1]) or 0)
    yield memory_hit(queue_manager, ini, entry, queues, each, memory)


def memory_hit(
    queue_manager: QueueManager, ini: IniFile, entry: Entry, queues: int, each: int, memory: int
) -> Hit:
    """The buffers of all queues together can use more than half of the memory."""
    return Hit(
        entry_place(ini, entry),
        f"the buffers of {queues} queues can grow to {bytes_text(queues * each)}, but "
        f"memory is {bytes_text(memory)}",
        note=f"each queue has one buffer for non-persistent and one for persistent messages, {each:,} bytes "
        "together; a buffer grows to its size when messages accumulate and keeps the memory until the queue "
        f"manager ends ({SOURCE}, p. 26 and 32)",
        help="set a smaller size; the defaults are 131072 and 262144, and writes to the queue files are not "
        "synchronous",
        object=stanza_name(STANZA),
        attribute=entry.key,
        impact=Impact(
            "queue buffers",
            "bytes",
            float(queues * each),
            float(queues * sum(BUFFER_DEFAULTS.values())),
            f"queues * (DefaultQBufferSize + DefaultPQBufferSize), {SOURCE}, p. 26",
        ),
        related=(Related(declaration_place(queue_manager), "memory is declared here"),),
    )


@rule("QUE013")
def buffer_size_for_existing_queues(queue_manager: QueueManager) -> Iterator[Hit]:
    """A qm.ini sets queue buffer sizes alongside a full dump, whose queues may have been defined earlier."""
    if not queue_manager.complete:
        return
    for key, default in BUFFER_DEFAULTS.items():
        found = queue_manager.ini_entry(STANZA, key)
        size = queue_manager.ini_number(STANZA, key)
        if found is None or size is None or size == default:
            continue
        yield Hit(
            entry_place(*found),
            f"{key}={size} may not apply to queues that already exist",
            note="the sources disagree: according to notes MP01 and MP49 a queue keeps the size in effect "
            "when it was defined, according to later reports the value at the last start applies; the "
            f"default is {default}",
            help="if the buffer matters, redefine the queue while the value is in effect, or measure a queue "
            "of each kind",
            object=stanza_name(STANZA),
            attribute=key,
        )
