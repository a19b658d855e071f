"""A text that a script passes to runmqsc or writes into a file."""

from __future__ import annotations

from mqtune.syntax.carriers.shell_output import joined_outputs
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_branches import Conditions
    from mqtune.syntax.carriers.shell_output import ShellOutput


# doubts about commands in a variable, for `runmqsc -v`, and echoed to one file under different conditions
STORED, VERIFIED, JOINED = "stored", "verified", "joined"


@record
class Feed:
    """A text and its destination: runmqsc for a queue manager, or a file.

    `first_line_is_password` means that runmqsc reads the first line as a password (option -u). `at` is the
    offset of the command; `doubt` is what makes it uncertain that runmqsc reads the text, "" if nothing does.
    """

    output: ShellOutput
    target: str = ""  # the name of a file; empty for runmqsc
    queue_manager: str = ""
    first_line_is_password: bool = False
    at: int = 0
    doubt: str = ""


def joined(feeds: list[Feed], conditions: Conditions) -> list[Feed]:
    """Feeds in their order, with lines that are echoed into the same file joined to one text."""
    found: list[list[Feed]] = []
    for feed in feeds:
        last = found[-1][-1] if found else None
        if (
            last
            and feed.target == last.target
            and len(feed.target) > 1
            and not (feed.output.here or last.output.here)
        ):
            found[-1].append(feed)
        else:
            found.append([feed])
    for run in found:
        if len(run) > 1:
            if len({conditions.at(feed.at) for feed in run}) > 1:
                run[0].doubt = JOINED
            run[0].output = joined_outputs([feed.output for feed in run])
    return [run[0] for run in found]
