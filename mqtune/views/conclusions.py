"""What lint, tune and budget state about a queue manager with the constants of a measurement."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.capacity.calibration import Calibration
from mqtune.flow.budget import budget
from mqtune.session.tuning import tune_workspace
from mqtune.session.workspace import Workspace
from mqtune.tune.advice import Change

MOST_FINDINGS, MOST_RESOURCES = 10, 3


def conclusions(workspace: Workspace, calibration: Calibration | None, qmgr: str) -> Iterator[str]:
    """One line each for the findings, the recommended changes, and the resources that are used most."""
    findings = [one for one in workspace.lint().findings if one.queue_manager == qmgr]
    for finding in findings[:MOST_FINDINGS]:
        yield f"lint: {finding.code} {finding.message}"
    if len(findings) > MOST_FINDINGS:
        yield f"lint: {len(findings) - MOST_FINDINGS} more findings"
    if not findings:
        yield f"lint: no findings about {qmgr}"
    tunings = [
        one for one in tune_workspace(workspace, calibration).tunings if one.queue_manager.name == qmgr
    ]
    changes = [change for tuning in tunings for change in tuning.changes]
    yield from (f"tune: {_change(change)}" for change in changes)
    if not changes:
        settled = all(tuning.is_settled for tuning in tunings)
        yield (
            f"tune: nothing to change on {qmgr}" if settled else f"tune: no change is recommended for {qmgr}"
        )
    used = [
        one
        for estate in workspace.estates
        for one in budget(estate)
        if one.queue_manager.name == qmgr and one.share is not None
    ]
    for one in sorted(used, key=lambda one: -(one.share or 0.0))[:MOST_RESOURCES]:
        yield f"budget: {one.resource} uses {one.percent} of its limit"
    if not used:
        yield f"budget: no limit is known for the declared load of {qmgr}"


def _change(change: Change) -> str:
    settings = ", ".join(f"{one.keyword}={one.value}" for one in change.settings)
    return f"{change.verb} {change.type} {change.name}: {settings}"
