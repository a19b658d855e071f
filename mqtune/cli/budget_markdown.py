"""`mqtune budget --format markdown`: a budget for merge requests and wikis."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.flow.budget import times
from mqtune.flow.provenance import SOURCE, number
from mqtune.report.markdown_text import plain
from mqtune.text.table import markdown
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import Estate
    from mqtune.flow.resource import Resource

TITLES = ("Resource", "Kind", "Share", "Used", "Limit", "Unit", "Exhausted at", "Basis")


def print_markdown(
    found: list[tuple[Estate, Resource]],
    first: list[str],
    growth: float,
    nothing: str,
    paths: list[tuple[str, str, str]],
) -> None:
    """Print what is exhausted first, a table for each queue manager, sources, and what is not known.

    `first` are sentences, `paths` rows of sources with the first limit on their
    path and the growth that reaches it, `nothing` is the text for an empty budget.
    """
    lines = ["# Budget" + (f" at {growth:g} times the declared load" if growth != 1 else ""), ""]
    if not found:
        lines += [plain(nothing), ""]
    for text in first:
        lines += [f"{plain(text[:1].upper() + text[1:])}.", ""]
    if paths:
        rows = [[plain(cell) for cell in row] for row in paths]
        lines += ["The smallest limit on the path of each source:", ""]
        lines += [*markdown(("Source", "First limit", "Reached at"), rows), ""]
    groups: dict[tuple[str | None, str], list[Resource]] = {}
    for estate, one in found:
        groups.setdefault((estate.environment, one.queue_manager.label), []).append(one)
    for (environment, manager), resources in groups.items():
        title = manager + (f", environment {environment}" if environment else "")
        lines += [f"## {plain(title)}", "", *group_lines(resources, growth)]
    console.write("\n".join(lines).rstrip() + "\n")


def group_lines(resources: list[Resource], growth: float) -> list[str]:
    """The tables and lists of one queue manager."""
    limited = sorted((one for one in resources if one.share is not None), key=lambda one: -(one.share or 0.0))
    others = [one for one in resources if one.share is None]
    lines = []
    if limited:
        lines += [*markdown(TITLES, [cells(one, growth) for one in limited]), ""]
    if others:
        rows = [[plain(one.resource), one.kind, used_of(one), plain(one.unit)] for one in others]
        lines += ["Without a known limit:", "", *markdown(("Resource", "Kind", "Used", "Unit"), rows), ""]
    sources = dict.fromkeys(
        f"{link.text}, {link.file}:{link.line}" if link.file else link.text
        for one in resources
        for link in one.chain
        if SOURCE in link.text
    )
    if sources:
        lines += ["Sources of load:", "", *(f"- {plain(text)}" for text in sources), ""]
    notes: dict[str, dict[str, None]] = {}
    for one in resources:
        for warning in one.notes:
            notes.setdefault(warning, {})[one.resource] = None
    if notes:
        lines += ["Notes:", ""]
        lines += [f"- {plain(listed(list(names), 3))}: {plain(text)}" for text, names in notes.items()]
        lines.append("")
    return lines


def cells(one: Resource, growth: float) -> list[str]:
    """The cells of a resource with a share."""
    share = one.share or 0.0
    percent = one.percent if share < 1 else f"**{one.percent}**"
    until = times(one, growth) if one.grows and share else "–"
    basis = plain(one.reason)
    return [
        plain(one.resource),
        one.kind,
        percent,
        used_of(one),
        amount(one.limit),
        plain(one.unit),
        until,
        basis,
    ]


def used_of(one: Resource) -> str:
    """What is used, with the mark of a bound."""
    return ("" if one.used is None else one.mark) + amount(one.used)


def amount(value: float | None) -> str:
    """A number for a table."""
    return "unknown" if value is None else number(value)
