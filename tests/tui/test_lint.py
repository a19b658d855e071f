"""The Lint area: list, source, explanation, and every key."""

from __future__ import annotations

import asyncio
import re
import threading

import pytest
from textual.widgets import Input

from mqtune.session.session import Session
from mqtune.tui.areas.lint.findings_list import FindingsList
from mqtune.tui.areas.lint.source_pane import SourcePane
from mqtune.tui.changes import ChangePreview
from tests.tui.conftest import SIZES

BOTH = ("home", "lint")


@pytest.fixture
def lint(stage, project):
    """Play a scene that begins in the Lint area."""

    def play(scene, paths=("qm1.mqsc",), size=(80, 24)):
        async def whole(pilot) -> None:
            await pilot.press("2")
            await pilot.pause()
            await scene(pilot)

        return stage.play(whole, paths, size=size, areas=BOTH)

    return play


def marked(pilot) -> str:
    item = pilot.app.screen.item
    return f"{item.shown.code}:{item.shown.place.span.line}"


def test_the_three_panes_and_the_preview_of_a_fix(stage, project, lint) -> None:
    async def scene(pilot) -> None:
        await stage.every_size(pilot, "lint")
        await pilot.press("f")
        await stage.until(pilot, "Verified")
        await stage.every_size(pilot, "fix")
        await pilot.press("e")
        await stage.until(pilot, "mqtune explain CAT005")
        await pilot.press("escape", "escape")
        await refused(pilot)

    async def refused(pilot) -> None:
        before = pilot.app.opened
        words = "the orders of all branches in the order of their arrival"
        (project / "qm1.mqsc").write_text(
            f"DEFINE QLOCAL(ORDERS) REPLACE +\n  DESCR('{words}') MAXDEPHT(9999999999)\n* after\n"
        )
        await stage.opened(pilot, before)
        await pilot.press("home", "down")
        await pilot.pause()
        assert "   3  * after" in stage.text(pilot)  # below the wrapped line
        await pilot.press("f")
        await stage.until(pilot, "Not applied: it would cause CAT018")
        await stage.every_size(pilot, "refused")
        for key, words in (("r", "mqtune explain CAT018"), ("e", "mqtune explain CAT005")):
            await pilot.press(key)
            await stage.until(pilot, words)
            await pilot.press("escape")
        await pilot.press("enter")  # there is nothing to write
        assert isinstance(pilot.app.screen, ChangePreview)
        await pilot.press("s")
        await stage.until(pilot, "why the finding is accepted")
        await pilot.press(*"tested")
        await pilot.pause()
        days = re.compile(r"\d{4}-\d\d-\d\d")
        await stage.every_size(pilot, "suppress", lambda text: days.sub("2027-01-31", text))

    lint(scene)


def test_the_page_of_a_rule(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("e")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await stage.until(pilot, "CAT005 unknown-attribute")
            await stage.until(pilot, "mqtune explain CAT005")
        await pilot.resize_terminal(*SIZES[-1])
        await pilot.press("end")  # what `mqtune explain` prints, to the last line
        await stage.until(pilot, "/rules/CAT005/")
        await pilot.press("escape")
        await pilot.press("escape")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    lint(scene)


def test_source_and_explanation_follow_the_cursor(stage, lint) -> None:
    async def scene(pilot) -> None:
        first = marked(pilot)
        await pilot.press("down")
        await pilot.pause()
        assert marked(pilot) != first
        await pilot.press("k")
        assert marked(pilot) == first
        await pilot.press("end")
        last = marked(pilot)
        await pilot.press("home", "n", "n")
        assert marked(pilot) != first
        await pilot.press("N", "pagedown")
        assert marked(pilot) == last
        await pilot.press("pageup", "down")
        assert marked(pilot) == first

    lint(scene)


def test_enter_opens_the_card_of_what_is_marked_and_escape_comes_back(lint) -> None:
    async def scene(pilot) -> None:
        async def opened(*keys: str) -> str:
            await pilot.press(*keys)
            await pilot.pause()
            title = pilot.app.screen.target.title
            await pilot.press("escape")
            await pilot.pause()
            return title

        assert await opened("enter") == "QLOCAL(ORDERS)"
        assert await opened("home", "enter") == "qm1.mqsc"
        assert await opened("b", "home", "enter") == "rule CAT005"
        assert await opened("b", "home", "enter") == "queue manager QM1"
        await pilot.press("b", "b", "b", "tab")
        assert isinstance(pilot.app.focused, SourcePane)
        assert await opened("enter") == "qm1.mqsc:2"
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.focused, FindingsList)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.current_mode == "home"

    lint(scene)


def test_text_from_files_is_neither_markup_nor_escape_code(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert "[/foo] copies" in stage.text(pilot)

    lint(scene, size=(120, 40))


def test_a_fix_is_written_and_undone(stage, project, lint) -> None:
    before = (project / "qm1.mqsc").read_text()

    async def scene(pilot) -> None:
        assert marked(pilot) == "CAT005:2"
        await pilot.press("u")
        await stage.until(pilot, "nothing to undo")
        await pilot.press("f")
        await stage.until(pilot, "Verified")
        assert (project / "qm1.mqsc").read_text() == before
        await pilot.press("enter")
        await stage.until(pilot, "u undoes it")
        assert "MAXDEPTH(5000)" in (project / "qm1.mqsc").read_text()
        await stage.settled(pilot)
        assert marked(pilot) != "CAT005:2"
        await pilot.press("u")
        await stage.until(pilot, "undo:")
        await stage.settled(pilot)
        assert marked(pilot) == "CAT005:2"
        assert (project / "qm1.mqsc").read_text() == before

    lint(scene)


def test_escape_does_not_change_the_file(stage, project, lint) -> None:
    before = (project / "qm1.mqsc").read_text()

    async def scene(pilot) -> None:
        await pilot.press("f")
        await stage.until(pilot, "Verified")
        await pilot.press("escape")
        await pilot.pause()

    lint(scene)
    assert (project / "qm1.mqsc").read_text() == before


def test_the_check_of_a_change_ends_when_its_preview_is_closed(stage, lint, monkeypatch) -> None:
    closed, ends = threading.Event(), []
    whole = Session.lint

    def lint_once_closed(session):
        closed.wait()
        try:
            return whole(session)
        except asyncio.CancelledError as end:
            ends.append(end)
            raise

    async def scene(pilot) -> None:
        monkeypatch.setattr(Session, "lint", lint_once_closed)
        await pilot.press("f")
        await stage.until(pilot, "checking the change")
        await pilot.press("escape")
        await pilot.pause()
        closed.set()
        await stage.when(pilot, lambda: bool(ends), "the end of the check")
        monkeypatch.undo()
        await pilot.press("f")
        await stage.until(pilot, "Verified")

    try:
        lint(scene)
    finally:
        closed.set()


def test_a_file_that_changed_is_not_overwritten(stage, project, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("f")
        await stage.until(pilot, "Verified")
        (project / "qm1.mqsc").write_text("* mine\n")
        await pilot.press("enter")
        await stage.until(pilot, "was not written")

    lint(scene, size=(120, 40))
    assert (project / "qm1.mqsc").read_text() == "* mine\n"


def test_a_finding_without_a_fix_shows_a_message(stage, lint) -> None:
    async def scene(pilot) -> None:
        screen = pilot.app.screen
        while not screen.unavailable("fix"):
            await pilot.press("down")
        await pilot.press("f")
        await stage.until(pilot, "has no fix that can be applied")

    lint(scene, size=(120, 40))


def test_all_safe_fixes(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("F")
        if pilot.app.screen.area == "lint" and len(pilot.app.screen_stack) == 1:
            await stage.until(pilot, "no finding has a safe fix")
        else:
            await stage.until(pilot, "Verified")

    lint(scene)


def test_a_finding_is_suppressed_with_reason_and_last_day(stage, project, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("s")
        await stage.until(pilot, "why the finding is accepted")
        await pilot.press("enter")
        await stage.until(pilot, "enter a reason")
        await pilot.press(*"asked for", "tab", *["backspace"] * 10, *"2099-01-31")
        await pilot.pause()
        assert 'ignore CAT005 until=2099-01-31 reason="asked for"' in stage.text(pilot)
        await pilot.press("enter")
        await stage.until(pilot, "Verified")
        await pilot.press("enter")
        await stage.until(pilot, "u undoes it")
        await stage.settled(pilot)
        assert marked(pilot) != "CAT005:2"

    lint(scene)
    line = (project / "qm1.mqsc").read_text().splitlines()[1]
    assert line == '* mqtune: ignore CAT005 until=2099-01-31 reason="asked for"'


def test_a_finding_is_suppressed_in_the_project_file(stage, project, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("s")
        await stage.until(pilot, "why the finding is accepted")
        await pilot.press(*"why", "tab", "tab", "space")
        await pilot.pause()
        assert "(x) in mqtune.toml" in stage.text(pilot)
        await pilot.press("ctrl+s")
        await stage.until(pilot, "Verified")
        await pilot.press("enter")
        await stage.until(pilot, "u undoes it")

    lint(scene)
    assert 'rule = "CAT005"' in (project / "mqtune.toml").read_text()


def test_an_invalid_day_is_reported(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("s")
        await stage.until(pilot, "why the finding is accepted")
        await pilot.press(*"why", "tab", *"tomorrow", "enter")
        await stage.until(pilot, "is not a date")

    lint(scene)


def test_the_filter_limits_the_list_and_escape_removes_it(stage, lint) -> None:
    async def scene(pilot) -> None:
        everything = len(pilot.app.screen.query_one(FindingsList).rows)
        await pilot.press("slash", *"family:CAT maxdepht", "enter")
        await pilot.pause()
        assert "filter: family:CAT maxdepht" in stage.text(pilot)
        assert len(pilot.app.screen.query_one(FindingsList).rows) == 2
        await pilot.press("escape")
        await pilot.pause()
        assert len(pilot.app.screen.query_one(FindingsList).rows) == everything
        await pilot.press("slash", *"nothing-has-this", "enter")
        await pilot.pause()
        assert "No finding matches" in stage.text(pilot)
        assert pilot.app.screen.unavailable("fix") == "no finding is marked"

    lint(scene)


def test_keys_filter_by_severity_family_and_file(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("v")
        await pilot.pause()
        assert "filter: severity:error" in stage.text(pilot)
        await pilot.press("v", "v", "v", "r")
        await pilot.pause()
        assert "filter: family:CAT" in stage.text(pilot)
        await pilot.press("r", "l")
        await pilot.pause()
        assert "filter: file:qm1.mqsc" in stage.text(pilot)
        await pilot.press("l")
        await pilot.pause()
        assert "filter:" not in stage.text(pilot)

    lint(scene)


def test_one_pane_alone(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("tab", "z")
        await pilot.pause()
        text = stage.text(pilot)
        assert "DEFINE QALIAS(ORDERS.IN)" in text
        assert "why" not in text
        await pilot.press("escape")
        await pilot.pause()
        assert "why" in stage.text(pilot)

    lint(scene)


def test_the_editor_gets_file_and_line(lint, project, monkeypatch) -> None:
    started = []

    class Ended:
        returncode = 0

    def run(command, check) -> Ended:
        started.append(command)
        return Ended()

    monkeypatch.setenv("EDITOR", "/usr/bin/vim")
    monkeypatch.setattr("mqtune.tui.background.subprocess.run", run)
    monkeypatch.setattr("textual.drivers.headless_driver.HeadlessDriver.can_suspend", True, raising=False)

    async def scene(pilot) -> None:
        await pilot.press("o")
        await pilot.pause()

    lint(scene)
    assert started == [["/usr/bin/vim", "+2", str(project / "qm1.mqsc")]]


def test_the_editor_opens_no_link_out_of_the_project(lint, project, monkeypatch) -> None:
    started = []
    monkeypatch.setenv("EDITOR", "/usr/bin/vim")
    monkeypatch.setattr(
        "mqtune.tui.background.subprocess.run", lambda command, check: started.append(command)
    )
    monkeypatch.setattr("textual.drivers.headless_driver.HeadlessDriver.can_suspend", True, raising=False)
    (project / ".git").mkdir()
    (project / ".git" / "config").write_text("token\n")
    (project.parent / "secret").write_text("token\n")
    (project / "git.mqsc").symlink_to(".git/config")
    (project / "out.mqsc").symlink_to("../secret")

    async def scene(pilot) -> None:
        for name in ("git.mqsc", "out.mqsc"):
            pilot.app.screen.open_editor(name, 1)
            await pilot.pause()

    lint(scene)
    assert started == []


def test_a_changed_file_is_checked_again_and_the_cursor_stays(stage, project, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("end")
        code = pilot.app.screen.item.shown.code
        file = project / "qm1.mqsc"
        before = pilot.app.opened
        file.write_text("* one line more\n" + file.read_text())
        await stage.opened(pilot, before)
        assert pilot.app.screen.item.shown.code == code
        assert pilot.app.screen.item.shown.place.span.line == 6

    lint(scene)


def test_the_palette_goes_to_a_rule(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("end", "ctrl+p")
        await pilot.pause()
        await pilot.press(*"CAT005")
        await stage.until(pilot, "unknown-attribute")
        await pilot.press("down", "enter")
        await pilot.pause()
        await pilot.pause()
        assert marked(pilot) == "CAT005:2"

    lint(scene)


def test_letters_jump_to_the_panes(stage, lint) -> None:
    async def scene(pilot) -> None:
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert "press a letter" in stage.text(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.focused, SourcePane)

    lint(scene)


def test_a_policy_of_the_project_has_a_page(stage, lint, project) -> None:
    (project / "mqtune.toml").write_text(
        '[lint]\nselect = ["BANK"]\n[[policy]]\ncode = "BANK001"\nname = "queue-name"\nobject = "QUEUE"\n'
        'pattern = "BANK"\nmessage = "{name} breaks the standard"\n'
    )
    (project / "bank.mqsc").write_text("DEFINE QLOCAL(OTHER)\n")

    async def scene(pilot) -> None:
        assert "OTHER breaks the standard" in stage.text(pilot)
        await pilot.press("e")
        await stage.until(pilot, "BANK001 queue-name")
        assert "mqtune explain BANK001" in stage.text(pilot)

    lint(scene, paths=("bank.mqsc",))


def titles(pilot) -> list[str]:
    findings = pilot.app.screen.query_one(FindingsList)
    return [row.group.title for row in findings.rows if row.item is None]


def estate_of_two(project) -> None:
    """Two queue managers in two environments, with three misspelt names and a clean queue."""
    (project / "mqtune.toml").write_text(
        '[[environment]]\nname = "dev"\nfiles = ["dev.mqsc"]\n'
        '[[environment]]\nname = "prod"\nfiles = ["prod.mqsc"]\n'
        '[[queue-manager]]\nname = "QM1"\nfiles = ["dev.mqsc"]\n'
        '[[queue-manager]]\nname = "QM12"\nfiles = ["prod.mqsc"]\n'
    )
    (project / "dev.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPHT(1)\nDEFINE QLOCAL(B) MAXDEPHT(2)\n")
    (project / "prod.mqsc").write_text("DEFINE QLOCAL(C) MAXDEPHT(3)\n")


def test_findings_are_grouped_closed_selected_and_fixed_together(stage, project, lint) -> None:
    estate_of_two(project)

    async def scene(pilot) -> None:
        findings = pilot.app.screen.query_one(FindingsList)
        assert titles(pilot) == ["dev.mqsc", "prod.mqsc"]
        await pilot.press("slash", *"CAT005", "enter", "b")
        assert titles(pilot) == ["CAT005 unknown-attribute"]
        await pilot.press("b")
        assert titles(pilot) == ["dev/QM1", "prod/QM12"]
        await pilot.press("b", "O")
        await pilot.pause()
        assert titles(pilot) == ["dev", "prod"]
        assert "by environment, most severe first" in stage.text(pilot)
        await pilot.press("minus")
        await pilot.pause()
        assert "▶ dev  2 errors" in stage.text(pilot)
        await pilot.press("right", "right")
        assert marked(pilot) == "CAT005:1"
        await pilot.press("left", "left")
        assert [row.group.title for row in findings.rows] == ["dev", "prod"]
        await pilot.press("space", "space")
        assert len(findings.selected) == 3
        await pilot.press("space")
        await pilot.pause()
        assert "2 selected" in stage.text(pilot)
        await stage.every_size(pilot, "lint-groups")
        await pilot.press("f")
        await stage.until(pilot, "2 findings are gone, with changes in 1 file")
        await stage.every_size(pilot, "lint-fixes")
        before = pilot.app.opened
        await pilot.press("enter")
        await stage.opened(pilot, before)
        assert not findings.selected
        assert "−2" in stage.text(pilot)
        assert (project / "dev.mqsc").read_text().count("MAXDEPTH") == 2
        assert "MAXDEPHT" in (project / "prod.mqsc").read_text()
        await pilot.press("u")
        await stage.until(pilot, "+2")

    lint(scene, paths=("dev.mqsc", "prod.mqsc"), size=(120, 40))


def test_a_change_of_many_files_is_told_briefly_and_listed_in_the_log(stage, project, lint) -> None:
    names = ("a.mqsc", "b.mqsc", "c.mqsc")
    for name in names:
        (project / name).write_text(f"DEFINE QLOCAL({name[0]}) MAXDEPHT(5)\n")

    async def scene(pilot) -> None:
        await pilot.press("a", "f")
        await stage.until(pilot, "They are unsafe")
        before = pilot.app.opened
        await pilot.press("enter")
        await stage.opened(pilot, before)
        assert stage.toasts[-1] == "wrote 3 files: 3 fixes of CAT005; u undoes it"
        await pilot.press("L")
        await stage.until(pilot, "wrote a.mqsc, b.mqsc, c.mqsc")

    lint(scene, paths=names)


def test_several_are_suppressed_and_one_queue_manager_is_shown(stage, project, lint) -> None:
    estate_of_two(project)

    async def scene(pilot) -> None:
        pilot.app.choose(pilot.app.opened.queue_managers[0])
        await stage.until(pilot, f"filter: qmgr:={pilot.app.chosen.qualified} ")
        assert titles(pilot) == ["dev.mqsc"]
        pilot.app.choose(None)
        await stage.until(pilot, "▼ prod.mqsc")
        await pilot.press("slash", *"env:prod", "enter")
        await pilot.pause()
        assert titles(pilot) == ["prod.mqsc"]
        await pilot.press("m", "slash", *["backspace"] * 30, *"maxdepht", "enter", "home", "n", "m")
        await pilot.pause()
        assert titles(pilot) == ["dev.mqsc"]
        await pilot.press("a", "s")
        await stage.until(pilot, "Suppress 2 findings of CAT005")
        await pilot.press(*"old", "tab", "tab", "down", "down", "ctrl+s")
        await stage.until(pilot, "Enter writes it")
        text = stage.text(pilot)
        assert 'rule = "CAT005"' in text
        assert "object" not in text.split("+[[exception]]")[1]
        await pilot.press("escape", "y")
        await stage.until(pilot, "copied 2 findings of CAT005")
        assert pilot.app.clipboard.count("dev.mqsc:") == 2

    lint(scene, paths=("dev.mqsc", "prod.mqsc"), size=(120, 40))


def test_the_last_letter_before_enter_counts(lint) -> None:
    async def scene(pilot) -> None:
        screen = pilot.app.screen
        await pilot.press("slash", "q", "u")
        field = screen.query_one("#filter", Input)
        with field.prevent(Input.Changed):  # its report comes after Enter
            field.value = "que"
        await pilot.press("enter")
        await pilot.pause()
        assert screen.filter.text == "que"

    lint(scene)
