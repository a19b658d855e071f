"""Passwords are found in every form, and nothing else is mistaken for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.language._tables_secrets import MQSC
from mqtune.language.masking import find_secrets, masked
from mqtune.language.secret_values import holds_secret
from mqtune.present.redact import Redactor
from mqtune.present.report import Report, Totals
from mqtune.text.editing import Edit, Place, Span
from mqtune.text.finding import Finding, Fix, ObjectName
from mqtune.text.messages import COVER


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE CHANNEL(A) PASSWORD('{}') X(1)",
        "define channel(A) password ( {} )",
        "ALTER AUTHINFO(L) LDAPPWD('{}')",
        "ALTER QMGR KEYRPWD('{}') INITKEY(x)",
        "ALTER QMGR INITKEY('{}')",
        "ALTER QMGR SSLCRYP('GSK_PKCS11=/lib;token;{};SYMMETRIC_CIPHER_ON;')",
        "DEFINE CHANNEL(M) CHLTYPE(MQTT) SSLKEYP('{}')",
        "* DEFINE CHANNEL(A) PASSWORD('{}')",
        "PASSWORD +\n* a comment\n   ('{}')",
        "PASS+\n   WORD('{}')",
        "DEFINE CHANNEL(A) PASS WORD('{}') X(1)",
        "DEFINE CHANNEL(A) PASS +\n   WORD ('{}') X(1)",
        "ALTER AUTHINFO(L) LD APP WD({})",
        "ALTER QMGR INIT KEY('{}')",
        "SSL:\n   Key Repository Pass Word = {}\n",
        "PASSWORD('it''s) {}')",
        "PASSWORD('{}\nDEFINE QLOCAL(A)",
        "SSL:\n   KeyRepositoryPassword={}\n",
        "SSL:\n   SSLKeyRepositoryPassword = {} \r\n",
        "   SSLCryptoHardware={}\n",
        '{{"password": "{}", "name": "x"}}',
        "ldap_password: {}\n",
        "adminPassword: |\n  {}\n",
        "- name: MQ_ADMIN_PASSWORD\n  value: '{}'\n",
        "export LDAP_BIND_PASSWORD={}",
        "DEFINE CHANNEL(A),PASSWORD={},X=1",
        "DEFINE CHANNEL(A) PASSWROD('{}') X(1)",
        "DEFINE CHANNEL(A) ldapwd ({})",
        "DEFINE CHANNEL(A) PASSWORD '{}' X(1)",
        "SSL:\n   KeyRepositoryPassword {}\n",
        "runmqsc -c -u admin QM1 <<EOF\n{}\nDISPLAY QMGR\nEOF",
        "runmqsc -c \\\n  -u admin QM1 <<EOF\n{}\nDISPLAY QMGR\nEOF",
        "cat <<EOF | runmqsc -u admin QM1\n{}\nDISPLAY QMGR\nEOF",
        "echo {} | runmqsc -u admin QM1",
        "echo {} |\n  runmqsc -u admin QM1",
        "echo '{}' | docker exec -i mq runmqsc QM1 -u admin",
        "printf '%s\\n' \"{}\" | runmqsc -u admin QM1",
        "printf '{}\\nDEFINE QLOCAL(A)\\n' | runmqsc -u admin QM1",
        'runmqsc -u admin QM1 <<< "{}"',
        "{{ echo {}; cat a.mqsc; }} | runmqsc -u admin QM1",
        "(\necho {}\ncat a.mqsc\n) | runmqsc -u admin QM1",
        "(\n  if true; then (echo {}); fi\n  cat a.mqsc\n) | sudo -S runmqsc QM1",
        "cat <<EOF | \\\n  runmqsc -u admin QM1\n{}\nDISPLAY QMGR\nEOF",
        "p() {{\n  echo '{}'\n}}\np | runmqsc -u admin QM1",
    ],
)
def test_a_secret_is_masked(text: str) -> None:
    covered = masked(text.replace("{{", "{").replace("}}", "}").replace("{}", "Tr0ub4dor"))
    assert "Tr0ub4dor" not in covered
    assert COVER in covered


@pytest.mark.parametrize(
    "text",
    [
        "* the pass word (see the safe) is not here",
        "DEFINE QLOCAL(A) DESCR('pass word (short) of a sentence')",
        "DEFINE QLOCAL(COMPASS) DESCR('x') WORD(1)",
    ],
)
def test_adjacent_words_that_do_not_form_a_keyword_mask_nothing(text: str) -> None:
    assert masked(text) == text


def test_the_commands_after_the_password_of_a_script_are_not_masked() -> None:
    text = "printf 'Tr0ub4dor\\nDEFINE QLOCAL(A)\\n' | runmqsc -u admin QM1"
    assert masked(text) == text.replace("Tr0ub4dor", COVER)


def test_what_another_paragraph_of_a_script_prints_is_shown() -> None:
    text = "echo 'Start of 1'\n\necho Tr0ub4dor | runmqsc -u admin QM1\n\necho 'End of 1'\n"
    assert masked(text) == text.replace("Tr0ub4dor", COVER)


def test_a_script_without_sign_on_has_no_password() -> None:
    assert find_secrets("echo 'DEFINE QLOCAL(A)' | runmqsc QM1\necho done\n") == []


def test_a_value_inside_another_one_leaves_no_part_visible() -> None:
    covered = masked("adminpassword: PASSWORD(Tr0ub)4dor and more\n")
    assert covered == f"adminpassword: {COVER}\n"


def test_many_secrets_on_one_line_are_masked() -> None:
    assert "Tr0ub" not in masked("PASSWORD('Tr0ub" * 3000)
    assert "Tr0ub" not in masked("".join(f"PASSWORD('Tr0ub{number}x') " for number in range(3000)))


def test_other_occurrences_of_a_secret_are_masked() -> None:
    covered = masked("* Tr0ub4dor is the word\nPASSWORD('Tr0ub4dor') DESCR('admin') LDAPPWD('admin')\n")
    assert "Tr0ub4dor" not in covered
    assert "DESCR('admin')" in covered


def test_a_secret_over_two_lines_is_masked_in_both_and_the_lines_are_kept() -> None:
    covered = masked("PASSWORD('Tr0ub+\n   4dor') DESCR('x')\n")
    assert covered.count("\n") == 2
    assert "ub" not in covered
    assert "4dor" not in covered
    assert "DESCR('x')" in covered


@pytest.mark.parametrize(
    "text",
    [
        "PasswordProtection=optional",
        "KeyStorePwdFile=/run/secret",
        "DEFINE QLOCAL(PASSWORD.Q)",
        "PASSWORD()",
        "PASSWORD('')",
        "PASSWORD('${LDAP_PW}')",
        "password: {{ ldap_password }}",
        "LDAPPWD('********')",
        "SSLKEYR('/var/mqm/key')",
        "* the password is in the vault",
    ],
)
def test_nothing_else_is_mistaken_for_a_secret(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize(
    "word",
    [
        *("PASSWORD", "LdapPwd", "SSLKeyRepositoryPassword", "MQ_APP_PASSWORD", "SSLCRYP"),
        *("SSLKeyRepositoryPasswrd", "KeyRepositoryPasword"),  # a finding quotes a misspelt key
    ],
)
def test_words_with_secret_values_are_recognised(word: str) -> None:
    assert holds_secret(word)
    assert not holds_secret("DESCR")


def test_every_password_of_the_real_files_is_masked(corpus: Path) -> None:
    for file in sorted(corpus.glob("*/*")):
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
        assert "LDAPPWD('admin')" not in masked(text)
        assert "PASSWORD('passw0rd')" not in masked(text)


def about(message: str, attribute: str, text: str) -> Finding:
    finding = Finding(
        "SEC005",
        "n",
        "warning",
        "high",
        message,
        Place("f", Span(1, 1, 1, 2)),
        note=message,
        help=message,
        object=ObjectName("CHANNEL", "A"),
        attribute=attribute,
        fixes=(Fix("safe", message, (Edit(Place("f", Span(1, 1, 1, 1)), message),)),),
    )
    return Redactor({"f": text}.get).finding(finding)


def slips(word: str) -> set[str]:
    """A keyword with a letter too many, too few or another one, or with two swapped."""
    found = {word[:at] + word[at + 1 :] for at in range(len(word))}
    found |= {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    found |= {word[:at] + letter + word[at + 1 :] for at in range(len(word)) for letter in "aeksxz"}
    return found | {word[:at] + word[at] + word[at:] for at in range(len(word))}


@pytest.mark.parametrize("word", MQSC)
def test_the_value_of_a_misspelt_keyword_is_masked(word: str) -> None:
    for slip in slips(word) - {"sslkeyr"}:
        for name in (slip, slip.upper()):
            assert "Tr0ub4dor" not in masked(f"ALTER QMGR {name}('Tr0ub4dor') DESCR('x')\n"), name


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Tr0ub4dor", "the value Tr0ub4dor is weak"),
        ("it''s me", "the value it's me is weak"),
        ("abc", "the value 'abc' is short"),
        ("hello", "HELLO and `hello` differ"),
        ("Tr0ub4dor and three", "the string 'Tr0ub4dor a… is not closed"),
        ("Tr0ub4dor", "`KeyRepositoryPassword Tr0u...` has no sign"),
    ],
)
def test_a_value_in_a_message_is_masked(value: str, said: str) -> None:
    shown = about(said, "PASSWORD", f"PASSWORD('{value}')")
    for text in (shown.message, shown.note, shown.help, shown.fixes[0].message):
        assert value[:4] not in text
        assert COVER in text
    assert shown.fixes[0].edits == ()


def test_a_password_that_is_an_ordinary_word_does_not_mask_prose() -> None:
    shown = about("the admin queue has no password", "MAXDEPTH", "LDAPPWD('admin') PASSWORD(password)")
    assert shown.message == "the admin queue has no password"


def test_a_file_without_available_text_is_not_an_error() -> None:
    finding = Finding("A001", "n", "error", "high", "m", Place("gone", Span(1, 1, 1, 1)))
    assert Redactor(lambda name: None).finding(finding).message == "m"


@pytest.mark.parametrize(
    "text",
    [
        "DEFINE CHANNEL(A) +\n PASSWORD('Tr0ub4dor') +\n PASSWORD(' ')\n" * 3,
        "DEFINE CHANNEL(A) PASS+\n WORD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASS-\n* a comment\nWORD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASS +\n   WORD ('Tr0ub4dor') X(1)\n",
        "ALTER AUTHINFO(L) LDAP PWD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASSWROD('Tr0ub4dor')\n",
        "DEFINE QLOCAL(A) +\n REPLACE\n",
        "DEFINE CHANNEL(A) P +\n AS +\n SWORD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) P+\nASSWORD('Tr0ub4dor')\n",
        "ASSWORD('Tr0ub4dor')\nDEFINE CHANNEL(A) P+\n* and\nASSWORD('Gr33nhouse')\n",
        "DEFINE CHANNEL(A) MY+\nPASS_WORD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PA_SS+\nWORD('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASSWORD +\n('Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASSWORD(+\n'Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) PASSWORD('Tr0u+\nb4dor')\n",
        "DEFINE CHANNEL(A) PASSWORD(' +\n Tr0ub4dor')\n",
        "DEFINE CHANNEL(A) DESCR('the password of ops') PASSWORD( )\n* password: Tr0ub4dor\n",
        "- name: PASSWORD\n  value: Tr0ub4dor\n- name: PASSWORD\n",
        "PASSWORD\r\n('Tr0ub4dor')\r\nPASSWORD('')\r\n",
        "PASSWORD('Tr0ub4dor') INIT\u212aEY('Gr33nhouse')\n",
        "DEFINE QLOCAL(BYPASS.PASSWORD) DESCR('it''s the password')\nQLOCAL(PASSWORD)\n",
        "* the first orders +\nALTER AUTHINFO(L) LDAPPWD('Tr0ub4dor')\n",
    ],
)
def test_a_secret_is_masked_where_its_lines_are_repeated(text: str) -> None:
    once = find_secrets(text)
    size = len(f"{text}.\n")
    assert find_secrets(f"{text}.\n{text}") == [*once, *((start + size, end + size) for start, end in once)]
    assert not any(value in masked(text) for value in ("Tr0ub4dor", "Gr33nhouse"))


def test_a_secret_of_one_file_is_masked_in_a_finding_on_another_one() -> None:
    texts = {"a": "PASSWORD('Tr0ub4dor')", "b": "DESCR('is Tr0ub4dor')"}
    span = Span(1, 1, 1, 2)
    findings = [
        Finding("A001", "n", "error", "high", f"{name}: Tr0ub4dor", Place(name, span)) for name in texts
    ]
    report = Report(findings, Totals(2, 2), texts.get)
    assert [finding.message for finding in report.shown()] == [f"a: {COVER}", f"b: {COVER}"]
