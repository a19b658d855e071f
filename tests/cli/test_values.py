"""`--values FILE`: templates are checked with the values of their placeholders."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

TEMPLATE = """\
* {{ hub.name }}
DEFINE QLOCAL({{ hub.name }}.IN) REPLACE MAXDEPTH({{ hub.depth }}) GET(DISABLE)
DEFINE QALIAS({{ hub.name }}.ALIAS) REPLACE TARGET({{ hub.name }}.INN)
DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('l(389)') LDAPPWD('{{ hub.ldap }}') DESCR('{{ bind_password }}')
"""
VALUES = "hub:\n  name: PAY\n  depth: 9999999999\n  ldap: S3cretW0rd\nbind_password: S3cretW0rd\n"


def test_a_finding_is_at_the_placeholder(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc.j2").write_text(TEMPLATE)
    (folder / "v.yml").write_text(VALUES)
    outcome = mqtune("lint", "a.mqsc.j2", "--values", "v.yml", "--format", "json", "--select", "CAT,REF")
    assert outcome.status == 1
    assert "S3cretW0rd" not in outcome.out + outcome.err
    findings = {one["code"]: one for one in json.loads(outcome.out)["findings"]}
    assert findings["CAT018"]["message"].startswith("MAXDEPTH(9999999999) is outside")
    assert findings["CAT018"]["start"] == {"line": 2, "column": 51}
    assert findings["CAT018"]["end"] == {"line": 2, "column": 66}
    assert findings["CAT018"]["object"] == {"type": "QLOCAL", "name": "PAY.IN"}
    assert findings["CAT015"]["start"] == {"line": 2, "column": 72}  # after the placeholders of the line
    assert findings["CAT015"]["fixes"][0]["edits"][0]["start"] == {"line": 2, "column": 72}


def test_a_fix_keeps_the_placeholders(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc.j2").write_text(TEMPLATE)
    (folder / "v.yml").write_text(VALUES)
    words = ("--values", "v.yml", "--fix", "--unsafe-fixes", "--select", "CAT")
    assert "Fixed 1 finding" in mqtune("lint", "a.mqsc.j2", *words).err
    assert (folder / "a.mqsc.j2").read_text() == TEMPLATE.replace("DISABLE", "DISABLED")


def test_later_files_take_precedence(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc.j2").write_text("DEFINE QLOCAL(${QM}.IN) REPLACE MAXDEPTH(${DEPTH})\n")
    (folder / "base.env").write_text("QM=PAY\nDEPTH=9999999999\n")
    (folder / "prod.json").write_text('{"DEPTH": 5000}')
    words = ("lint", "a.mqsc.j2", "--select", "CAT")
    assert mqtune(*words, "--values", "base.env").status == 1
    assert mqtune(*words, "--values", "base.env", "--values", "prod.json").status == 0
    assert mqtune(*words).status == 0  # unknown values are no errors


def test_a_values_file_with_an_error_is_wrong_use(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    (folder / "v.yml").write_text("a: 1\nb: [S3cretW0rd\n")
    outcome = mqtune("lint", "a.mqsc", "--values", "v.yml")
    assert outcome.status == 2
    assert outcome.err.startswith("v.yml:")
    assert "not valid YAML" in outcome.err
    assert "S3cretW0rd" not in outcome.err
    outcome = mqtune("lint", "a.mqsc", "--values", "none.yml")
    assert (outcome.status, outcome.err.splitlines()[0]) == (
        2,
        "none.yml: error: the values file cannot be read: no such file or directory",
    )


RESOURCE = """\
apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata:
  name: {{ .Values.WHICH.resource }}
spec:
  queueManager:
    name: {{ .Values.WHICH.qm }}
    mqsc:
    - configMap: {name: {{ .Values.WHICH.resource }}, items: [a.mqsc]}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Values.WHICH.resource }}
data:
  a.mqsc: |
    DEFINE CHANNEL(X.Y) CHLTYPE(SVRCONN) MCAUSER('mqm') SSLCIPH({{ .Values.cipher }}) REPLACE
    DEFINE CHANNEL(X.Z) CHLTYPE(SDR) XMITQ(X) CONNAME('{{ .Values.host }}:1414') REPLACE
"""
ENVIRONMENT = """\
alpha: {resource: a, qm: ALPHA}
bravo: {resource: b, qm: BRAVO}
cipher: TLS_RSA_WITH_3DES_EDE_CBC_SHA
host: h.example
"""


def test_resources_with_templates_as_names_are_told_apart(mqtune: Run, folder: Path) -> None:
    # two names of equal length were one queue manager under a mask of x
    for name in ("alpha", "bravo"):
        (folder / f"{name}.yaml").write_text(RESOURCE.replace("WHICH", name))
    (folder / "prod.values").write_text(ENVIRONMENT)
    found = {}
    for values in ((), ("--values", "prod.values")):
        outcome = mqtune("lint", "--format", "json", "--select", "SEC016", *values)
        assert "xxx" not in outcome.out
        found[values] = {(one["file"], one["queue_manager"]) for one in json.loads(outcome.out)["findings"]}
    assert found == {
        (): {("alpha.yaml", "{{ .Values.alpha.qm }}"), ("bravo.yaml", "{{ .Values.bravo.qm }}")},
        ("--values", "prod.values"): {("alpha.yaml", "ALPHA"), ("bravo.yaml", "BRAVO")},
    }
    mqtune("lint", "--select", "SEC016", "--write-baseline", "known.json", "alpha.yaml")
    outcome = mqtune("lint", "--select", "SEC016", "--baseline", "known.json", "--format", "concise")
    assert outcome.status == 1
    assert outcome.out.startswith("bravo.yaml:17:42:")


def test_what_only_the_values_show_is_found(mqtune: Run, folder: Path) -> None:
    (folder / "alpha.yaml").write_text(RESOURCE.replace("WHICH", "alpha"))
    (folder / "envs").mkdir()
    (folder / "envs" / "prod.yaml").write_text(ENVIRONMENT)
    words = ("lint", "--format", "concise", "--select", "CAT", "alpha.yaml")
    assert mqtune(*words).status == 0
    lines = mqtune(*words, "--values", "envs/prod.yaml").out.splitlines()
    assert lines[0].startswith(
        "alpha.yaml:17:65: info CAT043 CHANNEL(X.Y) names TLS_RSA_WITH_3DES_EDE_CBC_SHA"
    )
    assert lines[1].startswith("alpha.yaml:18:47: warning CAT044 CONNAME of CHANNEL(X.Z)")


def test_show_takes_values(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc.j2").write_text("DEFINE QLOCAL({{ hub.name }}.IN) REPLACE\n")
    (folder / "v.yml").write_text(VALUES)
    assert "PAY.IN" in mqtune("show", "objects", "--values", "v.yml").out


def test_verbose_states_where_values_are_used(mqtune: Run, folder: Path) -> None:
    (folder / "a.mqsc.j2").write_text(TEMPLATE)
    (folder / "b.mqsc").write_text("DEFINE QLOCAL(B) REPLACE\n")
    (folder / "v.yml").write_text(VALUES)
    assert "values: v.yml; used in 1 file\n" in mqtune("lint", "-v", "--values", "v.yml").err
