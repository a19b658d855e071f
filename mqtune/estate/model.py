"""Queue managers and their objects after the replay, and the estates that they form.

Objects themselves are in `estate/objects.py`; this module contains the collections and the look-ups.
"""

from __future__ import annotations

from mqtune.estate.grouping import names_borne
from mqtune.estate.indexes import Filled, NearNames
from mqtune.estate.objects import MqObject
from mqtune.estate.words import QUEUE, bits_of
from mqtune.syntax.document import QM_INI, has_placeholder
from mqtune.text.patterns import SortedNames, whole_number
from mqtune.text.record import Derived, field, record

MOST_NAMES = 1_000_000  # that are compared with patterns for one queue manager: about a second

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mqtune.estate.events import ReplayEvent
    from mqtune.estate.records import AuthorityRecord, ChannelAuthentication, ChannelRecords
    from mqtune.estate.statement import Statement
    from mqtune.language.available import Level
    from mqtune.project.settings import ClusterLoad, Project, QueueLoad, QueueManagerDeclaration, TopicLoad
    from mqtune.syntax.carriers.result import Deployment, Store
    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.document import Document
    from mqtune.syntax.ini.tree import Entry, IniFile
    from mqtune.syntax.mqsc.dump_end import DumpGap
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.text.editing import Place


class QueueManager(Derived):
    """One queue manager as its files define it, identified by environment and name.

    `name` is None if neither `mqtune.toml` nor the files give it; `title` is the name, or the placeholder for
    it as written. `environment_name` is None outside of every environment. `complete` means that the
    files are known to be the whole queue manager (a full dump, or declared with its files): only then may a
    rule report something as missing. `is_partial` means that the run does not read all files that mqtune.toml
    declares for it. `gaps` show that its dumps are not complete: then it is not, whatever is declared.
    `stated_complete` is the same as `complete` without regard to names that are placeholders. `level` and
    `platform` are the declared ones, else those in the header of a dump, else None.
    `objects` is keyed by name space and name; name spaces are "QUEUE" for all four kinds, "CHANNEL",
    "CLNTCONN", and else the object type; the queue manager itself is ("QMGR", ""). `in_heap` means that its
    scripts are in a folder of unrelated scripts, so that others hardly mean it by its name.
    """

    def __init__(self, name: str | None, project: Project) -> None:
        super().__init__()
        self.name = name
        self.title: str = name or ""
        self.environment_name: str | None = None
        self.project = project
        self.declaration: QueueManagerDeclaration | None = None
        self.complete = False
        self.is_partial = False
        self.in_heap = False
        self.stated_complete = False
        self.gaps: list[tuple[Script, DumpGap]] = []
        self.level: Level | None = None
        self.platform: str | None = None
        self.folder = ""
        self.scripts: list[Script] = []
        self.inis: list[IniFile] = []  # in the order in which their values apply: the last one wins
        self.exports: list[IniFile] = []  # variables that scripts export before they start it
        self.statements: list[Statement] = []
        self.events: list[ReplayEvent] = []
        # gives the commands that may not run, each with the one that it hides
        self.doubts: Callable[[], list[tuple[Statement, Statement]]] = list
        self.objects: dict[tuple[str, str], MqObject] = {}
        self.chlauth: list[ChannelAuthentication] = []
        self.authrecs: list[AuthorityRecord] = []
        self.topic_loads: list[TopicLoad] = []
        self.queue_loads: list[QueueLoad] = []
        self.cluster_loads: list[ClusterLoad] = []
        self.sources: tuple[list[TopicLoad], list[QueueLoad]] | None = None  # loads without derived ones
        self.persistent_per_s = (0.0, 0.0)  # messages and bytes that the loads put on its queues
        self._names_left = MOST_NAMES
        self._channel_records: ChannelRecords | None = None
        self._by_type: dict[str, list[MqObject]] | None = None
        self._filled: dict[str, Filled] = {}
        self._by_subtype: dict[str, dict[str, list[MqObject]]] = {}
        self._by_value: dict[tuple[str, str], dict[str, list[MqObject]]] = {}
        self._names: dict[str, list[str]] = {}
        self._near: dict[str, NearNames] = {}
        self._sorted_names: dict[str, SortedNames] = {}

    @property
    def label(self) -> str:
        """What to call it: its name or placeholder, else the folder or file it was read from."""
        return self.name or self.title or self.folder

    @property
    def qualified(self) -> str:
        """The label with the environment before it, `prod/PAYQM1`, unless it is a path with that name."""
        label, environment = self.label, self.environment_name
        if not environment or (label == self.folder and environment in label.replace(".", "/").split("/")):
            return label
        return "/".join(filter(None, (environment, label)))

    def find(self, space: str, name: str) -> MqObject | None:
        """An object by name space and name, case-sensitive."""
        return self.objects.get((space, name))

    def queue(self, name: str) -> MqObject | None:
        """A queue of any kind."""
        return self.objects.get((QUEUE, name))

    def channel(self, name: str) -> MqObject | None:
        """A channel other than a client connection."""
        return self.objects.get(("CHANNEL", name))

    @property
    def qmgr(self) -> MqObject:
        """The queue manager's own attributes."""
        return self.objects["QMGR", ""]

    def of_type(self, type: str, subtype: str = "") -> Sequence[MqObject]:
        """The objects of a type, defaults included: `of_type("CHANNEL", "SVRCONN")`."""
        objects = self._types.get(type, ())
        if not subtype:
            return objects
        by_subtype = self._by_subtype.get(type)
        if by_subtype is None:
            by_subtype = self._by_subtype[type] = {}
            for object in objects:
                by_subtype.setdefault(object.subtype, []).append(object)
        return by_subtype.get(subtype, ())

    @property
    def _types(self) -> dict[str, list[MqObject]]:
        """All objects by type."""
        if self._by_type is None:
            self._by_type = {}
            for object in self.objects.values():
                self._by_type.setdefault(object.type, []).append(object)
        return self._by_type

    @property
    def types(self) -> Iterable[str]:
        """The types of its objects."""
        return self._types

    def filled(self, type: str) -> Filled:
        """The non-blank attributes of the objects of a type."""
        filled = self._filled.get(type)
        if filled is None:
            filled = self._filled[type] = Filled(type, self.of_type(type))
        return filled

    def with_filled(self, type: str, keywords: Iterable[str]) -> list[MqObject]:
        """The objects of a type for which scripts set any of some attributes to a non-blank value."""
        bits = bits_of(type, tuple(keywords))
        return [object for object, _ in self.filled(type).by_scripts(bits)]

    def with_value(self, type: str, keyword: str, value: str) -> list[MqObject]:
        """The objects of a type whose attribute has a non-blank value: `with_value("CHANNEL", "XMITQ",
        "HUB")`.
        """
        index = self._by_value.get((type, keyword))
        if index is None:
            index = self._by_value[(type, keyword)] = {}
            for object in self.filled(type).perhaps((keyword,)):
                index.setdefault(object.text(keyword), []).append(object)
        return index.get(value, []) if value else []

    def names(self, space: str) -> list[str]:
        """The known names in a name space."""
        names = self._names.get(space)
        if names is None:
            items = self.objects.items()
            names = [
                name
                for (object_space, name), object in items
                if object_space == space and not object.placeholder
            ]
            self._names[space] = names
        return names

    def near(self, space: str, name: str) -> str | None:
        """The name in a name space of which another one is most likely a misspelling."""
        index = self._near.get(space)
        if index is None:
            index = self._near[space] = NearNames(self.names(space))
        return index[name]

    def any_name(self, space: str, pattern: str, matches: Callable[[str, str], bool]) -> bool | None:
        """Whether a pattern with wildcards matches a name in a name space; None if that is not known, since
        too many names were compared before.
        """
        names = self._sorted_names.get(space)
        if names is None:
            names = self._sorted_names[space] = SortedNames(self.names(space))
        for name in names.candidates(pattern):
            self._names_left -= 1
            if self._names_left < 0 or matches(pattern, name):
                return None if self._names_left < 0 else True
        return False

    @property
    def chlauth_in_force(self) -> list[ChannelAuthentication]:
        """The channel authentication records without those that the queue manager rejects."""
        return [record for candidate in self.chlauth if (record := candidate.in_force) is not None]

    @property
    def channel_records(self) -> ChannelRecords:
        """The records in force by the channels to which they apply."""
        if self._channel_records is None:
            from mqtune.estate.records import ChannelRecords

            self._channel_records = ChannelRecords(self.chlauth_in_force)
        return self._channel_records

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables that `mqtune.toml` declares, or that a script which starts it exports."""
        declared = self.declaration.environment if self.declaration is not None else {}
        if not self.exports:
            return declared
        return {entry.key: entry.value for _, entry in self._exported()} | dict(declared)

    def variable_place(self, name: str) -> Place | None:
        """The position of a variable that a script exports; None if mqtune.toml declares it."""
        if self.declaration is not None and name in self.declaration.environment:
            return None
        places = [ini.document.place(entry.span) for ini, entry in self._exported() if entry.key == name]
        return places[-1] if places else None

    def _exported(self) -> Iterator[tuple[IniFile, Entry]]:
        return ((ini, entry) for ini in self.exports for part in ini.stanzas for entry in part.entries)

    @property
    def ldap_authorisation(self) -> bool:
        """Whether groups and users of an LDAP server have the authorities, not those of the system."""
        checking = self.find("AUTHINFO", self.qmgr.text("CONNAUTH"))
        if checking is None or checking.subtype != "IDPWLDAP":
            return False
        return checking.value("AUTHORMD") not in (None, "OS", "")

    @property
    def has_load(self) -> bool:
        """Whether any load is declared."""
        return bool(self.topic_loads or self.queue_loads or self.cluster_loads)

    def loadable(self) -> set[str]:
        """Of what its scripts define something that can have a load: "queue", "topic", "cluster"."""
        kinds = (("queue", "QLOCAL", ""), ("topic", "TOPIC", ""), ("cluster", "CHANNEL", "CLUSRCVR"))
        return {
            kind
            for kind, type, subtype in kinds
            if any(
                object.statements and not object.name.startswith("SYSTEM.")
                for object in self.of_type(type, subtype)
            )
        }

    def ini_entry(self, stanza: str, key: str) -> tuple[IniFile, Entry] | None:
        """The effective ini entry: from qm.ini, then the fragments that are merged into it; the last one
        applies.
        """
        for ini in reversed(self.inis):
            entry = ini.get(stanza, key) if ini.document.kind == QM_INI else None
            if entry is not None:
                return ini, entry
        return None

    def ini_value(self, stanza: str, key: str) -> str | None:
        """The value of an ini key; None if no file sets it."""
        setting = self.ini_entry(stanza, key)
        return setting[1].value if setting is not None else None

    def ini_number(self, stanza: str, key: str) -> int | None:
        """The value of an ini key as a number; None if it is not a number."""
        return whole_number((self.ini_value(stanza, key) or "").strip())

    @property
    def has_unknown_names(self) -> bool:
        """Whether the scripts define objects whose names are placeholders."""
        return any(object.placeholder for object in self.objects.values())

    def __repr__(self) -> str:
        return f"QueueManager({self.label})"


@record
class Client:
    """One client connection into the estate: a CCDT entry or a CLNTCONN channel.

    `reaches` are the queue managers of the estate that it leads to, each with the server-connection channel
    of the same name if there is one; empty if the estate does not show it.
    """

    channel: str
    queue_manager: str
    connections: tuple[str, ...]  # host(port)
    place: Place
    source: str  # "ccdt" or "CLNTCONN"
    cipher: str = ""
    reaches: list[tuple[QueueManager, MqObject | None]] = field(init=False)

    def __post_init__(self) -> None:
        self.reaches = []

    @property
    def placeholder(self) -> bool:
        """Whether its channel or its queue manager is a placeholder."""
        return has_placeholder(self.channel) or has_placeholder(self.queue_manager)


class Estate(Derived):
    """All queue managers and client tables of one environment, or of what belongs to no environment.

    `environment` is its name, None for the latter. `shown` and `shows_clients` are what a run is limited to,
    `notes` what was inferred from the files. `left_out` are documents of queue managers that are not built,
    as they have too much in common with others.
    """

    def __init__(self, project: Project, environment: str | None = None) -> None:
        super().__init__()
        self.project = project
        self.environment = environment
        self.queue_managers: list[QueueManager] = []
        self._shown: list[QueueManager] | None = None
        self.shows_clients = True
        self.notes: list[str] = []
        self.left_out: set[Document] = set()
        self.ccdts: list[CcdtFile] = []
        self.clients: list[Client] = []
        self.client_inis: list[IniFile] = []  # mqclient.ini files, which belong to no queue manager
        self.system_files: list[IniFile] = []  # sysctl, limits and units, which belong to a host
        self.deployments: list[Deployment] = []  # the queue manager resources of Kubernetes
        self.stores: list[Store] = []  # its ConfigMaps and Secrets
        self.of_run: list[Estate] = [self]  # all of the same run
        self._named: dict[str, QueueManager | None] | None = None
        self._channels: dict[str, list[tuple[QueueManager, MqObject]]] | None = None

    @property
    def shown(self) -> list[QueueManager]:
        """The queue managers to which the run is limited: all unless set otherwise."""
        return self.queue_managers if self._shown is None else self._shown

    def shows(self, queue_manager: QueueManager) -> bool:
        """Whether a queue manager is among those to which the run is limited."""
        return self._shown is None or queue_manager in self._shown

    def limit(self, queue_managers: list[QueueManager], clients: bool) -> None:
        """Limit what is shown to some queue managers, with or without the clients."""
        self._shown = queue_managers
        self.shows_clients = clients
        self._derived = dict(self._derived)  # a copy of an estate that is limited shares no further results

    @property
    def others(self) -> list[Estate]:
        """The other estates of the same run."""
        return [estate for estate in self.of_run if estate is not self]

    def named(self, name: str) -> QueueManager | None:
        """The queue manager with a name; None if several have it: which is meant is unknown.

        If none has it, it is the one of unknown name whose file or folder bears the name, in any letter case.
        One in a heap of unrelated scripts is not considered.
        """
        if self._named is None:
            self._named = {}
            for manager in self.queue_managers:
                borne = () if manager.title else names_borne(manager.folder, manager.scripts)
                for key in () if manager.in_heap else (manager.name or "", *borne):
                    self._named[key] = None if key in self._named else manager
        if not name:
            return None
        return self._named[name] if name in self._named else self._named.get(f"/{name.upper()}")

    def channels_named(self, name: str) -> list[tuple[QueueManager, MqObject]]:
        """The channels with a name, except client connections, with their queue managers."""
        if self._channels is None:
            self._channels = {}
            for manager in self.queue_managers:
                for channel in manager.of_type("CHANNEL"):
                    if manager.channel(channel.name) is channel:
                        self._channels.setdefault(channel.name, []).append((manager, channel))
        return self._channels.get(name, [])
