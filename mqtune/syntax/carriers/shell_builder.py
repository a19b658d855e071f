"""Assembles the words and redirections of a shell script into commands and pipelines."""

from __future__ import annotations

from mqtune.syntax.carriers.shell_tree import Pipeline, Redirect, ShellCommand, ShellWord

MOST_PIPED = 100  # commands of one pipeline, more than any real one has


class Builder:
    """The command and the pipeline that are being read."""

    __slots__ = ("command", "open_pipe", "pipeline", "pipelines")

    def __init__(self, pipelines: list[Pipeline]) -> None:
        self.pipelines = pipelines
        self.pipeline: Pipeline = []
        self.command: ShellCommand | None = None
        self.open_pipe = False

    @property
    def at_start(self) -> bool:
        """Whether a command could begin here."""
        return self.command is None or not (self.command.words or self.command.inner is not None)

    def begins_with(self, word: str) -> bool:
        """Whether a word is the first one of the current command."""
        return self.command is not None and [one.value for one in self.command.words[:1]] == [word]

    @property
    def name(self) -> str:
        """The last word of the current command, which names a function."""
        return self.command.words[-1].value if self.command is not None and self.command.words else ""

    def word(self, word: ShellWord) -> None:
        """Add a word to the current command."""
        if self.command is None:
            self.command = ShellCommand(word.start)
        self.command.words.append(word)

    def redirect(self, redirect: Redirect, at: int) -> None:
        """Add a redirection to the current command."""
        if self.command is None:
            self.command = ShellCommand(at)
        self.command.redirects.append(redirect)

    def group(self, group: ShellCommand) -> None:
        """Begin a command that is a group."""
        if self.command is not None:  # redirections preceded it
            group.redirects = self.command.redirects
        self.command = group

    def drop_descriptor(self, at: int) -> None:
        """Treat a number directly before a redirection as its file descriptor."""
        if self.command and self.command.words:
            last = self.command.words[-1]
            if last.end == at and last.value.isdigit() and not last.quoted:
                self.command.words.pop()

    def pipe(self) -> None:
        """End a command before `|`."""
        self._end_command()
        if len(self.pipeline) >= MOST_PIPED:
            self.end_pipeline()
        self.open_pipe = True

    def end_line(self) -> None:
        """End the pipeline at a line end, except after `|`."""
        if self.open_pipe and self.command is None:
            return
        self.end_pipeline()

    def end_pipeline(self) -> None:
        """End the current pipeline."""
        self._end_command()
        if self.pipeline:
            self.pipelines.append(self.pipeline)
        self.pipeline = []
        self.open_pipe = False

    def drop(self) -> None:
        """Forget the current command."""
        self.command = None

    def _end_command(self) -> None:
        if self.command is not None:
            self.pipeline.append(self.command)
        self.command = None
