"""The pretended host that the stand-ins share: queue managers, objects and connections kept in a folder.

For tests only. Standard library only, since the stand-ins run under any python3 and without modules that take
long to import: a test starts dozens of stand-ins. Nothing here is a figure of IBM MQ: the rates are made up,
with the shapes that experiments look for.

    STANDIN_HOME    folder of the host; without it every queue manager and every object is there
    <home>/<QM>/status            `Running`, `Ended normally` or what else dspmq says
    <home>/<QM>/level             such as 9.4.0.0
    <home>/<QM>/objects.json      {"QLOCAL(Q1)": {"MAXDEPTH": "5000"}, ...}
    <home>/<QM>/log.mqsc          every command that runmqsc was given
    <home>/<QM>/channels          number of channels running; 0 is an outage
    <home>/<QM>/used              while it is there, queues are in use and cannot be deleted
    <home>/<QM>/qmgr.json         attributes of the queue manager that were altered
    <home>/<QM>/threads           pscNumPubThreads, of a queue manager that publications arrive at (1)
    <home>/<QM>/connected/<pid>   what each driver process does or did
    STANDIN_SPEED   how many times faster than the clock the drivers live (1)
    STANDIN_NOISE   variation from second to second, as a share (0.01); STANDIN_SEED makes it repeatable
    STANDIN_RATES   total rate by publishers, such as 3:17000,4:17800,5:13300; STANDIN_CACHE the break (48)
    STANDIN_JMS_LIMIT  most messages a second that one queue manager takes from JMS (41000)
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
from collections.abc import Iterator

OBJECT_TYPES = (
    *("QLOCAL", "QALIAS", "QREMOTE", "QMODEL", "TOPIC", "SUB", "CHANNEL"),
    *("LISTENER", "PROCESS", "NAMELIST", "SERVICE", "AUTHINFO"),
)
RATES = {1: 8000.0, 2: 14000.0, 3: 17000.0, 4: 17786.0, 5: 13340.0, 6: 10900.0, 8: 8300.0}
ALONE = 8200.0  # publications per second of a thread with a topic of its own
# publications a second that cross a cluster, for each channel and each republishing thread
A_CHANNEL, A_THREAD = 14000.0, 12000.0
TRANSMIT, ARRIVING = "SYSTEM.CLUSTER.TRANSMIT.QUEUE", "SYSTEM.INTER.QMGR.PUBS"
CLUSTER_QUEUES = (TRANSMIT, ARRIVING)
FIRST_US, NEXT_US, UNCACHED_US = 1070.0, 235.0, 475.0


def speed() -> float:
    return float(os.environ.get("STANDIN_SPEED", "1"))


class QueueManager:
    """One pretended queue manager."""

    def __init__(self, name: str) -> None:
        self.name = name
        home = os.environ.get("STANDIN_HOME", "")
        self.free = not home
        self.folder = os.path.join(home or ".", name.lstrip("*"))

    @property
    def known(self) -> bool:
        return self.free or os.path.isdir(self.folder)

    @property
    def status(self) -> str:
        return "Running" if self.free else self._text("status", "Running")

    @property
    def level(self) -> str:
        return "9.4.0.0" if self.free else self._text("level", "9.4.0.0")

    @property
    def channels(self) -> int:
        return 4 if self.free else int(self._text("channels", "4"))

    def _file(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def _text(self, name: str, default: str) -> str:
        try:
            return _read(self._file(name)).strip()
        except OSError:
            return default

    @property
    def used(self) -> bool:
        return not self.free and os.path.exists(self._file("used"))

    def attributes(self) -> dict[str, str]:
        """What was altered of the queue manager itself."""
        return {} if self.free else json.loads(self._text("qmgr.json", "{}"))

    def alter(self, attributes: dict[str, str]) -> None:
        if not self.free:
            _write(self._file("qmgr.json"), json.dumps(self.attributes() | attributes))

    def objects(self) -> dict[str, dict[str, str]]:
        return {} if self.free else json.loads(self._text("objects.json", "{}"))

    def keep(self, objects: dict[str, dict[str, str]]) -> None:
        if not self.free:
            _write(self._file("objects.json"), json.dumps(objects, indent=1))

    def log(self, command: str) -> None:
        if not self.free:
            with open(self._file("log.mqsc"), "a", encoding="utf-8") as file:
                file.write(command + "\n")

    def find(self, name: str, *types: str) -> tuple[str, dict[str, str]] | None:
        """Type and attributes of an object; everything is there where nothing is kept."""
        if self.free or name.startswith("SYSTEM."):
            return types[0], {}
        objects = self.objects()
        return next(((one, objects[f"{one}({name})"]) for one in types if f"{one}({name})" in objects), None)

    @contextlib.contextmanager
    def connected(self, facts: dict[str, object]) -> Iterator[dict[str, object]]:
        """A driver process that is seen by the others while it runs; `tell` writes its facts down."""
        facts |= {
            "pid": os.getpid(),
            "since": time.time(),
            "until": None,
            "rate": 0.0,
            "puts": {},
            "gets": {},
        }
        if self.free:
            yield facts
            return
        os.makedirs(self._file("connected"), exist_ok=True)
        self.tell(facts)
        try:
            yield facts
        finally:
            facts |= {"until": time.time(), "rate": 0.0}
            self.tell(facts)

    def tell(self, facts: dict[str, object]) -> None:
        if not self.free:
            _write(self._file("connected", str(facts["pid"])), json.dumps(facts))

    def processes(self, running: bool = True) -> list[dict[str, object]]:
        if self.free or not os.path.isdir(self._file("connected")):
            return []
        found = []
        for name in sorted(os.listdir(self._file("connected"))):
            with contextlib.suppress(OSError, ValueError):
                if running and not _alive(int(name)):
                    continue
                facts = json.loads(_read(self._file("connected", name)))
                alive = facts["until"] is None and _alive(facts["pid"])
                if alive or not running:
                    found.append(facts)
        return found

    def feeding(self, queue: str) -> list[str]:
        """Names whose puts reach a queue: itself, queues that stream into it, aliases of its topics."""
        names, objects = [queue], self.objects()
        topics = [
            one.get("TOPICOBJ", "")
            for key, one in objects.items()
            if key[:4] == "SUB(" and one.get("DEST") == queue
        ]
        for key, one in objects.items():
            kind, name = re.match(r"(\w+)\((.*)\)$", key).groups()  # type: ignore[union-attr]
            if kind == "QLOCAL" and one.get("STREAMQ") == queue:
                names.append(name)
            elif kind == "QALIAS" and one.get("TARGTYPE") == "TOPIC" and one.get("TARGET") in topics:
                names.append(name)
                names += [key[7:-1] for key, other in objects.items() if other.get("STREAMQ") == name]
        return names

    def inflow(self, queue: str) -> float:
        """Messages per second that reach a queue."""
        names = self.feeding(queue)
        return sum(one["rate"] * share(one, names) for one in self.processes() if one["puts"] is not None)

    def receivers(self) -> int:
        """Its cluster-receiver channels."""
        return sum(one.get("CHLTYPE") == "CLUSRCVR" for one in self.objects().values())

    def others(self) -> list[QueueManager]:
        """The other queue managers of the host."""
        found = [QueueManager(name) for name in queue_managers(os.path.dirname(self.folder))]
        return [one for one in found if one.name != self.name]

    def crossing(self) -> tuple[float, float]:
        """Publications a second that its channels let in, and that its threads publish again."""
        return A_CHANNEL * self.receivers(), A_THREAD * int(self._text("threads", "1"))

    def published_elsewhere(self, topic: str) -> float:
        """Publications a second that arrive on a topic string from other members of a cluster."""
        wanted = sum(
            one["rate"] * one["destinations"].count(topic) / len(one["destinations"])
            for other in self.others()
            for one in other.processes()
            if one["class"] == "Publisher"
        )
        total = sum(
            one["rate"] for other in self.others() for one in other.processes() if one["class"] == "Publisher"
        )
        return wanted * min(1.0, min(self.crossing()) / total) if total else 0.0

    def sent(self) -> list[tuple[float, float, float]]:
        """What publishers connected here put: from when, until when, and how much a second of the clock."""
        now, found = time.time(), []
        for one in self.processes(running=False):
            if one["class"] == "Publisher":
                until = one["until"] or now
                length = max(1e-9, until - one["since"])
                found.append((one["since"], until, sum(one["puts"].values()) / length))
        return found

    def waiting(self, queue: str) -> float:
        """Publications that wait for a channel here, or for a thread that publishes again what arrived."""
        pairs = [(self, one) if queue == TRANSMIT else (one, self) for one in self.others()]
        return sum(_crossing(here.sent(), *there.crossing())[queue] for here, there in pairs)

    def depth(self, queue: str) -> int:
        """Messages on a queue: puts less gets, and not older than its lifetime allows."""
        if queue in CLUSTER_QUEUES:
            return round(self.waiting(queue))
        names, now = self.feeding(queue), time.time()
        life = self._lifetime(queue)
        total = 0.0
        for one in self.processes(running=False):
            put = sum(one["puts"].get(name, 0.0) for name in names)
            if put and life:
                until = one["until"] or now
                length = max(1e-9, until - one["since"])
                put *= max(0.0, until - max(one["since"], now - life)) / length
            total += put - one["gets"].get(queue, 0.0)
        return max(0, round(total))

    def _lifetime(self, queue: str) -> float:
        """Seconds of the clock until an expired message is taken away; 0 is for ever."""
        found = self.find(queue, "QLOCAL")
        attributes = found[1] if found else {}
        text = attributes.get("CAPEXPRY") or attributes.get("CUSTOM", "")
        number = re.search(r"(\d+)", text)
        interval = float(self._text("expiry-interval", "300"))
        return (int(number[1]) / 10 + interval) / speed() if number else 0.0


def _crossing(sent: list[tuple[float, float, float]], channels: float, threads: float) -> dict[str, float]:
    """What waits on both sides of a cluster, by going through the time since the first publisher."""
    level = {TRANSMIT: 0.0, ARRIVING: 0.0}
    if not sent or not channels:
        return level
    now, step = time.time(), 1 / speed()
    at = min(since for since, _, _ in sent)
    while at < now:
        put = sum(rate * max(0.0, min(until, at + step) - max(since, at)) for since, until, rate in sent)
        crossed = min(level[TRANSMIT] + put, channels)
        level[TRANSMIT] += put - crossed
        level[ARRIVING] = max(0.0, level[ARRIVING] + crossed - threads)
        at += step
    return level


def share(process: dict[str, object], names: list[str]) -> float:
    """The part of a process's puts that goes to these names."""
    destinations = process.get("destinations") or []
    if not process.get("putter") or not destinations:
        return 0.0
    return sum(one in names for one in destinations) / len(destinations)


def publish_rate(queue_manager: QueueManager, threads: int, topics: list[str]) -> float:
    """Publications per second of all threads: a lock that they share, and the time of each delivery."""
    strings = {
        one.get("TOPICSTR"): key for key, one in queue_manager.objects().items() if key.startswith("TOPIC(")
    }
    alone = len(set(topics)) > 1 and all(topic in strings for topic in topics)
    rate = ALONE * threads if alone else _by_threads(threads)
    subscribers = sum(
        one["threads"] / max(1, len(set(one["destinations"])))
        for one in queue_manager.processes()
        if one["class"] == "Subscriber" and set(one["destinations"]) & set(topics)
    )
    if subscribers:
        cache = int(os.environ.get("STANDIN_CACHE", "48"))
        cached = min(subscribers, cache) - 1
        microseconds = FIRST_US + NEXT_US * max(0.0, cached) + UNCACHED_US * max(0.0, subscribers - cache)
        rate = min(rate, threads * 1e6 / microseconds)
    return rate


def _by_threads(threads: int) -> float:
    given = os.environ.get("STANDIN_RATES", "")
    table = {int(one.split(":")[0]): float(one.split(":")[1]) for one in given.split(",")} if given else RATES
    below = max((one for one in table if one <= threads), default=min(table))
    above = min((one for one in table if one >= threads), default=max(table))
    if below == above:
        return table[below] * (threads / below if threads < min(table) else 1.0)
    return table[below] + (table[above] - table[below]) * (threads - below) / (above - below)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        return _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return True


def queue_managers(home: str) -> list[str]:
    """The names of those on the host."""
    return [name for name in sorted(os.listdir(home)) if os.path.exists(os.path.join(home, name, "status"))]


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _write(path: str, text: str) -> None:
    """All at once, since others read meanwhile."""
    folder, name = os.path.split(path)
    beside = os.path.join(folder, f".{name}.{os.getpid()}")
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(beside, path)
