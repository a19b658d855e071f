"""What a run did not check: the files that it left out, and the rules that it did not run."""

from __future__ import annotations

import os
from itertools import filterfalse

from mqtune.engine.pages import ALL, DEFAULT, SelectionRequest, choose
from mqtune.project.discovery import HIDDEN, NAMES_MQ, SKIPPED_FOLDERS, THIRD_PARTY
from mqtune.syntax.carriers.names import MQSC, shape_of
from mqtune.syntax.carriers.recognise import has_template_word
from mqtune.syntax.carriers.result import LIMITS, SHARED, is_of_place
from mqtune.syntax.document import INI_KINDS, has_placeholder
from mqtune.syntax.mqsc.tree import COMMENT, Script
from mqtune.text.not_checked import TOO_MANY, NotChecked
from mqtune.text.patterns import lazy_pattern

LINE_SIGNS = frozenset("+<%@")
ARGUMENT = lazy_pattern(r"\$[0-9@*]")  # of a script
OPEN_VALUES = "in part, because names or values are placeholders"
HIDDEN_COMMANDS = "in part, because a placeholder or tag hides commands"
CONDITIONAL = "in part, because it is not certain that all of its commands run"
NAMES_UNREAD = f"in part, {NAMES_MQ}"
UNCHECKED = "in part, because setmqaut commands and MQSC by REST are not read"
AFTER_END = "in part, because commands follow END, EXIT or QUIT"
# what the queue manager puts into texts by itself: every dump has some
INSERTS = lazy_pattern(r"\+(?:QMNAME|AUTOCL|MQ_\w+)\+")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.engine.pages import Selection
    from mqtune.engine.regions import Tree
    from mqtune.project.settings import Project
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.loading import Inputs
    from mqtune.session.options import Options
    from mqtune.text.not_checked import HeldChecks, Overruled


def not_checked_of(
    project: Project,
    options: Options,
    selection: Selection,
    inputs: Inputs,
    shared: Iterable[str],
    overruled: Iterable[Overruled],
    held: Iterable[HeldChecks] = (),
) -> NotChecked:
    """What a lint did not check; `shared` are files that not all their queue managers have, `overruled` the
    suppressions that the gate refuses, and `held` the checks that were held back, some of them because there
    was too much to check.
    """
    skipped = [(file.shown, _reason(file)) for file in inputs.files if file.skipped and _was_expected(file)]
    stopped = [check.code for check in held if check.reason == TOO_MANY]
    removed = [*_removed(project, options, selection), *stopped]
    hiding = {file.shown for file in inputs.files if _hides_commands(file)}
    skipped += [(shown, HIDDEN_COMMANDS) for shown in hiding]
    if project.gate is not None:  # without one, templates are as complete as they can be
        open_files = {file.shown for file in inputs.files if _has_placeholders(file)}
        skipped += [(shown, OPEN_VALUES) for shown in open_files - hiding]
        skipped += [(file.shown, CONDITIONAL) for file in inputs.files if _has_conditions(file)]
        skipped += [(file.shown, AFTER_END) for file in inputs.files if _goes_on_after_end(file)]
        skipped += [(file.shown, why) for file in inputs.files if (why := _unread_but_named(file))]
    skipped += [
        file for file in unread_of(inputs, shared) if project.gate is not None or not is_of_place(file[1])
    ]
    folders = [folder for folder in inputs.not_checked if _is_of_third_party(*folder)]
    return NotChecked(
        sorted({*inputs.not_checked, *skipped}.difference(folders)),
        folders,
        _abbreviated([*_rules_left_out(selection), *stopped], selection),
        _abbreviated(removed, selection),
        len(removed),
        project.gate.file if project.gate is not None else "",
        [*project.overruled, *inputs.overruled, *overruled],
    )


def _is_of_third_party(shown: str, why: str) -> bool:
    """Whether what was left out is a hidden folder or one of third parties that was not looked through."""
    return shown.endswith("/") and why in (HIDDEN, *map(THIRD_PARTY.format, SKIPPED_FOLDERS))


def limited_files(inputs: Inputs, shared: Iterable[str]) -> list[tuple[str, str]]:
    """The files that are read in part because a limit is exceeded, with the reason."""
    environments = inputs.by_environment
    limited = [] if environments is None else environments.beyond
    return [*limited, *(file for file in unread_of(inputs, shared) if file[1] in LIMITS)]


def unread_of(inputs: Inputs, shared: Iterable[str]) -> list[tuple[str, str]]:
    """The files of which a part was not read, or not for each of their queue managers, with the reason."""
    unread = [(file.shown, file.unread) for file in inputs.files if file.unread]
    return unread + [(shown, SHARED) for shown in shared]


def _unread_but_named(file: LoadedFile) -> str:
    """Why a file counts because what is not read of it names a command or a program of IBM MQ; "" if it does
    not, or counts already.
    """
    source = file.source
    if source is None or (file.skipped and _was_expected(file)):
        return ""
    from mqtune.syntax.mqsc.templates import names_mq, names_unchecked, unread_part  # only under a gate

    alone = [tree for tree in file.trees if not tree.document.container]
    if any(isinstance(tree, Script) for tree in alone):  # all of it is read
        return ""
    if alone:  # programs may run some of its values
        lines = source.text.splitlines()
        text = "\n".join(line for line in lines if line.lstrip()[:1] not in ("#", ";"))
        return NAMES_UNREAD if names_mq(source.encode(text)) else ""
    is_read = bool(file.trees or file.applies or file.followed or file.deployments)
    text = unread_part(source, file.trees, file.followed) if is_read else source.text
    rest = source.encode(text)
    if is_read and names_unchecked(rest):
        return UNCHECKED
    if file.unread or not names_mq(rest):
        return ""
    return NAMES_UNREAD if is_read else NAMES_MQ


def _hides_commands(file: LoadedFile) -> bool:
    """Whether placeholders or tags of a template hide commands in a file."""
    trees = (tree for tree in file.trees if isinstance(tree, Script))
    scripts = list(filter(_may_hide_commands, trees))
    if not scripts:
        return False
    from mqtune.syntax.mqsc.templates import hidden_commands  # only for templates

    return any(map(hidden_commands, scripts))


def _has_placeholders(file: LoadedFile) -> bool:
    """Whether placeholders without a value are left in a file, so that rules cannot judge it."""
    return any(_takes_arguments(tree) or any(map(_is_open, _texts(tree))) for tree in file.trees)


def _takes_arguments(tree: Tree) -> bool:
    """Whether the arguments of a script are part of the commands that it passes on."""
    if not isinstance(tree, Script) or "$" not in tree.document.text or not tree.document.template:
        return False
    return ARGUMENT.search(tree.document.text) is not None


def _is_open(text: str) -> bool:
    """Whether rules take a part of a text for a placeholder, whose value no product states."""
    return has_placeholder(text) and has_placeholder(INSERTS.sub("", text))


def _texts(tree: Tree) -> Iterator[str]:
    """The parts of a document, without those comments that no value of several lines can end."""
    if isinstance(tree, Script):
        lines = set(tree.lines)
        yield from (line.text for line in lines if line.kind != COMMENT or has_template_word(line.text))
        folded = filter(None, (command.folded for command in tree.commands))  # lines may divide a placeholder
        yield from (f"{word.keyword} {word.text or ''}" for line in folded for word in line.words)
        return
    from mqtune.syntax.ccdt.tree import COMMENT as REMARK  # most files are scripts
    from mqtune.syntax.ccdt.tree import CcdtFile

    if isinstance(tree, CcdtFile):
        yield from (token.text for token in tree.tokens if token.kind != REMARK)
    elif tree.document.kind in INI_KINDS:
        yield from (line for line in tree.lines if line.lstrip()[:1] not in ("#", ";"))


def _has_conditions(file: LoadedFile) -> bool:
    """Whether a condition decides which commands of a file run."""
    return any(tree.document.condition for tree in file.trees)


def _goes_on_after_end(file: LoadedFile) -> bool:
    """Whether commands follow END in a file: a script or template may write END only in some runs."""
    return any(isinstance(tree, Script) and tree.end_line is not None for tree in file.trees)


def _may_hide_commands(script: Script) -> bool:
    """Whether a script has a placeholder, perhaps at the beginning of a line; quick for most scripts."""
    text = script.document.text
    if has_template_word(text) or ("{" in text and "{#" in text):
        return True
    return not LINE_SIGNS.isdisjoint(line.text[:1] for line in set(script.lines))


def _was_expected(file: LoadedFile) -> bool:
    """Whether a file that contains nothing to check is one of IBM MQ, or has the name of one."""
    told = shape_of(os.path.basename(file.shown))
    return file.recognised or told.certain or told.shape == MQSC


def _reason(file: LoadedFile) -> str:
    """Why a file was skipped, without what to do about it."""
    return file.skipped.partition(",")[0].partition(";")[0]


def _rules_left_out(selection: Selection) -> list[str]:
    """The rules that would run without `select`, `ignore` and a weaker profile than the default."""
    profiles = {DEFAULT, selection.profile}
    others = filterfalse(selection.severities.__contains__, selection.pages)
    return [code for code in others if any(map(selection.pages[code].runs_in, profiles))]


def _removed(project: Project, options: Options, selection: Selection) -> list[str]:
    """The rules that would run by the user's options and the default profile."""
    if not (project.select or project.ignore) and project.profile == (options.profile or DEFAULT):
        return []
    asked = SelectionRequest(options.select, options.ignore, options.extend_select)
    wanted = choose(selection.pages, (asked,), options.profile or DEFAULT).severities
    return [code for code in wanted if code not in selection.severities]


def _abbreviated(codes: list[str], selection: Selection) -> list[str]:
    """Codes of rules; a family, or ALL, in place of all of its rules."""
    if not codes:
        return []
    if not selection.severities:
        return [ALL]
    families = {code: page.family for code, page in selection.pages.items()}
    active = {families[code] for code in selection.severities}
    return list(dict.fromkeys(code if families[code] in active else families[code] for code in codes))
