"""The files that `bench/growth.py` measures: every kind that mqtune reads, with places for repeated units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.growth_units import NUMBER, Unit

MARK = "@@UNITS@@"
ROW, END = "\ue101", "\ue102"  # around what is repeated beside the units
ROWS = re.compile(f"{ROW}(.*?){END}", re.DOTALL)
LINT = ("lint", "--exit-zero", "--format", "full")
EDITOR = ("editor",)
FORMAT = ("fmt", "--check")
FIX = ("lint", "--exit-zero", "--unsafe-fixes", "--diff")
NOT_MQSC = (LINT, FIX, EDITOR)  # what `fmt` does not read

SCRIPT = "DEFINE QLOCAL(A) REPLACE\n"
MANIFEST = (
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mq\ndata:\n  a.mqsc: |\n    DEFINE QLOCAL(A)\n"
)
UNIT = "[Unit]\nDescription=mq\n[Service]\nExecStart=/opt/mqm/bin/strmqm QM1\n"
PROJECT = '[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc"]\n'
ENVIRONMENT = '[[environment]]\nname = "prod"\nfiles = ["**"]\nvalues = ["{}"]\n'
USE = "DEFINE QLOCAL({{ name }}) DESCR('${text}')\n"
CHANNEL = '"name":"A","type":"clientConnection","clientConnection":{{"queueManager":"QM"{}}}{}'
TABLE = f'{{{{"channel":[{{{{{CHANNEL}}}}}{{}}]{{}}}}}}'


@dataclass(frozen=True)
class Frame:
    """A file with a place for units, the files beside it, and the commands that read it."""

    name: str
    path: str
    text: str  # with MARK once, or rows in its place
    beside: dict[str, str] = field(default_factory=dict)
    commands: tuple[tuple[str, ...], ...] = (LINT, FORMAT, FIX, EDITOR)

    def files(self, unit: Unit, count: int) -> dict[str, str]:
        """All files, with this many units, and as many of each row."""
        known = {self.path: filled(self.text, count).replace(MARK, unit.text(count))}
        for path, text in self.beside.items():
            if NUMBER in path:
                for number in map(str, range(count)):
                    known[path.replace(NUMBER, number)] = text.replace(NUMBER, number)
            else:
                known[path] = filled(text, count)
        return known


def many(row: str) -> str:
    """A place where a row is repeated as often as the units."""
    return f"{ROW}{row}{END}"


def filled(text: str, count: int) -> str:
    """A text with this many of each of its rows."""
    return ROWS.sub(lambda row: Unit(row[1]).text(count), text)


def table(member: str = "", entry: str = "", channel: str = "", top: str = "") -> str:
    """A client channel definition table with a place for units."""
    return TABLE.format(member, entry, channel, top)


def frames() -> Iterator[Frame]:
    """Every kind of file, with one frame for each place in it that is read in another way."""
    yield from mqsc_frames()
    yield from ini_frames()
    yield from json_frames()
    yield from yaml_frames()
    yield from shell_frames()
    yield from other_frames()
    yield from project_frames()


def mqsc_frames() -> Iterator[Frame]:
    yield Frame("mqsc", "a.mqsc", MARK)
    yield Frame("mqsc, after a command", "a.mqs", f"{SCRIPT}{MARK}\n")
    yield Frame("mqsc, in a command", "a.mqsc", f"DEFINE QLOCAL(A) {MARK}\n")
    yield Frame("mqsc, in a name", "a.mqsc", f"DEFINE QLOCAL({MARK})\n")
    yield Frame("mqsc, in a string", "a.mqsc", f"DEFINE TOPIC(A) TOPICSTR('{MARK}')\n")
    yield Frame("mqsc, in a subscription", "a.mqsc", f"DEFINE SUB(A) TOPICSTR('{MARK}') DEST(Q)\n")
    yield Frame("mqsc, in a connection name", "a.mqsc", f"DEFINE CHL(A) CHLTYPE(SDR) CONNAME('{MARK}')\n")
    yield Frame(
        "mqsc, in a distinguished name",
        "a.mqsc",
        f"SET CHLAUTH(A) TYPE(SSLPEERMAP) SSLPEER('{MARK}') USERSRC(CHANNEL)\n",
    )
    yield Frame("mqsc, in an address", "a.mqsc", f"SET CHLAUTH(A) TYPE(ADDRESSMAP) ADDRESS('{MARK}')\n")
    yield Frame("mqsc, in a condition", "a.mqsc", f"DISPLAY QLOCAL(*) WHERE({MARK})\n")
    yield Frame("mqsc, in a list", "a.mqsc", f"DEFINE NAMELIST(A) NAMES({MARK})\n")
    yield Frame("mqsc, in a comment", "a.mqsc", f"* mqtune: ignore {MARK}\n{SCRIPT}")
    yield Frame("mqsc template", "a.mqsc.j2", f"{SCRIPT}{{{{ x }}}}\n{MARK}\n")
    yield Frame(
        "dump", "a.dump", f"* Script generated on 2026-01-01\n* Queue manager name: QM1\n{MARK}\n{SCRIPT}"
    )
    yield Frame("transcript", "a.out", f"     1 : DEFINE QLOCAL(A)\nAMQ8006I: created\n{MARK}\n")
    yield Frame("authority commands", "a.txt", f"setmqaut -m QM1 -n A -t q -p u +all\n{MARK}\n")


def ini_frames() -> Iterator[Frame]:
    for name in ("qm.ini", "mqs.ini", "mqclient.ini", "mqat.ini"):
        yield Frame(name, name, f"Log:\n  LogPath=/a\n{MARK}\n", commands=NOT_MQSC)
    yield Frame("ini, in a value", "qm.ini", f"Log:\n  LogPath={MARK}\n", commands=NOT_MQSC)
    yield Frame("ini, in a key", "qm.ini", f"Channels:\n  {MARK}=1\n", commands=NOT_MQSC)


def json_frames() -> Iterator[Frame]:
    yield Frame("json", "a.json", table(top="," + MARK), commands=NOT_MQSC)
    yield Frame("ccdt", "ccdt.json", MARK, commands=NOT_MQSC)
    yield Frame("ccdt, in an array", "ccdt.json", table(channel="," + MARK), commands=NOT_MQSC)
    yield Frame("ccdt, in an object", "ccdt.json", table(member="," + MARK), commands=NOT_MQSC)
    yield Frame("ccdt, as a value", "ccdt.json", table(entry=',"x":' + MARK), commands=NOT_MQSC)
    yield Frame("ccdt, in a string", "ccdt.json", table(entry=f',"x":"{MARK}"'), commands=NOT_MQSC)
    yield Frame("collection", "collected.json", f'{{"version":1,"lacks":[{MARK}]}}', {"a.mqsc": SCRIPT})


def yaml_frames() -> Iterator[Frame]:
    yield Frame("yaml", "a.yaml", f"{MANIFEST}{MARK}\n")
    yield Frame("yaml, at the beginning", "a.yml", f"{MARK}\n---\n{MANIFEST}")
    yield Frame("yaml, as a value", "a.yaml", f"x: {MARK}\n{MANIFEST}")
    yield Frame("yaml, in a block", "a.yaml", f"{MANIFEST}    {MARK}\n")
    yield Frame("yaml, in a folded block", "a.yaml", f"a.mqsc: >\n  DEFINE QLOCAL(A)\n  {MARK}\n")
    yield Frame("yaml, in quotation marks", "a.yaml", f'a.mqsc: "DEFINE QLOCAL(A)\\n{MARK}"\n')
    yield Frame("helm template", "templates/a.yaml", f"{MANIFEST}    {{{{ .Values.x }}}}\n{MARK}\n")
    service = "services:\n  mq:\n    environment:\n      LICENSE: accept\n      MQ_QMGR_NAME: QM1\n"
    yield Frame("compose", "compose.yaml", f"{service}{MARK}\n", commands=NOT_MQSC)
    playbook = (
        "- hosts: all\n  tasks:\n  - shell: |\n      runmqsc QM1 <<EOF\n      DEFINE QLOCAL(A)\n      EOF\n"
    )
    yield Frame("ansible", "play.yml", f"{playbook}      {MARK}\n")
    kind = "apiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nspec:\n  queueManager:\n    name: QM1\n"
    yield Frame("operator", "qm.yaml", f"{kind}  {MARK}\n", commands=NOT_MQSC)


def shell_frames() -> Iterator[Frame]:
    feed = f"runmqsc QM1 <<EOF\n{SCRIPT}EOF\n"
    yield Frame("shell", "a.sh", f"{feed}{MARK}\n{feed}")
    yield Frame("bash, before", "a.bash", f"#!/bin/bash\n{MARK}\n{feed}")
    yield Frame("ksh, in a here document", "a.ksh", f"runmqsc QM1 <<EOF\n{SCRIPT}{MARK}\nEOF\n")
    yield Frame("zsh, in quotation marks", "a.zsh", f'echo "{MARK}" | runmqsc QM1\n')
    yield Frame("shell, in a substitution", "a.sh", f"{feed}x=$({MARK})\n{feed}")
    yield Frame("shell, in an argument", "a.sh", f"{feed}su - mqm -c '{MARK}'\n{feed}")
    yield Frame(
        "dockerfile",
        "Dockerfile",
        f"FROM mq\nENV MQ_QMGR_NAME=QM1\nCOPY a.mqsc /etc/mqm/\n{MARK}\n",
        commands=NOT_MQSC,
    )
    yield Frame(
        "containerfile",
        "Containerfile",
        f"FROM mq\nRUN echo 'DEFINE QLOCAL(A)' > /etc/mqm/a.mqsc \\\n{MARK}\n",
    )


def other_frames() -> Iterator[Frame]:
    step = "//A JOB\n//S EXEC PGM=CSQUTIL,PARM='QM1'\n//SYSIN DD *\nCOMMAND\n/*\n"
    job = f"{step}//CSQUCMD DD *\nDEFINE QLOCAL(A)\n"
    yield Frame("jcl, in data", "a.jcl", f"{job}{MARK}\n/*\n")
    yield Frame("jcl", "a.jcl", f"{job}/*\n{MARK}\n")
    yield Frame("batch", "a.bat", f"echo DEFINE QLOCAL(A) | runmqsc QM1\n{MARK}\n")
    yield Frame("batch, echoed", "a.cmd", f"(\necho DEFINE QLOCAL^(A^)\necho {MARK}\n) | runmqsc QM1\n")
    for name, text in (
        ("a.txt", f"{SCRIPT}{MARK}\n"),
        ("a.cfg", f"{MARK}\n{SCRIPT}"),
        ("a.dmp", f"{MARK}\n{SCRIPT}"),
    ):
        yield Frame(f"named {name}", name, text, commands=((*LINT, name), (*FORMAT, name)))
    text = f"Log:\n  LogPath=/a\n{MARK}\n"
    yield Frame("named a.conf", "a.conf", text, commands=((*LINT, "a.conf"),))
    yield Frame("sysctl", "sysctl.d/a.conf", f"kernel.sem = 1 2 3 4\n{MARK}\n", commands=NOT_MQSC)
    yield Frame("limits", "limits.conf", f"mqm hard nofile 1\n{MARK}\n", commands=NOT_MQSC)
    yield Frame("systemd", "mq.service", f"{UNIT}{MARK}\n", commands=NOT_MQSC)
    yield Frame("systemd, in a value", "mq.service", f"{UNIT}Environment={MARK}\n", commands=NOT_MQSC)


def project_frames() -> Iterator[Frame]:
    beside = {"a.mqsc": SCRIPT}
    lint = (LINT,)
    yield Frame("mqtune.toml", "mqtune.toml", f"{PROJECT}{MARK}\n", beside, lint)
    yield Frame("mqtune.toml, as a value", "mqtune.toml", f"exclude = {MARK}\n{PROJECT}", beside, lint)
    yield Frame("mqtune.toml, as a key", "mqtune.toml", f"{MARK} = 1\n{PROJECT}", beside, lint)
    yield Frame("mqtune.toml, in a header", "mqtune.toml", f"{PROJECT}[{MARK}]\n", beside, lint)
    yield Frame(
        "mqtune.toml, in a string",
        "mqtune.toml",
        f"{PROJECT}environment = {{ MQ = '{MARK}' }}\n",
        beside,
        lint,
    )
    yield Frame("mqtune.toml, in files", "mqtune.toml", PROJECT.replace("a.mqsc", MARK), beside, lint)
    exclude = f"exclude = ['{MARK}']\n"
    yield Frame("mqtune.toml, in exclude", "mqtune.toml", exclude, {**beside, "b" * 60: ""}, lint)
    yield Frame(".gitignore", ".gitignore", f"{MARK}\n", {**beside, "b" * 60: ""}, lint)
    yield Frame(".gitignore, in a line", ".gitignore", f"a{MARK}b\n", {**beside, "b" * 60: ""}, lint)
    for name, text in (
        ("v.yaml", f"name: A\n{MARK}\n"),
        ("v.yml", f"name: {MARK}\n"),
        ("v.json", f'{{"name": "A", "x": {MARK}}}'),
        (".env", f"name=A\n{MARK}\n"),
        ("v.properties", f"name={MARK}\n"),
    ):
        more = {"mqtune.toml": ENVIRONMENT.format(name), "a.mqsc.j2": USE}
        yield Frame(f"values {name}", name, text, more, lint)
    more = {"mqtune.toml": ENVIRONMENT.format("v.yaml"), "v.yaml": "name: A\ntext: B\n"}
    yield Frame("template with values", "a.mqsc.j2", f"{USE}{MARK}\n", more, lint)
    yield Frame("template with values, inside", "a.mqsc.j2", f"DEFINE QLOCAL({{{{ {MARK} }}}})\n", more, lint)
    known = (*LINT, "--baseline", "known.json")
    yield Frame("baseline", "known.json", f'{{"mqtune-baseline": 1, "findings": [{MARK}]}}', beside, (known,))
    yield Frame("baseline, whole", "known.json", MARK, beside, (known,))
    load = (("load", "read", "load.txt"),)
    metrics = 'ibmmq_queue_mqput_mqput1_count{qmgr="QM1",queue="A"} 10\n'
    yield Frame("load file", "load.txt", f"{metrics}{MARK}\n", beside, load)
    yield Frame("load file, label", "load.txt", f"{metrics}{metrics.replace('A', MARK)}", beside, load)
