"""`mqtune rules`: the list of rules, as a table or JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli import console
from mqtune.cli.command import JSON, TABLE, CommonOptions, invalid
from mqtune.cli.console import print_table
from mqtune.cli.parameters import choice, codes
from mqtune.engine.pages import DEFAULT, PROFILES, Page
from mqtune.project.load import load_project
from mqtune.project.rule_codes import FAMILIES
from mqtune.session.options import pages_of
from mqtune.text.finding import OFF, SEVERITIES
from mqtune.text.messages import UsageError

_FIXABLE = ("safe", "unsafe")


EXAMPLES = ("mqtune rules --family PUB", "mqtune rules --fixable --format json")


def rules(
    common: CommonOptions,
    family: Annotated[
        list[str] | None, codes("--family", help="only these families or codes: PUB, SEC01")
    ] = None,
    severity: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=f"only these severities: {', '.join((*SEVERITIES, OFF))}"),
    ] = None,
    fixable: Annotated[bool, typer.Option("--fixable", help="only rules with a fix")] = False,
    profile: Annotated[str, choice("--profile", choices=PROFILES, help="severity profile")] = DEFAULT,
    format: Annotated[str, choice("--format", choices=(TABLE, JSON), help="output format")] = TABLE,
) -> int:
    """List the rules."""
    pages = pages_of(load_project(common.config))
    wanted = tuple(word.upper() for word in _words(family))
    severities = _words(severity)
    _check(wanted, severities, pages)
    chosen = [
        page
        for page in pages.values()
        if (not wanted or page.code.startswith(wanted))
        and (not severities or page.severity_in(profile) in severities)
        and (not fixable or page.fix in _FIXABLE)
    ]
    if format == JSON:
        _print_json(chosen, profile)
        return 0
    rows = [
        [page.code, page.severity_in(profile), _fix_word(page), page.name, page.summary] for page in chosen
    ]
    titles = ["CODE", "SEVERITY", "FIX", "NAME", "SUMMARY"]
    print_table(titles, rows, console.palette(common.color), console.width())
    if not common.quiet:
        console.say(f"{len(chosen)} of {len(pages)} rules; `mqtune explain CODE` explains one")
    return 0


def _words(texts: list[str] | None) -> tuple[str, ...]:
    return tuple(word.strip() for text in texts or () for word in text.split(",") if word.strip())


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
    from mqtune.present.safe import dumps
    from mqtune.questions.explain import rule_row
    from mqtune.text.record import plain

    rows = [rule_row(page, profile) for page in pages]
    console.write(f'{{"version": 1, "profile": {dumps(profile)},\n "rules": [')
    console.write(",".join("\n  " + dumps(plain(row)) for row in rows) + "]}\n")
