"""UNI001 to UNI006, UNI011 to UNI013, UNI015: channels and clients of a uniform cluster, and its stanza."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.cluster_membership import (
    STANZA,
    entries_of,
    groups,
    member_names,
    served,
    told_members,
    uniform_clusters,
    uniform_name,
    unspread,
)
from mqtune.analysis.topology.clusters import Member
from mqtune.engine.rule import Hit, rule
from mqtune.estate.clients import connections, text_of
from mqtune.estate.grouping import dump_header
from mqtune.estate.indexes import near_name
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.workload import cluster_names
from mqtune.rules.common import defined_here, entry_place, qm_inis, stanza_name
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.editing import Place
from mqtune.text.finding import INFO, ObjectName, Related
from mqtune.text.messages import listed
from mqtune.text.patterns import lazy_pattern

# UNI004, UNI005, UNI006: the channels of the members.

INSERT = lazy_pattern(r"\+(\w+)\+")
BUILT_IN = frozenset(("AUTOCL", "QMNAME"))


def own_receivers(queue_manager: QueueManager, cluster: str) -> list[MqObject]:
    """The CLUSRCVR channels that scripts define for a cluster."""
    return [
        channel
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR")
        if channel.statements and cluster in cluster_names(channel, queue_manager)
    ]


@rule("UNI004")
def fixed_channel_in_shared_script(estate: Estate) -> Iterator[Hit]:
    """A script shared by several members of a uniform cluster defines the CLUSRCVR with a name or an address
    that is the same for all.
    """
    for cluster in uniform_clusters(estate):
        managers: dict[int, list[QueueManager]] = {}
        for member in cluster.members:
            for script in member.queue_manager.scripts:
                managers.setdefault(id(script), []).append(member.queue_manager)
        reported: set[int] = set()
        for member in cluster.members:
            for channel in own_receivers(member.queue_manager, cluster.name):
                statement = channel.statements[0]
                sharing = managers.get(id(statement.command.script), [])
                if len(sharing) > 1 and id(statement) not in reported:
                    reported.add(id(statement))
                    yield from fixed_hit(cluster.name, channel, sharing)


def fixed_hit(cluster: str, channel: MqObject, sharing: list[QueueManager]) -> Iterator[Hit]:
    """A script that several members run gives them the same channel name or the same address."""
    keyword = "" if not INSERT.search(channel.name) and not has_placeholder(channel.name) else "CONNAME"
    if keyword and (not channel.text("CONNAME") or has_placeholder(channel.text("CONNAME"))):
        return
    place = channel.place(keyword)
    if place is None:
        return
    what = "the same name" if not keyword else f"the same address, {channel.text('CONNAME')},"
    yield Hit(
        place,
        f"CHANNEL({channel.name}) has {what} for {len(sharing)} members of uniform cluster {cluster} that "
        "share the script",
        object=ObjectName("CHANNEL", channel.name),
        attribute=keyword or "CHANNEL",
    )


@rule("UNI005")
def insert_without_variable(queue_manager: QueueManager) -> Iterator[Hit]:
    """The name or the CONNAME of a CLUSRCVR contains an insert that the Variables stanza of the ini files
    does not define.
    """
    variables = [stanza for ini in qm_inis(queue_manager) for stanza in ini.named("Variables")]
    if not variables:
        return  # they may be passed to crtmqm, or set by an operator
    known = {entry.key for stanza in variables for entry in stanza.entries}
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        if not channel.statements:
            continue
        for keyword, text in (("", channel.name), ("CONNAME", channel.text("CONNAME"))):
            for name in INSERT.findall(text):
                place = channel.place(keyword)
                if name in known or name in BUILT_IN or place is None:
                    continue
                near = near_name(name, known)
                yield Hit(
                    place,
                    f"CHANNEL({channel.name}) uses +{name}+, but stanza Variables "
                    + (f"defines only {', '.join(sorted(known)[:8])}" if known else "is empty"),
                    help=f"use +{near}+" if near else f"pass the variable to crtmqm, -iv {name}=value",
                    object=ObjectName("CHANNEL", channel.name),
                    attribute=keyword or "CHANNEL",
                )


@rule("UNI006")
def manual_sender_in_uniform_cluster(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script defines a CLUSSDR in a uniform cluster whose AutoCluster stanza names the repositories."""
    cluster = uniform_name(queue_manager)
    setting = queue_manager.ini_entry(STANZA, "Repository1Name") if cluster else None
    if setting is None:
        return
    ini, entry = setting
    for channel in queue_manager.of_type("CHANNEL", "CLUSSDR"):
        place = channel.place() if channel.statements and channel.defined else None
        if place is None or cluster not in cluster_names(channel, queue_manager):
            continue
        if dump_header(channel.statements[0].command.script) is not None:
            continue  # a dump includes the channels that the queue manager created itself
        yield Hit(
            place,
            f"CHANNEL({channel.name}) is a manual CLUSSDR in cluster {cluster}, but stanza {STANZA} names "
            "the repositories",
            object=ObjectName("CHANNEL", channel.name),
            attribute="CLUSTER",
            related=(Related(ini.document.place(entry.span), "the first repository"),),
        )


# UNI011, UNI012, UNI013: clients and their channel definition tables.

FIXED_WORDS = frozenset(("qmgr", "queuemanager", "disabled"))


@rule("UNI012")
def unbalanced_first_connections(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """The group entries of a client channel definition table for a uniform cluster have weight 0 or affinity
    preferred, the defaults.
    """
    entries = entries_of(ccdt) if uniform_clusters(estate) else []
    cluster = served(entries, estate)
    if cluster is None:
        return
    for name, fixed in unspread(entries, cluster).items():
        entry = fixed[0]
        weight = entry.setting("clientWeight")
        weighed = f"clientWeight {0 if weight is None else weight.value}"
        words = "affinity preferred" if entry.weighted else weighed
        yield Hit(
            entry.place,
            f"an entry of group '{name}' has {words}, which does not distribute the clients over the members "
            f"of {cluster.name}",
            note="with affinity preferred all connections of a process use the entry that was chosen first"
            if entry.weighted
            else "with weight 0 the entries are tried in a fixed order, so all clients first connect to the "
            "first member and are moved afterwards",
            object=ObjectName("CLNTCONN", entry.channel),
            attribute="affinity" if entry.weighted else "clientWeight",
            severity=INFO if entry.weighted else None,
        )


@rule("UNI013")
def ccdt_group_without_member_entry(ccdt: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A client channel definition table has a group for a uniform cluster, but no entry with the name of a
    member.
    """
    entries = entries_of(ccdt) if uniform_clusters(estate) else []
    cluster = served(entries, estate)
    if cluster is None:
        return
    names = member_names(cluster)
    present = {entry.queue_manager for entry in entries} & names
    together = groups(entries, cluster)
    missing = sorted(names - present)
    if not together or not missing or not names:
        return
    first = next(iter(together.values()))[0]
    yield Hit(
        first.place,
        f"the table has group '{first.queue_manager}' for uniform cluster {cluster.name}, but no entry for "
        f"{listed(missing)}",
        help=f'next to the group, add an entry for each member, such as "queueManager": "{missing[0]}"',
        object=ObjectName("CLNTCONN", first.channel),
        attribute="queueManager",
    )


@rule("UNI011")
def restricted_client_reconnection(estate: Estate) -> Iterator[Hit]:
    """A client channel definition table of a uniform cluster, or an mqclient.ini next to it, prevents clients
    from reconnecting to any queue manager.
    """
    if not uniform_clusters(estate):
        return
    for ccdt in estate.ccdts:
        entries = entries_of(ccdt)
        cluster = served(entries, estate)
        for entry in entries if cluster is not None else ():
            node = entry.setting("defaultReconnect")
            word = text_of(node).lower()
            if node is not None and cluster is not None and word in FIXED_WORDS:
                shown = ObjectName("CLNTCONN", entry.channel)
                place = ccdt.document.place(node.span)
                yield reconnect_hit(place, "defaultReconnect", text_of(node), cluster.name, shown, "yes")
    if not all(uniform_name(manager) for manager in estate.queue_managers):
        return  # the clients may be those of another queue manager
    for ini in estate.client_inis:
        setting = ini.get("Channels", "DefRecon")
        if setting is not None and setting.value.strip().lower() in FIXED_WORDS:
            stanza = ObjectName("STANZA", "Channels")
            name = uniform_clusters(estate)[0].name
            place = ini.document.place(setting.span)
            yield reconnect_hit(place, "DefRecon", setting.value.strip(), name, stanza, "YES")


def reconnect_hit(place: Place, key: str, value: str, cluster: str, object: ObjectName, wanted: str) -> Hit:
    """A client that cannot be moved to another member."""
    return Hit(
        place,
        f"{key} {value} prevents clients of uniform cluster {cluster} from being moved",
        help=f"set {key} to {wanted}, and use the same name for all instances of an application",
        object=object,
        attribute=key,
    )


# UNI001, UNI002, UNI003, UNI015: the AutoCluster stanza.

AUTOMATIC = "IBM MQ documentation, Using automatic cluster configuration"
MANDATORY = ("Type", "ClusterName")
PAIRS = (("Repository1Name", "Repository1Conname"), ("Repository2Name", "Repository2Conname"))


@rule("UNI001")
def incomplete_stanza(queue_manager: QueueManager) -> Iterator[Hit]:
    """An AutoCluster stanza lacks Type or ClusterName, or has the name of a repository without its address,
    or vice versa.
    """
    files = [ini for ini in qm_inis(queue_manager) if ini.named(STANZA)]
    if not files or any(ini.directives for ini in files):
        return
    keys = (*MANDATORY, *(key for pair in PAIRS for key in pair))
    given = {key for key in keys if queue_manager.ini_value(STANZA, key)}
    missing = [key for key in MANDATORY if key not in given]
    for pair in PAIRS:
        missing += [key for key in pair if key not in given and not given.isdisjoint(pair)]
    if not missing:
        return
    ini = files[-1]
    yield Hit(
        ini.document.place(ini.named(STANZA)[0].name_span),
        f"stanza {STANZA} lacks {', '.join(missing)}",
        help=f"add {' and '.join(missing)}",
        object=stanza_name(STANZA),
        attribute=missing[0],
    )


def repositories_of(queue_manager: QueueManager) -> dict[str, str]:
    """The repositories that the stanza names, with their addresses."""
    repositories = {}
    for name, address in PAIRS:
        key = (queue_manager.ini_value(STANZA, name) or "").strip()
        if key:
            repositories[key] = (queue_manager.ini_value(STANZA, address) or "").strip()
    return repositories


@rule("UNI002")
def differing_repositories(estate: Estate) -> Iterator[Hit]:
    """Members of one uniform cluster name different full repositories, or different addresses for them."""
    for cluster in uniform_clusters(estate):
        known: list[tuple[Member, dict[str, str]]] = []
        for member in told_members(cluster):
            repositories = repositories_of(member.queue_manager)
            texts = (*repositories, *repositories.values())
            if repositories and not any(has_placeholder(text) for text in texts):
                known.append((member, repositories))
        for member, repositories in known[1:]:
            if repositories != known[0][1] and related_by(known[0], (member, repositories)):
                yield from difference(cluster.name, known[0], (member, repositories))


def related_by(first: tuple[Member, dict[str, str]], second: tuple[Member, dict[str, str]]) -> bool:
    """Whether two stanzas belong to the same cluster: both are declared, or they share a repository.

    Samples of several projects in one folder may use the same cluster name.
    """
    declared = all(member.queue_manager.declaration is not None for member, _ in (first, second))
    return declared or not first[1].items().isdisjoint(second[1].items())


def difference(
    cluster: str, first: tuple[Member, dict[str, str]], second: tuple[Member, dict[str, str]]
) -> Iterator[Hit]:
    """Two members that name different repositories, or different addresses for them."""
    setting = first_entry(second[0].queue_manager)
    base = first_entry(first[0].queue_manager)
    if setting is None or base is None or setting[0] is base[0]:
        return
    mine = ", ".join(f"{name} at {address}" for name, address in second[1].items())
    its = ", ".join(f"{name} at {address}" for name, address in first[1].items())
    yield Hit(
        entry_place(*setting),
        f"{second[0].queue_manager.label} joins uniform cluster {cluster} through {mine}, but "
        f"{first[0].queue_manager.label} through {its}",
        object=stanza_name(STANZA),
        attribute="Repository1Name",
        related=(Related(entry_place(*base), f"the repositories of {first[0].queue_manager.label}"),),
    )


def first_entry(queue_manager: QueueManager) -> tuple[IniFile, Entry] | None:
    """The entry of the first repository that the stanza names."""
    return queue_manager.ini_entry(STANZA, "Repository1Name") or queue_manager.ini_entry(
        STANZA, "Repository2Name"
    )


@rule("UNI003")
def single_full_repository(queue_manager: QueueManager) -> Iterator[Hit]:
    """An AutoCluster stanza names one full repository, or the same one twice."""
    if not queue_manager.inis:
        return
    names = [
        (key, value) for key, _ in PAIRS if (value := (queue_manager.ini_value(STANZA, key) or "").strip())
    ]
    if not names or any(has_placeholder(value) for _, value in names):
        return
    if len(names) == 2 and names[0][1] != names[1][1]:
        return
    if len(names) == 1 and any(ini.directives for ini in qm_inis(queue_manager)):
        return
    setting = queue_manager.ini_entry(STANZA, names[-1][0])
    if setting is None:
        return
    words = f"{names[0][1]} twice as" if len(names) == 2 else f"{names[0][1]} as the only"
    yield Hit(
        entry_place(*setting),
        f"stanza {STANZA} names {words} full repository",
        object=stanza_name(STANZA),
        attribute="Repository2Name",
    )


@rule("UNI015")
def repository_not_matching_member(estate: Estate) -> Iterator[Hit]:
    """The AutoCluster stanza names a repository with a different address than its CLUSRCVR has, or with a
    likely typing error in the name of a member.
    """
    for cluster in uniform_clusters(estate):
        told = told_members(cluster)
        names = {member.queue_manager.name: member for member in told if member.queue_manager.name}
        seen: set[int] = set()
        for member in told:
            for key, address in PAIRS:
                setting = member.queue_manager.ini_entry(STANZA, key)
                if setting is None or id(setting[1]) in seen or has_placeholder(setting[1].value):
                    continue
                seen.add(id(setting[1]))
                name = setting[1].value.strip()
                if name in names:
                    yield from address_hit(member.queue_manager, address, name, names[name])
                else:
                    yield from name_hit(
                        *setting, name, near_name(name, [member_name for member_name in names if member_name])
                    )


def address_hit(queue_manager: QueueManager, key: str, name: str, repository: Member) -> Iterator[Hit]:
    """The address of a repository is not one that the queue manager itself advertises to the cluster."""
    setting = queue_manager.ini_entry(STANZA, key)
    texts = [channel.text("CONNAME") for channel in repository.receivers if channel.statements]
    if setting is None or not texts or any(has_placeholder(text) for text in (*texts, setting[1].value)):
        return
    advertised = {address for text in texts for address in connections(text)}
    if not advertised or advertised & set(connections(setting[1].value)):
        return
    yield Hit(
        entry_place(*setting),
        f"{key}={setting[1].value} for {name} differs from the address of its CLUSRCVR, {texts[0]}",
        note="members look for the full repository at the address in the stanza, but send to the address of "
        f"the channel ({AUTOMATIC})",
        help="use one address, unless both lead to the same queue manager",
        object=stanza_name(STANZA),
        attribute=key,
        related=defined_here(repository.receivers[0], "CONNAME"),
    )


def name_hit(ini: IniFile, entry: Entry, name: str, near: str | None) -> Iterator[Hit]:
    """The name of a repository is probably the misspelt name of a member."""
    if near is None:
        return
    yield Hit(
        entry_place(ini, entry),
        f"{entry.key}={name} is not the name of a member in the files, but {near} is",
        note="a repository with a wrong name is never found, and the intended queue manager does not become "
        f"a full repository ({AUTOMATIC})",
        help=f"use {near}",
        object=stanza_name(STANZA),
        attribute=entry.key,
    )
