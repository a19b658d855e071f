"""Findings about the run itself: directives, exceptions and `files` without effect, and what a limit leaves
unchecked.

`files` of the project file may match nothing; directives and exceptions may be unused, expired, or name an
unknown rule. The latter are made last, from the result of the suppression, and no directive suppresses them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from mqtune.engine.pages import names_a_rule
from mqtune.engine.rule import Hit
from mqtune.engine.suppression import unused_codes
from mqtune.estate.events import MAY_NOT_RUN
from mqtune.project.patterns import clean, pattern_set
from mqtune.project.settings import Project
from mqtune.text.editing import Place, Span
from mqtune.text.finding import INFO, SAFE, Fix, ObjectName, Related
from mqtune.text.not_checked import TOO_MANY
from mqtune.text.spelling import Suggestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.engine.pages import Selection
    from mqtune.engine.suppression import Suppression, SuppressionResult
    from mqtune.estate.model import QueueManager


# `files` of the project file that match nothing.

UNMATCHED_FILES = "SYN096"


def unmatched_hits(project: Project, paths: Iterable[str], refused: Collection[str] = ()) -> Iterator[Hit]:
    """A hit for each pattern that matches none of the files that were read, without those that are refused.

    `paths` are these files, relative to the folder of the project file.
    """
    known = sorted(paths)
    suggestions = Suggestions(known)
    owners = [
        (f"queue manager {manager.name}", manager.files, manager.line) for manager in project.queue_managers
    ]
    owners += [
        (f"environment {environment.name}", environment.files, environment.line)
        for environment in project.environments
    ]
    declared = pattern_set(text for _, texts, _ in owners for text in texts)
    lists = (numbers for path in known for numbers in declared.matching(path))
    matching = {declared.patterns[numbers[0]].text for numbers in lists}
    for owner, texts, line in owners:
        for text in texts:
            if clean(text) not in matching and clean(text) not in refused:
                near = suggestions.nearest(text)
                yield Hit(
                    Place(project.file, Span(line, 1, line, 2)),
                    f"`files` of {owner} contains '{text}', which matches no file that was read",
                    help=f"the nearest file is {near}" if near else "correct the pattern, or remove it",
                    object=ObjectName("FILES", text),
                )


# Directives and exceptions.

UNUSED_IGNORE = "SYN091"
EXPIRED_IGNORE = "SYN092"
BAD_DIRECTIVE = "SYN093"
UNUSED_EXCEPTION = "SYN094"
EXPIRED_EXCEPTION = "SYN095"


def hits_of(
    result: SuppressionResult, selection: Selection, broken: Iterable[str], is_complete: bool
) -> Iterator[tuple[str, Hit]]:
    """Code and hit for everything that is wrong with a directive or exception.

    `broken` are the rules that crashed; `is_complete` is True if the run checked the whole project, so that
    an exception that suppressed nothing is really unused.
    """
    for region in result.regions:
        for place, message, help in region.errors:
            yield BAD_DIRECTIVE, Hit(place, message, help=help)
    for suppression in result.suppressions:
        unknown = [code for code in suppression.codes if not names_a_rule(code, selection.pages)]
        if unknown:
            yield BAD_DIRECTIVE, _unknown(suppression, unknown)
        if suppression.of_gate:
            continue  # it is meant for many repositories
        if suppression.has_expired(result.today):
            yield _expired(suppression)
        elif is_complete or suppression.entry is None:
            unused = unused_codes(suppression, selection, broken)
            if unused:
                yield _unused(suppression, unused)


def _unknown(suppression: Suppression, codes: list[str]) -> Hit:
    plural = "rules" if len(codes) > 1 else "rule"
    return Hit(
        suppression.place,
        f"unknown {plural} in the {suppression.what}: {', '.join(codes)}",
        help="`mqtune rules` lists the codes; a prefix such as PUB selects a family",
    )


def _expired(suppression: Suppression) -> tuple[str, Hit]:
    entry = suppression.entry
    code = EXPIRED_IGNORE if entry is None else EXPIRED_EXCEPTION
    owner = f" ({entry.owner})" if entry and entry.owner else ""
    return code, Hit(
        suppression.place,
        f"the {suppression.what} for {suppression.rules} expired on {suppression.until}{owner}",
        help=f"fix the suppressed findings and delete the {suppression.what}, or set a later date",
    )


def _unused(suppression: Suppression, codes: tuple[str, ...]) -> tuple[str, Hit]:
    if suppression.entry is not None:
        about = f" on {suppression.entry.object}" if suppression.entry.object else ""
        message = f"the exception for {suppression.entry.rule} suppresses nothing{about}"
        return UNUSED_EXCEPTION, Hit(suppression.place, message)
    words = "" if codes == ("",) else f" for {' '.join(codes)}"
    fixes: tuple[Fix, ...] = ()
    region = suppression.region
    if region is not None and region.removal and set(codes) >= set(suppression.codes):
        fixes = (Fix(SAFE, "remove the comment line", (region.removal,)),)
    return UNUSED_IGNORE, Hit(
        suppression.place, f"the {suppression.what}{words} suppresses nothing", fixes=fixes
    )


# What a limit on time or memory leaves unchecked: an error under a gate, else information. The
# limits are reached by what the repository contains: a gate that passes there protects nothing.

LIMIT = "SYN076"
FIRST = Span(1, 1, 1, 1)


def stopped_rule(code: str, queue_manager: QueueManager) -> Hit:
    """The hit for a rule that stopped in a queue manager, at its first script."""
    shown = next((script.document.source.shown for script in queue_manager.scripts), "mqtune.toml")
    message = f"{code} has not checked everything: {TOO_MANY.why}"
    return _hit(shown, message, f"declare {TOO_MANY.enable}", queue_manager.project, ObjectName("RULE", code))


def cut_file(shown: str, why: str, project: Project) -> Hit:
    """The hit for a file that is read in part."""
    help = "split it, or state what it does with plain commands"
    return _hit(shown, f"{shown} is checked {why}", help, project, ObjectName("FILE", shown))


def uncertain_commands(queue_manager: QueueManager) -> Iterator[Hit]:
    """The hits for commands of a queue manager that hide what others set, and that may not run after them."""
    by_file: dict[str, list[tuple[Place, Place]]] = {}
    for statement, earlier in queue_manager.doubts():
        place = statement.name_place()
        by_file.setdefault(place.file, []).append((place, earlier.name_place()))
    for shown, places in by_file.items():
        place, hidden = places[0]
        at, of = (f"{position.file}:{position.span.line}" for position in places[0])
        more = f", and {len(places) - 1} more like it" if len(places) > 1 else ""
        yield Hit(
            place,
            MAY_NOT_RUN.format(at, of) + more,
            help="state the values once, or in mqtune.toml the order of the files",
            object=ObjectName("FILE", shown),
            related=(Related(hidden, "what it sets may remain in force"),),
        )


def _hit(shown: str, message: str, help: str, project: Project, object: ObjectName) -> Hit:
    severity = INFO if project.gate is None else None
    return Hit(Place(shown, FIRST), message, help=help, object=object, severity=severity)
