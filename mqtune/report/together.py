"""Findings of a template that several environments share: one of those that differ in nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.findings.finding import Finding


def merged(findings: Sequence[Finding]) -> list[Finding]:
    """The findings in their order, equal ones of several environments as one that names all of these."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        groups.setdefault(_key(finding), []).append(finding)
    return [one[0] if len(one) == 1 else _joined(one) for one in groups.values()]


def _key(finding: Finding) -> tuple[object, ...]:
    """What equal findings have in common; alone without an environment."""
    if finding.environment is None:
        return (id(finding),)
    related = tuple((item.place.file, item.place.span.key(), item.message) for item in finding.related)
    where = (finding.place.file, finding.place.span.key())
    return (finding.code, finding.severity, where, finding.message, finding.note, finding.help, related)


def _joined(findings: list[Finding]) -> Finding:
    """One finding for several environments; what it is about is left out if they differ in it."""
    first = findings[0]
    values = {name: getattr(first, name) for name in Finding.__fields__}  # type: ignore[attr-defined]
    values["environment"] = _listed([one.environment for one in findings])
    values["queue_manager"] = _listed([one.queue_manager for one in findings])
    if any(str(one.object) != str(first.object) for one in findings):
        values["object"] = None
    values["fixes"] = next((one.fixes for one in findings if one.fixes), ())
    return Finding(**values)


def _listed(names: Sequence[str | None]) -> str | None:
    return ", ".join(dict.fromkeys(name for name in names if name)) or None
