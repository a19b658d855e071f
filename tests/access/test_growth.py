"""The work of a question grows with the records, not with their pairs: counted in calls, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from mqtune.access.answer import Answer
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
