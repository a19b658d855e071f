"""The selection of lines before the search for secrets, and what is remembered of it, lose no secret."""

from __future__ import annotations

import contextlib
import io
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.cli.main import main
from mqtune.language import masking as secrets
from mqtune.language import secret_marks as marks
from mqtune.language import secret_values as values
from mqtune.language._tables_secrets import MARKS
from mqtune.language.masking import covered_value, find_secrets
from mqtune.present import safe as shown
from mqtune.session.loaded_file import LoadedFile
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from tests.present.test_secret_forms import HARMLESS, USUAL, forms

EVERY = frozenset(mark for some in MARKS.values() for mark in some)
USUAL_LINES = [
    *HARMLESS.splitlines(),
    *(
        f"DEFINE QLOCAL(APP.{number}) DESCR('order {number} of {number * 7}') NOSUCH({number})"
        for number in range(30)
    ),
    "   MAXDEPTH(5000) +",
    "",
]
WITH_SECRETS = list(forms())
COMMANDS = (
    ("lint", "--format", "json"),
    ("lint",),
    ("query", "DISPLAY QUEUE(*) ALL"),
    ("show", "objects", "--format", "json"),
)

secret_words = st.from_regex(r"[a-zA-Z]{5}[0-9][a-zA-Z0-9]{4,20}", fullmatch=True)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Files of usual lines, with secrets in any form between them."""
    pieces = draw(st.lists(st.sampled_from(USUAL_LINES), max_size=12))
    for text, usual in draw(st.lists(st.sampled_from(WITH_SECRETS), max_size=3)):
        secret = draw(secret_words) if usual == USUAL else usual
        pieces.insert(draw(st.integers(0, len(pieces))), text.replace("{}", secret))
    return draw(st.sampled_from(["\n", "\r\n"])).join(pieces) + "\n"


@contextlib.contextmanager
def without_selection() -> Iterator[None]:
    """Every line is searched for every form, and nothing is remembered."""

    def all_marks(text: str) -> frozenset[str]:
        return EVERY

    def all_lines(lines: Sequence[str]) -> Sequence[str]:
        return lines

    with (
        patch.object(values, "marks_in", all_marks),
        patch.object(secrets, "marks_in", all_marks),
        patch.object(secrets, "marked_lines", all_lines),
        patch.object(shown, "_masked", secrets.masked),
        patch.object(LoadedFile, "distinct_lines", None),
    ):
        forget()
        yield
    forget()


def forget() -> None:
    covered_value.cache_clear()
    shown._masked.cache_clear() if hasattr(shown._masked, "cache_clear") else None
    marks._remembered.cache_clear()


@given(texts(), st.booleans())
def test_lines_without_marks_contain_no_secret(text: str, prose: bool) -> None:
    found = find_secrets(text, prose)
    with without_selection():
        assert find_secrets(text, prose) == found


def outputs(folder: str) -> list[str]:
    """What each command prints."""
    found = []
    for words in COMMANDS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main([*words, folder])
        found.append(re.sub(r"\d+\.\d+ ?m?s\b", "", out.getvalue()))
    return found


@settings(max_examples=15)
@given(texts(), texts())
def test_commands_print_the_same_without_selection(first: str, second: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "a.mqsc").write_bytes(first.encode())
        (Path(folder) / "b.mqsc").write_bytes(second.encode())
        for file in Workspace.open(Options([folder])).files:
            assert file.source is not None
            text = file.source.text
            assert find_secrets(text, distinct=file.distinct_lines) == find_secrets(text)
        usual = outputs(folder)
        with without_selection():
            assert outputs(folder) == usual
