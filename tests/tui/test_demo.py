"""`mqtune tui --demo` in a folder without files: an example estate with content in every area."""

from __future__ import annotations

import os
from pathlib import Path

from mqtune.tui.areas.lab.request_form import FormContext
from mqtune.tui.areas.topology import topology_views
from mqtune.tui.project import copied_estate, is_without_files, open_project


def test_the_demo_estate_has_content_in_every_area(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_without_files((".",), None)
    with copied_estate():
        opened = open_project((".",), None)
        copy = os.getcwd()
    assert not os.path.exists(copy)
    assert Path.cwd() == tmp_path
    assert FormContext(opened, None, None, demo=True).first_name() == "HUB.QM"  # with cores for several arms
    assert {item.shown.severity for item in opened.items} >= {"error", "warning"}
    assert sum(item.shown.fix(allow_unsafe=True) is not None for item in opened.items) >= 2
    views = topology_views(opened)
    assert views.trees
    assert views.paths
    assert views.clusters
    assert views.clients
    assert any(one.topic_loads for estate in opened.workspace.estates for one in estate.queue_managers)
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    assert not is_without_files((".",), None)
