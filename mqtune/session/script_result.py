"""The state of a queue manager after a script, as a session that can be linted."""

from __future__ import annotations

from mqtune.estate.clients import build_clients
from mqtune.estate.model import Estate
from mqtune.estate.workload import read_workload
from mqtune.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.session.sides import Opened


def joined_session(state: Opened, script: Opened, before: QueueManager, after: QueueManager) -> Session:
    """A session over the state after a script, so that it can be linted."""
    first = next(one for one in state.workspace.sessions if before in one.queue_managers)
    inputs = first.inputs.with_texts({})
    inputs.files = [*inputs.files, *script.workspace.first.inputs.files]
    session = Session(first.options, first.project, first.selection, inputs)
    session.use([_replaced(estate, before, after) for estate in first.estates])
    return session


def _replaced(estate: Estate, before: QueueManager, after: QueueManager) -> Estate:
    """The estate with one queue manager in another state."""
    if before not in estate.queue_managers:
        return estate
    changed = Estate(estate.project, estate.environment)
    changed.queue_managers = [after if one is before else one for one in estate.queue_managers]
    changed.ccdts, changed.client_inis = estate.ccdts, estate.client_inis
    changed.deployments, changed.stores = estate.deployments, estate.stores
    changed.clients = build_clients(changed)
    read_workload(after)
    return changed
