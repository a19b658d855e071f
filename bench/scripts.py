"""Scripts as people write them: few attributes, any order, five layouts, comments, abbreviations.

Seeded: the same count gives the same bytes; about 0.19 kB an object.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

AREAS = ("orders", "stock", "prices", "ledger", "claims", "fleet", "billing", "returns")
REMARKS = (
    "asked for by the web shop, ticket {n}",
    "do not raise without asking storage",
    "moved here from the old hub",
    "reply side of the queue above",
)
QLOCAL = (
    "DESCR('queue {n} for {area}')",
    "MAXDEPTH({depth})",
    "MAXMSGL({length})",
    "DEFPSIST(YES)",
    "BOTHRESH(3)",
    "BOQNAME('{upper}.BACKOUT')",
    "QDEPTHHI(80)",
    "QDPHIEV(ENABLED)",
    "SHARE",
    "DEFSOPT(SHARED)",
    "NPMCLASS(NORMAL)",
    "MONQ(HIGH)",
    "REPLACE",
)
SVRCONN = (
    "TRPTYPE(TCP)",
    "DESCR('clients of {area} {n}')",
    "MCAUSER('app{n}')",
    "MAXINST({instances})",
    "MAXINSTC(20)",
    "SHARECNV(1)",
    "HBINT(30)",
    "SSLCIPH(ANY_TLS12_OR_HIGHER)",
    "SSLCAUTH(REQUIRED)",
    "REPLACE",
)
QALIAS = (
    "TARGET('{target}')",
    "DESCR('alias of {area}')",
    "DEFPSIST(YES)",
    "PUT(ENABLED)",
    "REPLACE",
)
TOPIC = ("TOPICSTR('{area}/{n}')", "DESCR('news of {area}')", "PUB(ENABLED)", "DURSUB(YES)", "REPLACE")
# verb's object word, its short form, prefix of the names, attributes to choose from
KINDS = (
    ("QLOCAL", "QL", "", QLOCAL),
    ("CHANNEL", "CHL", "C.", SVRCONN),
    ("QALIAS", "QA", "A.", QALIAS),
    ("TOPIC", "TOPIC", "T.", TOPIC),
)
NEEDED = {"CHANNEL": "CHLTYPE(SVRCONN)", "QALIAS": QALIAS[0], "TOPIC": TOPIC[0]}


def layout(kind: int, head: str, attributes: list[str]) -> str:
    """One command in one of five layouts."""
    if kind == 0:
        return f"{head} {' '.join(attributes)}\n"
    if kind == 1:
        rows = [" ".join(attributes[i : i + 3]) for i in range(0, len(attributes), 3)]
        return head + " +\n       " + " +\n       ".join(rows) + "\n"
    if kind == 2:
        return head + " +\n  " + " +\n  ".join(attributes) + "\n"
    if kind == 3:
        rows = [" ".join(attributes[i : i + 2]) for i in range(0, len(attributes), 2)]
        word, name = head.split("(", 1)
        return f"{word.lower()}({name} -\n" + " -\n".join(rows) + "\n"
    return head.replace("DEFINE", "DEF") + " " + " +\n    ".join(attributes) + "\n"


def attributes_of(source: random.Random, word: str, items: tuple[str, ...]) -> list[str]:
    """Some of the attributes in any order, with the one that the object cannot do without."""
    count = source.randrange(min(4, len(items) - 1), len(items))
    chosen = source.sample(items, count)
    needed = NEEDED.get(word, "")
    if needed and needed not in chosen:
        chosen.insert(0, needed)
    return chosen


def script(objects: int, seed: int = 2) -> Iterator[str]:
    """The text of a script with so many objects, piece by piece."""
    source = random.Random(seed)
    queues = [f"{area.upper()}.BACKOUT" for area in AREAS]
    yield "* Definitions of the hub, by hand. Run with runmqsc HUB.QM\n"
    for name in queues:
        yield f"DEFINE QLOCAL('{name}') REPLACE\n"
    for n in range(objects - len(AREAS)):
        area = source.choice(AREAS)
        word, short, prefix, items = source.choices(KINDS, (60, 20, 12, 8))[0]
        values = {
            "n": n,
            "area": area,
            "upper": area.upper(),
            "target": source.choice(queues[-100:]),
            "depth": source.choice((5000, 20000, 50000, 100000)),
            "length": source.choice((65536, 1048576, 4194304)),
            "instances": source.choice((50, 100, 500)),
        }
        name = f"{prefix}{area.upper()}.{n}"
        if word == "QLOCAL":
            queues.append(name)
        if source.random() < 0.15:
            yield "* " + source.choice(REMARKS).format(n=n) + "\n"
        kind = source.randrange(5)
        attributes = [item.format(**values) for item in attributes_of(source, word, items)]
        yield layout(kind, f"DEFINE {short if kind == 4 else word}('{name}')", attributes)
        if source.random() < 0.3:
            yield "\n"
