"""What a finding is about, the page of its rule, and the dialog for suppressing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from mqtune.engine.pages import Page
from mqtune.present.answer import DETAIL, Section
from mqtune.present.excerpt import fix_lines
from mqtune.present.findings_text import impact_words, reference_words
from mqtune.present.redact import FileText
from mqtune.present.report import Item
from mqtune.present.shown import shown
from mqtune.present.summary import PLAIN
from mqtune.project.directives import day_of
from mqtune.questions.explain import page_of
from mqtune.session.fixing.suppress import directive, exception
from mqtune.text.finding import DISPLAY, SAFE, Finding, Fix
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.areas.lint.finding_rows import Group
from mqtune.tui.card.row_list import RowList
from mqtune.tui.dialogs import Dialog

# The explanation: why a finding matters, its effect with the figure, and how to fix it.

HOW = {SAFE: "safe; f applies it", DISPLAY: "for reading only, never applied"}
RELATED = 6
RULES = 12  # of a group
GROUP_KEYS = (
    "left and right close and open the group; space selects it; f fixes it, s suppresses it, with one diff"
)


def explanation(item: Item, file_of: Callable[[str], FileText | None]) -> Content:
    """Return the whole explanation, one paragraph for each part."""
    return Content("\n").join(list(_parts(item, file_of)))


def group_explanation(group: Group) -> Content:
    """Return what a group contains, rule by rule, and what the keys do with it."""
    lines = [Content.styled(group.title, styles.STRONG), Content(group.counts_text), Content("")]
    counts = Counter(item.shown.code for item in group.items)
    often = counts.most_common()
    for code, count in often[:RULES]:
        first = next(item.shown for item in group.items if item.shown.code == code)
        severity = first.severity
        words = f"  {count:>6,}  {first.name}"
        lines.append(Content.assemble((f"{severity[:1].upper()} {code}", styles.SEVERITY[severity]), words))
    if len(often) > RULES:
        lines.append(Content(f"and {len(often) - RULES} more rules"))
    return Content("\n").join([*lines, Content(""), Content.styled(GROUP_KEYS, styles.QUIET)])


def _parts(item: Item, file_of: Callable[[str], FileText | None]) -> Iterator[Content]:
    finding = item.shown
    label = f"{finding.severity} {finding.code}"
    yield Content.assemble((label, styles.SEVERITY[finding.severity]), "  ", (finding.message, styles.STRONG))
    owner = _owner(finding)
    if owner:
        yield Content.styled(owner, styles.QUIET)
    if finding.note:
        yield _part("why", finding.note)
    if finding.impact is not None:
        yield _part("effect", impact_words(finding.impact))
    if finding.help and all(fix.message != finding.help for fix in finding.fixes):
        yield _part("do", finding.help)
    for raw, fix in zip(item.finding.fixes, finding.fixes, strict=True):
        yield _part("fix", _fix_words(fix))
        yield from _diff(fix_lines(raw, file_of, PLAIN) if fix.edits else [])
    for related in finding.related[:RELATED]:
        where = f"{related.place.file}:{related.place.span.line}"
        yield Content.assemble(("see  ", styles.KEY), where, f"  {related.message}")
    for reference in finding.references:
        yield _part("source", reference_words(reference))
    yield _part("rule", f"{finding.name}; e shows its page, as does `mqtune explain {finding.code}`")


def _part(word: str, text: str) -> Content:
    return Content.assemble((f"{word}  ", styles.KEY), text)


def _owner(finding: Finding) -> str:
    parts = [str(finding.object)] if finding.object is not None else []
    parts += [f"queue manager {finding.queue_manager}"] if finding.queue_manager else []
    parts += [f"environment {finding.environment}"] if finding.environment else []
    return ", ".join(parts)


def _fix_words(fix: Fix) -> str:
    how = HOW.get(fix.applicability, "unsafe: it may change what applications see; f shows and applies it")
    restart = "; takes effect when the queue manager restarts" if fix.restart else ""
    return f"{fix.message} ({how}{restart})"


def _diff(lines: list[str]) -> Iterator[Content]:
    for line in lines:
        yield Content.styled(f"  {line}", styles.diff_style(line))


# The page of a rule, as `mqtune explain` prints it.


class RulePage(Dialog[None]):
    """The scrollable page."""

    AUTO_FOCUS = "#page"
    help = "Rule page\nWhat the rule reports, why it matters, the figure and its source, and examples."

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,e", "close", "Back", id="page.back")]

    def fill(self, page: Page) -> Self:
        """Show the page of a rule."""
        self.page = page
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield the page."""
        yield RowList(id="page")
        yield Static("", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the beginning of the page."""
        rows = self.query_one(RowList)
        rows.cursor = 0
        rows.show([Section("", shown(page_of(self.page), DETAIL))])
        rows.scroll_home(animate=False)
        foot = f"Escape closes; `mqtune explain {self.page.code}` prints it"
        self.query_one(".foot", Static).update(foot)


# The dialog for a suppression: its reason, its last day and its place.

USUAL_DAYS = 90
MOST = 2  # findings of which the tables are made while typing
IN_FILE, IN_PROJECT, WHOLE_RULE = PLACES = ("file", "project", "rule")


@dataclass(frozen=True, slots=True)
class SuppressRequest:
    """A requested suppression: its reason, its last day (None: no end), and its place, one of PLACES."""

    reason: str
    until: date | None
    where: str


class WhereField(Widget, can_focus=True):
    """In the file or in mqtune.toml; a file without comments leaves only the latter."""

    DEFAULT_CSS = "WhereField { height: 3; } WhereField:focus { text-style: bold; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,right,space,j", "other(1)", "Next place", show=False, id="suppress.where"),
        Binding("up,left,k", "other(-1)", "Previous place", show=False, id="suppress.where-back"),
    ]

    class Changed(Message):
        """Another place was chosen."""

    in_file = False
    where = IN_PROJECT

    def offer(self, in_file: bool) -> None:
        """Offer the file too, or only mqtune.toml."""
        self.in_file = in_file
        self.where = IN_FILE if in_file else IN_PROJECT
        self.refresh()

    def render(self) -> Content:
        """Return the places, the chosen one marked."""
        marks = {place: "(x)" if place == self.where else "( )" for place in PLACES}
        first = "in the file, on the line before"
        if not self.in_file:
            first = "in the file: it cannot contain a directive"
        return Content(
            f"{marks[IN_FILE]} {first}\n"
            f"{marks[IN_PROJECT]} in mqtune.toml, for this rule and object\n"
            f"{marks[WHOLE_RULE]} in mqtune.toml, for the whole rule, also later"
        )

    def action_other(self, by: int) -> None:
        """Choose another place."""
        places = PLACES if self.in_file else PLACES[1:]
        self.where = places[(places.index(self.where) + by) % len(places)]
        self.refresh()
        self.post_message(self.Changed())


class SuppressDialog(Dialog[SuppressRequest]):
    """The form for a suppression."""

    help = """Suppress
A finding that is accepted is suppressed with a reason, and preferably a last day: after that day it is \
reported again, with the reason. A directive goes into the file, on the line before; an exception in \
mqtune.toml applies to the rule and the object in any file, or to the whole rule. A suppression that matches \
no finding is itself reported."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Back"),
        Binding("ctrl+s", "done", "Show the change", priority=True, id="suppress.done"),
    ]

    def fill(self, items: Sequence[Item], named: str, in_file: bool, sign: str, today: date) -> Self:
        """Ask about these findings; `sign` begins a comment in their file."""
        self.items = items
        self.named = named
        self.in_file = in_file
        self.sign = sign
        self.first_day = today + timedelta(days=USUAL_DAYS)
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield reason, day, place, and the resulting line."""
        yield Static("", markup=False, classes="title")
        yield Static("Reason", markup=False, classes="label")
        yield Input(id="reason")
        yield Static("Until (year-month-day); empty for no end", markup=False, classes="label")
        yield Input(id="until", max_length=10)
        yield WhereField()
        yield Static("", markup=False, id="line")
        yield Static("Enter shows the change, Escape goes back", markup=False, classes="foot")

    def show_content(self) -> None:
        """Show the first values, and what would be written."""
        about = f": {self.items[0].shown.message}" if len(self.items) == 1 else ""
        self.query_one(".title", Static).update(f"Suppress {self.named}{about}")
        reason = self.query_one("#reason", Input)
        plural_s = " is" if len(self.items) == 1 else "s are"
        reason.placeholder = f"why the finding{plural_s} accepted"
        with self.prevent(Input.Changed):
            reason.value = ""
            self.query_one("#until", Input).value = self.first_day.isoformat()
        self.query_one(WhereField).offer(self.in_file)
        self._show_line()

    def on_input_changed(self) -> None:
        """Show what would be written."""
        self._show_line()

    def on_where_changed(self) -> None:
        """Show what would be written."""
        self._show_line()

    def on_input_submitted(self) -> None:
        """Finish on Enter in a field."""
        self.action_done()

    def action_done(self) -> None:
        """Return the requested suppression, or show what is missing."""
        request = self._request()
        if isinstance(request, str):
            self.query_one("#line", Static).update(Content.styled(request, styles.ERROR))
            return
        self.dismiss(request)

    def _request(self) -> SuppressRequest | str:
        reason = self.query_one("#reason", Input).value.strip()
        typed = self.query_one("#until", Input).value.strip()
        until = day_of(typed)
        if not reason:
            return "enter a reason for the suppression"
        if typed and until is None:
            return f"{printable(typed)} is not a date; write year-month-day, such as {self.first_day}"
        return SuppressRequest(reason, until, self.query_one(WhereField).where)

    def _show_line(self) -> None:
        request = self._request()
        words: Content | str = ""
        if not isinstance(request, str):
            words = Content.styled(self._written(request), styles.GOOD)
        self.query_one("#line", Static).update(words)

    def _written(self, request: SuppressRequest) -> str:
        """Return what would be written, safe to show; of several findings the first."""
        item, more = self.items[0], len(self.items) - 1
        if request.where == IN_FILE:
            line = printable(directive(item.shown.code, request.reason, request.until, self.sign))
            return line + (f"\nand {more} more" if more else "")
        for_rule = request.where == WHOLE_RULE
        tables = {
            exception(target.shown, request.reason, request.until, for_rule) for target in self.items[:MOST]
        }
        lines = exception(item.shown, request.reason, request.until, for_rule).splitlines()
        lines += (
            [f"and more, one for each rule{'' if for_rule else ' and object'}"] if len(tables) > 1 else []
        )
        return "\n".join(map(printable, lines))
