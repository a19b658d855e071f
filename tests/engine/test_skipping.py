"""Skipping never changes a finding: the engine gives what a plain loop over rules and things gives.

The engine does not run a rule where what the rule declares shows that it would find nothing, and remembers
clean verdicts. `PlainEngine` does neither. Both run over every example of the rule pages, over the examples
with *twins* (each command three more times under another name, with values of other pages), without which a
wrong declaration would rarely matter, and over real files. The quick run takes one example of each rule;
`pytest -m slow` takes all.
"""

from __future__ import annotations

import copy
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from mqtune._build.pages import page_files
from mqtune.engine.dispatch import Plan, load_rules
from mqtune.engine.engine import Engine
from mqtune.engine.pages import Selection, all_pages
from mqtune.engine.rule import LINE, OBJECT, STATEMENT, Rule, Skip
from mqtune.engine.runner import Crashes
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.statement import Statement
from mqtune.present.rule_page import FIXED, Example, read_page
from mqtune.project.settings import Project
from mqtune.session.options import Options, selection_of
from mqtune.session.session import Session
from mqtune.syntax.mqsc.words import Parameter, Word

SEED = 20260731
TWINS = 3  # of each command
# the files of a project: its texts by path
Files = dict[str, str]
# the written values of all pages, by object type and keyword
Pool = dict[tuple[str, str], list[str]]
# what has to be equal: code, file, line, column, severity, confidence, message
Facts = tuple[str, str, int, int, str, str, str]


class PlainEngine(Engine):
    """Runs each active rule on each thing of its scope and type, and remembers nothing."""

    def load(self, estates: Iterable[Estate]) -> None:
        """Load all active rules, also those whose page names nothing that is in the estates."""
        self.rules = loaded_rules()

    def _check_statements(self, plan: Plan, queue_manager: QueueManager) -> None:
        for statement in queue_manager.statements:
            for rule in taking(plan.of(STATEMENT), statement.key):
                self._check(rule, statement, statement, queue_manager)
            rules = taking(plan.of(LINE), statement.key)
            for number, parameter in parameters(statement):
                for rule in rules:
                    if not rule.keywords or parameter.keyword in rule.keywords:
                        self._check(rule, statement, statement, number, parameter, plan.dialect)

    def _check_objects(self, plan: Plan, queue_manager: QueueManager) -> None:
        for object in queue_manager.objects.values():
            if object.statements:
                for rule in taking(plan.of(OBJECT), object.key):
                    self._check(rule, object, object, queue_manager)

    def _check(self, rule: Rule, thing: object, *arguments: object) -> None:
        add = self._add_to_statement if isinstance(thing, Statement) else self._add_to_object
        try:
            for hit in rule.check(*arguments):
                add(rule, hit, thing)  # type: ignore[arg-type]
        except Exception as error:
            self.crashes.record(rule.code, repr(thing), error)


def taking(rules: Iterable[Rule], key: str) -> list[Rule]:
    return [rule for rule in rules if rule.takes(key)]


def parameters(statement: Statement) -> Iterator[tuple[int, Parameter]]:
    """The parameters of a command with the numbers of their lines, without verb and object word."""
    for number, line in enumerate(statement.lines):
        heads = statement.head.places(number)
        for index in range(len(line.words)):
            if index not in heads:
                yield statement.command.first + number, line.parameter(index)


def facts_of(engine: Engine, session: Session) -> Counter[Facts]:
    """What an engine finds in the files of a session."""
    engine.run(session.estates, session.inputs.diagnostics)
    assert [str(crash) for crash in engine.crashes.all()] == []
    return Counter(
        (
            finding.code,
            finding.place.file,
            finding.place.span.line,
            finding.place.span.column,
            finding.severity,
            finding.confidence,
            finding.message,
        )
        for finding in engine.findings
    )


def differences(session: Session, rules: list[Rule] | None = None) -> list[str]:
    """What one of the two engines finds and the other does not; `rules` are those of the skipping one."""
    plain = facts_of(PlainEngine(session.selection), session)
    skipping = facts_of(Engine(session.selection, rules=rules), session)
    missing = [f"skipped: {facts}" for facts in (plain - skipping).elements()]
    return missing + [f"only with skipping: {facts}" for facts in (skipping - plain).elements()]


class Pages:
    """The examples of all rule pages, with their files and commands, and the values of all of them."""

    def __init__(self) -> None:
        self.examples: list[tuple[str, Files]] = []
        self.pool: Pool = defaultdict(list)
        for path in page_files():
            text = read_page(path.read_text(encoding="utf-8"))
            for number, example in enumerate(text.examples):
                if example.kind != FIXED:
                    name = f"{path.name[:6]} {example.kind} {example.title or number}"
                    self.examples.append((name, project_of(example)))

    def of_rules(self, *codes: str) -> list[tuple[str, Files]]:
        """The examples of some rules."""
        return [(name, project) for name, project in self.examples if name[:6] in codes]

    def first_ones(self) -> list[tuple[str, Files]]:
        """The first example of each rule."""
        return list({name[:6]: (name, project) for name, project in reversed(self.examples)}.values())

    def learn(self, folder: Path) -> None:
        """Fill the pool with the values in all commands of all scripts."""
        found: dict[tuple[str, str], set[str]] = defaultdict(set)
        for statement in opened(scripts_of(self.examples), folder).estate_statements:
            for word in words_behind_head(statement):
                if word.written:
                    found[statement.type or "", word.keyword].add(word.written)
        self.pool = {key: sorted(values) for key, values in found.items()}


def project_of(example: Example) -> Files:
    return {snippet.file: snippet.content for snippet in example.snippets}


def scripts_of(examples: list[tuple[str, Files]]) -> Files:
    """The scripts of several examples in one project."""
    return {
        f"{number:04}-{os.path.basename(file)}": content
        for number, (_, project) in enumerate(examples)
        for file, content in project.items()
        if file.endswith(".mqsc")
    }


@cache
def every_rule() -> Selection:
    """All rules: named by their codes, as some run in no profile by themselves."""
    return selection_of(Project(), Options(select=[*all_pages()], min_confidence="low"))


@cache
def loaded_rules() -> list[Rule]:
    crashes = Crashes()
    rules = load_rules(every_rule().pages, every_rule().severities, crashes)
    assert [str(crash) for crash in crashes.all()] == []
    return rules


class Opened:
    """The project in the current folder, with all rules selected."""

    def __init__(self) -> None:
        self.session = Session.open(Options(["."]))
        self.session.selection = every_rule()
        self.estate_statements = [
            statement for one in self.session.estates[0].queue_managers for statement in one.statements
        ]


def opened(project: Files, folder: Path) -> Opened:
    """Write a project to a folder, and nothing else, and open it."""
    for path in folder.rglob("*"):
        if path.is_file():
            path.unlink()
    for name, content in project.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
    return Opened()


def words_behind_head(statement: Statement) -> list[Word]:
    """The words of a command that can be written again in another one; none of one that is irregular."""
    if not statement.head.is_usual or not statement.command.intact or statement.command.irregular:
        return []
    return [word for line in statement.lines for word in line.words][2:]


def with_twins(project: Files, statements: list[Statement], pool: Pool, random: random.Random) -> Files:
    """A project with each command of its scripts three more times, before or after all others."""
    before: dict[str, list[str]] = defaultdict(list)
    after: dict[str, list[str]] = defaultdict(list)
    for number in range(1, TWINS + 1):
        for statement in statements:
            document = statement.command.script.document
            if document.carrier or not statement.head.is_usual or statement.command.irregular:
                continue
            if statement.type == "QMGR":  # it has one only, and what the example says of it should count
                continue
            chosen = random.choice((before, after))
            chosen[document.source.shown].append(twin(statement, number, pool, random))
    return {
        file: "".join(before[file])
        + content
        + ("" if content.endswith("\n") else "\n")
        + "".join(after[file])
        if file in before or file in after
        else content
        for file, content in project.items()
    }


def twin(statement: Statement, number: int, pool: Pool, random: random.Random) -> str:
    """A command like another one: with another name, half of its values, and other line ends."""
    verb, head = statement.lines[0].words[:2]
    name = head.written
    if name.strip("() '"):
        end = len(name.rstrip("') "))
        name = f"{name[:end]}.T{number}{name[end:]}"
    words = [f"{verb.keyword} {head.keyword}{name}"]
    for word in words_behind_head(statement):
        written = word.written
        if written and random.random() < 0.5:
            written = random.choice(pool.get((statement.type or "", word.keyword)) or [written])
        words.append(word.keyword + written)
    return random.choice((" ", " +\n    ")).join(words) + "\n"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    found = Pages()
    folder = tmp_path_factory.mktemp("values")
    here = os.getcwd()
    os.chdir(folder)
    try:
        found.learn(folder)
    finally:
        os.chdir(here)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def twin_project(project: Files, folder: Path, pages: Pages, seed: object) -> Opened:
    """The project with twins, opened."""
    return opened_with_twins(opened(project, folder), project, folder, pages, seed)


def opened_with_twins(plain: Opened, project: Files, folder: Path, pages: Pages, seed: object) -> Opened:
    """The project again, with twins; `plain` is the one without."""
    chance = random.Random(f"{SEED} {seed}")
    return opened(with_twins(project, plain.estate_statements, pages.pool, chance), folder)


def compare(examples: list[tuple[str, Files]], folder: Path, pages: Pages) -> list[str]:
    """The differences in some examples, as they are and with twins."""
    found = []
    for name, project in examples:
        plain = opened(project, folder)
        found += [f"{name}: {one}" for one in differences(plain.session)]
        twins = opened_with_twins(plain, project, folder, pages, name)
        found += [f"{name}, with twins: {one}" for one in differences(twins.session)]
    return found


def test_skipping_changes_no_finding_in_the_first_example_of_each_rule(folder: Path, pages: Pages) -> None:
    assert compare(pages.first_ones(), folder, pages) == []


@pytest.mark.slow
def test_skipping_changes_no_finding_in_any_example(folder: Path, pages: Pages) -> None:
    assert compare(pages.examples, folder, pages) == []


@pytest.mark.slow
def test_skipping_changes_no_finding_in_all_scripts_of_a_family(folder: Path, pages: Pages) -> None:
    families: dict[str, list[tuple[str, Files]]] = defaultdict(list)
    for name, project in pages.examples:
        families[name[:3]].append((name, project))
    for family, examples in families.items():
        assert differences(opened(scripts_of(examples), folder).session) == [], family


def test_skipping_changes_no_finding_in_real_files(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(corpus)
    assert differences(Opened().session) == []


def with_wrong_hint(code: str, **hints: object) -> list[Rule]:
    """All rules, one of them with a declaration that is wrong."""
    pages = all_pages()
    rules = load_rules(pages, pages, Crashes())
    found = []
    for rule in rules:
        if rule.code == code:
            rule = copy.copy(rule)
            rule.skip = Skip(**{name: getattr(rule.skip, name) for name in Skip.__slots__} | hints)
        found.append(rule)
    return found


@pytest.mark.parametrize(
    ("code", "hints"),
    [
        pytest.param("QUE005", {"reads": ("USAGE",)}, id="reads something else"),
        pytest.param("REF009", {"given": ("DESCR",)}, id="given something else"),
        pytest.param("CAT017", {"values": ()}, id="the value does not matter"),
    ],
)
def test_a_wrong_declaration_is_found(
    code: str, hints: dict[str, object], folder: Path, pages: Pages
) -> None:
    rules = with_wrong_hint(code, **hints)
    missing = [
        one
        for name, project in pages.of_rules(code)
        for seed in range(4)
        for one in differences(twin_project(project, folder, pages, f"{name} {seed}").session, rules)
    ]
    assert missing
    assert all(f"'{code}'" in one and one.startswith("skipped") for one in missing)
