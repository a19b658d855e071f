"""Levels compare as numbers, and items are known where an administrator would expect them."""

import ast
from pathlib import Path

import pytest

from mqtune.language import available
from mqtune.language.available import command_level, covered, on_platform, parse_level, show_level, state


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("9.4", (9, 4)),
        ("9.4.0", (9, 4)),
        ("9.3.0.40", (9, 3, 0, 40)),
        ("V8.0", (8,)),
        ("<=5.3", (5, 3)),
        ("10", (10,)),
    ],
)
def test_a_level_is_read_without_trailing_zeros(text, level):
    assert parse_level(text) == level


@pytest.mark.parametrize("text", ["", "nine", "9.x", "9..4", "9.4-beta", "٩.٤"])
def test_what_is_no_level_gives_none(text):
    assert parse_level(text) is None


def test_ten_comes_after_nine_point_four():
    assert parse_level("10.0") > parse_level("9.4.5")


@pytest.mark.parametrize(
    ("number", "shown"), [(930, "9.3"), (945, "9.4.5"), (1000, "10.0"), (701, "7.0.1"), (530, "5.3")]
)
def test_the_command_level_of_a_dump_is_read(number, shown):
    assert show_level(command_level(number)) == shown


def at(introduced, level):
    return state(parse_level(introduced), None, None, parse_level(level))


@pytest.mark.parametrize(
    ("introduced", "level", "expected"),
    [
        ("9.3.1", "9.4", "known"),  # a CD item reaches the next LTS release
        ("9.3.1", "9.3", "newer"),  # 9.3 alone is the LTS release 9.3.0
        ("9.3.1", "9.3.0.40", "newer"),  # maintenance brings no CD item
        ("9.3.1", "9.3.5", "known"),
        ("9.4.0", "10.0", "known"),
        ("10.0", "9.4.5", "newer"),
        ("8.0.0.4", "8.0", "known"),  # nobody said which fix pack
        ("8.0.0.4", "8.0.0.3", "newer"),
        ("8.0.0.4", "8.0.0.4", "known"),
        ("8.0.0.4", "7.5", "newer"),
        ("8.0.0.4", "9.0", "known"),
    ],
)
def test_an_item_is_known_from_its_level_on(introduced, level, expected):
    assert at(introduced, level) == expected


def test_without_a_declared_level_everything_is_known():
    assert state((10,), None, None, None) == "known"


def test_an_item_that_is_gone_says_so_at_the_level_and_without_one():
    assert state(None, None, (9, 2), (9, 4)) == "removed"
    assert state(None, None, (9, 2), (9, 1)) == "known"
    assert state(None, (8,), None, None) == "deprecated"


def test_levels_above_the_newest_are_not_covered_but_its_fix_packs_are():
    assert covered(available.NEWEST)
    assert covered((*available.NEWEST, 0, 0, 5))
    assert not covered((available.NEWEST[0], 0, 1))
    assert not covered((available.NEWEST[0] + 1,))


@pytest.mark.parametrize(
    ("platforms", "platform", "expected"),
    [
        ("all", None, True),
        ("zos", None, None),
        ("zos", "linux", False),
        ("zos", "zos", True),
        ("multiplatforms", "ibmi", True),
        ("multiplatforms", "zos", False),
        ("aix-linux-windows", "ibmi", False),
        ("windows", "windows", True),
        ("nonstop", "linux", False),
    ],
)
def test_platforms_of_an_item_are_matched_with_the_declared_one(platforms, platform, expected):
    assert on_platform(platforms, platform) is expected


def test_no_level_of_the_program_ends_in_a_zero_that_is_not_read():
    """`8.0` is read as (8,), which is less than (8, 0)."""
    levels = [
        (path.name, node.value)
        for path in Path(available.__file__).parents[1].rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Level"
        if isinstance(node.value, ast.Tuple)
    ]
    assert levels
    for name, value in levels:
        assert ast.literal_eval(value)[-1] != 0 or len(value.elts) == 1, name
