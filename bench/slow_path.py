"""How many commands of real scripts need the grammar because a line of theirs cannot be read alone."""

from __future__ import annotations

from pathlib import Path

from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.tree import HARD
from mqtune.text.source import Source


def slow_path(folder: Path) -> tuple[int, int]:
    """Commands on the slow path, and all commands, of the scripts in a folder."""
    memo = LineMemo()
    slow = total = 0
    for path in sorted(folder.iterdir()):
        source = Source(str(path), path.name, path.read_bytes())
        script = parse_script(Document(MQSC, source), memo)
        total += len(script.commands)
        slow += sum(
            any(line.kind == HARD for line in script.lines[command.first : command.last + 1])
            for command in script.commands
        )
    return slow, total
