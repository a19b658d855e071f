"""The utilisation of contended resources as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from mqtune.estate.model import Estate
from mqtune.flow.budget import breaks_at_growth, first_exhausted
from mqtune.flow.provenance import Link
from mqtune.flow.resource import BOUNDS, KINDS, Resource

Utilisations = Sequence[tuple[Estate, Resource]]
NOISE = 1e6  # below this number, digits after the sixth are noise


class ResourceRow(TypedDict):
    """One resource; what is unknown is None."""

    environment: str | None
    queue_manager: str
    resource: str
    kind: Annotated[str, KINDS]
    rate_per_s: float | None
    used: float | None
    limit: float | None
    unit: str
    share: float | None
    bound: Annotated[str, BOUNDS]
    basis: str | None
    warnings: Sequence[str]
    chain: Sequence[Link]


class First(TypedDict):
    """The resource that is exhausted first, and at which multiple of the declared load."""

    resource: str
    queue_manager: str
    share: float | None
    bound: Annotated[str, BOUNDS]
    breaks_at_growth: float | None


class BudgetData(TypedDict):
    """The JSON of `mqtune budget`."""

    resources: list[ResourceRow]
    first: First | None


def budget_data(utilisations: Utilisations, growth: float) -> BudgetData:
    """The data of all resources."""
    first = first_exhausted(resource for _, resource in utilisations)
    return {
        "resources": [resource_row(estate, resource) for estate, resource in utilisations],
        "first": first_row(first, growth) if first is not None and first.share else None,
    }


def resource_row(estate: Estate, resource: Resource) -> ResourceRow:
    """One resource."""
    return {
        "environment": estate.environment,
        "queue_manager": resource.queue_manager.label,
        "resource": resource.resource,
        "kind": resource.kind,
        "rate_per_s": rounded(resource.rate_per_s),
        "used": rounded(resource.used),
        "limit": rounded(resource.limit),
        "unit": resource.unit,
        "share": rounded(resource.share),
        "bound": resource.bound,
        "basis": resource.basis,
        "warnings": resource.notes,
        "chain": resource.chain,
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
