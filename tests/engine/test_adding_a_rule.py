"""Adding a rule takes a page and a function: the example of the developer guide is added and run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from inspect import getdoc, signature
from pathlib import Path

import pytest

from mqtune._build.pages import PARAMETERS
from mqtune.engine import rule as declarations
from mqtune.engine.rule import SCOPES, Skip, rule

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "developing" / "rules.md").read_text(encoding="utf-8")
# what is not needed to lint, and would only take time to copy
NOT_NEEDED = ("__pycache__", "lab", "tui", "tune")


def fence(before: str) -> tuple[str, str]:
    """The path that the guide names behind some words, and the text of the next fence."""
    found = re.search(rf"{before}, (?:in )?`([^`]+)`:\n\n(`{{3,}})\w+\n(.*?)\n\2\n", GUIDE, re.DOTALL)
    assert found is not None, before
    return found[1], found[3] + "\n"


PAGE, FUNCTION = fence("The page"), fence("The function")


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the two files of the guide."""
    folder = tmp_path_factory.mktemp("program")
    for name in ("mqtune", "rules", "grammars", "docs"):
        ignore = shutil.ignore_patterns(*(NOT_NEEDED if name == "mqtune" else ()))
        shutil.copytree(ROOT / name, folder / name, ignore=ignore)
    for path, text in (PAGE, FUNCTION):
        assert not (folder / path).exists()
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def test_the_generator_takes_the_page_and_the_function(program: Path) -> None:
    assert run(program, "-m", "mqtune._build.pages") == ""
    compiled = (program / "mqtune" / "engine" / "_pages.py").read_text(encoding="utf-8")
    (row,) = [line for line in compiled.splitlines() if "'QUE090'" in line]
    assert "'que/QUE090-backout-queue-too-small.md', 'que.backout'" in row


def test_the_rule_runs(program: Path) -> None:
    run(program, "-m", "mqtune._build.pages")
    bad, good = re.findall(r"```mqsc.*?\n(.*?)```", PAGE[1], re.DOTALL)
    (program / "bad.mqsc").write_text(bad)
    (program / "good.mqsc").write_text(good)
    lint = ("-m", "mqtune", "lint", "--select", "QUE090", "--format", "concise")
    assert run(program, *lint, "bad.mqsc").startswith(
        "bad.mqsc:2:41: warning QUE090 QLOCAL(SCANS) accepts messages of 104857600 bytes"
    )
    assert "No findings" in run(program, *lint, "good.mqsc")


def test_a_function_that_does_not_fit_its_page_is_reported(program: Path) -> None:
    path = program / FUNCTION[0]
    path.write_text(FUNCTION[1].replace("(queue: MqObject, ", "("), encoding="utf-8")
    told = run(program, "-m", "mqtune._build.pages", "--check")
    path.write_text(FUNCTION[1], encoding="utf-8")
    assert f"{PAGE[0]}: with `scope: object` the parameters must be (MqObject, QueueManager)" in told


def test_the_guide_names_the_parameters_of_the_decorator() -> None:
    assert f"`@rule({', '.join(signature(rule).parameters)})`" in GUIDE
    assert f"`skip=Skip({', '.join(f'{name}=…' for name in signature(Skip).parameters)})`" in GUIDE


def test_the_contract_describes_each_parameter_of_skip() -> None:
    described = re.findall(r"^ *`(\w+)` \(", getdoc(Skip) or "", re.MULTILINE)
    assert described == list(signature(Skip).parameters)


def test_guide_and_module_give_each_scope_with_its_parameters() -> None:
    table = dict(re.findall(r"^\| `([a-z-]+)` \| (`\(.*?\)`|no function) \|", GUIDE, re.MULTILINE))
    listed = dict(
        re.findall(r"^  ([a-z-]+) +(\(.*?\)|no function)[:  ]", str(declarations.__doc__), re.MULTILINE)
    )
    wanted = {
        scope: f"({', '.join(PARAMETERS[scope])})" if scope in PARAMETERS else "no function"
        for scope in SCOPES
    }
    assert listed == wanted
    assert {scope: words.strip("`").replace("\\|", "|") for scope, words in table.items()} == wanted
