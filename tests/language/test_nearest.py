"""A suggestion is made only when it is close and the only one."""

import pytest

from mqtune.language.nearest import allowed_list, distance, nearest


@pytest.mark.parametrize(
    ("left", "right", "changes"),
    [
        ("MAXDEPTH", "MAXDEPTH", 0),
        ("MAXDPTH", "MAXDEPTH", 1),
        ("DESRC", "DESCR", 1),
        ("CAEXPY", "CAPEXPRY", 2),
    ],
)
def test_a_swap_of_neighbours_counts_one(left, right, changes):
    assert distance(left, right) == changes


def test_distance_stops_when_it_is_too_far():
    assert distance("AAAAAAAA", "BBBBBBBB") == 3


def test_the_closest_word_is_found():
    assert nearest("MAXDPTH", ["MAXDEPTH", "MAXMSGL", "CURDEPTH"]) == "MAXDEPTH"


def test_two_equally_close_words_give_none():
    assert nearest("QDEPTHXO", ["QDEPTHLO", "QDEPTHHO"]) is None


def test_a_short_word_is_not_bent_far():
    assert nearest("GET", ["PUT"]) is None
    assert nearest("GETT", ["GET"]) == "GET"


def test_a_longer_or_shorter_form_of_one_word_finds_it():
    assert nearest("DESCRIPTION", ["DESCR", "DEFPSIST"]) == "DESCR"
    assert nearest("CHAN", ["CHANNEL", "CHLTYPE"]) == "CHANNEL"
    assert nearest("DEFPSISTENCE", ["DEFP", "DEFPSIST"]) is None
    assert nearest("PUTAUTHORITY", ["PUT"]) is None


def test_allowed_values_are_listed_and_cut_at_eight():
    assert allowed_list(["YES", "NO"]) == "YES or NO"
    assert allowed_list(["A"]) == "A"
    assert allowed_list(str(n) for n in range(10)) == "0, 1, 2, 3, 4, 5, 6, 7 and 2 more"
