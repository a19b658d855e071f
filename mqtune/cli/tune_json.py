"""`mqtune tune --format json`: the recommended changes for programs."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune import __version__
from mqtune.cli import console
from mqtune.masking.secrets import masked
from mqtune.report.encode import dumps
from mqtune.session.workspace import Workspace
from mqtune.tune.advice import Change, HeldBack, Hint, Setting, Tuned, Tuning
from mqtune.tune.snippet import command, ini_snippet, measure_text, mqsc_snippet

Json = dict[str, object]


def print_json(workspace: Workspace, tuned: Tuned, diff: Iterable[str] | None) -> None:
    """Print everything; `diff` is the diff of the files by lines, if it is wanted."""
    found: Json = {
        "version": 1,
        "tool": {"name": "mqtune", "version": __version__},
        "queue_managers": [_tuning(one) for one in tuned.tunings],
        "client_tables": [_hint(one) for one in tuned.client_tables],
    }
    if diff is not None:
        found["diff"] = "".join(line + "\n" for line in diff)
        found["left_out"] = [
            {"queue_manager": one.queue_manager, "object": str(one.change), "reason": one.reason}
            for one in workspace.tuned_texts(tuned)[1]
        ]
    body = ",\n ".join(f"{dumps(key)}: {dumps(value)}" for key, value in found.items())
    console.write(f"{{{body}}}\n")


def _tuning(tuning: Tuning) -> Json:
    return {
        "environment": tuning.queue_manager.environment_name,
        "queue_manager": tuning.queue_manager.label,
        "mqsc": masked(mqsc_snippet(tuning)),
        "ini": masked(ini_snippet(tuning)),
        "changes": [_change(tuning, change) for change in tuning.changes],
        "held_back": [_held(one) for one in tuning.held_back],
        "open": [{"kind": one.kind, "text": one.text, "reason": one.reason} for one in tuning.open],
        "nothing_to_change": tuning.is_settled,
        "questions": [{"declare": one.declare, "follows": one.follows} for one in tuning.questions],
        "hints": [_hint(one) for one in tuning.hints],
    }


def _change(tuning: Tuning, change: Change) -> Json:
    why = change.why
    return {
        "about": change.about,
        "file": "qm.ini" if change.in_ini else "mqsc",
        "object": {"type": change.type, "name": change.name},
        "command": None if change.in_ini else masked(command(change)),
        "settings": [_setting(setting) for setting in change.settings],
        "reason": why.reason,
        "effect": why.effect,
        "risk": why.risk,
        "restart": why.restart,
        "measure": measure_text(why, tuning.queue_manager.name or ""),
        "experiment": why.measure.experiment or None,
        "source": why.source,
        "figures": why.basis,
    }


def _held(held: HeldBack) -> Json:
    return {
        "about": held.change.about,
        "file": "qm.ini" if held.change.in_ini else "mqsc",
        "object": {"type": held.change.type, "name": held.change.name},
        "settings": [_setting(setting) for setting in held.change.settings],
        "because": held.because,
        "reason": masked(held.reason),
    }


def _setting(setting: Setting) -> Json:
    return {
        "name": setting.keyword,
        "value": setting.value,
        "now": setting.now or None,
        "origin": setting.origin or None,
        "changes": setting.changes,
    }


def _hint(hint: Hint) -> Json:
    return {"text": hint.text, "reason": hint.reason, "source": hint.source}
