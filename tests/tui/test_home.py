"""Home: the overview, and the ways to the areas."""

from __future__ import annotations

from mqtune.tui.areas.home.content import by_severity, most_severe

BOTH = ("home", "lint")


def test_the_overview(stage, project) -> None:
    async def scene(pilot) -> None:
        await stage.every_size(pilot, "home")

    stage.play(scene, ("qm1.mqsc",), areas=BOTH)


def test_an_empty_folder_gets_hints(stage, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def scene(pilot) -> None:
        text = stage.text(pilot)
        assert "No IBM MQ files found here" in text
        assert "dmpmqcfg" in text
        await pilot.resize_terminal(60, 15)
        await pilot.pause()
        assert "mqtune tui --demo" in stage.text(pilot)
        assert " 3 Topology" in stage.text(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert "No IBM MQ files here" in stage.text(pilot)

    stage.play(scene)


def test_an_invalid_project_file_is_reported_and_opened_once_fixed(stage, project) -> None:
    good = (project / "mqtune.toml").read_text()
    (project / "mqtune.toml").write_text("profile = \n")

    async def scene(pilot) -> None:
        assert "mqtune.toml:1: not valid TOML" in stage.text(pilot)
        (project / "mqtune.toml").write_text(good)
        await stage.opened(pilot)
        assert "QM1 (test)" in stage.text(pilot)

    stage.play(scene)


def test_a_number_goes_to_an_area_and_escape_comes_back(stage, project) -> None:
    async def scene(pilot) -> None:
        await pilot.press("2")
        await pilot.pause()
        assert "[2 Lint]" in stage.text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        assert "[1 Home]" in stage.text(pilot)

    stage.play(scene)


def test_enter_on_a_finding_goes_to_it(stage, project) -> None:
    async def scene(pilot) -> None:
        wanted = by_severity(most_severe(pilot.app.opened.items))[1].shown
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pilot.pause()
        screen = pilot.app.screen
        assert screen.area == "lint"
        assert screen.item.shown is wanted

    stage.play(scene, areas=BOTH)


def test_a_file_that_is_not_an_mq_file_is_named(stage, project) -> None:
    (project / "notes.txt").write_text("milk, bread\n")

    async def scene(pilot) -> None:
        assert "notes.txt is not checked" in stage.text(pilot)

    stage.play(scene, ("notes.txt", "qm1.mqsc"))
