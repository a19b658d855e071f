"""Every shape of bench/shapes.py runs, on a tiny estate; times are not looked at."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.results import write_section  # noqa: E402
from bench.shape_list import Shape, shapes  # noqa: E402
from bench.shapes import Row, build, line  # noqa: E402

OBJECTS = 16


def run(arguments: tuple[str, ...]) -> int:
    """The exit status of a command, run in this process."""
    from mqtune.cli import main as entry_point

    with contextlib.redirect_stdout(io.StringIO()):
        return entry_point.main(list(arguments))


@pytest.mark.parametrize("shape", list(shapes()), ids=lambda shape: shape.name)
def test_every_shape_runs(shape: Shape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(build(tmp_path / "estate", shape.files(OBJECTS)))
    if shape.before:
        assert run(shape.before) == 0
    assert run(shape.command) == 0


def test_shapes_have_different_names_and_repeat_themselves() -> None:
    names = [shape.name for shape in shapes()]
    assert len(names) == len(set(names)) > 25
    for shape in shapes():
        assert list(shape.files(OBJECTS)) == list(shape.files(OBJECTS))


def test_a_row_shows_growth_without_start_up_and_the_ratio_to_plain() -> None:
    row = Row("hub", small=0.3, large=1.1, plain=0.5, empty=0.1)
    assert line(row) == "| hub | 0.30 s | 1.10 s | 5.0 | 2.2 | PASS |"
    assert not Row("hub", small=0.3, large=1.2, plain=0.5, empty=0.1).holds
    assert not Row("hub", small=0.3, large=1.0, plain=0.08, empty=0.1).holds


def test_a_section_of_the_results_replaces_its_own_alone(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    for title, table in (("A", "| 1 |"), ("B", "| # |"), ("A", "| 2 |")):
        write_section(title, f"Introduction of {title}.", table, page)
    assert page.read_text() == (
        "# Results\n\n## A\n\nIntroduction of A.\n\n| 2 |\n\n## B\n\nIntroduction of B.\n\n| # |\n"
    )
