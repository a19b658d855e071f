"""The manual page is fresh, names every command and option, and has no errors of form."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from mqtune._build.command_line import MAN_PAGE, escaped, page
from mqtune._build.command_line import all_commands


def test_the_page_is_fresh() -> None:
    assert MAN_PAGE.read_text(encoding="utf-8") == page(), "python -m mqtune._build.command_line"


def test_every_command_and_option_is_in_it() -> None:
    text = page()
    for command in all_commands():
        assert f".SS mqtune {escaped(command.words)}" in text
        for option in command.options:
            for name in option.names:
                assert f"\\fB{escaped(name)}\\fR" in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_no_complaints() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
