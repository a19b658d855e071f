"""Channels of a hub: each setting just before it is advised, and just after."""

from __future__ import annotations

import pytest

HUB = (
    "ALTER QMGR REPOS(RETAIL)\n"
    "DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('hub(1414)') CLUSTER(RETAIL) {} REPLACE\n"
)
INI = "Log:\n   LogFilePages={pages}\nChannels:\n   MaxChannels=9000\n{channels}"


@pytest.fixture
def hub(tuned):
    """The advice for a hub of 1,000 channel pairs."""

    def hub(channel="", before="", more="", pages=16384, channels="", cluster="RETAIL", pairs=1000):
        load = f'{before}[[queue-manager.cluster]]\ncluster = "{cluster}"\nchannel-pairs = {pairs}\n{more}'
        ini = INI.format(pages=pages, channels=channels)
        return tuned(load, a_mqsc=HUB.format(channel), qm_ini=ini)

    return hub


@pytest.mark.parametrize(
    ("channel", "kind", "advised"),
    [
        ("DISCINT(0)", "disconnect-idle", True),
        ("DISCINT(1)", "disconnect-idle", False),
        ("DISCINT(5999)", "disconnect-idle", False),
        ("DISCINT(6000)", "disconnect-idle", True),
        ("HBINT(60) SHORTTMR(60)", "adopt-receivers", False),
        ("HBINT(61) SHORTTMR(60)", "adopt-receivers", True),
    ],
)
def test_a_channel_of_a_hub(hub, channel, kind, advised):
    assert (kind in hub(channel).kinds) == advised


@pytest.mark.parametrize(
    ("channels", "advised"), [("   AdoptNewMCA=NO\n", True), ("   AdoptNewMCA=ALL\n", False)]
)
def test_receivers_are_adopted_once(hub, channels, advised):
    assert ("adopt-receivers" in hub("HBINT(300) SHORTTMR(60)", channels=channels).kinds) == advised


@pytest.mark.parametrize(
    ("retry", "hint"),
    [("SHORTTMR(9)", True), ("SHORTTMR(10)", False)],
)
def test_a_short_interval_of_retries(hub, retry, hint):
    assert any("leave SHORTTMR of TO.HUB" in text for text in hub(retry).hints) == hint


@pytest.mark.parametrize(
    ("outage", "channel", "wanted"),
    [
        ('outage = "600 s"\n', "SHORTTMR(60) SHORTRTY(10)", None),
        ('outage = "601 s"\n', "SHORTTMR(60) SHORTRTY(10)", "SHORTRTY(11)"),
        ('outage = "601 s"\n', "SHORTTMR(0) SHORTRTY(10)", None),
        ('outage = "601 s"\n', "SHORTTMR('${N}') SHORTRTY(10)", None),
        ('outage = "601 s"\nback-within = "1200 s"\n', "SHORTTMR(60) SHORTRTY(10) LONGTMR(1200)", None),
        (
            'outage = "601 s"\nback-within = "1199 s"\n',
            "SHORTTMR(60) SHORTRTY(10) LONGTMR(1200)",
            "SHORTRTY(11)",
        ),
    ],
)
def test_short_retries_last_for_the_declared_outage(hub, outage, channel, wanted):
    hints = [text for text in hub(channel, before=outage).hints if "SHORTRTY(" in text]
    assert [wanted in text for text in hints] == ([] if wanted is None else [True])


@pytest.mark.parametrize(("pages", "hint"), [(16383, True), (16384, False)])
def test_the_log_files_of_a_full_repository(hub, pages, hint):
    assert any("crtmqm -lf 16384" in text for text in hub(pages=pages).hints) == hint


def test_the_size_of_log_files_is_advised_once(hub):
    load = (
        '[[queue-manager.queue]]\nqueue = "Q"\nput-rate = 9000\nmessage-size = "9 KiB"\npersistent = true\n'
    )
    sizes = [text for text in hub(pages=1000, more=load).hints if "crtmqm -lf" in text]
    assert len(sizes) == 1
    assert "crtmqm -lf 16384" not in sizes[0]


def test_what_the_environment_suppresses_already_is_not_repeated(hub):
    (wanted,) = [text for text in hub().hints if "MQ_CHANNEL_SUPPRESS_MSGS=" in text]
    value = wanted.split("=")[1].split()[0]
    first, *others = value.split(",")
    before = f'environment = {{ MQ_CHANNEL_SUPPRESS_MSGS = "{first}" }}\n'
    (again,) = [text for text in hub(before=before).hints if "MQ_CHANNEL_SUPPRESS_MSGS=" in text]
    assert again.split("=")[1].split()[0] == value
    assert others
    done = f'environment = {{ MQ_CHANNEL_SUPPRESS_MSGS = "{value}" }}\n'
    assert not any("MQ_CHANNEL_SUPPRESS_MSGS=" in text for text in hub(before=done).hints)


@pytest.mark.parametrize(("heartbeat", "bound"), [("60", True), ("'${HEARTBEAT}'", False)])
def test_the_bound_of_the_recovery_needs_a_known_heartbeat(hub, heartbeat, bound):
    effect = hub(f"HBINT({heartbeat})").change("suppress-messages").why.effect
    assert ("with HBINT(60) and SHORTTMR(60) it takes at least" in effect) == bound
    assert "HBINT(300)" not in effect


def test_pairs_of_another_cluster_are_not_those_of_the_channel(hub):
    assert "disconnect-idle" in hub("DISCINT(0)").kinds
    assert "disconnect-idle" not in hub("DISCINT(0)", cluster="OTHER").kinds


@pytest.mark.parametrize(("pairs", "advised"), [(499, False), (500, True)])
def test_a_hub_has_many_pairs(hub, pairs, advised):
    assert ("disconnect-idle" in hub("DISCINT(0)", pairs=pairs).kinds) == advised
