"""Log files at their limits: 511 of them, 255 on Windows, each of at most 65,535 pages of 4 KiB."""

from __future__ import annotations

import pytest

from mqtune.analysis.flow.log_need import lasting, remedy
from tests.analysis.flow.conftest import estate_with

PAGE = 4096


@pytest.mark.parametrize(
    ("platform", "files", "in_ini"),
    [("linux", 511, True), ("linux", 512, False), ("windows", 255, True), ("windows", 256, False)],
)
def test_more_files_are_set_up_to_the_maximum(platform: str, files: int, in_ini: bool) -> None:
    (manager,) = estate_with({"QM1": "DEFINE QLOCAL(A)\n"}).queue_managers
    manager.platform = platform
    extent = 1000 * PAGE
    space = {"files_at_least": files, "extent_bytes": extent, "needed_bytes": files * extent}
    found = remedy(manager, space | {"log_file_pages_at_least": 32})
    assert found.in_ini == in_ini
    assert found.text.startswith(
        f"set LogPrimaryFiles={files} " if in_ini else "create the next queue manager"
    )
    assert ("the maximum" in found.reason) == (not in_ini)


@pytest.mark.parametrize(
    ("needed", "at_least", "pages", "files", "distributed"),
    [
        (511 * 2000 * PAGE, 32, 2000, 511, False),
        (511 * 2000 * PAGE + 1, 32, 2001, 511, False),
        (511 * 2000 * PAGE, 4000, 4000, 256, False),
        (511 * 65_535 * PAGE, 32, 65_535, 511, False),
        (511 * 65_535 * PAGE + 1, 32, 65_535, 511, True),
    ],
)
def test_files_become_larger_if_their_number_is_not_enough(
    needed: int, at_least: int, pages: int, files: int, distributed: bool
) -> None:
    (manager,) = estate_with({"QM1": "DEFINE QLOCAL(A)\n"}).queue_managers
    space = {"files_at_least": 600, "extent_bytes": 1000 * PAGE, "needed_bytes": needed}
    found = remedy(manager, space | {"log_file_pages_at_least": at_least})
    assert (found.primary_files, found.in_ini) == (files, False)
    assert found.text.startswith(f"create the next queue manager with crtmqm -lf {pages} -lp {files}")
    assert ("distribute the load" in found.text) == distributed


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.04, "0.04 s"), (2.44, "2.4 s"), (9.94, "9.9 s"), (10, "10 s"), (1234, "1,234 s")]
)
def test_how_long_a_file_lasts(seconds: float, text: str) -> None:
    assert lasting(seconds) == text
