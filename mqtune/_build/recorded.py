"""Runs the commands that the documents show and records their output: `-m mqtune._build.recorded [--check]`.

A document shows the output of a command with a comment that contains the command before a block of text:

    <!-- output of: mqtune lint --format concise examples/streaming -->
    ```text
    …
    ```

`, lines 1-20` after the command keeps only these lines. Each example has its findings in `findings.txt`. A
test keeps all of them fresh.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mqtune._build.__main__ import refresh

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
WIDTH = "100"

SHOWN = re.compile(
    r"(?P<head><!-- output of: (?P<command>mqtune .*?)"
    r"(?:, lines (?P<first>\d+)-(?P<last>\d+))? -->\n```text\n)(?P<output>.*?)(?P<tail>```)",
    re.DOTALL,
)


def documents() -> list[Path]:
    """All documents that may show an output."""
    guides = (ROOT / "docs").rglob("*.md")
    return sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *guides, *EXAMPLES.glob("*/README.md")])


def output_of(command: str) -> str:
    """The output of a command that runs at the top of the checkout, without colour."""
    words = shlex.split(command)[1:]
    program = "import sys; from mqtune.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        check=False,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": WIDTH, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode not in (0, 1) or "Traceback" in done.stderr:
        raise SystemExit(f"{command}: status {done.returncode}\n{done.stderr}")
    return "".join(line.rstrip() + "\n" for line in done.stdout.splitlines())


def with_outputs(text: str) -> str:
    """A document with all shown outputs regenerated."""

    def again(match: re.Match[str]) -> str:
        lines = output_of(match["command"]).splitlines(keepends=True)
        if match["first"]:
            lines = lines[int(match["first"]) - 1 : int(match["last"])]
        return match["head"] + "".join(lines) + match["tail"]

    return SHOWN.sub(again, text)


def findings_of(example: Path) -> str:
    """The findings of one example, one per line."""
    return output_of(f"mqtune lint --format concise examples/{example.name}")


def recorded() -> Iterator[tuple[Path, str]]:
    """All files that contain an output, with the text they should have."""
    for project in sorted(EXAMPLES.glob("*/mqtune.toml")):
        yield project.parent / "findings.txt", findings_of(project.parent)
    for path in documents():
        yield path, with_outputs(path.read_text(encoding="utf-8"))


def main(arguments: Sequence[str]) -> int:
    """Refresh the files that show an output; see `refresh`. Review the difference."""
    return refresh(dict(recorded()), arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
