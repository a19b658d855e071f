"""`mqtune rules`: the list of rules, as a table or JSON."""

from __future__ import annotations

import sys

from mqtune.cli import console
from mqtune.cli.command import JSON, Common, check_format, guarded
from mqtune.cli.table import print_table
from mqtune.engine.pages import FAMILIES, PROFILES, Page, all_pages
from mqtune.findings.finding import OFF, SEVERITIES
from mqtune.report.colour import Palette
from mqtune.session.options import UsageError

_FIXED = ("safe", "unsafe")


class Filter:
    """Which rules to list: code prefixes, severities, only those with a fix; severities of a profile."""

    __slots__ = ("codes", "fixable", "profile", "severities")

    def __init__(
        self, codes: tuple[str, ...], severities: tuple[str, ...], fixable: bool, profile: str
    ) -> None:
        self.codes = tuple(word.strip().upper() for code in codes for word in code.split(",") if word.strip())
        self.severities = tuple(word for severity in severities for word in severity.split(","))
        self.fixable = fixable
        self.profile = profile

    def check(self, pages: dict[str, Page]) -> None:
        """Raise UsageError for a word that names nothing."""
        if self.profile not in PROFILES:
            raise UsageError(f"there is no profile {self.profile!r}", f"it is one of {', '.join(PROFILES)}")
        for word in self.severities:
            if word not in (*SEVERITIES, OFF):
                raise UsageError(
                    f"there is no severity {word!r}", f"it is one of {', '.join((*SEVERITIES, OFF))}"
                )
        for word in self.codes:
            if word not in FAMILIES and not any(code.startswith(word) for code in pages):
                raise UsageError(
                    f"no rule has a code that begins with {word!r}", f"families are {', '.join(FAMILIES)}"
                )

    def takes(self, page: Page) -> bool:
        """Whether a rule is listed."""
        if self.codes and not page.code.startswith(self.codes):
            return False
        if self.severities and page.severity_in(self.profile) not in self.severities:
            return False
        return not self.fixable or page.fix in _FIXED


def rules(wanted: Filter, format: str, common: Common) -> int:
    """Print the rules that a filter takes."""
    return guarded(common, lambda: _rules(wanted, format, common))


def _rules(wanted: Filter, format: str, common: Common) -> int:
    check_format(format)
    pages = all_pages()
    wanted.check(pages)
    taken = [page for page in pages.values() if wanted.takes(page)]
    if format == JSON:
        _print_json(taken, wanted.profile)
        return 0
    palette = Palette(console.wants_colour(common.color or "auto"))
    rows = [
        [page.code, page.severity_in(wanted.profile), _fix_word(page), page.name, page.summary]
        for page in taken
    ]
    print_table(["CODE", "SEVERITY", "FIX", "NAME", "SUMMARY"], rows, palette, console.width())
    if not common.quiet:
        console.say(f"{len(taken)} of {len(pages)} rules; `mqtune explain CODE` tells more")
    return 0


def _fix_word(page: Page) -> str:
    return page.fix if page.fix in _FIXED else ""


def _print_json(pages: list[Page], profile: str) -> None:
    from mqtune.report.encode import dumps

    rows = [
        {
            "code": page.code,
            "name": page.name,
            "family": page.family,
            "summary": page.summary,
            "severity": page.severity_in(profile),
            "severities": {name: page.severity_in(name) for name in PROFILES},
            "confidence": page.confidence,
            "scope": page.scope,
            "applies_to": list(page.applies_to),
            "since": _level(page.since),
            "until": _level(page.until),
            "platforms": list(page.platforms),
            "fix": page.fix,
            "references": [
                {"title": item.title, "where": item.where, "page": item.page} for item in page.references
            ],
        }
        for page in pages
    ]
    sys.stdout.write(f'{{"version": 1, "profile": {dumps(profile)},\n "rules": [')
    sys.stdout.write(",".join("\n  " + dumps(row) for row in rows) + "]}\n")


def _level(level: tuple[int, ...] | None) -> str | None:
    if level is None:
        return None
    return ".".join(map(str, level if len(level) > 1 else (*level, 0)))
