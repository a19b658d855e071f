"""Weight and affinity in client channel definition tables for a uniform cluster: hints only."""

from __future__ import annotations

from mqtune.estate.client_tables import entries_of, served, unspread
from mqtune.tune.advice import Hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.client_tables import TableEntry
    from mqtune.estate.model import Estate
    from mqtune.syntax.ccdt.tree import CcdtFile

REASON = (
    "without a weight all clients try the first entry first, and with affinity preferred all connections of "
    "a process use the entry that was chosen first; balancing moves them later, one by one"
)
SOURCE = "IBM MQ documentation, CLNTWGHT and AFFINITY; IBM MQ uniform cluster scaling (2021)"


def client_table_hints(estate: Estate) -> list[Hint]:
    """A hint for each group of entries whose clients would not be distributed over the members."""
    return [one for ccdt in estate.ccdts for one in hints_of(ccdt, estate)]


def hints_of(ccdt: CcdtFile, estate: Estate) -> list[Hint]:
    """The hints for one table."""
    entries = entries_of(ccdt)
    cluster = served(entries, estate)
    if cluster is None:
        return []
    return [hint(ccdt, group, fixed) for group, fixed in unspread(entries, cluster).items()]


def hint(ccdt: CcdtFile, group: str, fixed: list[TableEntry]) -> Hint:
    """The hint for the entries of one group."""
    lines = [str(entry.place.span.line) for entry in fixed]
    where = f"{ccdt.document.source.shown}, line{'s' if len(lines) > 1 else ''} {', '.join(lines)}"
    channels = ", ".join(dict.fromkeys(entry.channel for entry in fixed))
    text = f'set "connectionManagement": {{"clientWeight": 1, "affinity": "none"}} for channel {channels} of '
    return Hint(text=f"{text}group '{group}' ({where})", reason=REASON, source=SOURCE, rules=[])
