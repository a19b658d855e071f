"""The frame: status line, keys, help, palette, jump, small terminals, quitting."""

from __future__ import annotations

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.notifications import Notification
from textual.widgets._toast import Toast

from mqtune.tui.dialogs import key_table, keys_of
from mqtune.tui.preparation import parse_styles
from mqtune.tui.quick_screen import QuickScreen

MANY_LAYOUTS = 100


def test_the_status_line_names_the_queue_manager_and_its_role(stage, project) -> None:
    async def scene(pilot) -> None:
        assert "QM1 (test)" in stage.text(pilot).splitlines()[0]

    stage.play(scene)


def test_production_is_shown_in_capitals(stage, project) -> None:
    file = project / "mqtune.toml"
    file.write_text(file.read_text().replace('"test"', '"production"'))

    async def scene(pilot) -> None:
        assert "QM1 (PRODUCTION)" in stage.text(pilot).splitlines()[0]

    stage.play(scene)


@pytest.mark.parametrize(("width", "height"), [(20, 6), (59, 24), (80, 14)])
def test_a_terminal_that_is_too_small_shows_the_required_size(stage, project, width, height) -> None:
    async def scene(pilot) -> None:
        text = stage.text(pilot)
        assert "needs 60 x 15" in text
        assert f"has {width} x {height}" in text
        await pilot.press("question_mark")
        assert len(pilot.app.screen_stack) == 1
        await pilot.press("q")

    assert stage.play(scene, size=(width, height)).return_code == 0


def test_a_screen_behind_a_dialog_is_laid_out_for_the_last_size_only(stage, project, monkeypatch) -> None:
    laid_out = []
    lay_out = QuickScreen._refresh_layout

    def counted(screen, size=None, scroll=False) -> None:
        laid_out.append(size)
        assert len(laid_out) < MANY_LAYOUTS
        lay_out(screen, size, scroll)

    monkeypatch.setattr(QuickScreen, "_refresh_layout", counted)

    async def scene(pilot) -> None:
        await pilot.press("question_mark")
        below, last = pilot.app.screen_stack[0], pilot.app.size
        for size in (Size(100, 30), last):
            below.post_message(Resize(size, size))
            below.call_later(lambda: None)  # two events in succession would become one
        await pilot.pause()
        assert below.size == last

    stage.play(scene)


def test_a_message_that_expires_while_it_is_shown_does_not_block_the_program(
    stage, project, monkeypatch
) -> None:
    delays = []
    monkeypatch.setattr(Notification, "has_expired", False)  # when Textual looked
    monkeypatch.setattr(Toast, "set_timer", lambda _, delay, callback: delays.append(delay))

    async def scene(pilot) -> None:
        pilot.app.notify("late", timeout=-1)
        pilot.app.notify("in time", timeout=60)
        await stage.when(pilot, lambda: bool(delays), "shown")
        assert all(delay > 0 for delay in delays)

    stage.play(scene)


@pytest.mark.parametrize("status", [0, 143])
def test_a_screen_that_opens_after_the_end_is_no_error(stage, project, status) -> None:
    async def scene(pilot) -> None:
        pilot.app.exit(return_code=status)
        pilot.app.action_help()

    assert stage.play(scene).return_code == status


def test_help_names_every_key_that_is_bound(stage, project) -> None:
    async def scene(pilot) -> None:
        keys = key_table(keys_of(pilot.app.screen), "").plain
        for active in pilot.app.screen.active_bindings.values():
            if active.binding.description and active.binding.id is not None:
                assert pilot.app.get_key_display(active.binding) in keys
        assert "Everywhere" in keys
        await pilot.press("question_mark")
        await stage.until(pilot, "Escape closes")
        await pilot.press(*"palet")
        await pilot.pause()
        assert "^p" in stage.text(pilot)
        assert "suspend" not in stage.text(pilot).lower()
        await pilot.press("escape")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1
        await pilot.press("L")
        await stage.until(pilot, "Nothing was written yet")
        await pilot.press("escape")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    stage.play(scene, size=(120, 40))


def test_ctrl_c_without_an_experiment_stops_nothing(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert "no experiment is running" in stage.text(pilot)

    stage.play(scene)


class Experiment:
    """An experiment that ends when it is stopped."""

    name = "topic limit"

    def __init__(self) -> None:
        self.told: list[str] = []

    def stop_after_run(self) -> None:
        self.told.append("after")

    def stop_now(self) -> None:
        self.told.append("now")

    async def ended(self) -> None:
        self.told.append("ended")


@pytest.mark.parametrize(("key", "told"), [("a", ["after", "ended"]), ("n", ["now", "ended"])])
def test_quitting_asks_while_an_experiment_is_running(stage, project, key, told) -> None:
    experiment = Experiment()

    async def scene(pilot) -> None:
        pilot.app.running = experiment
        await pilot.press("q")
        await pilot.pause()
        assert "topic limit is running" in stage.text(pilot)
        await pilot.press("escape")
        await pilot.press("q")
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()

    assert stage.play(scene).return_code == 0
    assert experiment.told == told


def test_enter_on_the_question_stops_nothing(stage, project) -> None:
    experiment = Experiment()

    async def scene(pilot) -> None:
        pilot.app.running = experiment
        await pilot.press("ctrl+c")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1

    stage.play(scene)
    assert experiment.told == []


def test_a_signal_stops_the_experiment_and_leaves_when_it_has_ended(stage, project, monkeypatch) -> None:
    experiment = Experiment()
    # else it would end the tests
    monkeypatch.setattr("mqtune.tui.app.leave_soon", lambda status: experiment.told.append("leaving"))

    async def scene(pilot) -> None:
        pilot.app.running = experiment
        pilot.app._end_on_signal(0)
        await pilot.pause()

    stage.play(scene)
    assert experiment.told == ["now", "ended", "leaving"]


def test_a_click_on_a_key_runs_its_action(stage, project) -> None:
    async def scene(pilot) -> None:
        line = stage.text(pilot).splitlines()[-1]
        await pilot.click("KeyLine", offset=(line.index("? Help"), 0))
        await stage.until(pilot, "Escape closes")
        await pilot.press("escape")
        first = stage.text(pilot).splitlines()[0]
        await pilot.click("StatusLine", offset=(first.index("2 Lint") + 3, 0))
        await stage.until(pilot, "[2 Lint]")

    stage.play(scene)


def test_the_palette_goes_to_an_area(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("ctrl+o")
        await stage.until(pilot, "press a letter to go to its pane")
        await pilot.press("ctrl+p")  # in place of the letters
        assert len(pilot.app.screen_stack) == 2
        await stage.until(pilot, "Search for commands")
        await pilot.press(*"Go to Lint")
        await stage.until(pilot, "what is wrong, why, and how to fix it")
        await pilot.press("down", "enter")
        await stage.until(pilot, "[2 Lint]")

    stage.play(scene)


def test_one_queue_manager_can_be_chosen(stage, project) -> None:
    (project / "mqtune.toml").write_text(
        '[[queue-manager]]\nname = "QM1"\nrole = "test"\nfiles = ["qm1.mqsc"]\n'
        '[[queue-manager]]\nname = "QM2"\nrole = "production"\nfiles = ["qm2.mqsc"]\n'
    )
    (project / "qm2.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")

    async def scene(pilot) -> None:
        assert "2 queue managers (1 PRODUCTION)" in stage.text(pilot)
        pilot.app.choose(pilot.app.opened.queue_managers[0])
        await stage.until(pilot, "QM1 (test)")
        for number in (0, 1):
            pilot.app.choose(pilot.app.opened.queue_managers[number])
            await pilot.press("5")
            name = f"QM{number + 1}"
            await stage.until(pilot, f"--qmgr {name}")
            await pilot.press("escape")

    stage.play(scene)


def test_the_styles_stay_when_the_files_are_checked_again(stage, project) -> None:
    async def scene(pilot) -> None:
        for _ in range(2):
            await parse_styles(pilot.app)
            assert len(pilot.app.stylesheet.rules) > 100

    stage.play(scene)
