"""Under a gate a script that feeds a queue manager is understood as a whole, or counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

BAD, ON = "ALTER QMGR CHLAUTH(DISABLED)", "ALTER QMGR CHLAUTH(ENABLED)"
GOOD = "DEFINE QLOCAL(A) DESCR('a')"
APPLIED = "runmqsc QM1 < good.mqsc\n"
# what may change a file, or the folder, before it is applied
BEFORE = (
    "gunzip -f good.mqsc.gz",
    "base64 -d x &> good.mqsc",
    "f=good.mqsc; cat x > $f",
    "sh -c 'cat x > good.mqsc'",
    "openssl enc -d -in x -out good.mqsc",
    "scp h:good.mqsc .",
    "git checkout o -- good.mqsc",
    "cat x | sponge good.mqsc",
    "cp /tmp/new/* .",
    "cp -r /tmp/new/. .",
    "mv x good.mqsc",
    "tee good.mqsc < x",
    "tar xf x",
    "sed -n 'w good.mqsc' x",
    "sed -e p -re 'w good.mqsc' x",
    "awk '{print > \"good.mqsc\"}' x",
    "sort -o good.mqsc x",
    "touch x; cat x > good.m*",
    "eval $X",
    ". ./env",
    "cd /x",
    "builtin cd /x",
    "command cd /x",
    "X=1 cd /x",
    "CDPATH=/x; cd sub",
    "if true; then cd sub; fi",
    "cat() { echo; }; cat x",
)
# how a file is applied that is not the one of the repository, or not only that
ELSEWHERE = (
    "ssh h runmqsc QM1 -f good.mqsc",
    "docker exec c runmqsc QM1 -f good.mqsc",
    "docker compose exec -T q runmqsc QM1 -f good.mqsc",
    "kubectl exec p -- runmqsc QM1 -f good.mqsc",
    "oc rsh p runmqsc QM1 -f good.mqsc",
    "sudo -iu mqm runmqsc QM1 -f good.mqsc",
    "sudo --login -u mqm runmqsc QM1 -f good.mqsc",
    "env -C /x runmqsc QM1 -f good.mqsc",
    "chroot /x runmqsc QM1 -f good.mqsc",
    "FILE=good.mqsc; read FILE; runmqsc QM1 < $FILE",
    "FILE=good.mqsc; printf -v FILE x; runmqsc QM1 < $FILE",
    "for F in good.mqsc $EXTRA; do runmqsc QM1 < $F; done",
    "g() { runmqsc QM1 < good.mqsc; }; cd sub; g",
)
STAGE = "FROM mq\nENV MQ_QMGR_NAME=QM1\n"
STEPS = (
    "RUN cd /etc/mqm && base64 -d x > a.mqsc",
    "WORKDIR /etc/mqm\nRUN cat x > a.mqsc",
    "ENV D=/etc/mqm\nRUN cat x > $D/a.mqsc",
    "RUN cat x > /etc//mqm/a.mqsc",
    "RUN cat x > /etc/x/../mqm/a.mqsc",
    "WORKDIR /etc\nCOPY x mqm/a.mqsc",
    "ENV D=/etc/mqm\nCOPY x $D/a.mqsc",
    "COPY d /etc/mqm",
    "COPY --from=b /m/ /",
    "RUN ln -s /etc/mqm /m",
    "COPY good.mqsc /etc/mqm/\nRUN rm /etc/mqm/good.mqsc",
    "RUN tar -C / -xf x",
    'ENTRYPOINT ["python3", "-c", "open(\'/etc/mqm/a.mqsc\', \'w\')"]',
    "HEALTHCHECK CMD base64 -d x > /etc/mqm/a.mqsc",
    'ENTRYPOINT ["sh", "-c", "base64 -d x > /etc/mqm/a.mqsc"]',
)
QUOTED = "ALTER QMGR DESCR('a\\047') CHLAUTH(DISABLED) SSLKEYR('\\047b')"
# texts of which a shell makes others than they seem
TEXTS = (
    f"printf '* n\\x0a{BAD}\\n' | runmqsc QM1",
    f"printf '* n\\012{BAD}\\n' | runmqsc QM1",
    f"printf '* n\\u000a{BAD}\\n' | runmqsc QM1",
    f"printf '%b' '* x\\n{BAD}\\n' | runmqsc QM1",
    f"printf '%b' '* x\\x0a{BAD}\\n' | runmqsc QM1",
    f"printf -- '* x\\n{BAD}\\n' | runmqsc QM1",
    f"printf '* %q\\n' 'x\n{BAD}' | runmqsc QM1",
    f"echo -e '* n\\x0a{BAD}' | runmqsc QM1",
    f"echo -e '* n\\q{BAD}' | runmqsc QM1",
    f"runmqsc QM1 <<< $'* n\\x0a{BAD}'",
    f"runmqsc QM1 <<< $'* n\\012{BAD}'",
    f"runmqsc QM1 <<< $'* n\\u000a{BAD}'",
    f"runmqsc QM1 <<< $'* n\\cJ{BAD}'",
    f'echo "{QUOTED}" | runmqsc QM1',
    f"{{ echo '{GOOD}'; cat x; }} | runmqsc QM1",
    f"{{ echo '{BAD}'; if false; then echo '{ON}'; fi; }} | runmqsc QM1",
)
# here-documents of other descriptors
DESCRIPTORS = (
    f"cat x | runmqsc QM1 3<<'E'\n{GOOD}\nE",
    f"runmqsc QM1 < x 3<<'E'\n{GOOD}\nE",
    f"runmqsc QM1 < x 9<<<'{GOOD}'",
    f"runmqsc QM1 < x {{fd}}<<'E'\n{GOOD}\nE",
    f"exec 3< x; runmqsc QM1 <&3 <<< '{GOOD}' 0<&3",
    f"echo '{BAD}' | runmqsc QM1\necho '{ON}' >/dev/null | runmqsc QM1",
    f"echo '{BAD}' | runmqsc QM1\necho '{ON}' >&2 | runmqsc QM1",
    f"echo '{BAD}' | runmqsc QM1\ncat <<E 2>&1 >/dev/null | runmqsc QM1\n{ON}\nE",
)
SETS = "setmqaut -m QM1 -t qmgr -g users +all"
READ = f"echo '{GOOD}' | runmqsc QM1\n"
# programs that run although they seem to be text
RUN = (
    "base64 -d x | $(which runmqsc) QM1",
    "base64 -d x | $(command -v runmqsc) QM1",
    "cat x | $(type -p runmqsc) QM1",
    "P=$(which runmqsc); cat x | $P QM1",
    "ln -s $(which runmqsc) /tmp/q; /tmp/q QM1 < x",
    "cat x | $(echo runmqsc QM1)",
    "test -x /opt/mqm/bin/runmqsc; $_ QM1 < x",
    'log() { "$@"; }; log runmqsc QM1 < x',
    f"for q in A B; do\n  echo {SETS}\ndone | sh",
    f"for q in A B; do\n  echo {SETS}\ndone > x.sh",
    f"gen() {{\n  echo {SETS}\n}}\ngen | sh",
    f"gen() {{\n  echo {SETS}\n}}\ngen > /etc/cron.d/x",
    f'gen() {{\n  echo {SETS}\n}}\neval "$(gen)"',
    f"{{\n  echo {SETS}\n}} | tee x.sh",
    f"# {SETS}\nsed -n 's/^# //p' $0 | sh",
    f'rem() {{ "$@"; }}\nrem {SETS}',
    f"M='{SETS}'\n$M",
    f"M='{SETS}'\necho \"$M\" > x.sh",
)
LATER = f"echo '{ON}' | runmqsc QM1"
FIRST = f"echo '{BAD}' | runmqsc QM1"
# commands that may run later than they are written, or not at all
ORDER = (
    f"( sleep 60; {FIRST} ) &\n{LATER}",
    f'trap "{FIRST}" EXIT\n{LATER}',
    f'echo "{FIRST}" | at now\n{LATER}',
    f'echo "* * * * * {FIRST}" | crontab -\n{LATER}',
    f"{FIRST}\nset -n\n{LATER}",
    f"{FIRST}\nkill $$\n{LATER}",
    f"{FIRST}\n. ./end.sh\n{LATER}",
    f"{FIRST}\n{LATER.replace('runmqsc QM1', 'runmqsc -n')}",
    f"{FIRST}\n{LATER.replace('runmqsc', 'runmqsc -ev')}",
    f"{FIRST}\n{LATER.replace('runmqsc', 'runmqsc -z')}",
    f"{FIRST}\n{LATER.replace('runmqsc', 'nohup runmqsc')} &",
    f"{FIRST}\necho '{ON}' | timeout 0 runmqsc QM1",
    f"{FIRST}\necho '{ON}' | runmqsc QM1 QM2",
    f"{FIRST}\nPATH=/x\n{LATER}",
    f"{FIRST}\nsleep infinity\n{LATER}",
    f"{FIRST}\ncoproc {LATER}",
    f"{FIRST}\nendmqm -i QM1\n{LATER}",
    f"{FIRST}\nsu - mqm -c 'endmqm QM1'\n{LATER}",
)
# usual forms
USUAL = {
    "a.sh": (
        APPLIED,
        f"set -euo pipefail\ncd \"$(dirname \"$0\")\"\n{APPLIED}",
        "for f in *.mqsc; do\n  echo \"applying $f\"\n  runmqsc QM1 < \"$f\" > /tmp/$f.log 2>&1\ndone\n",
        "QM=${1:-QM1}\nLOG=/tmp/mq.log\nrunmqsc $QM < good.mqsc | tee -a $LOG\n",
        f"crtmqm -q QM1 || exit 1\nstrmqm QM1\nsleep 5\n{APPLIED}dspmq -m QM1 | grep -q Running\n",
        f"export PATH=$PATH:/opt/mqm/bin\n. /opt/mqm/bin/setmqenv -s\n{APPLIED}",
        "docker exec -i qm1 runmqsc QM1 < good.mqsc\nkubectl -n mq exec -i q-0 -- runmqsc QM1 < good.mqsc\n",
        f"cat > /tmp/b.mqsc <<E\n{GOOD}\nE\nrunmqsc QM1 < /tmp/b.mqsc\nrm -f /tmp/b.mqsc\n",
        f"if [[ -f good.mqsc && -n $1 ]]; then\n{APPLIED}else\n  echo none >&2\n  exit 1\nfi\n",
        f"case $1 in\n  -h|--help) exit 0 ;;\n  a | b) echo x ;;\nesac\n{APPLIED}",
        f"usage() {{\n  cat <<E\nusage: $0, which runs runmqsc\nE\n}}\n{APPLIED}",
        f"typeset -i rc=0\n{APPLIED}rc=$?\n[ $rc -eq 0 ] || exit $rc\n",
        "main() {\n  local qm=$1\n  runmqsc \"$qm\" < good.mqsc\n}\nmain \"$@\"\n",
        f"mkdir -p /var/mq && chown mqm /var/mq\nsu - mqm -c \"echo \\\"{GOOD}\\\" | runmqsc QM1\"\n",
        f"cp good.mqsc /tmp/backup.txt\nsed 's/A/B/' x > /tmp/y\n{APPLIED}",
    ),
    "Dockerfile": (
        "FROM mq\nUSER root\nRUN microdnf install -y vim\nCOPY good.mqsc /etc/mqm/\nUSER 1001\n",
        "FROM mq\nRUN useradd a && \\\n  echo a:b | chpasswd\nCOPY good.mqsc /etc/mqm/\n",
        "FROM mq\nCOPY good.mqsc /etc/mqm/\nHEALTHCHECK CMD chkmqhealthy\nENTRYPOINT [\"mq.sh\"]\n",
        "FROM maven AS b\nCOPY . /app\nRUN mvn install\nFROM mq\nCOPY good.mqsc /etc/mqm/\n",
        "FROM mq\nRUN apt-get update && rm -rf /var/lib/apt\nCOPY good.mqsc /etc/mqm/\n",
    ),
    "ci.yml": (
        f"jobs:\n  a:\n    steps:\n    - run: npm install\n    - run: echo \"{GOOD}\" | runmqsc QM1\n",
    ),
}  # fmt: skip


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (folder / "gate.toml").write_text('[lint]\nprofile = "production"\nfail-on = "error"\n')
    root = folder / "repository"
    (root / ".git").mkdir(parents=True)
    for name in ("good.mqsc", "sub/good.mqsc"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(f"{GOOD}\n")
    (root / "x").write_text("QUxURVIgUU1HUiBDSExBVVRIKERJU0FCTEVEKQo=\n")
    monkeypatch.chdir(root)
    return root


def counted(mqtune) -> dict[str, str]:
    done = mqtune("lint", "--gate", "../gate.toml", "--format", "json")
    return {one["file"]: one["why"] for one in json.loads(done.out)["not_checked"]["files"]}


@pytest.mark.parametrize("before", BEFORE)
def test_a_file_that_may_have_changed_before_is_not_the_one_that_is_applied(
    root: Path, mqtune, before: str
) -> None:
    (root / "a.sh").write_text(f"{before}\n{APPLIED}")
    assert "a.sh" in counted(mqtune)


@pytest.mark.parametrize("script", ELSEWHERE)
def test_a_file_of_another_machine_or_folder_is_not_that_of_the_repository(
    root: Path, mqtune, script: str
) -> None:
    (root / "a.sh").write_text(f"{script}\n")
    assert "a.sh" in counted(mqtune)


@pytest.mark.parametrize("step", STEPS)
def test_no_step_of_an_image_puts_commands_in_place_unseen(root: Path, mqtune, step: str) -> None:
    (root / "d").mkdir()
    (root / "Dockerfile").write_text(f"{STAGE}{step}\n")
    assert "Dockerfile" in counted(mqtune)


def is_safe(mqtune) -> bool:
    """Whether a run fails, or counts the script."""
    return mqtune("lint", "--gate", "../gate.toml").status == 1 or "a.sh" in counted(mqtune)


@pytest.mark.parametrize("script", [*TEXTS, *DESCRIPTORS, *ORDER])
def test_no_form_of_a_script_hides_a_command(root: Path, mqtune, script: str) -> None:
    (root / "a.sh").write_text(f"{script}\n")
    assert is_safe(mqtune)


@pytest.mark.parametrize("script", RUN)
def test_what_seems_to_be_text_and_runs_is_counted(root: Path, mqtune, script: str) -> None:
    (root / "a.sh").write_text(f"{READ}{script}\n")
    assert is_safe(mqtune)


@pytest.mark.parametrize("shebang", ["#!/bin/bash\n", "#!/bin/sh\n"])
def test_texts_that_all_shells_read_alike_are_understood(root: Path, mqtune, shebang: str) -> None:
    text = f"printf '%s\\n' \"{GOOD}\" 'DEFINE QLOCAL(B)' | runmqsc QM1\nrunmqsc QM1 <<E 2>&1\n{GOOD}\nE\n"
    (root / "a.sh").write_text(f"{shebang}{text}")
    assert counted(mqtune) == {}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in USUAL for text in USUAL[name]])
def test_usual_scripts_are_understood(root: Path, mqtune, name: str, text: str) -> None:
    (root / name).write_text(text)
    assert not [why for why in counted(mqtune).values() if "what" in why or "naming" in why]


def test_what_is_not_understood_is_named(root: Path, mqtune) -> None:
    (root / "a.sh").write_text(f"\n\ngunzip -f good.mqsc.gz\n{APPLIED}")
    assert counted(mqtune)["a.sh"] == "in part, because it is not certain what `gunzip` (line 3) does"
    assert json.loads(mqtune("lint", "--format", "json").out)["not_checked"]["files"] == []
