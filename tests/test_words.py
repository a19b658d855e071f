"""The patterns of docs/developing/words.md that a machine can detect, in code, pages and documents."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from importlib.machinery import SourceFileLoader
from itertools import chain
from pathlib import Path
from types import CodeType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mqtune"

# pattern, and what to write instead
PATTERNS = {
    r"(?<!there )\b(is|are|was|were) no (?!longer|more than|fewer|less|such)\w": "is not a …",
    r"(?<!')\bnobody\b|\bsomebody\b|\banybody\b": "the passive, or: unknown, not declared, unused",
    r"\bstands? (there|on|in|at|before|behind|beside|alone|twice|for)\b": "is, appears; stands for: means",
    r"(?<!cannot )\b(tells?|told)\b": "reports, shows, states",
    r"\bknows?\b(?! (whether|which|how|what|why|that))": "has, supports, accepts, depends on",
    r"\bso many\b": "this many, or the number",
    r"\bthe other way round\b": "vice versa",
    r"\bwithout a word\b": "silently",
    r"\bshipped\b": "default, by default",
    r"\b(take|takes|taken|took) (out|away|back)\b": "remove, undo",
    r"\bmend(s|ed|ing)?\b": "fix",
    r"\bsilenc(e|es|ed|ing)\b": "suppress",
    r"\bin clear\b": "in plain text, unencrypted",
    r"\b(let|lets|letting) (in|through)\b": "allow, accept",
    r"\b(counts?|is|are|does|do) no more\b": "no longer",
    r"\banew\b": "again",
    r"\b(the )?(house|rooms?|doors?|floors?|faces?)\b": "program, package, entry point, layer, front end",
    r"\bbut for\b|\bsave for\b": "except",
    r"\bheld against\b|\bholds? .* against\b": "compared with",
    r"\bgoes on\b|\bgo on\b": "continues",
    r"\bcome(s)? up\b": "appears",
}


def generated(path: Path) -> bool:
    return path.name.startswith("_") and path.name != "__init__.py"


def code_files() -> dict[str, list[Path]]:
    """The modules by package."""
    files: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if not generated(path):
            files.setdefault(path.relative_to(PACKAGE).parts[0], []).append(path)
    return files


CODE = code_files()


def page_files() -> list[Path]:
    words = ROOT / "docs" / "developing" / "words.md"
    folders = ("rules", "docs")
    top = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]
    return [path for name in folders for path in sorted((ROOT / name).rglob("*.md")) if path != words] + top


ANY_PATTERN = re.compile("|".join(f"(?:{pattern})" for pattern in PATTERNS), re.IGNORECASE)


def compiled_texts(code: CodeType | Iterable[object]) -> Iterator[str]:
    """Every string in the constants of a module and of what it defines."""
    for one in code.co_consts if isinstance(code, CodeType) else code:
        if isinstance(one, str):
            yield one
        elif isinstance(one, CodeType | tuple | frozenset):
            yield from compiled_texts(one)


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring and every message (a string of three words or more) of a module."""
    code = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    if not any(ANY_PATTERN.search(text) for text in compiled_texts(code)):
        return  # parsing is slow, and the compiled module is there
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(" ") >= 2:
            yield node.lineno, node.value


def comments(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    if not any(ANY_PATTERN.search(line[line.index("#") :]) for line in text.splitlines() if "#" in line):
        return  # reading the tokens is slow
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a page outside its snippets and recorded outputs."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith(("```", "````")):
            inside = not inside
        elif not inside:
            yield number, re.sub(r"`[^`]*`", "", line)


def odd(path: Path, texts: Iterable[tuple[int, str]]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {match.group(0)!r}: {better}: {' '.join(text.split())[:80]}"
        for number, text in texts
        if ANY_PATTERN.search(text)
        for pattern, better in PATTERNS.items()
        if (match := re.search(pattern, text, re.IGNORECASE))
    ]


@pytest.mark.parametrize("package", sorted(CODE))
def test_messages_docstrings_and_comments_are_plain_english(package: str) -> None:
    assert [line for path in CODE[package] for line in odd(path, chain(strings(path), comments(path)))] == []


def test_pages_are_plain_english() -> None:
    assert [line for path in page_files() for line in odd(path, prose(path))] == []


def test_the_patterns_find_what_they_are_for() -> None:
    bad = (
        "this is no name of a queue",
        "a load nobody declared",
        "the header tells the level",
        "DEFINE TOPIC knows no NPMGDLV",
        "messages cross the network in clear",
        "it is DISABLED as shipped",
        "set it, and the other way round",
    )
    for text in bad:
        assert any(re.search(pattern, text) for pattern in PATTERNS), text
    good = "QLOCAL(ORDERS) has MAXDEPTH(0), so no message can be put to it; there are no longer any others"
    assert not any(re.search(pattern, good) for pattern in PATTERNS)
