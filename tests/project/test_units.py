"""Sizes and numbers as people write them."""

from __future__ import annotations

import pytest

from mqtune.project.settings import bytes_of, plain_number
from mqtune.project.values import link_speed


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("96 GiB", 96 * 2**30),
        ("200 GB", 200 * 10**9),
        ("2 KiB", 2048),
        ("2kib", 2048),
        ("2048 B", 2048),
        ("0 B", 0),
        (" 1.5  MiB ", 1572864),
        ("1_000 KB", 10**6),
    ],
)
def test_a_size_is_a_number_and_a_unit(text, size):
    assert bytes_of(text) == size


@pytest.mark.parametrize(
    "text",
    ["", "96", "GiB", "-1 GB", "+1 GB", "1e3 B", "96 G", "96 GiB GiB", "1.5 B", "1.2.3 MB", "0x1 B", "٣ MB"],
)
def test_anything_else_is_not_a_size(text):
    assert bytes_of(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("120000", 120000), ("1_0", 10), ("0.5", 0.5), ("", None), ("1.", None), (".5", None)],
)
def test_a_number_is_digits_with_a_point_at_most(text, number):
    assert plain_number(text) == number


@pytest.mark.parametrize(
    ("text", "bits_per_s"),
    [
        ("10 Gb/s", 1e10),
        ("10gb/s", 1e10),
        ("100 Mbit/s", 1e8),
        ("10 Mbps", 1e7),
        ("10 MB/s", 8e7),
        ("1 GBps", 8e9),
    ],
)
def test_a_capital_b_in_the_speed_of_a_link_means_bytes(text, bits_per_s):
    assert link_speed(text) == bits_per_s
