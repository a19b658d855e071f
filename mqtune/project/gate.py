"""The gate of `mqtune lint --gate FILE`: rules from outside of the repository that is linted.

The repository's `mqtune.toml` says what the estate is. What it, directives, `.gitignore` or a baseline would
remove from the findings counts only as far as the gate allows it.
"""

from __future__ import annotations

from mqtune.project import values
from mqtune.project.boundary import repository_of
from mqtune.project.load import ProjectError, parsed_toml, raise_invalid, shown_path
from mqtune.project.policies import read_policies
from mqtune.project.schema import HOMES, LINT_KEYS, PROFILES, read_exceptions
from mqtune.project.settings import OWNER, REASON, UNTIL, Gate, Project
from mqtune.project.tables import TableReader
from mqtune.project.values import ValueFormError
from mqtune.text.messages import reason_of
from mqtune.text.not_checked import Overruled
from mqtune.text.source import read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from mqtune.project.tables import Keys

# what the repository may remove if the gate allows it
DIRECTIVES, EXCEPTIONS, BASELINE = "directives", "exceptions", "baseline"
EXCLUDE, GITIGNORE, SEVERITY = "exclude", "gitignore", "severity"
ALLOWED = (DIRECTIVES, EXCEPTIONS, BASELINE, EXCLUDE, GITIGNORE, SEVERITY)
DEFAULT = "default"

SEVERITIES = values.word_of("error", "warning", "info")


def severities(value: object) -> dict[str, str]:
    """The severity of each code, family or ALL in a table."""
    if not isinstance(value, dict):
        raise ValueFormError("must be a table", 'write it as [lint.severity] with SEC010 = "info"')
    return {values.selector(code): str(SEVERITIES(severity)) for code, severity in value.items()}


GATE_LINT_KEYS: Keys = {
    **LINT_KEYS,
    "severity": ("severities", severities),
    "fail-on": ("fail_on", values.word_of("error", "warning", "info", "never")),
    "profile": ("profile", values.word_of(*PROFILES)),
    "exclude": ("exclude", values.texts),
}
GATE_KEYS: Keys = {
    "allow": ("allow", values.words_of(*ALLOWED)),
    "require": ("require", values.words_of(REASON, OWNER, UNTIL)),
    "max-days": ("max_days", values.positive),
}
GATE_TABLES = ("lint", "policy", "exception", "gate")


def read_gate(path: str, paths: Iterable[str], has_config: bool = False) -> Gate:
    """The gate in a file, for a run over some paths. Raises ProjectError."""
    shown = shown_path(path)
    root = repository_of(path, paths, has_config)
    if root is not None:
        message = f"the gate is inside of {shown_path(root)}, whose author could change it"
        raise ProjectError(shown, 0, message, "keep it outside of the repository that is linted")
    try:
        data = read_typed(path)
    except OSError as error:
        reason = reason_of(error)
        raise ProjectError(shown, 0, f"the gate cannot be read: {reason}") from error
    tables, text = parsed_toml(data, shown)
    reader = TableReader(text, shown, HOMES)
    for key in tables:
        if key not in GATE_TABLES:
            help = f"a gate has {', '.join(GATE_TABLES)}; what the estate is belongs to mqtune.toml"
            reader.error((key,), f"unknown key {key}", help)
    fields = _fields(reader, tables, "lint", GATE_LINT_KEYS) | _fields(reader, tables, "gate", GATE_KEYS)
    gate = Gate(
        shown,
        path,
        policies=read_policies(reader, tables) if "policy" in tables else (),
        exceptions=read_exceptions(reader, tables),
        lines={"exclude": reader.line(("lint", "exclude"))},
        **fields,
    )
    raise_invalid(sorted(reader.errors, key=lambda error: (error.line, error.message)), shown)
    return gate


def _fields(reader: TableReader, tables: dict[str, Any], name: str, keys: Keys) -> dict[str, Any]:
    table = tables.get(name, {})
    if isinstance(table, dict):
        return reader.fields(table, (name,), keys)
    reader.error((name,), f"{name} must be a table", f"write its header as [{name}]")
    return {}


def under_gate(project: Project, gate: Gate) -> Project:
    """The project with the rules of the gate, and what of its own these replace as `overruled`."""
    overruled: list[Overruled] = []

    def refuse(key: str, what: str, why: str) -> None:
        overruled.append(Overruled(project.file, project.lines.get(key, 0), key, what, why))

    changes: dict[str, Any] = {"exclude": gate.exclude}
    changes["excluded_by"] = dict.fromkeys(gate.exclude, f"{gate.file}:{gate.lines['exclude']}")
    if gate.allows(EXCLUDE):
        changes["exclude"] = (*gate.exclude, *project.exclude)
    elif project.exclude:
        refuse("exclude", "exclude", f"{gate.file} does not allow exclude")
    for key in ("select", "ignore"):
        if getattr(project, key):
            refuse(key, key, f"{gate.file} decides which rules run")
    changes["profile"] = _profile(project, gate)
    if changes["profile"] != project.profile and "profile" in project.lines:
        refuse("profile", f"profile {project.profile}", f"{gate.file} does not allow severity")
    codes = {policy.code for policy in gate.policies}
    for policy in project.policies:
        if policy.code in codes:
            why = f"{gate.file} declares a policy with this code"
            overruled.append(Overruled(policy.file, policy.line, "policy", f"policy {policy.code}", why))
    policies = (*gate.policies, *(policy for policy in project.policies if policy.code not in codes))
    kept = {name: getattr(project, name) for name in Project.__slots__}
    return Project(
        **kept
        | changes
        | {
            "select": gate.select,
            "ignore": gate.ignore,
            "severities": gate.severities,
            "fail_on": gate.fail_on,
            "policies": policies,
            "gate": gate,
            "overruled": tuple(overruled),
        }
    )


def _profile(project: Project, gate: Gate) -> str:
    """The stricter one of the profiles that the gate and the project declare, unless the gate allows less."""
    least = gate.profile or DEFAULT
    if "profile" not in project.lines:
        return least
    return project.profile if gate.allows(SEVERITY) else max(least, project.profile, key=PROFILES.index)
