"""Home: the overview, and the ways to the areas."""

from __future__ import annotations

import shutil

from mqtune.tui.areas.home_content import most_severe

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
        await pilot.press("2")
        await pilot.pause()
        assert "The files could not be opened; Home (1) shows why." in stage.text(pilot)
        await pilot.press("1")
        (project / "mqtune.toml").write_text(good)
        await stage.opened(pilot)
        assert "QM1 (test)" in stage.text(pilot)

    stage.play(scene)


def test_a_project_file_that_becomes_invalid_is_reported_until_it_is_fixed(stage, project) -> None:
    good = (project / "mqtune.toml").read_text()

    async def scene(pilot) -> None:
        await pilot.press("2")
        (project / "mqtune.toml").write_text("profile = \n")
        await stage.when(pilot, lambda: bool(pilot.app.errors), "reported")
        assert "not checked again: mqtune.toml:1" in stage.text(pilot)
        await pilot.press("1")
        await pilot.pause()
        assert "not checked again: mqtune.toml:1 not valid TOML" in stage.text(pilot)
        before = pilot.app.opened
        (project / "mqtune.toml").write_text(good)
        await stage.opened(pilot, before)
        assert "not checked again" not in stage.text(pilot)

    stage.play(scene, areas=BOTH)


def test_a_folder_that_is_removed_is_reported(stage, project) -> None:
    async def scene(pilot) -> None:
        shutil.rmtree(project)
        await stage.when(pilot, lambda: bool(pilot.app.errors), "reported")
        assert "not checked again: the current folder was removed" in stage.text(pilot)
        await pilot.press("3", "1")
        await pilot.pause()
        assert "not checked again: the current folder was removed" in stage.text(pilot)

    stage.play(scene)


def test_queue_managers_without_a_name_count_and_have_no_role(stage, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    toml = '[[queue-manager]]\nname = "QM1"\nrole = "production"\nfiles = ["prod/**"]\n'
    (tmp_path / "mqtune.toml").write_text(toml)
    for name in ("prod", "dev", "uat"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "all.mqsc").write_text("DEFINE QLOCAL(A)\n")

    async def scene(pilot) -> None:
        assert "3 queue managers (1 PRODUCTION)" in stage.text(pilot)

    stage.play(scene, size=(120, 40))


def test_each_rule_is_named_once_with_the_number_of_its_findings(stage, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for environment in ("dev", "prod"):
        folder = tmp_path / environment / "files"
        folder.mkdir(parents=True)
        (folder / "QM1.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPTH(1000000000)\n")

    async def scene(pilot) -> None:
        lines = [line for line in stage.text(pilot).splitlines() if "CAT018" in line]
        assert len(lines) == 1
        assert "E CAT018  2x  dev/files/QM1.mqsc:1  MAXDEPTH(1000000000)" in lines[0]

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
        wanted = most_severe(pilot.app.opened.items)[1].item.shown
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        await pilot.pause()
        screen = pilot.app.screen
        assert screen.area == "lint"
        assert screen.item.shown is wanted

    stage.play(scene, areas=BOTH)


def test_e_shows_the_page_of_the_rule_of_a_finding(stage, project) -> None:
    async def scene(pilot) -> None:
        code = most_severe(pilot.app.opened.items)[0].item.shown.code
        await pilot.press("down", "e")
        await stage.until(pilot, f"mqtune explain {code}")

    stage.play(scene, areas=BOTH)


def test_a_file_that_is_not_an_mq_file_is_named(stage, project) -> None:
    (project / "notes.txt").write_text("milk, bread\n")

    async def scene(pilot) -> None:
        assert "notes.txt is not checked" in stage.text(pilot)

    stage.play(scene, ("notes.txt", "qm1.mqsc"))


def test_the_message_names_the_areas_that_follow_the_chosen_queue_manager(stage, project) -> None:
    async def scene(pilot) -> None:
        pilot.app.choose(pilot.app.opened.queue_managers[0])
        assert stage.toasts[-1].startswith("Lint, Topology, Lab and History show QM1;")

    stage.play(scene, areas=BOTH)
