"""`mqtune experiment confirm`: a result, what follows from it, and the measurement after it was applied."""

from __future__ import annotations

from mqtune.cli.command import open_workspace
from mqtune.cli.experiment_guard import lab_guarded
from mqtune.cli.experiment_options import ConfirmResult
from mqtune.cli.experiment_run import conduct
from mqtune.lab import api as experimenting
from mqtune.lab.core.errors import LabError
from mqtune.lab.reports.apply import calibration_text
from mqtune.views.conclusions import conclusions
from mqtune.views.models import calibration_in


@lab_guarded
def confirm(options: ConfirmResult) -> int:
    """Measure again after the change, and state whether the result is confirmed."""
    stated = tuple(_stated(options))
    return conduct(
        lambda prompter, listener: experimenting.confirm(
            options.id, prompter, listener, stated, options.store, options.max_minutes, options.applied
        ),
        options,
    )


def _stated(options: ConfirmResult) -> list[str]:
    """What lint, tune and budget state about the queue manager, with the constants of the result."""
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        return ["no MQ files were found: lint, tune and budget have nothing to state"]
    first = experimenting.result(options.id, options.store)
    try:
        text = calibration_text(first)
    except LabError as error:
        return [f"not calibrated: {error.message}", *conclusions(workspace, None, first.head.qmgr)]
    return list(conclusions(workspace, calibration_in(text), first.head.qmgr))
