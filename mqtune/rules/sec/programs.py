"""SEC051, SEC052: programs and exits that others may replace."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import Skip, rule
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.rules.sec.audit import FETCH, SHELL, WRITABLE
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ini.tree import IniFile

SEVERAL = lazy_pattern(r"[;|`]|\$\(|&&")
EXIT_KEYS = ("exitsdefaultpath", "exitsdefaultpath64", "javaexitsclasspath", "module")


@rule("SEC051", skip=Skip(given=("APPLICID",)))
def shell_as_process(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A trigger monitor starts a shell with a command, a download or a program that everyone can replace."""
    command, place = object.text("APPLICID"), object.place("APPLICID")
    program, _, rest = command.partition(" ")
    if place is None or not object.is_given("APPLICID"):
        return
    what = ""
    if program.lower().startswith(WRITABLE):
        what = "which every user of the machine can replace"
    elif FETCH.search(command):
        what = "which downloads from elsewhere"
    elif SHELL.search(program) and rest.strip(" &"):
        what = "a shell that runs what follows"
    elif SEVERAL.search(command):
        what = "which a shell reads as several commands"
    if what:
        yield Hit(
            place,
            f"PROCESS({object.name}) starts {program}, {what}, for a message",
            note="the trigger monitor runs the command with its own authority, often that of mqm (DEFINE "
            "PROCESS, APPLICID)",
            help="name a program or script that only its administrator can change, without a shell",
            attribute="APPLICID",
        )


@rule("SEC052")
def exits_in_writable_folder(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """The folder or module of exits is in a folder that everyone can write to."""
    for stanza in ini.stanzas:
        for entry in stanza.entries:
            value = entry.value.strip()
            if entry.key.lower() in EXIT_KEYS and f"{value.lower()}/".startswith(WRITABLE):
                yield Hit(
                    entry_place(ini, entry),
                    f"{entry.key}={value}: exits are loaded from a folder that everyone can write to",
                    note="an exit runs inside the processes of the queue manager or the client, with all "
                    "their rights (ExitPath stanza)",
                    help="use a folder that only administrators can write to, such as /var/mqm/exits64",
                    object=stanza_name(stanza.name),
                    attribute=entry.key,
                )
