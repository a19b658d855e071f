"""No text of a file acts on a terminal or on a CI runner, whatever command prints it."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path

import pytest

from mqtune.cli import console
from tests.cli.conftest import Run

# each marked by a word, so that a test sees that it is printed at all
PAYLOADS = {
    "esc": "\x1b[2J\x1b[8mesc",
    "osc": "\x1b]8;;http://evil\x1b\\osc\x07",
    "c1": "\x9b2Jc1\x85",
    "bidi": "\u202egnp\u2066bidi",
    "zero": "a\u200bb\u2060zero\ufeff",
    "mark": "a\u180bb\u180fmark",
    "lines": "\u2028::error::lines\u2029",
    "cr": "\r::error::cr",
    "azure": "##vso[task.setvariable variable=PATH]azure",
    "group": "##[error]group",
    "teamcity": "##teamcity[x]teamcity",
    "mask": "::add-mask::mask",
    "output": "::set-output name=a::output",
    "del": "\x7f\x00del",
    "surrogate": "\udcffsurrogate",
    "rich": "[red]rich[/][link=http://evil]x[/link]",
    "paint": "\x1b[1;31mpaint\x1b[0m",
}
COMMANDS = re.compile(r"##\w*\[|^\s*::", re.MULTILINE)
FORMATS = ("full", "concise", "json", "sarif", "gitlab", "junit", "sonarqube", "github", "azure")


def assert_safe(text: str, commands: bool = False) -> None:
    """Nothing but printable characters and line ends; no command, except those of a format for runners."""
    for line in text.replace("\r\n", "\n").split("\n"):
        assert line.isprintable(), repr(line)
        assert not re.search("[\u200b\u2060\ufeff\u034f\ufe0f\u180b\u180f]", line), repr(line)
    if not commands:
        assert COMMANDS.search(text) is None, COMMANDS.search(text)


def toml(text: str) -> str:
    return json.dumps(text)


@pytest.fixture
def hostile(folder: Path) -> Path:
    """A project in which every text that a person may write contains every payload."""
    texts = list(PAYLOADS.values())
    in_line = [one for one in texts if not re.search("[\r\0]", one)]
    quoted = [one.replace("'", "''") for one in in_line]
    script = [f"* Queue manager name: Q{quoted[0]}\n"]
    for number, one in enumerate(quoted):
        script += [
            f"DEFINE QLOCAL('N{number}{one}') REPLACE DESCR('{one}') MAXDEPTH(${{{one}}})\n",
            f"DEFINE QALIAS('A{number}{one}') TARGET('{one}')\n",
            f"DEFINE TOPIC('T{number}') TOPICSTR('{one}') CLUSTER('{one}')\n",
            f"DEFINE SUB('S{number}{one}') TOPICSTR('{one}/#') DEST('{one}')\n",
            f"DEFINE CHANNEL('C{number}{one}') CHLTYPE(SDR) TRPTYPE(TCP) CONNAME('{one}') XMITQ('{one}')\n",
            f"DEFINE CHANNEL('S{number}') CHLTYPE(SVRCONN) MCAUSER('{one}') SSLCIPH('{one}')\n",
            f"SET AUTHREC PROFILE('N{number}{one}') OBJTYPE(QUEUE) PRINCIPAL('{one}') AUTHADD(PUT)\n",
            f"DEFINE QLOCAL(X{number}) {one}({one})\nALTER {one}\n{one}\n",
        ]
    (folder / "a.mqsc").write_bytes("".join(script).encode("utf-8", "surrogateescape"))
    (folder / "qm.ini").write_bytes(
        "".join(f"{one}:\n  {one}={one}\nTCP:\n  {one}\n" for one in in_line).encode(
            "utf-8", "surrogateescape"
        )
    )
    for number, one in enumerate(texts):
        name = one.replace("/", "").replace("\0", "")
        os.makedirs(os.fsencode(f"d{number}{name}"), exist_ok=True)
        Path(os.fsdecode(os.fsencode(f"d{number}{name}/b{name}.mqsc"))).write_text(
            "DEFINE QLOCAL(B) BAD(1)\n"
        )
    ascii_only = [one for one in texts if "\udcff" not in one]
    rows = [f"exclude = [{', '.join(map(toml, ascii_only))}]\n"]
    for number, one in enumerate(ascii_only):
        rows.append(f"[[queue-manager]]\nname = {toml(f'P{number}{one}'[:40])}\nfiles = [{toml(one)}]\n")
    (folder / "mqtune.toml").write_text("".join(rows), encoding="utf-8")
    return folder


RUNS: tuple[tuple[str, ...], ...] = (
    *(("lint", "--format", form) for form in FORMATS),
    ("lint", "--verbose"),
    ("lint", "--show-settings"),
    ("lint", "--show-files"),
    ("lint", "--diff"),
    ("lint", "--diff", "--unsafe-fixes"),
    ("lint", "--statistics"),
    ("fmt", "--check"),
    ("fmt", "--diff"),
    *(("plan", "a.mqsc", "old.mqsc", "--format", form) for form in ("text", "json", "markdown")),
    *(("plan", "old.mqsc", "a.mqsc", "--format", form) for form in ("text", "json", "markdown")),
    *(("query", "DISPLAY QUEUE(*) ALL", "--format", form) for form in ("runmqsc", "table", "json", "csv")),
    ("query", "DISPLAY CHANNEL(*) WHERE(CONNAME EQ x)", "--origin"),
    ("query", "DISPLAY AUTHREC"),
    ("show", "objects"),
    ("show", "objects", "--format", "json"),
    ("show", "topics"),
    ("show", "paths"),
    ("show", "clusters"),
    ("show", "outage"),
    *(("budget", "--format", form) for form in ("text", "json", "markdown")),
    *(("tune", "--format", form) for form in ("text", "json", "markdown")),
    ("tune", "--diff"),
    ("access", "--matrix"),
    ("access", "--local", "--user", "app"),
    ("trace", "X0"),
    ("rules",),
    ("init", "new"),
    ("report", "-o", "r.html"),
)


@pytest.mark.parametrize("colour", ["never", "always"])
@pytest.mark.parametrize("words", RUNS, ids=" ".join)
def test_no_output_acts_on_a_terminal_or_a_runner(
    hostile: Path, mqtune: Run, words: tuple[str, ...], colour: str
) -> None:
    (hostile / "old.mqsc").write_text("DEFINE QLOCAL(B) REPLACE\n")
    (hostile / "mqtune.toml").write_text("", encoding="utf-8")
    done = mqtune(*words, "--color", colour)
    assert "Traceback" not in done.err
    assert done.status in (0, 1, 2), done.err
    assert_safe(done.err)
    out = re.sub(r"\x1b\[(?:0|1|31|32|1;3[1346])m", "", done.out) if colour == "always" else done.out
    assert_safe(out, commands=words[-1] in ("github", "azure"))
    if words[0] == "report":
        assert_safe((hostile / "r.html").read_text(encoding="utf-8"), commands=True)


@pytest.mark.parametrize("words", [("query", "DISPLAY QLOCAL(*) ALL"), ("access", "--matrix")], ids=" ".join)
@pytest.mark.parametrize("formula", ["=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(A1)", "\uff1d1+1"])
def test_no_cell_is_a_formula(folder: Path, mqtune: Run, words: tuple[str, ...], formula: str) -> None:
    text = formula.replace("'", "''").replace("/", "")
    (folder / f"{formula.replace('/', '')}.mqsc").write_text(
        f"DEFINE QLOCAL('{text}') DESCR('{text}') REPLACE\n"
        f"SET AUTHREC PROFILE('{text}') OBJTYPE(QUEUE) PRINCIPAL('{text}') AUTHADD(PUT)\n"
    )
    done = mqtune(*words, "--format", "csv")
    rows = list(csv.reader(done.out.splitlines()))
    assert len(rows) > 1
    for cell in (cell for row in rows for cell in row):
        assert not re.match(r"[=+@-]", cell) or cell.lstrip("-").isdigit(), cell


@pytest.mark.parametrize(
    "words", [("lint",), ("lint", "--show-settings"), ("lint", "--verbose"), ("budget",)]
)
def test_no_setting_acts_on_a_terminal_or_a_runner(
    hostile: Path, mqtune: Run, words: tuple[str, ...]
) -> None:
    done = mqtune(*words)
    assert "Traceback" not in done.err
    assert_safe(done.out + done.err)


def test_settings_show_each_pattern_on_its_line(folder: Path, mqtune: Run) -> None:
    texts = [one for one in PAYLOADS.values() if "\udcff" not in one]
    (folder / "mqtune.toml").write_text(
        "".join(
            f'[[queue-manager]]\nname = "P{number}"\nfiles = [{toml(one)}]\n'
            for number, one in enumerate(texts)
        ),
        encoding="utf-8",
    )
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    out = mqtune("lint", "--show-settings").out
    assert_safe(out)
    assert out.count("queue manager: P") == len(texts)
    for word in PAYLOADS.keys() - {"surrogate", "lines", "c1", "bidi", "zero", "rich", "del"}:
        assert word in out


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
@pytest.mark.parametrize(
    "words",
    [
        ("lint", "{}"),
        ("lint", "--{}"),
        ("lint", "--format", "{}"),
        ("lint", "--config", "{}"),
        ("lint", "--select", "{}"),
        ("lint", "--qmgr", "{}"),
        ("lint", "--baseline", "{}"),
        ("{}",),
        ("explain", "{}"),
        ("query", "DISPLAY {}"),
        ("query", "DISPLAY QLOCAL('{}')"),
        ("trace", "{}", "{}"),
        ("access", "--user", "{}"),
        ("plan", "{}", "{}"),
        ("plan", "--since", "{}"),
        ("show", "object", "QLOCAL({})"),
        ("show", "{}"),
        ("model", "run", "{}"),
        ("model", "run", "fan-out", "{}=1"),
        ("figures", "show", "{}"),
        ("experiment", "plan", "{}", "--qmgr", "{}"),
        ("experiment", "plan", "fan-out", "--qmgr", "{}", "--driver", "simulated"),
        ("experiment", "show", "{}"),
        ("experiment", "plan", "fan-out", "--qmgr", "Q", "--set", "{}"),
        ("collect", "{}"),
        ("completion", "{}"),
        ("schema", "{}"),
        ("load", "read", "{}"),
    ],
    ids=" ".join,
)
def test_no_message_about_an_argument_acts_on_a_terminal(
    folder: Path, mqtune: Run, words: tuple[str, ...], payload: str
) -> None:
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    done = mqtune(*(word.replace("{}", payload.replace("\0", "")) for word in words))
    assert "Traceback" not in done.err
    assert "internal error" not in done.err, done.err
    assert_safe(done.out + done.err)


def test_a_file_from_standard_input_stays_exact(
    folder: Path, mqtune: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "* a\x1b[31mb\r\nDEFINE QLOCAL(A) DESCR('\u202e') REPLACE\r\n".encode()
    (folder / "in").write_bytes(text)
    with (folder / "in").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        done = mqtune("fmt", "-", "--quiet", "--stdin-filename", "a.mqsc")
    assert "\x1b[31mb" in done.out


def test_a_file_is_not_printed_as_it_is_on_a_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    console.write_file(b"* a\x1b[31mb\r\n::error::c\n\tDEFINE\xff\n")
    assert capsys.readouterr().out == "* a\\x1b[31mb\n\\x3a:error::c\n\tDEFINE\\xff\n"


@pytest.mark.parametrize("wish", ["always", "never"])
def test_only_the_codes_of_this_program_colour_a_line(capsys: pytest.CaptureFixture[str], wish: str) -> None:
    palette = console.palette(wish)
    console.line(palette.bold("a") + " \x1b[8mb\x1b[2J")
    console.write(palette.added("+\tc\r") + "\n")
    out = capsys.readouterr().out
    console.palette("never")
    assert "\\x1b[8mb\\x1b[2J" in out
    assert out.count("\x1b") == (4 if wish == "always" else 0)


def test_nothing_of_a_line_begins_another_one(capsys: pytest.CaptureFixture[str]) -> None:
    console.line("a\n::error::b\r::error::c\u2028d\x85e")
    console.say("a\n##[error]b\udcff")
    out, err = capsys.readouterr()
    assert (out.count("\n"), err.count("\n")) == (1, 1)
    assert_safe(out + err)


INJECTED = "QM1\nDELETE QLOCAL(PAYROLL) PURGE\n*"
MANIFEST = """\
apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata: {name: qm1}
spec: {queueManager: {name: NAME, mqsc: [{configMap: {name: x, items: [a.mqsc]}}]}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: x}
data:
  a.mqsc: |
    DEFINE QLOCAL(A) REPLACE DESCR(WHICH)
    DEFINE QLOCAL('${Q}') REPLACE
"""
SOURCES = {
    "manifest": "",
    "queue-manager": f"[[queue-manager]]\nname = {toml(INJECTED)}\nfiles = ['new/*', 'old/*']\n",
}


@pytest.mark.parametrize("source", SOURCES)
def test_no_name_begins_a_line_of_a_script_that_is_written(folder: Path, mqtune: Run, source: str) -> None:
    for which in ("old", "new"):
        (folder / which).mkdir()
        text = MANIFEST.replace("WHICH", which).replace("NAME", toml(INJECTED))
        name = "a.yaml" if source == "manifest" else "a.mqsc"
        (folder / which / name).write_text(text if name == "a.yaml" else f"DEFINE QLOCAL({which})\n")
    (folder / "mqtune.toml").write_text(SOURCES[source])
    mqtune("plan", "old", "new", "--out", "plan.mqsc")
    script = (folder / "plan.mqsc").read_text()
    assert "DELETE QLOCAL(PAYROLL)" in script
    assert not re.search(r"(?m)^DELETE QLOCAL\(PAYROLL\)", script)


def test_a_command_to_copy_is_one_command(folder: Path, mqtune: Run) -> None:
    example = Path(__file__).parents[2] / "examples/pubsub-branches"
    for file in example.iterdir():
        text = file.read_text(encoding="utf-8")
        (folder / file.name).write_text(text.replace('"TRADE.QM"', '"Q;touch x;#"'))
    out = mqtune("tune", ".").out
    assert "--qmgr 'Q;touch x;#'" in out
    assert "--qmgr Q;" not in out


@pytest.mark.parametrize("format", FORMATS)
def test_a_secret_in_the_name_of_a_file_is_masked(folder: Path, mqtune, format: str) -> None:
    (folder / "a-password=S3cr3tPass99.mqsc").write_text("DEFINE QLOCAL(A) DSCR('x')\n")
    (folder / "token=S3cr3tPass99.mqsc").write_text("     1 : DISPLAY QMGR\n")
    outcome = mqtune("lint", "--verbose", "--format", format)
    assert outcome.status == 1
    assert "S3cr3tPass99" not in outcome.out + outcome.err


def test_a_secret_in_the_name_of_a_file_is_masked_in_the_html_report(folder: Path, mqtune) -> None:
    (folder / "a-password=S3cr3tPass99.mqsc").write_text("DEFINE QLOCAL(A) DSCR('x')\n")
    (folder / "token=S3cr3tPass99.mqsc").write_text("     1 : DISPLAY QMGR\n")
    mqtune("report", "--output", "r.html")
    assert "S3cr3tPass99" not in (folder / "r.html").read_text()
