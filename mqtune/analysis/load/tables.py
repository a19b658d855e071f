"""From amounts to the loads of the project file: one table for each queue, topic string and channel.

The tables are written as TOML; a comment names the source of each value.
"""

from __future__ import annotations

from mqtune.analysis.load import observation as of
from mqtune.analysis.load.observation import Amounts, Reading, Value
from mqtune.project.tables import toml_string as quoted
from mqtune.text.messages import listed, plural
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.analysis.load.observation import Remark


# the best source of a rate first (the others are only compared with it)
ORDER = (of.AMQSRUA, of.AMQSEVT, of.AMQSMON, of.METRICS, of.RUNMQSC)
ACCOUNTING = "accounting"
MEASURED, ROUGH, BOUND = "measured", "rough", "bound"
LONG_ENOUGH_S, ENOUGH_EVENTS = 60.0, 100  # below, a figure is rough
SAME_SHARE = 0.05  # two sources that differ by less agree
NAMES = {of.MANAGER: "queue manager", of.QUEUE: "queue", of.TOPIC: "topic", of.CHANNEL: "channel"}
RATES = {of.QUEUE: (of.PUTS, "put-rate"), of.TOPIC: (of.PUBLICATIONS, "publish-rate")}
RATES |= {of.CHANNEL: (of.MESSAGES, "message-rate"), of.MANAGER: (of.PUBLICATIONS, "")}
STATES = {
    of.QUEUE: ((of.CONSUMERS, "consumers"), (of.PRODUCERS, "producers")),
    of.TOPIC: ((of.PUBLISHERS, "publishers"), (of.SUBSCRIBERS, "subscribers")),
    of.CHANNEL: ((of.INSTANCES, "clients"),),
    of.MANAGER: (),
}
OWN_SYSTEM = ("SYSTEM.CLUSTER.TRANSMIT.",)
# names that a queue manager makes from the default of DynamicQName, `AMQ.*`, on z/OS `CSQ.*`
_DYNAMIC = lazy_pattern(r"(?:AMQ|CSQ)\.[0-9A-F]{16}$")


@record
class Figure:
    """A value for a key of the project file, or with a text as key one that no key declares.

    `value` is in the unit of the key: events per second, bytes, a count, or the persistent share. `text` is
    how it was computed, `seconds` the length of the measurement, None for a state.
    """

    DATA = "file line seconds confidence text"

    key: str
    value: float
    text: str
    file: str
    line: int
    seconds: float | None = None
    confidence: str = MEASURED


@record
class Table:
    """What was measured of one object: figures for its table, and others that are only stated."""

    queue_manager: str
    kind: str
    name: str
    figures: list[Figure]
    observed: list[Figure]


class Choice:
    """What to write: the mean of several intervals or the busiest, and whether SYSTEM objects."""

    def __init__(self, busiest: bool = False, system: bool = False, queue_manager: str = "") -> None:
        self.busiest = busiest
        self.system = system
        self.queue_manager = queue_manager


def tables_of(reading: Reading, choice: Choice) -> list[Table]:
    """The tables of all objects with a load, in the order of queue manager, kind and name."""
    groups: dict[tuple[str, str, str], list[Amounts]] = {}
    left: dict[str, list[Amounts]] = {}
    for amounts in reading.amounts:
        manager = amounts.queue_manager or choice.queue_manager
        reason = left_out(amounts, manager, choice)
        if reason:
            left.setdefault(reason, []).append(amounts)
        else:
            groups.setdefault((manager, amounts.kind, amounts.name), []).append(amounts)
    order = tuple(NAMES)
    tables = []
    for key in sorted(groups, key=lambda key: (key[0], order.index(key[1]), key[2])):
        table = table_of(*key, groups[key], choice, reading)
        if table.figures or table.observed:
            tables.append(table)
        elif key[2] and not any(value.number for amounts in groups[key] for value in amounts.counts.values()):
            left.setdefault(f"{key[1]}s without activity or open handles", []).append(groups[key][0])
    for reason, some in left.items():
        names = {amounts.name or amounts.queue_manager for amounts in some}
        reading.remark(some[0].file, some[0].line, f"left out: {reason} ({listed(sorted(names), 4)})")
    return tables


def left_out(amounts: Amounts, manager: str, choice: Choice) -> str:
    """Why an object gets no table; "" if it gets one."""
    if choice.queue_manager and manager != choice.queue_manager:
        return f"objects of other queue managers than {choice.queue_manager}"
    name = amounts.name
    if amounts.kind == of.QUEUE and _DYNAMIC.match(name):
        return "dynamic queues"
    system = name.startswith("SYSTEM.") and not name.startswith(OWN_SYSTEM) and amounts.kind == of.QUEUE
    if (system or name.startswith("$SYS/")) and not choice.system:
        return "objects of the product; --system includes them"
    return ""


def table_of(
    manager: str, kind: str, name: str, some: list[Amounts], choice: Choice, reading: Reading
) -> Table:
    """The figures of one object."""
    table = Table(manager, kind, name, [], [])
    by_format: dict[str, list[Amounts]] = {}
    for amounts in some:
        if amounts.counts and amounts.seconds is not None:
            by_format.setdefault(amounts.format, []).append(amounts)
        elif amounts.counts and amounts.format != of.RUNMQSC:
            text = f"no rate of {kind} {name or manager}: the length of the interval is unknown"
            more = "; specify --seconds" if amounts.format == of.METRICS else ""
            reading.remark(amounts.file, amounts.line, text + more)
    formats = sorted(by_format, key=rank)
    if formats:
        add_rates(table, by_format[formats[0]], choice)
        for second in (format for format in formats[1:] if ACCOUNTING not in format):
            compare(table, by_format[second], reading)
    states = sorted(
        (amounts for amounts in some if amounts.states), key=lambda amounts: -rank(amounts.format)
    )
    for quantity, key in STATES[kind]:
        known = [(amounts, amounts.states[quantity]) for amounts in states if quantity in amounts.states]
        if known:
            add_state(table, quantity, key, known)
    largest = [(amounts, amounts.states[of.LARGEST]) for amounts in some if of.LARGEST in amounts.states]
    for amounts, value in largest[:1]:
        text = f"largest message {value.number:,.0f} bytes"
        table.observed.append(Figure("largest message, bytes", value.number, text, amounts.file, value.line))
    if not any(figure.value for figure in (*table.figures, *table.observed)):
        table.figures, table.observed = [], []
    return table


def rank(format: str) -> int:
    """The place of a format in the order of sources; accounting comes after statistics."""
    name = format.partition(" ")[0]
    place = ORDER.index(name) if name in ORDER else len(ORDER)
    return place + (10 if ACCOUNTING in format else 0)


def several(count: int, what: str) -> str:
    """`2 connections that put messages`."""
    first, _, rest = what.partition(" ")
    return f"{plural(count, first)} {rest}"


def add_state(table: Table, quantity: str, key: str, known: list[tuple[Amounts, Value]]) -> None:
    """Add the largest number of handles, publishers, subscriptions or instances seen."""
    if quantity == of.SUBSCRIBERS and len(known) > 1:
        counted = [pair for pair in known if pair[0].counts]
        known = counted or known  # subscriptions by identifier are better than a count
    amounts, value = max(known, key=lambda pair: pair[1].number)
    if not value.number and quantity == of.INSTANCES:
        return
    what = quantity
    if ACCOUNTING in amounts.format:
        what = "connection that put messages" if quantity == of.PRODUCERS else "connection that got messages"
    text = plural(round(value.number), what) if what == quantity else several(round(value.number), what)
    figure = Figure(key, value.number, text, amounts.file, value.line)
    table.figures.append(figure)


def sums(some: Iterable[Amounts], quantity: str) -> tuple[float, float]:
    """The amount of a quantity and the seconds of the intervals that have it."""
    having = [amounts for amounts in some if quantity in amounts.counts]
    return sum(amounts.counts[quantity].number for amounts in having), sum(
        amounts.seconds or 0.0 for amounts in having
    )


def add_rates(table: Table, some: list[Amounts], choice: Choice) -> None:
    """Add the rates of an object from the intervals of one source."""
    quantity, key = RATES[table.kind]
    having = [amounts for amounts in some if quantity in amounts.counts]
    if choice.busiest and having:
        having = [max(having, key=lambda amounts: amounts.counts[quantity].number / (amounts.seconds or 1.0))]
        some = having
    if having and key:
        add(table.figures, key, quantity, having)
        peak = max(having, key=lambda amounts: amounts.counts[quantity].number / (amounts.seconds or 1.0))
        if len(having) > 1:
            rate = peak.counts[quantity].number / (peak.seconds or 1.0)
            text = f"{rate:,.6g}/s in the busiest of {len(having)} intervals"
            table.observed.append(
                Figure(f"busiest {key}", rate, text, peak.file, peak.counts[quantity].line, peak.seconds)
            )
    if table.kind == of.QUEUE:
        add_size(table, some)
        add_persistence(table, some)
    others = {
        of.QUEUE: (of.GETS,),
        of.TOPIC: (of.DELIVERED,),
        of.CHANNEL: (of.CALLS, of.CHANNEL_BYTES),
        of.MANAGER: (of.PUTS, of.GETS, of.PUBLICATIONS, of.PUBLICATION_BYTES, of.DELIVERED, of.LOG_BYTES),
    }
    for extra in others[table.kind]:
        if any(amounts.counts[extra].number for amounts in some if extra in amounts.counts):
            add(table.observed, f"{extra}/s", extra, [amounts for amounts in some if extra in amounts.counts])
    add_ratios(table, some)


def add(figures: list[Figure], key: str, quantity: str, some: list[Amounts]) -> None:
    """Add one rate: the sum over intervals, by their length."""
    amount, seconds = sums(some, quantity)
    if not seconds:
        return
    first, bounds = some[0], dict.fromkeys(amounts.bound for amounts in some if amounts.bound)
    several = f" in {len(some)} intervals" if len(some) > 1 else ""
    text = f"{amount:,.0f} {quantity} in {seconds:,.6g} s{several}"
    confidence = MEASURED if seconds >= LONG_ENOUGH_S and amount >= ENOUGH_EVENTS else ROUGH
    if bounds:
        text, confidence = f"{text}; a lower bound: {'; '.join(bounds)}", BOUND
    figures.append(
        Figure(key, amount / seconds, text, first.file, first.counts[quantity].line, seconds, confidence)
    )


def add_size(table: Table, some: list[Amounts]) -> None:
    """Add the mean message size: of what was put, otherwise of what was got."""
    for count, bytes, word in ((of.PUTS, of.PUT_BYTES, "puts"), (of.GETS, of.GET_BYTES, "gets")):
        both = [amounts for amounts in some if count in amounts.counts and bytes in amounts.counts]
        messages, size = sums(both, count)[0], sums(both, bytes)[0]
        if messages and size:
            text = f"{size:,.0f} bytes in {messages:,.0f} {word}"
            line = both[0].counts[bytes].line
            figure = Figure("message-size", size / messages, text, both[0].file, line, sums(both, count)[1])
            table.figures.append(figure)
            return


def add_persistence(table: Table, some: list[Amounts]) -> None:
    """Add the persistent share of what was put."""
    both = [
        amounts
        for amounts in some
        if of.PERSISTENT_PUTS in amounts.counts and of.OTHER_PUTS in amounts.counts
    ]
    persistent, nonpersistent = sums(both, of.PERSISTENT_PUTS)[0], sums(both, of.OTHER_PUTS)[0]
    if persistent + nonpersistent:
        text = f"{persistent:,.0f} of {persistent + nonpersistent:,.0f} puts persistent"
        line = both[0].counts[of.PERSISTENT_PUTS].line
        share = persistent / (persistent + nonpersistent)
        table.figures.append(Figure("persistent", share, text, both[0].file, line))


def add_ratios(table: Table, some: list[Amounts]) -> None:
    """Add what follows from two amounts of the same intervals: fan-out, size of a publication."""
    pairs = (
        (of.DELIVERED, of.PUBLICATIONS, "deliveries per publication"),
        (of.PUBLICATION_BYTES, of.PUBLICATIONS, "bytes per publication"),
        (of.CHANNEL_BYTES, of.MESSAGES, "bytes per message, with headers of the channel"),
    )
    for upper, lower, words in pairs:
        both = [amounts for amounts in some if upper in amounts.counts and lower in amounts.counts]
        divisor = sums(both, lower)[0]
        if divisor and table.kind != of.QUEUE:
            value = sums(both, upper)[0] / divisor
            text = f"{sums(both, upper)[0]:,.0f} {upper} for {divisor:,.0f} {lower}"
            table.observed.append(Figure(words, value, text, both[0].file, both[0].counts[upper].line))


def compare(table: Table, some: list[Amounts], reading: Reading) -> None:
    """State that a second source measured the rate, too, and by how much it differs."""
    quantity, key = RATES[table.kind]
    having = [amounts for amounts in some if quantity in amounts.counts]
    amount, seconds = sums(having, quantity)
    chosen = next((figure for figure in table.figures if figure.key == key), None)
    if not seconds:
        return
    if chosen is None and key:
        add(table.figures, key, quantity, having)
        return
    rate = amount / seconds
    if chosen is None or abs(rate - chosen.value) <= SAME_SHARE * max(rate, chosen.value):
        return
    first = having[0]
    reading.remark(
        first.file,
        first.counts[quantity].line,
        f"{table.kind} {table.name}: {first.format} gives a {key} of {rate:,.6g}, not used because "
        f"{chosen.file}:{chosen.line} gives {chosen.value:,.6g}",
    )


# The tables as TOML.

MOST_REMARKS = 40


def toml_lines(tables: Iterable[Table], remarks: list[Remark], files: Iterable[str]) -> Iterator[str]:
    """The lines of the tables, with what was not computed as comments at the end."""
    yield f"# measured loads from {', '.join(files)}"
    yield "# review them, and add them to the [[queue-manager]] tables of mqtune.toml"
    manager: str | None = None
    for table in tables:
        if table.queue_manager != manager:
            manager = table.queue_manager
            yield ""
            if manager:
                yield "[[queue-manager]]"
                yield f"name = {quoted(manager)}"
            else:
                yield "# this output does not name its queue manager: specify --qmgr NAME"
        yield ""
        yield from table_lines(table)
    if remarks:
        yield ""
        yield "# not computed, or left out:"
        for remark in remarks[:MOST_REMARKS]:
            yield f"# {remark.file}:{remark.line}: {remark.text}"
        if len(remarks) > MOST_REMARKS:
            yield f"# … and {len(remarks) - MOST_REMARKS} more: --format json lists all"


def table_lines(table: Table) -> Iterator[str]:
    """The lines of one object; the queue manager itself has only comments."""
    if table.name:
        declares = bool(table.figures)
        sign = "" if declares else "# "
        yield f"{sign}[[queue-manager.{NAMES[table.kind]}]]"
        yield f"{sign}{NAMES[table.kind]} = {quoted(table.name)}"
    for figure in table.figures:
        yield f"{figure.key} = {value_text(figure)}".ljust(26) + f"  # {source(figure)}"
    for figure in table.observed:
        yield f"# {figure.key}: {decimal(figure.value)} ({source(figure)})"


def source(figure: Figure) -> str:
    """Where a value comes from."""
    rough = f"; {figure.confidence}" if figure.confidence not in (MEASURED, BOUND) else ""
    return f"{figure.file}:{figure.line}: {figure.text}{rough}"


def value_text(figure: Figure) -> str:
    """A value in the form of its key."""
    value = toml_value(figure)
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else decimal(value)


def toml_value(figure: Figure) -> bool | float | int | str:
    """The value that a key gets: sizes with their unit, persistence as true, false or a share."""
    if figure.key == "message-size":
        return f"{max(1, round(figure.value))} B"
    if figure.key == "persistent":
        return bool(figure.value) if figure.value in (0.0, 1.0) else round(figure.value, 4)
    if figure.key.endswith("-rate"):
        return float(f"{figure.value:.6g}")
    return round(figure.value)


def decimal(value: float) -> str:
    """A number without an exponent and without zeros at its end."""
    text = f"{value:.6f}" if abs(value) < 1000 else f"{value:.2f}"
    return text.rstrip("0").rstrip(".")
