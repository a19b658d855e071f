"""Queues that are emptied by expiry: 100 messages/s for 300 s plus the interval of 300 s, and 5%."""

from __future__ import annotations

import pytest

from mqtune.capacity.definition import Constant
from mqtune.capacity.run import Calibration, Measured
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import LOG, queue

CAPPED = "DEFINE QLOCAL(COPY) CAPEXPRY(3000) {} REPLACE\n"
EXPIRING = queue("COPY", put_rate=100, message_size="2 KiB", consumers=0, persistent=False)
DISK = 'queue-disk = "1 TB"\n'


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("MAXDEPTH(63000)", {}),
        ("MAXDEPTH(62999)", {"MAXDEPTH": "63000"}),
        ("MAXDEPTH(63000) MAXFSIZE(176)", {}),  # 1.5 * 2 KiB * 60,000 are 175.8 MiB
        ("MAXDEPTH(63000) MAXFSIZE(175)", {"MAXFSIZE": "176"}),
        ("MAXDEPTH(1) MAXFSIZE(20)", {"MAXDEPTH": "63000", "MAXFSIZE": "176"}),
    ],
)
def test_the_depth_and_the_file_of_a_queue_without_consumers(tuned, given, values):
    found = tuned(DISK + EXPIRING, a_mqsc=CAPPED.format(given), qm_ini=LOG)
    assert [change.values for change in found.changes] == ([values] if values else [])


@pytest.mark.parametrize(("depth", "full"), [(60_000, ""), (59_999, "it is full after 600 s")])
def test_the_seconds_until_a_queue_is_full_are_named_if_it_becomes_full(tuned, depth, full):
    found = tuned(DISK + EXPIRING, a_mqsc=CAPPED.format(f"MAXDEPTH({depth})"), qm_ini=LOG)
    assert ("it is full after" in found.change("queue-depth").why.reason) == bool(full)
    assert full in found.change("queue-depth").why.reason


def test_without_the_size_of_messages_the_disk_space_is_unknown(tuned):
    load = EXPIRING.replace('message-size = "2 KiB"\n', "")
    risks = [
        tuned(text, a_mqsc=CAPPED.format(""), qm_ini=LOG).change("queue-depth").why.risk
        for text in (load, EXPIRING)
    ]
    assert ["unknown without message-size" in risk for risk in risks] == [True, False]
    assert "184 MB" in risks[1]


def test_no_depth_above_the_largest_is_set(tuned):
    load = EXPIRING.replace("100", "4000000")
    for depth, values in ((999_999_999, []), (999_999_998, [{"MAXDEPTH": "999999999"}])):
        ini = LOG + "TuningParameters:\n   ExpiryInterval=1\n"
        found = tuned(load, a_mqsc=CAPPED.format(f"MAXDEPTH({depth})"), qm_ini=ini)
        assert [change.values for change in found.changes] == values


# 300 s plus the interval, for 1.5 * 2 KiB * 100/s; and MAXDEPTH, at most 999,999,999, with 5% to spare
@pytest.mark.parametrize(
    ("disk", "rate", "interval", "values", "caps"),
    [
        (92_467_200, 100, 300, {"ExpiryInterval": "1", "MAXDEPTH": "31605"}, []),
        (92_467_199, 100, 300, {}, [2999]),
        (92_774_399, 100, 300, {"ExpiryInterval": "1", "MAXDEPTH": "31605"}, []),
        (92_774_400, 100, 300, {"ExpiryInterval": "2", "MAXDEPTH": "31710"}, []),
        (184_320_000, 100, 300, {"MAXDEPTH": "63000"}, []),
        (184_319_999, 100, 300, {"ExpiryInterval": "299", "MAXDEPTH": "62895"}, []),
        (92_467_200, 100, 1, {"MAXDEPTH": "31605"}, []),
        (92_160_000, 100, 0, {"MAXDEPTH": "31500"}, []),
        (10**13, 2_000_000, 300, {"ExpiryInterval": "176", "MAXDEPTH": "999600000"}, []),
        (10**13, 2_000_000, 100, {"MAXDEPTH": "840000000"}, []),
        (92_467_199, 100, "${N}", {}, []),
    ],
)
def test_the_interval_is_the_largest_with_which_files_and_depths_fit(
    tuned, disk, rate, interval, values, caps
):
    load = f'queue-disk = "{disk} B"\n' + EXPIRING.replace("100", str(rate))
    ini = LOG + f"TuningParameters:\n   ExpiryInterval={interval}\n"
    found = tuned(load, a_mqsc=CAPPED.format(""), qm_ini=ini)
    assert {key: value for one in found.changes for key, value in one.values.items()} == values
    assert [f"CAPEXPRY({cap})" in hint for cap, hint in zip(caps, found.hints, strict=False)] == [True] * len(
        caps
    )
    assert bool(found.hints) == (not values)


def test_a_cap_of_0_needs_no_depth(tuned):
    ini = LOG + "TuningParameters:\n   ExpiryInterval=0\n"
    assert tuned(DISK + EXPIRING, a_mqsc=CAPPED.format("").replace("3000", "0"), qm_ini=ini).kinds == []


@pytest.mark.parametrize(("name", "asked"), [("COPY", True), ("SYSTEM.COPY", False), ("'${NAME}'", False)])
def test_the_load_of_a_capped_queue_is_asked_for(tuned, name, asked):
    load = queue("Q", put_rate=1, message_size="2 KiB", consumers=1, persistent=False)
    text = "DEFINE QLOCAL(Q) REPLACE\n" + CAPPED.format("").replace("COPY", name)
    found = tuned(load, a_mqsc=text, qm_ini=LOG)
    assert any("put-rate, message-size and consumers for COPY" in one for one in found.questions) == asked
    assert any("put-rate, message-size and consumers" in one for one in found.questions) == asked


FACTOR = Measured("expiry", Constant("disk_factor", 2.0, "", "calibrated", "result r1", {}), "9.4")


@pytest.mark.parametrize(
    ("interval", "size", "risk"),
    [(300, 2048, "246 MB"), (0, 2048, "123 MB"), (300, 0, "unknown without message-size")],
)
def test_a_measured_factor_replaces_the_published_one(tuned, interval, size, risk):
    """2.0 * 2 KiB * 100/s for 300 s plus the interval, which is a second or more."""
    load = EXPIRING.replace('message-size = "2 KiB"\n', f'message-size = "{size} B"\n' if size else "")
    ini = LOG + f"TuningParameters:\n   ExpiryInterval={interval}\n"
    found = tuned(load, a_mqsc=CAPPED.format(""), qm_ini=ini)
    (tuning,) = tune_session(found.session, calibration=Calibration("own.toml", [FACTOR])).tunings
    (why,) = [change.why for change in tuning.changes]
    assert (why.basis, found.change("queue-depth").why.basis) == ("calibrated", "published")
    assert risk in why.risk


def test_the_depth_of_a_queue_that_is_only_altered_is_unknown(tuned):
    load = queue("COPY", put_rate=100, message_size="2 KiB", consumers=0, persistent=False)
    found = tuned(load, a_mqsc="ALTER QLOCAL(COPY) CAPEXPRY(3000)\n", qm_ini=LOG)
    assert "add the definition of QLOCAL(COPY) to the files" in found.questions
    assert found.kinds == []


def test_a_capped_queue_without_a_rate_is_asked_for_it(tuned):
    load = EXPIRING.replace("put-rate = 100\n", "")
    found = tuned(DISK + load, a_mqsc=CAPPED.format(""), qm_ini=LOG)
    assert any("put-rate, message-size and consumers for COPY" in one for one in found.questions)
    assert found.kinds == []


@pytest.mark.parametrize(
    ("cap", "interval", "values"),
    [
        (
            0,
            300,
            {"ExpiryInterval": "299", "MAXDEPTH": "31395"},
        ),  # 1.5 * 2 KiB * 100/s * 300 s are one byte more
        (3000, 0, {}),
        (0, 0, {}),
    ],
)
def test_a_queue_counts_on_the_disk_by_its_cap_or_by_the_interval(tuned, cap, interval, values):
    text = CAPPED.format("").replace("3000", str(cap))
    ini = LOG + f"TuningParameters:\n   ExpiryInterval={interval}\n"
    found = tuned('queue-disk = "92159999 B"\n' + EXPIRING, a_mqsc=text, qm_ini=ini)
    assert {key: value for one in found.changes for key, value in one.values.items()} == values
    assert bool(found.hints) == bool(cap)
