"""How outputs of the drivers are read, as recorded in answers.txt.

A case is a recorded transcript, which is also read up to some of its lines and cut within them, or the lines
of an output: `$ cph line | line | …`, where `/` at the end of the last one means that it has no line end;
`\\e` is an escape and `\\d` a delete character.
"""

from __future__ import annotations

from pathlib import Path

from mqtune.lab.core.run import DriverOutput
from mqtune.lab.output import PARSERS, read_output
from mqtune.lab.output.parser import cleaned
from tests.recorded import cases, check, read_cases

ANSWERS = Path(__file__).with_name("answers.txt")
TRANSCRIPTS = Path(__file__).resolve().parents[2] / "data" / "transcripts"
CUTS = 9


def output_text(found: DriverOutput) -> str:
    samples = [f"{rate:.6g}/{threads}" for rate, threads in found.samples]
    shown = " ".join(samples if len(samples) < 5 else [*samples[:2], "…", *samples[-2:]])
    summary = "-"
    if (totals := found.summary) is not None:
        summary = f"{totals.iterations} in {totals.seconds} s, {totals.average_rate} per s"
    outcome, code = found.outcome, found.outcome.reason_code
    blocks = "".join(
        f"\n  {one.size} {one.qmgrs} {one.writes} {one.iops} {one.seconds} {one.average_ns} {one.worst_ns}"
        for one in found.blocks[:4]
    )
    words = f"{outcome.word}{f' {code}' if code is not None else ''}: {outcome.message}"
    return f"{words} | {len(samples)} samples {shown} | {summary}{blocks}"


def fed(driver: str, lines: list[str], last_ended: bool = True) -> str:
    parser = PARSERS[driver]()
    for number, line in enumerate(lines, 1):
        parser.feed(cleaned(line), last_ended or number < len(lines))
    return output_text(parser.finish())


def lines_in(text: str) -> tuple[list[str], bool]:
    """The lines of a short output, and whether the last one has its end."""
    lines = text.removesuffix(" /").replace("\\e", "\x1b").replace("\\d", "\x7f").split(" | ")
    return lines, not text.endswith(" /")


def cuts_text(driver: str, lines: list[str]) -> list[str]:
    """What is read of the first lines, the last of them cut in half, where it differs from the cut before."""
    found, before = [], ""
    for number in range(1, len(lines), max(1, len(lines) // CUTS)):
        cut = lines[number][: len(lines[number]) // 2 + 1]
        text = fed(driver, [*lines[:number], cut], False)
        if text != before:
            found.append(f"{number}: {text}")
        before = text
    return found


@cases(ANSWERS)
def test_the_reading_is_the_recorded_one(case: str) -> None:
    path = TRANSCRIPTS / case
    if " " in case:
        driver, _, text = case.partition(" ")
        check(ANSWERS, case, fed(driver, *lines_in(text)))
        return
    driver = case.partition("-")[0]
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    check(ANSWERS, case, "\n".join([output_text(read_output(str(path), driver)), *cuts_text(driver, lines)]))


def test_every_transcript_is_a_case() -> None:
    names = {path.name for path in TRANSCRIPTS.iterdir() if path.name.partition("-")[0] in PARSERS}
    assert names <= read_cases(ANSWERS).keys()
