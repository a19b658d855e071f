"""The message rate of a network link."""

from __future__ import annotations

from mqtune.capacity.outcome import Answer, Case, shown


def calculate_network(case: Case) -> Answer:
    """The model network."""
    trips = 2 if case["pattern"] == "request-reply" else 1
    on_wire = (case["message-size"] + case["header-bytes"] + case.constant("added_bytes")) * trips
    link = case["link-gbit"] * 1e9 / 8
    usable, planned = case.constant("usable_share"), case.constant("planning_share")
    limit, plan = usable * link / on_wire, planned * link / on_wire
    return Answer(
        {"rate_limit_per_s": limit, "planning_rate_per_s": plan},
        [
            f"{case['link-gbit']:g} Gb/s / 8 = {shown(link)} bytes/s, {shown(on_wire)} bytes for a message",
            f"limit = {usable:g} * {shown(link)} / {shown(on_wire)} = {shown(limit)} msgs/s",
            f"for planning = {planned:g} * {shown(link)} / {shown(on_wire)} = {shown(plan)} msgs/s",
        ],
    )
