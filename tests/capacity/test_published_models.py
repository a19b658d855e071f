"""The models against the figures printed in the reports."""

import pytest

from mqtune.capacity.machine import expiry
from mqtune.capacity.topics import fan_out


@pytest.mark.parametrize(
    ("persistent", "release", "printed_peak"),
    [
        (False, "8.0", 200_284),
        (False, "7.5", 174_929),
        (True, "8.0", 54_342),
        (True, "7.5", 48_145),
    ],
)
def test_the_peak_total_rate_at_the_cache_size_is_the_printed_one_within_3_1_per_cent(
    persistent, release, printed_peak
):
    predicted = fan_out(48, persistent=persistent, release=release)
    total_rate_per_s = (48 + 1) * predicted.publish_rate_per_s  # the publisher counts as well
    assert total_rate_per_s == pytest.approx(printed_peak, rel=0.031)


def test_sixty_subscribers_pay_for_twelve_lookups_beyond_the_cache():
    assert fan_out(60).publish_time_us == pytest.approx(356.3)
    assert fan_out(60, cache=62).publish_time_us == pytest.approx(298.7)


def test_outside_the_measured_range_the_model_warns():
    assert fan_out(79).warnings == ()
    (warning,) = fan_out(80).warnings
    assert warning.startswith("measured up to 79 subscribers only")
    (warning,) = fan_out(98, persistent=True).warnings
    assert warning.startswith("measured up to 97 subscribers only")


@pytest.mark.parametrize(
    ("cap", "interval", "size", "depth", "disk_mb_of_five_queues"),
    [(3000, 300, 2048, 1_200_000, 18_432), (36_000, 300, 2048, 7_800_000, 119_808)],
)
def test_expiry_gives_the_predictions_of_the_streaming_report(
    cap, interval, size, depth, disk_mb_of_five_queues
):
    outcome = expiry(2000, cap, interval, size)
    assert outcome.depth == depth
    assert 5 * outcome.disk_bytes / 1e6 == pytest.approx(disk_mb_of_five_queues, rel=1e-3)


def test_a_small_message_counts_as_two_kibibytes_on_disk():
    assert expiry(1, 10, 0, 100).disk_bytes == expiry(1, 10, 0, 2048).disk_bytes
