"""The utilisation of contended resources as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict, cast

from mqtune.flow.budget import breaks_at_growth, first_exhausted
from mqtune.flow.resource import BOUNDS, Resource
from mqtune.text.as_data import pairs_of

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
