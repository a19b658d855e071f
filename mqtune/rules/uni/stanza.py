"""UNI001, UNI002, UNI003, UNI015: the AutoCluster stanza."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.addresses import connections
from mqtune.estate.clusters import Member
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.near import near_name
from mqtune.estate.uniform_clusters import STANZA, told_members, uniform_clusters
from mqtune.findings.finding import Related
from mqtune.rules.common.ini_places import entry_place, qm_inis, stanza_name
from mqtune.rules.common.object_names import defined_here
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.syntax.placeholders import has_placeholder

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
    there = {key for key in keys if queue_manager.ini_value(STANZA, key)}
    missing = [key for key in MANDATORY if key not in there]
    for pair in PAIRS:
        missing += [key for key in pair if key not in there and not there.isdisjoint(pair)]
    if not missing:
        return
    ini = files[-1]
    yield Hit(
        ini.document.place(ini.named(STANZA)[0].name_span),
        f"stanza {STANZA} lacks {', '.join(missing)}",
        note="Type and ClusterName are mandatory, and a repository needs both name and address; otherwise "
        f"the queue manager starts without the uniform cluster, or without that repository ({AUTOMATIC}). "
        "One list in the documentation spells RepositoryName1, which is not read",
        help=f"add {' and '.join(missing)}",
        object=stanza_name(STANZA),
        attribute=missing[0],
    )


def repositories_of(queue_manager: QueueManager) -> dict[str, str]:
    """The repositories that the stanza names, with their addresses."""
    found = {}
    for name, address in PAIRS:
        key = (queue_manager.ini_value(STANZA, name) or "").strip()
        if key:
            found[key] = (queue_manager.ini_value(STANZA, address) or "").strip()
    return found


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


def related_by(first: tuple[Member, dict[str, str]], other: tuple[Member, dict[str, str]]) -> bool:
    """Whether two stanzas belong to the same cluster: both are declared, or they share a repository.

    Samples of several projects in one folder may use the same cluster name.
    """
    declared = all(member.queue_manager.declaration is not None for member, _ in (first, other))
    return declared or not first[1].items().isdisjoint(other[1].items())


def difference(
    cluster: str, first: tuple[Member, dict[str, str]], other: tuple[Member, dict[str, str]]
) -> Iterator[Hit]:
    """Two members that name different repositories, or different addresses for them."""
    found = first_entry(other[0].queue_manager)
    base = first_entry(first[0].queue_manager)
    if found is None or base is None or found[0] is base[0]:
        return
    mine = ", ".join(f"{name} at {address}" for name, address in other[1].items())
    its = ", ".join(f"{name} at {address}" for name, address in first[1].items())
    yield Hit(
        entry_place(*found),
        f"{other[0].queue_manager.label} joins uniform cluster {cluster} through {mine}, but "
        f"{first[0].queue_manager.label} through {its}",
        note="all members of a uniform cluster must name the same full repositories; otherwise they join "
        f"different clusters of the same name ({AUTOMATIC})",
        help="use the same ini file for all members",
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
    found = queue_manager.ini_entry(STANZA, names[-1][0])
    if found is None:
        return
    words = f"{names[0][1]} twice as" if len(names) == 2 else f"{names[0][1]} as the only"
    yield Hit(
        entry_place(*found),
        f"stanza {STANZA} names {words} full repository",
        note="while it is down, no member can join, and no member learns of a change",
        help="name two queue managers as Repository1 and Repository2, the same for all members",
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
                found = member.queue_manager.ini_entry(STANZA, key)
                if found is None or id(found[1]) in seen or has_placeholder(found[1].value):
                    continue
                seen.add(id(found[1]))
                name = found[1].value.strip()
                if name in names:
                    yield from address_hit(member.queue_manager, address, name, names[name])
                else:
                    yield from name_hit(*found, name, near_name(name, [one for one in names if one]))


def address_hit(queue_manager: QueueManager, key: str, name: str, repository: Member) -> Iterator[Hit]:
    """The address of a repository is not one that the queue manager itself advertises to the cluster."""
    found = queue_manager.ini_entry(STANZA, key)
    texts = [channel.text("CONNAME") for channel in repository.receivers if channel.statements]
    if found is None or not texts or any(has_placeholder(text) for text in (*texts, found[1].value)):
        return
    own = {address for text in texts for address in connections(text)}
    if not own or own & set(connections(found[1].value)):
        return
    yield Hit(
        entry_place(*found),
        f"{key}={found[1].value} for {name} differs from the address of its CLUSRCVR, {texts[0]}",
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
