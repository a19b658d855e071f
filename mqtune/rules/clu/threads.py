"""CLU002: more republishing threads than cores."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.capacity.cluster_publish import recommended
from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import set_ini
from mqtune.findings.finding import UNSAFE, Fix, Related
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.rules.common.load_places import declaration_place

STANZA = "TuningParameters"
KEY = "pscNumPubThreads"
# in the report five threads on four cores were best, and more gained nothing
SPARE_THREADS = 1


@rule("CLU002")
def more_publish_threads_than_cores(queue_manager: QueueManager) -> Iterator[Hit]:
    """The number of publish threads (pscNumPubThreads) exceeds the declared cores by more than one."""
    cores = queue_manager.declaration.cores if queue_manager.declaration is not None else None
    threads = queue_manager.ini_number(STANZA, KEY) if cores else None
    found = queue_manager.ini_entry(STANZA, KEY)
    if not cores or not threads or found is None or threads <= cores + SPARE_THREADS:
        return
    wanted, _ = recommended(cores)
    edits = set_ini(queue_manager, STANZA, {KEY: str(wanted)})
    yield Hit(
        entry_place(*found),
        f"{KEY}={threads}, but the queue manager has {cores} cores",
        note="five threads on four cores gained 9% in a direct cluster and 27% in a routed one; more gained "
        "nothing, and too many lose throughput because of locking (IBM MQ V8 publish/subscribe performance "
        "report, 2015, 6.2.2, p. 42)",
        help=f"set {KEY}={wanted} in stanza {STANZA} and restart; the key appears in performance "
        "reports only",
        object=stanza_name(STANZA),
        attribute=KEY,
        related=(Related(declaration_place(queue_manager), "the cores are declared here"),),
        fixes=(Fix(UNSAFE, f"set {KEY}={wanted}", edits, restart=True),) if edits else (),
    )
