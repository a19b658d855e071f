"""`mqtune rules`: the list of rules, as a table or JSON."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.commands import Rules
from mqtune.cli.options import JSON, invalid
from mqtune.cli.table import print_table
from mqtune.engine.pages import Page
from mqtune.findings.finding import OFF, SEVERITIES
from mqtune.project.load import load_project
from mqtune.project.rule_codes import FAMILIES
from mqtune.session.options import UsageError, pages_of

_FIXABLE = ("safe", "unsafe")


def rules(options: Rules) -> int:
    """Print the rules that the options select, policies of the project included. Raises UsageError and
    ProjectError.
    """
    pages = pages_of(load_project(options.config))
    codes = tuple(word.upper() for word in _words(options.families))
    severities = _words(options.severities)
    _check(codes, severities, pages)
    chosen = [
        page
        for page in pages.values()
        if (not codes or page.code.startswith(codes))
        and (not severities or page.severity_in(options.profile) in severities)
        and (not options.fixable or page.fix in _FIXABLE)
    ]
    if options.format == JSON:
        _print_json(chosen, options.profile)
        return 0
    rows = [
        [page.code, page.severity_in(options.profile), _fix_word(page), page.name, page.summary]
        for page in chosen
    ]
    titles = ["CODE", "SEVERITY", "FIX", "NAME", "SUMMARY"]
    print_table(titles, rows, console.palette(options.color), console.width())
    if not options.quiet:
        console.say(f"{len(chosen)} of {len(pages)} rules; `mqtune explain CODE` explains one")
    return 0


def _words(texts: list[str]) -> tuple[str, ...]:
    return tuple(word.strip() for text in texts for word in text.split(",") if word.strip())


def _check(codes: tuple[str, ...], severities: tuple[str, ...], pages: dict[str, Page]) -> None:
    for word in severities:
        if word not in (*SEVERITIES, OFF):
            raise invalid("--severity", word, (*SEVERITIES, OFF))
    for word in codes:
        if word not in FAMILIES and not any(code.startswith(word) for code in pages):
            raise UsageError(f"no rule code begins with {word!r}", f"families are {', '.join(FAMILIES)}")


def _fix_word(page: Page) -> str:
    return page.fix if page.fix in _FIXABLE else ""


def _print_json(pages: list[Page], profile: str) -> None:
    from mqtune.questions.explain_data import rule_row
    from mqtune.report.encode import dumps

    rows = [rule_row(page, profile) for page in pages]
    console.write(f'{{"version": 1, "profile": {dumps(profile)},\n "rules": [')
    console.write(",".join("\n  " + dumps(row) for row in rows) + "]}\n")
