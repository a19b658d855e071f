"""The `[[flow-test]]` tables of mqtune.toml: messages and clients, with the ends that are expected."""

from __future__ import annotations

from mqtune.project import values
from mqtune.project.settings import FlowTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.tables import Keys, TableReader

TABLE = "flow-test"
KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "queue-manager": ("queue_manager", values.text),
    "put": ("put", values.text),
    "ccdt": ("ccdt", values.text),
    "connect": ("connect", values.text),
    "expect": ("expect", values.text_or_texts),
    "at": ("at", values.text),
    "reason-code": ("reason_code", values.positive),
    "size": ("size_bytes", values.size),
    "persistent": ("persistent", values.flag),
    "user": ("user", values.text),
    "groups": ("groups", values.texts),
}


def read_flow_tests(reader: TableReader, tables: dict[str, Any], folder: str) -> tuple[FlowTest, ...]:
    """The tests of a project file in a folder; errors are recorded."""
    found = []
    for table, path in reader.rows(tables, (), TABLE):
        fields = reader.fields(table, path, KEYS)
        required = ("expect",) if "connect" in table else ("put", "expect")
        if reader.require(table, path, required) and fields.keys() >= set(required):
            found.append(FlowTest(line=reader.line(path), file=reader.file, folder=folder, **fields))
    return tuple(found)
