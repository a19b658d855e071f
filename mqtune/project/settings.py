"""What `mqtune.toml` declares, as typed values. Does not know MQ's rules.

Every value that nobody declared is None: it is never invented. Units stand in the names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class TopicLoad:
    """Expected load of one branch of the topic tree (contract 3)."""

    topic: str
    publish_rate_per_s: float | None = None
    publishers: int | None = None
    binding: str | None = None  # fastpath, standard, client
    subscribers: int | None = None  # most subscriptions that one publication matches
    message_size_bytes: int | None = None
    persistent: bool | None = None
    ordered: bool | None = None
    line: int = 0  # of its table in mqtune.toml, or of its directive
    file: str = ""


@dataclass(frozen=True, slots=True)
class QueueLoad:
    """Expected load of one queue."""

    queue: str
    put_rate_per_s: float | None = None
    message_size_bytes: int | None = None
    persistent: bool | None = None
    consumers: int | None = None
    line: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True)
class ClusterLoad:
    """Expected size of one cluster as seen from a queue manager."""

    cluster: str
    channel_pairs: int | None = None  # channels that may fail and restart together
    ordered: bool | None = None
    line: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True)
class QueueManagerDeclaration:
    """One `[[queue-manager]]` table. `files` are patterns in the order they are applied."""

    name: str
    role: str | None = None  # test, production
    files: tuple[str, ...] = ()
    cores: int | None = None
    memory_bytes: int | None = None
    queue_disk_bytes: int | None = None
    environment: dict[str, str] = field(default_factory=dict)
    topics: tuple[TopicLoad, ...] = ()
    queues: tuple[QueueLoad, ...] = ()
    clusters: tuple[ClusterLoad, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class ExceptionEntry:
    """One `[[exception]]` table: a finding somebody answers for, until a day."""

    rule: str
    object: str | None
    reason: str
    owner: str | None
    until: date | None
    line: int
    file: str


@dataclass(frozen=True, slots=True)
class Project:
    """The whole project file; the defaults are those of a run without one.

    `file` is the path as shown, empty without a file; `folder` the folder its patterns start from.
    """

    file: str = ""
    folder: str = "."
    mq_version: str | None = None
    platform: str | None = None
    profile: str = "default"
    exclude: tuple[str, ...] = ()
    ccdt_clients: tuple[str, ...] = ("java", "c")
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    queue_managers: tuple[QueueManagerDeclaration, ...] = ()
    exceptions: tuple[ExceptionEntry, ...] = ()
