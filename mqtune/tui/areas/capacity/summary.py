"""The line of the Capacity area on Home."""

from __future__ import annotations

from mqtune.capacity.definition import MODEL_NAMES
from mqtune.tui.project import OpenProject


def summary(opened: OpenProject) -> str:
    """Return the number of models; they do not depend on the project."""
    return f"{len(MODEL_NAMES)} models from published measurements"
