"""No format, option or crash hands on what steers a terminal or a build server, or what is secret."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mqtune.cli.main import main
from mqtune.engine.runner import Crashes
from mqtune.present.formats import FORMATS
from mqtune.session.lint_result import LintResult
from mqtune.session.session import Session

NASTY = [
    "\x1b[31mred",
    "a\rb",
    "::error::x",
    "##vso[task.complete]",
    "##[error]x",
    "]]>",
    "</script>",
    "[bold]x[/bold]",
    "%0A::error::y",
    "\u202eabc",
    "\u200bz",
    "\x9b31m",
    "\udcff",
    '"<&>',
]
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e\u2028\ud800-\udfff]")
SECRET = "Tr0ub4dor&3"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    out, err = capfd.readouterr()
    return out + err


def commands(text: str) -> list[str]:
    """The lines that a build server would take for commands, but for those of the formats themselves."""
    lines = [
        re.sub(r"^(::(error|warning|notice) title=mqtune|##vso\[task\.logissue )", "", line)
        for line in text.splitlines()
    ]
    return [line for line in lines if line.lstrip().startswith("::") or re.search(r"##\w*\[", line)]


def nasty_project(folder: Path) -> None:
    lines = []
    for text in NASTY:
        lines += [
            f"DEFINE QLOCAL('{text}') MAXDEPTH(-1) DESCR('Fred's {text}) NOSUCH({text})",
            f"DEFINE QALIAS('A') TARGET('{text}')",
            f"{text} QLOCAL(A)",
            f"{text}",
            f'* mqtune: ignore {text} until=9 reason="{text}"',
        ]
    (folder / "a.mqsc").write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    for text in NASTY:
        if "/" not in text:
            (folder / f"{text}.mqsc").write_text("NONSENSE\nDEFINE QLOCAL(A) MAXDEPHT(1)\n")


@pytest.mark.parametrize("format", FORMATS)
def test_names_and_values_cannot_steer_what_shows_them(
    folder: Path, capfd: pytest.CaptureFixture[str], format: str
) -> None:
    nasty_project(folder)
    main(["lint", "--format", format, "--quiet"])
    text = capfd.readouterr().out
    assert STEERING.findall(text) == []
    assert commands(text) == []
    if format in ("json", "sarif", "gitlab", "sonarqube"):
        json.loads(text)
    if format == "junit":
        ElementTree.fromstring(text)


@pytest.mark.parametrize(
    "words",
    [
        ("lint", "--diff", "--unsafe-fixes"),
        ("lint", "--statistics"),
        ("lint", "--verbose"),
        ("show", "objects"),
        ("show", "objects", "--format", "json"),
    ],
)
def test_other_outputs_do_not_steer_either(
    folder: Path, capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    nasty_project(folder)
    text = run(capfd, *words)
    assert STEERING.findall(text.replace("\r\n", "\n")) == []
    assert commands(text) == []


@pytest.mark.parametrize("word", NASTY)
def test_wrong_words_are_shown_safely(capfd: pytest.CaptureFixture[str], word: str) -> None:
    for words in (
        ["lint", word],
        ["lint", "--" + word],
        ["lint", "--select", word],
        ["lint", "--format", word],
        ["lint", "--config", word],
        ["lint", "--jobs", word],
        ["show", word],
        ["show", "object", word],
        ["explain", word],
        [word],
    ):
        text = run(capfd, *words)
        assert STEERING.findall(text) == []
        assert commands(text) == []


SCRIPTS = [
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD('{}') NOSUCH(1)",
    "define channel(A) chltype(sdr) password({}) nosuch(1)",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD('{}",
    "DEFINE CHANNEL(A) CHLTYPE(SDR PASSWORD('{}')",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD={} NOSUCH(1)",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD '{}'",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD(\u2018{}\u2019) PASSWROD('{}')",
    "DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD('{}') PASSWORD('{}')",
    "ALTER AUTHINFO(A) LDAPPWD('{}') NOSUCH(1)\n* LDAPPWD('{}') +\nNOSUCH\nPASSWORD('{}')",
    "ALTER QMGR SSLCRYP('GSK_PKCS11=/x;token;{};ON;') NOSUCH(1)",
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_secret_is_in_no_output(folder: Path, capfd: pytest.CaptureFixture[str], script: str) -> None:
    (folder / "a.mqsc").write_text(script.replace("{}", SECRET) + "\n")
    for format in FORMATS:
        text = run(capfd, "lint", "--format", format, "--profile", "regulated")
        assert "Tr0u" not in text
        assert "TR0U" not in text
    for words in (
        ("lint", "--diff", "--unsafe-fixes"),
        ("lint", "--verbose", "--write-baseline", "known.json"),
        ("show", "object", "CHANNEL(A)"),
        ("show", "object", "AUTHINFO(A)", "--format", "json"),
    ):
        assert "Tr0u" not in run(capfd, *words)
    assert "Tr0u" not in (folder / "known.json").read_text()


@pytest.mark.parametrize("format", FORMATS)
def test_a_name_without_end_is_cut_in_the_output(
    folder: Path, capfd: pytest.CaptureFixture[str], format: str
) -> None:
    (folder / "ccdt.json").write_text('{"channel":[{"name":"' + "A" * 200_000 + '"}]}')
    assert len(run(capfd, "lint", "--format", format)) < 100_000


def test_a_crash_shows_no_secret(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.mqsc").write_text(f"DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD('{SECRET}')\n")
    real = Session.lint

    def broken(self: Session) -> LintResult:
        result = real(self)
        crashes = Crashes()
        crashes.record("PUB001", "a.mqsc", KeyError(SECRET))
        result.crashes = crashes.all()
        return result

    monkeypatch.setattr(Session, "lint", broken)
    for words in (("--verbose",), ("--format", "json"), ("--format", "sarif"), ("--format", "junit")):
        assert "Tr0u" not in run(capfd, "lint", *words)
