"""SEC029: passwords and keys in plain text. No message contains the value."""

from __future__ import annotations

from functools import cache

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.keywords import attribute_bits, bits_of
from mqtune.findings.finding import ObjectName
from mqtune.language.secrets import holds_secret
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.text.spans import Place

TYPES = ("AUTHINFO", "CHANNEL", "QMGR")
ENCRYPTED = "<"  # the product writes `<MQ>…` and `<ENC>…`
# SSLCRYP lists library, token label, token password and symmetric cipher setting, separated by semicolons
TOKEN_PASSWORD = 2
NOTE = "anyone who can read the repository, a copy of it or its history has the password"


def is_plain(value: str) -> bool:
    """Whether a value is a secret in plain text: not blank, masked, encrypted or a placeholder."""
    text = value.strip().strip("'\"")
    return bool(text.strip("* ")) and not text.startswith(ENCRYPTED) and not has_placeholder(text)


@rule("SEC029")
def password_in_file(estate: Estate) -> Iterator[Hit]:
    """A password or key is in plain text in a script or an ini file."""
    for manager in estate.queue_managers:
        for statement in manager.statements:
            if statement.type in TYPES and statement.verb in ("DEFINE", "ALTER"):
                yield from in_statement(statement, manager)
        for ini in manager.inis:
            yield from in_ini(ini)
    for ini in estate.client_inis:
        yield from in_ini(ini)


def in_statement(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Report the secret attributes of one command."""
    if not statement.layout.filled & secret_bits(statement.type or ""):
        return
    for keyword in statement.layout.attributes:
        if holds_secret(keyword) and is_plain(secret_part(keyword, statement.text(keyword))):
            name = ObjectName(statement.type or "", statement.name or "")
            kind = statement.command.script.document.resource.partition("/")[0]
            yield secret_hit(
                statement.word_place(keyword), f"{name} has {keyword} in plain text", name, keyword, kind
            )


@cache
def secret_bits(type: str) -> int:
    """The secret attributes of a type, as a set of bits."""
    return bits_of(type, tuple(keyword for keyword in attribute_bits(type) if holds_secret(keyword)))


def secret_part(keyword: str, value: str) -> str:
    """The secret part of a value: all of it, except in SSLCRYP."""
    if keyword != "SSLCRYP":
        return value
    parts = value.split(";")
    return parts[TOKEN_PASSWORD] if len(parts) > TOKEN_PASSWORD else ""


def in_ini(ini: IniFile) -> Iterator[Hit]:
    """Report the secret keys of one ini file."""
    for stanza in ini.stanzas:
        for entry in stanza.entries:
            if holds_secret(entry.key) and is_plain(entry.value):
                place = entry_place(ini, entry)
                kind = ini.document.resource.partition("/")[0]
                text = f"{entry.key} of stanza {stanza.name} is in plain text"
                yield secret_hit(place, text, stanza_name(stanza.name), entry.key, kind)


def secret_hit(place: Place, message: str, object: ObjectName, attribute: str, kind: str) -> Hit:
    """The finding for one secret, without its value."""
    help = "let the deployment substitute it from a vault, and change the password: the history keeps it"
    if kind == "ConfigMap":
        help = (
            "move it to a Secret that is not in the repository, and change the password: the history keeps it"
        )
    if attribute.lower().endswith("password"):
        help += "; for a key repository use a stash file, or a password encrypted by runmqicred"
    return Hit(place, message, note=NOTE, help=help, object=object, attribute=attribute)
