"""Runs every generator of committed files: `python -m mqtune._build [--check]`.

Each can also be run alone: `python -m mqtune._build.NAME [--check]`. They run in the order of their
dependencies: recorded outputs and pictures depend on the modules that the others generate.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

GENERATORS = (
    "catalogue",
    "terminals",
    "pages",
    "experiments",
    "models",
    "command_line",
    "schemas",
    "textmate",
    "recorded",
    "pictures",
)


def main(arguments: list[str]) -> int:
    """Run all generators, even after a failure, and return their highest exit status."""
    # one process each, since a generator must not use modules that an earlier one has just rewritten
    return max(
        subprocess.run([sys.executable, "-m", f"mqtune._build.{name}", *arguments]).returncode
        for name in GENERATORS
    )




# What all generators share: they write the stale files, or only list them.

ROOT = Path(__file__).resolve().parents[2]


def refresh(outputs: Mapping[Path, str], arguments: Sequence[str]) -> int:
    """Write each output whose file differs; with `--check` write nothing and return 1 if any does."""
    check = "--check" in arguments
    stale = [path for path, text in outputs.items() if not _is_fresh(path, text)]
    for path in stale:
        sys.stderr.write(f"{path.relative_to(ROOT)}: {'stale' if check else 'written'}\n")
        if not check:
            _write(path, outputs[path])
    if check and stale:
        sys.stderr.write("run `python -m mqtune._build` and review the difference\n")
    return 1 if check and stale else 0


def _is_fresh(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # renamed into place, so that no reader sees an incomplete file
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
