"""Under a gate every placeholder that rules cannot judge is counted, in whatever form and file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GOOD = "DEFINE QLOCAL(OK) DESCR('ok')\n"
ENGINES = ("{{ .Values.C }}", "{{ C }}", "${C}", "$C", "@@C@@", "__C__", "<%= C %>")
NAMES = ("%C%", "@C@", "#{C}", "#{C}#", "$(C)", "<C>", "{C}", "@{C}", "<<C>>", "!{C}")
COMMANDS = (
    "ALTER QMGR CHLAUTH(X)",
    "ALTER QMGR X",
    "ALTER QMGR CHLX(DISABLED)",
    "ALTER QMGR X CHLAUTH(DISABLED)",
    "ALTER X CHLAUTH(DISABLED)",
    "X QMGR CHLAUTH(DISABLED)",
    "X",
    "DEFINE CHANNEL(A) CHLTYPE(SVRCONN) MCAUSER('X')",
)
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  b.mqsc: "
CHART = {"Chart.yaml": "apiVersion: v2\nname: a\nversion: 1.0.0\n", "values.yaml": "C: ALTER\n"}
EMBEDDED = {
    "a map": {"a.yaml": f"{MAP}|\n    TEXT\n"},
    "a map with a string": {"a.yaml": f"{MAP}'QUOTED'\n"},
    "a chart": {**CHART, "templates/a.yaml": f"{MAP}|\n    TEXT\n"},
    "an image": {"Dockerfile": "FROM mq\nCOPY <<EOF /etc/mqm/b.mqsc\nTEXT\nEOF\n"},
    "a script": {"a.sh": "#!/bin/sh\ncat > /etc/mqm/b.mqsc <<EOF\nTEXT\nEOF\n"},
}
CLIENT = {"connection": [{"host": "X", "port": 1414}], "queueManager": "QM1"}
TABLE = {"channel": [{"name": "A", "type": "clientConnection", "clientConnection": CLIENT}]}
FILES = {
    "qm.ini": "Channels:\n   MaxChannels=X\n",
    "mqclient.ini": "CHANNELS:\n   ServerConnectionParms=X\n",
    "ccdt.json": json.dumps(TABLE),
    "a.bat": "set C=DISABLED\necho ALTER QMGR CHLAUTH(X) | runmqsc QM1\n",
}


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text('[lint]\nprofile = "production"\nfail-on = "error"\n[gate]\n')
    root = folder / "repository"
    (root / ".git").mkdir(parents=True)
    (root / "ok.mqsc").write_text(GOOD)
    monkeypatch.chdir(root)
    return root


def counted(mqtune) -> set[str]:
    done = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    return {one["file"] for one in json.loads(done.out)["not_checked"]["files"]}


@pytest.mark.parametrize("form", [*ENGINES, *NAMES])
def test_a_placeholder_of_any_form_is_counted(root: Path, mqtune, form: str) -> None:
    names = set()
    for number, command in enumerate(COMMANDS):
        names.add(f"{number}.mqsc")
        (root / f"{number}.mqsc").write_text(f"{command.replace('X', form)}\n")
    assert counted(mqtune) == names


@pytest.mark.parametrize("form", [*ENGINES, *NAMES])
def test_a_placeholder_in_a_file_of_another_language_is_counted(root: Path, mqtune, form: str) -> None:
    names = set(FILES) if "<" not in form else set(FILES) - {"a.bat"}  # there it is a redirection
    for name in names:
        (root / name).write_text(FILES[name].replace("X", form))
    assert counted(mqtune) == names


@pytest.mark.parametrize("form", ["{{ .Values.v }}", "${V}", "%V%", "<V>"])
@pytest.mark.parametrize("command", ["X", "X QMGR CHLAUTH(DISABLED)", "ALTER X CHLAUTH(DISABLED)"])
@pytest.mark.parametrize("way", EMBEDDED)
def test_a_target_that_states_mqsc_is_counted(root: Path, mqtune, way: str, command: str, form: str) -> None:
    text = command.replace("X", form)
    for name, outer in EMBEDDED[way].items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(outer.replace("TEXT", text).replace("QUOTED", text))
    assert len(counted(mqtune)) == 1


@pytest.mark.parametrize("header", ["|", ">-", "", "|2-"])
@pytest.mark.parametrize("form", ['{{ .Files.Get "x" | indent 4 }}', "<%= x %>", "@x@", "%x%", "{{ x\n }}"])
def test_a_marker_that_is_not_indented_is_a_line_of_the_value(
    root: Path, mqtune, header: str, form: str
) -> None:
    for before in ("", "    * text\n", f"    {GOOD}") if header.startswith("|") else [""]:
        (root / "a.yaml").write_text(f"{MAP}{header}\n{before}{form}\n")
        assert "a.yaml" in counted(mqtune)


def test_a_marker_that_is_no_value_is_no_count(root: Path, mqtune) -> None:
    (root / "a.yaml").write_text(f"{MAP}|\n    {GOOD}{{{{- if .Values.x }}}}\n  c: a\n{{{{- end }}}}\n")
    assert counted(mqtune) == set()
    (root / "a.yaml").write_text(f'{MAP}|\n    {GOOD}  c:\n{{{{ include "labels" . }}}}\n')
    assert counted(mqtune) == set()


def test_a_placeholder_that_lines_divide_is_counted(root: Path, mqtune) -> None:
    (root / "a.mqsc").write_text("ALTER QMGR CHLAUTH(%+\nC%)\n")
    assert counted(mqtune) == {"a.mqsc"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.mqsc", f"* <name> of the {{queue}}, 50%\n{GOOD}"),
        ("a.mqsc", "DEFINE TOPIC(T) TOPICSTR('$SYS/a/+/b/#')\n"),
        ("a.mqsc", "DEFINE SERVICE(S) STARTCMD('+MQ_INSTALL_PATH+/a') STARTARG('+QMNAME+')\n"),
        ("qm.ini", "# <name>\nChannels:\n   MaxChannels=10\n"),
        ("ccdt.json", json.dumps(TABLE)),
        ("a.yaml", "volumes:\n  b.mqsc: '{{ path }}/b.mqsc'\n"),
        ("a.sh", "#!/bin/sh\necho done > b.mqsc\n"),
    ],
)
def test_what_is_no_placeholder_is_no_count(root: Path, mqtune, name: str, text: str) -> None:
    (root / name).write_text(text)
    assert counted(mqtune) == set()
