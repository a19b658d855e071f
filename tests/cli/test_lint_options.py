"""The fast reader of options and the library give the same options for the same words."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune._build.command_line import all_commands, described, grouped_commands
from mqtune.cli import app, lint_command
from mqtune.cli import interactive as tui_command
from mqtune.cli._plain_options import TuiFields
from mqtune.cli.app import run
from mqtune.cli.command import FLAG, WHOLE, CommonOptions, named_options, read_plain
from mqtune.cli.commands import COMMANDS as TABLE
from mqtune.cli.commands import GROUP, GROUPS
from mqtune.cli.lint_options import LintOptions, pair_outputs
from mqtune.questions.table import QUESTIONS
from mqtune.text.messages import UsageError


def through_the_library(
    words: list[str], monkeypatch: pytest.MonkeyPatch, command: str = "lint"
) -> CommonOptions | None:
    """The options that the commands read; None where they refuse."""
    taken: list[CommonOptions | None] = []

    def take(options: CommonOptions) -> int:
        taken.append(accepted(options))
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(lint_command, "run_lint", take)
        patch.setattr(tui_command, "open_tui", take)
        patch.setattr(app, "guarded", lambda _, work: work())
        run([command, *words])
    return taken[0] if taken else None


def accepted(options: CommonOptions) -> CommonOptions | None:
    """The options, None if a value is invalid."""
    try:
        options.check()
    except UsageError:
        return None
    return options


LINES = [
    "",
    "a b/c",
    "-",
    "--fix hub",
    "hub --fix --unsafe-fixes --diff",
    "--format json",
    "--format=json a",
    "--format full --format sarif --output-file out.sarif",
    "--output-file=x.json --format json --format concise",
    "--format json -o a --format gitlab -o b a.mqsc",
    "--select PUB,SEC --select QUE --ignore SEC001 --extend-select=OSL",
    "--profile production --min-confidence high --fail-on error --mq-version 9.4 --platform aix",
    "--baseline known.json --write-baseline new.json",
    "--jobs 4",
    "-j 0",
    "-q -v",
    "--quiet --verbose",
    "--no-cache --statistics --exit-zero --watch",
    "- --stdin-filename a.mqsc",
    "--config mqtune.toml --color never",
    "--color=always a",
    "-- --fix -x",
    "a -- b --select",
    "--select= a",
    "--profile=",
]


@pytest.mark.parametrize("line", LINES)
def test_both_readers_agree(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = line.split()
    fast = read_plain(LintOptions, words)
    assert fast is not None
    assert accepted(fast) == through_the_library(words, monkeypatch)


@pytest.mark.parametrize(
    "line", ["", "hub a.mqsc", "--demo", "hub --config=x.toml -- -a", "--color never -q -"]
)
def test_both_readers_agree_on_the_terminal_ui(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = read_plain(TuiFields, line.split())
    assert fast is not None
    assert accepted(fast) == through_the_library(line.split(), monkeypatch, "tui")


NAMED = named_options(LintOptions).items()
FLAGS = sorted(name for name, option in NAMED if option.kind == FLAG)
WITH_VALUE = sorted(name for name, option in NAMED if option.kind not in (FLAG, WHOLE))
WORDS = st.sampled_from(["a", "b.mqsc", "-", "x=y"])
OPTION = st.one_of(
    st.sampled_from(FLAGS).map(lambda name: [name]),
    st.tuples(st.sampled_from(WITH_VALUE), WORDS).map(list),
    st.tuples(st.sampled_from([name for name in WITH_VALUE if name[:2] == "--"]), WORDS).map(
        lambda pair: [f"{pair[0]}={pair[1]}"]
    ),
    st.sampled_from(["-j", "--jobs"]).map(lambda name: [name, "3"]),
    WORDS.map(lambda word: [word]),
    st.just(["--"]),
)


@given(st.lists(OPTION, max_size=6).map(lambda parts: [word for part in parts for word in part]))
def test_both_readers_agree_on_any_words(words: list[str]) -> None:
    fast = read_plain(LintOptions, words)
    if fast is not None:
        with pytest.MonkeyPatch.context() as patch:
            assert accepted(fast) == through_the_library(words, patch)


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "--version",
        "--frobnicate",
        "--select",
        "--jobs many",
        "-qv",
        "-jx",
        "--format --fix",
        "--fix=yes",
    ],
)
def test_words_that_are_not_plain_are_left_to_the_library(line: str) -> None:
    assert read_plain(LintOptions, line.split()) is None


def test_common_options_may_precede_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[LintOptions] = []
    monkeypatch.setattr(lint_command, "run_lint", lambda options: taken.append(options) or 0)
    run(["--config", "x.toml", "--quiet", "--color", "never", "lint", "a", "--verbose"])
    assert (taken[0].config, taken[0].color, taken[0].quiet, taken[0].verbose) == (
        "x.toml",
        "never",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("", [("full", None)]),
        ("--format full --format sarif -o s", [("full", None), ("sarif", "s")]),
        ("--format sarif -o s --format full", [("sarif", "s"), ("full", None)]),
        ("-o s --format sarif --format full", [("sarif", "s"), ("full", None)]),
        ("-o s", [("full", "s")]),
        ("--format json --select --format -o j", [("json", "j")]),
        ("--format json -- -o x", [("json", None)]),
    ],
)
def test_a_file_belongs_to_the_format_beside_it(line: str, pairs: list[tuple[str, str | None]]) -> None:
    assert pair_outputs(line.split()) == pairs


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--format yaml", "full, concise, json, sarif"),
        ("--fail-on sometimes", "error, warning, info, never"),
        ("--color blue", "auto, always, never"),
        ("--format json --format full", "--output-file"),
        ("--format json -o a --format full -o a", "own --output-file"),
        ("--statistics --format sarif", "full, concise or json"),
        ("- a", "second run"),
        ("--stdin-filename a.mqsc", "`-`"),
        ("- --watch", "files or folders"),
        ("--fix --diff", "omit one"),
    ],
)
def test_invalid_options_are_refused_with_what_to_do(line: str, says: str) -> None:
    options = read_plain(LintOptions, line.split())
    assert options is not None
    with pytest.raises(UsageError) as caught:
        options.check()
    assert says in caught.value.message + caught.value.help


def test_the_option_without_effect_says_so(mqtune) -> None:
    (line,) = [line for line in mqtune("lint", "--help").out.splitlines() if "--no-cache" in line]
    assert "without effect" in line


def test_every_command_and_option_is_documented() -> None:
    root = Path(__file__).resolve().parents[2]
    pages = [one for one in (root / "docs").rglob("*.md") if "developing" not in one.parts]
    text = "".join(one.read_text(encoding="utf-8") for one in pages)
    words = {
        f"mqtune {command.words}": [name for option in command.options for name in option.names]
        for command in all_commands()
    }
    missing = [command for command in words if not re.search(rf"{command}\b", text)]
    missing += [
        f"{name} of {command}"
        for command, names in words.items()
        for name in names
        if name.startswith("--") and not re.search(rf"{name}\b", text)
    ]
    assert not missing, f"not in a page of docs/ (usage.md, or one of its own): {missing}"


def test_every_command_has_help_and_examples() -> None:
    for command in all_commands():
        assert command.about, command.words
        assert command.examples, command.words
        assert all(option.help for option in command.options), command.words


def test_the_help_lists_every_command_once() -> None:
    first_words = {question.command.partition(" ")[0] for question in QUESTIONS.values()}
    unlisted = first_words - {listed.name for listed in TABLE}
    assert not unlisted, f"commands of questions without a line in mqtune/cli/commands.py: {unlisted}"
    questions = {question.command for question in QUESTIONS.values() if " " not in question.command}
    undeclared = [listed.name for listed in TABLE if not listed.declaration]
    groups = [listed.name for listed in TABLE if listed.declaration == GROUP]
    assert (sorted(undeclared), sorted(groups)) == (sorted(questions), sorted(one.name for one in GROUPS))
    assert len({listed.name for listed in TABLE}) == len(TABLE)
    commands = {command.words for group in grouped_commands().values() for command in group}
    assert {question.command for question in QUESTIONS.values()} <= {*commands, *undeclared}


def test_the_help_has_the_summary_of_each_command() -> None:
    """The list of commands is read without their declarations."""
    for listed in TABLE:
        if listed.declaration and listed.declaration != GROUP:
            about = described(listed.name, listed.declaration).about
            assert listed.summary == " ".join(about.split("\n\n")[0].split())
    for group in GROUPS:
        for part, command in zip(group.commands, grouped_commands()[group.name], strict=True):
            assert not part.declaration or part.summary == " ".join(command.about.split("\n\n")[0].split())
    for question in QUESTIONS.values():
        first_line = inspect.getdoc(question.ask).partition("\n")[0]
        assert question.summary == first_line, f"{question.name}: table.py and the docstring differ"


@pytest.mark.parametrize(
    ("line", "message", "help"),
    [
        ("lint --formt json", "no such option: --formt", "the nearest is --format; see `mqtune lint --help`"),
        ("lsp --foo", "no such option: --foo", "see `mqtune lsp --help`"),
        ("lint --format", "option '--format' requires an argument", "see `mqtune lint --help`"),
        ("explain", "missing argument 'CODE...'", "see `mqtune explain --help`"),
        ("load x", "no such command 'x'", "its commands are read; see `mqtune load --help`"),
    ],
)
def test_wrong_words_are_reported_like_other_errors_of_use(
    mqtune, line: str, message: str, help: str
) -> None:
    outcome = mqtune(*line.split())
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == f"mqtune: error: {message}\n  help: {help}\n"


def test_the_help_fills_its_lines_and_keeps_brackets(mqtune, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    said = mqtune("lsp", "--help").out
    assert "the editor starts it. Needs `pip install 'mqtune[lsp]'`." in said
