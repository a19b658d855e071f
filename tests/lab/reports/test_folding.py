"""A plan shows equal commands once and still names every object."""

from __future__ import annotations

from mqtune.present.experiment.text import folded

STEM = "MQTUNE."


def queues(first: int, last: int, words: str = "") -> str:
    step = 1 if first <= last else -1
    return "".join(f"DEFINE QLOCAL({STEM}Q.{number}){words}\n" for number in range(first, last + step, step))


def test_equal_definitions_are_folded_into_the_first() -> None:
    assert list(folded(queues(1, 17), "MQTUNE")) == [
        "DEFINE QLOCAL(MQTUNE.Q.1)",
        "* the same for MQTUNE.Q.2 to .17: 16 more commands",
    ]


def test_deletes_count_down() -> None:
    assert list(folded(queues(160, 1), "MQTUNE"))[1:] == [
        "* the same for MQTUNE.Q.159 to .1: 159 more commands"
    ]


def test_rounds_of_several_commands_name_each_object() -> None:
    rounds = "".join(
        f"DEFINE QLOCAL({STEM}S.{number}) +\n       NOREPLACE\n"
        f"DEFINE SUB({STEM}C1.{number}) DEST({STEM}S.{number})\n"
        for number in range(1, 12)
    )
    lines = list(folded(rounds, "MQTUNE"))
    assert lines[:3] == [
        "DEFINE QLOCAL(MQTUNE.S.1) +",
        "       NOREPLACE",
        "DEFINE SUB(MQTUNE.C1.1) DEST(MQTUNE.S.1)",
    ]
    assert lines[3:] == ["* the same for MQTUNE.S.2 to .11, MQTUNE.C1.2 to .11: 20 more commands"]


def test_where_a_longer_number_breaks_a_line_the_command_is_the_same() -> None:
    text = queues(1, 9, " MAXDEPTH(5) NOREPLACE") + queues(10, 12, " +\n       MAXDEPTH(5) NOREPLACE")
    assert list(folded(text, "MQTUNE"))[1:] == ["* the same for MQTUNE.Q.2 to .12: 11 more commands"]


def test_what_differs_or_is_short_is_shown_whole() -> None:
    for text in (
        queues(1, 2),
        queues(1, 3).replace("Q.2)", "Q.2) MAXDEPTH(7)"),
        queues(1, 2) + queues(4, 5),
        "DEFINE CHANNEL(A.1) CONNAME('10.0.0.1(1414)')\nDEFINE CHANNEL(A.2) CONNAME('10.0.0.2(1414)')\n" * 3,
        "",
    ):
        assert list(folded(text, "MQTUNE")) == text.splitlines()


def test_another_prefix_is_left_alone() -> None:
    text = queues(1, 5)
    assert list(folded(text, "OTHER")) == text.splitlines()
