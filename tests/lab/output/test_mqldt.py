"""Output of MQLDT: text of several versions and locales, CSV files, failures."""

# lines of output stand as they are printed
# ruff: noqa: E501

from __future__ import annotations

import pytest


def options(sizes: str = "4K", duration: int = 5, more: str = "") -> str:
    return (
        "\nOptions (specified or defaulted to)\n=========\n"
        f"Write blocksize             (--bsize)              : {sizes}\n"
        f"Test duration               (--duration)           : {duration}\n{more}\nCreating files...for thread: 0\n"
    )


def block(writes: int, size: int, iops: bool = True, sep: str = "", who: str = "", mean: int = 60843) -> str:
    def row(name: str, value: int, at: str = "") -> str:
        grouped = f"{value:,}".replace(",", sep)
        return f"{name:53}: {grouped:>15}{at}\n"

    return (
        "5/5\n\n"
        + row("Total writes to files", writes)
        + (row("IOPS", writes // 5) if iops else "")
        + row("Total bytes written to files", writes * size)
        + row(
            f"Max bytes/sec written to files{who and ' by a single qm'} (over 1 sec interval)",
            writes * size // 4,
        )
        + row(f"Avg bytes/sec written to files{who}", writes * size // 5)
        + "\n"
        + row("Max latency of write (ns)", 3988478, " (#49,890)")
        + row("Min bytes/sec (slowest write)", 1026958)
        + row("Min latency of write (ns)", 51608, " (#288)")
        + row("Avg latency of write (ns)", mean)
        + "\n"
    )


def test_one_block_size_is_one_sample(read) -> None:
    reading = read("mqldt", options() + block(67250, 4096))
    assert list(reading.samples) == [(13450.0, 1)]
    summary = reading.summary
    assert (summary.iterations, summary.seconds, summary.average_rate) == (67250, 5.0, 13450.0)
    assert reading.outcome.word == "ok"
    [found] = reading.blocks
    assert (found.size, found.average_ns, found.worst_ns) == (4096, 60843, 3988478)


def test_the_rate_of_one_block_size_is_the_printed_one_and_of_several_the_computed_one(read) -> None:
    first, second = (block(writes, 4096).replace(f"{writes // 5}\n", "13460\n") for writes in (67250, 50000))
    assert read("mqldt", options() + first).summary.average_rate == 13460.0
    both = read("mqldt", options("4K,8K") + first + second.replace(str(50000 * 4096), str(50000 * 8192)))
    assert (both.summary.iterations, both.summary.average_rate) == (117250, 11725.0)


@pytest.mark.parametrize("sep", [",", ".", "'", " ", "\u00a0", "\u202f", "’"])
def test_digits_may_be_grouped_in_any_way(read, sep) -> None:
    [found] = read("mqldt", options() + block(67250, 4096, sep=sep)).blocks
    assert (found.writes, found.size, found.iops, found.average_ns) == (67250, 4096, 13450.0, 60843)


def test_grouping_in_an_old_encoding_is_read_too(read) -> None:
    [found] = read("mqldt", (options() + block(67250, 4096, sep="\u00a0")).encode("latin-1")).blocks
    assert (found.writes, found.iops) == (67250, 13450.0)


def test_an_older_output_has_no_line_of_its_own_for_the_rate(read) -> None:
    text = options().replace("...for thread: 0", "...") + block(67250, 4096, iops=False)
    assert list(read("mqldt", text).samples) == [(13450.0, 1)]


def test_several_sizes_are_several_samples_and_progress_may_stand_between(read) -> None:
    progress = (
        "Executing test for write blocksize 4096 bytes (4KB). Seconds elapsed -> 1/5 \b\b\b\b2/5 \b\b\b\b"
    )
    text = options("4K,32K") + progress + block(67250, 4096) + block(57450, 32768)
    reading = read("mqldt", text)
    assert list(reading.samples.rates) == [13450.0, 11490.0]
    assert [one.size for one in reading.blocks] == [4096, 32768]
    assert (reading.summary.iterations, reading.summary.seconds) == (124700, 10.0)


def test_queue_managers_side_by_side_count_as_threads(read) -> None:
    text = (
        options()
        + "Running simulation of 3 Queue Managers\n"
        + block(104225, 131072, who=" by all queue managers")
    )
    assert list(read("mqldt", text).samples) == [(20845.0, 3)]


def test_sizes_that_are_missing_make_it_incomplete(read) -> None:
    text = options("4K,32K") + block(67250, 4096)
    outcome = read("mqldt", text).outcome
    assert outcome.word == "incomplete"
    assert "1 of 2 block sizes" in outcome.message
    half = read("mqldt", options() + block(67250, 4096)[:200])
    assert (half.outcome.word, len(half.samples), half.summary) == ("incomplete", 0, None)


@pytest.mark.parametrize(
    "end",
    [
        "^C\n",
        "[exit signal 2 (shell status 130) after 3.5 s]\n",
        "Executing test for write blocksize 4096 bytes (4KB). Seconds elapsed -> 1/5 ^C",
    ],
)
def test_an_interrupted_test_is_cancelled(read, end) -> None:
    assert read("mqldt", options() + end).outcome.word == "cancelled"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Error: --bsize must be specified as <n>k \nUsage: mqldt --dir=<directory>\n", "--bsize"),
        ("mqldt: unrecognized option '--blocks=2'\nmqldt - MQ log file tester\nUsage: mqldt --dir=<d>\n", "--blocks"),
        (options() + "Error creating (or opening existing) test file /x/t.0000: Permission denied\n", "Permission denied"),
        (options() + "Error populating test files: No space left on device\n", "No space"),
        (options() + "Executing test for write blocksize 4096 bytes (4KB). Seconds elapsed -> Error writing to test files: Bad address\n", "Bad address"),
        ("bash: ./mqldt: No such file or directory\n", "No such file"),
        ("$ ./mqldt \nmqldt - MQ log file tester\nUsage: mqldt --dir=<directory>\n", "no option"),
    ],
)  # fmt: skip
def test_a_test_that_never_ran_says_why(read, text, words) -> None:
    outcome = read("mqldt", text).outcome
    assert outcome.word == "failed"
    assert words in outcome.message


def test_a_disk_that_fills_up_on_the_way_makes_it_incomplete(read) -> None:
    text = options("4K,32K") + block(67250, 4096) + "Error writing to test files: No space left on device\n"
    reading = read("mqldt", text)
    assert (reading.outcome.word, len(reading.samples)) == ("incomplete", 1)


def test_notes_that_change_what_the_numbers_mean(read) -> None:
    assert "memory" in read("mqldt", options() + block(67250, 4096, mean=600)).outcome.message
    assert "no write was counted" in read("mqldt", options() + block(0, 4096, mean=0)).outcome.message
    delay = "Delay (microsec)            (--delay)              : 2000\n"
    assert "2000 µs" in read("mqldt", options(more=delay) + block(67250, 4096)).outcome.message


HEAD = (
    "Blocksize,Total writes to files,Total bytes written to files,Max bytes/sec written to files (over 1 sec interval),"
    "Min bytes/sec written to files (over 1 sec interval),Avg bytes/sec written to files,Max latency of write (ns),"
    "Min latency of write (ns),Avg latency of write (ns),Min bytes/sec (slowest write),Max bytes/sec (fastest write)\n"
)
ROW = "4096,67250,275456000,59990016,45129728,55092116,3988478,51608,60843,1026958,79367544\n"


@pytest.mark.parametrize(
    "shape",
    [
        HEAD + ROW,
        ROW,
        (HEAD + ROW).replace(",", ";"),
        (HEAD + ROW).replace("\n", "\r\n"),
        HEAD + ROW.rstrip(),
    ],
)
def test_a_csv_file_gives_the_same_samples(read, shape) -> None:
    reading = read("mqldt", shape)
    assert list(reading.samples) == [(13450.0, 1)]
    assert (reading.summary.iterations, reading.summary.seconds, reading.outcome.word) == (
        67250,
        5.0,
        "ok",
    )


def test_a_csv_file_of_many_runs_repeats_its_heading(read) -> None:
    reading = read("mqldt", ("Running MQLDT over 3 Queue Managers\n" + HEAD + ROW) * 2)
    assert list(reading.samples) == [(13450.0, 3), (13450.0, 3)]


def test_columns_are_known_by_their_names(read) -> None:
    text = "Blocksize,Total bytes written to files,Avg bytes/sec written to files,Avg latency of write (ns)\n4096,40960000,8192000,7\n"
    assert list(read("mqldt", text).samples) == [(2000.0, 1)]
