"""The work of a question grows with the records, not with their pairs: counted in calls, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from mqtune.analysis.access.answer import Answer
from mqtune.cli.main import main
from mqtune.session.options import Options
from mqtune.session.session import Session

Ask = Callable[..., Answer]
CHANNEL = "ABCDEFGHIJKLMNOPQRST"
DEFINITION = f"DEFINE CHANNEL({CHANNEL}) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12)\n"
FEW, TIMES = 80, 4


def profile(number: int) -> str:
    """A profile that fits the channel; one of a higher number is more specific."""
    letters = zip(CHANNEL[1:], f"{number * 1600:019b}", strict=True)
    return CHANNEL[0] + "".join(letter if digit == "1" else "*" for letter, digit in letters)


# records that all fit one connection
ROWS = {
    "by address": "TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('u{}')",
    "of everyone": "TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('u{}')",
    "by user": "TYPE(USERMAP) CLNTUSER('app') USERSRC(MAP) MCAUSER('u{}')",
    "by subject": "TYPE(SSLPEERMAP) SSLPEER('CN=*') USERSRC(MAP) MCAUSER('u{}')",
    "by host": "TYPE(ADDRESSMAP) ADDRESS('h{}.x') USERSRC(MAP) MCAUSER('u{}')",
    "with WARN": "TYPE(USERMAP) CLNTUSER('app') USERSRC(NOACCESS) WARN(YES)",
    "lists with WARN": "TYPE(BLOCKUSER) USERLIST('app') WARN(YES)",
}


def script(row: str, count: int) -> str:
    """A channel with many records."""
    records = (
        f"SET CHLAUTH('{profile(number)}') {row.replace('{}', str(number))}\n" for number in range(1, count)
    )
    return DEFINITION + "".join(records)


def calls_of(function: Callable[[], object]) -> int:
    """How many calls it makes."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_records_that_fit_one_connection_are_not_compared_with_each_other(row: str, ask: Ask) -> None:
    asked = {"channel": CHANNEL, "user": "app", "certificate": "CN=a"}
    few, many = (
        calls_of(lambda count=count: ask(script(row, count), **asked)) for count in (FEW, FEW * TIMES)
    )
    assert many < 1.5 * TIMES * few


PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n'
TEST = '[[access-test]]\nchannel = "A{0}"\naddress = "10.1.2.3"\nuser = "u{0}"\nexpect = "allowed"\n'
LOOKED_UP = {
    "records of each channel": "SET CHLAUTH('A{0}') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL)\n",
    "lists of each channel": "SET CHLAUTH('A{0}') TYPE(BLOCKUSER) USERLIST('x')\n",
    "authorities": "SET AUTHREC PROFILE('Q{0}') OBJTYPE(QUEUE) PRINCIPAL('u{0}') AUTHADD(PUT)\n",
}
OBJECT = 'object = "QLOCAL(Q{0})"\nfor = "put"\n'


def write_tests(row: str, count: int) -> None:
    """As many tests as records."""
    definitions = "DEFINE QLOCAL(Q{0})\nDEFINE CHANNEL(A{0}) CHLTYPE(SVRCONN)\n" + row
    Path("a.mqsc").write_text("".join(map(definitions.format, range(count))))
    Path("mqtune.toml").write_text(PROJECT + "".join(map((TEST + OBJECT).format, range(count))))


@pytest.mark.parametrize("row", LOOKED_UP.values(), ids=list(LOOKED_UP))
def test_tests_of_access_look_up_what_they_are_about(
    row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def calls(count: int) -> int:
        write_tests(row, count)
        return calls_of(lambda: main(["access", "--tests"]))

    calls(1)
    assert calls(FEW * TIMES) < 1.5 * TIMES * calls(FEW)


def test_tests_that_compare_too_many_records_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_tests("SET CHLAUTH('A*') TYPE(USERMAP) CLNTUSER('u{0}') USERSRC(CHANNEL)\n", 20)
    assert main(["access", "--tests"]) != 2
    monkeypatch.setattr("mqtune.questions.access.MOST_COMPARED", 100)
    capsys.readouterr()
    assert main(["access", "--tests"]) == 2
    assert "mqtune.toml" in (errors := capsys.readouterr().err)
    assert "the tests before it compared more than" in errors


def test_strangers_who_fit_many_records_take_linear_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mqtune.engine.engine import Engine

    monkeypatch.chdir(tmp_path)

    def checked(count: int) -> int:
        Path("a.mqsc").write_text(script(ROWS["of everyone"], count))
        session = Session.open(Options(["a.mqsc"], complete=True))
        return calls_of(lambda: Engine(session.selection).run(session.estates))

    assert checked(FEW * TIMES) < 1.5 * TIMES * checked(FEW)
