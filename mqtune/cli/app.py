"""Builds the command line from the table of commands: help, completion, errors, all but a plain lint.

Of a command that does not run only name and summary are made. The library only reads options. The command
runs after the library has finished, so that errors, interrupts and exit statuses are the same with and
without it.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from functools import cache, partial
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from mqtune import __version__
from mqtune.cli import console
from mqtune.cli.command import (
    COMMON,
    FLAG,
    LIST,
    REQUIRED,
    STATES,
    TEXT,
    CommonOptions,
    Option,
    guarded,
    options_of,
)
from mqtune.cli.commands import COMMANDS as TABLE
from mqtune.cli.commands import GROUP, NAMES, SHELLS, Listed
from mqtune.cli.parameters import chosen, completer
from mqtune.questions.table import questions_of
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.messages import UsageError
from mqtune.text.spelling import nearest

# every error of the library about what was typed
_WrongWords: type[Exception] = typer.BadParameter.__base__ or Exception
_TYPES: dict[str, Any] = {FLAG: bool, STATES: bool, TEXT: str, LIST: list[str]}
SPECIAL = COMMON_NAME, CONTEXT = ("common", "context")  # what a function may take besides its options
_HELP = "Lint IBM MQ configuration: MQSC, qm.ini and CCDT JSON."


class Invocation:
    """One call of the command line: its words, the options before the command, and what the command does."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.before: dict[str, object] = {}
        self.options = CommonOptions()
        self.work: Callable[[], int] | None = None

    def choose(self, options: CommonOptions, work: Callable[[], int]) -> None:
        """Run this after the library has finished."""
        self.options, self.work = options, work

    def run(self) -> int:
        """Run the command, if one was chosen, and return the exit status."""
        return guarded(self.options, self.work) if self.work is not None else 0

    def rest(self, name: str) -> list[str]:
        """The words that follow the name of the command."""
        return self.words[self.words.index(name) + 1 :]


def run(words: list[str]) -> int:
    """Run a command line and return the exit status."""
    console.ready_stdout()
    if _unknown_command(words):
        return WRONG_USE
    invocation = Invocation(words)
    try:
        command_tree()(args=words, prog_name="mqtune", obj=invocation, standalone_mode=False)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else WRONG_USE
    except UsageError as error:  # of the check of an option
        console.usage_error(error)
        return WRONG_USE
    except _WrongWords as error:
        _report_wrong_words(error, words)
        return WRONG_USE
    return invocation.run()


def _report_wrong_words(error: Any, words: list[str]) -> None:
    """Report what the library refuses like any other error of use; no text means that it printed the help."""
    text = error.format_message()
    if not text:
        return
    path = error.ctx.command_path if error.ctx else " ".join(["mqtune", *words[:1]])
    help = f"see `{path} --help`"
    option = getattr(error, "option_name", "")
    similar = getattr(error, "possibilities", None) or []  # the library's order is by similarity
    if option and "possibilities" in vars(error):
        text = f"no such option: {option}"  # each version of the library words it in its own way
    commands = getattr(error.ctx.command, "commands", {}) if error.ctx else {}
    if nearest(option, similar):
        help = f"the nearest is {similar[0]}; {help}"
    elif commands and not option:
        help = f"its commands are {', '.join(commands)}; {help}"
    console.error(text[0].lower() + text[1:].rstrip("."), help)


def _unknown_command(words: list[str]) -> bool:
    """Whether the first word is not a command; reports the commands if so."""
    with_value = {
        name for option in options_of(CommonOptions) if option.kind != FLAG for name in option.names
    }
    first, skip = "", False
    for word in words:
        if not skip and not word.startswith("-"):
            first = word
            break
        skip = not skip and word in with_value
    if not first or first in NAMES:
        return False
    import os

    if {"--install-completion", "--show-completion"} & set(words):
        shell = first if first in SHELLS else "bash"
        console.error(
            "--install-completion and --show-completion detect the shell and accept no name",
            f"`mqtune completion {shell}` prints the script of a shell",
        )
        return True
    near = nearest(first, NAMES)
    checks = f"`mqtune lint {first}` checks that path; " if os.path.exists(first) else ""
    checks += f"the nearest command is {near}; " if near else ""
    console.error(
        f"unknown command {first!r}", f"{checks}commands are {', '.join(NAMES)}; see `mqtune --help`"
    )
    return True


def _parameter(option: Option) -> inspect.Parameter:
    """An option as the library reads it: as a parameter with an annotation."""
    info: Any
    if option.names:
        info = typer.Option(
            *(["/".join(option.names)] if option.kind == STATES else option.names),
            metavar=option.metavar or None,
            help=option.full_help,
            rich_help_panel=option.panel or None,
            autocompletion=completer(option.choices, option.completes),
        )
    else:
        info = typer.Argument(
            metavar=option.metavar,
            help=option.full_help,
            autocompletion=completer(option.choices, option.completes),
        )
    kind = _TYPES[option.kind]
    # a common option that is absent is left to the words before the command
    default = None if option.panel == COMMON and option.kind != FLAG else option.default
    if default == REQUIRED:
        default = inspect.Parameter.empty
    elif default is None:
        kind = kind | None
    return inspect.Parameter(
        option.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )


def _with_parameters(function: Any, options: list[Option], *more: inspect.Parameter) -> Any:
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    function.__signature__ = inspect.Signature([context, *more, *map(_parameter, options)])
    return function


def _add_question(app: typer.Typer, words: str, panel: str | None = None) -> None:
    """Register the words of a question with the library."""
    from mqtune.cli.question_options import AskOptions, QuestionCommand

    question = QuestionCommand(words)

    def callback(context: typer.Context, **given: object) -> None:
        from mqtune.cli.ask import answer

        invocation: Invocation = context.obj
        options = AskOptions(question, **{**given, **_given_before(invocation, given)})
        options.read_order(invocation.rest(question.command))
        invocation.choose(options, partial(answer, options))

    complete = _with_parameters(callback, question.typed_options)
    _register(app, question.command, question.about, question.examples, panel, complete)


def _add_function(
    app: typer.Typer, words: str, function: Callable[..., int], panel: str | None = None
) -> None:
    """Register a function of typer's ordinary form, with the options of every command, which it takes as
    `common` if it has that parameter.
    """
    signature = inspect.signature(function, eval_str=True).parameters
    parameters = [
        item.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for item in signature.values()
        if item.name not in SPECIAL
    ]

    def callback(context: typer.Context, **given: object) -> None:
        invocation: Invocation = context.obj
        values = {item.name: given.pop(item.name) for item in parameters}
        common = CommonOptions(**{**given, **_given_before(invocation, given)})
        special = {COMMON_NAME: common, CONTEXT: context}
        values |= {name: special[name] for name in SPECIAL if name in signature}
        invocation.choose(common, partial(function, **values))

    about, examples = inspect.getdoc(function) or "", " · ".join(examples_of(function, words))
    complete = _with_parameters(callback, options_of(CommonOptions), *parameters)
    _register(app, words.rpartition(" ")[2], about, examples, panel, complete)


def _register(
    app: typer.Typer, name: str, about: str, examples: str, panel: str | None, callback: Callable[..., None]
) -> None:
    app.command(name, help=_help_text(about), epilog=f"Examples: {examples}", rich_help_panel=panel)(callback)


def examples_of(function: Callable[..., int], words: str) -> list[str]:
    """Command lines, of those that the module of a function has."""
    every: tuple[str, ...] = importlib.import_module(function.__module__).EXAMPLES
    return [line for line in every if f"mqtune {words} " in f"{line} "]


def _help_text(about: str) -> str:
    """The docstring for the library, which keeps later line ends and takes brackets for markup."""
    return "\n\n".join(" ".join(part.split()) for part in about.split("\n\n")).replace("[", "\\[")


def _given_before(invocation: Invocation, given: dict[str, object]) -> dict[str, object]:
    """The common options before the command that were not given after it."""
    return {field: value for field, value in invocation.before.items() if not given[field]}


def lazy_group(summaries: dict[str, str], panels: dict[str, str], make: Callable[[str], Any]) -> Any:
    """The class of a group that has its commands by name and summary; one is made when it is chosen, the
    others never.
    """

    class LazyGroup(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.commands = {
                name: TyperCommand(name, help=_help_text(summary), rich_help_panel=panels.get(name))
                for name, summary in summaries.items()
            }

        def resolve_command(self, context: Any, words: list[str]) -> tuple[str | None, Any, list[str]]:
            """The command that is chosen, with all its options, and the words that follow its name."""
            name, command, rest = super().resolve_command(context, words)
            return name, command and make(name or ""), rest

    return LazyGroup


def summary_of(listed: Listed) -> str:
    """The first line of the help of a command."""
    return listed.summary or questions_of(listed.name)[0].summary


def declared(name: str) -> Any:
    """The function that declares a command, by `module:name`."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)


@cache
def made_command(name: str) -> Any:
    """A command or group in the form that the library runs."""
    listed = next(listed for listed in TABLE if listed.name == name)
    return (
        made_group(name, listed.summary)
        if listed.declaration == GROUP
        else single_command(name, listed.declaration, listed.panel)
    )


def made_group(name: str, about: str) -> Any:
    """A group, whose commands are made when they are chosen."""
    from mqtune.cli.commands import GROUPS

    group = next(group for group in GROUPS if group.name == name)
    parts = {part.name: part for part in group.commands}
    summaries = {
        part.name: part.summary or questions_of(f"{name} {part.name}")[0].summary for part in group.commands
    }
    command = typer.Typer(
        name=name,
        cls=lazy_group(summaries, {}, lambda part: single_command(f"{name} {part}", parts[part].declaration)),
        help=about,
        epilog=f"Examples: {group.examples}",
        no_args_is_help=True,
        rich_markup_mode="rich",
        add_completion=False,
    )
    return typer.main.get_group(command)


def single_command(words: str, declaration: str, panel: str | None = None) -> Any:
    """A command by its function; without one it is a question."""
    command = typer.Typer(rich_markup_mode="rich", add_completion=False)
    if declaration:
        _add_function(command, words, declared(declaration), panel)
    else:
        _add_question(command, words, panel)
    return typer.main.get_command(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.line(f"mqtune {__version__}")
        raise typer.Exit


def _main(context: typer.Context, version: bool, **given: object) -> None:
    context.obj.before = given


def build() -> typer.Typer:
    """The command line with all commands."""
    command = typer.Typer(
        name="mqtune",
        cls=lazy_group(
            {listed.name: summary_of(listed) for listed in TABLE},
            {listed.name: listed.panel for listed in TABLE},
            made_command,
        ),
        help=_HELP,
        epilog="Example: mqtune lint hub/ --profile production",
        no_args_is_help=True,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    info = typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")
    version = inspect.Parameter(
        "version", inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, info]
    )
    command.callback()(_with_parameters(_main, options_of(CommonOptions), version))
    return command


@cache
def command_tree() -> Any:
    """The command line in the form that the library runs."""
    return typer.main.get_command(build())


# `mqtune completion`: the script for a shell.

EXAMPLES = ("mqtune completion bash > ~/.local/share/bash-completion/completions/mqtune",)
# Each asks the program for what fits, in the way of its shell. Not those of the library: they offer nothing
# after `--format=`, zsh offers nothing at the first attempt, and fish starts the program twice.
BASH = """\
_mqtune() {
    local IFS=$'\\n' words=() i
    for ((i = 0; i <= COMP_CWORD; i++)); do  # bash splits --format=json into three words
        [[ ${COMP_WORDS[i]} == = && $i -lt $COMP_CWORD ]] || words+=("${COMP_WORDS[i]}")
    done
    i=$((${#words[@]} - 1))
    COMPREPLY=($(COMP_WORDS="${words[*]}" COMP_CWORD=$i _MQTUNE_COMPLETE=complete_bash "$1"))
}
complete -o default -F _mqtune mqtune
"""
ZSH = """\
#compdef mqtune
_mqtune() {
    local found=$(_TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _MQTUNE_COMPLETE=complete_zsh mqtune)
    compset -P '--[^=]#='
    eval $found
}
if [[ $funcstack[1] = _mqtune ]]; then _mqtune "$@"; else compdef _mqtune mqtune; fi
"""
FISH = """\
function __mqtune
    set -l found (env _MQTUNE_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
        _TYPER_COMPLETE_ARGS=(commandline -cp) mqtune)
    set -l start (string match --regex -- '^--[^=]*=' (commandline -ct))
    if test -z "$found"
        set found (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' (commandline -ct)))
    end
    string replace --regex -- '^' "$start" $found
end
complete --command mqtune --no-files --arguments '(__mqtune)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(shell: Annotated[str, chosen("SHELL", tuple(SCRIPTS), "the shell")]) -> int:
    """Print the completion script of a shell: commands, options, and values such as rule codes.

    `eval "$(mqtune completion bash)"` in ~/.bashrc, or write it to the folder of completions of your shell.
    """
    console.write_exactly(SCRIPTS[shell])
    return 0
