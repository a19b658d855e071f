"""Buffers, of queues and of the recovery log, and the size of the log files of the next queue manager.

The size of the files is fixed at creation, so it is never part of a snippet.
"""

from __future__ import annotations

from math import ceil

from mqtune.analysis.flow.log_need import FILES, LOG_SIZE, PAGE_BYTES, lasting, log_rule, log_space, remedy
from mqtune.analysis.topology.loads import (
    BUFFER_SHARE_OF_MEMORY,
    MOST_BUFFER_BYTES,
    buffer_bytes,
    buffered_queues,
)
from mqtune.analysis.tune.advice import (
    ALTER,
    STANZA,
    Change,
    Figures,
    Measure,
    Setting,
    Tuning,
    Why,
    source_of,
)
from mqtune.estate.model import QueueManager
from mqtune.estate.workload import declared_loads
from mqtune.project.settings import QueueLoad, TopicLoad
from mqtune.text.messages import listed, plural
from mqtune.text.patterns import bytes_text

# Queue buffers for declared bursts: DefaultQBufferSize and DefaultPQBufferSize.

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
        matching = [
            load for load in bursts if load.persistent is not None and bool(load.persistent) == persistent
        ]
        largest = max((load.burst_bytes or 0 for load in matching), default=0)
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


# The recovery log.

LOG_BUFFER, LOG_FILES = "log-buffer", "log-files"
LOG = "Log"
KEY = "LogBufferPages"
DEFAULT_PAGES = 512  # the meaning of 0 (IBM MQ Performance: Best Practises and tuning, p. 27)
PAGES = 4096
LOG_SOURCE = "Persistent messaging performance in IBM MQ for Linux (2017), 1.3.1.3, p. 14 and 15"


def tune_log(tuning: Tuning, figures: Figures) -> None:
    """Recommend buffer and file sizes for declared persistent messages."""
    loads = persistent_work(tuning)
    if not loads:
        return
    buffer(tuning, loads)
    number_of_files(tuning)
    files(tuning, figures)


def persistent_work(tuning: Tuning) -> list[QueueLoad | TopicLoad]:
    """The loads of persistent messages with a rate; asks for missing rates."""
    queue_manager = tuning.queue_manager
    queues = [load for load in queue_manager.queue_loads if load.persistent]
    topics = [load for load in queue_manager.topic_loads if load.persistent]
    unrated = [load.queue for load in queues if not load.put_rate_per_s]
    if unrated:
        tuning.ask(f"declare put-rate for {listed(unrated)}", "it determines how much the log has to write")
    return [
        *(load for load in queues if load.put_rate_per_s),
        *(load for load in topics if load.publish_rate_per_s),
    ]


def buffer(tuning: Tuning, loads: list[QueueLoad | TopicLoad]) -> None:
    """Recommend LogBufferPages=4096, unless the current value is unknown or not smaller."""
    queue_manager = tuning.queue_manager
    written = queue_manager.ini_value(LOG, KEY)
    pages = 0 if written is None else queue_manager.ini_number(LOG, KEY)
    if pages is None or (pages or DEFAULT_PAGES) >= PAGES:
        return
    sources = [load for some in declared_loads(queue_manager) for load in some if load.persistent]
    names = listed([getattr(load, "queue", "") or getattr(load, "topic", "") for load in sources or loads])
    why = Why(
        f"persistent messages {'are declared for' if sources else 'reach'} {names}, and the log buffer has "
        f"{pages or DEFAULT_PAGES} pages",
        "fewer and larger writes if many programs commit at the same time; no figure was published, and the "
        f"papers disagree: one considers the default of {DEFAULT_PAGES} pages sufficient in most cases",
        f"{(PAGES - (pages or DEFAULT_PAGES)) * PAGE_BYTES / 1e6:,.0f} MB more memory",
        restart=True,
        measure=Measure(
            "persistent messages/s at full load and the log write size in amqsrua -c DISK -t Log, with both "
            "sizes",
            "log-disk",
        ),
        source=LOG_SOURCE,
        basis="none",
    )
    settings = (Setting(KEY, str(PAGES), written or "0", "qm.ini" if written else "the default"),)
    tuning.change(Change(LOG_BUFFER, ALTER, STANZA, LOG, settings, why))


def number_of_files(tuning: Tuning) -> None:
    """Recommend LogPrimaryFiles if the declared messages do not fit, as LOG011 reports; a hint if the number
    in these files cannot be changed.
    """
    queue_manager = tuning.queue_manager
    messages, bytes_per_s = queue_manager.persistent_per_s
    space = log_space(queue_manager, messages, bytes_per_s) if bytes_per_s else None
    primary = queue_manager.ini_number(LOG, FILES)
    if space is None or primary is None or space["log_bytes"] >= space["needed_bytes"]:
        return
    how = remedy(queue_manager, space)
    reason = (
        f"the log has {space['log_bytes'] / 1e6:,.0f} MB, and declared persistent messages make it write "
        f"about {space['log_rate_bytes_per_s'] / 1e6:,.1f} MB/s (within 15%), which needs "
        f"{space['needed_bytes'] / 1e6:,.0f} MB: {log_rule(queue_manager)}"
    )
    source = "IBM MQ documentation, calculating the size of the log"
    if not how.in_ini:
        tuning.hint(how.text, f"{reason}; {how.reason}", source, ("LOG011",))
        return
    more = bytes_text((how.primary_files - primary) * space["extent_bytes"])
    why = Why(
        reason,
        "the oldest transaction is not backed out because the log is full (AMQ7469); no gain in itself",
        f"{more} more on the log disk; {more_than(queue_manager)}",
        restart=True,
        measure=Measure(
            "log in use in amqsrua -c DISK -t Log, or LOGINUSE in DISPLAY QMSTATUS LOG, at full load"
        ),
        source=source,
        basis="published",
    )
    setting = Setting(FILES, str(how.primary_files), str(primary), "qm.ini")
    tuning.change(Change(LOG_FILES, ALTER, STANZA, LOG, (setting,), why))


def more_than(queue_manager: QueueManager) -> str:
    """What the log needs in addition to what is declared."""
    declaration = queue_manager.declaration
    undeclared = [
        f"{key} is not declared"
        for key, value in (
            ("longest-transaction", declaration and declaration.longest_transaction_s),
            ("checkpoint", declaration and declaration.checkpoint_s),
        )
        if not value
    ]
    return "; ".join(["longer transactions and checkpoints need more", *undeclared])


def files(tuning: Tuning, figures: Figures) -> None:
    """Advise log files that last ten seconds or more for the next queue manager."""
    queue_manager = tuning.queue_manager
    unsized = [
        load.queue
        for load in queue_manager.queue_loads
        if load.persistent and load.put_rate_per_s and not load.message_size_bytes
    ]
    if unsized:
        tuning.ask(f"declare message-size for {listed(unsized)}", "it determines the size of log files")
    messages, bytes_per_s = queue_manager.persistent_per_s
    pages = queue_manager.ini_number(LOG, LOG_SIZE[2])
    if not messages or not bytes_per_s or pages is None:
        return
    size = round(bytes_per_s / messages)
    outcome = figures.run("log", message_rate=messages, message_size=size, log_file_pages=pages)
    if outcome is None:
        return
    wanted = int(outcome.outputs["log_file_pages_at_least"])
    written = outcome.outputs["log_rate_bytes_per_s"]
    if pages >= wanted:
        return
    tuning.hint(
        f"create the next queue manager with crtmqm -lf {wanted}; LogFilePages={pages} of this one cannot be "
        "changed",
        f"the declared persistent messages make the log write about {written / 1e6:,.1f} MB/s (within "
        f"15%), so a file lasts {lasting(pages * PAGE_BYTES / written)}; 10 s or more are recommended"
        + "".join(f"; {warning}" for warning in outcome.warnings),
        source_of(outcome, "extent_seconds"),
        ("LOG009",),
    )
