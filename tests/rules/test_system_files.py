"""Rules on the files of hosts: which files of which host count."""

from __future__ import annotations

import pytest

from mqtune.session.options import Options
from mqtune.session.session import Session

LOW = "fs.file-max = 1000\n"


@pytest.fixture
def codes(tmp_path, monkeypatch):
    """The codes of the family OSL for some files, with the file of each."""
    monkeypatch.chdir(tmp_path)

    def lint(files: dict[str, str], *paths: str):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        result = Session.open(Options(list(paths) or ["."], select=["OSL"])).lint()
        assert not result.crashes
        return [(one.code, one.place.file) for one in result.findings]

    return lint


def test_a_host_counts_if_one_of_its_files_is_of_mq(codes) -> None:
    low, unit = "h/etc/sysctl.d/10-kernel.conf", "h/etc/systemd/system/app.service"
    assert codes({low: LOW}) == []
    assert codes({unit: "[Service]\nExecStart=strmqm QM1\nLimitNOFILE=10240\n"}) == [("OSL003", low)]


def test_files_of_another_host_do_not_count(codes) -> None:
    files = {
        "db/etc/sysctl.d/10-kernel.conf": LOW,
        "mq/etc/security/limits.d/mqm.conf": "mqm - nofile 10240\n",
        "mq/qm.ini": "Log:\n   LogPrimaryFiles=3\n",
    }
    assert codes(files) == []


def test_a_named_file_counts(codes) -> None:
    assert codes({"kernel.txt": LOW}, "kernel.txt") == [("OSL003", "kernel.txt")]
    assert codes({"app.service": "[Service]\nExecStart=/bin/app\n"}, "app.service") == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("mqm soft nofile 1024\nmqm soft nofile 20000\n", []),  # the last one applies
        ("mqm soft nofile 20000\n* soft nofile 1024\n", []),  # a user takes precedence
        ("@mqm - nofile unlimited\n", []),
        ("@mqm - nofile 1024\n", ["OSL006"]),
        ("mqm - nofile {{ files }}\n", []),
    ],
)
def test_the_limit_that_applies_is_compared(codes, lines, found) -> None:
    assert [code for code, _ in codes({"etc/security/limits.conf": lines})] == found


def test_the_user_of_the_unit_needs_the_limits(codes) -> None:
    unit = "[Service]\nUser=payments\nExecStart=/opt/mqm/bin/strmqm QM1\nLimitNOFILE=65536\n"
    files = {"etc/systemd/system/qm.service": unit, "etc/security/limits.conf": "payments - nproc 100\n"}
    assert [code for code, _ in codes(files)] == ["OSL006"]
