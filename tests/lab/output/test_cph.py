"""Output of MQ-CPH in the shapes that its options, its failures and its surroundings give it."""

# lines of output stand as they are printed
# ruff: noqa: E501

from __future__ import annotations

import pytest

COMMAND = "Command line: cph -tc Publisher -nt 2 -ss 1 -rl 5 -jb QM1 -jt mqb -d PRICES \n"
START = "".join(
    f"[Publisher{n}] START\n[Publisher{n}] First session open - entering RUNNING state.\n" for n in (0, 1)
)
RATES = "rate=900.00,threads=2\nrate=910.50,threads=2\nrate=905.00,threads=2\n"
STOP = "[Publisher1] STOP\n[Publisher0] STOP\n"
SUMMARY = "totalIterations=4530,totalSeconds=5.02,avgRate=902.39\n"
RUN = f"{COMMAND}controlThread START\n{START}{RATES}Timer : Runlength expired\n{STOP}{SUMMARY}controlThread STOP\n"
SAMPLES = [(900.0, 2), (910.5, 2), (905.0, 2)]


def failed(thread: str, call: str, code: int) -> str:
    words = f"Call to {call} failed [Completion code: 2; Reason code: {code}]"
    return (
        f"Created Error message to pass to runtime_error()\n{words}\n[{thread}] Caught exception: {words}\n\n"
    )


def test_a_run_that_came_to_its_end_is_good(read) -> None:
    reading = read("cph", RUN)
    assert list(reading.samples) == SAMPLES
    summary = reading.summary
    assert (summary.iterations, summary.seconds, summary.average_rate) == (4530, 5.02, 902.39)
    assert (reading.outcome.word, reading.outcome.reason_code) == ("ok", None)


@pytest.mark.parametrize(
    "shape",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("rate=9", "\x1b[32mrate\x1b[0m=9").replace("[Pub", "\x1b]0;title\x07[Pub"),
        lambda text: "".join(
            f"2026-11-20T10:00:00Z {line}\n" if "rate=" in line else f"{line}\n" for line in text.split("\n")
        ),
        lambda text: text.replace("rate=", "id=P 7,rate="),
        lambda text: text.replace("rate=", " (450\t450\t) rate="),
        lambda text: text.replace(
            ",threads=2", ",threads=2,avg_latency(uSec)=7,max_latency(uSec)=9,min_latency(uSec)=0"
        ),
        lambda text: text.replace("threads=2\n", "threads=2Sending errorMsg to STDERR\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.encode("utf-16"),
        lambda text: text.rstrip("\n"),
        lambda text: text.encode() + b"\xff\xfe\x00\x80",
        lambda text: "\n".join(line for line in text.split("\n") if "=" in line),
        lambda text: "Welcome to host\nlog4j:WARN No appenders\n" + text + "user@host:~$ \n",
    ],
    ids=[
        "crlf",
        "cr",
        "ansi",
        "stamped",
        "id",
        "per-thread",
        "latency",
        "glued",
        "bom",
        "utf-16",
        "no-end",
        "bytes",
        "bare",
        "noise",
    ],
)
def test_the_same_numbers_are_read_from_any_shape(read, shape) -> None:
    reading = read("cph", shape(RUN))
    assert list(reading.samples) == SAMPLES
    assert reading.summary.iterations == 4530
    assert reading.outcome.word == "ok"


def test_the_first_counts_per_thread_may_run_together(read) -> None:
    reading = read("cph", RUN.replace("rate=900", " (450450) rate=900"))
    assert list(reading.samples) == SAMPLES


def test_a_queue_manager_that_is_not_there_means_that_nothing_ran(read) -> None:
    text = f"{COMMAND}[Publisher0] START\n{failed('Publisher0', 'MQCONNX', 2059)}[Publisher0] STOP\n"
    text += "rate=0.00,threads=0\n[ControlThread] Caught exception: Publisher0: State ERROR set.\n"
    outcome = read("cph", text + "totalIterations=0,totalSeconds=1167281089.36,avgRate=0.00\n").outcome
    assert (outcome.word, outcome.reason_code) == ("failed", 2059)
    assert "Call to MQCONNX failed" in outcome.message
    assert "MQRC_Q_MGR_NOT_AVAILABLE" in outcome.message


def test_one_thread_of_two_that_fails_on_the_way_makes_the_run_incomplete(read) -> None:
    text = COMMAND + START + RATES + failed("Publisher1", "MQPUT", 2053) + "rate=450.00,threads=1\n" + SUMMARY
    outcome = read("cph", text).outcome
    assert (outcome.word, outcome.reason_code) == ("incomplete", 2053)
    assert "1 of 2 threads ended early" in outcome.message


def test_a_thread_that_cannot_start_beside_others_that_run_is_a_loss(read) -> None:
    text = COMMAND + START + RATES + failed("Publisher2", "MQCONNX", 2537) + SUMMARY
    assert read("cph", text).outcome.word == "incomplete"


def test_the_driver_s_own_code_is_not_given_as_one_of_mq(read) -> None:
    outcome = read("cph", COMMAND + failed("Publisher0", "MQCONNX", 6000)).outcome
    assert (outcome.word, outcome.reason_code) == ("failed", None)
    assert "library was not loaded" in outcome.message


def test_threads_that_vanish_without_a_word_are_a_loss(read) -> None:
    outcome = read(
        "cph",
        "rate=9.00,threads=3\nrate=9.00,threads=3\nrate=6.00,threads=2\nrate=6.00,threads=2\n" + SUMMARY,
    ).outcome
    assert outcome.word == "incomplete"
    assert "2 of 3" in outcome.message


@pytest.mark.parametrize(("ends", "word"), [(STOP, "ok"), ("", "incomplete")])
def test_a_last_rate_line_between_the_ends_of_threads_is_no_loss(read, ends, word) -> None:
    assert (
        read("cph", COMMAND + START + RATES + "rate=4.00,threads=1\n" + ends + SUMMARY).outcome.word == word
    )
    later = "rate=4.00,threads=1\nrate=4.00,threads=1\n"
    assert read("cph", COMMAND + START + RATES + later + ends + SUMMARY).outcome.word == "incomplete"


@pytest.mark.parametrize(
    ("options", "lines", "word"),
    [
        ("-ss 10 -rl 60", 5, "incomplete"),  # the sixth line of 10 s each is printed after 60 s
        ("-ss 10 -rl 60", 6, "ok"),
        ("-ss 1 -rl 6", 5, "incomplete"),
        ("-ss 1 -rl 6", 6, "ok"),
        ("", 5, "incomplete"),
        ("", 6, "ok"),
        ("-ss 10 -rl 0", 9, "incomplete"),
        ("-mg 1000", 3, "ok"),
    ],
)
def test_threads_that_are_gone_after_the_run_length_are_no_loss(read, options, lines, word) -> None:
    command = f"Command line: cph -tc Publisher -nt 2 {options} -jb QM1 -jt mqb -d PRICES \n"
    rates = lines * "rate=900.00,threads=2\n" + "rate=450.00,threads=1\n"
    outcome = read("cph", command + START + rates + SUMMARY).outcome
    assert outcome.word == word
    assert ("threads were lost: 1 of 2" in outcome.message) == (word != "ok")


def test_rates_of_the_whole_job_replace_those_of_single_processes(read) -> None:
    single = "rate=100.00,threads=1\n"
    whole = "rate=210.00,threads=2,processes=2\n"
    assert list(read("cph", single + single + whole + single + whole).samples) == [(210.0, 2), (210.0, 2)]


def test_successive_runs_are_added_up(read) -> None:
    second = RUN.replace("totalIterations=4530,totalSeconds=5.02", "totalIterations=470,totalSeconds=5.03")
    summary = read("cph", RUN + second).summary
    assert (summary.iterations, summary.seconds, summary.average_rate) == (5000, 10.05, 497.51)
    assert "covers 2 runs" in read("cph", RUN + RUN).outcome.message
    assert "covers" not in read("cph", RUN).outcome.message
    of_processes = RUN.replace(RATES, RATES.replace("threads=2", "threads=2,processes=2")) + SUMMARY
    assert "covers" not in read("cph", of_processes).outcome.message


def test_fewer_threads_after_the_run_length_are_no_loss(read) -> None:
    slow = RUN.replace(STOP, "[Publisher0] STOP\nrate=0.00,threads=1\n[Publisher1] STOP\n")
    assert read("cph", slow).outcome.word == "ok"
    unsaid = (
        RATES
        + "rate=9.00,threads=2\nrate=9.00,threads=2\n[Publisher0] STOP\nrate=0.00,threads=1\nrate=0.00,threads=1\n"
    )
    assert read("cph", COMMAND + START + unsaid + "[Publisher1] STOP\n" + SUMMARY).outcome.word == "ok"


def test_fewer_threads_than_asked_for_are_a_loss(read) -> None:
    assert (
        read("cph", COMMAND + RATES.replace("threads=2", "threads=1") + SUMMARY).outcome.word == "incomplete"
    )


@pytest.mark.parametrize("signal", [2, 15])
def test_a_signal_cancels_the_run_and_what_fails_after_it_is_no_fault(read, signal) -> None:
    end = f"cphControlCInvoked flag triggered: {signal} - Signal detected\nCaught shutdown exception.\n"
    text = COMMAND + START + RATES + end + failed("Publisher0", "MQGET", 2033) + STOP + SUMMARY
    outcome = read("cph", text).outcome
    assert (outcome.word, outcome.reason_code) == ("cancelled", None)
    assert f"signal {signal}" in outcome.message


@pytest.mark.parametrize(
    "end",
    [
        "[exit signal 9 (shell status 137) after 3.0 s]\n",
        "[exit 137 after 3.0 s]\n",
        "Killed\n",
        "run.sh: line 3:  4711 Terminated              cph -tc\n",
        "^C\n",
    ],
)
def test_a_kill_from_outside_cancels_the_run(read, end) -> None:
    assert read("cph", COMMAND + START + RATES + end).outcome.word == "cancelled"


@pytest.mark.parametrize(
    "end", ["Segmentation fault (core dumped)\n", "[exit signal 11 (shell status 139) after 3.0 s]\n"]
)
def test_a_crash_in_mid_run_is_no_cancellation(read, end) -> None:
    assert read("cph", COMMAND + START + RATES + end).outcome.word == "incomplete"


def test_connections_that_were_made_again_are_no_loss(read) -> None:
    lost = "MQGET Return code caused error or not recognized; mqrc:2009\nMQGET Throwing exception; mqcc:2 ;Name: Q1\n"
    again = "[ReconnectTimer1]: All threads reconnected at 20_11_2026 07:56:50.427\n"
    good = read("cph", COMMAND + START + RATES + lost + again + SUMMARY).outcome
    assert (good.word, good.reason_code) == ("ok", None)
    bad = read("cph", COMMAND + START + RATES + lost + SUMMARY).outcome
    assert (bad.word, bad.reason_code) == ("incomplete", 2009)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Invalid parameter: (jt) Unrecognised connection type: x\n", "Unrecognised connection type"),
        ("Cannot find lib - libmqm_r.so!\n", "libmqm_r.so"),
        ("ERROR couldn't open properties file: /opt/Config.properties.\n", "Config.properties"),
        ("ERROR couldn't open properties file: /opt/Pub.properties.\n  what():  No known worker-thread implementation named 'Pub'.\n", "implementation named 'Pub'"),
        ("Size limit for parameter jc exceeded.\nMaximum permitted size: 19. Size of value passed: 20\n", "parameter jc"),
        ("Timed out waiting for thread 'Publisher0' to start.\n[ControlThread] Caught exception: Publisher0: State ERROR set.\n", "Timed out"),
        ("bash: cph: command not found\n", "not found"),
        ("[exit 8 after 0.0 s]\n", "8"),
    ],
)  # fmt: skip
def test_a_driver_that_never_ran_says_why_in_its_own_words(read, text, words) -> None:
    outcome = read("cph", text).outcome
    assert (outcome.word, outcome.reason_code) == ("failed", None)
    assert words in outcome.message


def test_a_summary_alone_and_rates_alone(read) -> None:
    alone = read("cph", SUMMARY)
    assert (alone.outcome.word, len(alone.samples)) == ("ok", 0)
    assert read("cph", RATES).outcome.word == "incomplete"
    quiet = COMMAND.replace("-ss 1", "-su false -ss 1") + START + RATES + STOP
    assert read("cph", quiet).outcome.word == "ok"


def test_the_last_line_of_a_file_that_breaks_off_is_not_trusted(read) -> None:
    text = COMMAND + "rate=9.00,threads=12\nrate=9.00,threads=1"
    assert list(read("cph", text).samples) == [(9.0, 12)]
    assert read("cph", RUN[: RUN.index("avgRate") + 11]).summary is None


def test_rates_without_a_number_are_left_out_and_told(read) -> None:
    reading = read("cph", RUN.replace("rate=900.00", "rate=-nan").replace("avgRate=902.39", "avgRate=inf"))
    assert len(reading.samples) == 2
    assert reading.summary.average_rate is None
    assert "without a number: 1" in reading.outcome.message


def test_numbers_under_other_locales(read) -> None:
    text = RUN.replace("910.50", "1.910,50").replace("905.00", "1 905,25")
    assert list(read("cph", text).samples) == [(900.0, 2), (1910.5, 2), (1905.25, 2)]


def test_runs_one_after_the_other_are_summed_up(read) -> None:
    second = RUN.replace("-nt 2", "-nt 1").replace("threads=2", "threads=1")
    reading = read("cph", RUN + second)
    assert reading.outcome.word == "ok"
    assert (reading.summary.iterations, reading.summary.seconds) == (9060, 10.04)
    assert len(reading.samples) == 6


def test_the_sum_of_several_processes_counts_once(read) -> None:
    text = "cph -vo 3 -nt 1\nCommand line: cph -nt 3 -id 0\nCommand line: cph -nt 2 -id 1\n"
    single = "pid:71 id=0,rate=60.00,threads=3\npid:72 id=1,rate=40.00,threads=2\n"
    text += single + (single + "rate=100.00,threads=5,processes=2\n") * 2
    text += "pid:71 totalIterations=120,totalSeconds=2.01,avgRate=60.00\n"
    text += "pid:72 totalIterations=80,totalSeconds=2.03,avgRate=40.00\n"
    cut = read("cph", text)
    assert (cut.outcome.word, cut.summary.iterations) == ("incomplete", 200)
    reading = read(
        "cph", text + "totalJobIterations=200,maxSeconds=2.03,avgJobRate=100.00,avgRatePerProcess=50.00\n"
    )
    assert list(reading.samples) == [(100.0, 5), (100.0, 5)]
    assert (reading.summary.iterations, reading.summary.average_rate) == (200, 100.0)
    assert reading.outcome.word == "ok"


@pytest.mark.parametrize(
    "prefix",
    [
        "2026-11-02T10:00:00.123456789Z ",
        "[2026-11-02 10:00:00] ",
        "[pod/cph-1/cph] ",
        "[pod/cph-1/cph] 2026-11-02T10:00:00.1Z ",
        "cph-1  | ",
        "Nov 02 10:00:00 host1 cph[1234]: ",
        "2026-11-02T10:00:00+0100 host1 podman[77]: ",
    ],
)
def test_what_a_container_or_a_pipeline_puts_before_each_line_is_left_out(read, prefix) -> None:
    plain = read("cph", RUN)
    found = read("cph", "".join(f"{prefix}{line}\n" for line in RUN.splitlines()))
    assert (list(found.samples), found.summary, found.outcome) == (SAMPLES, plain.summary, plain.outcome)
