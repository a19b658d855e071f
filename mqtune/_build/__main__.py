"""Runs every generator of committed files: `python -m mqtune._build [--check]`.

Each of them also runs alone, as `python -m mqtune._build.NAME [--check]`. The order is that of their
dependencies: recorded outputs and pictures are made by the program that the others generate.
"""

from __future__ import annotations

import subprocess
import sys

GENERATORS = (
    "catalogue",
    "patterns",
    "terminals",
    "pages",
    "experiments",
    "models",
    "recorded",
    "pictures",
)


def main(arguments: list[str]) -> int:
    """Run all generators, also after a failure; the highest exit status of any of them."""
    # a process each, since a generator must not import what an earlier one has just rewritten
    return max(
        subprocess.run([sys.executable, "-m", f"mqtune._build.{name}", *arguments]).returncode
        for name in GENERATORS
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
