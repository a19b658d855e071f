"""Findings about ignores and exceptions themselves: idle, past their day, or naming no rule.

They are told last, from what the suppression saw, and no directive silences them.
"""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.selection import names_a_rule
from mqtune.engine.suppression import idle_codes
from mqtune.findings.finding import SAFE, Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.engine.selection import Selection
    from mqtune.engine.suppression import Silenced, Silencer

UNUSED_IGNORE = "SYN091"
EXPIRED_IGNORE = "SYN092"
BAD_DIRECTIVE = "SYN093"
UNUSED_EXCEPTION = "SYN094"
EXPIRED_EXCEPTION = "SYN095"


def hits_of(
    silenced: Silenced, selection: Selection, broken: Iterable[str], whole: bool
) -> Iterator[tuple[str, Hit]]:
    """Code and hit for everything that is wrong with an ignore or exception.

    `broken` are rules that raised; `whole` says that the run saw the whole project, so that an exception
    that silenced nothing is idle indeed.
    """
    for region in silenced.regions:
        for place, message, help in region.faults:
            yield BAD_DIRECTIVE, Hit(place, message, help=help)
    for silencer in silenced.silencers:
        unknown = [code for code in silencer.codes if not names_a_rule(code, selection.pages)]
        if unknown:
            yield BAD_DIRECTIVE, _unknown(silencer, unknown)
        if silencer.is_late(silenced.today):
            yield _late(silencer)
        elif whole or silencer.entry is None:
            idle = idle_codes(silencer, selection, broken)
            if idle:
                yield _idle(silencer, idle)


def _unknown(silencer: Silencer, codes: list[str]) -> Hit:
    plural = "rules" if len(codes) > 1 else "rule"
    return Hit(
        silencer.place,
        f"the {silencer.what} names no {plural}: {', '.join(codes)}",
        help="`mqtune rules` lists the codes; a prefix such as PUB names a family",
    )


def _late(silencer: Silencer) -> tuple[str, Hit]:
    code = EXPIRED_IGNORE if silencer.entry is None else EXPIRED_EXCEPTION
    words = " ".join(silencer.codes) or "all rules"
    answer = f" ({silencer.entry.owner})" if silencer.entry and silencer.entry.owner else ""
    return code, Hit(
        silencer.place,
        f"the {silencer.what} of {words} ended on {silencer.until}{answer}",
        note="its findings are reported again",
        help="mend what it held back and remove it, or set a new day with a reason",
    )


def _idle(silencer: Silencer, codes: tuple[str, ...]) -> tuple[str, Hit]:
    if silencer.entry is not None:
        about = f" on {silencer.entry.object}" if silencer.entry.object else ""
        message = f"the exception for {silencer.entry.rule} silences nothing{about}"
        return UNUSED_EXCEPTION, Hit(silencer.place, message, help="remove the table from mqtune.toml")
    words = "" if codes == ("",) else f" of {' '.join(codes)}"
    fixes: tuple[Fix, ...] = ()
    if silencer.region is not None and silencer.region.removal and set(codes) >= set(silencer.codes):
        fixes = (Fix(SAFE, "remove the comment line", (silencer.region.removal,)),)
    message = f"the ignore{words} silences nothing"
    return UNUSED_IGNORE, Hit(silencer.place, message, help="remove it", fixes=fixes)
