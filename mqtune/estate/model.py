"""Queue managers, their objects and their clients, after the replay. Does not know findings.

An object's value comes from a line of a script ("given"), from the object named by LIKE, or from
the shipped defaults; `MqObject.origin` says which.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.chlauth import AuthorityRecord, ChannelAuthentication
    from mqtune.estate.statement import Statement
    from mqtune.estate.topics import TopicTree
    from mqtune.language.levels import Level
    from mqtune.project.settings import ClusterLoad, Project, QueueLoad, QueueManagerDeclaration, TopicLoad
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Parameter, Script
    from mqtune.text.spans import Place

GIVEN = "given"
LIKE = "like"
DEFAULT = "default"


class Origin:
    """Where an effective value comes from: kind "given", "like" or "default"; the statement and the
    parameter for the first two (for "like" those of the object it came from, where given there).
    """

    __slots__ = ("kind", "line", "name", "parameter", "statement")

    def __init__(
        self,
        kind: str,
        statement: Statement | None = None,
        line: int = 0,
        parameter: Parameter | None = None,
        name: str = "",
    ) -> None:
        self.kind = kind
        self.statement = statement
        self.line = line
        self.parameter = parameter
        self.name = name  # of the LIKE object or the SYSTEM.DEFAULT.* object

    def place(self) -> Place | None:
        """The place of the parameter, where there is one."""
        if self.statement is None or self.parameter is None:
            return None
        return self.statement.place(self.line, self.parameter.extent)


class MqObject:
    """One object of a queue manager after the replay.

    `type` is the full object type, `subtype` as in `Statement`. `given` maps each keyword set by a
    script to its parameter (flags by their positive keyword: NOTRIGGER is in `given` under TRIGGER).
    `statements` are the commands that made it what it is, the defining one first; empty for a shipped
    object that no script touches. `shipped` says that crtmqm makes it.
    """

    __slots__ = (
        "base",
        "defaults",
        "given",
        "like_name",
        "name",
        "origins",
        "shipped",
        "statements",
        "subtype",
        "type",
    )

    def __init__(
        self,
        type: str,
        subtype: str,
        name: str,
        defaults: dict[str, str],
        shipped: bool = False,
    ) -> None:
        self.type = type
        self.subtype = subtype
        self.name = name
        self.defaults = defaults  # keyword -> value of the SYSTEM.DEFAULT.* object, shared
        self.base: MqObject | None = None  # a frozen copy of the LIKE object
        self.like_name = ""
        self.given: dict[str, Parameter] = {}
        self.origins: dict[str, Statement] = {}  # only for keywords not set by statements[0]
        self.statements: list[Statement] = []
        self.shipped = shipped

    @property
    def key(self) -> str:
        """`CHANNEL/SVRCONN`, `QLOCAL`."""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    def value(self, keyword: str) -> str | None:
        """The effective value, blanks at both ends removed; None where the attribute is unknown.

        A flag gives "YES" or "NO". A blank value is "".
        """
        parameter = self.given.get(keyword)
        if parameter is not None:
            if parameter.values is None:
                return "NO" if parameter.keyword != keyword else "YES"
            return (parameter.text or "").strip()
        if self.base is not None:
            return self.base.value(keyword)
        return self.defaults.get(keyword)

    def number(self, keyword: str) -> int | None:
        """The effective value as a number; None where it is none (a keyword, a placeholder)."""
        text = self.value(keyword)
        return int(text) if text and text.isascii() and text.isdigit() else None

    def is_given(self, keyword: str) -> bool:
        """Whether a script sets the attribute on this object itself."""
        return keyword in self.given

    def __repr__(self) -> str:
        return f"{self.type}({self.name})"


class QueueManager:
    """One queue manager as its files make it.

    `name` is None where neither `mqtune.toml` nor a dump header tells it. `complete` says that the
    files are known to be the whole queue manager (a full dump, or declared): only then may a rule say
    that something is missing. `level` and `platform` are the declared ones, else those of a dump's
    header, else None.
    """

    def __init__(self, name: str | None, project: Project) -> None:
        self.name = name
        self.project = project
        self.declaration: QueueManagerDeclaration | None = None
        self.complete = False
        self.level: Level | None = None
        self.platform: str | None = None
        self.scripts: list[Script] = []
        self.inis: list[IniFile] = []
        self.statements: list[Statement] = []
        self.events: list[ReplayEvent] = []
        self.objects: dict[tuple[str, str], MqObject] = {}  # (name space, name)
        self.chlauth: list[ChannelAuthentication] = []
        self.authrecs: list[AuthorityRecord] = []
        self.topic_loads: list[TopicLoad] = []
        self.queue_loads: list[QueueLoad] = []
        self.cluster_loads: list[ClusterLoad] = []
        self._topics: TopicTree | None = None

    # name spaces: "QUEUE" for all four kinds, "CHANNEL", "CLNTCONN", "TOPIC", "SUB", "QMGR", ...


class ReplayEvent:
    """Something the queue manager would have answered during the replay, or that changes what a reader
    expects. `kind` is one of the names in `estate/replay.py`; `statement` where it happens; `earlier`
    the statement it collides with; `keywords` the attributes concerned.
    """

    __slots__ = ("earlier", "keywords", "kind", "object", "statement")

    def __init__(
        self,
        kind: str,
        statement: Statement,
        object: MqObject | None = None,
        earlier: Statement | None = None,
        keywords: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.statement = statement
        self.object = object
        self.earlier = earlier
        self.keywords = keywords


class Client:
    """One way for clients into the estate: a CCDT entry or a CLNTCONN channel."""

    __slots__ = ("channel", "connections", "place", "queue_manager", "source")

    def __init__(
        self,
        channel: str,
        queue_manager: str,
        connections: tuple[str, ...],
        place: Place,
        source: str,
    ) -> None:
        self.channel = channel
        self.queue_manager = queue_manager
        self.connections = connections  # host(port)
        self.place = place
        self.source = source  # "ccdt" or "CLNTCONN"


class Estate:
    """All queue managers and client tables of a run."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.queue_managers: list[QueueManager] = []
        self.ccdts: list[CcdtFile] = []
        self.clients: list[Client] = []
        self.client_inis: list[IniFile] = []  # mqclient.ini files, which belong to no queue manager
