"""Rules as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from mqtune.engine.page_markdown import page_markdown
from mqtune.engine.pages import DEFAULT, PROFILES, Page
from mqtune.findings.finding import Reference
from mqtune.masking.secrets import Covered


class RuleRow(TypedDict):
    """The facts of a rule."""

    code: str
    name: str
    family: str
    summary: str
    severity: str
    severities: dict[str, str]
    confidence: str
    scope: str
    applies_to: Sequence[str]
    since: str | None
    until: str | None
    platforms: Sequence[str]
    fix: str
    references: Sequence[Reference]


class ExplainedRule(RuleRow):
    """A rule with its page in Markdown."""

    text: str


class ExplainData(TypedDict):
    """The JSON of `mqtune explain`."""

    rules: list[ExplainedRule]


def explain_data(rules: list[Page]) -> ExplainData:
    """Each rule with its page. Only that of a policy has text of a file, in which secrets are masked."""
    rows: list[ExplainedRule] = []
    for rule in rules:
        text = page_markdown(rule)
        rows.append({**rule_row(rule, DEFAULT), "text": text if rule.policy is not None else Covered(text)})
    return {"rules": rows}


def rule_row(rule: Page, profile: str) -> RuleRow:
    """The facts of a rule, with its severity in a profile."""
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule.family,
        "summary": rule.summary,
        "severity": rule.severity_in(profile),
        "severities": {name: rule.severity_in(name) for name in PROFILES},
        "confidence": rule.confidence,
        "scope": rule.scope,
        "applies_to": rule.applies_to,
        "since": level(rule.since),
        "until": level(rule.until),
        "platforms": rule.platforms,
        "fix": rule.fix,
        "references": rule.references,
    }


def level(parts: tuple[int, ...] | None) -> str | None:
    """`9.3`, None without a level."""
    return None if parts is None else ".".join(map(str, parts if len(parts) > 1 else (*parts, 0)))
