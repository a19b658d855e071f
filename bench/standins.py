"""The Python that the stand-ins of IBM MQ's programs run under."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def put_python(folder: Path) -> str:
    """Write `python3` into a folder for the PATH, and return the folder.

    It is this Python, not the wrapper of a version manager, and does not look for installed packages, which
    would take most of the time that a stand-in needs to start.
    """
    program = folder / "python3"
    program.write_text(f'#!/bin/sh\nexec "{os.path.realpath(sys.executable)}" -S -E "$@"\n')
    program.chmod(0o755)
    return str(folder)
