"""Models of the machine: expiry, hub-recovery, memory, network, log, and streaming.

expiry is the depth of a queue with an expiry cap and without consumers, which rules and tuning use, too.
hub-recovery has bounds for the time after the loss of a network, and predicts no time. streaming is the put
rate that remains for the application if every message is copied.
"""

from __future__ import annotations

from math import ceil, floor, inf

from mqtune.capacity.definition import ModelError, model
from mqtune.capacity.inputs import Answer, Case, shown
from mqtune.capacity.published import Source
from mqtune.text.record import record

DEFAULT_INTERVAL_S = 300  # streaming queues report, 7.5.1, p. 21
MOST_DEPTH = 999_999_999  # the largest MAXDEPTH


@record
class Expiry:
    """The outcome for one queue. `depth_with_margin` is the smallest MAXDEPTH that should be set."""

    depth: float
    depth_with_margin: int
    disk_bytes: float
    source: Source


def expiry(
    put_rate_per_s: float,
    cap_tenths_of_s: int,
    interval_s: int = DEFAULT_INTERVAL_S,
    message_size_bytes: int | None = None,
) -> Expiry:
    """Depth and disk space of one queue that is emptied by expiry alone.

        depth = N * (cap / 10 + interval)        disk = 1.5 * max(size, 2048) * depth

    N puts a second to the queue, cap `CAPEXPRY` in tenths of a second, interval `ExpiryInterval` in seconds
    (streaming queues report, 7.5.2 and 7.5.3, p. 21 and 22). The depth is an estimate that was met within
    1%; the disk figure is a safe upper estimate, 23 to 49% above the measured one (Table 1).

    `disk_bytes` is 0 if the message size is not given. Raises ValueError for a negative number.
    """
    if put_rate_per_s < 0 or cap_tenths_of_s < 0 or interval_s < 0:
        raise ValueError("rate, cap and interval must not be negative")
    constants = {constant.name: constant for constant in model("expiry").constants}
    depth = put_rate_per_s * (cap_tenths_of_s / 10 + interval_s)
    size = max(message_size_bytes, constants["smallest_message_bytes"].value) if message_size_bytes else 0
    margin = round(depth * (1 + constants["depth_margin"].value))
    source = constants["disk_factor"].where
    assert source is not None  # the factor is in a published table
    return Expiry(depth, margin, constants["disk_factor"].value * size * depth, source)


def calculate_expiry(case: Case) -> Answer:
    """The model expiry."""
    rate, cap, interval, queues = (
        case[name] for name in ("put-rate", "cap-expiry", "expiry-interval", "queues")
    )
    depth = rate * (cap / 10 + interval)
    size = max(case["message-size"], case.constant("smallest_message_bytes"))
    factor = case.constant("disk_factor")
    disk = factor * size * depth * queues
    margin = case.constant("depth_margin")
    steps = [
        f"depth = {shown(rate)}/s * ({cap} / 10 s + {interval} s) = {shown(depth)} messages in each queue",
        f"with {margin:.0%} margin for MAXDEPTH: {shown(round(depth * (1 + margin)))} messages",
        f"disk = {factor:g} * {shown(size)} bytes * {shown(depth)} * {queues} = {disk / 1e9:,.3g} GB",
    ]
    warnings = []
    if depth > MOST_DEPTH:
        warnings.append(f"MAXDEPTH cannot exceed {MOST_DEPTH:,}: the queue is full before messages expire")
    return Answer(
        {
            "depth_per_queue": depth,
            "depth_with_margin_per_queue": round(depth * (1 + margin)),
            "disk_bytes": disk,
        },
        steps,
        warnings,
    )


# The model hub-recovery.

PREDICTED = (
    "a lower bound, not a prediction: three recoveries were published, each of a different configuration"
)


def calculate_hub_recovery(case: Case) -> Answer:
    """The model hub-recovery."""
    pairs, retry = case["channel-pairs"], case["short-retry"]
    detection = 0 if case["adopt-new-mca"] == "yes" else case["heartbeat-interval"]
    bound = max(retry, detection)
    channels = 2 * pairs
    most = ceil(channels * case.constant("overlap"))
    warnings = [PREDICTED]
    if case["heartbeat-interval"] == 0:
        warnings.append("HBINT(0) sends no heartbeats: a receiver notices the loss only when TCP does")
    return Answer(
        {
            "detection_s": detection,
            "recovery_at_least_s": bound,
            "throughput_follows_within_s": case.constant("throughput_lag_s"),
            "channels": channels,
            "max_channels_at_least": most,
        },
        [
            f"recovery >= max(SHORTTMR {retry} s, detection {detection} s) = {bound} s after the loss",
            f"channels = 2 * {shown(pairs)} = {shown(channels)}, plus 50% for overlap = {shown(most)}",
        ],
        warnings,
    )


# The model memory: by clients, queues and buffers.

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
    growth = f"{per_client:g} KB * {more_clients} clients + {per_queue:g} KB * {more_queues} queues"
    steps = [f"{shown(base)} KB + {growth} = {shown(before)} KB"]
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


# The model network: the message rate of a link.


def calculate_network(case: Case) -> Answer:
    """The model network."""
    trips = 2 if case["pattern"] == "request-reply" else 1
    on_wire = (case["message-size"] + case["header-bytes"] + case.constant("added_bytes")) * trips
    link = case["link-gbit"] * 1e9 / 8
    usable, planned = case.constant("usable_share"), case.constant("planning_share")
    limit, plan = usable * link / on_wire, planned * link / on_wire
    return Answer(
        {"rate_limit_per_s": limit, "planning_rate_per_s": plan},
        [
            f"{case['link-gbit']:g} Gb/s / 8 = {shown(link)} bytes/s, {shown(on_wire)} bytes for a message",
            f"limit = {usable:g} * {shown(link)} / {shown(on_wire)} = {shown(limit)} msgs/s",
            f"for planning = {planned:g} * {shown(link)} / {shown(on_wire)} = {shown(plan)} msgs/s",
        ],
    )


# The model log: space and write rate of the recovery log.

MOST_PAGES = 65_535
LEAST_PAGES = 32


def calculate_log(case: Case) -> Answer:
    """The model log."""
    page = case.constant("page_bytes")
    extent = case["log-file-pages"] * page
    files = case["primary-files"] + case["secondary-files"]
    space = files * extent
    answer = Answer({"log_bytes": space, "extent_bytes": extent}, [])
    together = f"({case['primary-files']} + {case['secondary-files']})"
    pages = f"{shown(case['log-file-pages'])} * {page:g}"
    answer.steps.append(f"space = {together} * {pages} = {shown(space)} bytes")
    rate = _rate(case, answer.steps)
    if rate is not None:
        answer.outputs["log_rate_bytes_per_s"] = rate
        _extent(case, rate, page, answer)
        _transaction(case, rate, space, extent, answer)
        _checkpoint(case, rate, space, answer)
    return answer


def _rate(case: Case, steps: list[str]) -> float | None:
    """Bytes written per second: measured, otherwise computed; None if nothing is given."""
    measured: float | None = case["log-rate"]
    if measured is not None or case["message-rate"] is None:
        return measured
    size = max(case["message-size"], case.constant("smallest_message_bytes"))
    written = case.constant("bytes_written_per_byte")
    rate: float = case["message-rate"] * size * written
    steps.append(
        f"B = {shown(case['message-rate'])}/s * {shown(size)} bytes * {written:g} = {shown(rate)} bytes/s"
    )
    return rate


def _extent(case: Case, rate: float, page: float, answer: Answer) -> None:
    """Add the smallest extent that takes the bytes of ten seconds."""
    wanted = case.constant("extent_seconds") * rate
    pages = ceil(wanted / page)
    answer.outputs["extent_at_least_bytes"] = wanted
    answer.outputs["log_file_pages_at_least"] = max(LEAST_PAGES, min(pages, MOST_PAGES))
    if pages > MOST_PAGES:
        answer.warnings.append(f"ten seconds of writing exceed the largest file of {MOST_PAGES:,} pages")


def _transaction(case: Case, rate: float, space: float, extent: float, answer: Answer) -> None:
    """Add the space that the longest unit of work needs, and how long one may last."""
    limit = space / (2 * rate) if rate else inf
    if limit < inf:
        longest = max(0, floor(limit - 1))
        answer.outputs["longest_transaction_s"] = longest
        answer.steps.append(f"longest transaction = space / (2 * B) - 1 = {shown(longest)} s")
    seconds = case["longest-transaction"]
    if seconds is None:
        return
    needed = 2 * (seconds + 1) * rate
    answer.outputs |= {"needed_bytes": needed, "files_at_least": ceil(needed / extent)}
    answer.steps.append(f"needed = 2 * ({shown(seconds)} + 1) s * B = {shown(needed)} bytes")
    if needed > space:
        answer.warnings.append(
            f"the configured {shown(space)} bytes are too few: long transactions are rolled back"
        )


def _checkpoint(case: Case, rate: float, space: float, answer: Answer) -> None:
    """Add what is written during a checkpoint, all of which the log must keep."""
    seconds = case["checkpoint"]
    if seconds is None:
        return
    written = seconds * rate
    answer.outputs["checkpoint_bytes"] = written
    answer.steps.append(f"written during a checkpoint = {shown(seconds)} s * B = {shown(written)} bytes")
    if written > space:
        answer.warnings.append(
            f"the configured {shown(space)} bytes are too few for the bytes of one checkpoint"
        )


# The model streaming.

COPIES = {"baseline": 0, "six-copies": 6, "six-pubsub": 6}
MOST_COPIES = 6


def calculate_streaming(case: Case) -> Answer:
    """The model streaming."""
    mode, baseline = case["mode"], case["baseline-rate"]
    if case["copies"] is not None and mode != "six-copies":
        raise ModelError(f"copies is not valid with mode={mode}", "omit copies, or use mode=six-copies")
    factor = case.constant("factor")
    copies = case["copies"] or COPIES.get(mode, 1)
    steps = []
    if mode == "six-copies" and copies < MOST_COPIES:
        extra = (1 / factor - 1) / MOST_COPIES
        steps.append(f"each copy adds {extra:.4g} of the time of a put: 1 / (1 + {copies} * {extra:.4g})")
        factor = 1 / (1 + copies * extra)
    rate = factor * baseline
    steps.append(f"rate = {factor:.4g} * {shown(baseline)} = {shown(rate)} puts/s")
    steps.append(
        f"inside the queue manager {shown(rate)} * (1 + {copies}) = {shown(rate * (1 + copies))} puts/s"
    )
    return Answer(
        {
            "application_rate_per_s": rate,
            "internal_put_rate_per_s": rate * (1 + copies),
            "factor": factor,
        },
        steps,
    )
