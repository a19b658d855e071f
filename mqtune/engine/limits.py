"""The finding for what a limit on time or memory leaves unchecked: an error under a gate, else information.

The limits are reached by what the repository contains: a gate that passes there protects nothing.
"""

from __future__ import annotations

from mqtune.engine.rule import Hit
from mqtune.estate.events import MAY_NOT_RUN
from mqtune.text.editing import Place, Span
from mqtune.text.finding import INFO, ObjectName, Related
from mqtune.text.not_checked import TOO_MANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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


def uncertain_commands(queue_manager: QueueManager) -> Iterator[Hit]:
    """The hits for commands of a queue manager that hide what others set, and that may not run after them."""
    by_file: dict[str, list[tuple[Place, Place]]] = {}
    for statement, earlier in queue_manager.doubts():
        place = statement.name_place()
        by_file.setdefault(place.file, []).append((place, earlier.name_place()))
    for shown, places in by_file.items():
        place, hidden = places[0]
        at, of = (f"{position.file}:{position.span.line}" for position in places[0])
        more = f", and {len(places) - 1} more like it" if len(places) > 1 else ""
        yield Hit(
            place,
            MAY_NOT_RUN.format(at, of) + more,
            help="state the values once, or in mqtune.toml the order of the files",
            object=ObjectName("FILE", shown),
            related=(Related(hidden, "what it sets may remain in force"),),
        )


def _hit(shown: str, message: str, help: str, project: Project, object: ObjectName) -> Hit:
    severity = INFO if project.gate is None else None
    return Hit(Place(shown, FIRST), message, help=help, object=object, severity=severity)
