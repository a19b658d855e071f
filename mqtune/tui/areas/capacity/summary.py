"""What Home says of the Capacity area. Imports no widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mqtune.capacity.definition import MODEL_NAMES

if TYPE_CHECKING:
    from mqtune.tui.project import OpenProject


def summary(opened: OpenProject) -> str:
    """How many models there are; they need no project."""
    return f"{len(MODEL_NAMES)} models from published measurements"
