"""The example estate that `mqtune tui --demo` opens in a folder without files of IBM MQ."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from mqtune.project.load import FILE_NAME

ESTATE = os.path.join(os.path.dirname(__file__), "demo")


def is_without_files(paths: tuple[str, ...], config: str | None) -> bool:
    """Whether only the working folder is to be opened, and it contains nothing that mqtune reads."""
    from mqtune.session.options import Options  # only with --demo
    from mqtune.session.workspace import files_of

    if paths != (".",) or config is not None:
        return False
    return all(os.path.basename(path) == FILE_NAME for path in files_of(Options([*paths])))


@contextmanager
def copied_estate() -> Iterator[None]:
    """Work in a copy of the estate, which may be changed, and remove the copy at the end."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="mqtune-") as folder:
        copy = os.path.join(folder, "demo")
        shutil.copytree(ESTATE, copy)
        os.chdir(copy)
        try:
            yield
        finally:
            os.chdir(before)
