"""`mqtune init`: writes a commented `mqtune.toml` based on the files. Never overwrites one."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from mqtune.cli import console
from mqtune.cli.authoring.init_text import Draft, draft_of
from mqtune.cli.command import cannot_write, open_project, say_lacks
from mqtune.cli.options import CommonOptions
from mqtune.project.load import FILE_NAME
from mqtune.project.outputs import write_output
from mqtune.session.opened import Scope
from mqtune.text.errors import UsageError
from mqtune.text.wording import plural

EXAMPLES = ("mqtune init hub/",)


def init(
    common: CommonOptions,
    folder: Annotated[str, typer.Argument(metavar="[FOLDER]", help="folder to search and to write to")] = ".",
) -> int:
    """Write a commented mqtune.toml for the files found in a folder."""
    if not os.path.isdir(folder):
        raise UsageError(f"not a folder: {folder}", "name the folder with the MQ files")
    path = os.path.normpath(os.path.join(folder, FILE_NAME))
    if os.path.lexists(path):
        raise UsageError(f"{path} already exists", "edit it, or move it first")
    project = open_project(Scope([folder], common.config, apart=True), common.quiet, empty=True)
    if not common.quiet:
        say_lacks(project)
    draft = draft_of(project.estates, folder)
    try:
        write_output(path, draft.text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise cannot_write(path, error, "check the permissions of the folder") from error
    if not common.quiet:
        console.line(f"wrote {path}: {_figures(draft)}")
    return 0


def _figures(draft: Draft) -> str:
    """`4 queue managers of 2 environments in 6 files, one name is a guess; comments name 2 more`."""
    environments = len({table.environment for table in draft.tables} - {None})
    files = len({path for table in draft.tables for path in table.files})
    guesses = sum(bool(table.guess) for table in draft.tables)
    where = f" of {plural(environments, 'environment')}" if environments else ""
    text = f"{plural(len(draft.tables), 'queue manager')}{where} in {plural(files, 'file')}"
    if guesses:
        text += f", {plural(guesses, 'name')} guessed from folders or files"
    if draft.mentioned:
        text += f"; {draft.mentioned} more without a table, see its comments"
    return text
