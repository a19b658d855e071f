"""Writes one section of bench/results.md and keeps the others: each program that measures has its own."""

from __future__ import annotations

import re
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results.md"


def write_section(title: str, introduction: str, table: str, path: Path = RESULTS) -> None:
    """Replaces the section of this title, or adds it at the end."""
    text = path.read_text(encoding="utf-8") if path.exists() else "# Results\n"
    sections = dict(re.findall(r"^## (.+)\n([^#]*(?:#(?!# )[^#]*)*)", text, re.MULTILINE))
    sections[title] = f"\n{introduction}\n\n{table}\n"
    body = "\n".join(f"## {name}\n\n{content.strip()}\n" for name, content in sections.items())
    path.write_text(f"# Results\n\n{body}", encoding="utf-8")
