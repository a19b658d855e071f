"""The TextMate grammars colour what the parser reads: commands, keywords, strings, comments."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mqtune._build.textmate import grammars, keywords
from mqtune.language import mqsc
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.syntax.mqsc.tree import COMMENT
from mqtune.syntax.mqsc.tree import Script

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "editors" / "vscode" / "syntaxes"
Scopes = list[tuple[int, int, str]]


class Engine:
    """As much of a TextMate engine as the grammars use: matches, captures, and begin with end."""

    def __init__(self, grammar: dict[str, Any]) -> None:
        self.grammar = grammar

    def rules(self, patterns: list[dict[str, Any]]) -> list[dict[str, Any]]:
        repository = self.grammar.get("repository", {})
        return [repository[one["include"][1:]] if "include" in one else one for one in patterns]

    def lines(self, lines: list[str]) -> list[Scopes]:
        inside: dict[str, Any] | None = None
        found = []
        for line in lines:
            scopes: Scopes = []
            inside = self.line(f"{line}\n", inside, scopes)  # editors read the line end too
            found.append(scopes)
        return found

    def line(self, line: str, inside: dict[str, Any] | None, scopes: Scopes) -> dict[str, Any] | None:
        at = 0
        while True:
            rules = self.rules((inside or self.grammar)["patterns"])
            ends = [inside] if inside else []
            candidates = [(re.compile(one["end"]).search(line, at), one, True) for one in ends]
            candidates += [(re.compile(one.get("match") or one["begin"]).search(line, at), one, False) for one in rules]
            matches = [(one[0].start(), number, one) for number, one in enumerate(candidates) if one[0]]
            if not matches:
                if inside:
                    scopes.append((at, len(line), inside["name"]))
                return inside
            start, _, (match, rule, is_end) = min(matches)
            assert match is not None
            if inside:
                scopes.append((at, match.end(), inside["name"]))
            if is_end:
                inside = None
            elif "begin" in rule:
                inside = rule
                scopes.append((start, match.end(), rule["name"]))
            else:
                scopes.append((start, match.end(), rule.get("name", "")))
                for group, capture in rule.get("captures", {}).items():
                    if match[int(group)]:
                        scopes.append((*match.span(int(group)), capture["name"]))
            at = match.end() if match.end() > at or is_end else at + 1
            if at > len(line):
                return inside


MQSC = Engine(json.loads((FOLDER / "mqsc.tmLanguage.json").read_text(encoding="utf-8")))
INI = Engine(json.loads((FOLDER / "mqini.tmLanguage.json").read_text(encoding="utf-8")))


def at(scopes: list[Scopes], line: int, column: int) -> set[str]:
    return {name for start, end, name in scopes[line] if start <= column < end and name}


def scope_of(text: str, word: str, engine: Engine = MQSC) -> set[str]:
    """The scopes of a word of a text, from line 0 on."""
    lines = text.split("\n")
    number = next(number for number, line in enumerate(lines) if word in line)
    return at(engine.lines(lines), number, lines[number].index(word))


def test_the_files_are_fresh() -> None:
    assert [path.name for path, text in grammars().items() if path.read_text(encoding="utf-8") != text] == []


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ("define ql(A)", "define", "keyword.control.verb.mqsc"),
        ("define ql(A)", "ql", "storage.type.object.mqsc"),
        ("DEFINE QLOCAL(A) +\n  MAXDEPTH(5)", "MAXDEPTH", "support.type.property-name.mqsc"),
        ("DEFINE QLOCAL(A) +\n  MAXDEPTH(5)", "5", "constant.numeric.mqsc"),
        ("DEFINE QLOCAL(A) +\n  MAXDEPTH(5)", "+", "keyword.operator.continuation.mqsc"),
        ("DEFINE QLOCAL(A) DEFPSIST(YES) REPLACE", "YES", "constant.language.mqsc"),
        ("DEFINE QLOCAL(A) DEFPSIST(YES) REPLACE", "REPLACE", "keyword.other.flag.mqsc"),
        ("DEFINE QLOCAL(A) DESCR('x y')", "x y", "string.quoted.single.mqsc"),
        ("DEFINE QLOCAL(A) DESCR('it''s DEFINE')", "DEFINE'", "string.quoted.single.mqsc"),
        ("DEFINE QLOCAL(A) DESCR('x +\n y')", " y", "string.quoted.single.mqsc"),
        ("DEFINE QLOCAL({{ name }})", "{{", "variable.other.placeholder.mqsc"),
        ("DEFINE QLOCAL('${NAME}')", "${", "variable.other.placeholder.mqsc"),
        ("* note", "note", "comment.line.asterisk.mqsc"),
        ("* mqtune: ignore PUB001", "mqtune", "keyword.other.directive.mqsc"),
        ("DEFINE QLOCAL(A); ALTER QMGR", "ALTER", "keyword.control.verb.mqsc"),
        ("END", "END", "keyword.control.verb.mqsc"),
    ],
)
def test_mqsc(text: str, word: str, scope: str) -> None:
    assert scope in scope_of(text, word)


def test_an_open_string_ends_with_its_line() -> None:
    assert "keyword.control.verb.mqsc" in scope_of("DEFINE QLOCAL(A) DESCR('x\nALTER QMGR", "ALTER")


@pytest.mark.parametrize(
    ("text", "word", "scope"),
    [
        ("Log:\n   LogPrimaryFiles=3", "Log:", "entity.name.section.mqini"),
        ("Log:\n   LogPrimaryFiles=3", "LogPrimaryFiles", "support.type.property-name.mqini"),
        ("Log:\n   LogPrimaryFiles=3", "3", "constant.numeric.mqini"),
        ("# note", "note", "comment.line.mqini"),
        ("Lgo:\n", "Lgo", "invalid.unknown.mqini"),
    ],
)
def test_ini(text: str, word: str, scope: str) -> None:
    assert scope in scope_of(text, word, INI)


def check(script: Script) -> int:
    """Compare the colours of a script with what the parser reads; return the number of commands."""
    lines = [line.text for line in script.lines]
    scopes = MQSC.lines(lines)
    known = keywords()
    counted = 0
    for number, line in enumerate(script.lines):
        if line.kind == COMMENT:
            assert "comment.line.asterisk.mqsc" in at(scopes, number, 0), line.text
    for command in script.commands:
        if command.irregular or not command.intact:
            continue
        for index, (number, parameter) in enumerate(command.words()):
            column = parameter.keyword_extent[1]
            seen = at(scopes, number, column)
            if index == 0 and (mqsc.verb(parameter.keyword) or mqsc.is_stop_word(parameter.keyword)):
                assert "keyword.control.verb.mqsc" in seen, lines[number]
                counted += 1
            elif index > 1 and parameter.keyword in known:
                assert seen & {"support.type.property-name.mqsc", "keyword.other.flag.mqsc"}, lines[number]
            for value in parameter.values or ():
                if value.quoted and value.text:
                    assert "string.quoted.single.mqsc" in at(scopes, number, value.extent[1] + 1), lines[number]
    return counted


def test_the_examples_are_coloured_as_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    trees = Session.open(Options(["examples"])).inputs.trees
    assert sum(check(tree) for tree in trees if isinstance(tree, Script) and not tree.diagnostics) > 40


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
def test_real_files_are_coloured_as_they_are_read(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.chdir(corpus)
    trees = [tree for tree in Session.open(Options(["mqsc"])).inputs.trees if isinstance(tree, Script)]
    assert sum(check(tree) for tree in trees[:: min(step, 1 + len(trees) // 20)] if not tree.diagnostics) > 40
