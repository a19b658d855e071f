"""The errors about paths that a user names."""

from __future__ import annotations

import os

from mqtune.project.boundary import typed_refusal
from mqtune.text.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NAME_EXISTING = "name an existing file or folder"
NAME_STDIN = "state its kind with a file name, such as --stdin-filename a.mqsc"


def nothing_found(paths: Sequence[str], what: str = "MQSC, IBM MQ ini file or CCDT") -> UsageError:
    """The error for paths that contain nothing to work on."""
    if list(paths) == ["-"]:
        return UsageError(f"no {what} found in standard input", NAME_STDIN)
    only_files = bool(paths) and all(typed_refusal(path) or os.path.isfile(path) for path in paths)
    return UsageError(
        f"no {what} found in {', '.join(paths) or '.'}",
        "" if only_files else "name the files; .gitignore and `exclude` in mqtune.toml exclude some",
    )
