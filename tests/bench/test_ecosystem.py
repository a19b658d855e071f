"""The comparison of two versions lists what is gained and lost by rule."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bench.ecosystem import findings_of, report

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
