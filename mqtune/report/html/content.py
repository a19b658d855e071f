"""What the HTML report shows besides the findings, as plain data that is safe to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ManagerRow:
    """One queue manager: identity, level, what its files are, and how many objects they define."""

    key: tuple[str, str]  # environment, label
    level: str
    platform: str
    complete: bool
    objects: int
    clusters: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def title(self) -> str:
        """`prod/PAYQM1`."""
        return "/".join(filter(None, self.key))

    @property
    def cluster_titles(self) -> tuple[str, ...]:
        """Its clusters, each with the environment: clusters of two environments may have one name."""
        return tuple("/".join(filter(None, (self.key[0], name))) for name in self.clusters)


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """The channels from one queue manager to another."""

    source: str
    target: str
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic string: its depth in the tree, its topic object, the locks that a publication takes."""

    manager: str
    depth: int
    part: str
    object: str
    lock: str
    isolated: bool


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """A resource with its utilisation. `share` is None if it is unknown, `open` if more may be used, and
    `high` if it is above the share that is planned with.
    """

    manager: str
    resource: str
    kind: str
    used: str
    share: float | None
    basis: str
    percent: str = ""
    open: bool = False
    high: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionRow:
    """An accepted finding: an `[[exception]]` table or a directive."""

    rule: str
    object: str
    reason: str
    owner: str
    until: str
    expired: bool
    place: str


@dataclass(frozen=True, slots=True)
class AccessTable:
    """What users and groups hold, with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class HardeningRow:
    """An item of a hardening guide: what the files say about it, on what that rests, and the rules for it."""

    item: str
    title: str
    category: str
    verdict: str
    evidence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hardening:
    """The items of a guide, and what has to be known of the guide."""

    guide: str
    note: str
    rows: Sequence[HardeningRow]


@dataclass(frozen=True, slots=True)
class Difference:
    """The comparison with an earlier report: its name, and the findings that are new, gone and still open."""

    earlier: str
    new: Sequence[str]  # fingerprints
    gone: Sequence[tuple[str, str, str]]  # code, message, position
    open: int


@dataclass(slots=True)
class Content:
    """Everything but the findings."""

    title: str
    date: str
    version: str
    command: str
    profile: str
    managers: Sequence[ManagerRow] = ()
    links: Sequence[ChannelLink] = ()
    topics: Sequence[TopicRow] = ()
    budget: Sequence[BudgetRow] = ()
    first: str = ""  # the resource that is exhausted first, as a sentence
    owners: Mapping[str, str] = field(default_factory=dict)  # of policies, by code
    exceptions: Sequence[ExceptionRow] = ()
    skipped: Sequence[tuple[str, str]] = ()
    access: AccessTable | None = None
    difference: Difference | None = None
    hardening: Hardening | None = None
    rules_url: str = ""  # with {code} in place of the rule
