"""Values files: YAML, JSON and assignments; what is not a text, number or truth value is unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.project.load import ProjectError
from mqtune.project.placeholder_values import read_values
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.template_values import rendered


def text_of(template: str, *paths: Path) -> str:
    return rendered(Excerpt.of_text(template), read_values([str(path) for path in paths])).text


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


YAML = """
hub: &hub
  port: 1414
  level: 9.4
  octal: 010
  hex: 0x10
  "quoted": "0600"
  on: yes
branch:
  <<: *hub
  port: 1415
twice: a
twice: b
none: ~
list: [a, b]
day: 2027-03-31
time: 12:30
secret: !vault |
  $ANSIBLE_VAULT;1.1;AES256
sops: ENC[AES256_GCM,data:x,type:str]
unsafe: !unsafe 'x'
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hub.port", "1414"),
        ("hub.level", "9.4"),
        ("hub.octal", "8"),
        ("hub.hex", "16"),
        ("hub.quoted", "0600"),
        ("hub.on", "True"),
        ("branch.port", "1415"),
        ("branch.level", "9.4"),
        ("twice", "b"),
        ("day", "2027-03-31"),
        ("time", "12:30"),
        ("unsafe", "x"),
        *((name, None) for name in ("none", "list", "secret", "sops", "hub", "hub.port.x")),
    ],
)
def test_yaml(tmp_path: Path, name: str, expected: str | None) -> None:
    template = f"{{{{ {name} }}}}"
    assert text_of(template, written(tmp_path, "v.yml", YAML)) == (expected or template)


def test_assignments(tmp_path: Path) -> None:
    text = "# c\nQM=QM1\r\nexport HOST=\"h.example\" # c\nONE='a b'\n"
    text += "TWO=x # c\nURL=${HOST}(${PORT:-1414})\nNO=\n"
    found = text_of("${QM} ${HOST} ${ONE} ${TWO} ${URL} ${NO:-x}", written(tmp_path, "prod.env", text))
    assert found == "QM1 h.example a b x h.example(1414) x"
    assert text_of("@mq.qm@", written(tmp_path, "a.properties", "mq.qm = QM1")) == "@mq.qm@"
    assert text_of("${mq.qm}", written(tmp_path, "a.properties", "mq.qm = QM1")) == "QM1"


def test_json(tmp_path: Path) -> None:
    path = written(tmp_path, "v.json", '{"hub": {"port": 1414, "level": 9.0, "tls": true, "list": [1]}}')
    assert text_of("{{ hub.port }} {{ hub.level }} {{ hub.tls }} {{ hub.list }}", path) == (
        "1414 9 True {{ hub.list }}"
    )


def test_a_file_without_extension_is_read_by_its_content(tmp_path: Path) -> None:
    assert text_of("{{ qm }}", written(tmp_path, "group_vars/prod", "---\nqm: QM1\n")) == "QM1"
    assert text_of("${QM}", written(tmp_path, "prod", "QM=QM1\n")) == "QM1"
    assert text_of("{{ qm }}", written(tmp_path, "empty.yaml", "# nothing\n")) == "{{ qm }}"


@pytest.mark.parametrize(
    ("name", "text", "line", "message"),
    [
        ("v.yaml", "a: [\nb: 1\n", 3, "not valid YAML"),
        ("v.yaml", "a:\n\t- b\n", 2, "not valid YAML"),
        ("v.yaml", "a: 1\n---\nb: 1\n", 3, "a second YAML document"),
        ("v.yaml", "- a\n- b\n", 1, "must be a mapping of names to values"),
        ("v.yaml", "just text\n", 1, "must be a mapping of names to values"),
        ("v.yaml", "$ANSIBLE_VAULT;1.1;AES256\n3361\n", 1, "encrypted by Ansible Vault"),
        ("v.yaml", "a: *b\n", 1, "not valid YAML"),
        ("v.yaml", "a: " + "[" * 500, 1, "nested deeper than 100 levels"),
        ("v.yaml", "a: " + "[" * 5000, 1, "nest"),  # newer libraries stop by themselves
        ("v.json", '{"a": 1,\n"b": }', 2, "not valid JSON"),
        ("v.json", "[" * 100_000, 1, "nested deeper than 100 levels"),
        (".env", "A=1\nsecret hunter2\n", 2, "not an assignment"),
        (".env", 'A="hunter2\n', 1, "the quotation mark is not closed"),
        ("v.yaml", b"a: 1\nb: \xe9\n", 2, "not UTF-8"),
        ("prod.env", b"A=\xe9\n", 1, "not UTF-8"),
        ("v.yaml", "a: \0\n", 1, "not valid YAML"),
        ("none.yaml", None, 0, "no such file or directory"),
    ],
)
def test_errors_name_file_and_line_and_quote_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    text: str | bytes | None,
    line: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        written(tmp_path, name, text)
    with pytest.raises(ProjectError) as caught:
        read_values([name])
    assert caught.value.file == name
    assert caught.value.line == line
    assert message in caught.value.message
    assert "hunter2" not in f"{caught.value} {caught.value.help}"


def test_a_value_that_contains_itself_is_no_endless_loop(tmp_path: Path) -> None:
    path = written(tmp_path, "v.yaml", "a: &a\n  b: *a\n  c: 1\n")
    assert text_of("{{ a.b.b.c }} {{ a.b }}", path) == "1 {{ a.b }}"


def test_many_aliases_cost_nothing(tmp_path: Path) -> None:
    lines = ["a0: &a0 {x: 1}"] + [f"a{n}: &a{n} {{p: *a{n - 1}, q: *a{n - 1}}}" for n in range(1, 60)]
    path = written(tmp_path, "v.yaml", "\n".join(lines))
    assert text_of("{{ a2.p.q.x }}", path) == "1"
