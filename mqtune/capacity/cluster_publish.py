"""The share of the rate of one queue manager that remains in publish/subscribe clusters."""

from __future__ import annotations

from mqtune.capacity.errors import RefusalError
from mqtune.capacity.outcome import Answer, Case, shown

# the measured settings on machines of 4 cores; about as many threads as cores are best (6.2.2)
THREADS = (4, 5)
CHANNELS = 4
MEASURED_CORES = 4
ORDER_LOST = "more than one thread or channel does not preserve the order of publications"
NEAR_LIMIT = 70


def recommended(cores: int) -> tuple[int, int]:
    """The publish threads and receiver channels if order does not matter, for rules, tuning and experiment.

    The report expects the best number of threads near the number of cores, and measured 5 on 4 cores; no more
    than 4 channels were measured.
    """
    return (THREADS[1] if cores == MEASURED_CORES else cores), min(cores, CHANNELS)


def calculate_cluster_publish(case: Case) -> Answer:
    """The model cluster-publish."""
    threads, channels = case["publish-threads"], case["receiver-channels"]
    warnings: list[str] = []
    if case["topology"] == "one-queue-manager":
        factor = case.constant("factor")
    else:
        factor = case.constant(_cell(threads, channels))
        if threads != 1:
            warnings.append(ORDER_LOST)
        if threads == THREADS[0]:
            warnings.append("5 threads on 4 cores were measured; 4 threads are assumed to be equivalent")
        if threads > 1 and channels == 1:
            warnings.append(
                "with one channel the channel becomes the bottleneck: several threads alone gain little"
            )
    steps = [f"factor = {factor:g} of one queue manager with remote publishers"]
    base, arrival = case["base-rate"], case["arrival-rate"]
    total = share = None
    if base is not None:
        total = factor * base
        steps.append(f"rate = {factor:g} * {shown(base)} = {shown(total)} msgs/s")
    if arrival is not None:
        one = case.constant("one_thread_per_s")
        share = arrival / one * 100
        steps.append(f"one thread: {shown(arrival)} / {shown(one)} publications/s = {shown(share)}%")
        if share > NEAR_LIMIT and threads == 1:
            warnings.append("near the limit of one republishing thread: SYSTEM.INTER.QMGR.PUBS may build up")
    return Answer(
        {"factor": factor, "total_rate_per_s": total, "share_of_one_thread_percent": share}, steps, warnings
    )


def _cell(threads: int, channels: int) -> str:
    """The constant of the measured cell. Raises RefusalError for combinations that were not measured."""
    if (threads, channels) == (1, 1):
        return "factor_default"
    if threads in THREADS and channels == 1:
        return "factor_threads"
    if threads in THREADS and channels == CHANNELS:
        return "factor_threads_and_channels"
    raise RefusalError(
        f"cluster-publish gives no answer for {threads} thread{'s' * (threads > 1)} and "
        f"{channels} channel{'s' * (channels > 1)}: "
        "1 and 1, 5 and 1, 5 and 4 were measured, on machines of 4 cores",
        "use one of these, or measure yours with the experiment cluster-publish",
    )
