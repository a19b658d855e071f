"""The options of the commands for authors."""

from __future__ import annotations

from mqtune.cli.options import PATHS, STDIN, CommonOptions, argument, arguments, flag, value, values
from mqtune.language.available import PLATFORMS
from mqtune.questions.table import schema_names
from mqtune.session.options import UsageError

SCHEMAS = tuple(dict.fromkeys(("project", "findings", "plan", "budget", *schema_names())))
RANGE_HELP = "write the first and the last line, such as --range 10-25, or one line"


class Format(CommonOptions):
    """Give MQSC its canonical form: keywords in upper case, one attribute a line in long commands.

    The commands, their values, the comments and the effect on a queue manager stay the same. Works inside
    scripts and YAML too. Exit status: 0 formatted, 1 --check or --diff would change a file, 2 invalid use.
    """

    command = "fmt"
    run = "mqtune.cli.authoring.fmt:fmt"
    examples = (
        "mqtune fmt hub/ · mqtune fmt --check · mqtune fmt --diff a.mqsc · "
        "mqtune fmt --range 10-25 a.mqsc · cat a.mqsc | mqtune fmt - --stdin-filename a.mqsc"
    )

    paths: list[str] = arguments("[PATH]...", PATHS)
    check_only: bool = flag("--check", help="list the files that would change, write nothing")
    diff: bool = flag("--diff", help="print what would change, write nothing")
    range: str | None = value(
        "--range", metavar="LINES", help="format only the commands in these lines of one file: 10-25"
    )
    dumps: bool = flag("--dumps", help="also format the output of dmpmqcfg")
    platform: str | None = value(
        "--platform", metavar="NAME", help="platform of the queue managers", choices=PLATFORMS
    )
    exclude: list[str] = values(
        "--exclude", metavar="PATTERN", help="files and folders to skip, in addition to those of mqtune.toml"
    )
    stdin_filename: str | None = value(
        "--stdin-filename", metavar="NAME", help="file name to assume for standard input, `-`"
    )
    ignore_unknown: bool = flag(
        "--ignore-unknown",
        help="treat named files as if found in a folder, and pass if there is nothing to format: for hooks",
    )
    tracked: bool = flag("--tracked", help="read only files that git tracks: for hooks")

    @property
    def from_stdin(self) -> bool:
        """Whether standard input is formatted."""
        return self.paths == [STDIN]

    @property
    def lines(self) -> tuple[int, int] | None:
        """The first and the last line of --range. Raises UsageError."""
        if self.range is None:
            return None
        first, dash, last = self.range.partition("-")
        digits = [first, last if dash else first]
        if not all(one.isascii() and one.isdigit() and int(one) for one in digits):
            raise UsageError(f"invalid --range {self.range!r}", RANGE_HELP)
        found = int(digits[0]), int(digits[1])
        if found[0] > found[1]:
            raise UsageError(f"invalid --range {self.range!r}: it ends before it begins", RANGE_HELP)
        return found

    def check(self) -> None:
        """Raise UsageError for values that are invalid, or invalid together."""
        super().check()
        if self.lines is not None and len(self.paths) != 1:
            raise UsageError("--range needs one file", "name the file")
        if STDIN not in self.paths and self.stdin_filename is not None:
            raise UsageError("--stdin-filename needs standard input", "add `-` to the paths")
        if STDIN in self.paths and len(self.paths) > 1:
            raise UsageError(
                "`-` is standard input and cannot be combined with other paths", "format them in a second run"
            )


class Schema(CommonOptions):
    """Print the JSON Schema of mqtune.toml, or of the JSON that a command prints.

    An editor uses it with the line `#:schema ./mqtune.schema.json` at the top of mqtune.toml.
    """

    command = "schema"
    run = "mqtune.cli.authoring.schema:schema"
    examples = "mqtune schema project > mqtune.schema.json · mqtune schema findings"

    name: str = argument("NAME", "what it describes", choices=SCHEMAS)
