"""Runs that a person makes elsewhere: commands are shown, output files are read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.lab.core.experiment import FILES, Process, Prompt, Watch, Work
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.drivers.base import LiveData, LogLine, Sample
from mqtune.lab.drivers.manual import OUTPUT, ManualDriver

SUBSCRIBER = Process(
    "subscriber",
    ("cph", "-tc", "Subscriber", "-ss", "1", "-nt", "2", "-rl", "0"),
    "cph",
    2,
    None,
    background=True,
)
PUBLISHER = Process(
    "publisher", ("cph", "-tc", "Publisher", "-ss", "1", "-nt", "3", "-rl", "5"), "cph", 3, 5.0, measured=True
)
ORDER = Order(Arm("3 publishers"), 5.0)


class Person:
    """Answers one after the other."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.questions: list[Prompt] = []

    def ask(self, question: Prompt) -> str:
        self.questions.append(question)
        return self.answers.pop(0)


def output(folder: Path, name: str, rate: float, threads: int, ended: str = "") -> str:
    lines = [f"rate={rate:.2f},threads={threads}"] * 5
    path = folder / name
    path.write_text(
        "\n".join([*lines, ended, f"totalIterations={rate * 5:.0f},totalSeconds=5.00,avgRate={rate:.2f}"])
    )
    return str(path)


def test_one_file_for_the_measured_process(tmp_path: Path) -> None:
    person = Person(output(tmp_path, "p.txt", 1500, 3))
    told: list[LiveData] = []
    raw = ManualDriver(person).make(1, ORDER, Work((SUBSCRIBER, PUBLISHER)), told.append)
    assert raw.outcome == "ok"
    assert [(one.at, one.rate, one.threads) for one in raw.samples] == [(at, 1500, 3) for at in range(1, 6)]
    assert [one for one in told if isinstance(one, Sample)] == list(raw.samples)
    question = person.questions[0]
    assert question.kind == FILES
    shown = question.text
    assert shown.index("continue when the last rate line") < shown.index("-tc Subscriber")
    assert "cph -tc Publisher -ss 1 -nt 3 -rl 5 >publisher.txt 2>&1" in shown
    assert shown.index(">subscriber.txt") < shown.index(">publisher.txt")
    assert "kill -INT" in shown


def test_several_files_of_a_run_are_added(tmp_path: Path) -> None:
    other = Process("second", PUBLISHER.argv, "cph", 3, 5.0, measured=True)
    paths = [output(tmp_path, "a", 1000, 3), output(tmp_path, "b", 500, 3)]
    raw = ManualDriver(Person("\n".join(paths))).make(1, ORDER, Work((PUBLISHER, other)), lambda live: None)
    assert [(one.rate, one.threads) for one in raw.samples] == [(1500, 6)] * 5


def test_files_of_getters_too(tmp_path: Path) -> None:
    ended = "cphControlCInvoked flag triggered: 2 - Signal detected"
    paths = [output(tmp_path, "s", 2800, 2, ended), output(tmp_path, "p", 1400, 3)]
    person = Person("\n".join(paths) + "\n")
    raw = ManualDriver(person).make(1, ORDER, Work((SUBSCRIBER, PUBLISHER)), lambda live: None)
    assert raw.outcome == "ok"
    assert raw.samples[0].rate == 1400
    assert raw.figures["received"] == 2800


def test_what_does_not_fit_is_asked_again(tmp_path: Path) -> None:
    good = output(tmp_path, "p", 1500, 3)
    person = Person(str(tmp_path / "missing"), f"{good}\n{good}\n{good}", good)
    raw = ManualDriver(person).make(1, ORDER, Work((SUBSCRIBER, PUBLISHER)), lambda live: None)
    assert raw.outcome == "ok"
    assert "missing cannot be read: No such file or directory." in person.questions[1].text
    assert "3 files were named; 1 or 2 are needed." in person.questions[2].text


def test_it_does_not_ask_for_ever(tmp_path: Path) -> None:
    person = Person(*["/no/such/file"] * 3)
    raw = ManualDriver(person).make(1, ORDER, Work((PUBLISHER,)), lambda live: None)
    assert raw.outcome == "cancelled"
    assert "/no/such/file cannot be read" in raw.message


@pytest.mark.parametrize("answer", ["", "no"])
def test_nobody_answers(answer: str) -> None:
    raw = ManualDriver(Person(answer)).make(1, ORDER, Work((PUBLISHER,)), lambda live: None)
    assert (raw.outcome, raw.samples) == ("cancelled", ())


def test_an_output_of_a_failed_run(tmp_path: Path) -> None:
    path = tmp_path / "p"
    failed = "Call to MQCONNX failed [Completion code: 2; Reason code: 2059]"
    path.write_text(f"$ cph -tc Publisher\n[Publisher0] START\n{failed}\n")
    raw = ManualDriver(Person(str(path))).make(1, ORDER, Work((PUBLISHER,)), lambda live: None)
    assert (raw.outcome, raw.reason_code) == ("failed", 2059)


def test_too_few_rates_are_no_run(tmp_path: Path) -> None:
    long = Order(Arm("3 publishers"), 60.0)
    process = Process("publisher", PUBLISHER.argv, "cph", 3, 60.0, measured=True)
    raw = ManualDriver(Person(output(tmp_path, "p", 1500, 3))).make(
        1, long, Work((process,)), lambda live: None
    )
    assert (raw.outcome, raw.message) == ("incomplete", "publisher gave 5 of about 60 rates")


def test_mqldt(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "Blocksize,Total writes to files,Avg bytes/sec written to files,Avg latency of write (ns)\n"
    )
    process = Process("writer", ("mqldt", "--bsize=4K"), "mqldt", 1, 5.0, measured=True)
    person = Person(str(path))
    raw = ManualDriver(person).make(
        1, ORDER, Work((process,), (Watch("d", "m", 5, "QM1", "DIS Q"),)), lambda live: None
    )
    assert raw.outcome != "ok"
    assert "DIS Q on QM1" in person.questions[0].text


def command_output(folder: Path, name: str, command: str, threads: int, rate: float = 1500) -> str:
    path = Path(output(folder, name, rate, threads))
    path.write_text(f"controlThread START\nCommand line: {command}\n{path.read_text()}")
    return str(path)


def answered(person: Person, *works: Work, used: dict[str, int] | None = None) -> list:
    driver = ManualDriver(person, used)
    return [driver.make(number, ORDER, work, lambda live: None) for number, work in enumerate(works, 1)]


def test_the_output_of_an_earlier_run_is_refused_whatever_its_name(tmp_path: Path) -> None:
    first = output(tmp_path, "one", 1500, 3)
    copy = tmp_path / "copy"
    copy.write_bytes(Path(first).read_bytes())
    person = Person(first, first, str(copy), output(tmp_path, "two", 1501, 3))
    runs = answered(person, Work((PUBLISHER,)), Work((PUBLISHER,)))
    assert [run.outcome for run in runs] == ["ok", "ok"]
    assert runs[1].samples[0].rate == 1501
    assert "one is the output of run 1, line for line" in person.questions[2].text
    assert "copy is the output of run 1, line for line" in person.questions[3].text


def test_the_output_of_a_run_of_an_earlier_session_is_refused(tmp_path: Path) -> None:
    told: list[LiveData] = []
    path = output(tmp_path, "p", 1500, 3)
    ManualDriver(Person(path)).make(4, ORDER, Work((PUBLISHER,)), told.append)
    (digest,) = [one.text for one in told if isinstance(one, LogLine) and one.who == OUTPUT]
    person = Person(path, path, path)
    (run,) = answered(person, Work((PUBLISHER,)), used={digest: 4})
    assert run.outcome == "cancelled"
    assert "the output of run 4" in run.message


def test_two_processes_of_a_run_have_outputs_of_their_own(tmp_path: Path) -> None:
    other = Process("second", PUBLISHER.argv, "cph", 3, 5.0, measured=True)
    path = output(tmp_path, "p", 1500, 3)
    person = Person(f"{path}\n{path}", f"{path}\n{output(tmp_path, 'q', 1490, 3)}")
    (run,) = answered(person, Work((PUBLISHER, other)))
    assert run.outcome == "ok"
    assert "another process of this run" in person.questions[1].text


WANTED = "cph -vo 3 -ss 1 -tc Publisher -nt 3 -rl 5 -rt 500 -id P3 -jt mqb -d T"


@pytest.mark.parametrize(
    ("command", "threads", "why"),
    [
        (WANTED.replace("-nt 3", "-nt 4"), 4, "its command line has -nt 4, and -nt 3 was ordered"),
        (WANTED.replace("-id P3", "-id P4"), 3, "its command line has -id P4, and -id P3 was ordered"),
        (WANTED.replace("-rt 500 ", ""), 3, "its command line has no -rt, and -rt 500 was ordered"),
        (WANTED.replace("-rt 500", "-rt 510"), 3, "its command line has -rt 510"),
        (WANTED.replace("-tc Publisher", "-tc Subscriber"), 3, "its command line has -tc Subscriber"),
        (f"{WANTED} -pp true", 3, "its command line has -pp true, and no -pp was ordered"),
    ],
)
def test_the_output_of_another_arm_is_refused_by_its_own_command_line(
    tmp_path: Path, command: str, threads: int, why: str
) -> None:
    process = Process("publisher", tuple(WANTED.split()), "cph", 3, 5.0, measured=True)
    person = Person(command_output(tmp_path, "a", command, threads), command_output(tmp_path, "b", WANTED, 3))
    (run,) = answered(person, Work((process,)))
    assert run.outcome == "ok"
    assert why in person.questions[1].text


@pytest.mark.parametrize(
    "command",
    [
        WANTED,
        WANTED.replace("cph", "/opt/cph/cph"),
        WANTED.replace("-rt 500", "-rt 500.0"),
        WANTED.replace("-vo 3", "-vo 4"),
    ],
)
def test_the_same_command_on_another_host_is_accepted(tmp_path: Path, command: str) -> None:
    process = Process("publisher", tuple(WANTED.split()), "cph", 3, 5.0, measured=True)
    (run,) = answered(Person(command_output(tmp_path, "a", command, 3)), Work((process,)))
    assert run.outcome == "ok"


@pytest.mark.parametrize("threads", [2, 4])
def test_without_a_command_line_the_threads_show_another_arm(tmp_path: Path, threads: int) -> None:
    person = Person(output(tmp_path, "a", 1500, threads), output(tmp_path, "b", 1500, 3))
    (run,) = answered(person, Work((PUBLISHER,)))
    assert run.outcome == "ok"
    assert f"it has {threads} threads, and 3 were ordered" in person.questions[1].text


def test_an_output_of_jms_is_compared_as_well(tmp_path: Path) -> None:
    java = "java -Xms768M -cp perfharness.jar JMSPerfHarness"
    options = "-tc jms.r11.PutGet -nt {} -rl 5 -ss 1 -id 1"
    process = Process("putget", tuple(f"{java} {options.format(3)}".split()), "jms", 3, 5.0, measured=True)
    path = tmp_path / "j.txt"
    path.write_text(f"$ {java} {options.format(8)}\nrate=10.00,threads=8\n")
    person = Person(*[str(path)] * 3)
    (run,) = answered(person, Work((process,)))
    assert run.outcome == "cancelled"
    assert "its command line has -nt 8, and -nt 3 was ordered" in run.message


@pytest.mark.parametrize(
    "copied",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: f"{text}\n\n".encode(),
        lambda text: text.encode("utf-16"),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
    ],
)
def test_a_copy_with_other_line_ends_or_another_encoding_is_the_same_output(tmp_path: Path, copied) -> None:
    first, copy = output(tmp_path, "one", 1500, 3), tmp_path / "copy"
    copy.write_bytes(copied(Path(first).read_text()))
    person = Person(first, str(copy), output(tmp_path, "two", 1501, 3))
    runs = answered(person, Work((PUBLISHER,)), Work((PUBLISHER,)))
    assert runs[1].samples[0].rate == 1501
    assert "copy is the output of run 1" in person.questions[2].text


def test_runs_that_fail_alike_are_not_the_same_output(tmp_path: Path) -> None:
    path = tmp_path / "p"
    path.write_text("$ cph -tc Publisher\nCall to MQCONNX failed [Completion code: 2; Reason code: 2059]\n")
    runs = answered(Person(*[str(path)] * 2), Work((PUBLISHER,)), Work((PUBLISHER,)))
    assert [run.outcome for run in runs] == ["failed", "failed"]


def test_processes_that_print_nothing_do_not_have_the_same_output(tmp_path: Path) -> None:
    silent = [tmp_path / name for name in ("a", "b")]
    for path in silent:
        path.write_text("")
    second = Process("second", SUBSCRIBER.argv, "cph", 2, None, background=True)
    person = Person("\n".join([*map(str, silent), output(tmp_path, "p", 1500, 3)]))
    (run,) = answered(person, Work((SUBSCRIBER, second, PUBLISHER)))
    assert len(person.questions) == 1
    assert run.outcome != "cancelled"


def test_a_file_to_which_several_runs_were_appended_is_refused(tmp_path: Path) -> None:
    one, two = output(tmp_path, "one", 1500, 3), output(tmp_path, "two", 1490, 3)
    both = tmp_path / "both"
    both.write_text(f"{Path(one).read_text()}\n{Path(two).read_text()}")
    person = Person(one, str(both), two)
    runs = answered(person, Work((PUBLISHER,)), Work((PUBLISHER,)))
    assert [run.outcome for run in runs] == ["ok", "ok"]
    assert "it has 10 rates, and 5 are expected; name a file of one run" in person.questions[2].text


@pytest.mark.parametrize("quote", ["'", '"'])
def test_the_quotes_of_a_shell_are_not_part_of_a_command(tmp_path: Path, quote: str) -> None:
    process = Process("publisher", tuple(WANTED.split()), "cph", 3, 5.0, measured=True)
    path = command_output(tmp_path, "a", WANTED.replace("-d T", f"-d {quote}T{quote}"), 3)
    (run,) = answered(Person(path), Work((process,)))
    assert run.outcome == "ok"


def test_messages_of_another_length_are_another_load(tmp_path: Path) -> None:
    process = Process("publisher", tuple(WANTED.split()), "cph", 3, 5.0, measured=True)
    path = command_output(tmp_path, "a", f"{WANTED} -ms 2048", 3)
    (run,) = answered(Person(path, "no"), Work((process,)))
    assert run.outcome == "cancelled"


@pytest.mark.parametrize(("size", "asked"), [(131072, 1), (4096, 2)])
def test_the_blocks_of_mqldt_are_those_of_the_order(tmp_path: Path, size: int, asked: int) -> None:
    path = tmp_path / "log.txt"
    path.write_text(
        "Blocksize,Total writes to files,Avg bytes/sec written to files,Avg latency of write (ns)\n"
        f"{size},95225,1248184420,83669\n"
    )
    process = Process("writer", ("mqldt", "--bsize=128K"), "mqldt", 1, 5.0, measured=True)
    person = Person(str(path), "no")
    answered(person, Work((process,)))
    assert len(person.questions) == asked
    assert asked == 1 or "it has blocks of 4K, and 128K were ordered" in person.questions[1].text
