"""What the models answer at both sides of each of their bounds, as recorded in answers.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.capacity.definition import ModelError
from mqtune.capacity.inputs import Outcome, read_quantity
from mqtune.capacity.run import Summary, run_model, summaries, verify
from mqtune.capacity.solve import Solution, curves, solve
from mqtune.text.spelling import nearest
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")


def run_text(outcome: Outcome) -> str:
    figures = [f"{name}={value:.10g}" for name, value in outcome.outputs.items()]
    constants = ", ".join(f"{one.name} {one.value:g} {one.origin}" for one in outcome.constants)
    warnings = [f"! {warning}" for warning in outcome.warnings]
    return "\n".join([" ".join(figures), *outcome.steps, f"from {constants}", *warnings])


def solution_text(solution: Solution) -> str:
    ends = f"{solution.direction} {solution.value} to {solution.largest}"
    outputs = solution.outcome.outputs if solution.outcome is not None else {}
    figures = " ".join(f"{name}={value:.8g}" for name, value in outputs.items())
    return f"{ends}, limited by {solution.limited_by} {solution.refused}\n{figures}"


def curve_text(name: str, given: dict[str, str]) -> str:
    lines = []
    for plot in curves(run_model(name, given), given):
        lines.append(f"{plot.over}: {plot.x_title} / {plot.y_title}")
        for line in plot.lines:
            chosen = line.points if len(line.points) < 9 else line.points[:: max(1, len(line.points) // 6)]
            points = " ".join(f"{x:.6g}:{y:.6g}" for x, y in chosen)
            lines.append(f"  {line.name}{' single' * line.single}, {len(line.points)} points: {points}")
        lines += [f"  {place.words} at {place.at:g}{' upright' * place.upright}" for place in plot.places]
    return "\n".join(lines)


def summary_text(summary: Summary) -> str:
    errors = f"mean {summary.mean_error_percent or 0:.4f}%, worst {summary.worst_error_percent or 0:.4f}%"
    held = f"{summary.held} of {summary.bounds} bounds"
    return f"{summary.points} points, {summary.claimed} values, {held}, {errors}"


def answer_to(case: str) -> str:
    kind, name, *words = case.split()
    given = dict(word.split("=", 1) for word in words if "=" in word)
    try:
        match kind:
            case "solve":
                return solution_text(solve(name, words[0], given))
            case "curves":
                return curve_text(name, given)
            case "verify":
                return "\n".join(summary_text(one) for one in summaries(verify()) if one.model == name)
        return run_text(run_model(name, given))
    except ModelError as error:
        close = nearest(error.word, error.candidates) if error.word else None
        words = f"{error.message}; the nearest is {close}" if close else error.message
        return f"{type(error).__name__}: {words}\n{error.help}"


@cases(ANSWERS)
def test_the_answer_is_the_recorded_one(case: str) -> None:
    check(ANSWERS, case, answer_to(case))


@pytest.mark.parametrize(("letter", "power"), [("k", 1), ("m", 2), ("g", 3), ("t", 4)])
def test_units_are_decimal_or_binary(letter: str, power: int) -> None:
    assert read_quantity("log", "bytes", f"3{letter}b") == 3 * 1000**power
    assert read_quantity("log", "bytes", f"3 {letter.upper()}iB") == 3 * 1024**power
