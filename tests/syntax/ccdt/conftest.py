"""What the tests of CCDT files share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.ccdt.parse import parse_ccdt
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.document import CCDT, Document
from mqtune.text.source import Source


@pytest.fixture
def read() -> Callable[[str | bytes], CcdtFile]:
    """Reads a text or bytes as a CCDT."""

    def read(content: str | bytes) -> CcdtFile:
        data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        return parse_ccdt(Document(CCDT, Source("ccdt.json", "ccdt.json", data)))

    return read
