"""What follows from a measurement for a project: calibrated models, and the changes of tune in its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mqtune.capacity.calibration import Calibration
from mqtune.capacity.definition import model
from mqtune.fixing.change import FileChange, FileChanges
from mqtune.session.workspace import Workspace
from mqtune.tune.advice import Tuned, Tuning
from mqtune.tune.edits import owners_of
from mqtune.views.conclusions import conclusions
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
    models = tuple(_models(calibration)) if calibration is not None else ()
    if workspace.is_empty:
        none = FileChanges("tune", (), "no MQ files were found")
        return Consequences(models, none, (), ())
    changes, left = tuned_changes(workspace, qmgr, calibration)
    return Consequences(models, changes, left, tuple(conclusions(workspace, calibration, qmgr)))


def tuned_changes(
    workspace: Workspace, qmgr: str, calibration: Calibration | None
) -> tuple[FileChanges, tuple[str, ...]]:
    """Return the changes of tune in the files of one queue manager, and those that no file receives."""
    tuned = workspace.tune(calibration)
    mine = [one for one in tuned.tunings if one.queue_manager.name == qmgr]
    if not mine:
        return FileChanges("tune", (), f"no file of the project belongs to {qmgr}"), ()
    wanted = [(str(change), change.values) for one in mine for change in one.changes]
    # other owners of a file must need the same change
    others = [one if one in mine else _only(one, wanted) for one in tuned.tunings]
    texts, left = workspace.tuned_texts(Tuned(others, []))
    own = {one.name for one in mine}
    owners = owners_of(tuned)
    files = []
    for shown, text in texts.items():
        if own.isdisjoint(one.name for one in owners.get(shown, ())):
            continue
        source = workspace.session_of(shown).sources[shown]
        files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    skipped = tuple(f"{one.change}: {one.reason}" for one in left if one.queue_manager in own)
    refusal = (
        "" if files else "tune changes nothing in the files" if not wanted else "no file receives a change"
    )
    return FileChanges(f"tune {qmgr}", files, refusal), skipped


def _only(tuning: Tuning, wanted: list[tuple[str, dict[str, str]]]) -> Tuning:
    changes = [change for change in tuning.changes if (str(change), change.values) in wanted]
    return Tuning(tuning.queue_manager, tuning.undeclared, changes)


def _models(calibration: Calibration) -> Iterator[str]:
    """Return a line for each constant: what was measured, and what was published."""
    for one in calibration.measured:
        constant = one.constant
        unit = f" {constant.unit}" if constant.unit else ""
        case = {"release": one.release, **constant.when}
        published = [
            known
            for known in model(one.model).constants
            if known.name == constant.name
            and all(case.get(name, value) == value for name, value in known.when.items())
        ]
        known = ", ".join(dict.fromkeys(f"{value.value:,.6g}" for value in published))
        low, high = constant.low, constant.high
        between = f", {low:,.6g} to {high:,.6g}" if low is not None and high is not None else ""
        line = f"{one.model} {constant.name}: {constant.value:,.6g}{unit}{between}"
        yield f"{line}; published: {known}{unit}" if known else line
