"""Situations A to U of the five reports, and variations of them, as small made-up projects.

Each has one queue manager: its declarations, and the text of each file by name.
"""

from __future__ import annotations

LOG = "Log:\n   LogPrimaryFiles=3\n   LogSecondaryFiles=2\n   LogFilePages=4096\n   LogBufferPages=0\n"
CHANNELS = "Channels:\n   MaxChannels=200\n"


def topic(name: str, rate: int, **more: object) -> str:
    """A declared branch of topics."""
    return table("topic", topic=name, publish_rate=rate, **more)


def queue(name: str, **more: object) -> str:
    """A declared queue."""
    return table("queue", queue=name, **more)


def cluster(name: str, **more: object) -> str:
    """A declared cluster."""
    return table("cluster", cluster=name, **more)


def table(kind: str, **values: object) -> str:
    """A table of mqtune.toml."""
    lines = [f"{key.replace('_', '-')} = {written(value)}" for key, value in values.items()]
    return f"[[queue-manager.{kind}]]\n" + "\n".join(lines) + "\n"


def written(value: object) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


HUB = """ALTER QMGR REPOS(RETAIL)
DEFINE CHANNEL(TO.HUB) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('hub(1414)') CLUSTER(RETAIL) REPLACE
"""
MEMBER = """DEFINE TOPIC(NEWS) TOPICSTR('news') CLUSTER(PS) REPLACE
DEFINE CHANNEL(TO.QM1) CHLTYPE(CLUSRCVR) TRPTYPE(TCP) CONNAME('h(1414)') CLUSTER(PS) REPLACE
"""
COPIES = "".join(f"DEFINE QLOCAL(Q{n}) STREAMQ(S{n}) STRMQOS(MUSTDUP) REPLACE\n" for n in range(1, 6))
CAPPED = "".join(f"DEFINE QLOCAL(S{n}) CAPEXPRY(36000) REPLACE\n" for n in range(1, 6))
ALIASED = (
    "DEFINE QLOCAL(Q3) STREAMQ(FAN) REPLACE\nDEFINE QALIAS(FAN) TARGET(SIX) TARGTYPE(TOPIC) REPLACE\n"
    "DEFINE TOPIC(SIX) TOPICSTR('six') REPLACE\n"
    + "".join(
        f"DEFINE QLOCAL(C{n}) REPLACE\nDEFINE SUB(C{n}) TOPICSTR('six') DEST(C{n}) REPLACE\n"
        for n in range(6)
    )
)
APPLICATION = "DEFINE CHANNEL(APP) CHLTYPE(SVRCONN) TRPTYPE(TCP) MCAUSER('app') "
CLIENTS = {"binding": "client", "producers": 300, "consumers": 60}
SIZED = {"message_size": "2 KiB", "persistent": True}

# letter: (declarations of the queue manager, files)
SITUATIONS: dict[str, tuple[str, dict[str, str]]] = {
    "A": (
        "cores = 24\n"
        + topic("prices/#", 120_000, publishers=40, binding="fastpath", subscribers=60, ordered=True)
        + topic("orders/#", 1_500, publishers=2, binding="client", subscribers=80, **SIZED),
        {
            "a.mqsc": "DEFINE TOPIC(PRICES) TOPICSTR('prices') REPLACE\n"
            "DEFINE TOPIC(ORDERS) TOPICSTR('orders') DEFPSIST(YES) REPLACE\n" + APPLICATION + "REPLACE\n",
            "qm.ini": LOG,
        },
    ),
    "B": ("cores = 4\n" + cluster("PS", ordered=False), {"a.mqsc": MEMBER, "qm.ini": LOG}),
    "B24": ("cores = 24\n" + cluster("PS", ordered=False), {"a.mqsc": MEMBER, "qm.ini": LOG}),
    "C": (cluster("RETAIL", channel_pairs=3000), {"a.mqsc": HUB, "qm.ini": LOG}),
    "D": (
        'queue-disk = "100 GB"\n' + queue("IN", put_rate=20_000, burst="0 B", **CLIENTS),
        {
            "a.mqsc": "DEFINE QLOCAL(IN) DEFBIND(NOTFIXED) REPLACE\n" + APPLICATION + "SHARECNV(1) REPLACE\n",
            "qm.ini": LOG + "AutoCluster:\n   Repository1Conname=h1(1414)\n   Repository1Name=QM1\n"
            "   Repository2Conname=h2(1414)\n   Repository2Name=QM2\n   ClusterName=UNI\n   Type=Uniform\n",
        },
    ),
    "E": (
        'memory = "8 GiB"\n'
        + "".join(
            queue(
                f"JMS.{n}", put_rate=5_000, burst="1 MB", binding="client", producers=4, consumers=4, **SIZED
            )
            for n in range(1, 5)
        ),
        {
            "a.mqsc": "".join(f"DEFINE QLOCAL(JMS.{n}) REPLACE\n" for n in range(1, 5))
            + APPLICATION
            + "SHARECNV(10) MAXINST(20) REPLACE\n",
            "qm.ini": LOG + CHANNELS,
        },
    ),
    "F": (
        'queue-disk = "600 GB"\n'
        + "".join(queue(f"Q{n}", put_rate=2_000, consumers=2, burst="0 B", **SIZED) for n in range(1, 6)),
        {"a.mqsc": CAPPED + COPIES, "qm.ini": LOG},
    ),
    "G": (
        queue("FAN.1", put_rate=45_000, consumers=30, burst="0 B", **SIZED),
        {"a.mqsc": "DEFINE QLOCAL(FAN.1) REPLACE\n", "qm.ini": LOG},
    ),
    "H": (
        'queue-disk = "10 GB"\n' + queue("Q3", put_rate=10_000, consumers=4, burst="0 B", **SIZED),
        {
            "a.mqsc": "DEFINE QLOCAL(SQ3) CAPEXPRY(36000) REPLACE\n"
            "DEFINE QLOCAL(Q3) STREAMQ(SQ3) STRMQOS(MUSTDUP) REPLACE\n",
            "qm.ini": LOG,
        },
    ),
    "HL": (
        'outage = "30 min"\n' + cluster("RETAIL", channel_pairs=1000),
        {"a.mqsc": HUB.replace("REPLACE", "SHORTRTY(1) LONGTMR(36000) REPLACE"), "qm.ini": LOG},
    ),
    "K": (
        'environment = { MQ_CHANNEL_SUPPRESS_MSGS = "9001,9002" }\n' + cluster("RETAIL", channel_pairs=1000),
        {
            "a.mqsc": HUB.replace("REPLACE", "SHORTTMR(5) DISCINT(0) HBINT(60) REPLACE"),
            "qm.ini": LOG + "Channels:\n   MaxChannels=2500\n   MaxActiveChannels=300\n",
        },
    ),
    "L": (
        "cores = 4\n" + cluster("PS", ordered=True),
        {"a.mqsc": MEMBER, "qm.ini": LOG + "TuningParameters:\n   pscNumPubThreads=5\n"},
    ),
    "M": (
        queue("JMS.NP", put_rate=900, consumers=2, producers=3, binding="client", persistent=False),
        {
            "a.mqsc": "DEFINE QLOCAL(JMS.NP) NPMCLASS(HIGH) REPLACE\n"
            + APPLICATION
            + "SHARECNV(0) REPLACE\n",
            "qm.ini": LOG,
        },
    ),
    "N": (
        topic("quiet/#", 20_000, publishers=4, binding="fastpath", subscribers=0, persistent=False),
        {"a.mqsc": "DEFINE TOPIC(QUIET) TOPICSTR('quiet') REPLACE\n", "qm.ini": LOG},
    ),
    "P": (
        'queue-disk = "1 GB"\n' + queue("Q4", put_rate=10, consumers=1, burst="0 B", **SIZED),
        {
            "a.mqsc": "DEFINE QLOCAL(SQ4) CAPEXPRY(6000) REPLACE\nDEFINE QLOCAL(Q4) STREAMQ(SQ4) REPLACE\n",
            "qm.ini": LOG,
        },
    ),
    "Q": (
        queue("Q3", put_rate=3_000, consumers=2, burst="0 B", **SIZED),
        {"a.mqsc": ALIASED, "qm.ini": LOG},
    ),
    "R": (
        topic("alerts/#", 40_000, publishers=1, binding="client", subscribers=50, persistent=False)
        + topic("status/#", 300, publishers=300, binding="client", subscribers=2, persistent=False),
        {
            "a.mqsc": APPLICATION + "SHARECNV(1) MAXINST(200) REPLACE\n",
            "qm.ini": LOG + CHANNELS,
        },
    ),
    "S": (
        topic("x/#", 1_200_000, publishers=30, binding="fastpath", subscribers=1, persistent=False)
        + topic("y/#", 60_000, publishers=3, binding="fastpath", subscribers=1, persistent=False),
        {"a.mqsc": "DEFINE TOPIC(X) TOPICSTR('x') REPLACE\n", "qm.ini": LOG},
    ),
    "T": (
        "cores = 8\n"
        + cluster("PS", ordered=False)
        + topic("news/#", 8_000, publishers=0, subscribers=3, persistent=False, ordered=False),
        {"a.mqsc": MEMBER, "qm.ini": LOG},
    ),
    "W1-11": (
        "cores = 24\n"
        + "".join(
            topic(f"b{n}/#", 160_000, publishers=8, subscribers=1, persistent=False) for n in range(11)
        ),
        {"a.mqsc": "DEFINE QLOCAL(ANY) REPLACE\n", "qm.ini": LOG},
    ),
    "W1-120": (
        "cores = 24\n"
        + "".join(
            topic(f"trip/{n}", 4_000, publishers=1, subscribers=1, persistent=False) for n in range(120)
        ),
        {"a.mqsc": "DEFINE QLOCAL(ANY) REPLACE\n", "qm.ini": LOG},
    ),
    "W1b": (
        topic("trip/#", 480_000, publishers=120, binding="fastpath", subscribers=1, persistent=False),
        {"a.mqsc": "DEFINE QLOCAL(ANY) REPLACE\n", "qm.ini": LOG},
    ),
    "W2": (
        topic("pay/#", 1_500, publishers=2, binding="fastpath", subscribers=30, **SIZED),
        {"a.mqsc": "DEFINE TOPIC(PAY) TOPICSTR('pay') REPLACE\n", "qm.ini": LOG},
    ),
    "Z": (
        'queue-disk = "16 GB"\n'
        + queue("CAPPED", put_rate=10_000, consumers=0, message_size="2 KiB", persistent=True),
        {"a.mqsc": "DEFINE QLOCAL(CAPPED) CAPEXPRY(3000) REPLACE\n", "qm.ini": LOG},
    ),
}
