"""What a verdict recommends, as text to apply: snippets, and a calibration file for the capacity models.

Each carries the id of its result and the interval. Writes and runs nothing. Simulated results give neither,
only a `preview` of both, in which every line that could be applied is marked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from mqtune.capacity.definition import model
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import ConfigSnippet, MeasuredConstant
from mqtune.lab.core.job import NOTICE
from mqtune.lab.core.run import interval_text
from mqtune.lab.journal.result import Result
from mqtune.language.available import show_level

SIGNS = {"mqsc": "*", "ini": "#"}
DO_NOT_USE = "SIMULATED: do not use"
CORES = "cores"  # the input of models that scale by them
SECTIONS = {"mqsc": "MQSC", "ini": "qm.ini"}


def snippets_of(result: Result, preview: bool = False) -> tuple[ConfigSnippet, ...]:
    """The snippets of a result. Raises LabError, with the reason, if there is none to apply."""
    _check(result, preview)
    snippets = result.advice.snippets if result.advice else ()
    if not snippets:
        said = " ".join(result.advice.sentences) if result.advice else ""
        raise LabError(
            f"{result.id} recommends no settings",
            said or "`mqtune experiment show` shows the verdict and its reason",
        )
    return snippets


def snippet_text(result: Result, language: str | None = None, preview: bool = False) -> str:
    """All snippets, or those of one language (mqsc, ini), with a comment about their origin."""
    every = snippets_of(result, preview)
    chosen = [snippet for snippet in every if language in (None, snippet.language)]
    if not chosen:
        languages = ", ".join(sorted({snippet.language for snippet in every}))
        raise LabError(f"{result.id} has no snippet of {language}", f"it has {languages}")
    return "\n".join(_commented(result, snippet) for snippet in chosen)


def _commented(result: Result, snippet: ConfigSnippet) -> str:
    sign = SIGNS.get(snippet.language, "#")
    head = "".join(f"{sign} {line}\n" for line in _origin(result, snippet))
    text = _marked(snippet.text, sign) if result.simulated else snippet.text
    return f"{head}{text.rstrip()}\n"


def _marked(text: str, sign: str) -> str:
    """Text of a simulation: before each line that could be applied, a comment states that it must not be."""
    lines = [
        line if line.startswith(sign) or not line.strip() else f"{sign} {DO_NOT_USE}\n{line}"
        for line in text.splitlines()
    ]
    return "\n".join(lines)


def _origin(result: Result, snippet: ConfigSnippet) -> Iterator[str]:
    head = result.head
    name = SECTIONS.get(snippet.language, snippet.language)
    yield f"{name} for {head.qmgr}, from result {result.id} of {result.time[:10]}"
    if result.verdict is not None:
        yield _one_line(f"{result.verdict.word}: {result.verdict.answer}")
        for quantity, interval in result.verdict.figures.items():
            yield _one_line(f"{quantity}: {interval_text(interval)}")
    if snippet.restart:
        yield f"takes effect after a restart of {head.qmgr}"


def calibration_text(result: Result, preview: bool = False) -> str:
    """The calibration file of a result, as `mqtune model run --calibration` reads it. Raises LabError."""
    _check(result, preview)
    constants = result.advice.calibration if result.advice else ()
    if not constants:
        raise LabError(
            f"{result.id} gives no constant of a model",
            "topic-limit, fan-out, triplets and streaming give constants once they are decided",
        )
    level = result.head.level
    if level is None:
        raise LabError(
            f"the level of {result.head.qmgr} is unknown in {result.id}; a constant depends on the release",
            'write mq-version = "9.4", or what it is, into mqtune.toml, and measure again',
        )
    if result.head.cores is None and any(CORES in model(constant.model).inputs for constant in constants):
        raise LabError(
            f"the cores of {result.head.qmgr} are unknown in {result.id}, and the model scales by them",
            "declare the cores of the queue manager in mqtune.toml (such as cores = 8), and measure again",
        )
    mark = f"# {DO_NOT_USE}\n" if result.simulated else ""
    return f"{mark}version = 1\n" + "".join(
        _constant(result, constant, show_level(level)) for constant in constants
    )


def _constant(result: Result, constant: MeasuredConstant, release: str) -> str:
    rows = {
        "model": json.dumps(constant.model),
        "name": json.dumps(constant.name),
        "value": _number(constant.value),
        "low": _number(constant.low),
        "high": _number(constant.high),
        "result": json.dumps(result.id),
        "date": result.time[:10],
        "queue-manager": json.dumps(result.head.qmgr),
        "release": json.dumps(release),
    }
    if constant.when:
        pairs = ", ".join(f"{key} = {json.dumps(value)}" for key, value in constant.when.items())
        rows["when"] = f"{{ {pairs} }}"
    if result.head.cores:
        rows["cores"] = str(result.head.cores)
    return "\n[[constant]]\n" + "".join(f"{key} = {value}\n" for key, value in rows.items())


def _check(result: Result, preview: bool) -> None:
    if result.simulated and not preview:
        raise LabError(f"{result.id} is {NOTICE}", "run the experiment with a driver that measures")
    if result.verdict is None:
        raise LabError(
            f"{result.id} has no verdict yet", f"continue it with `mqtune experiment resume {result.id}`"
        )


def _number(value: float) -> str:
    return f"{value:.10g}"


def _one_line(text: str) -> str:
    return " ".join(text.split())
