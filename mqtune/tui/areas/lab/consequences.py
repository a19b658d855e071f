"""What a measurement leads to: calibrated models, changed files, and what the other commands state."""

from __future__ import annotations

from dataclasses import dataclass

from mqtune.fixing.change import FileChanges
from mqtune.fixing.tuning import tuned_changes
from mqtune.session.workspace import Workspace
from mqtune.views.conclusions import conclusions
from mqtune.views.consequences import measured_constants
from mqtune.views.models import calibration_in


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a measurement leads to.

    `models` compares each measured constant with the published one. `changes` are those of tune in the files
    of the queue manager, `left` the changes that no file receives, and `stated` what lint, tune and budget
    state, each as a line.
    """

    models: tuple[str, ...]
    changes: FileChanges
    left: tuple[str, ...]
    stated: tuple[str, ...]


def consequences(workspace: Workspace, qmgr: str, constants: str = "") -> Consequences:
    """Return what follows for a queue manager; `constants` is the text of a calibration file, or empty.

    Lints and tunes everything: call it in a thread. Raises UsageError.
    """
    calibration = calibration_in(constants) if constants else None
    models = tuple(measured_constants(calibration)) if calibration is not None else ()
    if workspace.is_empty:
        return Consequences(models, FileChanges("tune", (), "no MQ files were found"), (), ())
    changes, left = tuned_changes(workspace, qmgr, calibration)
    return Consequences(models, changes, left, tuple(conclusions(workspace, calibration, qmgr)))
