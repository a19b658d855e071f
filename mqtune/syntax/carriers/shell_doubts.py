"""Whether a shell script can be followed as a whole: what each command does, by the table of programs.

A script that passes commands to a queue manager, and in which anything else may happen, may pass others.
"""

from __future__ import annotations

import posixpath
from itertools import pairwise

from mqtune.syntax.carriers.images import (
    AROUND,
    AUTOMATIC,
    copied,
    image_run,
    is_configuration,
    names_automatic,
)
from mqtune.syntax.carriers.shell_facts import CONTAINER_NAME
from mqtune.syntax.carriers.shell_output import base_name
from mqtune.syntax.carriers.shell_programs import (
    CONNECTING,
    CONSTRUCTS,
    HEALTH,
    INSTALLED,
    MOVES,
    NOTHING,
    PROGRAMS,
    RUNS,
    SEARCH_PATH,
    SEARCHED,
    SED_EDIT,
    SHELL_OPTION,
    SHELLS,
    STARTS,
    STEERING,
    STEPS,
    WRAPPERS,
)
from mqtune.syntax.carriers.shell_targets import ASSIGNS, target_program
from mqtune.syntax.carriers.shell_words import call_words, evident, is_runmqsc
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from mqtune.syntax.carriers.shell_output import Pipeline, Redirect, ShellCommand, ShellWord
    from mqtune.syntax.carriers.shell_reader import Remains
    from mqtune.syntax.carriers.shell_targets import Target
    from mqtune.syntax.carriers.shell_variables import ScriptFacts

_VARIABLE = lazy_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?-([\w./]*))?\})")
_EXPANDED = lazy_pattern(r"\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\{[^}]*\}|\$\w+|\$[@*#?$!-]|[*?]|\[[^\]]*\]")
_DECLARING = frozenset({"declare", "export", "local", "readonly", "typeset"})
_UNREAD = frozenset({"runmqsc", "setmqaut"})
MOST_COMPARED = 100  # names of applied files with a name that is written
_DESCRIPTORS = ("", "0", "1", "2")
_SETTING = lazy_pattern(r"/[\w./-]*/setmqenv|\$\{?MQ_\w+\}?/bin/setmqenv")
_FILE = lazy_pattern(r"\w\.[A-Za-z]{1,6}\Z")  # the name of a file, not of a folder
_IN_PLACE = lazy_pattern(r"-i.*|--in-place.*")
_WITH_SCRIPT = lazy_pattern(r"-[A-Za-z]*e")  # options of sed
_PLAIN = lazy_pattern(r"[\w./&<>{}%\\$+-]{1,40}")


# Which files a command may change.


def may_be(name: str, known: str) -> bool:
    """Whether a name may be another one, if `*` is any text in both."""
    if "*" not in name and "*" not in known:
        return name == known
    (first, last), (before, after) = (
        (text.partition("*")[0], text.rpartition("*")[2]) for text in (name, known)
    )
    begins = first.startswith(before) or before.startswith(first)
    if "*" not in name or "*" not in known:
        fixed, open = (name, known) if "*" not in name else (known, name)
        head, tail = open.partition("*")[0], open.rpartition("*")[2]
        return len(fixed) >= len(head) + len(tail) and fixed.startswith(head) and fixed.endswith(tail)
    return begins and (last.endswith(after) or after.endswith(last))


def _closed(text: str) -> str:
    """A text with `*` in place of all that the shell replaces."""
    return _EXPANDED.sub("*", text)


# The commands of a script.


class Understanding:
    """What of a script is not certain, and which of its words certainly pass nothing to a queue manager.

    `first` is the offset of the first sign whose effect is not certain, and the sign; None without one.
    """

    __slots__ = (
        "_calls",
        "_collects",
        "_files",
        "_folder",
        "_inner",
        "_last",
        "_later",
        "_script",
        "_steps",
        "_written",
        "first",
        "followed",
        "is_image",
    )

    def __init__(
        self,
        script: ScriptFacts,
        pipelines: list[Pipeline],
        remains: Remains,
        around: Understanding | None,
    ) -> None:
        self._script = script
        self._inner = script.inner_at
        self._written = {feed.at: feed.target for feed in script.feeds if feed.target}
        self._calls = min(script.called_at, default=len(script.text))
        self._files: tuple[set[str], list[str], bool] = around._files if around else self._applied_files()
        functions = (file.at for file in script.files if script.conditions.function(file.at))
        self._later = min(functions, default=len(script.text))  # it may be applied later
        # files that a function applies may be applied later
        last = max(script.applied_at.values(), default=-1)
        self._last = len(script.text) if script.conditions.function(max(last, 0)) else last
        feeds = (feed.at for feed in script.feeds if feed.target != "-")
        self._steps = {*feeds, *script.called_at, *self._inner}
        self.is_image = not script.is_build_file and names_automatic(script.root.text)
        self._collects = False
        self._folder = "/"  # of the stage of a build file
        self.followed: list[tuple[int, int]] = []
        self.first: tuple[int, str] | None = min([*remains.signs, *script.signs], default=None)
        if script.ends_before_call():
            self._note(min(script.ended_at), "endmqm")
        for name in script.conditions.functions:
            if name in PROGRAMS or name in WRAPPERS or name in SHELLS:
                self._note(max(script.text.find(name), 0), name)
        self._walk([*self._concerning(pipelines)], False)
        if self._collects:
            self.followed.clear()
        self.followed += remains.comments

    def _note(self, at: int, sign: str) -> None:
        if self.first is None or at < self.first[0]:
            self.first = at, sign

    def _applied_files(self) -> tuple[set[str], list[str], bool]:
        """The names in the paths of the files that the script applies, those with wildcards, and whether any
        is relative.
        """
        script = self._script
        names = {_closed(self._resolved(name)) for name in script.applied} - {"*"}
        paths = [path for file in script.files for path in file.paths]
        names.update(_closed(step) for path in paths for step in path.split("/"))
        names.discard("..")
        return names, [name for name in names if "*" in name], bool(paths)

    def _concerning(self, pipelines: list[Pipeline]) -> Iterator[Pipeline]:
        """The commands of a script; of a build file those of the stages that concern a queue manager, and of
        the stages on which these are based.
        """
        if not self._script.is_build_file:
            yield from pipelines
            return
        stages: list[list[Pipeline]] = [[]]
        for pipeline in pipelines:
            if pipeline[0].words and pipeline[0].words[0].value.upper() == "FROM":
                stages.append([])
            stages[-1].append(pipeline)
        bases: set[str] = set()
        for stage in reversed(stages):
            names = [word.value.lower() for word in stage[0][0].words[1:]] if stage else []
            if bases & set(names[1:]) or any(self._concerns(pipeline) for pipeline in stage):
                bases.update(names[:1])
                self.is_image = True
                self._folder = "/"
                yield from stage

    def _concerns(self, pipeline: Pipeline) -> bool:
        """Whether a step of a build file concerns the configuration of a queue manager."""
        for command in pipeline:
            if command.at in self._steps or (command.inner and any(map(self._concerns, command.inner))):
                return True
            targets = [redirect.target for redirect in command.redirects if redirect.target is not None]
            words = [word.value for word in (*command.words, *targets)]
            if any(is_configuration(word) or word.startswith(CONTAINER_NAME) for word in words):
                return True
        return False

    def _walk(self, pipelines: list[Pipeline], flows: bool) -> None:
        for pipeline in pipelines:
            for number, command in enumerate(pipeline):
                goes = flows or any(map(_writes_file, pipeline[number:]))
                if command.inner is not None:
                    self._walk(command.inner, goes)
                sign = self._unclear(command)
                if sign:
                    self._note(command.at, sign)
                self._follow(command, goes)

    def _follow(self, command: ShellCommand, flows: bool) -> None:
        """Take note of the words that pass on nothing; what is printed into a file may run later."""
        words = command.words
        if not words or command.array:
            return
        first = words[0].value
        self._collects |= flows and (first in CONSTRUCTS or first in self._script.conditions.functions)
        target = target_program(words)
        name = base_name(words[target.at]) if target is not None and target.at is not None else ""
        program = PROGRAMS.get(name)
        is_call = target is None or (target.at is not None and self._name(words[target.at]) in _UNREAD)
        if is_call or (program is not None and program.prints and flows):
            return
        if program is None or name in _DECLARING:  # a word may be a command for later
            words = [word for word in words if " " not in word.value and "\n" not in word.value]
        self.followed += [(word.start, word.end) for word in words]
        if program is not None and program.prints:
            here_documents = (redirect.here_document for redirect in command.redirects)
            self.followed += [(text.start, text.end) for text in here_documents if text is not None]

    # What is not certain.

    def _unclear(self, command: ShellCommand) -> str:
        """The sign of a command whose effect is not certain, "" if all of it is."""
        for redirect in command.redirects:
            if _is_unclear(redirect):
                return f"{redirect.descriptor}{redirect.operator}"
        if command.array or command.inner is not None:
            return self._overwrites(command)
        words = command.words[3:] if command.begins("function") else command.words
        if not words or words[0].value in CONSTRUCTS or image_run(command) is not None:
            return self._overwrites(command)
        step = words[0].value.upper() if self._script.is_build_file else ""
        if step in ("ADD", "COPY"):
            return step if any(self._is_covert(*copy) for copy in copied(command)) else ""
        if step == "WORKDIR":
            self._folder = posixpath.join(self._folder, self._resolved(words[-1].value))
        if step in STEPS or (step in STARTS and words[1:] and words[1].value.startswith("[")):
            return self._starts(command) if step in STARTS else ""
        if step == HEALTH:
            words = words[next((at for at, word in enumerate(words) if word.value == "CMD"), 0) + 1 :]
        target = target_program(words)
        if target is None:
            return words[0].value
        assigned = self._assigns(words[: target.at], target.at is None or target.at == len(words))
        return assigned or self._overwrites(command) or self._runs(command, words, target)

    def _is_covert(self, source: ShellWord, target: str) -> bool:
        """Whether a step copies a folder to where the image applies it, or a file by an unclear path."""
        path = posixpath.join(self._folder, self._resolved(target))
        is_shown = path == target and "." in base_name(source)
        return not is_shown and _may_be_automatic(_closed(path))

    def _starts(self, command: ShellCommand) -> str:
        """What a container runs at its start, as a list of words; in one of these may be a program."""
        program, *arguments = (word.value.strip("[],") for word in command.words[1:])
        is_script = any(set(" \n;") & set(argument) or names_automatic(argument) for argument in arguments)
        runs_script = is_script or base_of(program) in SHELLS
        return program if runs_script and command.at not in self._inner else ""

    def _runs(self, command: ShellCommand, words: list[ShellWord], target: Target) -> str:
        """The same of the program that is run, and of its options."""
        if target.at is None:
            is_bare = all(ASSIGNS.match(word.value) for word in words)
            return "" if is_bare or command.at in self._inner else words[0].value
        word, rest = words[target.at], words[target.at + 1 :]
        if word.quoted and command.at in self._inner and " " in word.value:  # ssh host "…"
            return ""
        name = self._name(word)
        if not name:
            return word.value
        if name == "runmqsc":
            names, options = call_words(rest)
            return next((option for option in (*options, *names[1:]) if option not in RUNS), "")
        if name in self._script.conditions.functions:
            return ""
        if name == ".":
            return "" if rest and _SETTING.fullmatch(self._resolved(rest[0].value)) else name
        if name in SHELLS:
            return self._shell(command, name, rest)
        return self._program(command, name, rest)

    def _shell(self, command: ShellCommand, name: str, rest: list[ShellWord]) -> str:
        """The same of a shell, which runs the script in a word or a here-document."""
        while rest and rest[0].value.startswith("-"):
            if not SHELL_OPTION.fullmatch(rest[0].value):
                return f"{name} {rest[0].value}"
            rest = rest[1:]
        return "" if command.at in self._inner and (not rest or rest[0].quoted) else name

    def _program(self, command: ShellCommand, name: str, rest: list[ShellWord]) -> str:
        program = PROGRAMS.get(name)
        if program is None:
            return name
        values = [self._resolved(word.value) for word in rest]
        operands = [value for value in values if not value.startswith("-")]
        if program.refused is not None:
            bare = (word for word, value in zip(rest, values, strict=True) if value[:1] in ("$", "`"))
            if any(not word.quoted for word in bare) or any(map(program.refused.fullmatch, values)):
                return name
        if program.operands is not None and not all(map(program.operands.fullmatch, values)):
            return name
        if name == "command" and values[:1] not in (["-v"], ["-V"]):
            return name
        if len(operands) > program.most or (name == "sed" and not self._edits(values)):
            return name
        if name in _DECLARING:
            return self._assigns(rest, True)
        if name in ("cd", "chdir") and self._may_move(command):
            return name
        if name == "sed":
            return name if any(map(_IN_PLACE.fullmatch, values)) and self._changes(operands[1:]) else ""
        if name == "rm" and command.at > self._last and not self.is_image:
            return ""
        changed = operands
        if program.files == MOVES:
            changed = [*operands[-1:], *map(base_of, operands[:-1])]
            if _FILE.search(changed[0]):
                changed = changed[:1]
        return name if program.files != NOTHING and self._changes(changed) else ""

    def _changes(self, names: list[str]) -> bool:
        return any(map(self._is_applied, names))

    def _edits(self, values: list[str]) -> bool:
        """Whether the scripts of sed only print, drop or replace text."""
        scripts = [value for option, value in pairwise(values) if _WITH_SCRIPT.fullmatch(option)]
        scripts = scripts or [value for value in values if not value.startswith("-")][:1]
        known = self._script.variables.values
        return all(
            SED_EDIT.fullmatch(script)
            and not any((match[1] or match[2]) in known for match in _VARIABLE.finditer(script))
            and "$(" not in script
            and "`" not in script
            for script in scripts
        )

    def _may_move(self, command: ShellCommand) -> bool:
        """Whether files may be applied in another folder than the one that a command enters."""
        conditions = self._script.conditions
        depends = conditions.at(command.at) or conditions.function(command.at)
        return bool(self._files[2] and depends) or command.at > self._later

    def _assigns(self, words: list[ShellWord], alone: bool) -> str:
        """An assignment that changes what other words of the script mean, or with which host it connects."""
        values = self._script.variables.values
        for word in words:
            match = ASSIGNS.match(word.value)
            if match is None:
                continue
            name, text = match[1], word.value[match.end() :]
            if name in STEERING or (name in SEARCHED and not SEARCH_PATH.fullmatch(text)):
                return name
            if (match[2] or match[3]) and name in values:
                return name
            if name in CONNECTING:
                is_late = word.start > self._calls or self._script.conditions.at(word.start)
                if not alone or is_late or len(values.get(name, ())) > 1:
                    return name
        return ""

    # Names and files.

    def _resolved(self, text: str) -> str:
        return evident(text, self._script.variables.values)

    def _name(self, word: ShellWord) -> str:
        """The name of the program that a word names, "" if the script does not state it."""

        def value(match: re.Match[str]) -> str:
            values = self._script.variables.values.get(match[1] or match[2], set())
            return next(iter(values)) if len(values) == 1 else match[3] or match.group()

        text = word.value
        for _ in range(3):
            text = _VARIABLE.sub(value, text[:1000])
        if not INSTALLED.fullmatch(text) and set("$` \n*?/") & set(text):
            return ""
        return base_of(text).removesuffix(".exe").lower() if is_runmqsc(word) else base_of(text)

    def _overwrites(self, command: ShellCommand) -> str:
        """A redirection into a file that is applied, unless what is written there is read."""
        written = self._written.get(command.at)
        for redirect in command.redirects:
            if not redirect.operator.startswith("<") and redirect.target is not None:
                name = redirect.target.value
                is_copy = redirect.operator == ">&" and name.isdigit()
                if not (is_copy or name == written or name.startswith("/dev/")) and self._is_applied(name):
                    return redirect.operator
        return ""

    def _is_applied(self, name: str) -> bool:
        """Whether a file or folder may be applied to a queue manager, by its last name."""
        path = _closed(self._resolved(name))
        if self.is_image and _may_be_automatic(path):
            return True
        last = path.rstrip("/").rpartition("/")[2]
        names, patterns, _ = self._files
        if (names and last in ("", ".", "..", "*")) or base_of(name) in self._script.root.applied:
            return True
        others = names if "*" in last else patterns
        return last in names or len(others) > MOST_COMPARED or any(may_be(last, known) for known in others)


def base_of(path: str) -> str:
    """The last part of a path."""
    return path.rpartition("/")[2]


def _may_be_automatic(path: str) -> bool:
    """Whether a path may be one of automatic configuration in an image."""
    if not path.startswith("/"):
        return True
    path = posixpath.normpath(path)
    head = path.partition("*")[0]
    is_open = "*" in path and AUTOMATIC.startswith(head)
    return is_open or head in AROUND or f"{head}/".startswith(f"{AUTOMATIC}/")


def _is_unclear(redirect: Redirect) -> bool:
    """Whether a redirection concerns a descriptor other than those that each program has."""
    if redirect.descriptor not in _DESCRIPTORS or redirect.operator in ("<>", "<&"):
        return True
    return redirect.operator == ">&" and redirect.target is not None and redirect.target.value == "-"


def _writes_file(command: ShellCommand) -> bool:
    """Whether a command writes into a file."""
    targets = [redirect.target for redirect in command.redirects if not redirect.operator.startswith("<")]
    names = [target.value for target in targets if target is not None]
    return any(not (name.isdigit() or name.startswith("/dev/")) for name in names) or command.begins("tee")


def shown_sign(sign: str) -> str:
    """A sign of a script as a reason names it; what may be secret is not shown."""
    name = sign.partition("=")[0]
    return f"`{name}`" if _PLAIN.fullmatch(name) else "a command"
