"""The area that shows a name, and the search for all names in the palette."""

from __future__ import annotations

from mqtune.views.card.model import CLUSTER, EXPERIMENT, FINDING, MODEL, RESULT, TOPIC, Target

AREA_OF = {
    FINDING: "lint",
    TOPIC: "topology",
    CLUSTER: "topology",
    MODEL: "capacity",
    EXPERIMENT: "lab",
    RESULT: "history",
}


def area_of(target: Target) -> str:
    """The name of the area that shows a target, "" if none does."""
    return AREA_OF.get(target.kind, "")
