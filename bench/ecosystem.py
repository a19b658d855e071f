"""Compares the findings of two versions of mqtune over real files: what a change gains and loses.

    python bench/ecosystem.py OLD NEW FOLDER [--fetch] [--summary FILE]

OLD and NEW are checkouts (`git worktree add ../old main`), FOLDER contains files of many repositories; with
--fetch those of `ecosystem.toml` are put there, each at its commit. The report is Markdown, for a comment on
a merge request.
Exit status 0, or 1 if any finding differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

MOST_SHOWN = 20  # findings of one rule

REPOSITORIES = Path(__file__).with_name("ecosystem.toml")

Finding = tuple[str, str, str]  # code, file, message


def fetch(repositories: Mapping[str, str], folder: Path) -> None:
    """Put each repository at its commit below a folder; those that are there are left as they are."""
    for address, commit in repositories.items():
        target = folder / address.rpartition("/")[2]
        if target.exists():
            continue
        target.mkdir(parents=True)
        git = ["git", "-c", "advice.detachedHead=false", "-C", str(target)]
        for words in (["init"], ["fetch", "--depth", "1", address, commit], ["checkout", "FETCH_HEAD"]):
            subprocess.run([*git, words[0], "--quiet", *words[1:]], check=True)


def findings_of(checkout: Path, folder: Path) -> Counter[Finding]:
    """The findings of a version in a folder, each file on its own so that files of strangers do not meet."""
    found: Counter[Finding] = Counter()
    files = sorted(path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    for path in files:
        command = [
            sys.executable,
            "-P",
            "-m",
            "mqtune",
            "lint",
            "--isolated",
            "--exit-zero",
            "--format",
            "json",
        ]
        done = subprocess.run(
            [*command, "--ignore-unknown", str(path.relative_to(folder))],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1, 2) or "Traceback" in done.stderr:
            found["CRASH", str(path), done.stderr.strip().splitlines()[-1]] += 1
        elif done.stdout.startswith("{"):
            found.update(
                (one["code"], f"{one['file']}:{one['start']['line']}", one["message"])
                for one in json.loads(done.stdout)["findings"]
            )
    return found


def report(old: Counter[Finding], new: Counter[Finding]) -> list[str]:
    """The differences by rule, in Markdown."""
    gained, lost = new - old, old - new
    kept = (new & old).total()
    lines = [f"**{gained.total()} findings gained, {lost.total()} lost, {kept} unchanged**", ""]
    for code in sorted({one[0] for one in (*gained, *lost)}):
        more = sorted(one for one in gained if one[0] == code)
        less = sorted(one for one in lost if one[0] == code)
        lines += [f"<details><summary>{code}: {len(more)} gained, {len(less)} lost</summary>", "", "```diff"]
        rows = [f"+ {place} {message}" for _, place, message in more]
        rows += [f"- {place} {message}" for _, place, message in less]
        lines += rows[:MOST_SHOWN]
        lines += [f"  {len(rows) - MOST_SHOWN} more"] if len(rows) > MOST_SHOWN else []
        lines += ["```", "", "</details>"]
    return lines


def main(words: Sequence[str]) -> int:
    """Print the report, and write it to the file that --summary names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for name in ("old", "new", "folder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--fetch", action="store_true", help=f"fetch the repositories of {REPOSITORIES.name}")
    parser.add_argument("--summary", type=Path, help="also write the report to this file")
    options = parser.parse_args(words)
    folder = options.folder.resolve()
    if options.fetch:
        fetch(tomllib.loads(REPOSITORIES.read_text(encoding="utf-8"))["repositories"], folder)
    old, new = (findings_of(version.resolve(), folder) for version in (options.old, options.new))
    text = "\n".join(report(old, new)) + "\n"
    sys.stdout.write(text)
    if options.summary:
        options.summary.write_text(text, encoding="utf-8")
    return 1 if old != new else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
