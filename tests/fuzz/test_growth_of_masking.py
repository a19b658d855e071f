"""The masker takes time that grows with a text, whatever is repeated in it."""

from __future__ import annotations

import pytest

from mqtune.language.masking import masked
from mqtune.present.redact import FileText

SIZE = 30_000  # characters: their square is minutes for all these tests
UNITS = [
    "PASSWORD('", "PASSWORD('a b') ", "PASS+\n", "password=", "password ", "p a s s w o r d ", "pass word ",
    "-p ",
    "token: ", "secret=a ", "user:a@", "://a:", "a:", "eyJa.", "authorization: ", "bearer a",
    "LS0tLS1CRUdJTi", "{xor}", "GSK_PKCS11=;", "sig=", "x_", "a-", "curl -u ", "mysql ", "ldap ",
    "sshpass -p ", "docker login ", "securityUtility encode ", "connect a/", "runmqsc -u ",
    "echo a | runmqsc -u\n", "sudo -S ", "(\n", "STARTARG(-p ", "STARTARG(-p", "7z -", "$(echo ",
    "SCYDATA(a=", "SCYDATA(password,",
    "Aa1!", "'", "''", "\"", "(", ")", "{{", "${", "$(", "`", "<", "…", "+\n", "\\\n",
    "-----BEGIN PRIVATE KEY-----\n", "key: |\n ", "password: |\n", "name: MQ_PASSWORD\n", "- ", "* \n",
    "passwords:\n", "passwords: {", "passwords:\n- ", "tokens: a ", "pass_", "PASS_", "pass.a",
    "echo a > ", "a | passwd <<",
    "runmqsc -u \\\n", "echo a\n", "xpassword;", "\\a", '\\"',
]  # fmt: skip


@pytest.mark.parametrize("around", ["{}", "PASSWORD({}", "SCYDATA({}", "CONNAME({}", '{"password":"a",{}'])
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("prose", [False, True])
def test_a_long_text_of_repeated_parts_is_masked_in_linear_time(unit: str, around: str, prose: bool) -> None:
    text = around.replace("{}", unit * (SIZE // len(unit)))
    assert masked(text, prose).count("\n") == text.count("\n")


@pytest.mark.parametrize("before", ["PASSWORD", "password", '"password"', "Pass word ", "PASSWORD('a') "])
@pytest.mark.parametrize("blank", [" ", "\t", "\r", "\n", " ,"])
def test_a_secret_before_many_blanks_is_looked_for_in_linear_time(before: str, blank: str) -> None:
    text = before + blank * 10 * SIZE + "x"
    assert masked(text).count("\n") == text.count("\n")


def test_many_secrets_in_one_message_are_covered_in_linear_time() -> None:
    values = [f"Secret{number}x" for number in range(SIZE // 20)]
    file = FileText("".join(f"PASSWORD('{value}')\n" for value in values))
    shown = file.cover(" ".join(values * 3), about_it=False)
    assert "Secret" not in shown
