"""Tables of texts as lines."""

from __future__ import annotations

from mqtune.text.messages import aligned

WORDS = ["jms", "mqi-rate, scenario, publications, subscribers, producers, rates", "Java clients"]


def test_one_wide_column_leaves_room_for_the_last() -> None:
    title, line = aligned([["NAME", "INPUTS", "TITLE"], WORDS], 60)
    assert line == "jms   mqi-rate, scenario, publicati…  Java clients"
    assert title.index("TITLE") == line.index("Java")


def test_a_table_without_a_width_or_that_fits_is_not_cut() -> None:
    assert aligned([WORDS]) == aligned([WORDS], 200) == ["  ".join(WORDS)]
    assert all(len(line) <= 30 for line in aligned([WORDS, WORDS], 30))


def test_a_place_keeps_its_line_number() -> None:
    rows = [["NAME", "PLACE"], ["A", "prod/dc1/PAY1QM.mqsc:16"]]
    assert aligned(rows, 24, keeps_ends=True)[1] == "A     …c1/PAY1QM.mqsc:16"
    assert aligned(rows, 60, keeps_ends=True)[1] == "A     prod/dc1/PAY1QM.mqsc:16"
