"""Under a gate no command that may not run hides what another one sets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

OFF, ON = "ALTER QMGR CHLAUTH(DISABLED)", "ALTER QMGR CHLAUTH(ENABLED)"
D, E = (f"runmqsc QM1 <<EOF\n{one}\nEOF\n" for one in (OFF, ON))
D_FILE, E_FILE = D.replace("runmqsc QM1", "cat >f"), E.replace("runmqsc QM1", "cat >f")
PIPED = f"echo '{ON}' | runmqsc QM1"
MAYBE = "[ $1 ] &&\\\n"
CHANNEL = "runmqsc QM1 <<EOF\nDEFINE CHANNEL(A) CHLTYPE(SVRCONN)"
WITH_TLS = f"{CHANNEL.replace('DEFINE', 'ALTER')} SSLCIPH(ANY_TLS12_OR_HIGHER)\nEOF\n"
SCRIPTS = {
    "if": f"{D}if false; then\n{E}fi\n",
    "else": f"{D}if true; then :; else\n{E}fi\n",
    "both branches": f"if true; then\n{D}else\n{E}fi\n",
    "a function": f"{D}f() {{\n{E}}}\n",
    "a function with its word": f"{D}function f {{\n{E}}}\n",
    "a function in a subshell": f"{D}f() (\n{E})\n",
    "a function that is called in a branch": f"{D}f()\n{{\n{E}}}\nfalse && f\n",
    "a function that an uncalled one calls": f"{D}g() {{ f; }}\nf() {{\n{E}}}\n",
    "a function that runs later": f"bad() {{\n{D}}}\n{E}bad\n",
    "functions in another order": f"bad() {{\n{D}}}\ngood() {{\n{E}}}\ngood\nbad\n",
    "a function that is replaced": f"{D}f() {{\n{E}}}\nf() {{ :; }}\nf\n",
    "exit": f"{D}exit 0\n{E}",
    "exit with a failure": f"{D}exit 1\n{E}",
    "exit in a branch": f"{D}if true; then exit 0; fi\n{E}",
    "exit in a list": f"{D}false || exit\n{E}",
    "exit in case": f"{D}case a in a) exit 0;; esac\n{E}",
    "exit in a function": f"end() {{ exit 0; }}\n{D}true && end\n{E}",
    "exit in a subshell": f"{D}( exit 0\n{E})\n",
    "exec": f"{D}exec true\n{E}",
    "return": f"main() {{\n{D}[ -n x ] && return\n{E}}}\nmain\n",
    "break": f"for x in a b; do\n{D}break\n{E}done\n",
    "case": f"{D}case x in\ny)\n{E};;\nesac\n",
    "case in a line": f"{D}case x in y)\n{E};; esac\n",
    "case in a subshell": f"{D}( case x in (y)\n{E};; esac )\n",
    "a pattern that is a word": f"{D}for x in $N; do case a in done) ;; esac\n{E}done\n",
    "a pattern on a line of its own": f"{D}for x in $N; do case a in\n done) ;; esac\n{E}done\n",
    "and": f"{D}false && {E}",
    "and, and a semicolon": f"{D}false && runmqsc QM1 <<EOF; true\n{ON}\nEOF\n",
    "and, and a line end": f"{D}false &&\n\n{E}",
    "and, and a substitution": f"{D}false && echo $(a;b) '{ON}' | runmqsc QM1\n",
    "or": f"{D}true || {{\n{E}}}\n",
    "while": f"{D}while false; do\n{E}done\n",
    "for": f'{D}for x in "$@"; do\n{E}done\n',
    "an argument": f"{D}echo {E}",
    "verification": D + E.replace("runmqsc", "runmqsc -v"),
    "a file that is written again": f"{D_FILE}runmqsc QM1 <f\n{E_FILE.replace('>f', '>f.mqsc')}",
    "a file that is applied in a branch": f"{D}{E_FILE}if false; then runmqsc QM1 <f; fi\n",
    "a quoted script": f'{D}su - mqm -c "if false; then {PIPED}; fi"\n',
    "a quoted script in a list": f'{D}false && su - mqm -c "{PIPED}"\n',
    "a script in a here-document": f"{D}false && bash <<X\n{E}X\n",
    "a variable": f"{D}V='{ON}'\nif false; then echo \"$V\" | runmqsc QM1; fi\n",
    "a variable that is used later": f"V='{OFF}'\n{E}echo \"$V\" | runmqsc QM1\n",
    "backquotes": f"{D}x=`false && {PIPED}`\n",
    "a substitution": f"{D}x=$(false && {PIPED})\n",
    "a definition that is refused": f"{MAYBE}{CHANNEL} MCAUSER('a')\nEOF\n{CHANNEL} MCAUSER('mqm')\nEOF\n",
    "TLS": f"{CHANNEL}\nEOF\n{MAYBE}{WITH_TLS}",
    "authorities": "".join(
        f"runmqsc QM1 <<EOF\nSET AUTHREC OBJTYPE(QMGR) GROUP('nobody') {word}(ALL)\nEOF\n[ $1 ] &&\\\n"
        for word in ("AUTHADD", "AUTHRMV")
    ),
}
# two queue managers of one name: the second command hides nothing of the first one
IDENTITIES = {
    "ssh": f"ssh h1 {D}ssh h2 {E}",
    "containers": f"docker exec -i a {D}docker exec -i b {E}",
    "a container and the host": f"{D}docker exec -i a {E}",
    "services": f"docker compose exec -T a {D}docker compose exec -T b {E}",
    "namespaces": f"kubectl -n prod exec -i p -- {D}kubectl -n test exec -i p -- {E}",
    "contexts": f"kubectl --context a exec -i p -- {D}kubectl --context b exec -i p -- {E}",
    "a quoted script": f'docker exec -i a {D}docker exec -i b sh -c "{PIPED}"\n',
    "a here-document": f"ssh h1 <<X\n{D}X\nssh h2 <<X\n{E}X\n",
    "a connection": f"{D}export MQSERVER='C/TCP/h(1414)'\n{E}",
    "an engine": f"docker exec -i a {D}export DOCKER_HOST=h\ndocker exec -i a {E}",
    "a project": f"oc exec -i p -- {D}oc project test\noc exec -i p -- {E}",
    "a variable that is read": f"QM=QM1\n{D.replace('QM1', '$QM')}read QM < x\n{E.replace('QM1', '$QM')}",
    "a variable with two values": f"QM=QM1\n{D.replace('QM1', '$QM')}QM=QM2\n{E.replace('QM1', '$QM')}",
    "arguments": f"f() {{\n{D.replace('QM1', '$1')}}}\ng() {{\n{E.replace('QM1', '$1')}}}\nf A\ng B\n",
    "arguments in a variable": "f() {\nlocal q=$1\n"
    + D.replace("QM1", "$q")
    + "}\ng() {\nlocal q=$1\n"
    + E.replace("QM1", "$q")
    + "}\nf A\ng B\n",
    "shift": f"{D.replace('QM1', '$1')}shift\n{E.replace('QM1', '$1')}",
    "unset": f"{D.replace('QM1', '$QM')}unset QM\n{E.replace('QM1', '$QM')}",
}
CERTAIN = {
    "plain": D + E,
    "a function": f"{D}f() {{\n{E}}}\nf\n",
    "main": f'main() {{\n{D}if [ x ]; then exit 1; fi\n{E}}}\nmain "$@"\n',
    "a check": f"if [ $# -lt 1 ]; then echo usage; exit 1; fi\n{D}[ $# -lt 1 ] && exit 1\n{E}",
    "a function that fails": f"die() {{ echo $1; exit 1; }}\n{D}[ -f x ] || die x\n{E}",
    "one branch": f"if [ x ]; then\n{D}{E}fi\n",
    "a loop": f"for q in QM1 QM2; do\n{D}{E}done\n",
    "sudo": f"{D}sudo -u mqm {E}",
    "docker": f"docker exec -i c {D}docker exec c {E}",
    "a cluster": f"kubectl -n mq exec -it p -- {D}kubectl -n mq exec p -- {E}",
    "two names": "".join(f"ssh {name} {text.replace('QM1', name)}" for text in (D, E) for name in "ab"),
    "a condition": f"{D}if ! {E}then exit 1; fi\n",
    "the log": f"exec > log 2>&1\n{D}{E}",
    "a file": f"{D}{E.replace('runmqsc QM1', 'cat >f.mqsc')}runmqsc QM1 <f.mqsc\n",
    "a quoted script": f'{D}su - mqm -c "{PIPED}"\n',
}
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {{}}\n"
MAP += "data:\n  a.mqsc: |\n    {0}\n{1}  b.mqsc: |\n    {2}\n{3}"
TASKS = (
    f"- hosts: mq\n  tasks:\n  - shell: |\n      echo '{OFF}' | runmqsc QM1\n  - shell: |\n      {PIPED}\n"
)
PLAYS = f"- {{}}\n  tasks:\n  - shell: echo '{OFF}' | runmqsc QM1\n    {{}}\n"
PLAYS += f"- {{}}\n  tasks:\n  - shell: {PIPED}\n    {{}}\n"
RESOURCE = (
    "---\napiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata: {name: q, namespace: NAME}\nspec:\n"
)
RESOURCE += "  queueManager:\n    name: QM1\n    mqsc:\n    - configMap: {name: m, items: [a.mqsc]}\n"
SERVICE = "  {0}:\n    environment: {{LICENSE: accept, MQ_QMGR_NAME: QM1}}\n"
SERVICE += "    configs: [{{source: {0}, target: /etc/mqm/a.mqsc}}]\n"
JOB = "//S{0} EXEC PGM=CSQUTIL,PARM='QM1'{1}\n//SYSIN DD *\nCOMMAND\n/*\n//CSQUCMD DD *\n{2}\n/*\n"
FILES = {
    "a template": {"a.mqsc.j2": f"{OFF}\n{{% if x %}}\n{ON}\n{{% endif %}}\n"},
    "a chart": {"a.yaml": MAP.format(OFF, "{{- if .Values.x }}\n", ON, "{{- end }}\n")},
    "a script of a template": {"a.sh.j2": f"{D}{{% if x %}}\n{E}{{% endif %}}\n"},
    "a task": {"a.yml": f"{TASKS}    when: false\n"},
    "a task in a loop over nothing": {"a.yml": f"{TASKS}    loop: []\n"},
    "a handler": {
        "a.yml": TASKS.replace(
            "  - shell: |\n      echo 'ALTER QMGR CHLAUTH(E",
            "  handlers:\n  - shell: |\n      echo 'ALTER QMGR CHLAUTH(E",
        )
    },
    "a job of a pipeline": {
        "ci.yml": f"a:\n  script:\n  - echo '{OFF}' | runmqsc QM1\n"
        f"b:\n  rules: [{{when: never}}]\n  script:\n  - {PIPED}\n"
    },
    "a step": {"a.jcl": JOB.format(1, "", OFF) + JOB.format(2, ",COND=EVEN", ON)},
    "a step in IF": {
        "a.jcl": f"{JOB.format(1, '', OFF)}// IF RC > 9 THEN\n{JOB.format(2, '', ON)}// ENDIF\n"
    },
    "a batch file": {
        "a.bat": f"echo {OFF} | runmqsc QM1\nif exist x goto end\necho {ON} | runmqsc QM1\n:end\n"
    },
    "plays": {"a.yml": PLAYS.format("hosts: a", "", "hosts: b", "")},
    "a task for another host": {"a.yml": PLAYS.format("hosts: a", "", "hosts: a", "delegate_to: b")},
    "namespaces": {
        "a.yaml": "".join(
            "---\n"
            + MAP.format(text, "", "*", "").replace("{}", f"{{name: m, namespace: {name}}}")
            + RESOURCE.replace("NAME", name)
            for name, text in (("prod", OFF), ("test", ON))
        )
    },
    "services": {
        "compose.yaml": "services:\n"
        + "".join(SERVICE.format(name) for name in "ab")
        + f"configs:\n  a:\n    content: |\n      {OFF}\n  b:\n    content: |\n      {ON}\n"
    },
    "keys of a map": {"a.yaml": MAP.format(OFF, "", ON, "").replace("{}", "{name: a}")},
    "files without an order": {"a.mqsc": f"{OFF}\n", "z.mqsc": f"{ON}\n"},
    "a file that is applied in a branch": {
        "a.sh": f"{D}if false; then runmqsc QM1 <b.txt; fi\n",
        "b.txt": f"{ON}\n",
    },
}


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text('[lint]\nprofile = "production"\nfail-on = "error"\n')
    root = folder / "repository"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    return root


def codes(mqtune) -> list[str]:
    done = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    return [one["code"] for one in json.loads(done.out)["findings"]]


def counted(mqtune) -> dict[str, str]:
    done = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    return {one["file"]: one["why"] for one in json.loads(done.out)["not_checked"]["files"]}


@pytest.mark.parametrize("way", SCRIPTS)
def test_a_command_that_may_not_run_hides_nothing(root: Path, mqtune, way: str) -> None:
    (root / "a.sh").write_text(SCRIPTS[way])
    assert {"SYN076", "SEC001"} & set(codes(mqtune))
    assert mqtune("lint", "--gate", "../gate.toml").status == 1


@pytest.mark.parametrize("way", IDENTITIES)
def test_a_command_for_another_queue_manager_hides_nothing(root: Path, mqtune, way: str) -> None:
    (root / "a.sh").write_text(IDENTITIES[way])
    assert {"SYN076", "SEC001"} & set(codes(mqtune)) or "a.sh" in counted(mqtune)


def test_a_command_for_another_queue_manager_of_a_group_hides_nothing(root: Path, mqtune) -> None:
    (root / "mqtune.toml").write_text('platform = "zos"\n')
    (root / "a.mqsc").write_text(f"{OFF}\n{ON} CMDSCOPE('QM2')\n")
    assert "SYN076" in codes(mqtune)
    (root / "a.mqsc").write_text(f"{OFF}\n{ON} CMDSCOPE(' ')\n")
    assert "SYN076" not in codes(mqtune)


@pytest.mark.parametrize("way", CERTAIN)
def test_a_command_that_is_certain_to_run_is_no_finding(root: Path, mqtune, way: str) -> None:
    (root / "a.sh").write_text(CERTAIN[way])
    assert "SYN076" not in codes(mqtune)


@pytest.mark.parametrize("way", FILES)
def test_conditions_of_other_files_count_alike(root: Path, mqtune, way: str) -> None:
    for name, text in FILES[way].items():
        (root / name).write_text(text)
    assert "SYN076" in codes(mqtune)
    plain = json.loads(mqtune("lint", "--format", "json").out)["findings"]
    assert "SYN076" not in {one["code"] for one in plain}


@pytest.mark.parametrize("names", [("10-a.mqsc", "20-b.mqsc"), ("a.mqsc", "b.mqsc")])
def test_an_order_that_names_or_the_project_state_is_an_order(
    root: Path, mqtune, names: tuple[str, str]
) -> None:
    for name, text in zip(names, (OFF, ON), strict=True):
        (root / name).write_text(f"{text}\n")
    if names[0] == "a.mqsc":
        (root / "mqtune.toml").write_text('[[queue-manager]]\nname = "QM1"\nfiles = ["a.mqsc", "b.mqsc"]\n')
    assert "SYN076" not in codes(mqtune)


def test_what_runs_only_under_a_condition_is_counted(root: Path, mqtune) -> None:
    (root / "a.sh").write_text(f"[ $1 ] &&\\\n{E}")
    (root / "b.sh").write_text(E)
    (root / "c.sh").write_text(f"runmqsc() {{ :; }}\n{E}")
    (root / "d.yaml").write_text(
        MAP.format(ON, "", "*x", "").replace("|\n    *x", "*x").replace("a.mqsc: |", "a.mqsc: &x |")
    )
    assert counted(mqtune) == {
        "a.sh": "in part, because it is not certain that all of its commands run",
        "c.sh": "in part, because a script passes commands to runmqsc that it does not state",
        "d.yaml": "in part, because YAML repeats parts of it by aliases",
    }


REMOVED = "in part, because it removes parts of other manifests"
FILTERED = "in part, because a filter changes commands before runmqsc reads them"
UNSTATED = "in part, because a script passes commands to runmqsc that it does not state"
ABSENT = "in part, because it applies files to a queue manager that are not there"
ELSEWHERE = "in part, because it takes configuration of a queue manager from elsewhere"
UNCERTAIN = "in part, because it is not certain what "
NAMED = "naming commands or programs of IBM MQ in a form that is not read"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.sh", f"sed s/ENABLED/DISABLED/ <<E | runmqsc QM1\n{ON}\nE\n", FILTERED),
        ("a.sh", f"grep -v ENABLED <<E | runmqsc QM1\n{ON}\nE\n", FILTERED),
        ("p.yaml", "- op: remove\n  path: /data/b.mqsc\n", REMOVED),
        ("p.yaml", "kind: ConfigMap\ndata:\n  b.mqsc: null\n", REMOVED),
        ("p.yaml", "patches:\n- patch: |\n    $patch: delete\n    kind: ConfigMap\n", REMOVED),
        ("a.json", '{"type": "runCommandJSON", "command": "alter", "qualifier": "qmgr"}', NAMED),
        (".gitmodules", '[submodule "mq"]\n\tpath = mq\n\turl = https://x\n', NAMED),
        ("a.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n", NAMED),
    ],
)
def test_what_changes_commands_or_is_elsewhere_is_counted(
    root: Path, mqtune, name: str, text: str, why: str
) -> None:
    (root / "ok.mqsc").write_text("DEFINE QLOCAL(OK) DESCR('ok')\n")
    (root / name).write_text(text)
    assert counted(mqtune)[name] == why


GOOD = "DEFINE QLOCAL(OK) DESCR('ok')"
STEPS = (
    "ADD https://example.com/a.mqsc /etc/mqm/a.mqsc",
    "ADD https://example.com/a.mqsc /etc/mqm/",
    "ADD https://example.com/qm.ini /var/mqm/qmgrs/QM1/qm.ini",
    'ADD ["https://example.com/a", "/etc/mqm/a.mqsc"]',
    "ADD a.tar.gz /etc/mqm/",
    "COPY --from=build /out/ /etc/mqm/",
    "COPY --from=build /out/mqs.ini /var/mqm/",
    "RUN curl -sS -o /etc/mqm/a.mqsc https://example.com/a",
    "RUN wget --output-document=/tmp/a.mqsc https://example.com/a",
    "RUN curl https://example.com/a > /etc/mqm/a.mqsc",
    "RUN git clone https://example.com/a /etc/mqm",
    "RUN cp /tmp/a /etc/mqm/a.mqsc",
    "RUN sed -i s/ENABLED/DISABLED/ /etc/mqm/a.mqsc",
)
AUTHORITIES = "in part, because setmqaut commands and MQSC by REST are not read"
COMPOSE = "services:\n  mq:\n    environment: {LICENSE: accept, MQ_QMGR_NAME: QM1}\n    volumes: ['VOLUME']\n"
CONFIG = COMPOSE.replace("    volumes: ['VOLUME']", "    configs: [{source: c, target: /etc/mqm/a.mqsc}]")
CONFIG += "configs: {c: {STATED}}\n"
TASK = "- hosts: mq\n  tasks:\n  - name: x\n    {}\n"
STEP = "//S EXEC PGM=CSQUTIL,PARM='QM1'\n//SYSIN DD *\nCOMMAND DDNAME(IN)\n/*\n//IN DD "


@pytest.mark.parametrize("more", ["", "ENV MQ_QMGR_NAME=QM1\n"])
@pytest.mark.parametrize("step", STEPS)
def test_what_an_image_takes_from_elsewhere_is_counted(root: Path, mqtune, step: str, more: str) -> None:
    (root / "ok.mqsc").write_text(f"{GOOD}\n")
    (root / "a.tar.gz").write_text("")
    (root / "Dockerfile").write_text(f"FROM mq\n{more}{step}\n")
    ((name, why),) = counted(mqtune).items()
    assert (name, why.startswith(UNCERTAIN if step.startswith("RUN") else ELSEWHERE)) == ("Dockerfile", True)
    assert json.loads(mqtune("lint", "--format", "json").out)["not_checked"]["files"] == []


@pytest.mark.parametrize(
    "step",
    [
        "COPY ok.mqsc /etc/mqm/",
        'COPY ["ok.mqsc","/etc/mqm/a.mqsc"]',
        "COPY --from=build /out/mq-metrics /usr/local/bin/",
        "ADD https://example.com/mq.tgz /tmp/",
        "RUN mkdir -p /etc/mqm && chown -R mqm /etc/mqm",
        "RUN curl -O https://example.com/ok.tgz",
        "RUN echo \"DEFINE QLOCAL(B) DESCR('b')\" > /etc/mqm/b.mqsc",
        'VOLUME ["/etc/mqm"]',
    ],
)
def test_what_an_image_takes_from_its_folder_is_no_count(root: Path, mqtune, step: str) -> None:
    (root / "ok.mqsc").write_text(f"{GOOD}\n")
    (root / "Dockerfile").write_text(f"FROM mq\n{step}\n")
    assert counted(mqtune) == {}


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("Dockerfile", "FROM mq\nCOPY a.txt /etc/mqm/a.mqsc\n", ABSENT),
        ("Dockerfile", "FROM mq\nRUN runmqsc QM1 < a.txt\n", "in part, because a script passes files"),
        ("a.sh", "sed s/a/b/ ok.mqsc | runmqsc QM1\n", FILTERED),
        ("a.sh", "cat ok.mqsc | sed s/a/b/ | envsubst | runmqsc QM1\n", FILTERED),
        ("a.sh", "sed -i s/a/b/ ok.mqsc\nrunmqsc QM1 < ok.mqsc\n", f"{UNCERTAIN}`sed` (line 1) does"),
        (
            "a.sh",
            f"cat > b.mqsc <<E\n{GOOD}\nE\nperl -pi -e s/a/b/ b.mqsc\nrunmqsc QM1 < b.mqsc\n",
            f"{UNCERTAIN}`perl` (line 4)",
        ),
        ("a.sh", "./generate > ok.mqsc\nrunmqsc QM1 < ok.mqsc\n", UNCERTAIN),
        ("a.sh", f"{E}setmqaut -m QM1 -t qmgr -g users +all\n", AUTHORITIES),
        ("a.yaml", MAP.format(ON, "", "echo", "  c: setmqaut -m QM1 -t qmgr -g users +all"), AUTHORITIES),
        ("a.bat", "runmqsc QM1 < ok.mqsc\nrunmqsc QM1 < %1\n", "in part, because a script passes files"),
        ("a.bat", "runmqsc QM1 < C:\\mq\\a.mqsc\n", "in part, because a script passes files"),
        ("compose.yaml", COMPOSE.replace("VOLUME", "/srv/mq:/etc/mqm"), ELSEWHERE),
        ("a.yml", TASK.format("get_url: {url: 'https://x/a', dest: /etc/mqm/a.mqsc}"), ELSEWHERE),
        ("a.yml", TASK.format("lineinfile: {path: /var/mqm/qmgrs/QM1/qm.ini, line: a=b}"), ELSEWHERE),
        ("a.yml", TASK.format("ibm_messaging.ibmmq.queue_manager: {mqsc_file: /tmp/a.mqsc}"), ELSEWHERE),
        ("MQ.PROC", "//MQ1 PROC\n//S EXEC PGM=CSQYASCP\n//CSQINP2 DD DSN=MQ.INP2(A)\n", NAMED),
        ("compose.yaml", COMPOSE.replace("VOLUME", "config:/etc/mqm"), ELSEWHERE),
        ("compose.yaml", CONFIG.replace("STATED", "environment: X"), ELSEWHERE),
        ("compose.yaml", CONFIG.replace("STATED", "file: ./b.dat"), ABSENT),
        ("a.jcl", f"//J JOB\n{STEP}DSN=MQ.COMMANDS(A),DISP=SHR\n", ELSEWHERE),
        ("a.jcl", f"//J JOB\n{STEP}*\n{GOOD}\n/*\n// DD PATH='/u/mq/a'\n", ELSEWHERE),
        ("a.jcl", "//J JOB\n//S EXEC PGM=CSQUTIL\n//SYSIN DD DSN=MQ.SYSIN,DISP=SHR\n", ELSEWHERE),
        ("a.jcl", "//MQ1 PROC\n//S EXEC PGM=CSQYASCP\n//CSQINP2 DD DSN=MQ.INP2(A)\n", ELSEWHERE),
    ],
)
def test_commands_that_are_changed_or_elsewhere_are_counted(
    root: Path, mqtune, name: str, text: str, why: str
) -> None:
    (root / "ok.mqsc").write_text(f"{GOOD}\n")
    (root / name).write_text(text)
    ((shown, reason),) = counted(mqtune).items()
    assert (shown, reason[: len(why)]) == (name, why)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sh", "envsubst < ok.mqsc | runmqsc QM1\n"),
        ("a.sh", E),
        ("a.bat", "runmqsc QM1 < ok.mqsc\n"),
        ("a.yml", TASK.format("copy: {src: ok.mqsc, dest: /etc/mqm/a.mqsc}")),
        ("a.yml", TASK.format("lineinfile: {path: /etc/hosts, line: mqsc}")),
        ("compose.yaml", COMPOSE.replace("VOLUME", "./ok.mqsc:/etc/mqm/a.mqsc")),
        ("compose.yaml", COMPOSE.replace("VOLUME", "data:/mnt/mqm")),
        ("compose.yaml", CONFIG.replace("STATED", "file: ok.mqsc")),
        ("compose.yaml", CONFIG.replace("STATED", f'content: "{GOOD}"')),
        ("a.sh", "dmpmqcfg -m QM1 -a > backup.mqsc\nsed -i s/a/b/ notes.txt\nrunmqsc QM1 < ok.mqsc\n"),
        ("a.jcl", f"//J JOB\n{STEP}*\n{GOOD}\n/*\n//SYSPRINT DD DSN=MQ.OUT\n"),
        ("a.jcl", f"//J JOB\n{STEP}DUMMY\n//CSQUCMD DD DSN=MQ.OTHER\n"),
    ],
)
def test_commands_that_are_seen_are_no_count(root: Path, mqtune, name: str, text: str) -> None:
    (root / "ok.mqsc").write_text(f"{GOOD}\n")
    (root / name).write_text(text)
    assert counted(mqtune) == {}
