"""The `[[access-test]]` tables of mqtune.toml: questions about access, with the answers that are expected."""

from __future__ import annotations

from mqtune.project import values
from mqtune.project.settings import Declaration
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.schema import Keys, TableReader

TABLE = "access-test"
KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "queue-manager": ("queue_manager", values.text),
    "channel": ("channel", values.text),
    "address": ("address", values.text),
    "user": ("user", values.text),
    "credentials": ("credentials", values.word_of("valid", "wrong", "none")),
    "login": ("login", values.text),
    "cert": ("cert", values.text),
    "issuer": ("issuer", values.text),
    "groups": ("groups", values.texts),
    "partner": ("partner", values.text),
    "local": ("local", values.flag),
    "object": ("object", values.text),
    "object-qmgr": ("at", values.text),
    "for": ("purpose", values.text),
    "expect": ("expect", values.word_of("allowed", "refused")),
    "as": ("expected_user", values.text),
    "by": ("decided_by", values.text),
}


@record
class AccessTest(Declaration):
    """One `[[access-test]]` table: the options of `mqtune access`, and the verdict that is expected.

    `expected_user` is the user as which the connection has to run, `decided_by` a text that the record which
    decides has to contain.
    """

    expect: str
    name: str = ""
    queue_manager: str | None = None
    environment_name: str | None = None
    channel: str | None = None
    address: str | None = None
    user: str | None = None
    credentials: str | None = None
    login: str | None = None
    cert: str | None = None
    issuer: str | None = None
    groups: tuple[str, ...] = ()
    partner: str | None = None
    local: bool = False
    object: str | None = None
    at: str | None = None
    purpose: str | None = None
    expected_user: str = ""
    decided_by: str = ""
    line: int = 0
    file: str = ""


def read_access_tests(reader: TableReader, tables: dict[str, Any]) -> tuple[AccessTest, ...]:
    """The tests of a project file."""
    found = []
    for table, path in reader.rows(tables, (), TABLE):
        fields = reader.fields(table, path, KEYS)
        if reader.require(table, path, ("expect",)) and "expect" in fields:
            found.append(AccessTest(line=reader.line(path), file=reader.file, **fields))
    return tuple(found)
