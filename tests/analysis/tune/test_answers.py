"""Advice and budget of the situations and of changed ones, as recorded in answers.txt.

`$ A` is a situation, and `$ A old -> new` the same with a part of its text replaced: of this one the lines
that differ are recorded, and `/n` is a line break.
"""

from __future__ import annotations

from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.resource import Resource
from mqtune.analysis.tune.advice import Change, Tuned, Tuning
from mqtune.project.load import ProjectError
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session
from tests.analysis.tune.situations import SITUATIONS
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
HEAD = (
    'mq-version = "9.4"\nplatform = "linux"\n\n[[queue-manager]]\nname = "QM1"\nfiles = ["*.mqsc", "*.ini"]\n'
)
FILE = "### "
SHOWN, LONGEST = 50, 330  # characters of a line that is gone, and of one that is new


def whole_text(letter: str) -> str:
    declarations, files = SITUATIONS[letter]
    return HEAD + declarations + "".join(f"{FILE}{name}\n{text}" for name, text in files.items())


def change_text(change: Change) -> str:
    """The change in one line: its words are those of the others of its kind, apart from the figures."""
    settings = [
        f"{one.keyword}={one.value} (now {one.now}, {one.origin})" for one in change.settings if one.changes
    ]
    why = change.why
    words = (why.reason, why.effect, why.risk, why.measure.words, why.measure.experiment, why.source)
    causes = [f"because of {one.type}({one.name})" for one in change.causes]
    head = f"{change.about}: {change.verb} {change} {change.subtype} {why.basis}{' restart' * why.restart}"
    return "; ".join([head, *settings, f"{len(change.settings)} settings", *words, *causes])


def tuning_text(tuning: Tuning) -> list[str]:
    lines = [change_text(change) for change in tuning.changes]
    lines += [f"held back ({one.because}): {one.text}; {one.reason}" for one in tuning.held_back]
    lines += [f"{one['declare']}: {one['follows']}" for one in tuning.questions]
    lines += [
        f"hint: {one['text']}; {one['reason']}; {one['source']} {', '.join(one['rules'])}"
        for one in tuning.hints
    ]
    return lines + [f"open ({one['kind']}): {one['text']}; {one['reason']}" for one in tuning.open]


def resource_text(one: Resource) -> str:
    figures = [f"{value:.5g}" if value is not None else "-" for value in (one.used, one.limit, one.least)]
    notes = "; ".join((*one.notes, "" if one.grows else "does not grow", one.basis or ""))
    chain = "".join(f" <- {link.text}" for link in one.chain[:3])
    shares = f"{one.bound} {' of '.join(figures[:2])} {one.unit}, least {figures[2]}"
    return f"{one.kind} {one.resource}: {shares}; {notes}{chain}"


def laid_out(text: str, folder: Path) -> None:
    """Writes the files of a text."""
    toml, *files = text.split(f"\n{FILE}")
    (folder / "mqtune.toml").write_text(toml + "\n", encoding="utf-8")
    for file in files:
        name, _, content = file.partition("\n")
        (folder / name).write_text(content + "\n", encoding="utf-8")


def answer_lines(text: str, folder: Path) -> list[str]:
    laid_out(text, folder)
    try:
        with chdir(folder):
            session = Session.open(Options(["."]))
    except ProjectError as error:
        return [f"line {error.line}: {error.message}"]
    tuned: Tuned = tune_session(session)
    lines = [line for tuning in tuned.tunings for line in tuning_text(tuning)]
    lines += [f"client tables: {hint['text']}; {hint['reason']}" for hint in tuned.client_tables]
    return lines + [resource_text(one) for estate in session.estates for one in budget(estate)]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory):
    return cache(lambda letter: answer_lines(whole_text(letter), tmp_path_factory.mktemp("base")))


@cases(ANSWERS)
def test_the_advice_is_the_recorded_one(case: str, base, tmp_path: Path) -> None:
    letter, _, change = case.partition(" ")
    if not change:
        check(ANSWERS, case, "\n".join(base(letter)))
        return
    old, _, new = change.partition(" -> ")
    text = whole_text(letter)
    assert old in text
    lines = answer_lines(text.replace(old, new.strip().replace("/n", "\n"), 1), tmp_path)
    before, after = set(base(letter)), set(lines)
    gone = [f"- {line[:SHOWN]}" for line in base(letter) if line not in after]
    check(ANSWERS, case, "\n".join([*gone, *(f"+ {line[:LONGEST]}" for line in lines if line not in before)]))
