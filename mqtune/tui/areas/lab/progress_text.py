"""The progress of an experiment as text: how far it is, the time left, and what happens now."""

from __future__ import annotations

from textual.content import Content

from mqtune.lab.core.job import NOTICE, SECONDS_A_MINUTE
from mqtune.lab.core.pilot import promise
from mqtune.lab.core.verdict import DECIDED, DECIDED_AGAINST, INVALID, interval_text, number_text
from mqtune.lab.journal.confirmation import CONFIRMED, NOT_CONFIRMED, NOT_KNOWN
from mqtune.lab.journal.records import ENDED
from mqtune.lab.journal.result import Result, RunRecord
from mqtune.lab.reports.formatting import minutes_text, noise_text
from mqtune.lab.reports.text import verdict_text
from mqtune.text.printable import printable
from mqtune.tui import styles
from mqtune.tui.areas.lab.feed import ExperimentFeed

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
    found = result.verdict.found.items()
    lines = [Content.styled(printable(f"{name}: {interval_text(one)}"), styles.STRONG) for name, one in found]
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
    return sum(one.state == ENDED for one in result.runs.values())


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
