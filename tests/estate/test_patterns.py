"""Generic names of authority records."""

from __future__ import annotations

import pytest

from mqtune.estate.topic_strings import profile_matches


@pytest.mark.parametrize(
    ("profile", "name", "answer"),
    [
        ("A.B", "A.B", True),
        ("A.*", "A.B", True),
        ("A.*", "A.B.C", False),
        ("A.**", "A.B.C", True),
        ("A.**", "A", True),
        ("**", "A.B", True),
        ("A.**.C", "A.C", True),
        ("A.**.C", "A.B.B.C", True),
        ("A.B?", "A.BC", True),
        ("A.?", "A.BC", False),
    ],
)
def test_authority_profiles_match_by_name_level(profile, name, answer):
    assert profile_matches(profile, name) is answer
