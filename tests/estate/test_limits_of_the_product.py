"""Limits that IBM documents, each with the value that is just allowed and the next one."""

from __future__ import annotations

import pytest

from mqtune.estate.build import build_estates
from mqtune.estate.clients import DEFAULT_PORT
from mqtune.estate.grouping import dump_header
from mqtune.estate.rejected import address_fault, part_fault
from mqtune.estate.topic_strings import inheritable
from mqtune.language.available import parse_level
from mqtune.project.settings import Project
from tests.estate.conftest import parsed_script


@pytest.mark.parametrize(
    ("level", "platform", "inherited"),
    [
        ("8.0.0.3", "linux", False),
        ("8.0.0.4", "linux", True),
        ("9.0", None, True),
        ("9.3.5", "zos", False),
        ("9.4", "zos", True),
        (None, "linux", False),
    ],
)
def test_the_cap_on_expiry_is_inherited_from_a_level_on(level, platform, inherited):
    found = inheritable(parse_level(level) if level else None, platform)
    assert ("CAPEXPRY" in found) == inherited
    assert "DEFPSIST" in found


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("0", ""),
        ("255", ""),
        ("256", "256 is above 255"),
        ("254-255", ""),
        ("255-256", "256 is above 255"),
        ("7-7", "the range 7-7 does not ascend"),
        ("8-7", "the range 8-7 does not ascend"),
        ("7-8", ""),
        ("*", ""),
        ("", "a part is empty"),
        ("a", "a is neither a number, a range nor an asterisk"),
    ],
)
def test_a_part_of_an_address_in_a_record(part, fault):
    assert part_fault(part) == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("10.0.0.1", ""),
        ("10.0.0", "it has 3 parts instead of 4"),
        ("10.0.*", ""),
        ("10.0.0.1.2", "it has 5 parts instead of 4"),
        ("10.0.*.*", "the last asterisk already covers the one before it"),
        ("10.*.0.*", ""),
        ("10.0.0.0/8", "CIDR notation is not accepted"),
        ("host.example.com", ""),
    ],
)
def test_the_address_of_a_record(text, fault):
    assert address_fault(text) == fault


@pytest.mark.parametrize(
    ("common", "first", "second", "managers"),
    [(2, 2, 2, 1), (3, 3, 3, 2), (3, 6, 6, 2), (3, 7, 7, 1), (3, 6, 9, 2), (4, 8, 9, 2)],
)
def test_scripts_with_three_objects_and_half_of_them_in_common_are_copies(common, first, second, managers):
    scripts = [
        parsed_script(
            "".join(f"DEFINE QLOCAL(C{n})\n" for n in range(common))
            + "".join(f"DEFINE QLOCAL({name.upper()}{n})\n" for n in range(count - common)),
            f"folder/{name}.mqsc",
        )
        for name, count in (("x", first), ("y", second))
    ]
    (estate,) = build_estates(Project(), scripts)
    assert len(estate.queue_managers) == managers


@pytest.mark.parametrize(("line", "name"), [(40, "HUB"), (41, None)])
def test_the_header_of_a_dump_is_within_40_lines(line, name):
    script = parsed_script("* licence\n" * (line - 1) + "* Queue manager name: HUB\nDEFINE QLOCAL(A)\n")
    header = dump_header(script)
    assert (header.name if header is not None else None) == name


def test_the_port_of_a_connection_name_without_one():
    assert DEFAULT_PORT == 1414
