"""Runs every generator of committed files: `python -m mqtune._build [--check]`.

Each can also be run alone: `python -m mqtune._build.NAME [--check]`. They run in the order of their
dependencies: recorded outputs and pictures depend on the modules that the others generate.
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
    "plain_options",
    "schemas",
    "man",
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
