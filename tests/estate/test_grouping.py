"""Which scripts without a declared queue manager are of one queue manager."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.estate.grouping import exports
from mqtune.session.options import Options
from mqtune.session.session import Session

HEAD = "* Queue manager name: {}\n* Command issued: dmpmqcfg -m {} {}\n"
A, B = "DEFINE QLOCAL(A) REPLACE\n", "DEFINE QLOCAL(B) REPLACE\n"


def dump(text: str, name: str = "QM1", option: str = "-t queue") -> str:
    return HEAD.format(name, name, option) + text


@pytest.mark.parametrize(
    ("files", "groups"),
    [
        ((A, B), ["ab"]),
        ((dump(A), B), ["ab"]),
        ((dump(A), dump(B)), ["ab"]),
        ((dump(A), dump(A)), ["a", "b"]),
        ((dump(A, option="-a"), dump(B, option="-a")), ["a", "b"]),
        ((dump(A), dump(A), B), ["ac", "bc"]),
    ],
)
def test_dumps_with_an_object_in_common_are_states_of_a_queue_manager(
    files: tuple[str, ...], groups: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in zip("abc", files, strict=False):
        Path(f"{name}.mqsc").write_text(text)
    (estate,) = Session.open(Options(["."])).estates
    found = [
        "".join(script.document.source.shown[0] for script in manager.scripts)
        for manager in estate.queue_managers
    ]
    assert found == groups


@pytest.mark.parametrize(
    ("value", "types"),
    [
        ("all", ["QLOCAL", "AUTHREC", "CHLAUTH", "SUB"]),
        ("object", ["QLOCAL"]),
        ("authrec", ["AUTHREC"]),
        ("chlauth", ["CHLAUTH"]),
        ("sub", ["SUB"]),
    ],
)
def test_what_a_dump_exports(value: str, types: list[str]) -> None:
    assert [one for one in ("QLOCAL", "AUTHREC", "CHLAUTH", "SUB") if exports(value, one)] == types
