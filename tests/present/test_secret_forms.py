"""No output shows a secret, whatever form it has; and nothing but secrets is masked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.cli.main import main
from mqtune.language.masking import masked
from mqtune.present.formats import FORMATS
from mqtune.present.safe import safe, safe_value
from mqtune.text.messages import COVER

FORMS = tomllib.loads((Path(__file__).parent / "secret_forms.toml").read_text())
USUAL = "Tr0ub4dor3x"
# values of attributes, of which outputs without a file show one at a time
VALUES = [
    ("PASSWORD", "{}"),
    ("SCYDATA", "{}"),
    ("SCYDATA", "FN=/etc/x.cfg;key={}"),
    ("SENDDATA", "{}"),
    ("RCVDATA", "pw={}"),
    ("MSGDATA", "{}"),
    ("STARTARG", "-m QM1 -p {}"),
    ("STARTARG", "-p '{}' -v"),
    ("STARTARG", "--token={}"),
    ("STOPARG", "-u admin/{}"),
    ("STOPARG", "-u admin -w {}"),
    ("STARTCMD", "/opt/x admin/{}@ORCL"),
    ("APPLICID", "/opt/app -pw {}"),
    ("ENVRDATA", "{}"),
    ("ENVRDATA", "DB_PASS={}"),
    ("USERDATA", "password={}"),
    ("USERDATA", "password {}"),
    ("MRDATA", "{}"),
    ("TRIGDATA", "--password {}"),
    ("CUSTOM", "CAPEXPRY(10) secret({})"),
    ("STARTARG", "--user app:{} http://h"),
    ("STARTARG", "/p:{} /u:app"),
    ("STARTARG", "-auth {} -key {}"),
    ("STARTARG", "-p ''{}'' -v"),
    ("CONNAME", "user:{}@host(1414)"),
    ("CONNAME", "host(1414),user:{}@other"),
    ("DESCR", "https://user:{}@host/x"),
    ("DESCR", "client_secret={}"),
    ("DESCR", "password: {}"),
]
HARMLESS = """\
DEFINE QLOCAL(PASSWORD.REQ) REPLACE
DEFINE QLOCAL('TOKEN') DESCR('tokens of customers')
DEFINE QLOCAL(SECRET.IN) DESCR('key: order number, pass on to B')
DEFINE QALIAS(APP.TOKEN) TARGET(TOKEN)
DEFINE CHANNEL(A) CHLTYPE(SDR) CONNAME('host1(1414),host2(1415)') SCYDATA(' ') SENDDATA('')
DEFINE CHANNEL(A) CHLTYPE(SVRCONN) SCYEXIT('/opt/x/BlockIP2(BlockExit)') SCYDATA('FN=/etc/mqm/block.cfg')
ALTER QMGR SSLKEYR('/var/mqm/qmgrs/QM1/ssl/key') CERTLABL('ibmwebspheremqqm1')
runmqlsr -m QM1 -t TCP -p 1414
DEFINE SERVICE(S) STARTCMD('/opt/mqm/bin/runmqlsr') STARTARG('-m QM1 -t TCP -p 1414')
DEFINE SERVICE(S) STARTCMD('+MQ_INSTALL_PATH+bin/amqp.sh') STARTARG('start -m +QMNAME+ -d "+MQ_DATA_PATH+/."')
DEFINE PROCESS(P) APPLICID('/opt/app/bin/start.sh') USERDATA('ORDERS') ENVRDATA('&')
DEFINE SUB(S) TOPICSTR('a/token/b') DEST(Q) USERDATA('START=1')
docker run -p 1414:1414 -e LICENSE=accept -v /data:/mnt ibmcom/mq
ssh -p 22 mqm@host
mkdir -p /var/mqm/x
image: registry.example.com:5000/mq:9.4@sha256:abcdef
git clone git@github.com:org/repo.git
owner:joe@example.com
secret: mq-tls
key: qm.mqsc
PasswordProtection=optional
password_file: /run/secrets/pw
runmqakm -cert -list -db key.kdb -stashed --password-file /run/secrets/pw
export PW=$(cat /run/secrets/pw)
PASS=$1
Token=/run/secrets/token
PASSWORD('${LDAP_PW}')
* the password is in the vault, see the token server
bypass=always
basic authentication is used
-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUX
-----END CERTIFICATE-----
   Service=AuthorizationService
curl https://host:9443/ibmmq
* Passwords are in the vault
* Password for the LDAP user: see the safe
docker run -v "$PWD:/work:ro" -e LICENSE=accept mq
DEFINE PROCESS(P) ENVRDATA('PAY.ORDERS.IN') USERDATA('-q PAY.ORDERS.IN')
DEFINE SERVICE(S) STARTCMD('/x') STARTARG('-p PAY.ORDERS.IN')
DEFINE CHANNEL(A) CHLTYPE(SDR) SCYDATA('QM_PAY_1')
MQ_PASSWORD_LENGTH=4000
PASSWORD_OLD_FILE=/run/secrets/pw
$secure = ConvertTo-SecureString $pw -AsPlainText -Force
net user mqm /delete
kubectl create secret generic mq-tls --from-file=tls.key
ssh-keygen -t rsa -N "" -f key
auth: ldap
* a client is identified by its certificate, a login without password fails
* the vault login is described in the wiki
PWD=/var/mqm
env OLDPWD=/tmp ./start.sh
DEFINE SERVICE(S) STARTCMD('/opt/mqm/bin/x') STARTARG('-p QM1')
passwordSecret: mq-pw1
* message data (persistent only) and more
DATA=/var/mqm
   Data=/etc/exit.cfg
DEFINE SERVICE(S) STARTCMD('/opt/x') STARTARG('-w 5000 -d /var/mqm/x@host')
DEFINE SERVICE(S) STARTCMD('/opt/x') STARTARG('-port 1414 -p1414 -pQM1 -properties x1.cfg -wait')
7z x a.7z -o/tmp
MQ_PASSWORD=$(echo "$PW" | base64 -d)
   XAOpenString=db=MQBankDB,toc=t,tpm=mq
{"kind": "ConfigMap", "data": {"a.mqsc": "DEFINE QLOCAL(A)"}}
curl -ku "$USER_AND_PASSWORD" https://host:9443/ibmmq
passwords.policy: Strict1A
tokens: 5
max_tokens: 4096
secretsRef: mqSecret1
secrets: inherit
passwords: {}
PASSWORD_FILE=x1.txt
MQ_PASSWORD_HASH_ALG=SHA512
MQ_PASSWORD_EXPIRY=90d
TOKEN_URL=Abc1234
DEFINE QLOCAL(APP.PASSWORD.RESET) DESCR('the passwords (see Wiki1) of users')
* APP.PASSWORD.RESET: Orders1 of App2
QUEUE=APP.PASSWORD.RESET
* Passwords: see the vault
passwords.yaml:12:1: error
echo 'DEFINE QLOCAL(A)' | su - mqm -c 'runmqsc QM1'
echo 'DEFINE QLOCAL(A)' | su-exec mqm runmqsc QM1
echo Reset1 > /tmp/password.log
useradd -m -s /bin/bash app
DEFINE QLOCAL(Q) TRIGDATA('ORDERS 17') CUSTOM('CAPEXPRY(100)')
DEFINE SERVICE(S) STARTCMD('/opt/x') STARTARG('-key orders -auth ldap /p:/etc/x -keystore key1.p12')
* login page/dialog of the console
   ComponentDataSize=96
   MsgData=/etc/exit.cfg
kubectl create configmap mq --from-literal=app=Orders1
"""
HARMLESS_BLOCKS = [
    "passwords:\n  policy: Strict1A\n  minLength: 12\n  app: /run/secrets/App1\n  other: '{{ Value1 }}'\n",
    "secrets:\n  - mqAdminPassword\n  - name: mqTls1\n    items: [Tls1.key]\n",
    "secrets:\n  mqAdminPassword:\n    file: ./pw.txt\n    external: true\n  tls: mq-tls1\n",
    "imagePullSecrets:\n  - name: mqPull1\n",
    "password:\n  secretKeyRef:\n    name: mqPw1\n    key: mqPassword1\n",
    "password:\n  type: string\n  minLength: 8\n  description: The password of App1\n",
    '{"secrets": {"tls": {"secretName": "mqTls1", "optional": true}}, "x": 1}\n',
    "passwords:\n  app: x\nname: Orders1\n",
    "secrets:\n  - {name: mqTls1, key: Tls1x}\n",
    "tokens: [first, second]\n",
    "- value: Orders1\n- name: MQ_PASSWORD\n",
]


def forms(kind: str = "") -> Iterator[tuple[str, str]]:
    """The texts, each with the secret that it needs."""
    for name, groups in FORMS.items():
        for group in groups if kind in ("", name) else ():
            for text in group["texts"]:
                yield text, group.get("value", USUAL)


def left(text: str, secret: str) -> bool:
    """Whether a part of a secret that identifies it is in a text."""
    core = secret.removeprefix("{xor}")
    return core[:6].lower() in text.lower() or core[-6:].lower() in text.lower()


@pytest.mark.parametrize(("text", "secret"), list(forms()))
def test_a_secret_is_masked_in_each_form(text: str, secret: str) -> None:
    covered = masked(text.replace("{}", secret))
    assert not left(covered, secret)
    assert COVER in covered
    assert covered.count("\n") == text.count("\n")


@pytest.mark.parametrize(("text", "secret"), list(forms()))
@pytest.mark.parametrize("around", ["{}\r\n", "* {} # and more", "\t{}", "x.y\n{}\nz"])
def test_what_is_around_a_text_does_not_uncover_its_secret(text: str, secret: str, around: str) -> None:
    if "\n" not in text:
        assert not left(masked(around.replace("{}", text.replace("{}", secret))), secret)


@given(st.from_regex(r"[a-zA-Z]{5}[0-9][a-zA-Z0-9]{4,20}", fullmatch=True), st.sampled_from(list(forms())))
def test_any_secret_is_masked_in_any_form(secret: str, form: tuple[str, str]) -> None:
    text, usual = form
    if usual == USUAL:
        assert secret not in masked(text.replace("{}", secret))


@pytest.mark.parametrize(("keyword", "value"), VALUES)
@given(secret=st.from_regex(r"[a-z]{4}[0-9][a-zA-Z0-9]{4,20}", fullmatch=True))
def test_a_value_of_an_attribute_shows_no_secret(keyword: str, value: str, secret: str) -> None:
    assert secret not in safe_value(keyword, value.replace("{}", secret))
    if value != "{}" and keyword != "DESCR":
        assert secret not in safe(f"CHANNEL(A) has {keyword}('{value.replace('{}', secret)}')")


@pytest.mark.parametrize("keyword", ["USERDATA", "STARTARG", "SCYDATA", "DESCR", "PASWRD", "APPLTAG"])
@pytest.mark.parametrize(
    "value", ["password reset", "password Reset1", "it's a password (x)", "-p 'Tr0ub4dor3x'", "FN=/x,a=Ab1"]
)
def test_a_value_is_masked_alone_as_it_is_in_a_command(keyword: str, value: str) -> None:
    quoted = value.replace("'", "''")
    command = masked(f"ALTER X(A) {keyword}('{quoted}')").replace("''", "'")
    assert command == f"ALTER X(A) {keyword}('{safe_value(keyword, value)}')"


def test_nothing_but_secrets_is_masked() -> None:
    assert masked(HARMLESS) == HARMLESS
    for line in HARMLESS.splitlines():
        assert masked(line) == line
        assert COVER not in safe(line)


@pytest.mark.parametrize("text", HARMLESS_BLOCKS)
def test_what_is_below_a_secret_key_and_is_no_secret_is_shown(text: str) -> None:
    assert masked(text) == text.replace("app: x", f"app: {COVER}")


@pytest.mark.parametrize(
    "value", ["host(1414)", "h1(1414),h2(1415)", "/opt/app/run -v", "FN=/etc/x.cfg", "&", " "]
)
@pytest.mark.parametrize("keyword", ["CONNAME", "APPLICID", "SCYDATA", "ENVRDATA"])
def test_a_plain_value_of_an_attribute_is_shown(keyword: str, value: str) -> None:
    if keyword != "SCYDATA" or "(" not in value:
        assert safe_value(keyword, value) == value or keyword == "ENVRDATA"


KEY_LINES = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw", "q1w2E3r4T5y6U7i8O9p0AsDfGhJkLzXc", "Zz9Yy8Xx7Ww6Vv5=="]


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN PRIVATE KEY-----\n{0}\n{1}\n{2}\n-----END PRIVATE KEY-----\nn: 1\n",
        "* -----BEGIN RSA PRIVATE KEY-----\n* {0}\n* {1}\n* {2}\n* -----END RSA PRIVATE KEY-----\nn: 1\n",
        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,A\n\n{0}\n{1}\n{2}\n",
        "tls.key: |\n  -----BEGIN PRIVATE KEY-----\n  {0}\n  {1}\n  {2}\n  -----END PRIVATE KEY-----\nn: 1\n",
        '{{"key": "-----BEGIN PRIVATE KEY-----\\n{0}\\n{1}\\n{2}\\n-----END PRIVATE KEY-----\\n"}}\n',
        "tls.key: |\n  {0}\n  {1}\n  {2}\nn: 1\n",
        "tls.key: {0}{1}{2}\nn: 1\n",
        "x: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV2{0}{1}{2}\nn: 1\n",
    ],
)
def test_no_line_of_a_private_key_is_shown(text: str) -> None:
    covered = masked(text.format(*KEY_LINES))
    assert not any(line[3:12] in covered for line in KEY_LINES)
    assert ("n: 1" in covered) == ("n: 1" in text)


def test_a_certificate_is_shown() -> None:
    text = f"tls.crt: |\n  -----BEGIN CERTIFICATE-----\n  {KEY_LINES[0]}\n  -----END CERTIFICATE-----\n"
    assert masked(text) == text


@pytest.mark.parametrize("value", ["a", "ab", "1x3"])
def test_a_very_short_secret_is_masked_only_where_it_is_the_value(value: str) -> None:
    text = f"DEFINE CHANNEL(ab.a.1x3) PASSWORD('{value}') DESCR('a name')\n"
    assert masked(text) == text.replace(f"'{value}'", f"'{COVER}'")


SECRETS = {USUAL.replace("Tr0u", "Old0"), *(secret.removeprefix("{xor}") for _, secret in forms())}
PARTS = "|".join({re.escape(part) for secret in SECRETS for part in (secret[:6], secret[-6:])})


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with every form in a file of its kind, and a script with all those that are MQSC."""
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.chdir(tmp_path)
    lines = ["DEFINE QLOCAL(PLAIN)"]
    for kind in FORMS:
        for number, (text, secret) in enumerate(forms(kind)):
            name = f"{kind}{number}/qm.ini" if kind == "ini" else f"{kind}{number}.{kind}"
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text.replace("{}", secret) + "\nNOSUCH\n")
            if kind == "mqsc":
                renamed = re.sub(r"(?i)\b(\w+)\((A|L|M|S|P|Q)\)", rf"\1(X{number})", text)
                lines.append(renamed.replace("{}", secret) + " NOSUCH(1)" * (number % 2))
    (tmp_path / "old").mkdir()
    (tmp_path / "old/all.mqsc").write_text("\n".join(lines).replace("Tr0u", "Old0") + "\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/all.mqsc").write_text("DEFINE QLOCAL(PLAIN)\n")
    (tmp_path / "all.mqsc").write_text("\n".join(lines) + "\n")
    (tmp_path / "u16.mqsc").write_bytes(
        f"DEFINE CHANNEL(A) CHLTYPE(SDR) PASSWORD('{USUAL}') NO(1)".encode("utf-16")
    )
    (tmp_path / "v.yaml").write_text(f"bind: {USUAL}\n")
    (tmp_path / "t.mqsc.j2").write_text(
        "ALTER AUTHINFO(V) AUTHTYPE(IDPWLDAP) LDAPPWD('{{ bind }}') NOSUCH(1)\n"
    )
    (tmp_path / "mqtune.toml").write_text(
        f'[[exception]]\nrule = "SEC029"\nobject = "CHANNEL(X0)"\nreason = "token={USUAL}"\nowner = "a"\n'
    )
    return tmp_path


ALL_FORMATS = [word for name in FORMATS for word in ("--format", name, "-o", f"lint.{name}")]
COMMANDS = [
    ("lint", ".", "--profile", "regulated", "--select", "ALL", *ALL_FORMATS, "--verbose"),
    ("lint", ".", "--values", "v.yaml", "--verbose"),
    ("lint", ".", "--statistics"),
    ("lint", ".", "--show-settings"),
    ("lint", ".", "--fix", "--unsafe-fixes", "--diff"),
    ("lint", ".", "--write-baseline", "known.json"),
    ("lint", ".", "--baseline", "old/all.mqsc"),
    ("lint", ".", "--select", f"password={USUAL}"),
    ("fmt", "--diff", "all.mqsc"),
    ("report", ".", "--output", "known.html", "--csv", "known.csv"),
    *(("plan", "old", "all.mqsc", "--format", name) for name in ("text", "json", "markdown")),
    *(("plan", "empty", "all.mqsc", "--format", name) for name in ("text", "json", "markdown")),
    ("plan", "empty", "all.mqsc", "--out", "known.mqsc"),
    ("tune", "."),
    ("tune", ".", "--format", "json"),
    ("tune", ".", "--format", "markdown"),
    ("tune", ".", "--diff"),
    *(("budget", ".", "--format", name) for name in ("text", "json", "markdown")),
    *(("show", what, ".", "--format", name) for what in ("objects", "paths") for name in ("text", "json")),
    ("trace", "PLAIN", "all.mqsc"),
    ("access", "all.mqsc", "--channel", "X0", "--address", "1.2.3.4", "--user", "a"),
    ("access", "all.mqsc", "--matrix"),
    *(
        ("query", f"DISPLAY {what} ALL", "all.mqsc", "--origin", "--format", name)
        for what in ("CHANNEL(*)", "AUTHINFO(*)", "QMGR", "SERVICE(*)", "PROCESS(*)", "QLOCAL(*)")
        for name in ("runmqsc", "table", "json", "csv")
    ),
    ("query", f"DISPLAY CHANNEL(*) WHERE(PASSWORD EQ '{USUAL}'", "all.mqsc"),
]


def test_no_command_shows_a_secret(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for words in COMMANDS:
        main(list(words))
        shown = "".join(capfd.readouterr())
        assert leaks(shown) == [], words
        assert shown or ALL_FORMATS[-1] in words, words
    names = re.findall(r"(?im)^\W*(?:define|alter) (\w+)\((X\d+)\)", (project / "all.mqsc").read_text())
    assert len(names) > 20
    for kind, name in names:
        main(["show", "object", f"{kind.upper()}({name})", "all.mqsc"])
        assert leaks("".join(capfd.readouterr())) == []
    files = [*project.glob("known.*"), *project.glob("lint.*")]
    assert [file.name for file in files if leaks(file.read_text())] == []
    assert len(files) == 4 + len(FORMATS)


def leaks(shown: str) -> list[str]:
    """Where a part of any secret of the project is in a text."""
    found = re.finditer(PARTS, shown, re.IGNORECASE)
    return [shown[max(0, part.start() - 90) : part.end() + 20] for part in found]


REPEATED = """\
* Queue manager name: QM1
DEFINE AUTHINFO(L) AUTHTYPE(IDPWLDAP) CONNAME('h(389)') LDAPPWD('{0}') DESCR('bind {0}')
DEFINE QLOCAL('{0}') DESCR('is {0}')
DEFINE QALIAS(AL) TARGET('{0}')
DEFINE TOPIC(T) TOPICSTR('a/{0}/b')
DEFINE SUB(S) TOPICSTR('a/{0}/b') DEST('{0}')
DEFINE NAMELIST(N) NAMES('{0}')
DEFINE CHANNEL(SV) CHLTYPE(SVRCONN) MCAUSER('{0}')
SET AUTHREC PROFILE('{0}') OBJTYPE(QUEUE) PRINCIPAL('{0}') AUTHADD(PUT)
"""
QUESTIONS = [
    *(
        ("query", f"DISPLAY {what}", "a.mqsc", "--format", name)
        for what in ("QUEUE(*) ALL", "AUTHINFO(L) ALL", "TOPIC(T)", "SUB(S) ALL", "CHANNEL(*) ALL", "AUTHREC")
        for name in ("runmqsc", "table", "json", "csv")
    ),
    *(
        ("show", what, "a.mqsc", "--format", name)
        for what in ("objects", "paths")
        for name in ("text", "json")
    ),
    ("show", "object", "QALIAS(AL)", "a.mqsc"),
    ("show", "object", "QLOCAL(NONE)", "a.mqsc"),
    *(("trace", "AL", "a.mqsc", "--format", name) for name in ("text", "json")),
    *(("access", "a.mqsc", "--matrix", "--format", name) for name in ("text", "json", "csv")),
    *(("plan", "b.mqsc", "a.mqsc", "--format", name) for name in ("text", "json", "markdown")),
    *(("plan", "a.mqsc", "b.mqsc", "--format", name) for name in ("text", "json", "markdown")),
    ("budget", "a.mqsc"),
    ("tune", "a.mqsc"),
    *(("lint", "a.mqsc", "--format", name) for name in FORMATS),
]


@pytest.mark.parametrize("words", QUESTIONS, ids=" ".join)
def test_a_secret_is_masked_where_it_is_repeated_in_a_name_or_a_description(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.mqsc").write_text(REPEATED.format(USUAL))
    (tmp_path / "b.mqsc").write_text("* Queue manager name: QM1\nDEFINE QLOCAL(B)\n")
    main(list(words))
    shown = "".join(capfd.readouterr())
    assert shown
    assert not left(shown, USUAL)


def test_what_one_command_masks_is_shown_by_the_next_one_on_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.mqsc").write_text(REPEATED.format("PAY.IN1"))
    (tmp_path / "b.mqsc").write_text("DEFINE QLOCAL(PAY.IN1)\n")
    main(["query", "DISPLAY QLOCAL(*)", "a.mqsc"])
    assert "PAY.IN1" not in capfd.readouterr().out
    main(["query", "DISPLAY QLOCAL(*)", "b.mqsc"])
    assert "PAY.IN1" in capfd.readouterr().out


def test_a_plan_says_what_it_leaves_out_because_it_is_secret(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (project / "new.mqsc").write_text(
        f"DEFINE SERVICE(S) STARTCMD('/x') STARTARG('-p {USUAL}') STOPARG('-m QM1')\n"
    )
    main(["plan", "empty", "new.mqsc", "--out", "out.mqsc"])
    shown = capfd.readouterr().out
    assert f"STARTARG = -p {COVER}" in shown
    assert "STOPARG = -m QM1" in shown
    script = (project / "out.mqsc").read_text()
    assert "STOPARG('-m QM1')" in script
    assert "not included: STARTARG of SERVICE(S)" in script
    assert COVER not in script


def test_an_invalid_project_file_shows_no_secret(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for line in (
        f'[lint]\nselect = "password={USUAL}"',
        f'[lint]\nx = "https://a:{USUAL}@h"',
        f"token = {USUAL}",
    ):
        (project / "mqtune.toml").write_text(f"{line}\n")
        assert main(["lint", "."]) == 2
        assert not left("".join(capfd.readouterr()), USUAL)


@pytest.mark.parametrize("sign", [";", " &&", " ||", " |"])
def test_the_value_of_a_variable_ends_with_its_command(sign: str) -> None:
    assert masked(f'PW=a1b2{sign} echo "ALTER QMGR"') == f'PW={COVER}{sign} echo "ALTER QMGR"'
    assert masked("PW=a1;b2&c3|d4") == f"PW={COVER}"
