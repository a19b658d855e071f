"""Asks the question of a command line, and writes the answer in the chosen format."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from mqtune.cli import command, console
from mqtune.cli.command import JSON, MARKDOWN, STDIN, cannot_write, open_project
from mqtune.cli.console import Progress
from mqtune.cli.question_options import CSV, AskOptions, metavar_of
from mqtune.present.answer import BRIEF, DETAIL, NORMAL, Answer, Records, Rows
from mqtune.project.boundary import make_folder, write_output
from mqtune.questions.asking import ask, chosen_question, files_opened, remark_rows, remarks_of, switches_of
from mqtune.questions.fields import PROJECT, SCOPE, Field, about_of, fields_of, spelled_error, takes_paths
from mqtune.questions.table import Question
from mqtune.questions.values import InputFile, State
from mqtune.session.opened import Project, Scope, Settings
from mqtune.text.finding import ERROR
from mqtune.text.messages import UsageError, listed, plural

CURRENT = "."
MOST_NAMED = 4  # files that were written
AGAIN = "see `mqtune {} --help`"


def answer(options: AskOptions) -> int:
    """Ask the question of a command line, and print the answer. Raises UsageError and ProjectError."""
    asked = options.asked
    if options.format not in asked.formats:
        raise UsageError(f"invalid --format {options.format!r} (choose from {', '.join(asked.formats)})")
    question = chosen_question(asked.words, options.order)
    fields = [field for field in asked.fields if field.is_positional]
    positional = {field.name: metavar_of(field, field.is_required) for field in fields}

    def spelling(name: str) -> str:
        return positional.get(name) or f"--{name}"

    try:
        given, paths = split_words(question, options)
        about = asked_about(question, options, given, paths)
        project = about if isinstance(about, Project) else None
        with Progress(options.quiet or not isinstance(about, Scope), "comparing"):
            result = ask(question, about, given)
        if result.secrets is not None:
            console.hide(result.secrets())
        if options.out:
            write_beside(result, project, options)
        if options.output:
            write_files(result, project, options)
            result = without_files(result)
        if not (options.output and question.is_export):
            write(result, question, project, options)
    except UsageError as error:
        raise spelled_error(error, spelling) from error
    return result.status


def split_words(question: Question, options: AskOptions) -> tuple[dict[str, Any], list[str]]:
    """The values of all parameters, and the paths. Raises UsageError.

    An optional argument does not take a word that is an existing path.
    """
    switches = switches_of(question)
    given = {name: value for name, value in options.given.items() if name not in switches}
    words, has_paths = list(options.words), takes_paths(question.ask)
    for field in fields_of(question.ask):
        if not field.is_positional:
            continue
        if field.is_repeated:
            given |= {field.name: list(map(partial(typed, field), words))} if words else {}
            words = []
        elif words and (field.is_required or not (has_paths and is_path(words[0]))):
            given[field.name] = words.pop(0)
        if field.is_required and field.name not in given:
            raise UsageError(
                f"missing argument {metavar_of(field, True)!r}", AGAIN.format(options.asked.words)
            )
    if words and not has_paths:
        raise UsageError(f"got unexpected extra argument ({words[0]})", AGAIN.format(options.asked.words))
    return given, words


def typed(field: Field, word: str) -> object:
    """A word, or standard input for `-` in place of a file."""
    if field.type is InputFile and word == STDIN:
        return InputFile.of("<stdin>", sys.stdin.buffer.read())
    return word


def is_path(word: str) -> bool:
    """Whether a word names what is asked about."""
    return word == STDIN or os.path.exists(word)


def asked_about(
    question: Question, options: AskOptions, given: Mapping[str, object], paths: Sequence[str]
) -> Project | Scope | Settings:
    """What is asked about: a project, what the question opens itself, or settings alone."""
    if about_of(question.ask) == SCOPE:
        fields = [field for field in fields_of(question.ask) if field.type is State]
        return scope_of(options, paths, [str(given.get(field.name)) for field in fields])
    if about_of(question.ask) != PROJECT:
        return Settings(options.config)
    files = files_opened(question, given)
    scope = scope_of(options, [*(paths or [CURRENT]), *files] if files else paths)
    return open_project(scope, options.quiet)


def scope_of(options: AskOptions, paths: Sequence[str], states: Sequence[str] = ()) -> Scope:
    """The scope of the options with some paths; `-` alone is standard input, and so is a state `-`."""
    return command.scope_of(paths, options.config, states.count(STDIN) == 1)._replace(
        values=options.values_files,
        environments=options.environments,
        qmgrs=options.qmgrs,
        complete=options.complete,
    )


def write(result: Answer[Any], question: Question, project: Project | None, options: AskOptions) -> None:
    """Write an answer in the chosen format, and its notes to standard error."""
    level = BRIEF if options.quiet else DETAIL if options.verbose else NORMAL
    write_as(options.format, result, question, project, level, options)
    for row in result.notes.rows:
        if row.severity == ERROR:
            console.error(row.text)
    if not options.quiet:
        from mqtune.present.answer_text import note_lines

        notes = result.notes._replace(rows=[row for row in result.notes.rows if row.severity != ERROR])
        for rows in (notes, Rows(remark_rows(project))):
            for line in note_lines(rows, level):
                console.say(line)
        if result.hint and not options.out and options.format in question.layouts:
            console.say(result.hint)


def write_beside(result: Answer[Any], project: Project | None, options: AskOptions) -> None:
    """Write the files of an answer: the only one as the file that the user names, several to a folder.

    Raises UsageError.
    """
    files, path = list(result.files(options.format)), options.out
    if len(files) > 1 and os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(f"{path} is a file, and there are {len(files)} to write", "name a folder")
    is_folder = len(files) > 1 or (os.path.isdir(path) and all(file.name for file in files))
    if is_folder:
        written = {os.path.join(path, file.name): file.text for file in files}
    else:
        written = {path: "".join(file.text for file in files)}
    refuse_inputs(written, result, project)
    try:
        if is_folder:
            make_folder(path)
        for name, text in written.items():
            write_output(name, encoded(text))
    except OSError as error:
        raise cannot_write(path, error) from error


def refuse_inputs(paths: Iterable[str], result: Answer[Any], project: Project | None) -> None:
    """Raise UsageError if an output would replace a file that was read."""
    inputs = {*result.inputs, *(project.workspace.paths if project is not None else ())}
    for path in paths:
        if os.path.abspath(path) in inputs:
            raise UsageError(f"{path} is one of the input files", "name another file or folder")


def encoded(text: str) -> bytes:
    """A text as the bytes of a file; those that could not be decoded are kept."""
    return text.encode("utf-8", "surrogateescape")


def write_files(result: Answer[Any], project: Project | None, options: AskOptions) -> None:
    """Write the files that an answer offers to the folder that the user names. Raises UsageError."""
    files = {os.path.join(options.output, file.name): file for file in result.files(options.format)}
    refuse_inputs(files, result, project)
    try:
        make_folder(options.output)
        for path, file in files.items():
            write_output(path, encoded(file.text))
    except OSError as error:
        raise cannot_write(options.output, error, "name a folder that can be written to") from error
    if not options.quiet:
        names = [file.name for file in files.values()]
        console.say(f"wrote {plural(len(names), 'file')} to {options.output}: {listed(names, MOST_NAMED)}")


def without_files(result: Answer[Any]) -> Answer[Any]:
    """An answer without what its files contain."""
    return result._replace(
        sections=lambda layout: [section for section in result.sections(layout) if not section.filed]
    )


def write_as(
    format: str,
    result: Answer[Any],
    question: Question,
    project: Project | None,
    level: int,
    options: AskOptions,
) -> None:
    """Write an answer in one format. Raises UsageError for one that it does not have."""
    if format == JSON:
        from mqtune.present.answer_text import data_of, json_lines

        for text in json_lines(data_of(result, remarks_of(project))):
            console.write(text)
    elif format == CSV:
        from mqtune.present.answer_text import write_csv

        write_csv(records_of(result), console)
    elif format == MARKDOWN and MARKDOWN not in question.layouts:
        from mqtune.present.answer_text import markdown_lines

        write_lines(markdown_lines(question.name.capitalize(), result, level))
    else:
        from mqtune.present.answer_text import section_lines

        palette = console.palette(options.color)
        write_lines(section_lines(result.sections(format), level, palette, console.width()))


def records_of(result: Answer[Any]) -> Records:
    """The records of an answer. Raises UsageError."""
    records = result.records()
    if records is None:
        raise UsageError("this answer is not a table", "choose another --format, such as json")
    return records


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output."""
    from mqtune.present.answer_text import Exact

    for line in lines:
        if isinstance(line, Exact):
            console.write(f"{line}\n")
        else:
            console.line(line)
