"""The recovery log that persistent messages need: the one answer of lint, tuning and budget."""

from __future__ import annotations

from math import ceil

from mqtune.analysis.flow.load import PERSISTENT_BYTES, PERSISTENT_RATE
from mqtune.estate.build import is_from_command
from mqtune.estate.rewriting import overrides_only
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.flow.load import Load
    from mqtune.estate.model import QueueManager
    from mqtune.project.settings import QueueLoad

STANZA = "Log"
FILES = "LogPrimaryFiles"
LOG_SIZE = (FILES, "LogSecondaryFiles", "LogFilePages")
# primary and secondary files together, and the pages of one (IBM MQ documentation, Log stanza of qm.ini)
MOST_FILES, MOST_FILES_WINDOWS = 511, 255
MOST_PAGES, PAGE_BYTES = 65_535, 4096
MEASURED_BYTES = 2048  # of a message, the smallest for which the log was measured (model log)
SHORTEST_TRANSACTION_S = 1.0  # a lower bound if the duration of the longest transaction is not declared


def persistent_loads(queue_manager: QueueManager) -> list[tuple[QueueLoad, float]]:
    """The persistent loads of queues, each with its persistent bytes per second, to name them: together they
    are `persistent_per_s` of the queue manager, unless parts of a load are unknown. A load of an alias or a
    remote queue is counted where its messages are stored.
    """
    return [
        (load, load.put_rate_per_s * load.message_size_bytes * load.persistent)
        for load in queue_manager.queue_loads
        if load.persistent and load.put_rate_per_s and load.message_size_bytes
        if (queue := queue_manager.queue(load.queue)) is None or queue.type not in ("QALIAS", "QREMOTE")
    ]


def persistent_per_s(load: Load) -> tuple[float, float]:
    """The persistent messages and bytes per second of a load. If the sizes of some are unknown, only the
    bytes that are known count, as messages of the smallest size that was measured.
    """
    bytes = load.persistent_bytes or 0.0
    if load.is_partial(PERSISTENT_BYTES):
        return bytes / MEASURED_BYTES, bytes
    return load.values[PERSISTENT_RATE] or 0.0, bytes


def logged_bytes(messages_per_s: float, bytes_per_s: float) -> float:
    """The bytes per second that the log writes for persistent messages according to the model `log`, which is
    within 15% of the published measurements.
    """
    if not messages_per_s:
        return 0.0
    outputs = log_outputs(message_rate=messages_per_s, message_size=round(bytes_per_s / messages_per_s))
    return outputs["log_rate_bytes_per_s"] if outputs is not None else bytes_per_s


def log_outputs(**inputs: float) -> dict[str, float] | None:
    """The outputs of the model `log`; None if an input is outside its range."""
    # the figures are needed only if a persistent load is declared
    from mqtune.capacity.definition import ModelError
    from mqtune.capacity.run import run_model

    try:
        return run_model("log", inputs).outputs
    except ModelError:
        return None


def lasting(seconds: float) -> str:
    """How long a log file lasts: 0.04 s, 2.4 s, 120 s."""
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:,.0f} s"


def log_space(
    queue_manager: QueueManager, messages_per_s: float, bytes_per_s: float
) -> dict[str, float] | None:
    """The outputs of the model `log` for the recovery log in qm.ini and the persistent messages per second;
    None if qm.ini does not give the size of the log, or one that does not exist.

    `needed_bytes` and `files_at_least` are those of the longest transaction or of a declared checkpoint,
    whichever is more. The rule of the documentation counts the bytes logged, not those of the messages.
    """
    primary, secondary, pages = (queue_manager.ini_number(STANZA, key) for key in LOG_SIZE)
    if not primary or not pages or secondary is None:
        return None
    transaction, checkpoint = log_times(queue_manager)
    outputs = log_outputs(
        log_rate=logged_bytes(messages_per_s, bytes_per_s),
        primary_files=primary,
        secondary_files=secondary,
        log_file_pages=pages,
        longest_transaction=transaction,
        checkpoint=checkpoint,
    )
    if outputs is None:
        return None
    outputs["needed_bytes"] = max(outputs["needed_bytes"], outputs["checkpoint_bytes"])
    outputs["files_at_least"] = ceil(outputs["needed_bytes"] / outputs["extent_bytes"])
    return outputs


def log_times(queue_manager: QueueManager) -> tuple[float, float]:
    """The durations in seconds of the longest transaction and of a checkpoint for which the log needs space;
    undeclared, they are one second and zero.
    """
    declaration = queue_manager.declaration
    if declaration is None:
        return SHORTEST_TRANSACTION_S, 0.0
    return declaration.longest_transaction_s or SHORTEST_TRANSACTION_S, declaration.checkpoint_s or 0.0


def is_transaction_assumed(queue_manager: QueueManager) -> bool:
    """Whether the log space is that of the shortest transaction, because the longest is not declared."""
    declaration = queue_manager.declaration
    transaction, checkpoint = log_times(queue_manager)
    declared = declaration is not None and declaration.longest_transaction_s
    return not declared and checkpoint <= 2 * (transaction + 1)


def log_rule(queue_manager: QueueManager) -> str:
    """The formula of the log space and its durations, for a message."""
    transaction, checkpoint = log_times(queue_manager)
    if checkpoint > 2 * (transaction + 1):
        return f"checkpoint * B with a checkpoint of {checkpoint:g} s, as declared"
    declared = queue_manager.declaration is not None and queue_manager.declaration.longest_transaction_s
    origin = "as declared" if declared else "as longest-transaction is not declared"
    return f"2 * (N + 1) * B with N = {transaction:g} s, {origin}"


@record
class Remedy:
    """How a log that is too small becomes large enough.

    `primary_files` is the number to set; `text` states where, and `in_ini` that a changed qm.ini is enough.
    `reason` is why it is not, empty otherwise.
    """

    primary_files: int
    text: str
    in_ini: bool
    reason: str = ""


def remedy(queue_manager: QueueManager, space: dict[str, float]) -> Remedy:
    """What to do about a log of which `log_space` finds that it is too small."""
    secondary = queue_manager.ini_number(STANZA, LOG_SIZE[1]) or 0
    windows = queue_manager.platform == "windows"
    most = MOST_FILES_WINDOWS if windows else MOST_FILES
    files = int(space["files_at_least"]) - secondary
    if space["files_at_least"] > most:
        return larger_files(space, most, secondary)
    if overridden := overrides_only(queue_manager, STANZA, FILES):
        return Remedy(
            files,
            f"create the next queue manager with crtmqm -lp {files}, or set {FILES}={files} in its own "
            "qm.ini",
            False,
            f"{overridden}, and an override may not change the number of files (LOG004)",
        )
    entry = queue_manager.ini_entry(STANZA, FILES)
    if entry is not None and is_from_command(entry[0]):
        return Remedy(
            files,
            f"use crtmqm -lp {files}; if the queue manager exists, set {FILES}={files} in its qm.ini and "
            "restart it",
            False,
            "the script creates the queue manager, and the size of the files is fixed then",
        )
    text = f"set {FILES}={files} and restart the queue manager; the size of the files is fixed at creation"
    return Remedy(files, text, True)


def larger_files(space: dict[str, float], most: int, secondary: int) -> Remedy:
    """The remedy if the largest number of files of the present size is not enough."""
    reason = (
        f"{most} files, the maximum, have {most * space['extent_bytes'] / 1e9:,.1f} GB at their present size"
    )
    least = ceil(space["needed_bytes"] / most / PAGE_BYTES)
    pages = min(MOST_PAGES, max(least, int(space["log_file_pages_at_least"])))
    files = min(most, ceil(space["needed_bytes"] / (pages * PAGE_BYTES))) - secondary
    text = f"create the next queue manager with crtmqm -lf {pages} -lp {files}"
    if least > MOST_PAGES:
        text += ", the largest log, and distribute the load over several queue managers"
    return Remedy(files, text, False, reason)
