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
    "RUN tar -C / -xf x",
    'ENTRYPOINT ["sh", "-c", "base64 -d x > /etc/mqm/a.mqsc"]',
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
        "main() {\n  local qm=$1\n  runmqsc \"$qm\" < good.mqsc\n}\nmain \"$@\"\n",
        f"mkdir -p /var/mq && chown mqm /var/mq\nsu - mqm -c \"echo \\\"{GOOD}\\\" | runmqsc QM1\"\n",
        f"cp good.mqsc /tmp/backup.txt\nsed 's/A/B/' x > /tmp/y\n{APPLIED}",
    ),
    "Dockerfile": (
        "FROM mq\nUSER root\nRUN microdnf install -y vim\nCOPY good.mqsc /etc/mqm/\nUSER 1001\n",
        "FROM mq\nRUN useradd a && \\\n  echo a:b | chpasswd\nCOPY good.mqsc /etc/mqm/\n",
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


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in USUAL for text in USUAL[name]])
def test_usual_scripts_are_understood(root: Path, mqtune, name: str, text: str) -> None:
    (root / name).write_text(text)
    assert not [why for why in counted(mqtune).values() if "what" in why]


def test_what_is_not_understood_is_named(root: Path, mqtune) -> None:
    (root / "a.sh").write_text(f"\n\ngunzip -f good.mqsc.gz\n{APPLIED}")
    assert counted(mqtune)["a.sh"] == "in part, because it is not certain what `gunzip` (line 3) does"
    assert json.loads(mqtune("lint", "--format", "json").out)["not_checked"]["files"] == []
