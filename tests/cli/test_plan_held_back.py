"""Commands that `mqtune plan` holds back: rejected ones, breaking ones, and what needs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

GUARDED = "DEFINE CHANNEL(CARD.SVR) CHLTYPE(SVRCONN) MCAUSER('mqm')\n"
INVALID = (
    "SET CHLAUTH('CARD.SVR') TYPE(ADDRESSMAP) ADDRESS('10.2.0.0/16') USERSRC(NOACCESS) ACTION(REPLACE)\n"
)
VALID = INVALID.replace("10.2.0.0/16", "*")


def planned(folder: Path, mqtune: Run, old: str, new: str) -> tuple[str, list[str], dict[str, str]]:
    """The commands of `--out` that run, those of the JSON, and the reasons of those that are held back."""
    (folder / "old.mqsc").write_text(old)
    (folder / "new.mqsc").write_text(new)
    mqtune("plan", "old.mqsc", "new.mqsc", "--out", "u.mqsc")
    text = (folder / "u.mqsc").read_text()
    shown = json.loads(mqtune("plan", "old.mqsc", "new.mqsc", "--format", "json").out)
    held = {one["command"]: one["reason"] for one in shown["held_back"]}
    for command, reason in held.items():
        assert f"* held back: {reason}\n*   {command}\n" in text
    run = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("*"))
    return " ".join(run.replace("+", "").split()), shown["apply"], held


def test_a_channel_whose_record_is_rejected_is_not_written(folder: Path, mqtune: Run) -> None:
    run, apply, held = planned(folder, mqtune, "DEFINE QLOCAL(Q)\n", "DEFINE QLOCAL(Q)\n" + GUARDED + INVALID)
    assert (run, apply) == ("", [])
    record, channel = held
    assert "CIDR notation" in held[record]
    assert channel == "DEFINE CHANNEL(CARD.SVR) CHLTYPE(SVRCONN) MCAUSER('mqm')"
    assert "CHLAUTH(CARD.SVR)" in held[channel]


@pytest.mark.parametrize(
    "opening",
    [
        "DEFINE CHANNEL(CARD.SVR) CHLTYPE(SVRCONN) MCAUSER('mqm')\n",
        "SET CHLAUTH('CARD.*') TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(MAP) MCAUSER('mqm') ACTION(REPLACE)\n",
    ],
)
def test_nothing_is_opened_for_which_a_record_is_rejected(folder: Path, mqtune: Run, opening: str) -> None:
    old = "DEFINE CHANNEL(CARD.SVR) CHLTYPE(SVRCONN) MCAUSER('*NOACCESS')\n"
    new = opening if opening.startswith("DEFINE") else old + opening
    run, apply, held = planned(folder, mqtune, old, new + INVALID)
    assert ("mqm" in run, apply, len(held)) == (False, [], 2)


def test_another_channel_is_written_all_the_same(folder: Path, mqtune: Run) -> None:
    new = GUARDED + INVALID + "DEFINE CHANNEL(OTHER) CHLTYPE(SVRCONN) MCAUSER('app')\n"
    _, apply, _ = planned(folder, mqtune, "DEFINE QLOCAL(Q)\n", "DEFINE QLOCAL(Q)\n" + new)
    assert apply == ["DEFINE CHANNEL(OTHER) CHLTYPE(SVRCONN) MCAUSER('app')"]


def test_only_the_attribute_that_breaks_is_held_back(folder: Path, mqtune: Run) -> None:
    old, new = "DEFINE QLOCAL(A) USAGE(XMITQ)\n", "DEFINE QLOCAL(A) USAGE(NORMAL) DESCR('x')\n"
    _, apply, held = planned(folder, mqtune, old, new)
    assert apply == ["ALTER QLOCAL(A) DESCR('x')"]
    assert held == {"ALTER QLOCAL(A) USAGE(NORMAL)": "breaks: USAGE"}


def test_what_names_an_object_that_is_held_back_is_held_back_too(folder: Path, mqtune: Run) -> None:
    new = "DEFINE QLOCAL(X) USAGE(XMITQ) CLUSTER(C)\nDEFINE QALIAS(L) TARGET(X)\nDEFINE QALIAS(M) TARGET(L)\n"
    _, apply, held = planned(folder, mqtune, "DEFINE QLOCAL(Q)\n", "DEFINE QLOCAL(Q)\n" + new)
    assert apply == []
    assert [command.split()[1] for command in held] == ["QLOCAL(X)", "QALIAS(L)", "QALIAS(M)"]


def test_a_queue_that_is_still_named_is_not_deleted(folder: Path, mqtune: Run) -> None:
    old = "DEFINE QLOCAL(A)\nDEFINE QALIAS(L) TARGET(A)\n"
    _, apply, held = planned(folder, mqtune, old, "DEFINE QALIAS(L) TARGET(A)\n")
    assert (apply, list(held)) == ([], ["DELETE QLOCAL(A)"])
    assert "still names it" in held["DELETE QLOCAL(A)"]


def test_a_record_that_refuses_comes_before_the_channel(folder: Path, mqtune: Run) -> None:
    _, apply, held = planned(folder, mqtune, "DEFINE QLOCAL(Q)\n", "DEFINE QLOCAL(Q)\n" + GUARDED + VALID)
    assert [command.split()[0] for command in apply] == ["SET", "DEFINE"]
    assert held == {}


def test_a_mapping_comes_before_the_channel_is_closed(folder: Path, mqtune: Run) -> None:
    old = "DEFINE CHANNEL(PAY) CHLTYPE(SVRCONN) MCAUSER('pay')\n"
    new = old.replace("pay", "*NOACCESS")
    new += "SET CHLAUTH(PAY) TYPE(ADDRESSMAP) ADDRESS('10.*') USERSRC(MAP) MCAUSER('pay') ACTION(REPLACE)\n"
    _, apply, _ = planned(folder, mqtune, old, new)
    assert [command.split()[0] for command in apply] == ["SET", "ALTER"]


def test_less_authority_comes_before_and_more_after_the_channels(folder: Path, mqtune: Run) -> None:
    grant = "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) GROUP('{}') AUTHADD({})\n"
    old = grant.format("app", "GET,PUT") + grant.format("ops", "GET")
    new = grant.format("app", "GET") + grant.format("ops", "GET,PUT")
    new += "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN)\n"
    _, apply, _ = planned(folder, mqtune, old, new)
    assert [command.split("GROUP")[-1][:7] for command in apply if "AUTHREC" in command] == [
        "('app')",
        "('ops')",
    ]
    assert apply[1].startswith("DEFINE CHANNEL")


def test_ranges_that_overlap_are_explained(folder: Path, mqtune: Run) -> None:
    old = "SET CHLAUTH(R) TYPE(ADDRESSMAP) ADDRESS('10.0.0.1-5') USERSRC(NOACCESS) ACTION(REPLACE)\n"
    (folder / "old.mqsc").write_text(old)
    (folder / "new.mqsc").write_text(old.replace("1-5", "3-9"))
    mqtune("plan", "old.mqsc", "new.mqsc", "--out", "u.mqsc")
    text = (folder / "u.mqsc").read_text()
    assert "ranges of addresses overlap" in text
    assert text.index("ACTION(REMOVE)") < text.index("ACTION(ADD)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DEFINE QLOCAL(Q) CLUSNL(N)\n", "DEFINE QLOCAL(Q) CLUSTER(A) MAXDEPTH(9)\n"),
        ("DEFINE QLOCAL(Q) CLUSTER(B)\n", "DEFINE QLOCAL(Q) CLUSNL(M) MAXDEPTH(9)\n"),
    ],
)
def test_cluster_and_its_namelist_are_held_back_together(
    folder: Path, mqtune: Run, old: str, new: str
) -> None:
    lists = "DEFINE NAMELIST(N) NAMES(A,B)\nDEFINE NAMELIST(M) NAMES(A)\n"
    _, apply, held = planned(folder, mqtune, lists + old, lists + new)
    assert apply == ["ALTER QLOCAL(Q) MAXDEPTH(9)"]
    ((command, reason),) = held.items()
    assert ("CLUSTER(" in command, "CLUSNL(" in command) == (True, True)
    assert reason.startswith("breaks: ")


def test_a_cipherspec_that_is_rejected_is_not_written(folder: Path, mqtune: Run) -> None:
    old = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(ANY_TLS12)\n"
    new = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SSLCIPH(NO_SUCH_CIPHER) MCAUSER('x')\n"
    _, apply, held = planned(folder, mqtune, old, new)
    assert apply == []
    ((_, reason),) = held.items()
    assert (
        reason == "the queue manager would reject it: CHANNEL(A) names the unknown CipherSpec NO_SUCH_CIPHER"
    )


@pytest.mark.parametrize(
    "opening",
    [
        "DEFINE CHANNEL(C) CHLTYPE(SVRCONN) SSLCIPH(${CIPHER})\n",
        "DEFINE CHANNEL(C) CHLTYPE(SVRCONN) MCAUSER('${USER}') SSLCIPH(ANY_TLS12)\n",
        "SET CHLAUTH(C) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT(${CHECK}) ACTION(REPLACE)\n",
    ],
)
def test_nothing_is_opened_without_a_protection_whose_value_is_not_known(
    folder: Path, mqtune: Run, opening: str
) -> None:
    same = "DEFINE QLOCAL(Q)\n"
    run, apply, held = planned(folder, mqtune, same, same + opening + "DEFINE QLOCAL(R) DESCR('${TEXT}')\n")
    assert (run, apply) == ("DEFINE QLOCAL(R)", ["DEFINE QLOCAL(R)"])
    ((_, reason),) = held.items()
    assert "whose value is not known" in reason
