"""`mqtune access`: answers one question, or shows who holds what."""

from __future__ import annotations

from mqtune.access.answer import ALLOWED, REFUSED
from mqtune.access.walk import answer
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.session.access_question import chosen, named, question_of
from mqtune.session.named_paths import nothing_found
from mqtune.session.set_authority import add_authorities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.access.options import Access

STATUS = {ALLOWED: 0, REFUSED: 1}
UNDECIDED = 4


def access(options: Access) -> int:
    """Print the answer to the question of the options. Raises UsageError and ProjectError."""
    if options.tests:
        from mqtune.cli.access.access_tests import run_tests  # most runs ask one question

        return run_tests(options)
    if options.since is not None:
        from mqtune.cli.access.since import print_changes  # likewise

        return print_changes(options)
    if options.matrix:
        from mqtune.cli.access.matrix import print_matrix  # likewise

        return print_matrix(options)
    question = question_of(options)
    workspace = open_workspace(options.paths, options)
    if workspace.is_empty:
        raise nothing_found(options.paths)
    add_authorities(workspace)
    estate, queue_manager = chosen(workspace.estates)
    found = answer(estate, queue_manager, named(question, queue_manager))
    if options.format == JSON:
        from mqtune.cli.access.as_json import print_answer
    else:
        from mqtune.cli.access.as_text import print_answer
    print_answer(found, options)
    return STATUS.get(found.verdict, UNDECIDED)
