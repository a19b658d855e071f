"""The memory of a queue manager by clients, queues and buffers."""

from __future__ import annotations

from mqtune.capacity.errors import ModelError
from mqtune.capacity.outcome import Answer, Case, shown

KB = 1024
LOG_PAGE_KB = 4


def calculate_memory(case: Case) -> Answer:
    """The model memory."""
    clients, queues, busy = case["clients"], case["queues"], case["busy-queues"]
    if busy and (case["q-buffer"] is None or case["pq-buffer"] is None):
        raise ModelError(
            "busy-queues needs q-buffer and pq-buffer", "specify DefaultQBufferSize and DefaultPQBufferSize"
        )
    per_client, per_queue = case.constant("kb_per_client"), case.constant("kb_per_queue")
    base = case.constant("base_kb")
    before = base + per_client * max(0, clients - 1) + per_queue * max(0, queues - 1)
    more_clients, more_queues = max(0, clients - 1), max(0, queues - 1)
    each = f"{per_client:g} KB * {more_clients} clients + {per_queue:g} KB * {more_queues} queues"
    steps = [f"{shown(base)} KB + {each} = {shown(before)} KB"]
    if case["bind-type"] == "standard":
        channels = case.constant("kb_per_standard_channel") * clients
        before += channels
        steps.append(f"channels that are not fastpath: {shown(channels)} KB")
    buffers = busy * ((case["q-buffer"] or 0) + (case["pq-buffer"] or 0))
    log = case["log-buffer-pages"] * LOG_PAGE_KB * KB
    total = before * KB + buffers + log
    steps.append(f"queue buffers {shown(buffers)} bytes, log buffer {shown(log)} bytes")
    steps.append(f"memory = {total / KB**2:,.1f} MiB")
    return Answer({"memory_bytes": total, "buffer_bytes": buffers}, steps)
