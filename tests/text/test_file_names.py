"""Names of files that are made from other names are distinct and allowed on every file system."""

from __future__ import annotations

import pytest

from mqtune.text.paths import LONGEST, FileNames, as_same_file


def of(*names: str) -> list[str]:
    made = FileNames()
    return [made.of(name, "usual") for name in names]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("HUB.QM", "HUB.QM"),
        ("A/B%C", "A-B-C"),
        ("a:b", "a-b"),
        ("..\\..\\x", "-..-x"),
        ("\\\\?\\C:\\x", "----C--x"),
        ("//host/share", "--host-share"),
        ("QM. .", "QM"),
        ("...", "usual"),
        ("", "usual"),
        ("CON", "_CON"),
        ("nul.QM", "_nul.QM"),
        ("com¹ .x", "_com¹ .x"),
        ("GIT~1", "GIT-1"),
        ("a\nb\u202ec\0\udc80", "a-b-c--"),
        ("CONSOLE", "CONSOLE"),
    ],
)
def test_a_name_is_allowed_everywhere(name, stem) -> None:
    assert of(name) == [stem]


def test_a_long_name_is_cut_between_characters() -> None:
    assert of("ä" * 300) == ["ä" * (LONGEST // 2)]


def test_no_name_is_that_of_another_one_for_any_file_system() -> None:
    names = ["A", "A-2", "a", "A", "A/", "A-", "e\u0301", "\u00e9", "QM", "QM.", "ſ", "S"]
    made = of(*names)
    assert made[:4] == ["A", "A-2", "a-3", "A-4"]
    assert len({as_same_file(one) for one in made}) == len(names)


def test_many_equal_names_take_linear_time() -> None:
    assert of(*["A"] * 20_000)[-1] == "A-20000"
