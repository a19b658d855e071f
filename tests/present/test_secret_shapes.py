"""After a word that is surely secret, a value is covered whatever shape it has, in each format."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.cli.main import main
from mqtune.language.masking import masked
from mqtune.language.mqsc import attributes, types_of
from mqtune.language.secret_values import free_text, holds_secret
from mqtune.present.formats import FORMATS
from mqtune.present.safe import safe, safe_value
from mqtune.questions.card_object import ini_rows
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace

COMMANDS = {
    "PASSWORD": "DEFINE CHANNEL(A) CHLTYPE(SDR)",
    "LDAPPWD": "DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP)",
    "KEYRPWD": "ALTER QMGR",
    "INITKEY": "ALTER QMGR",
    "SSLKEYP": "DEFINE CHANNEL(A) CHLTYPE(MQTT)",
    "SSLCRYP": "ALTER QMGR",
}
INI = ("SSLKeyRepositoryPassword", "KeyRepositoryPassword", "SSLCryptoHardware")
JSON = ('"password"', '"pass\\u0077ord"', '"PASS\\u0057ORD"', "password", "'password'", '"ldapPassword" ')
# {} is the secret
MQSC_SHAPES = (
    "('{}')", "({})", "('a'{}'c')", "(''{}'')", "('a''{}')", "('{}'", "('{}", "({}", "('{}'x)", "('x'){}",
    "(x){}", "(x {})", "(a(b){})", "((  {}))", "(\"{}\")", "(\"a\"{}\"b\")", " '{}'", " {}",
    " {} DESCR('x')", " \"{}\"", "={}", " = '{}'", "='a'{}'b'", ": {}", " +\n('{}')", " +\n +\n ({})",
    "('a +\n  {}')", "('a\n{}')", "('a\n\n{}')", "(\n{}\n)", "\n{}", "\n({})", "\n\n('{}')", " EQ {}",
    "('a' +\n'{}')", "(a +\n {})", "('a-\n{}')", "[{}]", ",{}", ";{}", "/{}", "'{}'", "('{}',x)",
    "(x,'{}')", "('x'+'{}')", "('x\\'{}')", "('a'') {}')", "('a'') ({})')", "(%s) {}",
    "'{}')", "('{}'a)", "('{}'a')", "({}'a)", "({}\"a)", "({}''a)", " +\n  * why\n ('{}')",
)  # fmt: skip
INI_SHAPES = (
    "={}", " = {}", " {}", "={} x", ": {}", "='a'{}", "=\"a\"{}\"b\"", "= a {}", " = \n {}", "=\\\n{}",
    "=a \\\n{}", "={};x", "\t{}", "  '{}'", "=a;{}", "==a={}",
)  # fmt: skip
JSON_SHAPES = (
    '"{}"', "{}", '\n\n"{}"', "\n\n\n{}", '["{}"]', '{"a":"{}"}', '{"a":{"b":["x","{}"]}}', '"a" "{}"',
    '"a"{}', '"a\\"{}"', "'{}'", '"a"\n"{}"', "[{}]", '"x" : "{}"', '"{}', '"a\n{}"', '[\n"a",\n"{}"\n]',
    "{}x,", "1{}",
)  # fmt: skip
SCRIPTS = (
    "printf 'ALTER QMGR KEYRPWD(%s)\\n' '{}' | runmqsc QM1",
    "printf \"ALTER QMGR KEYRPWD('%s')\\n\" {} | runmqsc QM1",
    "printf 'ALTER QMGR KEYRPWD(\\x27{}\\x27)\\n' | runmqsc QM1",
    "printf '%s' 'KEYRPWD(' '{}' ')' | runmqsc QM1",
    "echo 'ALTER QMGR KEYRPWD('{}')' | runmqsc QM1",
    'echo "ALTER QMGR KEYRPWD(\'"{}"\')" | runmqsc QM1',
    "echo 'ALTER QMGR KEYRPWD('\\''{}'\\'')' | runmqsc QM1",
    "runmqsc QM1 <<EOF\nALTER QMGR KEYRPWD('a'{}'c')\nEOF",
    "echo 'ALTER QMGR KEYRPWD({}' | runmqsc",
    "export LDAP_PASSWORD='a'{}'b'",
    'export LDAP_PASSWORD=a"{}"',
    "x --password=a'{}'",
    "x -pw \"a\"'{}'",
)
YAML = (
    "password:\n  {}",
    "password:\n\n  {}",
    "password: a\n  {}",
    "password: 'a'{}",
    'password: "a\n  {}"',
    "password:\n  - {}",
    "password: [a, {}]",
    "password: {a: {}}",
    "- name: LDAP_PASSWORD\n\n  value: {}",
    "kind: Secret\ndata:\n  x: {}==",
)
MQSC = (
    "DISPLAY CHANNEL(*) WHERE(PASSWORD {})",
    "DISPLAY CHANNEL(*) WHERE(PASSWORD EQ 'a'{})",
    "DISPLAY CHANNEL(*) WHERE('PASSWORD' LK '{}*')",
    "DEFINE QLOCAL(A) DESCR('-----BEGIN PRIVATE KEY----- {} -----END PRIVATE KEY-----') NO(1)",
    "DEFINE QLOCAL(A) DESCR('-----BEGIN PRIVATE KEY----- {}') NO(1)",
    "* ALTER QMGR KEYRPWD('a'{}'b')",
    "* ALTER QMGR KEYRPWD {}",
)
HARMLESS = """\
DEFINE QLOCAL(A) DESCR('the password of (some) users') MAXDEPTH(5)
DEFINE NAMELIST(N) NAMES(A,PASSWORD,KEYRPWD,B)
DISPLAY CHANNEL(*) PASSWORD CHLTYPE
DISPLAY QMGR KEYRPWD SSLKEYR
* KEYRPWD, LDAPPWD and INITKEY are set by the operators (see the wiki)
* CHCKCLNT(REQDADM): the password is checked
# the password of the directory is in the safe
echo "Enter the password of the user"
test -n "$LDAP_PASSWORD" || exit 1
description: the password is required (see the wiki)
key: password
valueFrom: {secretKeyRef: {name: mq, key: password}}
AuthToken:
   CertLabel=first
ALTER QMGR KEYRPWD('${KEYRPWD}') SSLKEYR('/var/mqm/key')
"""


def files_of(secret: str) -> dict[str, str]:
    """A file for each word and shape, with a secret that has its number."""
    texts = [
        ("mqsc", f"{command} {name}{shape}\nDEFINE QLOCAL(A) NOSUCH(1)\n")
        for word, command in COMMANDS.items()
        for name in (word, word.lower())
        for shape in MQSC_SHAPES
    ]
    texts += [("mqsc", f"{text}\nDEFINE QLOCAL(A) NOSUCH(1)\n") for text in MQSC]
    texts += [("ini", f"SSL:\n   {key}{shape}\n") for key in INI for shape in INI_SHAPES]
    texts += [
        ("json", f'{{"channel":[{{"name":"A","type":"clientConnection",{key}:{shape},"x":1}}]}}\n')
        for key in JSON
        for shape in JSON_SHAPES
    ]
    texts += [("sh", f"{text}\n") for text in SCRIPTS] + [("yaml", f"{text}\n") for text in YAML]
    names = {"ini": "i{}/qm.ini", "json": "c{}ccdt.json"}
    return {
        names.get(kind, f"f{{}}.{kind}").replace("{}", str(number)): text.replace("{}", secret % number)
        for number, (kind, text) in enumerate(texts)
    }


def shown(folder: Path, texts: dict[str, str], capfd: pytest.CaptureFixture[str] | None) -> str:
    """Everything that commands print and write about some files."""
    for name, text in texts.items():
        (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "files" / name).write_text(text)
    before = Path.cwd()
    os.chdir(folder / "files")
    formats = [word for name in FORMATS for word in ("--format", name, "-o", str(folder / f"lint.{name}"))]
    try:
        main(["lint", ".", "--select", "ALL", "--profile", "regulated", "--verbose", *formats])
        main(["lint", ".", "--fix", "--unsafe-fixes", "--diff"])
        main(["fmt", ".", "--diff"])
        main(["report", ".", "--output", str(folder / "lint.html")])
        main(["plan", ".", ".", "--format", "markdown"])
    finally:
        os.chdir(before)
    written = [file.read_text() for file in folder.glob("lint.*")]
    assert len(written) == len(FORMATS) + 1
    return "\n".join([*written, *(capfd.readouterr() if capfd else ())])


def test_no_shape_of_a_value_is_shown_in_any_format(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    everything = shown(tmp_path, files_of("Zq%04dx7Kv"), capfd)
    leaks = [
        everything[max(0, leak.start() - 90) : leak.end()]
        for leak in re.finditer(r"(?i)zq\d{4}|x7kv", everything)  # also if a message quotes only a part
    ]
    assert leaks == []


def test_nothing_but_secrets_is_masked() -> None:
    assert masked(HARMLESS) == HARMLESS
    for line in HARMLESS.splitlines():
        assert masked(line) == line


@pytest.mark.parametrize("key", JSON)
@pytest.mark.parametrize(
    "value", ['"{}"', '{"a":"{}"}', '[\n"a,b",\n"{}"\n]', '{"a":{"b":["x","{}"]}}', "{}", '"a,{}"']
)
def test_the_line_after_a_value_of_json_is_shown(key: str, value: str) -> None:
    covered = masked(f'{{"channel":[{{{key}:{value.replace("{}", "Zq0000x7Kv")},"x":1}}],\n"name":"QM1"}}\n')
    assert "Zq0000x7Kv" not in covered
    assert covered.endswith('\n"name":"QM1"}\n')


@pytest.mark.parametrize("word", [*COMMANDS, "Token", "--password"])
@pytest.mark.parametrize("value", ["'a'{}", 'a"{}', "a'{}'", "`a{}", "\"a\"'{}'", "'a''{}' x"])
def test_a_value_in_a_message_is_covered_if_it_is_not_well_formed(word: str, value: str) -> None:
    assert "Zq0000x7Kv" not in safe(f"the entry {word}={value.replace('{}', 'Zq0000x7Kv')} is not valid")


@pytest.mark.parametrize("around", ["{}", "`{}`", "'{}'", "see `{}`, which is a name"])
def test_the_name_of_a_secret_of_kubernetes_is_shown(around: str) -> None:
    text = around.replace("{}", "passwordSecret: mq-pw1")
    assert masked(text) == text


def test_no_keyword_of_the_catalogue_is_a_misspelt_secret() -> None:
    for type in types_of("ALTER"):
        for keyword in attributes(type):
            if not holds_secret(keyword) and not free_text(keyword):
                text = f"ALTER {type} {keyword}('Zq0000x7Kv')"
                assert masked(text) == text


PARTS = st.lists(
    st.sampled_from(["'", "''", '"', "(", "a", " ", "\\", "/", "=", ",", "+\n", " +\n  ", "\n", "%s"]),
    max_size=5,
)
ENDS = st.lists(st.sampled_from(["'", "''", '"', "(", ")", "a", " ", ",", "x(1)", "\n"]), max_size=4)
JSON_PARTS = st.lists(st.sampled_from(['"', "{", "[", "a", " ", "\n", '"a":', '\\"', "'", "1"]), max_size=5)


@given(st.sampled_from([*COMMANDS]), st.booleans(), PARTS, ENDS)
def test_what_a_parenthesis_opens_is_covered(
    word: str, upper: bool, parts: list[str], ends: list[str]
) -> None:
    name = word if upper else word.lower()
    text = f"{COMMANDS[word]} {name}({''.join(parts)}Zq0000x7Kv{''.join(ends)}\nDEFINE QLOCAL(A) NOSUCH(1)\n"
    assert "Zq0000x7Kv" not in masked(text)
    with tempfile.TemporaryDirectory() as folder:
        assert "zq0000x7kv" not in shown(Path(folder), {"a.mqsc": text}, None).lower()


@given(st.sampled_from(JSON), JSON_PARTS, JSON_PARTS)
def test_what_is_in_a_value_of_json_is_covered(key: str, parts: list[str], ends: list[str]) -> None:
    text = f'{{"channel":[{{"name":"A",{key}:{"".join(parts)}Zq0000x7Kv{"".join(ends)},"x":1}}]}}\n'
    assert "Zq0000x7Kv" not in masked(text)
    with tempfile.TemporaryDirectory() as folder:
        assert "zq0000x7kv" not in shown(Path(folder), {"ccdt.json": text}, None).lower()


@pytest.mark.parametrize("key", INI)
@pytest.mark.parametrize("shape", ["={}", " {}", "='a'{}", ": {}", "=a={}", "='a' {}"])
def test_the_card_of_a_queue_manager_shows_no_entry_with_a_secret(
    tmp_path: Path, key: str, shape: str
) -> None:
    (tmp_path / "qm.ini").write_text(
        f"SSL:\n   {key}{shape.replace('{}', 'Tr0ub4dor')}\nLog:\n   LogPath=/x\n"
    )
    workspace = Workspace.open(Options([str(tmp_path)]))
    rows = [
        row for estate in workspace.estates for manager in estate.queue_managers for row in ini_rows(manager)
    ]
    assert "Tr0ub4dor" not in str(rows)
    assert "/x" in [row.text for row in rows]


def test_a_private_key_on_one_line_is_masked_in_prose() -> None:
    key = "-----BEGIN PRIVATE KEY----- MIIEvQIBADANBgkq -----END PRIVATE KEY-----"
    assert "MIIEvQ" not in safe(f"DESCR('{key}')")
    assert "MIIEvQ" not in safe_value("DESCR", key)
