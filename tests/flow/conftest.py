"""Estates with declared loads, without files."""

from __future__ import annotations

import pytest

from mqtune.estate.build import build_estates
from mqtune.flow.traversal import Flow
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def estate_with(scripts, topics=(), queues=(), complete=None):
    """An estate of queue managers by name with their scripts; loads are pairs of a name and a load."""
    declared, trees = [], []
    for name, text in scripts.items():
        declared.append(
            QueueManagerDeclaration(
                name,
                topics=tuple(load for manager, load in topics if manager == name),
                queues=tuple(load for manager, load in queues if manager == name),
                complete=complete,
            )
        )
        script = parse_script(
            Document(MQSC, Source(f"{name}.mqsc", f"{name}.mqsc", text.encode())), LineMemo()
        )
        script.document.queue_manager = name
        trees.append(script)
    return build_estates(Project(queue_managers=tuple(declared)), trees)[0]


@pytest.fixture
def flow_with():
    """The loads of an estate."""
    return lambda *arguments, growth=1.0, **given: Flow(estate_with(*arguments, **given), growth)
