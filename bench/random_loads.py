"""Random estates with random declared loads: paths with their texts, the same for the same seed.

The keys of loads and limits are those that `mqtune.toml` knows, each with small, huge and missing values;
names are often those of other objects, and often of none. Loops, half declarations and clusters that cannot
form are wanted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

from mqtune.language.available import PLATFORMS
from mqtune.project import schema, values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.tables import Keys

QUEUES = ("Q1", "Q2", "Q3", "Q4", "A1", "A2", "R1", "R2", "T.IN", "SYSTEM.DEFAULT.LOCAL.QUEUE", "NO.SUCH")
TOPICS = ("t", "t/a", "t/a/b", "t/#", "t/+/b", "#", "u/#", "u", "no/such/#")
CHANNELS = ("APP1", "APP2", "TO.QM1", "TO.QM2", "SYSTEM.DEF.SVRCONN", "NO.SUCH")
CLUSTERS = ("PC", "PD", "NONE")
NAMES = {"topic": TOPICS, "queue": QUEUES, "channel": CHANNELS, "cluster": CLUSTERS}
ARRAYS = {
    "topic": schema.TOPIC_KEYS,
    "queue": schema.QUEUE_KEYS,
    "channel": schema.CHANNEL_KEYS,
    "cluster": schema.CLUSTER_KEYS,
}
# what the values of a key may be, by the function that checks it
VALUES: dict[values.Check, tuple[object, ...]] = {
    values.rate: (0, 1e-320, 1e-9, 0.5, 1, 40, 8000, 4e5, 999_999_999_999.0),
    values.count: (0, 1, 2, 7, 60, 500, 70_000, 10**9),
    values.positive: (1, 4, 24, 10**6),
    values.size: ("0 B", "1 B", "2 KiB", "64 KiB", "4 MiB", "10 GB", "900 TiB"),
    values.link_speed: ("0.001 Mb/s", "1 Gb/s", "10 Gb/s", "900000 Gb/s", "125 MB/s"),
    values.duration: ("0.001 s", "10 s", "3 min", "12 h", "900000 h"),
    values.persistence: (True, False, 0, 0.01, 0.5, 1),
    values.flag: (True, False),
    values.environment: ({"MQ_TEST": "1"}, {"AMQ_DISABLE_CLIENT_AMS": "TRUE"}),
}
OWN_KEYS = ("name", "environment-name", "role", "files")  # of a queue manager, which the generator decides


def estate(seed: int, state: int = 0) -> dict[str, str]:
    """The files of one estate; its states have the same queue managers, with other objects and loads."""
    random = Random(seed)
    managers = [f"QM{number}" for number in range(1, random.choice((2, 2, 2, 3, 3, 4)))]
    environments = random.choice(((), (), (), ("test", "prod")))
    random.seed(f"{seed} {state}")
    files: dict[str, str] = {}
    tables = [head(random), *(f'[[environment]]\nname = "{one}"\n' for one in environments)]
    for environment in environments or (None,):
        for name in managers:
            path = f"{environment or 'all'}/{name.lower()}"
            files[f"{path}.mqsc"] = "".join(script(random, name, managers))
            ini = "".join(stanzas(random))
            if ini:
                files[f"{path}/qm.ini"] = ini
            tables.append("".join(declaration(random, name, environment, path, bool(ini))))
    files["mqtune.toml"] = "".join(tables)
    return files


def head(random: Random) -> str:
    """The keys at the top of the project file."""
    level = random.choice(("7.5", "8.0", "9.1", "9.2.0.5", "9.3", "9.4", "10.0"))
    platform = random.choice(("linux", "linux", *PLATFORMS))
    profile = random.choice(schema.PROFILES)
    return f'mq-version = "{level}"\nplatform = "{platform}"\nprofile = "{profile}"\n'


def declaration(
    random: Random, name: str, environment: str | None, path: str, with_ini: bool
) -> Iterator[str]:
    """The table of a queue manager with its loads."""
    files = [f"{path}.mqsc", *([f"{path}/qm.ini"] if with_ini else [])]
    yield f'[[queue-manager]]\nname = "{name}"\nfiles = {json.dumps(files)}\n'
    if environment is not None:
        yield f'environment-name = "{environment}"\n'
    yield from keys(random, schema.QUEUE_MANAGER_KEYS, OWN_KEYS, 0.4)
    for array, known in ARRAYS.items():
        for number in random.sample(range(len(NAMES[array])), random.choice((0, 1, 1, 2, 3))):
            yield f"[[queue-manager.{array}]]\n{array} = {json.dumps(NAMES[array][number])}\n"
            yield from keys(random, known, (array, "producers" if array == "topic" else array), 0.55)


def keys(random: Random, known: Keys, omitted: tuple[str, ...], share: float) -> Iterator[str]:
    """Some of the keys of a table, with a value of any size."""
    for key, (_, check) in known.items():
        if key in omitted or random.random() > share:
            continue
        words = check.words if isinstance(check, values.WordOf) else VALUES[check]
        value = random.choice(words)
        if isinstance(value, dict):
            text = ", ".join(f"{name} = {json.dumps(one)}" for name, one in value.items())
            yield f"{key} = {{ {text} }}\n"
        else:
            yield f"{key} = {json.dumps(value)}\n"


def script(random: Random, name: str, managers: list[str]) -> Iterator[str]:
    """The objects of a queue manager; each kind is there or not."""

    def some(*choices: str) -> str:
        return random.choice(choices)

    if random.random() < 0.3:
        state = some(
            "PSMODE(DISABLED)", "PSCLUS(DISABLED)", f"PARENT({random.choice(managers)})", "REPOS(PC)"
        )
        yield f"ALTER QMGR {state} DEADQ({some(*QUEUES)}) DEFXMITQ({some('QM1', 'QM2', 'NO.SUCH')})\n"
    for queue in ("Q1", "Q2", "Q3", "Q4"):
        if random.random() < 0.8:
            if random.random() < 0.15:
                yield directive(random)
            depth = random.choice((0, 1, 5000, 999_999_999))
            stream = some("", "", f"STREAMQ({some(*QUEUES)}) STRMQOS({some('BESTEF', 'MUSTDUP')})")
            more = some(
                "", "", "PUT(DISABLED)", "GET(DISABLED)", "CAPEXPRY(600)", "CLUSTER(PC)", "USAGE(XMITQ)"
            )
            yield f"DEFINE QLOCAL({queue}) MAXDEPTH({depth}) {stream} {more} REPLACE\n"
    for alias in ("A1", "A2"):
        yield f"DEFINE QALIAS({alias}) TARGET({some(*QUEUES)}) {some('', 'CLUSTER(PC)')} REPLACE\n"
    for remote in ("R1", "R2"):
        partner = some(*managers, "FAR")
        to = f"RNAME({some(*QUEUES)}) RQMNAME({partner}) {some('', f'XMITQ({partner})')}"
        yield f"DEFINE QREMOTE({remote}) {to} REPLACE\n"
    yield f"DEFINE QALIAS(T.IN) TARGTYPE(TOPIC) TARGET({some('T1', 'T2')}) REPLACE\n"
    yield from channels(random, name, managers)
    for number in (1, 2):
        if random.random() < 0.7:
            cluster = some("", "", f"CLUSTER({some(*CLUSTERS)}) CLROUTE({some('DIRECT', 'TOPICHOST')})")
            more = some(
                "",
                "",
                "PUB(DISABLED)",
                "PROXYSUB(FORCE)",
                "PUBSCOPE(QMGR)",
                "SUBSCOPE(QMGR)",
                "DEFPSIST(YES)",
            )
            yield f"DEFINE TOPIC(T{number}) TOPICSTR('{some('t', 't/a', 'u')}') {cluster} {more} REPLACE\n"
    for number in range(random.choice((0, 1, 3))):
        to = some(f"DEST({some(*QUEUES)})", "DESTCLAS(MANAGED)", f"DEST(Q1) DESTQMGR({some(*managers)})")
        more = some(
            "", "", "SUBSCOPE(QMGR)", "REQONLY(YES)", "SUBLEVEL(3)", "SELECTOR('a = 1')", "WSCHEMA(CHAR)"
        )
        yield f"DEFINE SUB(S{number}) TOPICSTR('{some(*TOPICS)}') {to} {more} REPLACE\n"


def directive(random: Random) -> str:
    """A load in a comment, for the object behind it or one that it names."""
    number, size = random.choice(("0", "3", "120.5", "400000")), random.choice(("0B", "2KiB", "4MiB"))
    name = random.choice(("", "queue=Q2 ", "topic=t/a "))
    rate = "publish-rate" if name.startswith("topic") else "put-rate"
    more = random.choice(("", " persistent=yes", " producers=0 binding=client", " consumers=2 get-rate=1"))
    return f"* mqtune: workload {name}{rate}={number} message-size={size}{more}\n"


def channels(random: Random, name: str, managers: list[str]) -> Iterator[str]:
    """Channels to other queue managers, in clusters, and of clients."""
    for partner in managers:
        if partner != name and random.random() < 0.6:
            yield f"DEFINE QLOCAL({partner}) USAGE(XMITQ) REPLACE\n"
            to = f"CHLTYPE(SDR) CONNAME('{partner}(1414)') XMITQ({partner})"
            yield f"DEFINE CHANNEL({name}.{partner}) {to} REPLACE\n"
            yield f"DEFINE CHANNEL({partner}.{name}) CHLTYPE(RCVR) REPLACE\n"
    for number in range(random.choice((0, 1, 1, 2))):
        cluster = random.choice(CLUSTERS[:2])
        weight = random.choice(("", "CLWLPRTY(5)", "CLWLWGHT(1)", "NETPRTY(3)"))
        to = f"CHLTYPE(CLUSRCVR) CONNAME('{name}(1414)') CLUSTER({cluster}) {weight}"
        yield f"DEFINE CHANNEL({cluster}.{name}.{number}) {to} REPLACE\n"
    for channel in ("APP1", "APP2"):
        if random.random() < 0.5:
            limits = random.choice(("", "MAXINST(0)", "MAXINST(20)", "MAXINST(999999999) MAXINSTC(2)"))
            shared = random.choice((0, 1, 10))
            yield f"DEFINE CHANNEL({channel}) CHLTYPE(SVRCONN) {limits} SHARECNV({shared}) REPLACE\n"


def stanzas(random: Random) -> Iterator[str]:
    """A qm.ini with some of the limits, some of them nonsense."""
    count = random.choice((0, 1, 3, 64, 511))
    pages = random.choice((64, 1024, 4096, 65535))
    number = random.choice(("0", "1", "5", "200", "65535", "many"))
    if random.random() < 0.6:
        yield f"Log:\n   LogPrimaryFiles={count}\n   LogSecondaryFiles={random.choice((0, 2))}\n"
        yield f"   LogFilePages={pages}\n   LogType={random.choice(('CIRCULAR', 'LINEAR'))}\n"
    if random.random() < 0.4:
        yield f"Channels:\n   MaxChannels={number}\n   MaxActiveChannels={random.choice(('1', '500'))}\n"
    if random.random() < 0.4:
        key = random.choice(("PubSubCacheSize", "ExpiryInterval", "pscNumPubThreads"))
        yield f"TuningParameters:\n   {key}={number}\n"
