"""Plans made in this process."""

from __future__ import annotations

from pathlib import Path

from mqtune.session.comparison import Comparer, Comparison
from mqtune.session.options import Options


def planned(old: Path, new: Path, **options: object) -> Comparison:
    """The plan from one state to another."""
    with Comparer(Options(isolated=True, **options)) as comparer:  # type: ignore[arg-type]
        return comparer.states(comparer.open_paths([str(old)]), comparer.open_paths([str(new)]))


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path
