"""The progress of an experiment, kept and as text: how far it is, the time left, its arms."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.signal import Signal

from mqtune.lab.core.experiment import Prompt
from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE, promise
from mqtune.lab.core.run import DECIDED, DECIDED_AGAINST, INVALID, Estimate, interval_text, number_text
from mqtune.lab.journal.compare import CONFIRMED, NOT_CONFIRMED, NOT_KNOWN
from mqtune.lab.journal.events import Estimated, JournalEntry, SampleTaken, WatchedValue
from mqtune.lab.journal.result import ENDED, Level, Result, RunRecord
from mqtune.present.experiment.plan import SIMULATED, event_line
from mqtune.present.experiment.text import against_text, minutes_text, noise_text, verdict_text
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.application import Application
from mqtune.tui.cells import Column, table

# The result of an experiment so far, for screens, and the last lines of its log.

LINES = 400  # lines of the log that are kept
AT_ONCE = 100  # lines formatted per update: more of a flood could not be read
LONGEST = 500  # characters of a line: a driver may print anything
_NOT_LOGGED = (SampleTaken, WatchedValue, Estimated)  # the plot and the table show them


class LiveResult:
    """The result so far, and the log; `line_count` counts all lines, including those no longer kept.

    A running experiment and a replay both feed it, so that the same screen shows both.
    """

    def __init__(self) -> None:
        self.result = Result()
        self.lines: deque[str] = deque(maxlen=LINES)
        self.line_count = 0

    def take(self, entries: Iterable[JournalEntry]) -> None:
        """Apply some events. Of a flood of lines only the last ones are formatted."""
        last: deque[JournalEntry] = deque(maxlen=AT_ONCE)
        for entry in entries:
            self.result.apply(entry)
            if not isinstance(entry.event, _NOT_LOGGED):
                last.append(entry)
                self.line_count += 1
        self.lines.extend(self._line(entry) for entry in last)

    def since(self, line_count: int) -> list[str]:
        """Return the lines after the first `line_count` ones, as far as they are kept."""
        new = min(self.line_count - line_count, len(self.lines))
        return list(self.lines)[len(self.lines) - new :] if new > 0 else []

    def _line(self, entry: JournalEntry) -> str:
        # every screen shows SIMULATED; repeating it on each line would waste columns
        return printable(event_line(entry, self.result).removeprefix(f"{SIMULATED} ")[:LONGEST])


# The base class of a running experiment and a replay.

PULSE_S = 0.1  # between two updates: a screen is redrawn at most ten times a second


class ExperimentFeed:
    """An experiment with progress. Screens subscribe to `updated`, and read everything from `live`."""

    def __init__(self, frame: Application, name: str) -> None:
        self.frame = frame
        self.name = name
        self.live = LiveResult()
        self.updated: Signal[ExperimentFeed] = Signal(frame, "progress")
        self.over = False
        self.error = ""
        self.help = ""

    @property
    def question(self) -> Prompt | None:
        """The question that waits for the user."""
        return None

    @property
    def stopping(self) -> str:
        """How the experiment was asked to stop; empty if it was not."""
        return ""

    @property
    def pending(self) -> str:
        """The request that has not taken effect yet, as text."""
        return f"stopping {self.stopping}" if self.stopping else ""


# Texts.

OUTCOMES = {CONFIRMED: styles.GOOD, NOT_CONFIRMED: styles.ERROR}
MOST_PERCENT = 99  # before the verdict
VERDICTS = {INVALID: styles.ERROR} | dict.fromkeys(DECIDED, styles.GOOD)
VERDICTS |= dict.fromkeys(DECIDED_AGAINST, styles.ERROR)


def expected_seconds(result: Result) -> float:
    """Return the usual duration in seconds; 0 before there is a plan."""
    return result.plan.minutes_expected * SECONDS_A_MINUTE if result.plan is not None else 0.0


def percent_of(result: Result) -> int | None:
    """Return the percentage of the usual duration that has passed; None if it is unknown."""
    if result.verdict is not None:
        return 100
    expected = expected_seconds(result)
    return min(MOST_PERCENT, int(100 * result.clock / expected)) if expected else None


def left_text(result: Result) -> str:
    """Return the time left: of the usual duration, and after that of the maximum."""
    expected = expected_seconds(result)
    if result.verdict is not None or not expected:
        return ""
    if result.clock < expected:
        return f"{minutes_text(expected - result.clock)} left"
    return f"{minutes_text(max(0.0, result.max_minutes * SECONDS_A_MINUTE - result.clock))} at most"


def verdict_content(result: Result) -> Content:
    """Return the verdict's word."""
    word = printable(verdict_text(result))
    style = VERDICTS.get(result.verdict.word if result.verdict else "", styles.WARNING)
    return Content.styled(word, f"bold {style}")


def verdict_lines(result: Result) -> list[Content]:
    """Return the verdict as the first thing to read: its word, the answer, and the intervals found."""
    word, bracket, why = (result.verdict.word if result.verdict else verdict_text(result)).partition(" (")
    style = VERDICTS.get(word, styles.WARNING)
    parts: list[Content | str | tuple[str, str]] = [(f" {printable(word).upper()} ", f"bold reverse {style}")]
    if result.verdict is None:
        return [Content.assemble(*parts, f"  {counted_runs(result)} kept{printable(bracket + why)}")]
    parts.append((f"  {printable(result.verdict.answer)}", styles.STRONG))
    quantities = result.verdict.figures.items()
    lines = [
        Content.styled(printable(f"{name}: {interval_text(interval)}"), styles.STRONG)
        for name, interval in quantities
    ]
    return [*_confirmation(result), Content.assemble(*parts), *lines]


def _confirmation(result: Result) -> list[Content]:
    """Return whether the result confirms an earlier one; empty for other results."""
    begun, outcome = result.confirming, result.confirmed
    if begun is None:
        return []
    word, why = (outcome.word, outcome.why) if outcome is not None else (NOT_KNOWN, "not measured yet")
    style = OUTCOMES.get(word, styles.WARNING)
    of = f"confirmation of {begun.of}"
    return [
        Content.assemble(
            (f" {word.upper()} ", f"bold reverse {style}"), (f"  {printable(why)}", styles.STRONG)
        ),
        Content.styled(printable(of), styles.QUIET),
    ]


def notice(result: Result) -> Content:
    """Return the notice that nothing was measured, if the result is simulated."""
    return Content.styled(NOTICE, styles.ALARM) if result.simulated else Content("")


def head_lines(feed: ExperimentFeed) -> list[Content]:
    """Return what is running where, how far it is, and what happens now."""
    result = feed.live.result
    if result.opened is None:
        words = "not started" if feed.over else "checking before anything is changed …"
        return [Content(printable(f"{feed.name}: {words}")), *_error(feed)]
    head = result.opened
    role = f" ({head.role})" if head.role else ""
    percent = percent_of(result)
    parts = [f"{head.experiment} on {head.qmgr}{role}"]
    if not head.simulated:
        parts.append(f"driver {head.driver}")
    if result.paused:
        parts.append("paused")
    elif not feed.over and percent is not None:
        parts.append(f"{percent}%, {left_text(result)}".rstrip(", "))
    line = Content.styled(printable(" · ".join(parts)), styles.STRONG)
    return [line, now_line(feed), *_error(feed)]


def now_line(feed: ExperimentFeed) -> Content:
    """Return what happens now, in one line."""
    result = feed.live.result
    question = feed.question
    if question is not None:
        return Content.styled(printable(f"asks you: {question.headline} · Enter answers"), styles.ALARM)
    if result.verdict is not None:
        return Content("\n").join(verdict_lines(result))
    if feed.over:
        return verdict_lines(result)[0]
    if result.paused:
        return Content.styled("paused: press p to resume", styles.WARNING)
    if result.waiting:
        return Content.styled(printable(result.waiting), styles.WARNING)
    words = run_text(result)
    if feed.pending:
        return Content.assemble((feed.pending, styles.WARNING), printable(f" · {words}"))
    return Content(printable(words))


def runs_kept(result: Result) -> int:
    """Return the number of runs that have ended, including those of the pilot."""
    return sum(run.state == ENDED for run in result.runs.values())


def counted_runs(result: Result) -> str:
    """Return the number of ended runs as text."""
    runs = runs_kept(result)
    return f"{runs} run{'s' * (runs != 1)}"


def run_text(result: Result) -> str:
    """Return the current run as text."""
    record = result.current
    if record is None:
        return "between runs"
    start = record.started
    block = f"block {start.block}" if start.block else "pilot"
    parts = [f"{block}, run {start.run}: {_arm(record)}"]
    last = record.samples[-1] if record.samples else None
    at = last.at if last is not None else _last_watch(record)
    parts.append(f"{at:.0f} s of {start.seconds:g}" if at else "starting")
    if last is not None:
        parts += [f"{number_text(last.rate)}/s", f"{last.threads} threads"]
    return " · ".join(parts)


def _arm(record: RunRecord) -> str:
    rate = f" at {record.started.rate:,.0f}/s" if record.started.rate is not None else ""
    return f"{record.started.arm}{rate}"


def _last_watch(record: RunRecord) -> float:
    return max((at[-1] for _, at, _ in record.watched.values() if at), default=0.0)


def noise_line(result: Result) -> Content:
    """Return the noise of the machine, and the effect that can be detected with it."""
    if result.noise is None:
        return Content.styled(promise(None), styles.QUIET)
    return Content.styled(f"noise {noise_text(result.noise)} · {promise(result.noise)}", styles.QUIET)


def _error(feed: ExperimentFeed) -> list[Content]:
    if not feed.error:
        return []
    parts = [Content.styled(printable(feed.error), styles.ERROR)]
    return [*parts, Content(printable(feed.help))] if feed.help else parts


# The arms as a table: what is known of each so far, and which one is running.

COLUMNS = (
    Column("arm", text=True),
    Column("runs"),
    Column("value"),
    Column("95% interval", spare=1),
    Column("against the leader"),
    Column("state", text=True),
)
RUNNING, WAITING = "running", "not run yet"
PILOT = "The pilot measures the noise of the machine. The arms follow:"
FIRST_BLOCKS = "The arms are compared when each has been run often enough."
NONE_YET = "no arm has been measured yet"


def arms_content(result: Result, known: Sequence[Level], width: int) -> Content:
    """Return a row for each arm; before the first comparison also for those that are only planned.

    `known` are the levels of the result.
    """
    estimates = result.verdict.estimates if result.verdict is not None else result.estimates
    levels = {planned.arm.name: planned for planned in known}
    current = result.current.started.arm if result.current is not None else None
    rows = []
    for estimate in estimates:
        value = number_text(estimate.value.estimate) if estimate.value is not None else "-"
        state = RUNNING if estimate.arm.name == current else estimate.state
        between = _interval(levels.get(estimate.arm.name))
        rows.append(
            (estimate.arm.name, _runs(estimate), value, between, against_text(estimate) or "-", state)
        )
    if estimates:
        return Content("\n").join(table(COLUMNS, rows, width))
    pilot = result.current is not None and not result.current.started.block
    names = dict.fromkeys([*levels, *(arm.arm.name for arm in result.plan.arms)] if result.plan else levels)
    for name in names:
        level = levels.get(name)
        value = number_text(level.mean) if level is not None else "-"
        runs = level.runs if level is not None else 0
        state = RUNNING if name == current and not pilot else "" if runs else WAITING
        rows.append((name, str(runs), value, _interval(level), "-", state))
    if not rows:
        return Content.styled(NONE_YET, styles.QUIET)
    words = Content.styled(PILOT if pilot else FIRST_BLOCKS, styles.QUIET)
    return Content("\n").join([*table(COLUMNS, rows, width), Content(""), words])


def _runs(estimate: Estimate) -> str:
    """The number of runs of an arm, and how many of them its value is without."""
    left_out = len(estimate.left_out)
    return f"{estimate.runs - left_out} (+{left_out} left out)" if left_out else str(estimate.runs)


def _interval(level: Level | None) -> str:
    if level is None or level.low is None or level.high is None:
        return "-"
    return f"{number_text(level.low)} to {number_text(level.high)}"
