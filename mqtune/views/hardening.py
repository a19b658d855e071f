"""Items of a hardening guide with what the files say about each: violated, satisfied, or not decided.

An item is satisfied only by values in the files, which are its evidence. A default counts as such only if the
files are complete: it may have been changed elsewhere. `hardening.toml` beside this module has the items.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mqtune.assets import asset_text
from mqtune.engine.pages import all_pages
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import DEFAULT, MqObject
from mqtune.findings.finding import Finding
from mqtune.language.ciphers import cipherspec
from mqtune.report.html.content import Hardening, HardeningRow
from mqtune.report.secrets import safe
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.printable import printable

VIOLATED, ACCEPTED, SATISFIED, OPEN = "violated", "violated, accepted", "satisfied", "not decided"
Subject = tuple[str | None, str | None, str]  # environment, queue manager, object
MOST_PLACES = 3  # that a row names
PRODUCT = (
    "SYSTEM.DEF.",
    "SYSTEM.DEFAULT.",
    "SYSTEM.AUTO.",
)  # samples; SYSTEM.ADMIN.SVRCONN is none
_IDS = re.compile(r"V-(\d+)(?: to V-(\d+))?")


@dataclass(slots=True)
class Evidence:
    """What speaks against an item, for it, and what the files leave open, each as lines to show.

    `accepted` is whether every violation has a finding that a directive or exception suppresses.
    """

    against: list[str] = field(default_factory=list)
    support: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    accepted: bool = True

    @property
    def verdict(self) -> str:
        """The verdict: nothing is satisfied without evidence."""
        if self.against:
            return ACCEPTED if self.accepted else VIOLATED
        return SATISFIED if self.support and not self.missing else OPEN

    @property
    def words(self) -> str:
        """The first lines that the verdict rests on."""
        lines = list(dict.fromkeys(self.against or self.missing or self.support))  # environments share files
        lines = lines or ["the files define nothing that the item is about"]
        more = len(lines) - MOST_PLACES
        return "; ".join(lines[:MOST_PLACES]) + (f"; and {more} more" if more > 0 else "")


def hardening_of(workspace: Workspace, result: LintResult) -> Hardening | None:
    """The items that a selected rule covers; None if no such rule is selected."""
    data = tomllib.loads(asset_text("views/hardening.toml"))
    rules = _rules(data["guide"], workspace.first.selection.severities)
    managers = [manager for estate in workspace.estates for manager in estate.shown]
    rows = [_row(item, rules[item["id"]], managers, result) for item in data["item"] if item["id"] in rules]
    return Hardening(data["guide"], data["note"], rows) if rows else None


def _row(
    item: Mapping[str, Any], codes: Sequence[str], managers: Sequence[QueueManager], result: LintResult
) -> HardeningRow:
    evidence = Evidence()
    suppressed = [entry.finding for entry in result.suppressed]
    accepted = {_subject(finding) for finding in suppressed if finding.code in codes}
    accepted -= {_subject(finding) for finding in result.findings if finding.code in codes}
    for check in item.get("checks", ()):
        for manager in managers:
            _look(check, manager, accepted, evidence)
    by_rule = set(item.get("by-rule", ()))
    for findings, are_accepted in ((result.findings, False), (suppressed, True)):
        for finding in findings:
            if finding.code in by_rule:
                evidence.against.append(f"{finding.code} at {_place(finding)}")
                evidence.accepted &= are_accepted
    held = sorted({entry.code for entry in result.summary.held_back} & by_rule)
    evidence.missing += [f"checks of {code} were held back" for code in held]
    if "checks" not in item:
        evidence.missing.append("files can only show that it is violated")
    return HardeningRow(
        item["id"], item["title"], item["category"], evidence.verdict, evidence.words, tuple(codes)
    )


def _look(
    check: Mapping[str, Any], manager: QueueManager, accepted: set[Subject], evidence: Evidence
) -> None:
    """Add what a queue manager says about a check to the evidence."""
    keyword: str = check["attribute"]
    for object in _objects(check["object"], manager):
        name = f"{object.type}({object.name})" if object.name else object.type
        subject = safe(f"{name} of {manager.qualified}")
        value, origin = object.value(keyword), object.origin(keyword)
        is_default = origin.kind == DEFAULT
        known = manager.complete or not (is_default and object.predefined)
        if value is None or has_placeholder(value) or not known:
            evidence.missing.append(f"{subject} does not state {keyword}")
            continue
        place = origin.place()
        where = f"{printable(place.file)}:{place.span.line}" if place is not None else "the default"
        line = f"{subject} has {safe(f'{keyword}({value})')}, {where}"
        holds = _holds(check, value)
        if holds is False:
            evidence.against.append(line)
            evidence.accepted &= (manager.environment_name, manager.name, name) in accepted
        elif holds is None:
            evidence.missing.append(f"{line}, not known as certified for FIPS 140-2")
        elif is_default and not manager.complete:
            evidence.missing.append(f"{line}, which may have been changed")
        else:
            evidence.support.append(line)


def _objects(kind: str, manager: QueueManager) -> Iterator[MqObject]:
    """The queue manager itself, or its objects of a kind that scripts define, without samples."""
    if kind == "QMGR":
        yield manager.qmgr
        return
    type, _, subtype = kind.partition("/")
    for object in manager.of_type(type, subtype):
        if object.statements and not object.name.startswith(PRODUCT):
            yield object


def _holds(check: Mapping[str, Any], value: str) -> bool | None:
    """Whether a value is what a check asks for; None if that is not known."""
    if not value or check.get("filled"):
        return bool(value)
    if check.get("fips"):
        spec = cipherspec(value.upper())
        return True if spec is not None and spec.fips_140_2 else None
    return value.upper() in check["values"]


def _rules(guide: str, selected: Iterable[str]) -> dict[str, list[str]]:
    """The selected rules of each item, from the references of their pages."""
    rules: dict[str, list[str]] = {}
    for code, page in all_pages().items():
        if code in selected:
            for reference in page.references:
                for item in _items(reference.where) if reference.title == guide else ():
                    rules.setdefault(item, []).append(code)
    return rules


def _items(where: str) -> Iterator[str]:
    """The items that a reference names: `V-255809 to V-255812` are four."""
    for first, last in _IDS.findall(where):
        for item in range(int(first), int(last or first) + 1):
            yield f"V-{item}"


def _subject(finding: Finding) -> Subject:
    return finding.environment, finding.queue_manager, str(finding.object or "")


def _place(finding: Finding) -> str:
    return f"{printable(finding.place.file)}:{finding.place.span.line}"
