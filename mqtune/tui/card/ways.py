"""The area that shows a name, and the search for all names in the palette."""

from __future__ import annotations

from mqtune.present.target import (
    CLUSTER,
    EXPERIMENT,
    FILE,
    FINDING,
    LIST,
    MANAGER,
    MODEL,
    OBJECT,
    RESULT,
    RULE,
    TOPIC,
    Target,
)

FILTERED = (RULE, FILE, MANAGER, OBJECT, LIST)  # Lint shows the findings on them
AREA_OF = {
    **dict.fromkeys((FINDING, *FILTERED), "lint"),
    TOPIC: "topology",
    CLUSTER: "topology",
    MODEL: "capacity",
    EXPERIMENT: "lab",
    RESULT: "history",
}


def area_of(target: Target) -> str:
    """The name of the area that shows a target, "" if none does."""
    return AREA_OF.get(target.kind, "")
