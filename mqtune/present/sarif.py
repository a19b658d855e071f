"""SARIF 2.1.0, for code scanning. One result per line."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from mqtune import REPOSITORY_URL, RULE_URL, __version__
from mqtune.language.masking import masked
from mqtune.present.report import Item, Report, RuleFacts
from mqtune.present.safe import dumps
from mqtune.present.summary import lines
from mqtune.text.editing import Place, Span
from mqtune.text.finding import ERROR, INFO, WARNING, Finding, Fix

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "mqtuneFinding/v1"

_LEVELS = {ERROR: "error", WARNING: "warning", INFO: "note"}
_PROBLEMS = {ERROR: "error", WARNING: "warning", INFO: "recommendation"}
# GitHub sorts alerts by a number from 0 to 10: high from 7.0, medium from 4.0, low below
_SECURITY_SEVERITIES = {ERROR: "8.0", WARNING: "5.5", INFO: "2.0"}
_UNQUOTED = "/!$&'()*+,;=@"  # besides letters, digits and -._~


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write one run, result by result."""
    shown = [*report.findings, *(entry.finding for entry in report.suppressed)]
    first: dict[str, Finding] = {}
    for finding in shown:
        first.setdefault(finding.code, finding)
    codes = sorted(first)
    numbers = {code: number for number, code in enumerate(codes)}
    driver = {
        "name": "mqtune",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": REPOSITORY_URL,
        "rules": [_rule(first[code], report.rule_facts(code)) for code in codes],
    }
    out(f'{{"$schema": {dumps(SCHEMA)}, "version": "2.1.0",\n "runs": [{{\n')
    out(f'  "tool": {{"driver": {dumps(driver)}}},\n')
    out(f'  "columnKind": "unicodeCodePoints",\n  "invocations": {dumps([_invocation(report)])},\n')
    out('  "results": [')
    separator = "\n    "
    for items in (report.items(), report.suppressed_items()):
        for item in items:
            out(separator + dumps(_result(item, numbers)))
            separator = ",\n    "
    out("]\n }]}\n")


def _rule(finding: Finding, facts: RuleFacts | None) -> dict[str, object]:
    """The rule of a finding; only what the finding shows if the rule has no page, as with users' policies."""
    explain = f"`mqtune explain {finding.code}` explains why it matters and what to do"
    rule: dict[str, object] = {"id": finding.code, "name": finding.name}
    if facts is None:
        rule |= {"shortDescription": {"text": finding.name}, "help": {"text": explain}}
    else:
        what, why, how = facts.read()
        text = f"## Why it matters\n\n{why}\n\n## How to fix\n\n{how}"
        rule |= {"shortDescription": {"text": facts.summary}, "fullDescription": {"text": what}}
        if facts.path:  # a policy of the project has no page
            address = RULE_URL.format(code=finding.code)
            rule["helpUri"] = address
            text += f"\n\n[Rule page]({address})"
        rule["help"] = {"text": explain, "markdown": text}
    severity = finding.severity if facts is None else facts.severity
    is_security = finding.code.startswith("SEC")
    tags = [finding.code[:-3], "" if facts is None else facts.family, "security" if is_security else ""]
    properties: dict[str, object] = {
        "tags": list(dict.fromkeys(filter(None, tags))),  # the standard allows each tag once
        "precision": finding.confidence,
        "problem.severity": _PROBLEMS[severity],
    }
    if is_security:  # the tag and the number are needed for a finding to count as one of security
        properties["security-severity"] = _SECURITY_SEVERITIES[severity]
    rule |= {"defaultConfiguration": {"level": _LEVELS[severity]}, "properties": properties}
    return rule


def _invocation(report: Report) -> dict[str, object]:
    """Internal errors of the program, which make it fail as findings do not, and what was not checked."""
    notes = [{"level": "error", "message": {"text": crash}} for crash in report.crashes]
    invocation: dict[str, object] = {"executionSuccessful": not notes}
    notes += [{"level": "note", "message": {"text": text}} for text in lines(report)]
    if notes:
        invocation["toolExecutionNotifications"] = notes
    return invocation


def _result(item: Item, numbers: dict[str, int]) -> dict[str, object]:
    finding, raw = item.shown, item.finding
    location: dict[str, object] = {"physicalLocation": _physical(raw.place)}
    logical = _logical(finding)
    if logical:
        location["logicalLocations"] = logical
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [location],
        "partialFingerprints": {FINGERPRINT: item.fingerprint},
        "properties": _properties(finding),
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _physical(raw_relation.place),
                "message": {"text": _without_links(relation.message)},
            }
            for number, (relation, raw_relation) in enumerate(
                zip(finding.related, raw.related, strict=True), 1
            )
        ]
    fixes = [
        _fix(fix, raw_fix) for fix, raw_fix in zip(finding.fixes, raw.fixes, strict=True) if _applicable(fix)
    ]
    if fixes:
        result["fixes"] = fixes
    if item.suppression is not None:
        result["suppressions"] = [
            {
                "kind": "inSource" if item.suppression.in_source else "external",
                "justification": item.reason,
                "status": "accepted",
            }
        ]
    return result


def _message(finding: Finding) -> str:
    """Message, note and help: viewers show nothing else of a result."""
    parts = [finding.message]
    parts += [f"note: {finding.note}"] if finding.note else []
    parts += [f"help: {finding.help}"] if finding.help else []
    return _without_links("\n".join(parts))


def _without_links(text: str) -> str:
    """A message in which `[a](b)` is not a link (SARIF 2.1.0, 3.11.6)."""
    return text.replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _properties(finding: Finding) -> dict[str, object]:
    properties: dict[str, object] = {"confidence": finding.confidence}
    if finding.environment is not None:
        properties["environment"] = finding.environment
    if finding.queue_manager is not None:
        properties["queueManager"] = finding.queue_manager
    if finding.impact is not None:
        impact = finding.impact
        properties["impact"] = {
            "quantity": impact.quantity,
            "unit": impact.unit,
            "now": impact.now,
            "after": impact.after,
            "basis": impact.basis,
        }
    if finding.references:
        properties["references"] = [
            ", ".join(part for part in (item.title, item.where) if part) for item in finding.references
        ]
    return properties


def _logical(finding: Finding) -> list[dict[str, object]]:
    if finding.object is None:
        return []
    name = str(finding.object)
    full = "/".join(filter(None, (finding.environment, finding.queue_manager, name)))
    return [{"name": finding.object.name, "fullyQualifiedName": full, "kind": "object"}]


def _physical(place: Place) -> dict[str, object]:
    return {"artifactLocation": {"uri": uri(place.file)}, "region": _region(place.span)}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _applicable(fix: Fix) -> bool:
    """Whether a viewer may offer to apply the fix: display-only fixes are not offered."""
    return bool(fix.edits) and fix.applicability != "display"


def _fix(fix: Fix, raw: Fix) -> dict[str, object]:
    changes: dict[str, list[dict[str, object]]] = {}
    for edit in raw.edits:
        changes.setdefault(edit.place.file, []).append(
            {"deletedRegion": _region(edit.place.span), "insertedContent": {"text": edit.content}}
        )
    restart = "; needs a restart of the queue manager" if fix.restart else ""
    return {
        "description": {"text": f"{fix.message} ({fix.applicability}{restart})"},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri(file)}, "replacements": replacements}
            for file, replacements in changes.items()
        ],
    }


def uri(path: str) -> str:
    """A path as a URI reference, secrets masked: relative to the working folder, or `file:` if absolute."""
    quoted = quote(masked(path, prose=True), safe=_UNQUOTED, errors="surrogateescape")
    if path.startswith("/"):
        return f"file://{quoted}"
    return f"file:///{quoted}" if path[1:3] == ":/" else quoted
