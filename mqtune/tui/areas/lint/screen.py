"""The screen of the Lint area: list, source, explanation, and its entries of the palette."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from mqtune.present.answer import FINDING, Target, link
from mqtune.present.report import Item
from mqtune.questions.card_sources import finding_target, place_of, subject_of
from mqtune.questions.source import SourceView, source_view
from mqtune.text.finding import Finding
from mqtune.text.messages import printable
from mqtune.tui import cells as styles
from mqtune.tui.areas.lint.acting_screen import ActingScreen
from mqtune.tui.areas.lint.explanation import explanation, group_explanation
from mqtune.tui.areas.lint.finding_rows import (
    HINT,
    WHOLE,
    Arrangement,
    Choice,
    FindingFilter,
    Kinds,
    arrange,
    filter_on,
    group_target,
    owner_of,
    read_filter,
)
from mqtune.tui.areas.lint.findings_list import STYLE, FindingsList
from mqtune.tui.areas.lint.source_pane import SourcePane, letters_of
from mqtune.tui.background import computed
from mqtune.tui.cells import count_content
from mqtune.tui.changes import CHANGE_PREVIEW
from mqtune.tui.palette import PaletteProvider
from mqtune.tui.project import OpenProject, QueueManagerName
from mqtune.tui.status import AppStatus
from mqtune.tui.widgets.lists import OneLine

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from mqtune.tui.palette import PaletteEntry

    class FindingsScreen(Protocol):
        """A screen that shows the findings of a project."""

        @property
        def opened(self) -> OpenProject | None:
            """The project."""

        def go_to(self, item: Item) -> None:
            """Mark a finding."""


# Entries of the palette: findings by rule and message.


class RuleProvider(PaletteProvider):
    """Entries that go to the first finding of a rule."""

    listed = False  # there may be thousands

    def entries(self) -> Iterable[PaletteEntry]:
        """Yield each rule with findings."""
        screen = cast("FindingsScreen", self.screen)
        seen = set()
        for item in screen.opened.items if screen.opened is not None else ():
            code = item.shown.code
            if code not in seen:
                seen.add(code)
                yield f"{code} {item.shown.name}", item.shown.message, partial(screen.go_to, item)


# The screen.

CLEAN = "No findings. Every file was checked."
NO_FILES = "No IBM MQ files here; Home (1) shows what mqtune reads."
NO_MATCH = "No finding matches the filter; Escape removes it."


class Checked(NamedTuple):
    """A check as the screen shows it: findings in groups, those selected, the letters in each source."""

    opened: OpenProject
    kinds: Kinds
    arrangement: Arrangement
    selected: list[Item]
    letters: Mapping[str, Mapping[int, str]]


class LintScreen(ActingScreen):
    """Findings, source, explanation."""

    area = "lint"
    AUTO_FOCUS = "FindingsList"
    help = """Lint
The findings on the left or on top, with their source and explanation. Everything is checked again whenever \
a file changes. On the command line: mqtune lint."""

    CSS = STYLE + CHANGE_PREVIEW
    COMMANDS = {RuleProvider}  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "select_rule", "All of the rule", id="lint.select-rule", tooltip="select them"),
        Binding("b", "group", "Group by", id="lint.group", tooltip="file, rule, queue manager, …"),
        Binding("O", "order", "Order", id="lint.order", tooltip="the most severe first, or by place"),
        Binding("v", "severity", "Severity", id="lint.severity", tooltip="errors, errors and warnings, …"),
        Binding("r", "family", "Family", id="lint.family", tooltip="only this rule's family, or all"),
        Binding("l", "file", "File", id="lint.file", tooltip="only this file, or all"),
        Binding("m", "qmgr", "Queue manager", id="lint.qmgr", tooltip="only this queue manager, or all"),
        Binding(
            "p", "question('plan since')", "Plan", id="lint.plan", tooltip="what changed since a revision"
        ),
        Binding("n", "next(1)", "Next", id="lint.next", tooltip="the next finding"),
        Binding("N", "next(-1)", "Previous", id="lint.previous", tooltip="the previous finding"),
        Binding("z", "zoom", "Zoom", id="lint.zoom", tooltip="only this pane, or all"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.choice = Choice()
        self._filter_before = FindingFilter()  # while the field is open
        self._chosen: QueueManagerName | None = None  # for the whole app
        self._kinds = Kinds()
        self._views: dict[str, SourceView | None] = {}
        self._letters: Mapping[str, Mapping[int, str]] = {}
        self._shown_file = ""

    def compose_body(self) -> ComposeResult:
        """Yield counts and filter, then the three panes."""
        yield Static(self.before_opening, markup=False, id="counts")
        yield Input(placeholder=HINT, id="filter", compact=True)
        with Container(id="panes"):
            yield FindingsList(id="findings", classes="pane")
            yield SourcePane(id="source", classes="pane")
            with VerticalScroll(id="why", classes="pane") as why:
                why.border_title = "why"
                yield Static("", markup=False, id="words")

    def on_mount(self) -> None:
        """Follow the status: progress, and the queue manager that was chosen."""
        super().on_mount()
        self.watch(self.app, "status", self._status_changed)

    def _status_changed(self, status: AppStatus) -> None:
        self._show_counts()
        if self.frame.chosen != self._chosen:
            self._chosen = self.frame.chosen
            qmgr = f"{WHOLE}{self._chosen.qualified}" if self._chosen is not None else ""
            self._set_filter(replace(self.filter, qmgr=qmgr))

    # what is shown

    @property
    def findings(self) -> FindingsList:
        """The list."""
        return self.query_one(FindingsList)

    @property
    def filter(self) -> FindingFilter:
        """The filter of the list."""
        return self.choice.filter

    @property
    def item(self) -> Item | None:
        """The finding under the cursor."""
        return self.findings.item

    @property
    def targets(self) -> tuple[Item, ...]:
        """The findings that a key acts on: those selected, else the marked one or those of its group."""
        findings = self.findings
        if findings.selected:
            return tuple(findings.selected.values())
        row = findings.row
        if row is None:
            return ()
        return row.group.items if row.item is None else (row.item,)

    def show_project(self, opened: OpenProject) -> None:
        """Show the findings of a check; choice, selection and cursor are kept."""
        computed(self, partial(self._checked, opened), self._show_checked, len(opened.items), "arrange")

    def _checked(self, opened: OpenProject) -> Checked:
        """Return the findings of a check as the screen shows them."""
        selected = {item.identity for item in tuple(self.findings.selected.values())}
        again = [item for item in opened.items if item.identity in selected] if selected else []
        self.count_fixes(opened)
        kinds = Kinds(opened.items)
        return Checked(opened, kinds, arrange(kinds, self.choice), again, letters_of(opened.items))

    def _show_checked(self, checked: Checked) -> None:
        self.opened, self._kinds, arrangement, selected, self._letters = checked
        self._views.clear()
        self._shown_file = ""
        self.findings.select_again(selected)
        self._show(arrangement)
        if self._mark_again is not None and self.findings.mark_item(self._mark_again):
            self._mark_again = None

    def _arrange(self) -> None:
        """Arrange the findings as chosen."""
        if self.opened is not None:
            kinds = self._kinds
            computed(self, partial(arrange, kinds, self.choice), self._show, len(kinds.items), "arrange")

    def _show(self, arrangement: Arrangement) -> None:
        if arrangement.choice != self.choice:
            self._arrange()  # it was changed in the meantime
            return
        self.findings.show(arrangement)
        self._show_counts()
        if (opened := self.opened) is not None and not arrangement.groups:
            self.query_one("#words", Static).update("")
            self.query_one(SourcePane).empty = (
                NO_MATCH if opened.items else NO_FILES if opened.empty else CLEAN
            )
            self._show_source("")
        self.refresh_bindings()

    def _show_counts(self) -> None:
        """Show the filter first, because the end of the line may be cut."""
        if self.opened is None:
            self.query_one("#counts", Static).update(self.before_opening)
            return
        arrangement = self.findings.arrangement
        stale = [f"not checked again: {error.where or error.message}" for error in self.frame.errors[:1]]
        parts = [Content.styled(words, styles.ERROR) for words in stale]
        if self.filter != FindingFilter():
            parts.append(Content.assemble(("filter: ", styles.QUIET), (self.filter.text, styles.KEY)))
        if self.findings.selected:
            parts.append(Content.styled(f"{len(self.findings.selected)} selected", styles.ACTIVE))
        parts.append(count_content(arrangement.counts))
        if self.opened.difference:
            parts.append(Content.styled(self.opened.difference, styles.STRONG))
        if arrangement.fixable:
            parts.append(Content.styled(f"{arrangement.fixable} with a fix", styles.QUIET))
        if arrangement.choice.words:
            parts.append(Content.styled(arrangement.choice.words, styles.QUIET))
        self.query_one("#counts", Static).update(OneLine(Content("   ").join(parts)))

    def on_findings_list_marked(self, message: FindingsList.Marked) -> None:
        """Show source and explanation of the marked finding, or what its group is and its first finding."""
        row, opened = message.row, self.opened
        if row is None or opened is None:
            return
        item = row.item
        words = self.query_one("#words", Static)
        if item is None:
            words.update(group_explanation(row.group))
        else:
            words.update(explanation(item, opened.report.redactor.file))
        shown = item or row.group.items[0]
        self._show_source(shown.finding.place.file)
        self.query_one(SourcePane).light(shown)
        self.query_one("#why", VerticalScroll).scroll_home(animate=False)
        self.refresh_bindings()

    def on_findings_list_changed(self) -> None:
        """Show how many findings are selected."""
        self._show_counts()
        self.refresh_bindings()

    def _show_source(self, file: str) -> None:
        if file == self._shown_file and file:
            return
        self._shown_file = file
        pane = self.query_one(SourcePane)
        if not file or self.opened is None:
            pane.show_file(None, {})
            pane.border_title = "source"
            return
        if file not in self._views:
            known = self.opened.report.redactor.file(file)
            self._views[file] = source_view(self.opened.workspace, file, known)
        pane.show_file(self._views[file], self._letters.get(file, {}))
        pane.border_title = Content(printable(file))

    def on_findings_list_taken(self) -> None:
        """Open the card on Enter."""
        self.action_card()

    # the filter

    def action_filter(self) -> None:
        """Open the filter field."""
        box = self.query_one("#filter", Input)
        self._filter_before = self.filter
        box.value = self.filter.text
        box.add_class("-open")
        self.set_focus(box)  # immediately: the next letters are meant for it

    def on_input_changed(self, message: Input.Changed) -> None:
        """Filter the list by the typed text."""
        if message.input.has_class("-open"):
            self._set_filter(read_filter(message.value))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Close the filter field; the report of its last letter may come later."""
        self._set_filter(read_filter(message.value))
        self._close_filter()

    def _close_filter(self) -> None:
        self.query_one("#filter", Input).remove_class("-open")
        self.findings.focus()

    def _set_filter(self, chosen: FindingFilter) -> None:
        self._choose(replace(self.choice, filter=chosen))

    def _choose(self, choice: Choice) -> None:
        if choice != self.choice:
            self.choice = choice
            self._arrange()

    def action_group(self) -> None:
        """Group by the next property."""
        self._choose(self.choice.next_grouping())

    def action_order(self) -> None:
        """Show the most severe first, or in the order of the places."""
        self._choose(replace(self.choice, by_severity=not self.choice.by_severity))

    def action_severity(self) -> None:
        """Show errors, errors and warnings, infos, or all."""
        self._set_filter(self.filter.next_severity())

    def action_family(self) -> None:
        """Show only the family of the marked rule, or all."""
        finding = self._marked
        family = finding.code[:-3] if finding is not None and not self.filter.family else ""
        self._set_filter(replace(self.filter, family=family))

    def action_file(self) -> None:
        """Show only the file of the marked finding, or all."""
        finding = self._marked
        file = finding.place.file if finding is not None and not self.filter.file else ""
        self._set_filter(replace(self.filter, file=file))

    def action_qmgr(self) -> None:
        """Show only the queue manager of the marked finding, or all."""
        if self.filter.qmgr:
            self._set_filter(replace(self.filter, qmgr=""))
        elif (finding := self._marked) is not None:
            if finding.queue_manager:
                self._set_filter(replace(self.filter, qmgr=f"{WHOLE}{owner_of(finding)}"))
            else:
                self.frame.toast("this finding does not belong to a queue manager", "warning")

    @property
    def _marked(self) -> Finding | None:
        """The marked finding, or the first one of the marked group."""
        row = self.findings.row
        return (row.item or row.group.items[0]).shown if row is not None else None

    # the selection

    def action_select(self) -> None:
        """Select the marked finding, or all of the marked group, and move down."""
        row = self.findings.row
        if row is not None:
            self.findings.select(row.group.items if row.item is None else (row.item,))
            self.findings.action_move(1)

    def action_select_rule(self) -> None:
        """Select all findings of the marked rule that the list shows."""
        marked = self._marked
        if marked is not None:
            groups = self.findings.arrangement.groups
            items = [item for group in groups for item in group.items if item.shown.code == marked.code]
            self.findings.select(items)

    def step_back(self) -> bool:
        """Revert the filter field, else end the zoom, the selection or the filter, or go back to the list."""
        if self.query_one("#filter", Input).has_class("-open"):
            self._close_filter()
            self._set_filter(self._filter_before)
        elif self.query_one("#panes").has_class("-zoom"):
            self.action_zoom()
        elif self.findings.selected:
            self.findings.select_again(())
        elif self.filter != FindingFilter():
            self._set_filter(FindingFilter())
        elif not self.findings.has_focus and self.opened is not None:
            self.findings.focus()
        else:
            return False
        return True

    def action_zoom(self) -> None:
        """Show only the focused pane, or all."""
        panes = self.query_one("#panes")
        zoomed = not panes.has_class("-zoom")
        for pane in panes.children:
            pane.set_class(zoomed and (pane.has_focus or pane.has_focus_within), "-zoomed", update=False)
        if zoomed and not any(pane.has_class("-zoomed") for pane in panes.children):
            self.findings.add_class("-zoomed", update=False)
        panes.set_class(zoomed, "-zoom")  # computes all styles below it

    def action_next(self, by: int) -> None:
        """Go to the next finding, also from the source."""
        self.findings.next_finding(by)

    def show_filtered(self, filter: FindingFilter) -> None:
        """Show the findings that match a filter."""
        self._set_filter(filter)
        self.findings.focus()

    def card_target(self) -> Target | None:
        """Return the object of the marked finding, or the finding itself if it has none; in the source, the
        line; on a heading, its file, rule or queue manager.
        """
        row, opened = self.findings.row, self.opened
        if row is None or opened is None:
            return None
        if row.item is None:
            return group_target(opened.cards, row.group.items[0].shown, self.choice.grouping)
        if self.query_one(SourcePane).has_focus:
            return link(place_of(row.item.shown.place))
        return subject_of(opened.cards, row.item.shown)

    def show_target(self, target: Target) -> None:
        """Mark the finding that a card names, or show the findings on a name."""
        if target.kind != FINDING:
            self.show_filtered(filter_on(target))
            return
        for item in self.opened.items if self.opened is not None else ():
            if finding_target(item.shown) == target:
                self.go_to(item)
                return

    def go_to(self, item: Item) -> None:
        """Move the cursor to a finding, and remove the filter if it hides it."""
        findings = self.findings
        if not findings.mark_item(item):
            self._set_filter(FindingFilter())
            findings.mark_item(item)
        findings.focus()
