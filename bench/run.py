"""Measures mqtune against its bounds: `python bench/run.py`, a few minutes.

Every bound is a ratio within one run, because absolute times wander from machine to machine. All
rules of mqtune are on, and it uses one core. The peers run by their defaults, each on as many bytes of its
own language. Of several runs the middle one counts; a time is that of the whole command, start-up and all.

- A time is processor time: other work on the machine takes its share of the elapsed time.
- ruff shares its files among all cores by default, so one bound compares the elapsed time of both, although
  mqtune uses one core. Other work on the machine slows ruff down more: if ruff had to wait for cores, that
  bound counts as broken. A second bound compares one core each. For information there is also the ratio if
  ruff lost nothing in sharing: its processor time divided by the number of cores.
- Nothing is cached. mqtune has no cache, and ruff keeps one of clean files only: a second run of it reads
  nothing that was clean, so that it would be its memory that is compared, not its work.
- Findings are written in one line each, to the null device: excerpts cost ruff more than the linting of
  files that have many findings, as those of Python's library have.
- What the peers read is ordinary for them: manifests of which one in ten has a fault of layout, and the
  modules of Python's library.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.corpora import (  # noqa: E402
    TEN_LINES_MQSC,
    TEN_LINES_YAML,
    dump_file,
    python_folder,
    script_file,
    size,
    write,
    yaml_folder,
)
from bench.measure import Run, interleaved, median_elapsed, median_seconds  # noqa: E402
from bench.results import write_section  # noqa: E402
from bench.success import Cell, cells, page  # noqa: E402
from bench.success_shapes import write_part  # noqa: E402

TOOLS = Path(sys.executable).parent
QUICK_TRIALS = 60
WAITS = 1.2  # times its processor time per core: a program that takes longer waited for other work
LINT = ["lint", "--select", "ALL", "--format", "concise", "--exit-zero", "--no-cache", "--jobs", "1"]


@dataclass(frozen=True)
class Line:
    """One row of the report; `bound` is empty for a figure that only informs."""

    what: str
    measured: str
    bound: str = ""
    holds: bool | None = None


def lint(path: Path) -> list[str]:
    """The command that lints a file with every rule."""
    return [str(TOOLS / "mqtune"), *LINT, str(path)]


def yamllint(path: Path) -> list[str]:
    """The command that lints YAML with the default rules."""
    return [str(TOOLS / "yamllint"), "-f", "parsable", str(path)]


def ruff(path: Path) -> list[str]:
    """The command that lints Python with the default rules."""
    return [str(TOOLS / "ruff"), "check", "--isolated", "--no-cache", "--output-format", "concise", str(path)]


def checked(name: str, runs: list[Run]) -> list[Run]:
    """The runs, when the tool did its work; a lint that broke must not look fast."""
    allowed = (0,) if name.startswith("mqtune") else (0, 1, 2)
    for one in runs:
        if one.status not in allowed:
            raise SystemExit(f"{name} ended with status {one.status}: nothing was measured")
    return runs


def at_least(what: str, value: float, bound: float) -> Line:
    """A ratio that must not be smaller than its bound."""
    return Line(what, f"{value:.2f}", f"at least {bound:g}", value >= bound)


def at_most(what: str, value: float, bound: float) -> Line:
    """A ratio that must not be larger than its bound."""
    return Line(what, f"{value:.2f}", f"at most {bound:g}", value <= bound)


def speed(folder: Path, objects: int, repeat: int) -> Iterator[Line]:
    """Bytes a second against yamllint and ruff, each on equal bytes of its own language."""
    dump, script = dump_file(folder, objects), script_file(folder, objects)
    manifests, modules = yaml_folder(folder, size(dump)), python_folder(folder, size(dump))
    commands = {
        "mqtune, dump": lint(dump),
        "mqtune, script": lint(script),
        "yamllint": yamllint(manifests),
        "ruff": ruff(modules),
    }
    sizes = dict(zip(commands, map(size, (dump, script, manifests, modules)), strict=True))
    measured = interleaved(commands, repeat)
    rates = {name: sizes[name] / 1e6 / median_seconds(checked(name, runs)) for name, runs in measured.items()}
    for name in ("mqtune, dump", "mqtune, script", "yamllint"):
        megabytes = sizes[name] / 1e6
        yield Line(
            f"{name}: {megabytes:.2f} MB in {megabytes / rates[name]:.2f} s", f"{rates[name]:.2f} MB/s"
        )
    yield at_least(f"dump of {objects:,}, times yamllint", rates["mqtune, dump"] / rates["yamllint"], 120)
    yield at_least(f"script of {objects:,}, times yamllint", rates["mqtune, script"] / rates["yamllint"], 28)
    yield from to_ruff(f"dump of {objects:,}", measured, sizes)


def to_ruff(what: str, measured: dict[str, list[Run]], sizes: dict[str, int]) -> Iterator[Line]:
    """The rate on a dump against ruff's, by elapsed time, by an ideal sharing of ruff, with one core each."""
    cores = os.cpu_count() or 1
    dump, ruff_runs = measured["mqtune, dump"], measured["ruff"]
    elapsed, shared = median_elapsed(ruff_runs), median_seconds(ruff_runs, cores)
    rate = sizes["ruff"] / 1e6 / elapsed
    yield Line(f"ruff, on {cores} cores: {sizes['ruff'] / 1e6:.2f} MB in {elapsed:.2f} s", f"{rate:.2f} MB/s")
    bytes_ratio = sizes["mqtune, dump"] / sizes["ruff"]
    ratio = at_least(
        f"{what}, times ruff on {cores} cores", bytes_ratio * elapsed / median_elapsed(dump), 0.55
    )
    if elapsed > WAITS * shared:
        ratio = Line(ratio.what, f"{ratio.measured}, but ruff waited for cores", ratio.bound, False)
    yield ratio
    ideal = bytes_ratio * shared / median_seconds(dump)
    yield Line(f"{what}, times ruff on {cores} cores if it lost nothing in sharing", f"{ideal:.2f}")
    yield at_least(f"{what}, times ruff, one core each", ideal * cores, 1)


def growth(folder: Path, large: int, repeat: int) -> Iterator[Line]:
    """Time per object of a large input against a small one, start-up taken off; peak memory."""
    ten_lines = lint(write(folder / "empty" / "one.mqsc", [TEN_LINES_MQSC]))
    for kind, make in (("dump", dump_file), ("script", script_file)):
        small, big = make(folder, 1000), make(folder, large)
        commands = {"mqtune": ten_lines, "mqtune, 1,000": lint(small), f"mqtune, {large:,}": lint(big)}
        runs = interleaved(commands, repeat)
        nothing, few, many = (checked(name, measured) for name, measured in runs.items())
        start = median_seconds(nothing)
        per_object = [
            (median_seconds(measured) - start) / count * 1e6
            for measured, count in ((few, 1000), (many, large))
        ]
        yield Line(
            f"{kind}: time per object, 1,000 and {large:,}", "{:.1f} and {:.1f} us".format(*per_object)
        )
        yield at_most(f"{kind}: time per object, {large:,} to 1,000", per_object[1] / per_object[0], 1.2)
        rate = size(big) / 1e6 / median_seconds(many)
        yield Line(f"{kind} of {large:,}: {size(big) / 1e6:.1f} MB", f"{rate:.2f} MB/s")
        peak = max(one.peak_bytes for one in many)
        what = f"{kind}: peak memory to input, {peak / 1e6:.0f} MB for {size(big) / 1e6:.0f} MB"
        if size(big) > 20e6:
            yield at_most(what, peak / size(big), 8)
        else:
            yield Line(what, f"{peak / size(big):.2f}")


def start_up(folder: Path, repeat: int) -> Iterator[Line]:
    """A file of ten lines, start to end."""
    mqsc = write(folder / "ten" / "ten.mqsc", [TEN_LINES_MQSC])
    manifest = write(folder / "ten-yaml" / "ten.yaml", [TEN_LINES_YAML])
    bare = [sys.executable, "-I", "-c", "pass"]
    commands = {"mqtune": lint(mqsc), "yamllint": yamllint(manifest), "bare interpreter": bare}
    times = {
        name: median_seconds(checked(name, runs)) * 1000
        for name, runs in interleaved(commands, repeat * 4 + 1).items()
    }
    yield Line(
        "ten lines: mqtune, yamllint, bare interpreter",
        " / ".join(f"{t:.1f}" for t in times.values()) + " ms",
    )
    yield at_most("ten lines, mqtune to yamllint", times["mqtune"] / times["yamllint"], 1)


def slow_share(corpus: Path) -> Iterator[Line]:
    """The share of commands of real scripts that cannot be read line by line."""
    if not corpus.is_dir():
        return
    from bench.slow_path import slow_path

    slow, total = slow_path(corpus)
    share = 100 * slow / max(total, 1)
    yield Line(
        f"real scripts, commands on the slow path ({slow} of {total})",
        f"{share:.2f} %",
        "at most 1 %",
        share <= 1,
    )


def terminal_ui(repeat: int) -> Iterator[Line]:
    """The first frame of the terminal UI, and how long a key may have to wait."""
    try:
        from bench.tui import measured as measured_tui  # needs a system with terminals
    except ImportError:
        return
    for one in measured_tui(repeat):
        figure = f"{one.value:.{1 if one.unit else 2}f} {one.unit}".strip()
        bound = f"at most {one.most:g} {one.unit}".strip() if one.most is not None else ""
        yield Line(one.what, figure, bound, one.value <= one.most if one.most is not None else None)


def success(cell: Cell) -> Line:
    """How often a method of the lab is right at some noise."""
    measured = (
        f"{cell.right:.1%} ± {cell.error:.1%} right, {cell.wrong:.1%} wrong, {cell.undecided:.0%} undecided, "
        f"{cell.minutes:.1f} min"
    )
    what = f"{cell.question}, {cell.kind} {cell.share:.0%}, {cell.trials} trials"
    bound = "" if cell.bound is None else f"at least {cell.bound:.0%}"
    return Line(what, measured, bound, cell.holds)


def successes(trials: int, keep: bool) -> bool:
    """Prints, and writes to bench/success.md where wanted; whether all bounds hold."""
    found: list[Cell] = []
    for cell in cells(trials):
        found.append(cell)
        print(table([success(cell)]).splitlines()[-1], flush=True)
    if keep:
        write_part(page(found), disturbed=False)
    return all(cell.holds is not False for cell in found)


def table(lines: list[Line]) -> str:
    """The report as a Markdown table."""
    verdict = {True: "PASS", False: "FAIL", None: ""}
    rows = [(line.what, line.measured, line.bound, verdict[line.holds]) for line in lines]
    head = [("what", "measured", "bound", ""), ("---", "---", "---", "---")]
    return "\n".join("| " + " | ".join(row) + " |" for row in head + rows)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measures mqtune against its bounds.")
    parser.add_argument("--quick", action="store_true", help="small inputs: a minute, rougher figures")
    parser.add_argument("--repeat", type=int, default=5, help="runs of each command (default 5)")
    parser.add_argument(
        "--write", action="store_true", help="write the table to bench/results.md or success.md"
    )
    parser.add_argument(
        "--only", choices=("speed", "growth", "start-up", "slow-path", "tui", "success"), help="one part"
    )
    parser.add_argument("--trials", type=int, default=1000, help="trials of each cell of success (1000)")
    parser.add_argument("--corpus", type=Path, default=ROOT.parent / "shared" / "corpus" / "mqsc",
                        help="folder of real scripts for the share of the slow path")  # fmt: skip
    return parser.parse_args()


def measured(chosen: argparse.Namespace, folder: Path) -> Iterator[Line]:
    """The parts that were asked for."""
    if chosen.only in (None, "speed"):
        yield from speed(folder, 1000 if chosen.quick else 10_000, chosen.repeat)
    if chosen.only in (None, "growth"):
        yield from growth(folder, 10_000 if chosen.quick else 100_000, chosen.repeat)
    if chosen.only in (None, "start-up"):
        yield from start_up(folder, chosen.repeat)
    if chosen.only in (None, "slow-path"):
        yield from slow_share(chosen.corpus)
    if chosen.only in (None, "tui"):
        yield from terminal_ui(chosen.repeat)


def main() -> int:
    """Measures, prints, and ends with 1 when a bound does not hold."""
    chosen = options()
    if chosen.only == "success":
        return 0 if successes(QUICK_TRIALS if chosen.quick else chosen.trials, chosen.write) else 1
    lines: list[Line] = []
    with tempfile.TemporaryDirectory(prefix="mqtune-bench-") as folder:
        for line in measured(chosen, Path(folder)):
            lines.append(line)
            print(table([line]).splitlines()[-1], flush=True)
    if chosen.write:
        introduction = (
            f"Made by `python bench/run.py --write`: CPython {platform.python_version()}, {os.cpu_count()} "
            "cores, of which mqtune uses one. Times are processor times, those of ruff on all cores and the "
            "ratio to it elapsed times; medians."
        )
        write_section("Speed, memory and start-up", introduction, table(lines))
    return 0 if all(line.holds is not False for line in lines) else 1


if __name__ == "__main__":
    raise SystemExit(main())
