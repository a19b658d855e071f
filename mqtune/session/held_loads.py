"""Checks that were held back without a load, with the load that each of them needs."""

from __future__ import annotations

from mqtune.findings.held_back import NO_LOAD, HeldBack, HeldChecks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mqtune.engine.pages import Page
    from mqtune.estate.model import Estate
    from mqtune.flow.needed_loads import NeededLoad


def with_needed_loads(
    held: Sequence[HeldChecks], estates: Sequence[Estate], pages: Mapping[str, Page]
) -> list[HeldChecks]:
    """The same checks; those without a load name the keys and the object at which to declare it."""
    kinds = {one.code: pages[one.code].needs for one in held if one.reason == NO_LOAD}
    if not kinds:
        return list(held)
    from mqtune.flow.needed_loads import needed_loads  # only if a load is missing

    loads: dict[str, NeededLoad] = {}
    for estate in estates:
        loads = {**needed_loads(estate, kinds), **loads}
    return [naming(one, loads.get(one.code)) if one.reason == NO_LOAD else one for one in held]


def naming(checks: HeldChecks, load: NeededLoad | None) -> HeldChecks:
    """The checks with what to declare, if it is known."""
    if load is None:
        return checks
    reason = HeldBack(NO_LOAD.why, load.text, source=load.object)
    return HeldChecks(checks.code, checks.count, reason)
