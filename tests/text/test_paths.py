"""Paths relative to a folder."""

from __future__ import annotations

import ntpath
import os
from types import SimpleNamespace

from mqtune.text import paths


def test_a_path_is_relative_to_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert paths.relative_path(str(tmp_path / "a" / "b.mqsc")) == os.path.join("a", "b.mqsc")
    assert paths.relative_path("a/b.mqsc", "a/c") == os.path.join("..", "b.mqsc")


def test_a_path_on_another_drive_stays_absolute(monkeypatch):
    monkeypatch.setattr(paths, "os", SimpleNamespace(path=ntpath, curdir="."))
    assert paths.relative_path("D:\\mq\\a.mqsc", "C:\\work") == "D:\\mq\\a.mqsc"
    assert paths.relative_path("C:\\work\\mq\\a.mqsc", "C:\\work") == "mq\\a.mqsc"
