"""The status line and the key line: their content at each width."""

from __future__ import annotations

import pytest

from mqtune.tui.status import PAUSED, AppStatus, KeyHint, Tab, key_content, laid_out, status_content, tab_at

TABS = tuple(
    Tab(str(number), title, title == "Lab")
    for number, title in enumerate(("Home", "Lint", "Topology", "Capacity", "Lab", "History"), 1)
)
RUNNING = AppStatus("QM1", "test", "topic limit", 41, "7 min")


@pytest.mark.parametrize("width", [60, 80, 120, 200])
def test_queue_manager_role_and_experiment_are_shown_at_every_width(width: int) -> None:
    line = status_content(width, TABS, RUNNING).plain
    assert len(line) == width
    assert "[5 Lab]" in line
    assert "QM1 (test)" in line
    assert "41%" in line


def test_a_wide_line_names_all_areas_and_the_time_left() -> None:
    line = status_content(120, TABS, RUNNING).plain
    assert "3 Topology" in line
    assert "topic limit 41% 7 min  QM1 (test)" in line


def test_a_short_line_shows_that_an_experiment_is_paused() -> None:
    paused = AppStatus("Q" * 30, "test", "topic limit", 41, PAUSED)
    line = status_content(60, TABS, paused).plain
    assert "paused" in line
    assert "41%" not in line


def test_a_long_name_cuts_the_line_and_nothing_else() -> None:
    line = status_content(60, TABS, AppStatus("Q" * 48, "production")).plain
    assert len(line) <= 60
    assert "[5 Lab]" in line


def test_simulated_is_shown() -> None:
    assert "SIMULATED" in status_content(80, TABS, AppStatus("QM1", "test", simulated=True)).plain


def test_names_from_files_cannot_control_the_terminal() -> None:
    line = status_content(80, TABS, AppStatus("[/red]\x1b[31m", "test")).plain
    assert "[/red]\\x1b[31m" in line


ALWAYS = [KeyHint("?", "Help", "help"), KeyHint("^p", "Palette", "command_palette")]


def hints(count: int) -> list[KeyHint]:
    return [KeyHint("f", f"Action{number}", "fix") for number in range(count)]


def test_the_key_line_shows_as_many_keys_as_fit() -> None:
    assert len(laid_out(hints(20), ALWAYS, 200)) > 15
    assert len(laid_out(hints(20), ALWAYS, 80)) > 6


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_key_line_is_never_wider_than_the_screen(width: int) -> None:
    line = key_content(laid_out(hints(12), ALWAYS, width), width).plain
    assert len(line) == width
    assert line.endswith("? Help  ^p Palette ")


def test_areas_keep_their_first_letters_before_they_lose_their_titles() -> None:
    status = AppStatus("13 queue managers", "production")
    assert "3 Topo" in status_content(80, TABS, status).plain


def test_no_area_loses_its_name_and_each_can_be_clicked() -> None:
    status = AppStatus("13 queue managers", "", "topic limit", 41, "7 min", in_production=3)
    for width in (60, 80, 120, 200):
        line = status_content(width, TABS, status).plain
        for tab in TABS:
            at = line.index(f"{tab.key} {tab.title[:2]}")
            assert tab_at(width, TABS, status, at + 2) == tab
    assert tab_at(200, TABS, status, 150) is None
    assert "13 queue managers (3 PRODUCTION)" in status_content(200, TABS, status).plain


def test_an_ended_experiment_stays_until_it_was_looked_at() -> None:
    assert "topic limit ended" in status_content(120, TABS, AppStatus("QM1", ended="topic limit")).plain


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("state", [{"experiment": "topic-limit", "percent": 41}, {"ended": "topic-limit"}])
def test_an_experiment_stays_on_a_narrow_line_with_the_role(width: int, state: dict[str, str | int]) -> None:
    status = AppStatus("2 queue managers", "test", simulated=True, **state)
    line = str(status_content(width, TABS, status))
    assert ("41%" if "experiment" in state else "ended") in line
    assert "(test) SIMULATED" in line
    assert len(line) <= width
