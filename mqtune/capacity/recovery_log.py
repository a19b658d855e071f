"""Space and write rate of the recovery log."""

from __future__ import annotations

from math import ceil, floor, inf

from mqtune.capacity.outcome import Answer, Case, shown

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
