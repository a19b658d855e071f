"""`mqtune experiment confirm`: a result, what follows from it, and the measurement after it was applied."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.command import open_project, say_lacks, scope_of
from mqtune.cli.experiment_guard import lab_guarded
from mqtune.cli.experiment_parameters import Id, MaxMinutes, Plain, Store, Yes
from mqtune.cli.experiment_run import Shown, conduct
from mqtune.cli.options import CommonOptions
from mqtune.cli.parameters import TextOrJson
from mqtune.lab import api as experimenting
from mqtune.lab.core.errors import LabError
from mqtune.lab.reports.apply import calibration_text
from mqtune.session.workspace import Workspace
from mqtune.views.conclusions import conclusions
from mqtune.views.models import calibration_in

EXAMPLES = (
    "mqtune experiment confirm fan-out-2026 config/",
    "mqtune experiment confirm fan-out-2026 --applied --yes",
)


@lab_guarded
def confirm(
    common: CommonOptions,
    id: Id,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="files of the queue manager, for what lint, tune and budget state",
        ),
    ] = None,
    max_minutes: MaxMinutes = None,
    applied: Annotated[bool, typer.Option("--applied", help="the change is applied; do not ask")] = False,
    yes: Yes = False,
    store: Store = None,
    plain: Plain = False,
    format: TextOrJson = "text",
) -> int:
    """Measure again after a change, and compare: result, conclusions, change and outcome in one journal.

    Exit status: 0 confirmed, 1 not known, 3 not confirmed, 2 it could not be run, 130 Ctrl-C.
    """
    project = open_project(scope_of(paths or [], common.config), common.quiet, empty=True)
    if not common.quiet:
        say_lacks(project)
    stated = tuple(_stated(project.workspace, id, store))
    return conduct(
        lambda prompter, listener: experimenting.confirm(
            id, prompter, listener, stated, store, max_minutes, applied
        ),
        Shown(common, format, plain, yes),
    )


def _stated(workspace: Workspace, id: str, store: str | None) -> list[str]:
    """What lint, tune and budget state about the queue manager, with the constants of the result."""
    if workspace.is_empty:
        return ["no MQ files were found: lint, tune and budget have nothing to state"]
    first = experimenting.result(id, store)
    try:
        text = calibration_text(first)
    except LabError as error:
        return [f"not calibrated: {error.message}", *conclusions(workspace, None, first.head.qmgr)]
    return list(conclusions(workspace, calibration_in(text), first.head.qmgr))
