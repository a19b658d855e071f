"""CHL029: channels whose retries do not bring them back in the declared time after an outage."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import Impact, ObjectName
from mqtune.rules.common.load_places import declaration_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.flow.outage.timeline import Schedule, Timeline


@rule("CHL029")
def retries_miss_back_within(estate: Estate) -> Iterator[Hit]:
    """After the declared outage, the next retry of a channel can come later than the declared back-within, or
    not at all.
    """
    declarations = [one.declaration for one in estate.queue_managers if one.declaration is not None]
    if not any(one.back_within_s for one in declarations) or not any(one.outage_s for one in declarations):
        return
    from mqtune.flow.outage.estate_outage import timelines  # imported here: few projects declare an outage
    from mqtune.flow.outage.timeline import Schedule

    for one in timelines(estate):
        schedule = Schedule(one.pair)
        if one.outage_s is None or one.back_within_s is None or not schedule.known:
            continue
        if one.retry_s is None or one.retry_s > one.back_within_s:
            yield late_hit(one, schedule)


def late_hit(one: Timeline, schedule: Schedule) -> Hit:
    """The finding for one channel."""
    outage, within = one.outage_s or 0.0, one.back_within_s or 0.0
    channel = one.pair.channel
    never = one.retry_s is None
    keyword = "LONGRTY" if never else "LONGTMR" if outage >= schedule.short_end else "SHORTTMR"
    place = channel.place(keyword) or channel.place() or declaration_place(one.pair.owner)
    retries = f"{schedule.short_count.text} {schedule.short.text}"
    after = (
        f"its last retry is {schedule.end:,.0f} s after the loss; then it stops, and START CHANNEL is needed"
        if never
        else f"the next retry can be {one.retry_s:,.0f} s after the end"
    )
    short = schedule.short.value or 60
    count = int(-(-outage // short)) + 1 if short <= within else None
    return Hit(
        place,
        f"CHANNEL({channel.name}) is not certain to run {within:,.0f} s after an outage of {outage:,.0f} s: "
        f"{after}",
        note=f"short retries end {schedule.short_end:,.0f} s after the loss, {retries}; then "
        f"{schedule.long_count.text} {schedule.long.text} apply",
        help=f"set SHORTRTY({count}) or more, so that short retries outlast the outage"
        if count is not None
        else f"set SHORTTMR or LONGTMR to {within:,.0f} s or less",
        object=ObjectName("CHANNEL", channel.name),
        attribute=keyword,
        impact=Impact("next retry after the outage", "s", one.retry_s, within, "retry attributes"),
    )
