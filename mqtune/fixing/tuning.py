"""The changes that tune recommends, as changes of the files of one queue manager."""

from __future__ import annotations

from mqtune.capacity.calibration import Calibration
from mqtune.fixing.change import FileChange, FileChanges
from mqtune.session.tuning import tune_workspace
from mqtune.session.workspace import Workspace
from mqtune.tune.advice import Tuned, Tuning
from mqtune.tune.edits import owners_of, tuned_texts


def tuned_changes(
    workspace: Workspace, qmgr: str, calibration: Calibration | None
) -> tuple[FileChanges, tuple[str, ...]]:
    """Return the changes of tune in the files of one queue manager, and those that no file receives."""
    tuned = tune_workspace(workspace, calibration)
    mine = [one for one in tuned.tunings if one.queue_manager.name == qmgr]
    if not mine:
        return FileChanges("tune", (), f"no file of the project belongs to {qmgr}"), ()
    wanted = [(str(change), change.values) for one in mine for change in one.changes]
    # other owners of a file must need the same change
    others = [one if one in mine else _only(one, wanted) for one in tuned.tunings]
    texts, left = tuned_texts(Tuned(others, []), workspace.texts)
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
