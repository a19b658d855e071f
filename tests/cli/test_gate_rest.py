"""Under a gate, what is read of a file does not hide the rest of it, nor what a script changes before it is
applied.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

ON = "ALTER QMGR CHLAUTH(DISABLED)"
GOOD = "DEFINE QLOCAL(A) DESCR('a')"
READ = f"runmqsc QM1 <<E\n{GOOD}\nE\n"
IMAGE = f'FROM mq\nENV MQ_QMGR_NAME=QM1\nRUN echo "{GOOD}" > /etc/mqm/a.mqsc\n'
CALLED = "on: {workflow_call: {inputs: {x: {description: for runmqsc}}}}\n"
SET = "setmqaut -m QM1 -t qmgr -g users +all"
BATCH = "echo DEFINE QLOCAL(A) | runmqsc QM1\n"
MAP = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata:\n  a.mqsc: |\n    {GOOD}\n"
QM = "---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata: {name: q}\nspec:\n  queueManager:\n"
QM += "    name: QM1\n    mqsc:\n    - configMap: {name: m, items: [a.mqsc, b]}\n"
JOB = "---\nkind: Job\nspec:\n  template:\n    spec:\n      containers:\n      - name: x\n        command: "
STEP = f"//J JOB\n//S EXEC PGM=CSQUTIL,PARM='QM1'\n//SYSIN DD *\nCOMMAND\n/*\n//CSQUCMD DD *\n{GOOD}\n/*\n"
# the file, the part of it that is read, and the forms of the rest
UNREAD = {
    "a.sh": (
        READ,
        (
            f"exec > >(runmqsc QM1)\necho '{ON}'\n",
            f"echo '{ON}' > >(runmqsc QM1)\n",
            f"coproc runmqsc QM1\necho '{ON}' >&${{COPROC[1]}}\n",
            f"coproc Q {{ runmqsc QM1; }}\necho '{ON}' >&${{Q[1]}}\n",
            f"echo '{ON}' | xargs echo | runmqsc QM1\n",
            "printf %s BASE64 | base64 -d | runmqsc QM1\n",
            f"expect -c 'spawn runmqsc QM1; send \"{ON}\\n\"'\n",
            f'curl https://h/mqsc -d \'{{"type":"runCommand","parameters":{{"command":"{ON}"}}}}\'\n',
            f'kubectl patch configmap m -p \'{{"data":{{"a.mqsc":"{ON}"}}}}\'\n',
            f"python3 - <<P\nsubprocess.run(['runmqsc', 'QM1'], input='{ON}')\nP\n",
            f"echo ok; echo '{ON}' | ssh host tee /tmp/x\n",
            "setmqaut -m QM1 -t qmgr -g users +all\n",
            "runmqsc QM1\n",
            f'{{ echo "{GOOD}"; ./gen; }} | runmqsc QM1\n',
            f"(echo \"{GOOD}\" | sed s/a/b/; echo 'DISPLAY QMGR') | runmqsc QM1\n",
            f'{{ echo "{GOOD}"; {{ cat x; }}; }} > b.tmp\nrunmqsc QM1 < b.tmp\n',
            "./run*qsc QM1 < x\n",
            "docker exec -i q /opt/mqm/bin/run[m]qsc QM1 < x\n",
            "{ echo 'runmqsc QM1 < /tmp/x'; } | sh\n",
            "{ echo 'runmqsc QM1 -f /tmp/x'; } | sh\n",
        ),
    ),
    "Dockerfile": (
        IMAGE,
        (
            f'RUN ["sh","-c","echo \'{ON}\' > /etc/mqm/b.mqsc"]\n',
            f"ARG C='{ON}'\nCOPY <<EOF /etc/mqm/b.mqsc\n$C\nEOF\n",
            "ARG A=ALT\nCOPY <<EOF /etc/mqm/b.mqsc\n${A}ER QMGR CHLAUTH(DISABLED)\nEOF\n",
        ),
    ),
    "a.bat": (
        BATCH,
        (
            f"@echo {ON}|@runmqsc QM1\n",
            f"set C={ON}\necho %C% | runmqsc QM1\n",
            f'cmd /c "echo {ON} | runmqsc QM1"\n',
            f">x.tmp echo {ON}\n<x.tmp runmqsc QM1\n",
            f"set X=AL\necho %X%{ON[2:]}> x.tmp\nrunmqsc QM1 < x.tmp\n",
            "echo DEFINE QLOCAL(B)> x.tmp\ntype y >> x.tmp\nrunmqsc QM1 < x.tmp\n",
            "echo DEFINE QLOCAL(B)> x.tmp\ncopy /y y x.tmp\nrunmqsc QM1 < x.tmp\n",
            f"rem.& echo {ON}|runmqsc QM1\n",
            f"rem & echo {ON}|runmqsc QM1\n",
            f"(\necho {SET}\n) | cmd\n",
            f"call :f > x.bat\ncall x.bat\nexit /b\n:f\necho {SET}\n",
        ),
    ),
    "a.jcl": (STEP, (f"// COMMAND '+CSQ1 {ON}'\n",)),
    "a.yaml": (
        MAP,
        (
            f'  b.mqsc: {{{{ "{ON}" | quote }}}}\n',
            f"  b.py: |\n    subprocess.run(['runmqsc', 'QM1'], input='{ON}')\n",
            f"  b: |\n    foo\n    {ON}\n{QM}",
            f"{JOB}[setmqaut, -m, QM1, -t, qmgr, -g, users, +all]\n",
            f"{JOB}[runmqsc, QM1, -f, /mnt/a]\n",
            f"---\n- vars: {{msg: {SET}}}\n  tasks:\n  - command: '{{{{ msg }}}}'\n",
            f"---\n- vars:\n    msg: {SET}\n",
            f'  # x\r  b.py: "{SET}"\n',
            f"---\n- vars:\n    tasks:\n    - name: {SET}\n",
            f"---\n- tasks:\n  - set_fact:\n      description: {SET}\n",
            f"---\n- tasks:\n  - loop:\n    - name: {SET}\n    command: '{{{{ item.name }}}}'\n",
            f"---\nname: {SET}\n",
            f'  b.sh: |\n    rem() {{ "$@"; }}\n    rem {SET}\n',
        ),
    ),
}
UNIT = (
    "[Unit]\nDescription=MQ\n[Service]\nExecStart=/opt/mqm/bin/strmqm QM1\nExecStop=/opt/mqm/bin/endmqm QM1\n"
)
FEEDING = (f"/bin/sh -c \"echo '{ON}' | runmqsc QM1\"", "/opt/mqm/bin/setmqaut -m QM1 -t qmgr -g a +all")
# files of a language in which no commands are expected
UNREAD |= {
    "a.service": (UNIT, tuple(f"{key}={text}\n" for key in ("ExecStartPost", "X") for text in FEEDING)),
    "sysctl.conf": ("kernel.shmmni = 4096\n", (f"{ON}\n", *FEEDING)),
    "limits.conf": ("mqm hard nofile 10240\nmqm soft nofile 10240\n", (f"{ON}\n", *FEEDING)),
    "qm.ini": ("Log:\n   LogPrimaryFiles=3\n", (f"* {ON}\n", f"   LogPath={ON}\n", *FEEDING)),
    "ccdt.json": ('{"channel": [], "x": "', (f'{ON}"}}\n', f'"}}\n// {ON}\n')),
    "mqtune.toml": ('[[exception]]\nrule = "SEC001"\n', (f'reason = "{ON}"\n',)),
}
# what names a program and passes nothing to it
SEEN = {
    "a.sh": (
        READ,
        (
            f"# runmqsc QM1 reads {ON}\n",
            "true  # see runmqsc\n",
            "echo 'starting runmqsc'\n",
            "echo 'runmqsc failed' >&2\n",
            "which runmqsc\n",
            "[ -x /opt/mqm/bin/runmqsc ] || exit 1\n",
            "log() { echo $1; }\nif [[ ! -x $(command -v runmqsc) ]]; then log 'no runmqsc'; fi\n",
            "RUNMQSC=/opt/mqm/bin/runmqsc\necho 'DISPLAY QMGR' | $RUNMQSC QM1\n",
            "echo 'DISPLAY QMGR' | runmqsc -c -u a $QM &> /tmp/runmqsc.log\n",
            "for x in $(echo 'dis chlauth(*)' | runmqsc $QM | tr '()' '  '); do :; done\n",
            "x=`echo 'dis qmgr' | runmqsc QM1 | awk '{print $1}'`\n",
            "docker exec q bash -c \"echo 'DIS CONN(*)' | runmqsc ${qm^^}\" 2>/dev/null | grep -c A\n",
            "command -v runmqsc || exit 1\n",
            "if ! command -v runmqsc >/dev/null; then exit 1; fi\n",
            f'su - mqm -c "echo \\"{GOOD}\\" | runmqsc QM1"\n',
            'su - mqm -c "runmqsc QM1" <<E\nDISPLAY QMGR\nE\n',
            "echo 'DISPLAY QMGR' | docker exec -i c runmqsc QM1\n",
            "runmqsc QM1 <<< 'DISPLAY QMGR'\n",
            "{ cd x; A=1; for q in A B; do echo 'DISPLAY QMGR'; done; } | runmqsc QM1\n",
            "x=$(echo 'DISPLAY QMGR' | /opt/mqm/bin/runmqsc QM1 | grep -c Q)\n",
            f"cat > b.tmp <<E\n{GOOD}\nE\nrunmqsc QM1 < b.tmp\nrm b.tmp\n",
            f"V='{GOOD}'\necho \"$V\" | runmqsc QM1\n",
        ),
    ),
    "Dockerfile": (IMAGE, ("# runmqsc\n", "RUN echo runmqsc\n")),
    "a.bat": (
        BATCH,
        (
            "rem runmqsc\n",
            ":: runmqsc\n",
            "echo Starting runmqsc\n",
            "(\necho DEFINE QLOCAL(B^)\n) | runmqsc QM1\n",
            "call x.bat > nul 2>&1\necho runmqsc is next\n",
            "echo DEFINE QLOCAL(B)> x.tmp\nrunmqsc QM1 < x.tmp\ntype x.tmp\ndel x.tmp\n",
        ),
    ),
    "a.jcl": (STEP, (f"//* {ON}\n", f"//T EXEC PGM=CSQYASCP\n//CSQINP2 DD *\n{GOOD}\n/*\n")),
    "a.yaml": (
        MAP,
        (
            f"  # {ON}\n",
            f"  b.sh: |\n    # runmqsc\n    runmqsc QM1 <<E\n    {GOOD}\n    E\n",
            "---\n- tasks:\n  - name: run runmqsc\n    shell: echo 'DISPLAY QMGR' | runmqsc QM1\n",
            "---\n- tasks:\n  - debug:\n      msg: \"run runmqsc\"\n  - block:\n    - name: 'runmqsc'\n",
            f"---\n{CALLED}jobs: {{a: {{name: runmqsc}}}}\n",
            f"{JOB}[sh, -c, \"echo 'DISPLAY QMGR' | runmqsc QM1\"]\n",
        ),
    ),
    "a.service": (UNIT, ("# runmqsc\n", "ExecStartPost=/bin/true\n")),
    "sysctl.conf": ("kernel.shmmni = 4096\n", (f"# {ON}\n", f"; {ON}\n")),
    "qm.ini": ("Log:\n   LogPrimaryFiles=3\n", (f"# {ON}\n", f"; {ON}\n")),
}
WRITTEN = (
    f"cat >> b.tmp <<'E'\n-- security\n{ON}\nE\n",
    f"tee -a b.tmp <<'E'\n-- security\n{ON}\nE\n",
    "X='CHLAUTH(DISABLED)'\necho \"ALTER QMGR $X\" >> b.tmp\n",
    "printf '\\x41LTER QMGR CHLAUTH(DISABLED)\\n' >> b.tmp\n",
    "cp other b.tmp\n",
    "mv other b.tmp\n",
    "cp -f elsewhere/b.tmp .\n",
    "install -m 600 other b.tmp\n",
    "ln -sf other b.tmp\n",
    "dd if=other of=b.tmp\n",
    "printf '1i\\nfoo\\n.\\nw\\n' | ed b.tmp\n",
    "base64 -d other >> b.tmp\n",
    'echo "$1" >> b.tmp\n',
)
APPLIED = (
    "runmqsc QM1 < b.tmp\n",
    "runmqsc QM1 -f b.tmp\n",
    "cat b.tmp | runmqsc QM1\n",
    "crtmqm -ic b.tmp QM1\n",
)


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text('[lint]\nprofile = "production"\n[gate]\n')
    root = folder / "repository"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


def result(mqtune) -> tuple[dict[str, str], set[str]]:
    """The files that are not checked, each with the reason, and the codes of the findings."""
    answer = json.loads(mqtune("lint", "--gate", "../gate.toml", "--format", "json").out)
    files = {one["file"]: one["why"] for one in answer["not_checked"]["files"]}
    return files, {one["code"] for one in answer["findings"]}


def forms(table: dict[str, tuple[str, tuple[str, ...]]]) -> list[tuple[str, str, str]]:
    return [(name, read, rest) for name, (read, rests) in table.items() for rest in rests]


@pytest.mark.parametrize(("name", "read", "rest"), forms(UNREAD))
def test_what_is_read_of_a_file_does_not_hide_the_rest(
    root: Path, mqtune, name: str, read: str, rest: str
) -> None:
    (root / name).write_text(read + rest)
    assert name in result(mqtune)[0]


@pytest.mark.parametrize(("name", "read", "rest"), forms(SEEN))
def test_what_is_followed_or_passes_nothing_is_no_count(
    root: Path, mqtune, name: str, read: str, rest: str
) -> None:
    (root / name).write_text(read + rest)
    assert result(mqtune)[0] == {}


@pytest.mark.parametrize(("written", "applied"), list(itertools.product(WRITTEN, APPLIED)))
def test_what_a_script_writes_and_applies_is_checked_or_counted(
    root: Path, mqtune, written: str, applied: str
) -> None:
    (root / "a.sh").write_text(f"echo 'DEFINE QLOCAL(A)' > b.tmp\n{written}{applied}")
    files, codes = result(mqtune)
    assert "a.sh" in files or {"SEC001", "CAT001"} & codes
