"""What the tests of ini files share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.document import QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.ini.tree import IniFile
from mqtune.text.source import Source


@pytest.fixture
def read() -> Callable[[str | bytes], IniFile]:
    """Reads a text or bytes as qm.ini."""

    def read(content: str | bytes) -> IniFile:
        data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        return parse_ini(Document(QM_INI, Source("qm.ini", "qm.ini", data)))

    return read
