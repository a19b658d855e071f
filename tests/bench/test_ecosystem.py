"""The comparison of two versions lists what is gained and lost by rule."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

from bench.ecosystem import REPOSITORIES, fetch, findings_of, report

ROOT = Path(__file__).resolve().parents[2]


def test_findings_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A) MAXDEPHT(5)\n")
    (tmp_path / "notes.txt").write_text("nothing of MQ\n")
    found = findings_of(ROOT, tmp_path)
    assert [(code, place) for code, place, _ in found if code == "CAT005"] == [("CAT005", "a.mqsc:1")]


def test_the_report_shows_differences_only() -> None:
    same, gone, added = ("CAT005", "a:1", "x"), ("CAT005", "a:2", "y"), ("QUE001", "b:1", "z")
    text = "\n".join(report(Counter([same, gone]), Counter([same, added, added])))
    assert text.startswith("**2 findings gained, 1 lost, 1 unchanged**")
    assert "CAT005: 0 gained, 1 lost" in text
    assert "- a:2 y" in text
    assert "+ b:1 z" in text
    assert "a:1" not in text


def test_repositories_are_fetched_at_their_commits(tmp_path: Path) -> None:
    there = tmp_path / "there"
    git = ["git", "-C", str(there), "-c", "user.name=a", "-c", "user.email=a@example.com"]
    there.mkdir()
    commits = []
    subprocess.run([*git, "init", "-q"], check=True)
    for text in ("DEFINE QLOCAL(OLD)\n", "DEFINE QLOCAL(NEW)\n"):
        (there / "a.mqsc").write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", "x"], check=True)
        done = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
        commits.append(done.stdout.strip())
    fetch({str(there): commits[0]}, tmp_path / "here")
    assert (tmp_path / "here" / "there" / "a.mqsc").read_text() == "DEFINE QLOCAL(OLD)\n"


def test_the_listed_repositories_have_a_fixed_commit() -> None:
    listed = tomllib.loads(REPOSITORIES.read_text())["repositories"]
    assert all(re.fullmatch("[0-9a-f]{40}", commit) for commit in listed.values())
