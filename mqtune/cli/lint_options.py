"""The options of `mqtune lint`, and those of the session that lints."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from mqtune.cli._plain_options import LintFields
from mqtune.cli.command import FLAG, STDIN, as_tracked, listed, named_options
from mqtune.present.formats import COUNTING, FULL
from mqtune.session.options import Options
from mqtune.text.finding import WARNING
from mqtune.text.messages import UsageError

_PAIRED = ("formats", "output_files")


class LintOptions(LintFields):
    """The options of `mqtune lint`, with what they mean together."""

    @property
    def least_failing(self) -> str:
        """The lowest severity that sets exit status 1."""
        return self.fail_on or WARNING

    # each format with the file it is written to, None for standard output
    outputs: Sequence[tuple[str, str | None]] = ((FULL, None),)

    def read_order(self, words: Sequence[str]) -> None:
        """Pair formats and files in the order in which they were given."""
        self.outputs = pair_outputs(words)

    def check(self) -> None:
        """Raise UsageError for values that are invalid, or invalid together."""
        super().check()
        if self.tracked:
            self.paths = as_tracked(self.paths)
        for format, _ in self.outputs:
            if self.statistics and format not in COUNTING:
                raise UsageError(
                    f"--statistics is not available with --format {format}",
                    f"it is available with {listed(COUNTING)}",
                )
        files = [file for _, file in self.outputs if file is not None]
        if len(self.outputs) - len(files) > 1:
            raise UsageError(
                "more than one format would be written to standard output",
                "follow all but one --format with an --output-file",
            )
        if len(set(files)) < len(files):
            raise UsageError(
                "two formats would be written to the same file", "give each its own --output-file"
            )
        self._check_stdin()
        self._check_baseline()
        if self.fix and self.diff:
            raise UsageError("--fix writes files and --diff does not", "omit one of them")
        if self.unsafe_fixes and not (self.fix or self.diff):
            raise UsageError(
                "--unsafe-fixes has no effect by itself",
                "add --fix to apply the fixes, or --diff to see them",
            )
        if self.jobs < 0:
            raise UsageError(f"invalid --jobs '{self.jobs}'", "a number of processes, or 0 for one per core")
        if self.isolated and self.config is not None:
            raise UsageError("--isolated ignores the project file that --config names", "omit one of them")

    def _check_baseline(self) -> None:
        if self.update_baseline and self.baseline is None:
            raise UsageError("--update-baseline needs a baseline", "name it with --baseline FILE")
        if self.update_baseline and self.min_confidence is not None:
            raise UsageError(
                "--update-baseline needs all findings, and --min-confidence hides some", "omit one of them"
            )
        if self.update_baseline and (self.environments or self.qmgrs):
            raise UsageError(
                "--update-baseline needs all findings, and --environment and --qmgr hide some",
                "omit one of them",
            )
        if self.write_baseline is None and not self.update_baseline:
            return
        option = "--write-baseline" if self.write_baseline is not None else "--update-baseline"
        if self.write_baseline is not None and self.update_baseline:
            raise UsageError("--write-baseline replaces what --update-baseline updates", "omit one of them")
        if self.fix or self.diff:
            raise UsageError(f"{option} cannot be combined with --fix or --diff", "fix first, then run again")

    def _check_stdin(self) -> None:
        if STDIN not in self.paths:
            if self.stdin_filename is not None:
                raise UsageError("--stdin-filename needs standard input", "add `-` to the paths")
            return
        if len(self.paths) > 1:
            raise UsageError(
                "`-` is standard input and cannot be combined with other paths", "lint them in a second run"
            )
        if self.watch:
            raise UsageError("--watch cannot watch standard input", "name files or folders")


def pair_outputs(words: Sequence[str]) -> list[tuple[str, str | None]]:
    """Each format with the file it is written to: a file belongs to the preceding format, else to the next.

    Needs the words themselves, because the order of two options decides.
    """
    known = named_options(LintOptions)
    pairs: list[list[str | None]] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        name, equals, text = word.partition("=")
        option = known.get(name)
        if option is None or option.kind == FLAG:
            continue
        if not equals:
            text = next(rest, "")
        if option.field in _PAIRED:
            mine = _PAIRED.index(option.field)
            if not pairs or pairs[-1][mine] is not None:
                pairs.append([None, None])
            pairs[-1][mine] = text
    return [(format or FULL, file) for format, file in pairs] or [(FULL, None)]


def session_options(options: LintOptions) -> Options:
    """The options of the session that lints. Raises ProjectError for a gate that cannot be used."""
    from_stdin = options.paths == [STDIN]
    text = sys.stdin.buffer.read() if from_stdin else None
    if text is not None and not text.strip():
        options.ignore_unknown = True  # an empty input is not an error
    gate = None
    if options.gate is not None:
        from mqtune.project.gate import read_gate  # few runs have one

        starts = [options.stdin_filename or "."] if from_stdin else options.paths or ["."]
        gate = read_gate(options.gate, starts, options.config is not None)
    return Options(
        paths=() if from_stdin else options.paths,
        config=options.config,
        select=options.select,
        ignore=options.ignore,
        extend_select=options.extend_select,
        profile=options.profile,
        min_confidence=options.min_confidence,
        fail_on=options.fail_on or (gate and gate.fail_on) or WARNING,
        mq_version=options.mq_version,
        platform=options.platform,
        jobs=options.jobs or os.cpu_count() or 1,
        baseline=options.baseline,
        ignore_unknown=options.ignore_unknown,
        tracked=options.tracked,
        stdin_name=options.stdin_filename,
        complete=options.complete,
        values=options.values_files,
        environments=options.environments,
        queue_managers=options.qmgrs,
        stdin_text=text,
        exclude=options.exclude,
        isolated=options.isolated,
        list_omitted=options.verbose,
        gate=gate,
    )
