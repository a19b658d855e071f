"""The declarations in `mqtune.toml` as typed values, and its sizes and rates as numbers.

A value that is not declared is None; it is never assumed. Units are part of the names.
"""

from __future__ import annotations

from collections.abc import Mapping

from mqtune.text.messages import visible
from mqtune.text.record import EMPTY, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from mqtune.text.not_checked import Overruled


REASON, OWNER, UNTIL = "reason", "owner", "until"


class Declaration:
    """Base of values that are equal if all their fields are."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, right: object) -> bool:
        if type(self) is not type(right):
            return NotImplemented
        return all(getattr(self, name) == getattr(right, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({shown})"


@record
class TopicLoad(Declaration):
    """Expected load of one branch of the topic tree.

    `subscribers` is the largest number of subscriptions that match one publication; `binding` is fastpath,
    standard or client. `persistent` may be the persistent share of the messages. `line` is the line of its
    table in mqtune.toml, or of its directive.
    """

    topic: str
    publish_rate_per_s: float | None = None
    publishers: int | None = None
    binding: str | None = None
    subscribers: int | None = None
    message_size_bytes: int | None = None
    persistent: bool | float | None = None
    ordered: bool | None = None
    line: int = 0
    file: str = ""
    consumers: int | None = None
    get_rate_per_s: float | None = None
    burst_bytes: int | None = None
    clients: int | None = None


@record
class QueueLoad(Declaration):
    """Expected load of one queue.

    `get_rate_per_s` is the rate that all consumers together can sustain, `burst_bytes` the messages that may
    pile up at once, `clients` the number of client connections that use the queue.
    """

    queue: str
    put_rate_per_s: float | None = None
    message_size_bytes: int | None = None
    persistent: bool | float | None = None
    consumers: int | None = None
    line: int = 0
    file: str = ""
    producers: int | None = None
    binding: str | None = None
    get_rate_per_s: float | None = None
    burst_bytes: int | None = None
    clients: int | None = None


@record
class ChannelLoad(Declaration):
    """Expected use of one channel: the clients of a server connection, the messages of other channels."""

    channel: str
    clients: int | None = None
    message_rate_per_s: float | None = None
    line: int = 0
    file: str = ""


@record
class ClusterLoad(Declaration):
    """Expected size of one cluster as seen from a queue manager.

    `channel_pairs` is the number of channels that may fail and restart together.
    """

    cluster: str
    channel_pairs: int | None = None
    ordered: bool | None = None
    line: int = 0
    file: str = ""


@record
class EnvironmentDeclaration(Declaration):
    """One `[[environment]]` table: the patterns of its files, and files with values for placeholders."""

    name: str
    files: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    line: int = 0


@record
class QueueManagerDeclaration(Declaration):
    """One `[[queue-manager]]` table. `files` are patterns in the order in which they are applied.

    `complete` means that the files describe the whole queue manager, so that a rule may report something as
    missing. Without `environment_name` the table is for the queue manager of each environment. `outage_s` is
    the longest time for which its consumers and channels may be unavailable, `back_within_s` the time after
    it within which its channels have to run again. `longest_transaction_s` and `checkpoint_s` are the
    durations for which the recovery log must keep what is written.
    """

    name: str
    role: str | None = None
    files: tuple[str, ...] = ()
    cores: int | None = None
    memory_bytes: int | None = None
    queue_disk_bytes: int | None = None
    environment: Mapping[str, str] = EMPTY
    topics: tuple[TopicLoad, ...] = ()
    queues: tuple[QueueLoad, ...] = ()
    clusters: tuple[ClusterLoad, ...] = ()
    line: int = 0
    complete: bool | None = None
    environment_name: str | None = None
    link_bits_per_s: float | None = None
    numa_zone_cores: int | None = None
    outage_s: float | None = None
    back_within_s: float | None = None
    longest_transaction_s: float | None = None
    checkpoint_s: float | None = None
    channels: tuple[ChannelLoad, ...] = ()


@record
class HostDeclaration(Declaration):
    """One `[[host]]` table: where drivers of experiments, or queue managers, run, and how ssh reaches it."""

    name: str
    ssh: str
    path: tuple[str, ...] = ()
    environment: Mapping[str, str] = EMPTY
    python: str = "python3"
    queue_managers: tuple[str, ...] = ()
    line: int = 0


@record
class ExceptionEntry(Declaration):
    """One `[[exception]]` table: an accepted finding, with a responsible owner, until a date."""

    rule: str
    object: str | None
    reason: str
    owner: str | None
    until: date | None
    line: int
    file: str


@record
class PlanIgnore(Declaration):
    """One `[[plan-ignore]]` table: changes that a plan does not show, with the reason."""

    object: str
    attribute: str | None
    reason: str
    owner: str | None
    until: date | None
    line: int
    file: str


@record
class PolicyDeclaration(Declaration):
    """One `[[policy]]` table: a rule of the user's own.

    Either `display`, a DISPLAY command that must find nothing, or `object`, an object type, with `pattern`, a
    regular expression that whole names of that type must match. `lines` are the lines of its keys.
    """

    code: str
    name: str
    message: str
    display: str = ""
    object: str = ""
    pattern: str = ""
    severity: str = "warning"
    owner: str = ""
    file: str = ""
    line: int = 0
    lines: Mapping[str, int] = EMPTY


@record
class AccessTest(Declaration):
    """One `[[access-test]]` table: the options of `mqtune access`, and the verdict that is expected.

    `expected_user` is the user as which the connection has to run, `decided_by` a text that the record which
    decides has to contain.
    """

    expect: str
    name: str = ""
    queue_manager: str | None = None
    environment_name: str | None = None
    channel: str | None = None
    address: str | None = None
    user: str | None = None
    credentials: str | None = None
    login: str | None = None
    cert: str | None = None
    issuer: str | None = None
    groups: tuple[str, ...] = ()
    partner: str | None = None
    local: bool = False
    object: str | None = None
    at: str | None = None
    purpose: str | None = None
    expected_user: str = ""
    decided_by: str = ""
    line: int = 0
    file: str = ""


@record
class FlowTest(Declaration):
    """One `[[flow-test]]` table: a message, and how its branches are expected to end.

    `put` is a queue, `QUEUE@QMGR` or `topic:STRING`; `expect` are outcomes, or `not` and an outcome; `at` is
    a queue or `QUEUE@QMGR` where a branch has to end. With `connect` the message is put by a client that
    connects with this queue manager name, by the table `ccdt` or the CLNTCONN channels of the files.
    """

    expect: tuple[str, ...]
    put: str = ""
    name: str = ""
    queue_manager: str | None = None
    environment_name: str | None = None
    ccdt: str | None = None
    connect: str | None = None
    at: str = ""
    reason_code: int = 0
    size_bytes: int | None = None
    persistent: bool | None = None
    user: str | None = None
    groups: tuple[str, ...] = ()
    line: int = 0
    file: str = ""
    folder: str = "."


@record
class Gate(Declaration):
    """One gate. `file` is its shown path, `path` the one that the user gave.

    `allow` is what the repository may remove; `require` and `max_days`, the most days from the day of the run
    until the last day, are conditions of each directive and exception.
    """

    file: str
    path: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, str] = EMPTY
    fail_on: str | None = None
    profile: str | None = None
    exclude: tuple[str, ...] = ()
    policies: tuple[PolicyDeclaration, ...] = ()
    exceptions: tuple[ExceptionEntry, ...] = ()
    allow: tuple[str, ...] = ()
    require: tuple[str, ...] = ()
    max_days: int | None = None
    lines: Mapping[str, int] = EMPTY

    def allows(self, what: str) -> bool:
        """Whether the repository may remove something in this way."""
        return what in self.allow

    def refusal(self, what: str, reason: str, owner: str | None, until: date | None, today: date) -> str:
        """Why a directive or exception of the repository does not count; empty if it does."""
        if not self.allows(what):
            return f"{self.file} does not allow {what}"
        given = {REASON: _states(reason), OWNER: _states(owner or ""), UNTIL: until}
        required = (*self.require, UNTIL) if self.max_days is not None else self.require
        lacks = [key for key in dict.fromkeys(required) if not given[key]]
        if lacks:
            return f"it has no {' and no '.join(lacks)}, which {self.file} requires"
        if self.max_days is not None and until is not None and (until - today).days > self.max_days:
            return f"{until} is more than {self.max_days} days from now, the most that {self.file} accepts"
        return ""


@record
class Project(Declaration):
    """The whole project file; the defaults are those of a run without one.

    `file` is the displayed path, empty without a file; `folder` the absolute folder from which its patterns
    start. The options of a run add `complete`, which declares every queue manager complete, `walked`, the
    absolute folders, with a separator at the end, that the run reads as a whole, and `tracked`, the files and
    folders that git tracks, if it reads no others. `unread` are the files that queue managers are declared
    with and the run does not read. `excluded_by` names the origin of `exclude` patterns that are not from
    `file`. With a `gate` its rules replace those of the file, and `overruled` is what the file would remove.
    `lines` are the lines of the keys that a gate may refuse.
    `top` is the folder of the repository if that cannot be seen.
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
    hosts: tuple[HostDeclaration, ...] = ()
    exceptions: tuple[ExceptionEntry, ...] = ()
    plan_ignores: tuple[PlanIgnore, ...] = ()
    complete: bool = False
    walked: tuple[str, ...] = ()
    tracked: frozenset[str] | None = None
    unread: tuple[str, ...] = ()
    top: str = ""
    environments: tuple[EnvironmentDeclaration, ...] = ()
    access_tests: tuple[AccessTest, ...] = ()
    flow_tests: tuple[FlowTest, ...] = ()
    policies: tuple[PolicyDeclaration, ...] = ()
    severities: Mapping[str, str] = EMPTY
    fail_on: str | None = None
    excluded_by: Mapping[str, str] = EMPTY
    gate: Gate | None = None
    overruled: tuple[Overruled, ...] = ()
    lines: Mapping[str, int] = EMPTY

    @property
    def declares_nothing(self) -> bool:
        """Whether there is a project file that names and excludes no files, as in a new repository."""
        return bool(self.file) and not (self.queue_managers or self.environments or self.exclude)

    @property
    def declares_environments(self) -> bool:
        """Whether it names environments, so that none are inferred."""
        return bool(self.environments) or any(
            declaration.environment_name for declaration in self.queue_managers
        )


def _states(text: str) -> bool:
    """Whether a text contains a letter or digit that is seen: Unicode has letters that are blank."""
    return any(char.isalnum() and char == visible(char) for char in text)


# Sizes and rates in their usual notation.

# decimal and binary prefixes of the International System of Units and of IEC 80000-13
BYTES_IN = {
    "b": 1,
    "kb": 10**3,
    "mb": 10**6,
    "gb": 10**9,
    "tb": 10**12,
    "pb": 10**15,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
    "tib": 2**40,
    "pib": 2**50,
}
LINK_UNITS = {"mb/s": 1e6, "mbit/s": 1e6, "mbps": 1e6, "gb/s": 1e9, "gbit/s": 1e9, "gbps": 1e9}  # bits/s
BITS_OF_BYTE = 8
TIME_UNITS = {"s": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0}  # seconds
LEAST = 1e-9  # of a rate or share, one event in thirty years; figures divide by them
# the units to list in a message
UNITS = ("B", "KB", "MB", "GB", "KiB", "MiB", "GiB", "TiB")


def bytes_of(text: str) -> int | None:
    """`96 GiB`, `200GB`, `1.5 MiB`, `2048 B` in bytes; None for other texts, such as one without a unit."""
    size = measure_of(text, BYTES_IN)
    return int(size) if size is not None and size == int(size) else None


def measure_of(text: str, units: Mapping[str, float]) -> float | None:
    """A number with one of some units, times the factor of that unit; None for other texts."""
    stripped = text.strip()
    end = len(stripped)
    while end and (stripped[end - 1].isalpha() or stripped[end - 1] == "/"):
        end -= 1
    factor = units.get(stripped[end:].lower())
    value = plain_number(stripped[:end].strip())
    return None if factor is None or value is None else value * factor


def counted(number: float) -> float:
    """A rate or share; one that is nearly zero is none."""
    return float(number) if number >= LEAST else 0.0


def plain_number(text: str) -> int | float | None:
    """`120000`, `120_000` or `0.5`; None for a sign, an exponent or any other text."""
    integer, point, fraction = text.replace("_", "").partition(".")
    if not (integer.isascii() and integer.isdigit()) or len(integer) > 18:
        return None
    if not point:
        return int(integer)
    if not (fraction.isascii() and fraction.isdigit()) or len(fraction) > 18:
        return None
    return float(f"{integer}.{fraction}")
