"""The list of parts that `mqtune collect` writes: states what a collection lacks."""

from __future__ import annotations

import json

from mqtune.syntax.carriers.names import INCOMPLETE
from mqtune.syntax.carriers.result import CarrierResult, diagnostic_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.source import Source

HELP = "solve what collected.json states, then collect again"


def lacks_of(source: Source) -> CarrierResult:
    """A diagnostic for each queue manager whose configuration was not collected completely."""
    result = CarrierResult()
    try:
        collection = json.loads(source.text)
        parts, is_ended = collection["parts"], collection["ended"] is not None
        lacking: dict[str, dict[str, list[str]]] = {}
        for part in parts:
            if part["state"] == "missing" and part["essential"]:
                reasons = lacking.setdefault(str(part["queue_manager"]), {})
                reasons.setdefault(str(part["why"]), []).append(str(part["part"]))
        missing = [f"{part['part']} ({part['why']})" for part in parts if part["state"] == "missing"]
    except (ValueError, KeyError, TypeError, RecursionError):
        result.skipped = "not a collection of mqtune"
        return result
    if is_ended and not collection.get("queue_managers", True):
        message = f"the collection has no queue manager; missing: {', '.join(missing) or 'nothing'}"
        result.diagnostics.append(diagnostic_at(source, INCOMPLETE, 1, 1, 1, message, HELP))
    if not is_ended:
        message = "the collection was interrupted: it did not reach its last command"
        result.diagnostics.append(diagnostic_at(source, INCOMPLETE, 1, 1, 1, message, "collect again"))
    for name, reasons in lacking.items():
        at = max(source.text.find(json.dumps(name, ensure_ascii=False)), 0)
        line = source.text.count("\n", 0, at) + 1
        column = at - source.text.rfind("\n", 0, at)
        every = "; ".join(f"{', '.join(parts)} ({why})" for why, parts in reasons.items())
        message = f"the collection of {name} lacks {every}"
        result.diagnostics.append(
            diagnostic_at(source, INCOMPLETE, line, column, len(name) + 2, message, HELP)
        )
    return result
