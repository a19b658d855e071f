"""The `[[access-test]]` tables of mqtune.toml: questions about access, with the answers that are expected."""

from __future__ import annotations

from mqtune.project import values
from mqtune.project.settings import AccessTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.tables import Keys, TableReader

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


def read_access_tests(reader: TableReader, tables: dict[str, Any]) -> tuple[AccessTest, ...]:
    """The tests of a project file."""
    found = []
    for table, path in reader.rows(tables, (), TABLE):
        fields = reader.fields(table, path, KEYS)
        if reader.require(table, path, ("expect",)) and "expect" in fields:
            found.append(AccessTest(line=reader.line(path), file=reader.file, **fields))
    return tuple(found)
