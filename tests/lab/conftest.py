"""Writing driver output into a file, and reading it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.lab.drivers.read import read_output
from mqtune.lab.drivers.reading import Reading

Read = Callable[..., Reading]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text or bytes as the output of a driver."""

    def reading(driver: str, content: str | bytes) -> Reading:
        path = tmp_path / "output.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_output(str(path), driver)

    return reading
