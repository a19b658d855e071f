"""`mqtune budget`: the utilisation of each contended resource, and what is exhausted first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, TypedDict, cast

from mqtune.analysis.budget import budget as flow_budget
from mqtune.analysis.budget.budget import (
    NOTHING,
    PathLimit,
    bound_name,
    breaks_at_growth,
    first_exhausted,
    path_limits,
    times,
    verdicts,
)
from mqtune.analysis.flow.resource import AT_LEAST, BOUNDS, SOURCE, Resource, number
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DETAIL,
    MARKDOWN,
    SCREEN,
    Answer,
    Cell,
    Column,
    Line,
    Place,
    Row,
    Rows,
    Section,
    Share,
    Table,
    link,
)
from mqtune.questions.card_object import model_in
from mqtune.questions.card_sources import manager_target
from mqtune.questions.fields import Parameter, named
from mqtune.questions.values import Factor, ShareLimit
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError, listed, plural
from mqtune.text.record import pairs_of

# The answer as data.

NOISE = 1e6  # below this number, digits after the sixth are noise


class First(TypedDict):
    """The resource that is exhausted first, and at which multiple of the declared load."""

    resource: str
    queue_manager: str
    share: float | None
    bound: Annotated[str, BOUNDS]
    breaks_at_growth: float | None


class BudgetData(TypedDict):
    """The JSON of `mqtune budget`."""

    resources: list[Resource]
    first: First | None


def budget_data(resources: Sequence[Resource], growth: float) -> BudgetData:
    """The data of all resources."""
    first = first_exhausted(resources)
    return {
        "resources": cast("list[Resource]", list(map(resource_row, resources))),
        "first": first_row(first, growth) if first is not None and first.share else None,
    }


def resource_row(resource: Resource) -> dict[str, object]:
    """One resource; what is unknown is None."""
    return {
        key: rounded(value) if isinstance(value, int | float) else value for key, value in pairs_of(resource)
    }


def first_row(first: Resource, growth: float) -> First:
    """What is exhausted first."""
    return {
        "resource": first.resource,
        "queue_manager": first.queue_manager.label,
        "share": rounded(first.share),
        "bound": first.bound,
        "breaks_at_growth": rounded(breaks_at_growth(first, growth)),
    }


def rounded(value: float | None) -> float | None:
    """A number without the noise of the last digits."""
    if value is None:
        return None
    return float(f"{value:.6g}") if abs(value) < NOISE else float(round(value))


# The question.

EXAMPLES = (
    "mqtune budget hub/",
    "mqtune budget --grow 2 --fail-on 0.8",
    "mqtune budget --qmgr HUB.QM --format json",
    "mqtune budget --without HUB1",
    "mqtune budget --format markdown > budget.md",
)
AS_DECLARED = Factor(1.0)
BYTES = {"bytes": "B", "bytes/s": "B/s"}
SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
MOST_UNKNOWN, FEW_ROWS, MOST_PATHS = 4, 20, 10
LOW_SHARE = 0.2
ABOVE = 1  # exit status if a share is above the limit
EXCEEDED, NOT_EXCEEDED, NO_LOAD, CANNOT_TELL = "exceeded", "not exceeded", "no load", "cannot tell"
FIRST = "What is exhausted first"
PATHS = "the smallest limit on the path of each source"
LABELS = ("RESOURCE", "KIND", "SHARE", "USED", "BASIS")
TITLES = ("Resource", "Kind", "Share", "Used", "Limit", "Unit", "Exhausted at", "Basis")
Groups = dict[str, list[Resource]]


def budget(
    project: Project,
    *,
    grow: Annotated[
        Factor, Parameter("multiply the rate of every source", metavar="FACTOR", example="1.5")
    ] = AS_DECLARED,
    fail_on: Annotated[
        ShareLimit | None,
        Parameter("exit with 1 if a share is above this, such as 0.8", metavar="SHARE", example="0.8"),
    ] = None,
    without: Annotated[
        tuple[str, ...], Parameter("this queue manager is not available, repeatable", metavar="NAME")
    ] = (),
) -> Answer[BudgetData]:
    """Show the utilisation of each contended resource by the declared load, and what is exhausted first.

    A load declared at its source in mqtune.toml counts for everything that it reaches.
    """
    names = dict.fromkeys(manager.label for manager in project.workspace.queue_managers)
    for name in without:
        if name not in names:
            raise UsageError(f"invalid {named('without')} {name!r} (choose from {', '.join(names)})")
    resources = [
        resource
        for estate in project.estates
        for resource in flow_budget.budget(estate, grow, without)
        if resource.queue_manager in estate.shown
    ]
    texts = verdicts(resources, grow)
    met = None if fail_on is None else not any((resource.share or 0.0) > fail_on for resource in resources)
    return Answer(
        outcome_of(resources),
        texts[0] if texts else "no limit is known" if resources else "no load is declared",
        lambda layout: sections(resources, grow, layout),
        lambda: budget_data(resources, grow),
        met=met,
        status=ABOVE if met is False else 0,
        notes=notes(resources, fail_on) if met and fail_on is not None else Rows(()),
    )


def outcome_of(resources: list[Resource]) -> str:
    """Whether a limit is exceeded."""
    if not resources:
        return NO_LOAD
    if any(resource.is_exceeded for resource in resources):
        return EXCEEDED
    return CANNOT_TELL if first_exhausted(resources) is None else NOT_EXCEEDED


def notes(resources: list[Resource], limit: float) -> Rows:
    """What may be above a limit, if nothing certainly is."""
    unknown = [
        resource
        for resource in resources
        if resource.limit and resource.chain and (resource.missing or resource.share is None)
    ]
    if not unknown:
        return Rows(())
    names = listed([bound_name(resource) for resource in unknown], MOST_UNKNOWN)
    return Rows([Row("", f"cannot tell whether all shares are at most {limit:.0%}: {names}")])


def sections(resources: list[Resource], growth: float, layout: str) -> Iterator[Section]:
    """What is exhausted first, a table for each queue manager, the smallest limit on each path.

    In text the verdict is last, where a terminal shows it.
    """
    if not resources:
        yield Section(FIRST if layout == MARKDOWN else "", Rows([Row("", NOTHING)]), BRIEF)
        return
    groups: Groups = {}
    for resource in resources:
        manager = resource.queue_manager
        where = f", environment {manager.environment_name}" if manager.environment_name else ""
        groups.setdefault(manager.label + where, []).append(resource)
    paths = path_section(path_limits(resources), growth, layout)
    if layout == MARKDOWN:
        yield from markdown_sections(groups, resources, growth, paths)
    elif layout == SCREEN:
        yield verdict(resources, growth, "first bottleneck")
        yield from (table(title, group, True) for title, group in groups.items())
        yield paths
    else:
        for title, group in groups.items():
            yield table(title, group, False)
            yield Section("", provenance(group), DETAIL)
        yield paths
        yield verdict(resources, growth)


def verdict(resources: list[Resource], growth: float, title: str = "") -> Section:
    """What growth exhausts first."""
    first = first_exhausted(resources)
    severity = "error" if first is not None and (first.share or 0.0) >= 1 else "warning"
    basis = (first.basis if first is not None else None) or ""
    rows = []
    for text in verdicts(resources, growth):
        note = basis if title else ""
        rows.append(Row("", text, note, model_in(note) if note else None, severity if title else ""))
        severity, basis = "warning", ""
    if title and first is not None:
        manager = first.queue_manager
        rows.append(Row("", manager.qualified, "queue manager", manager_target(manager)))
    return Section(title, Rows(rows), BRIEF, "no limit is known" if title else "")


def by_share(resources: Iterable[Resource]) -> list[Resource]:
    """Resources with those first that have a known share."""
    return sorted(
        resources, key=lambda resource: -1.0 if resource.share is None else resource.share, reverse=True
    )


def table(title: str, resources: list[Resource], linked: bool) -> Section:
    """The resources of one queue manager, those with a known share first."""
    ordered = by_share(resources)
    usual = set(map(id, without_many(ordered)))
    lines = [
        Line(
            (resource.resource, resource.kind, share_of(resource), used_of(resource), resource.reason),
            model_in(resource.basis or "") if linked else None,
            tone=BAD if (resource.share or 0.0) > 1 else "",
            level=BRIEF if id(resource) in usual else DETAIL,
        )
        for resource in ordered
    ]
    hidden = [resource for resource in ordered if id(resource) not in usual]
    low = f" or below {LOW_SHARE:.0%}" if any(resource.share is not None for resource in hidden) else ""
    more = f"{plural(len(hidden), 'more object')} without a known limit{low}, and each figure's provenance"
    derived = any(is_derived(resource) and resource.share is not None for resource in resources)
    foot = "* includes load that came through other objects" if derived else ""
    columns = [Column(label, 2 if label == "KIND" else 1, wraps=label == "BASIS") for label in LABELS]
    return Section(title, Table(columns, lines, more, "–", foot), BRIEF)


def share_of(resource: Resource) -> Cell:
    """The share, with a mark if the load passed other objects."""
    if resource.share is None:
        return None
    mark = "*" if is_derived(resource) else ""
    return Share(resource.share, resource.percent + mark, resource.bound == AT_LEAST)


def provenance(resources: list[Resource]) -> Rows:
    """Where each figure comes from."""
    rows = []
    for resource in by_share(resources):
        rows.append(Row("", f"{resource.resource} ({resource.kind})"))
        for origin in resource.chain:
            place = Place(origin.file, origin.line or 0) if origin.file else None
            text = f"  ← {origin.text}" + (f" ({place})" if place is not None else "")
            rows.append(Row("", text, "", link(place), "", place))
        rows += [Row("", f"  ! {warning}") for warning in resource.notes]
    return Rows(rows)


def path_section(limits: list[PathLimit], growth: float, layout: str) -> Section:
    """For each of several sources: what its path exhausts first, and at which growth."""
    lines = []
    for rank, limit in enumerate(limits if len(limits) > 1 or layout == SCREEN else ()):
        source = limit.source
        place = Place(source.file, source.line or 0) if source.file else None
        text = f"{source.text} ({place})" if place is not None else source.text
        level = BRIEF if rank < MOST_PATHS or layout == MARKDOWN else DETAIL
        lines.append(Line((text, limit.name, limit.reached(growth)), link(place), place, level=level))
    titles = ("SOURCE", "FIRST LIMIT", "REACHED AT")
    if layout == MARKDOWN:
        titles = ("Source", "First limit", "Reached at")
    columns = [Column(titles[0]), Column(titles[1]), Column(titles[2], 0)]
    more = f"{len(lines) - MOST_PATHS} more source{'s' * (len(lines) - MOST_PATHS > 1)}"
    title = PATHS[:1].upper() + PATHS[1:] if layout == MARKDOWN else PATHS
    return Section(title, Table(columns, lines, more), BRIEF)


def without_many(ordered: list[Resource]) -> list[Resource]:
    """The resources with a share, except low ones below many others, and a few whose share is unknown
    for a reason.
    """
    count: dict[str, int] = {}
    shown: list[Resource] = []
    for resource in ordered:
        if resource.share is None:
            count[resource.kind] = count.get(resource.kind, 0) + 1
            wanted = bool(resource.notes) and count[resource.kind] <= MOST_UNKNOWN
        else:
            wanted = resource.share >= LOW_SHARE or len(shown) < FEW_ROWS
        if wanted:
            shown.append(resource)
    return shown


def is_derived(resource: Resource) -> bool:
    """Whether the load passed other objects before."""
    return any(SOURCE not in origin.text for origin in resource.chain)


def scaled(value: float, unit: str) -> str:
    """A number of bytes with a prefix: 8.81 MB/s."""
    scale, prefix = next(((scale, prefix) for scale, prefix in SCALES if value >= scale), (1.0, ""))
    return f"{value / scale:,.3g} {prefix}{unit}"


def used_of(resource: Resource) -> str:
    """`94,000 of 888,744 publications/s`."""
    used, limit, unit = resource.used, resource.limit, resource.unit
    if unit in BYTES and used is not None:
        text = resource.mark + scaled(used, BYTES[unit])
        return f"{text} of {scaled(limit, BYTES[unit])}" if limit is not None else text
    text = "unknown" if used is None else resource.mark + number(used)
    return f"{text} of {number(limit)} {unit}" if limit is not None else f"{text} {unit}"


# Markdown, for merge requests and wikis: plain numbers in columns, sources and notes once


def markdown_sections(
    groups: Groups, resources: list[Resource], growth: float, paths: Section
) -> Iterator[Section]:
    """The verdict, the paths, and for each queue manager two tables and two lists."""
    rows = [Row("", f"at {growth:g} times the declared load")] if growth != 1 else []
    rows += [Row("", text) for text in verdicts(resources, growth)]
    yield Section(FIRST, Rows(rows), BRIEF)
    yield paths
    for title, group in groups.items():
        limited = by_share(resource for resource in group if resource.share is not None)
        columns = [Column(label) for label in TITLES]
        lines = [Line(markdown_cells(resource, growth)) for resource in limited]
        yield Section(title, Table(columns, lines), BRIEF, "no share is known")
        lines = [
            Line((resource.resource, resource.kind, amount(resource), resource.unit))
            for resource in group
            if resource.share is None
        ]
        columns = [Column(label) for label in ("Resource", "Kind", "Used", "Unit")]
        yield Section(f"{title}: without a known limit", Table(columns, lines), BRIEF)
        yield Section(f"{title}: sources of load", source_rows(group), BRIEF)
        yield Section(f"{title}: notes", note_rows(group), BRIEF)


def markdown_cells(resource: Resource, growth: float) -> list[Cell]:
    """The cells of a resource with a share."""
    share = resource.share or 0.0
    return [
        resource.resource,
        resource.kind,
        Share(share, resource.percent),
        amount(resource),
        "unknown" if resource.limit is None else number(resource.limit),
        resource.unit,
        times(resource, growth) if resource.grows and share else "–",
        resource.reason,
    ]


def amount(resource: Resource) -> str:
    """What is used, with the mark of a bound."""
    return "unknown" if resource.used is None else resource.mark + number(resource.used)


def source_rows(resources: list[Resource]) -> Rows:
    """The declared sources of a queue manager."""
    texts = dict.fromkeys(
        f"{origin.text}, {origin.file}:{origin.line}" if origin.file else origin.text
        for resource in resources
        for origin in resource.chain
        if SOURCE in origin.text
    )
    return Rows([Row("", text) for text in texts])


def note_rows(resources: list[Resource]) -> Rows:
    """Each note once, with the resources that it is about."""
    notes: dict[str, dict[str, None]] = {}
    for resource in resources:
        for warning in resource.notes:
            notes.setdefault(warning, {})[resource.resource] = None
    return Rows([Row("", f"{listed(list(names), 3)}: {text}") for text, names in notes.items()])
