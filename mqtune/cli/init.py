"""`mqtune init`: writes a commented `mqtune.toml` based on the files. Never overwrites one."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from mqtune.cli.command import cannot_write, open_workspace
from mqtune.cli.commands import Init
from mqtune.cli.init_text import documents_of, project_text
from mqtune.estate.model import Estate
from mqtune.project.load import FILE_NAME
from mqtune.report.summary import plural
from mqtune.session.options import UsageError
from mqtune.text.writing import write_file


def init(options: Init) -> int:
    """Write the file to a folder. Raises UsageError and ProjectError."""
    folder = options.folder
    if not os.path.isdir(folder):
        raise UsageError(f"not a folder: {folder}", "name the folder with the MQ files")
    path = os.path.normpath(os.path.join(folder, FILE_NAME))
    if os.path.exists(path):
        raise UsageError(f"{path} already exists", "edit it, or move it first")
    estates = open_workspace([folder], options, apart=True).first.estates
    try:
        write_file(path, project_text(estates, folder).encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise cannot_write(path, error, "check the permissions of the folder") from error
    if not options.quiet:
        sys.stdout.write(f"wrote {path}: {_figures(estates)}\n")
    return 0


def _figures(estates: Sequence[Estate]) -> str:
    """`4 queue managers in 2 environments, 6 files`."""
    managers = [manager for estate in estates for manager in estate.queue_managers]
    names = {(one.environment_name, one.name or id(one)) for one in managers}
    environments = sum(estate.environment is not None for estate in estates)
    files = len({path for manager in managers for path in documents_of(manager)})
    where = f" of {plural(environments, 'environment')}" if environments else ""
    return f"{plural(len(names), 'queue manager')}{where} in {plural(files, 'file')}"
