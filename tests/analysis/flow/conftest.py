"""Estates with declared loads, without files."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.traversal import Flow
from mqtune.estate.build import build_estates
from mqtune.project.settings import Project, QueueManagerDeclaration
from mqtune.syntax.document import MQSC, QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def estate_with(scripts, topics=(), queues=(), complete=None, declarations=None):
    """An estate of queue managers by name with their scripts; loads are pairs of a name and a load.

    A line `ini Channels: MaxChannels=9` of a script is one of qm.ini. `declarations` are more fields of the
    table of each queue manager.
    """
    declared, trees = [], []
    for name, text in scripts.items():
        lines = text.splitlines(keepends=True)
        entries = [line[4:].strip().replace(": ", ":\n  ") for line in lines if line.startswith("ini ")]
        text = "".join(line for line in lines if not line.startswith("ini "))
        declared.append(
            QueueManagerDeclaration(
                name,
                topics=tuple(load for manager, load in topics if manager == name),
                queues=tuple(load for manager, load in queues if manager == name),
                complete=complete,
                **(declarations or {}).get(name, {}),
            )
        )
        script = parse_script(
            Document(MQSC, Source(f"{name}.mqsc", f"{name}.mqsc", text.encode())), LineMemo()
        )
        script.document.queue_manager = name
        trees.append(script)
        if entries:
            ini = parse_ini(Document(QM_INI, Source("qm.ini", "qm.ini", "\n".join(entries).encode())))
            ini.document.queue_manager = name
            trees.append(ini)
    return build_estates(Project(queue_managers=tuple(declared)), trees)[0]


@pytest.fixture
def flow_with():
    """The loads of an estate."""
    return lambda *arguments, growth=1.0, **given: Flow(estate_with(*arguments, **given), growth)
