"""Weight and affinity in the tables of clients of a uniform cluster: hints only. Does not know rules."""

from __future__ import annotations

from mqtune.estate.clients import text_of
from mqtune.tune.advice import Hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate
    from mqtune.syntax.ccdt.tree import CcdtFile, Node

UNIFORM = "uniform"
SOURCE = "IBM MQ documentation, CLNTWGHT and AFFINITY; IBM MQ uniform cluster scaling (2021)"


def client_table_hints(estate: Estate) -> list[Hint]:
    """A hint for each group of entries whose clients would not spread over the members."""
    clusters = [one for one in estate.clusters.values() if one.automatic_type.lower() == UNIFORM]
    members = {name for one in clusters for name in one.declared_repositories}
    members |= {member.queue_manager.name or "" for one in clusters for member in one.members}
    if not clusters:
        return []
    return [hint for ccdt in estate.ccdts if not ccdt.templated for hint in hints_of(ccdt, members)]


def hints_of(ccdt: CcdtFile, members: set[str]) -> list[Hint]:
    """The hints for one table."""
    table = ccdt.root.get("channel") if ccdt.root is not None else None
    groups: dict[tuple[str, str], list[Node]] = {}
    for entry in table.items if table is not None else ():
        connection = entry.get("clientConnection")
        group = text_of(connection.get("queueManager")) if connection is not None else ""
        if group not in members:
            groups.setdefault((text_of(entry.get("name")), group), []).append(entry)
    found = []
    for (channel, group), entries in groups.items():
        fixed = [entry for entry in entries if not spreads(entry)]
        if len(entries) > 1 and fixed:
            found.append(hint(ccdt, channel, group, fixed))
    return found


def spreads(entry: Node) -> bool:
    """Whether clients are spread by an entry: a weight above 0, and no affinity."""
    management = entry.get("connectionManagement")
    if management is None:
        return False
    weight = text_of(management.get("clientWeight"))
    return weight not in ("", "0") and text_of(management.get("affinity")).lower() == "none"


def hint(ccdt: CcdtFile, channel: str, group: str, fixed: list[Node]) -> Hint:
    """What to write into the entries of one group."""
    lines = [str(ccdt.document.place(entry.span).span.line) for entry in fixed]
    where = f"{ccdt.document.source.shown}, line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    return Hint(
        f'"connectionManagement": {{"clientWeight": 1, "affinity": "none"}} for channel {channel} of group '
        f"'{group}' ({where})",
        "without a weight all clients begin at the first entry, and with affinity preferred all connections "
        "of a process go to the entry that was chosen first; the balancing moves them later, one by one",
        SOURCE,
    )
