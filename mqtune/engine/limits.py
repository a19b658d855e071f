"""The finding for what a limit on time or memory leaves unchecked: an error under a gate, else information.

The limits are reached by what the repository contains: a gate that passes there protects nothing.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.findings.finding import INFO, ObjectName
from mqtune.findings.held_back import TOO_MANY
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.project.settings import Project

LIMIT = "SYN076"
FIRST = Span(1, 1, 1, 1)


def stopped_rule(code: str, queue_manager: QueueManager) -> Hit:
    """The hit for a rule that stopped in a queue manager, at its first script."""
    shown = next((script.document.source.shown for script in queue_manager.scripts), "mqtune.toml")
    message = f"{code} has not checked everything: {TOO_MANY.why}"
    return _hit(shown, message, f"declare {TOO_MANY.enable}", queue_manager.project, ObjectName("RULE", code))


def cut_file(shown: str, why: str, project: Project) -> Hit:
    """The hit for a file that is read in part."""
    help = "split it, or state what it does with plain commands"
    return _hit(shown, f"{shown} is checked {why}", help, project, ObjectName("FILE", shown))


def _hit(shown: str, message: str, help: str, project: Project, object: ObjectName) -> Hit:
    severity = INFO if project.gate is None else None
    return Hit(Place(shown, FIRST), message, help=help, object=object, severity=severity)
