"""`python -m mqtune`: the same as the command `mqtune`."""

from __future__ import annotations

import sys

from mqtune.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
