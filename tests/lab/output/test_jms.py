"""Output of JMSPerfHarness: every statistics module, locales, overflow, failures."""

# lines of output stand as they are printed
# ruff: noqa: E501

from __future__ import annotations

import pytest

COMMAND = "$ java -cp 'harness.jar:lib/*' JMSPerfHarness -tc jms.r11.Sender -nt 2 -ss 2 -rl 6 -d Q\n"
START = "ControlThread1: START\nSender1: START\nSender2: START\n"
STOP = "Sender2: STOP\nSender1: STOP\n"
RATES = "rate=70.50,total messages=141,Snapshot period=2,threads=2\nid=7,rate=80.00,total messages=160,Snapshot period=2,threads=2\n"
SUMMARY = "totalIterations=480,avgDuration=6.02,totalRate=79.73\n"
END = "ControlThread1: STOP\n"
RUN = COMMAND + START + RATES + STOP + SUMMARY + END
REFUSED = (
    "com.ibm.msg.client.jms.DetailedJMSSecurityException: JMSWMQ2013: The security authentication was not valid.\n"
    "Please check if the supplied username and password are correct.\n"
    "\tat com.ibm.msg.client.wmq.common.internal.Reason.reasonToException(Reason.java:531)\n"
    "Caused by: com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED')"
    " reason '2035' ('MQRC_NOT_AUTHORIZED').\n\t... 13 more\n"
)


def test_a_run_that_came_to_its_end_is_good(read) -> None:
    reading = read("jms", RUN)
    assert list(reading.samples) == [(70.5, 2), (80.0, 2)]
    summary = reading.summary
    assert (summary.iterations, summary.seconds, summary.average_rate) == (480, 6.02, 79.73)
    assert reading.outcome.word == "ok"


@pytest.mark.parametrize(
    ("line", "sample"),
    [
        ("rate=1.50,total messages=3,Snapshot period=2,threads=4,totalLateResponses=0,totalUnknownMessages=0,totalTimeouts=0", (1.5, 4)),
        ("id=A,memory=28100128.00, (1\t2\t) rate=1.50,total messages=3,Snapshot period=2,threads=2", (1.5, 2)),
        ("rateR=390.50,threads=4", (390.5, 4)),
        ("id=R, (1\t2\t) rateR=390,50,threads=2", (390.5, 2)),
        ("id=Q,tps=2712.00,avgResponse(micros)=737,threads=2", (2712.0, 2)),
        ("tps=0.00,avgResponse(micros),threads=2", (0.0, 2)),
        (" (10,506(micros)\t12,498(micros)\t) tps=11.00,avgResponse(micros)=502,threads=2", (11.0, 2)),
        ("tps=5.00,min/max/avg response(micros)=1/9/4,threads=3,totalResponses=10,totalUnknownMessages=0,totalTimeouts=0", (5.0, 3)),
        ("tps=5.00,min/max/avg response(micros)=NA/NA/NA,threads=3,totalResponses=0", (5.0, 3)),
        ("2026/11/20,10:11:12,Threads,8,MsgRate,1200.50", (1200.5, 8)),
        ("id=F,2026/11/20,10:11:12,Threads,2,MsgRate,1200,50,IndThreads,1200,1201", (1200.5, 2)),
        ("rate=١٢٣٤٫٥٠,total messages=٢٤٦٩,Snapshot period=٢,threads=٣", (1234.5, 3)),
        ("rate=1\u00a0234,50,total messages=2469,Snapshot period=2,threads=3", (1234.5, 3)),
        ("rate=1'234.50,total messages=2469,Snapshot period=2,threads=3", (1234.5, 3)),
    ],
)  # fmt: skip
def test_every_statistics_module_gives_samples(read, line, sample) -> None:
    assert list(read("jms", f"{START}{line}\n{END}").samples) == [sample]


@pytest.mark.parametrize(
    ("line", "summary"),
    [
        ("totalIterations=70669,avgDuration=6,17,totalRate=11457,36", (70669, 6.17, 11457.36)),
        ("totalIterations=9,avgDuration=3.00,totalRate=3.00,totalLateResponses=0.00,totalUnknownMessages=0.00,totalTimeouts=0.00", (9, 3.0, 3.0)),
        ("totalIterations=8000,avgDuration=16,00,maxrateR=580,40", (8000, 16.0, 500.0)),
        ("            OVERALL:               33210                8.31             3995.38|                 499", (33210, 8.31, 3995.38)),
        ("2026/11/20,10:11:12,Q1,MsgSize,2K,Threads,4,MsgRate,50.00,Iterations,1000,AvgDuration,20.00,Tx,false,Persistent,false,UseCorrId,false", (1000, 20.0, 50.0)),
        ("2026/11/20,10:11:12,Q1,MsgSize,2K,Threads,4,MsgRate,0.00,Iterations,1000,AvgDuration,20.00,Tx,false,Persistent,false,UseCorrId,false", (1000, 20.0, 50.0)),
        ("totalIterations=0,avgDuration=NaN,totalRate=0.00", (0, None, 0.0)),
        ("totalIterations=5,avgDuration=0.00,totalRate=∞", (5, 0.0, None)),
    ],
)  # fmt: skip
def test_every_statistics_module_gives_a_summary(read, line, summary) -> None:
    found = read("jms", f"{START}{line}\n{END}").summary
    assert (found.iterations, found.seconds, found.average_rate) == summary


def test_a_rate_that_overflowed_is_made_from_its_count(read) -> None:
    # 3,000,000 iterations in 2.000 s: the product with 1000 does not fit into 32 bits
    line = "rate=-647483.65,total messages=3000000,Snapshot period=2,threads=9\n"
    [(rate, threads)] = read("jms", START + line + END).samples
    assert (rate, threads) == (pytest.approx(1_500_000, rel=1e-6), 9)
    odd = "rate=12.00,total messages=3000000,Snapshot period=2,threads=9\n"
    assert list(read("jms", START + odd + END).samples.rates) == [1_500_000.0]
    right = "rate=1498000.00,total messages=3000000,Snapshot period=2,threads=9\n"
    assert list(read("jms", START + right + END).samples.rates) == [1_498_000.0]


@pytest.mark.parametrize("milliseconds", [1000, 1001, 1999, 10_003])
@pytest.mark.parametrize("count", [1, 2_147_483, 2_147_484, 4_294_967, 4_294_968, 7_000_001, 90_000_000])
def test_a_rate_of_any_count_is_made_from_a_product_of_32_bits(read, count, milliseconds) -> None:
    product = (count * 1000 + (1 << 31)) % (1 << 32) - (1 << 31)
    seconds = milliseconds // 1000
    rate = f"rate={product / milliseconds:.2f},total messages={count},Snapshot period={seconds},threads=9\n"
    (read_rate,) = read("jms", START + rate + END).samples.rates
    least, most = count / (seconds + 1), count / seconds
    assert least * 0.98 <= read_rate <= most * 1.02
    if abs(product) > 10_000 * milliseconds:
        assert read_rate == pytest.approx(count * 1000 / milliseconds, rel=1e-4)


def test_a_rate_that_overflowed_without_a_count_is_left_out_and_told(read) -> None:
    for rate in ("-647483.65", "-0.50"):
        reading = read("jms", START + f"tps={rate},avgResponse(micros)=1,threads=9\n" + SUMMARY + END)
        assert len(reading.samples) == 0
        assert reading.outcome.word == "incomplete"


def test_the_rolling_average_of_nothing_yet_is_no_sample(read) -> None:
    reading = read("jms", START + "rateR=NaN,threads=2\nrateR=5.00,threads=2\n" + SUMMARY + END)
    assert list(reading.samples) == [(5.0, 2)]
    assert reading.outcome.word == "ok"


def test_a_connection_that_fails_at_the_start_means_that_nothing_ran(read) -> None:
    trace = f"Sender1: Connection attempt failed\n{REFUSED}Sender1: Uncaught exception.\n{REFUSED}"
    text = f"{COMMAND}ControlThread1: START\nSender1: START\n{trace}Sender1: STOP\n"
    outcome = read("jms", text + "totalIterations=0,avgDuration=0.43,totalRate=0.00\n" + END).outcome
    assert (outcome.word, outcome.reason_code) == ("failed", 2035)
    assert "JMSWMQ2013" in outcome.message
    assert outcome.message.count("MQRC_NOT_AUTHORIZED") == 1


def test_a_connection_that_breaks_on_the_way_makes_the_run_incomplete(read) -> None:
    text = COMMAND + START + RATES + f"Sender1: Uncaught exception.\n{REFUSED}" + STOP + SUMMARY + END
    outcome = read("jms", text).outcome
    assert (outcome.word, outcome.reason_code) == ("incomplete", 2035)


def test_attempts_that_succeeded_in_the_end_are_told_only(read) -> None:
    text = (
        COMMAND + "ControlThread1: START\nSender1: START\n" + f"Sender1: Connection attempt failed\n{REFUSED}"
    )
    outcome = read("jms", text + RATES + STOP + SUMMARY + END).outcome
    assert (outcome.word, outcome.reason_code) == ("ok", None)
    assert "failed attempts to connect before: 1" in outcome.message


def test_a_fault_of_the_command_thread_is_none_of_the_run(read) -> None:
    noise = '[stderr]\nException in thread "Thread-1" com.ibm.uk.hursley.perfharness.util.TypedPropertyException: x\n\tat a.b\n'
    assert read("jms", RUN + noise).outcome.word == "ok"


def test_a_run_that_was_too_short_was_cancelled(read) -> None:
    short = RUN.replace("-rl 6", "-rl 60")
    assert read("jms", short).outcome.word == "cancelled"
    assert read("jms", RUN.replace("-rl 6", "-rl 0")).outcome.word == "cancelled"
    assert read("jms", short.replace("-nt 2", "-nt 2 -mg 240")).outcome.word == "ok"
    assert read("jms", RUN.replace("-rl 6", "-rl 10 -sw 4")).outcome.word == "ok"
    assert read("jms", short.removeprefix(short.split("\n")[0])).outcome.word == "ok"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[stderr]\nInvalid parameter: Parameter [zz] (from commandline) is not known/valid in this configuration\n[exit 1 after 1.0 s]\n", "[zz]"),
        ('Exception in thread "main" java.lang.NoClassDefFoundError: javax/jms/Message\n\tat JMSPerfHarness.main(x)\n', "NoClassDefFoundError"),
        ("Error: Could not find or load main class JMSPerfHarness\nCaused by: java.lang.ClassNotFoundException: JMSPerfHarness\n", "main class"),
        ("Error occurred during initialization of VM\nInitial heap size set to a larger value\n", "initialization of VM"),
        ("main: CCDT url cannot be opened: file:///x.json\n", "CCDT"),
        ("bash: java: command not found\n", "not found"),
    ],
)  # fmt: skip
def test_a_driver_that_never_ran_says_why_in_its_own_words(read, text, words) -> None:
    outcome = read("jms", text).outcome
    assert (outcome.word, outcome.reason_code) == ("failed", None)
    assert words in outcome.message


def test_an_output_that_stops_in_mid_run_is_incomplete(read) -> None:
    assert read("jms", COMMAND + START + RATES).outcome.word == "incomplete"
    assert read("jms", COMMAND + START).outcome.word == "incomplete"


def test_a_log_with_more_details_tells_of_signal_and_run_length(read) -> None:
    signal = RUN.replace(STOP, f"PerfHarnessSignalHandler: START\n{STOP}")
    assert read("jms", signal).outcome.word == "cancelled"
    expired = RUN.replace("-rl 6", "-rl 60").replace(STOP, f"Timer-0: Runlength expired\n{STOP}")
    assert read("jms", expired).outcome.word == "ok"


def test_a_thread_that_does_not_start_in_time_ends_the_run(read) -> None:
    slow = "ControlThread1: WorkerThread start interval (-wt=10) exceeded with no response from Sender2\n"
    nothing = f"{COMMAND}ControlThread1: START\nSender1: START\n{slow}"
    outcome = read("jms", nothing + "totalIterations=0,avgDuration=0.00,totalRate=NaN\n" + END).outcome
    assert (outcome.word, "exceeded with no response" in outcome.message) == ("failed", True)
    assert read("jms", COMMAND + START + RATES + slow + SUMMARY + END).outcome.word == "incomplete"


def test_a_run_without_stack_traces_still_tells_of_its_failure(read) -> None:
    text = COMMAND + START + RATES + "Sender1: Uncaught exception.\n" + STOP + SUMMARY + END
    outcome = read("jms", text).outcome
    assert (outcome.word, outcome.reason_code) == ("incomplete", None)
    assert "Uncaught exception" in outcome.message


def test_a_thread_that_the_virtual_machine_ends_is_lost(read) -> None:
    end = (
        'Exception in thread "Sender1" java.lang.OutOfMemoryError: Java heap space\n\tat a.B.run(B.java:1)\n'
    )
    outcome = read("jms", COMMAND + START + RATES + end + STOP + SUMMARY + END).outcome
    assert outcome.word == "incomplete"
    assert outcome.message == "java.lang.OutOfMemoryError: Java heap space (one thread ended early)"
