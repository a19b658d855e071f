"""`mqtune explain`: the pages of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from mqtune import RULE_URL
from mqtune.engine.pages import DEFAULT, PROFILES, WITHDRAWN, all_pages
from mqtune.engine.pages import Page as Rule
from mqtune.language.masking import Covered
from mqtune.present.answer import BRIEF, Answer, Page, Section
from mqtune.present.rule_page import page_markdown
from mqtune.questions.fields import Parameter
from mqtune.session.opened import Settings
from mqtune.text.finding import Reference
from mqtune.text.messages import UsageError, allowed_list, plural
from mqtune.text.spelling import nearest

# The answer as data.


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


def explain_data(rules: list[Rule]) -> ExplainData:
    """Each rule with its page. Only that of a policy has text of a file, in which secrets are masked."""
    rows: list[ExplainedRule] = []
    for rule in rules:
        text = page_markdown(rule)
        rows.append({**rule_row(rule, DEFAULT), "text": text if rule.policy is not None else Covered(text)})
    return {"rules": rows}


def rule_row(rule: Rule, profile: str) -> RuleRow:
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


# The question.

EXAMPLES = ("mqtune explain PUB002", "mqtune explain SEC016 SEC017", "mqtune explain SEC016 --format json")


def explain(
    settings: Settings,
    codes: Annotated[
        tuple[str, ...],
        Parameter("codes or names of rules", metavar="CODE", example="PUB002", completes="rules"),
    ],
) -> Answer[ExplainData]:
    """Explain rules: what they find, why, the published figure, how to fix and suppress them."""
    words = [word for text in codes for word in text.split(",") if word]
    rules = list({rule.code: rule for rule in (find_rule(word, settings) for word in words)}.values())
    title = f"{rules[0].code} {rules[0].name}" if len(rules) == 1 else plural(len(rules), "rule")
    return Answer(
        "explained",
        title,
        lambda _: [Section("", page_of(rule), BRIEF) for rule in rules],
        lambda: explain_data(rules),
    )


def page_of(rule: Rule) -> Page:
    """The page of a rule, with its address on the documentation site; policies have none."""
    address = f"\n{RULE_URL.format(code=rule.code)}\n" if rule.path else ""
    return Page(page_markdown(rule) + address, covered=rule.policy is None)


def find_rule(wanted: str, settings: Settings) -> Rule:
    """A rule by code or name, in any letter case. Raises UsageError and ProjectError."""
    word = wanted.strip()
    rule = rule_named(word, all_pages()) or rule_named(word, settings.pages)
    if rule is None:
        raise unknown(wanted, settings.pages)
    return rule


def rule_named(word: str, rules: dict[str, Rule]) -> Rule | None:
    """The rule with a code or name."""
    named = (rule for rule in rules.values() if word.upper() == rule.code or word.lower() == rule.name)
    return next(named, None)


def unknown(wanted: str, rules: dict[str, Rule]) -> UsageError:
    """The error for a word that names no rule."""
    word = wanted.strip()
    if word.upper() in WITHDRAWN:
        name, why = WITHDRAWN[word.upper()]
        return UsageError(f"rule {word.upper()} ({name}) was withdrawn", why)
    family = [rule.code for rule in rules.values() if rule.family == word.upper().rstrip("0123456789")]
    alike = [f"{rule.code} {rule.name}" for rule in rules.values() if word and word.lower() in rule.name]
    near = nearest(word.upper(), rules) or nearest(word.lower(), [rule.name for rule in rules.values()])
    if near:
        help = f"the nearest is {near}; `mqtune rules` lists all rules"
    elif family:
        help = f"the rules of that family are {allowed_list(family)}"
    elif alike:
        help = f"the rules with this word in their name are {allowed_list(alike)}"
    else:
        help = "`mqtune rules` lists all rules"
    return UsageError(f"unknown rule {wanted!r}", help)
