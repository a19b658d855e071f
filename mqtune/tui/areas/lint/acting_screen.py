"""The keys that act on findings: fix, suppress, undo, explain, edit, copy. The Lint screen adds the panes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from mqtune.present.report import Item
from mqtune.session.fixing.fixes import FileChanges, all_fixes_change, fix_change, fixes_change
from mqtune.session.fixing.suppress import (
    can_suppress_in_file,
    suppress_in_file,
    suppress_several_in_files,
    suppress_several_in_project,
)
from mqtune.session.workspace import Workspace
from mqtune.text.finding import SAFE, Finding
from mqtune.text.messages import plural, printable
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.lint.explanation import IN_FILE, WHOLE_RULE, SuppressDialog, SuppressRequest
from mqtune.tui.areas.lint.finding_rows import HINT, safe_fixes
from mqtune.tui.background import computed, stop_if_abandoned
from mqtune.tui.changes import ChangePreview, ChangeWriter, Step
from mqtune.tui.project import OpenProject
from mqtune.tui.quick_screen import ready_screen

# What a user can do if a fix or suppression is refused.


def next_steps(
    screen: AreaScreen,
    suppress: Callable[[], None],
    targets: Sequence[Item],
    suppresses: bool,
    change: FileChanges,
) -> tuple[Step, ...]:
    """The steps after the preview of a change: the rule's page, and all that a refusal leads to.

    `suppress` asks how to suppress them. `targets` are the findings to change; without, all with a safe fix
    are.
    """
    about = [item.finding for item in targets] or [finding for finding, _ in change.left]
    if not about:
        return ()
    code = about[0].code
    explain = Step("e", f"shows the page of {code}", partial(screen.show_page, code), closes=False)
    if not change.refusal:
        return (explain,) if targets else ()
    steps = [_edit(screen, "o", about[0], "to change it by hand")]
    caused = change.caused
    if caused is not None:
        if caused.place.span.line != about[0].place.span.line or caused.place.file != about[0].place.file:
            steps.append(_edit(screen, "n", caused, f"to correct first what {caused.code} would report"))
        page = partial(screen.show_page, caused.code)
        steps.append(Step("r", f"shows the page of {caused.code}", page, closes=False))
    if targets:
        words = "asks again for reason and place of the suppression"
        steps.append(Step("s", words if suppresses else f"suppresses {code}", suppress))
    return (*steps, explain)


def _edit(screen: AreaScreen, key: str, finding: Finding, words: str) -> Step:
    file, line = finding.place.file, finding.place.span.line
    return Step(key, f"opens {printable(file)}:{line}, {words}", partial(screen.open_editor, file, line))


# The screen.

UNSAFE = "Unsafe: it may change what applications see. Read the rule's page (e) first."
SOME_UNSAFE = "Some are unsafe: they may change what applications see. Read the rule's page (e) first."
ALL_UNSAFE = SOME_UNSAFE.replace("Some are", "They are")
RESTART = "It takes effect when the queue manager restarts."
ACTING = ("fix", "fix_all", "undo", "explain", "suppress", "edit", "copy")  # these need a finding or a file
TRIED = 20  # of several findings, those for which the place of a suppression is looked up


class ActingScreen(AreaScreen):
    """A screen with findings, of which some are the `targets` of its keys."""

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
        Binding("space", "select", "Select", id="lint.select", tooltip="select it, or its group"),
        Binding("o", "edit", "Editor", id="lint.edit", tooltip="open the file in $EDITOR, at the line"),
        Binding("u", "undo", "Undo", id="lint.undo", tooltip="undo the last change written here"),
        Binding("F", "fix_all", "Fix all", id="lint.fix-all", tooltip="preview and apply all safe fixes"),
        Binding("y", "copy", "Copy", id="lint.copy", tooltip="copy rule, place and message"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.opened: OpenProject | None = None
        self.writer = ChangeWriter(self)
        self.safe_fixes = 0
        self._mark_again: Item | None = None  # to be marked once its finding is back

    @property
    def item(self) -> Item | None:
        """The finding under the cursor."""
        raise NotImplementedError

    @property
    def targets(self) -> tuple[Item, ...]:
        """The findings that a key acts on: those selected, else the marked one or those of its group."""
        raise NotImplementedError

    def count_fixes(self, opened: OpenProject) -> None:
        """Count the safe fixes of a check."""
        self.safe_fixes = safe_fixes(opened.items)

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action not in ACTING:
            return ""
        if self.opened is None:
            return "the files are still being read"
        if action == "undo":
            return "" if self.writer.written else "nothing to undo: no change was written here"
        if action == "fix_all":
            return "" if self.safe_fixes else "no finding has a safe fix"
        targets = self.targets
        if not targets or (action == "edit" and self.item is None):
            return "no finding is marked"
        if action == "fix" and not any(item.finding.fixes and item.finding.fix(True) for item in targets):
            if len(targets) > 1:
                return "none of these findings has a fix that can be applied"
            return f"{targets[0].shown.code} has no fix that can be applied; e explains what to do"
        return ""

    # fixes

    def action_fix(self) -> None:
        """Preview the fix of the marked finding, or of all selected ones."""
        opened, targets = self.opened, self.targets
        if self.refused("fix") or opened is None:
            return
        if len(targets) > 1:
            self._fix_several(opened, targets)
            return
        item = targets[0]
        fix = item.finding.fix(allow_unsafe=True)
        if fix is None:
            return
        words = [UNSAFE] if fix.applicability != SAFE else []
        words += [RESTART] if fix.restart else []
        index = item.finding.fixes.index(fix)
        make = partial(fix_change, _trial(opened), opened.result, item.finding, fix)
        title = f"Fix {item.shown.code}: {item.shown.fixes[index].message}"
        self._preview(title, " ".join(words), make, targets)

    def _fix_several(self, opened: OpenProject, targets: tuple[Item, ...]) -> None:
        findings = [item.finding for item in targets]
        make = partial(fixes_change, _trial(opened), opened.result, findings)
        self._preview(f"Fix {_named(targets)}", partial(_warning, findings), make, targets)

    def action_fix_all(self) -> None:
        """Preview all safe fixes together."""
        if self.refused("fix_all") or self.opened is None:
            return
        warning = partial(_unsafe_ones, self.opened)
        self._preview("Apply all safe fixes", warning, partial(all_fixes_change, _trial(self.opened)))

    # suppressions

    def action_suppress(self) -> None:
        """Ask for reason and last day of a suppression."""
        opened, targets = self.opened, self.targets
        if self.refused("suppress") or opened is None:
            return
        in_file = any(can_suppress_in_file(opened.workspace, item.finding) for item in targets[:TRIED])
        sign = "#" if targets[0].finding.place.file.endswith(".ini") else "*"
        self.frame.push_screen(
            ready_screen(self.frame, SuppressDialog).fill(
                targets, _named(targets), in_file, sign, date.today()
            ),
            partial(self._suppress, targets, opened),
        )

    def _suppress(
        self, targets: tuple[Item, ...], opened: OpenProject, request: SuppressRequest | None
    ) -> None:
        if request is not None:
            make = partial(suppressed, opened, targets, request)
            self._preview(f"Suppress {_named(targets)}", "", make, targets, suppresses=True)

    # previews

    def _preview(
        self,
        title: str,
        warning: str | Callable[[], str],
        make: Callable[[], FileChanges],
        targets: tuple[Item, ...] = (),
        suppresses: bool = False,
    ) -> None:
        steps = partial(next_steps, self, self.action_suppress, targets, suppresses)
        preview = ready_screen(self.frame, ChangePreview).fill(title, warning, make, steps=steps)
        self.frame.push_screen(preview, self._write)

    def _write(self, change: FileChanges | None) -> None:
        if change is not None:
            self.run_worker(self.writer.write(change, self.item))

    def action_undo(self) -> None:
        """Undo the last change that was written here, and go to its finding again."""
        if not self.refused("undo"):
            self._mark_again = self.writer.written[-1].item
            self.run_worker(self.writer.undo())

    # reading

    def rule_code(self) -> str:
        """Return the code of the marked finding, or of the first one of the marked group."""
        targets = self.targets
        return (self.item or targets[0]).finding.code if targets else ""

    def action_explain(self) -> None:
        """Show the page of the rule."""
        if not self.refused("explain"):
            super().action_explain()

    def action_edit(self) -> None:
        """Open the file in the user's editor, at the line of the finding."""
        item = self.item
        if self.refused("edit") or item is None:
            return
        place = item.finding.place
        self.open_editor(place.file, place.span.line)

    def action_copy(self) -> None:
        """Copy the findings, one line for each."""
        if not self.refused("copy"):
            targets = self.targets
            computed(self, partial(_copied, targets), lambda lines: self.copy(*lines), len(targets), "copy")


def _warning(findings: Sequence[Finding]) -> str:
    """Return the warning for a fix of several findings. Slow for thousands."""
    fixes = [fix for finding in findings if (fix := finding.fix(allow_unsafe=True)) is not None]
    unsafe = sum(fix.applicability != SAFE for fix in fixes)
    words = [SOME_UNSAFE if unsafe < len(fixes) else ALL_UNSAFE] if unsafe else []
    words += [RESTART] if any(fix.restart for fix in fixes) else []
    return " ".join(words)


def _unsafe_ones(opened: OpenProject) -> str:
    """Return how many findings only have an unsafe fix. Slow for thousands."""
    findings = [item.finding for item in opened.items if item.finding.fixes]
    others = sum(1 for finding in findings if finding.fix() is None and finding.fix(allow_unsafe=True))
    return f"{plural(others, 'finding')} with an unsafe fix stay; f previews it." if others else ""


def _trial(opened: OpenProject) -> Workspace:
    """Return the workspace for trials of changes, which end when their preview is closed."""
    return opened.workspace.pausing(stop_if_abandoned)


def suppressed(opened: OpenProject, targets: tuple[Item, ...], request: SuppressRequest) -> FileChanges:
    """Return the change that suppresses some findings. Slow: all files are checked again."""
    workspace, result = _trial(opened), opened.result
    findings = [item.finding for item in targets]
    reason, until = request.reason, request.until
    if len(findings) == 1 and request.where == IN_FILE:
        return suppress_in_file(workspace, result, findings[0], reason, until)
    if request.where == IN_FILE:
        return suppress_several_in_files(workspace, result, findings, reason, until)
    return suppress_several_in_project(workspace, findings, reason, until, request.where == WHOLE_RULE)


def _copied(targets: tuple[Item, ...]) -> tuple[str, str]:
    """Return the lines of findings, and what was copied. Slow for thousands."""
    return "\n".join(map(copied_line, targets)), f"copied {_named(targets)}"


def copied_line(item: Item) -> str:
    """Return a finding as the command line prints it, on one line."""
    finding = item.shown
    place = finding.place
    return (
        f"{place.file}:{place.span.line}:{place.span.column}: {finding.severity} {finding.code} "
        f"{finding.message}"
    )


def _named(targets: tuple[Item, ...]) -> str:
    """Return findings in words: the code of one, the number of several."""
    codes = {item.shown.code for item in targets}
    if len(targets) == 1:
        return targets[0].shown.code
    of = f" of {codes.pop()}" if len(codes) == 1 else ""
    return f"{plural(len(targets), 'finding')}{of}"
