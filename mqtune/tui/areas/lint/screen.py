"""The screen of the Lint area: list, source and explanation, and the actions on the marked finding."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from datetime import date
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from mqtune.findings.finding import SAFE
from mqtune.fixing.change import FileChanges, all_fixes_change, fix_change
from mqtune.fixing.suppress import can_suppress_in_file, suppress_in_file, suppress_in_project
from mqtune.report.report import Item
from mqtune.tui import styles
from mqtune.tui.areas import AreaScreen
from mqtune.tui.areas.lint.explanation import explanation
from mqtune.tui.areas.lint.finding_filter import HINT, FindingFilter, read_filter
from mqtune.tui.areas.lint.finding_rows import rows_of
from mqtune.tui.areas.lint.findings_list import FindingsList
from mqtune.tui.areas.lint.palette import RuleProvider
from mqtune.tui.areas.lint.source_pane import SourcePane
from mqtune.tui.areas.lint.stylesheet import STYLE
from mqtune.tui.areas.lint.suppress_dialog import SuppressDialog, SuppressRequest
from mqtune.tui.change_writer import ChangeWriter
from mqtune.tui.counts import count_content, counted
from mqtune.tui.dialogs.change_preview import CHANGE_PREVIEW, ChangePreview
from mqtune.tui.editor import editor_command
from mqtune.tui.project import OpenProject
from mqtune.views.source import SourceView, source_view

CLEAN = "No findings. Every file was checked."
NO_MATCH = "No finding matches the filter; Escape removes it."
WAITING = "reading the files …"
UNSAFE = "Unsafe: it may change what applications see. Read the rule's page (e) first."
ACTING = ("fix", "fix_all", "undo", "explain", "suppress", "edit")  # actions that need a finding or a file
RESTART = "It takes effect when the queue manager restarts."


class LintScreen(AreaScreen):
    """Findings, source, explanation."""

    area = "lint"
    AUTO_FOCUS = "FindingsList"
    help = """Lint
The findings on the left or on top, with their source and explanation. Everything is checked again whenever \
a file changes. On the command line: mqtune lint."""

    CSS = STYLE + CHANGE_PREVIEW
    COMMANDS = {RuleProvider}  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "fix", "Fix", id="lint.fix", tooltip="preview the fix, then apply it"),
        Binding("e", "explain", "Explain", id="lint.explain", tooltip="show the page of the rule"),
        Binding(
            "s",
            "suppress",
            "Suppress",
            id="lint.suppress",
            tooltip="suppress it, with a reason and a last day",
        ),
        Binding("slash", "filter", "Filter", id="lint.filter", key_display="/", tooltip=HINT),
        Binding("o", "edit", "Editor", id="lint.edit", tooltip="open the file in $EDITOR, at the line"),
        Binding("u", "undo", "Undo", id="lint.undo", tooltip="undo the last change written here"),
        Binding(
            "v",
            "severity",
            "Severity",
            id="lint.severity",
            show=False,
            tooltip="errors, errors and warnings, …",
        ),
        Binding(
            "r", "family", "Family", id="lint.family", show=False, tooltip="only this rule's family, or all"
        ),
        Binding("l", "file", "File", id="lint.file", show=False, tooltip="only this file, or all"),
        Binding(
            "F",
            "fix_all",
            "Fix all",
            id="lint.fix-all",
            show=False,
            tooltip="preview and apply all safe fixes",
        ),
        Binding("n", "next(1)", "Next", id="lint.next", show=False, tooltip="the next finding"),
        Binding("N", "next(-1)", "Previous", id="lint.previous", show=False, tooltip="the previous finding"),
        Binding("z", "zoom", "Zoom", id="lint.zoom", show=False, tooltip="only this pane, or all"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.filter = FindingFilter()
        self._filter_before = self.filter  # while the field is open
        self.opened: OpenProject | None = None
        self.writer = ChangeWriter(self)
        self._mark_again: Item | None = None  # to be marked once its finding is back
        self._views: dict[str, SourceView | None] = {}
        self._shown_file = ""
        self._fixes: tuple[str, ...] = ()  # the applicability of each finding's fix

    def compose_body(self) -> ComposeResult:
        """Yield counts and filter, then the three panes."""
        yield Static(WAITING, markup=False, id="counts")
        yield Input(placeholder=HINT, id="filter", compact=True)
        with Container(id="panes"):
            yield FindingsList(id="findings", classes="pane")
            yield SourcePane(id="source", classes="pane")
            with VerticalScroll(id="why", classes="pane") as why:
                why.border_title = "why"
                yield Static("", markup=False, id="words")

    # what is shown

    def show_project(self, opened: OpenProject) -> None:
        """Show the findings of a check; filter and cursor are kept."""
        self.opened = opened
        fixes = (item.shown.fix(allow_unsafe=True) for item in opened.items)
        self._fixes = tuple(fix.applicability for fix in fixes if fix is not None)
        self._views.clear()
        self._shown_file = ""
        self._show_rows()
        if self._mark_again is not None and self.query_one(FindingsList).mark_item(self._mark_again):
            self._mark_again = None

    def _show_rows(self) -> None:
        if self.opened is None:
            return
        items = self.opened.items
        rows = rows_of(items, self.filter)
        self.query_one(FindingsList).show_rows(rows)
        shown = [row.item.shown for row in rows if row.item is not None]
        fixable = sum(one.fix(allow_unsafe=True) is not None for one in shown)
        self.query_one("#counts", Static).update(self._counts(counted(shown), fixable))
        if not any(row.item for row in rows):
            self.query_one("#words", Static).update(NO_MATCH if items else CLEAN)
            self._show_source("")
        self.refresh_bindings()

    def _counts(self, shown: dict[str, int], fixable: int) -> Content:
        """The filter first, because the end of the line may be cut."""
        line = count_content(shown)
        if self.filter != FindingFilter():
            line = Content.assemble(("filter: ", styles.QUIET), (self.filter.text, styles.KEY), "   ", line)
        if fixable:
            line = line + Content.styled(f"   {fixable} with a fix", styles.QUIET)
        return line

    def on_findings_list_marked(self, message: FindingsList.Marked) -> None:
        """Show source and explanation of the marked finding."""
        item = message.item
        if item is None or self.opened is None:
            return
        self.query_one("#words", Static).update(explanation(item, self.opened.report.redactor.file))
        self.query_one("#why", VerticalScroll).scroll_home(animate=False)
        self._show_source(item.finding.place.file)
        self.query_one(SourcePane).light(item)
        self.refresh_bindings()

    def _show_source(self, file: str) -> None:
        if file == self._shown_file and file:
            return
        self._shown_file = file
        pane = self.query_one(SourcePane)
        if not file or self.opened is None:
            pane.show_file(None, ())
            pane.border_title = "source"
            return
        if file not in self._views:
            known = self.opened.report.redactor.file(file)
            self._views[file] = source_view(self.opened.workspace, file, known)
        items = [item for item in self.opened.items if item.finding.place.file == file]
        pane.show_file(self._views[file], items)
        pane.border_title = Content(items[0].shown.place.file if items else "source")

    def on_findings_list_taken(self) -> None:
        """Go to the source on Enter."""
        self.query_one(SourcePane).focus()

    @property
    def item(self) -> Item | None:
        """The marked finding."""
        return self.query_one(FindingsList).item

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

    def on_input_submitted(self) -> None:
        """Close the filter field."""
        self._close_filter()

    def _close_filter(self) -> None:
        self.query_one("#filter", Input).remove_class("-open")
        self.query_one(FindingsList).focus()

    def _set_filter(self, chosen: FindingFilter) -> None:
        if chosen != self.filter:
            self.filter = chosen
            self._show_rows()

    def action_severity(self) -> None:
        """Show errors, errors and warnings, infos, or all."""
        self._set_filter(self.filter.next_severity())

    def action_family(self) -> None:
        """Show only the family of the marked rule, or all."""
        if self.filter.family:
            self._set_filter(replace(self.filter, family=""))
        elif self.item is not None:
            self._set_filter(replace(self.filter, family=self.item.shown.code[:-3]))

    def action_file(self) -> None:
        """Show only the file of the marked finding, or all."""
        if self.filter.file:
            self._set_filter(replace(self.filter, file=""))
        elif self.item is not None:
            self._set_filter(replace(self.filter, file=self.item.shown.place.file))

    def step_back(self) -> bool:
        """Revert the filter field, else leave the zoom, remove the filter, or go back to the list."""
        if self.query_one("#filter", Input).has_class("-open"):
            self._close_filter()
            self._set_filter(self._filter_before)
        elif self.query_one("#panes").has_class("-zoom"):
            self.action_zoom()
        elif self.filter != FindingFilter():
            self._set_filter(FindingFilter())
        elif not self.query_one(FindingsList).has_focus and self.opened is not None:
            self.query_one(FindingsList).focus()
        else:
            return False
        return True

    def action_zoom(self) -> None:
        """Show only the focused pane, or all."""
        panes = self.query_one("#panes")
        zoomed = not panes.has_class("-zoom")
        panes.set_class(zoomed, "-zoom")
        for pane in panes.children:
            pane.set_class(zoomed and (pane.has_focus or pane.has_focus_within), "-zoomed")
        if zoomed and not any(pane.has_class("-zoomed") for pane in panes.children):
            self.query_one(FindingsList).add_class("-zoomed")

    def action_next(self, by: int) -> None:
        """Go to the next finding, also from the source."""
        self.query_one(FindingsList).action_move(by)

    # actions

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action not in ACTING:
            return ""
        if self.opened is None:
            return "the files are still being read"
        if action == "undo":
            return "" if self.writer.written else "nothing to undo: no change was written here"
        if action == "fix_all":
            return "" if SAFE in self._fixes else "no finding has a safe fix"
        if self.item is None:
            return "no finding is marked"
        if action == "fix" and self.item.finding.fix(allow_unsafe=True) is None:
            return f"{self.item.shown.code} has no fix that can be applied; e explains what to do"
        return ""

    def action_fix(self) -> None:
        """Preview the fix of the marked finding."""
        item, opened = self.item, self.opened
        if self.refused("fix") or item is None or opened is None:
            return
        fix = item.finding.fix(allow_unsafe=True)
        if fix is None:
            return
        words = [UNSAFE] if fix.applicability != SAFE else []
        words += [RESTART] if fix.restart else []
        index = item.finding.fixes.index(fix)
        make = partial(fix_change, opened.workspace, opened.result, item.finding, fix)
        self._preview(f"Fix {item.shown.code}: {item.shown.fixes[index].message}", " ".join(words), make)

    def action_fix_all(self) -> None:
        """Preview all safe fixes together."""
        if self.refused("fix_all") or self.opened is None:
            return
        self._preview("Apply all safe fixes", "", partial(all_fixes_change, self.opened.workspace))

    def action_suppress(self) -> None:
        """Ask for reason and last day of a suppression."""
        item, opened = self.item, self.opened
        if self.refused("suppress") or item is None or opened is None:
            return
        in_file = can_suppress_in_file(opened.workspace, item.finding)
        sign = "#" if item.finding.place.file.endswith(".ini") else "*"
        self.frame.push_screen(
            SuppressDialog(item, in_file, sign, date.today()), partial(self._suppress, item, opened)
        )

    def _suppress(self, item: Item, opened: OpenProject, request: SuppressRequest | None) -> None:
        if request is None:
            return
        if request.in_file:
            make = partial(
                suppress_in_file, opened.workspace, opened.result, item.finding, request.reason, request.until
            )
        else:
            make = partial(suppress_in_project, opened.workspace, item.finding, request.reason, request.until)
        self._preview(f"Suppress {item.shown.code}", "", make)

    def _preview(self, title: str, warning: str, make: partial[FileChanges]) -> None:
        self.frame.push_screen(ChangePreview(title, warning, make), self._write)

    def _write(self, change: FileChanges | None) -> None:
        if change is not None:
            self.run_worker(self.writer.write(change, self.item))

    def action_undo(self) -> None:
        """Undo the last change that was written here, and go to its finding again."""
        if not self.refused("undo"):
            self._mark_again = self.writer.written[-1].item
            self.run_worker(self.writer.undo())

    def action_explain(self) -> None:
        """Show the page of the rule."""
        if self.refused("explain") or self.item is None or self.opened is None:
            return
        from mqtune.tui.areas.lint.rule_page import RulePage  # Markdown is slow to load

        selection = self.opened.workspace.selection_with(self.item.finding.code)
        if selection is not None:
            self.frame.push_screen(RulePage(selection.pages[self.item.finding.code]))

    def action_edit(self) -> None:
        """Open the file in the user's editor; the UI is suspended meanwhile."""
        if self.refused("edit") or self.item is None or self.opened is None:
            return
        place = self.item.finding.place
        sources = {file.shown: file.source for file in self.opened.workspace.files}
        source = sources.get(place.file)
        path = source.path if source is not None else place.file
        command = editor_command(os.environ, path, place.span.line)
        if not command:
            self.frame.toast("no editor found; set EDITOR to your editor", "warning")
            return
        try:
            with self.app.suspend():
                status = subprocess.run(command, check=False).returncode
        except SuspendNotSupported:
            self.frame.toast("this terminal cannot run an editor", "warning")
        except OSError as error:
            self.frame.toast(
                f"{command[0]} cannot be started: {(error.strerror or str(error)).lower()}", "error"
            )
        else:
            if status:
                self.frame.toast(f"{command[0]} ended with status {status}", "warning")
            self.frame.open_again()

    def go_to(self, item: Item) -> None:
        """Move the cursor to a finding, and remove the filter if it hides it."""
        findings = self.query_one(FindingsList)
        if not findings.mark_item(item):
            self._set_filter(FindingFilter())
            findings.mark_item(item)
        findings.focus()
