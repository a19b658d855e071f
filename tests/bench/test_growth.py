"""bench/growth.py has a frame for every kind of file, and verdicts follow from costs; nothing is timed."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.growth import DONE, Bench, Cell, Cost, sample, write  # noqa: E402
from bench.growth_kinds import EDITOR, LINT, MARK, Frame, frames  # noqa: E402
from bench.growth_products import product_frames  # noqa: E402
from bench.growth_units import NUMBER, Unit, encoded, random_unit, samples_of, terminals, units, words  # noqa: E402
from mqtune.cli.main import main  # noqa: E402
from mqtune.syntax.carriers.names import _SHAPES, INI_NAMES  # noqa: E402
from mqtune.syntax.system import FOLDERS, NAMES  # noqa: E402

CELL = Cell(Frame("x", "x.mqsc", MARK), Unit("a"), LINT)


class Priced(Bench):
    """A bench whose costs are computed."""

    def __init__(self, seconds: Callable[[int], float], broken_from: int = 10**9) -> None:
        super().__init__(Path("unused"))
        self.seconds, self.broken_from = seconds, broken_from

    def measured(self, cell: Cell, unit: Unit, count: int) -> Cost:
        size = len(unit.text(count))
        return Cost(self.seconds(size), 0, "status 3" if size >= self.broken_from else "")


def test_a_seed_gives_the_same_cells() -> None:
    first, second = (list(islice(sample(random.Random(5)), 20)) for _ in range(2))
    assert first == second


def test_every_kind_of_file_is_measured() -> None:
    names = [Path(frame.path).name.lower() for frame in frames()]
    endings = {name.rpartition(".")[2] for name in names}
    assert set(_SHAPES) - endings - {"dump", "out"} == set()
    assert {*INI_NAMES, "limits.conf", "mq.service", "mqtune.toml", ".gitignore"} <= set(names)
    folders = {Path(frame.path).parent.name for frame in frames()}
    assert folders & set(FOLDERS)
    assert set(names) & set(NAMES)


def test_every_frame_has_one_place_for_units() -> None:
    assert [frame.name for frame in frames() if frame.text.count(MARK) != 1] == []


def test_units_are_numbered_and_nested() -> None:
    assert Unit(f"a{NUMBER} ").text(3) == "a0 a1 a2 "
    assert Unit(f"<{NUMBER}", f"{NUMBER}>", "x").text(2) == "<0<1x1>0>"


def test_samples_are_texts_that_a_pattern_matches() -> None:
    for pattern in (r"a(?:b|c\d)+=?", r"(?i)x[^y]{2}\s*z", r"(?>a|bc)++"):
        assert [text for text in samples_of(pattern) if re.fullmatch(pattern, text) is None] == []
    assert "${a}" in " ".join(terminals())


def test_growth_with_the_square_fails_and_linear_growth_does_not() -> None:
    assert "grows 4.0 times" in Priced(lambda size: size * size / 1e9).judged(CELL).wrong
    assert not Priced(lambda size: size / 1e5).judged(CELL).wrong


def test_a_step_at_some_size_does_not_fail_and_growth_from_some_size_on_does() -> None:
    for step in (9_000, 40_000, 100_000, 300_000):
        assert not Priced(lambda size, step=step: size / 1e6 + 0.3 * (size > step)).judged(CELL).wrong
    for start in (9_000, 40_000, 100_000):
        late = Priced(lambda size, start=start: size / 1e6 + max(size - start, 0) ** 2 / 1e9)
        assert "grows" in late.judged(CELL).wrong


def test_what_other_programs_add_now_and_then_does_not_fail() -> None:
    added = random.Random(1)
    bench = Priced(lambda size: 0.05 + size / 1e5 + added.choice((0, 0, 0, 0, 0.5)))
    assert [verdict.wrong for verdict in (bench.judged(CELL) for _ in range(100)) if verdict.wrong] == []


def test_a_cell_that_is_fast_at_the_limit_passes() -> None:
    verdict = Priced(lambda size: 0.001).judged(CELL)
    assert (verdict.size, verdict.growth, verdict.wrong) == (1_000_000, 0, "")


def test_a_crash_fails_at_any_size() -> None:
    assert Priced(lambda size: 0.001, broken_from=500_000).judged(CELL).wrong == "status 3"


UNITS = ("", "# a", "a", "1", "'lint'", "[]", "x-a: 1\n", '{"mqtune-baseline": 1, "findings": []}')
NOT_FOR_MQTUNE = {"transcript", "authority commands"}  # are told from scripts, and left out


@pytest.mark.parametrize("frame", [*frames(), *product_frames()], ids=lambda frame: frame.name)
def test_every_frame_is_what_its_commands_read(
    frame: Frame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def is_read(command: tuple[str, ...], unit: str) -> bool:
        write(frame.files(Unit(unit), 1 if MARK in frame.text else 3), tmp_path / "estate")
        monkeypatch.chdir(tmp_path / "estate")
        status, errors = main(list(command)), capsys.readouterr().err
        return status in DONE and "error" not in errors

    commands = set(frame.commands) - {EDITOR}
    if frame.name not in NOT_FOR_MQTUNE:
        assert [command for command in commands if not any(is_read(command, unit) for unit in UNITS)] == []


def test_every_unit_can_be_written_to_a_file() -> None:
    chance, vocabulary = random.Random(1), words()
    known = [*units(), *(Unit(word) for word in vocabulary)]
    known += [random_unit(chance, vocabulary) for _ in range(3000)]
    assert [unit for unit in known if not encoded(unit.text(2))] == []
    assert "\udcff" in vocabulary  # an escaped byte is one
