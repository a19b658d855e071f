"""Findings as text: one line each, for quick reading and for editors, and in full for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from mqtune.present.excerpt import Row, fix_lines, rows
from mqtune.present.report import Item, Report
from mqtune.present.summary import PLAIN, Palette, ending
from mqtune.text.editing import Place
from mqtune.text.finding import DISPLAY, SAFE, Finding, Fix, Impact, Reference
from mqtune.text.messages import plural, wrapped
from mqtune.text.record import record


def write_concise(
    report: Report, out: Callable[[str], object], palette: Palette = PLAIN, totals: bool = True
) -> None:
    """Write the lines, and the closing lines if `totals`."""
    for finding in report.shown():
        out(line(finding, palette, report.names_environments) + "\n")
    if totals:
        out(ending(report))


def line(finding: Finding, palette: Palette = PLAIN, names_environment: bool = False) -> str:
    """`file:line:column: severity CODE message`, with `[environment]` if files belong to several."""
    span = finding.place.span
    where = palette.bold(f"{finding.place.file}:{span.line}:{span.column}:")
    label = palette.severity(finding.severity, f"{finding.severity} {finding.code}")
    tail = f" [{finding.environment}]" if names_environment and finding.environment else ""
    return f"{where} {label} {finding.message}{tail}"


# In full: each finding with its position in the file, the reason, the help and the source.

# columns of excerpts if the output is not a terminal: enough for scripts; longer lines, as in JSON, are cut
WIDTH = 120
RELATED = 4

_HOW = {
    SAFE: "safe: applied with --fix",
    DISPLAY: "display only: never applied",
}


def write_full(
    report: Report,
    out: Callable[[str], object],
    palette: Palette = PLAIN,
    totals: bool = True,
    width: int = 0,
) -> None:
    """Write the findings, and the closing lines if `totals`. `width`: columns of the terminal, or 0."""
    page = _Page(report, palette, width)
    for item in report.items():
        out("\n".join(page.lines(item)) + "\n\n")
    if totals:
        for line in ending(report).splitlines():
            out("".join(f"{piece}\n" for piece in wrapped(line, width)))


@record
class _Page:
    """Lays out the findings of one report."""

    report: Report
    palette: Palette
    width: int

    def lines(self, item: Item) -> list[str]:
        """The lines of one finding."""
        finding = item.shown
        label = self.palette.severity(finding.severity, f"{finding.severity}[{finding.code}]")
        opening = len(f"{finding.severity}[{finding.code}]: ")
        first, *others = wrapped(finding.message, self.width - opening if self.width else 0)
        lines = [f"{label}{self.palette.bold(':')} {self.palette.bold(first)}"]
        lines += [" " * opening + self.palette.bold(piece) for piece in others]
        excerpts = [self._rows(item.finding.place)]
        related = list(zip(item.finding.related, finding.related, strict=True))[:RELATED]
        excerpts += [self._rows(raw.place, 0) for raw, _ in related]
        gutter = max((len(str(row.number)) for excerpt in excerpts for row in excerpt), default=1)
        lines += self._excerpt(finding.place, self._owner(finding), excerpts[0], gutter)
        for (_, relation), excerpt in zip(related, excerpts[1:], strict=True):
            lines += self._excerpt(relation.place, relation.message, excerpt, gutter)
        more = len(finding.related) - len(related)
        if more:
            lines.append(f"{' ' * gutter}{self.palette.frame('-->')} and {plural(more, 'more place')}")
        for word, text, below in self._notes(item, gutter):
            lines.append(_note(word, text, gutter, self.palette, self.width))
            lines += below
        return lines

    def _rows(self, place: Place, context: int = 1) -> list[Row]:
        file = self.report.redactor.file(place.file)
        return [] if file is None else rows(file, place.span, self._room(), context)

    def _room(self) -> int:
        return max(40, self.width - 8) if self.width else WIDTH

    @staticmethod
    def _owner(finding: Finding) -> str:
        """The object and queue manager of a finding, which the excerpt may not show."""
        parts = [str(finding.object)] if finding.object is not None else []
        parts += [_named("queue manager", finding.queue_manager)] if finding.queue_manager else []
        parts += [_named("environment", finding.environment)] if finding.environment else []
        return ", ".join(parts)

    def _excerpt(self, place: Place, words: str, excerpt: list[Row], gutter: int) -> list[str]:
        where = f"{place.file}:{place.span.line}:{place.span.column}"
        tail = f"  {words}" if words else ""
        lines = [f"{' ' * gutter}{self.palette.frame('-->')} {where}{tail}"]
        if not excerpt:
            return lines
        bar = self.palette.frame("|")
        empty = f"{' ' * gutter} {bar}"
        lines.append(empty)
        for row in excerpt:
            number = str(row.number) if row.number else ""
            lines.append(f"{self.palette.frame(number.rjust(gutter))} {bar} {row.text}".rstrip())
            if row.marks:
                lines.append(f"{empty} {self._marks(row.marks)}")
        lines.append(empty)
        return lines

    def _marks(self, marks: str) -> str:
        start = len(marks) - len(marks.lstrip())
        return marks[:start] + self.palette.mark(marks[start:])

    def _notes(self, item: Item, gutter: int) -> Iterator[tuple[str, str, list[str]]]:
        """Each annotation: its label, its text, and the lines below it."""
        finding = item.shown
        if finding.note:
            yield "note", finding.note, []
        if finding.help and all(fix.message != finding.help for fix in finding.fixes):
            yield "help", finding.help, []
        if finding.impact is not None:
            yield "impact", impact_words(finding.impact), []
        for raw, fix in zip(item.finding.fixes, finding.fixes, strict=True):
            lines = fix_lines(raw, self.report.redactor.file, self.palette) if fix.edits else []
            yield "fix", fix_words(fix), [f"{' ' * (gutter + 3)}{line}" for line in lines]
        for reference in finding.references:
            yield "source", reference_words(reference), []
        yield "rule", f"{finding.name}, `mqtune explain {finding.code}`", []


@lru_cache(maxsize=100)  # findings of one rule have notes and sources in common
def _note(word: str, text: str, gutter: int, palette: Palette, width: int) -> str:
    """`= help: …`, wrapped if the width of the terminal is known."""
    opening = f"{' ' * gutter} = {word}: "
    first, *others = wrapped(text, width - len(opening) if width else 0)
    lines = [f"{' ' * gutter} {palette.frame('=')} {palette.bold(word + ':')} {first}"]
    return "\n".join(lines + [" " * len(opening) + piece for piece in others])


def impact_words(impact: Impact) -> str:
    """`publish time 356 us now, 299 us after (…)`."""
    values = []
    if impact.now is not None:
        values.append(f"{number(impact.now)} {impact.unit} now")
    if impact.after is not None:
        values.append(f"{number(impact.after)} {impact.unit} after")
    basis = f" ({impact.basis})" if impact.basis else ""
    return f"{impact.quantity} {', '.join(values)}{basis}"


def number(value: float) -> str:
    """A figure with four significant digits or more, never in exponential notation."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:.0f}"
    return f"{value:.4g}"


def fix_words(fix: Fix) -> str:
    """What a fix does, and how to apply it."""
    how = _HOW.get(fix.applicability, "unsafe: applied with --fix --unsafe-fixes")
    restart = "; takes effect when the queue manager restarts" if fix.restart else ""
    return f"{fix.message} ({how}{restart})"


def reference_words(reference: Reference) -> str:
    """Title, section and page."""
    parts = [reference.title]
    if reference.where:
        parts.append(reference.where)
    if reference.page is not None:
        parts.append(f"page {reference.page}")
    return ", ".join(parts)


def _named(what: str, names: str) -> str:
    """A name, or several of several environments, with what they name."""
    return f"{what}s {names}" if ", " in names else f"{what} {names}"
