"""`mqtune query`: reads the DISPLAY command, asks the estates, and prints the answer."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import nothing_found, open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.query.options import CSV, RUNMQSC, QueryOptions
from mqtune.masking.secrets import masked
from mqtune.query.answer import Answer, Undecided, answer
from mqtune.query.display import read_display
from mqtune.query.errors import QueryError
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.session.options import UsageError
from mqtune.session.set_authority import add_authorities
from mqtune.text.printable import printable

FOUND, NOTHING = 0, 1
MOST_UNDECIDED = 8  # listed without --verbose


def query(options: QueryOptions) -> int:
    """Print the answer to a DISPLAY command. Raises UsageError and ProjectError."""
    try:
        wanted = read_display(options.text)
        workspace = open_workspace(options.paths, options)
        if workspace.is_empty:
            raise nothing_found(options.paths)
        add_authorities(workspace)
        found = answer(wanted, workspace.estates, options.origin)
    except QueryError as error:
        raise UsageError(masked(error.message, prose=True), error.help) from error
    write(found, options)
    if not options.quiet:
        for note in (*workspace.notes, *wanted.notes):
            console.say(printable(note))
        say_counts(found, options.verbose)
    return FOUND if found.rows else NOTHING


def write(found: Answer, options: QueryOptions) -> None:
    """Write the rows in the chosen format."""
    if options.format == RUNMQSC:
        from mqtune.cli.query.runmqsc import write_runmqsc

        write_runmqsc(found, console.palette(options.color), options.origin)
    elif options.format == JSON:
        from mqtune.cli.query.tables import write_json

        write_json(found, options.origin)
    elif options.format == CSV:
        from mqtune.cli.query.tables import write_csv

        write_csv(found, options.origin)
    else:
        from mqtune.cli.query.tables import write_table

        write_table(found, console.palette(options.color), console.width(), options.origin)


def say_counts(found: Answer, verbose: bool) -> None:
    """Print how many were found, and what is not decided."""
    total = plural(found.considered, RECORDS.get(found.query.word, "object"))
    text = f"{len(found.rows)} of {total}"
    if found.unmentioned:
        text += f"; {found.unmentioned} of a new queue manager, which no file mentions"
    console.say(text)
    if not found.rows and not found.undecided:
        for hint in found.hints:
            console.say(safe(hint))
    for why, count in found.missing.items():
        console.say(printable(f"{why} ({plural(count, RECORDS.get(found.query.word, 'object'))})"))
    if not found.undecided:
        return
    console.say(f"not decided: {plural(len(found.undecided), 'more object')}")
    listed = found.undecided if verbose else found.undecided[:MOST_UNDECIDED]
    for one in listed:
        console.say(f"  {undecided_line(one)}")
    if len(listed) < len(found.undecided):
        console.say(f"  … {len(found.undecided) - len(listed)} more (--verbose lists all)")


RECORDS = {"CHLAUTH": "record", "AUTHREC": "record", "QMGR": "queue manager"}


def undecided_line(one: Undecided) -> str:
    """`QLOCAL(A) of QM1: MAXDEPTH is ${DEPTH} (hub/a.mqsc:7)`."""
    owner = f" of {one.manager.qualified}" if one.manager.qualified else ""
    place = f" ({one.place.file}:{one.place.span.line})" if one.place is not None else ""
    return safe(f"{one.type}({one.name}){owner}: {one.why}{place}")
