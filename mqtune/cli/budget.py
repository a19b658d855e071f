"""`mqtune budget`: the utilisation of each contended resource as text, JSON or Markdown."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON, MARKDOWN, invalid
from mqtune.cli.table import print_table
from mqtune.flow.budget import (
    NOTHING,
    bound_name,
    breaks_at_growth,
    budget,
    first_exhausted,
    path_limits,
    verdicts,
)
from mqtune.flow.provenance import SOURCE, number
from mqtune.report.rows import covered_row
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.text.printable import printable
from mqtune.text.wording import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.commands import Budget
    from mqtune.estate.describe import Row
    from mqtune.estate.model import Estate
    from mqtune.flow.resource import Resource
    from mqtune.report.colour import Palette

BYTES = {"bytes": "B", "bytes/s": "B/s"}
SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
MOST_UNKNOWN, FEW_ROWS = 4, 20
LOW_SHARE = 0.2
MOST_PATHS = 10
ABOVE = 1  # exit status if a share is above --fail-on


def print_budget(options: Budget) -> int:
    """Print the resources of all queue managers. Raises UsageError and ProjectError."""
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    names = {one.label: None for one in workspace.queue_managers}
    for name in options.without:
        if name not in names:
            raise invalid("--without", name, names)
    found = [
        (estate, one)
        for estate in workspace.estates
        for one in budget(estate, options.grow, options.without)
        if one.queue_manager in estate.shown
    ]
    first = first_exhausted(one for _, one in found)
    if options.format == JSON:
        print_json(found, first, options.grow)
    elif options.format == MARKDOWN:
        from mqtune.cli.budget_markdown import print_markdown  # needed only for this format

        rows = path_rows(found, options.grow)
        print_markdown(found, verdicts((one for _, one in found), options.grow), options.grow, NOTHING, rows)
    else:
        print_text(found, options)
    return 0 if options.fail_on is None else status_for([one for _, one in found], options.fail_on, options)


def status_for(resources: list[Resource], limit: float, options: Budget) -> int:
    """The exit status for --fail-on. If no share is above it, what may be is named."""
    if any((one.share or 0.0) > limit for one in resources):
        return ABOVE
    unknown = [one for one in resources if one.limit and one.chain and (one.missing or one.share is None)]
    if unknown and not options.quiet:
        names = listed([bound_name(one) for one in unknown], MOST_UNKNOWN)
        console.say(printable(f"cannot tell whether all shares are at most {limit:.0%}: {names}"))
    return 0


def as_row(estate: Estate, one: Resource) -> Row:
    """A resource in the keys of the JSON output."""
    return {
        "environment": estate.environment,
        "queue_manager": one.queue_manager.label,
        "resource": one.resource,
        "kind": one.kind,
        "rate_per_s": rounded(one.rate_per_s),
        "used": rounded(one.used),
        "limit": rounded(one.limit),
        "unit": one.unit,
        "share": rounded(one.share),
        "bound": one.bound,
        "basis": one.basis,
        "warnings": list(one.notes),
        "chain": [{"text": link.text, "file": link.file, "line": link.line} for link in one.chain],
    }


def rounded(value: float | None) -> float | None:
    """A number without the noise of the last digits."""
    return None if value is None else float(f"{value:.6g}") if abs(value) < 1e6 else float(round(value))


def first_row(first: Resource | None, growth: float) -> Row | None:
    """The resource that is exhausted first, and at which multiple of the declared load."""
    if first is None or not first.share:
        return None
    return {
        "resource": first.resource,
        "queue_manager": first.queue_manager.label,
        "share": rounded(first.share),
        "bound": first.bound,
        "breaks_at_growth": rounded(breaks_at_growth(first, growth)),
    }


def print_json(found: list[tuple[Estate, Resource]], first: Resource | None, growth: float) -> None:
    """Print the JSON that docs/formats.md describes."""
    from mqtune.report.encode import dumps

    rows = [covered_row(as_row(estate, one)) for estate, one in found]
    lines = ",".join("\n  " + dumps(row) for row in rows)
    head = first_row(first, growth)
    last = "null" if head is None else dumps(covered_row(head))
    console.write(f'{{"version": 1,\n "resources": [{lines}],\n "first": {last}}}\n')


def print_text(found: list[tuple[Estate, Resource]], options: Budget) -> None:
    """Print a table for each queue manager, and what is exhausted first."""
    palette = console.palette(options.color)
    groups: dict[tuple[str | None, str], list[Resource]] = {}
    for estate, one in found:
        groups.setdefault((estate.environment, one.queue_manager.label), []).append(one)
    for count, ((environment, manager), resources) in enumerate(groups.items()):
        title = manager + (f", environment {environment}" if environment else "")
        console.write("\n" * bool(count) + palette.bold(printable(title)) + "\n")
        print_group(resources, palette, options)
    if not found:
        console.line(f"{NOTHING}")
        return
    print_paths(found, palette, options)
    for count, text in enumerate(verdicts((one for _, one in found), options.grow)):
        console.write("\n" * (not count) + printable(text) + "\n")


def path_rows(found: list[tuple[Estate, Resource]], growth: float) -> list[tuple[str, str, str]]:
    """For each of several sources: the source, what its path exhausts first, and at which growth."""
    limits = path_limits(one for _, one in found)
    return [
        (
            f"{one.source.text} ({one.source.file}:{one.source.line})"
            if one.source.file
            else one.source.text,
            one.name,
            one.reached(growth),
        )
        for one in (limits if len(limits) > 1 else ())
    ]


def print_paths(found: list[tuple[Estate, Resource]], palette: Palette, options: Budget) -> None:
    """Print the smallest limit on the path of each source."""
    rows = path_rows(found, options.grow)
    if not rows:
        return
    shown = rows if options.verbose else rows[:MOST_PATHS]
    cells = [[printable(cell) for cell in row] for row in shown]
    console.write("\n" + palette.bold("the smallest limit on the path of each source") + "\n")
    print_table(("SOURCE", "FIRST LIMIT", "REACHED AT"), cells, palette, console.width())
    if len(shown) < len(rows):
        console.line(f"{plural(len(rows) - len(shown), 'more source')}: --verbose lists all")


def print_group(resources: list[Resource], palette: Palette, options: Budget) -> None:
    """Print the resources of one queue manager, those with a known share first."""
    ordered = sorted(resources, key=lambda one: -1.0 if one.share is None else one.share, reverse=True)
    shown = ordered if options.verbose else without_many(ordered)
    rows = []
    for one in shown:
        share = "–" if one.share is None else one.percent + "*" * is_derived(one)
        rows.append((one.resource, one.kind, share, used_of(one), one.reason))
    cells = [[printable(cell) for cell in row] for row in rows]
    if cells:
        print_table(("RESOURCE", "KIND", "SHARE", "USED", "BASIS"), cells, palette, console.width())
    if len(shown) < len(ordered):
        more = plural(len(ordered) - len(shown), "more object")
        known = [sum(one.share is not None for one in some) for some in (shown, ordered)]
        low = known[0] < known[1]
        kind = f"without a known limit{f' or below {LOW_SHARE:.0%}' if low else ''}"
        console.line(f"{more} {kind}: --verbose lists all, and each figure's provenance")
    if any(is_derived(one) and one.share is not None for one in resources) and not options.quiet:
        console.line("* includes load that came through other objects")
    for one in ordered:
        if options.verbose:
            console.line(printable(f"{one.resource} ({one.kind})"))
            for link in one.chain:
                place = f" ({link.file}:{link.line})" if link.file else ""
                console.line("  " + printable(f"← {link.text}{place}"))
            for warning in one.notes:
                console.line("  " + printable(f"! {warning}"))


def without_many(ordered: list[Resource]) -> list[Resource]:
    """The resources with a share, except low ones below many others, and a few whose share is unknown
    for a reason.
    """
    count: dict[str, int] = {}
    shown: list[Resource] = []
    for one in ordered:
        if one.share is None:
            count[one.kind] = count.get(one.kind, 0) + 1
            wanted = bool(one.notes) and count[one.kind] <= MOST_UNKNOWN
        else:
            wanted = one.share >= LOW_SHARE or len(shown) < FEW_ROWS
        if wanted:
            shown.append(one)
    return shown


def is_derived(one: Resource) -> bool:
    """Whether the load passed other objects before."""
    return any(SOURCE not in link.text for link in one.chain)


def scaled(value: float, unit: str) -> str:
    """A number of bytes with a prefix: 8.81 MB/s."""
    scale, prefix = next(((scale, prefix) for scale, prefix in SCALES if value >= scale), (1.0, ""))
    return f"{value / scale:,.3g} {prefix}{unit}"


def used_of(one: Resource) -> str:
    """`94,000 of 888,744 publications/s`."""
    if one.unit in BYTES and one.used is not None:
        used = one.mark + scaled(one.used, BYTES[one.unit])
        return f"{used} of {scaled(one.limit, BYTES[one.unit])}" if one.limit is not None else used
    used = "unknown" if one.used is None else one.mark + number(one.used)
    return f"{used} of {number(one.limit)} {one.unit}" if one.limit is not None else f"{used} {one.unit}"
