"""The result of a lint as the input of every format."""

from __future__ import annotations

from mqtune.engine.pages import Page, Selection
from mqtune.present.report import Report, RuleFacts, Totals
from mqtune.project.rule_codes import FAMILIES
from mqtune.session.lint_result import LintResult
from mqtune.session.workspace import Workspace
from mqtune.text.finding import WARNING, SuppressedFinding

OF_PROJECT = "policies of the project"


def report_of(
    workspace: Workspace,
    result: LintResult,
    fail_on: str = WARNING,
    include_suppressed: bool = False,
    verbose: bool = False,
) -> Report:
    """The result for the formats, with suppressed findings only if they were asked for."""
    files = {file.shown: file for file in workspace.files}

    def text_of(name: str) -> str | None:
        source = files[name].source if name in files else None
        return None if source is None else source.text

    def rule_facts(code: str) -> RuleFacts | None:
        selection = workspace.selection_with(code)
        return None if selection is None else facts_of(selection.pages[code], selection)

    summary = result.summary
    suppressed: list[SuppressedFinding] = []
    if include_suppressed:
        known = (SuppressedFinding(finding, reason="known in the baseline") for finding in result.known)
        suppressed = [*result.suppressed, *known]
    return Report(
        result.findings,
        Totals(summary.files, summary.commands, summary.suppressed, summary.held_back, summary.not_checked),
        text_of,
        suppressed,
        [covered_text(str(crash), workspace) for crash in result.crashes],
        fail_on,
        rule_facts,
        verbose,
        workspace.texts_with_values,
        workspace.has_values_by_environment,
        lambda name: files[name].distinct_lines,
        lambda name: files[name].parts_read,
    )


def facts_of(page: Page, selection: Selection) -> RuleFacts:
    """What the formats show of a rule."""

    def read() -> tuple[str, str, str]:
        from mqtune.present.rule_page import main_sections  # few formats show the text of a page

        return main_sections(page)

    severity = selection.severities.get(page.code) or page.severity_named(selection.profile)
    path = f"rules/{page.path}" if page.path else ""
    return RuleFacts(page.summary, FAMILIES.get(page.family, OF_PROJECT), severity, path, read)


def covered_text(text: str, workspace: Workspace) -> str:
    """The text of an internal error without the secrets in the files of the run."""
    from mqtune.present.redact import covered  # needed only after a crash

    sources = (file.source for file in workspace.files)
    return covered(text, (source.text for source in sources if source is not None))
