"""A naive oracle for authority records: other code, made from the same pages, over generated records.

Using OAM generic profiles (q013500_): `?` is one character, `*` stays in a qualifier and is a whole one if
it is alone, `**` is any number of qualifiers. Profile priorities (q013520_): from left to right a character
precedes `?`, this `*`, this `**`.
"""

from __future__ import annotations

from functools import cmp_to_key

from hypothesis import given
from hypothesis import strategies as some

from mqtune.analysis.access.holdings import holding, specificity
from mqtune.estate.build import build_estates
from mqtune.estate.topic_strings import profile_matches
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source

QUALIFIERS = some.sampled_from(["A", "B", "AB", "*", "A*", "*B", "?", "A?", "**"])
PROFILES = (
    some.lists(QUALIFIERS, min_size=1, max_size=3).filter(lambda parts: parts.count("**") < 2).map(".".join)
)
NAMES = some.lists(some.sampled_from(["A", "B", "AB", "ABB", "C"]), min_size=1, max_size=3).map(".".join)
WORDS = ("GET", "PUT", "BROWSE", "INQ")
RECORDS = some.lists(
    some.tuples(
        PROFILES,
        some.sampled_from([("PRINCIPAL", "app"), ("GROUP", "g")]),
        some.sampled_from(["AUTHADD", "AUTHADD", "AUTHRMV"]),
        some.sampled_from(WORDS),
    ),
    max_size=8,
)


def part_fits(pattern: str, part: str) -> bool:
    if not pattern:
        return not part
    if pattern[0] == "*":
        return any(part_fits(pattern[1:], part[count:]) for count in range(len(part) + 1))
    return bool(part) and pattern[0] in ("?", part[0]) and part_fits(pattern[1:], part[1:])


def fits(pattern: list[str], parts: list[str]) -> bool:
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(fits(pattern[1:], parts[count:]) for count in range(len(parts) + 1))
    return bool(parts) and part_fits(pattern[0], parts[0]) and fits(pattern[1:], parts[1:])


def signs(profile: str) -> list[str]:
    found, at = [], 0
    while at < len(profile):
        sign = profile[at : at + 2] if profile[at : at + 2] == "**" else profile[at]
        found.append(sign)
        at += len(sign)
    return found


def compared(left: str, right: str) -> int:
    """Negative if the first profile is the more specific one; a profile without wildcards always is."""
    generic = [any(sign in profile for sign in "*?") for profile in (left, right)]
    if generic[0] != generic[1]:
        return generic[0] - generic[1]
    order = {"?": 2, "*": 3, "**": 4}
    pairs = zip([*signs(left), "end"], [*signs(right), "end"], strict=False)
    for one, other in pairs:
        ranks = [order.get(sign, 1 if sign == "end" else 0) for sign in (one, other)]
        if ranks[0] != ranks[1]:
            return ranks[0] - ranks[1]
    return 0


@given(PROFILES, NAMES)
def test_profiles_match_as_documented(profile, name):
    assert profile_matches(profile, name) == fits(profile.split("."), name.split("."))


@given(PROFILES, PROFILES)
def test_profiles_are_ordered_as_documented(left, right):
    ours = [specificity(profile) for profile in (left, right)]
    assert (ours[0] > ours[1]) - (ours[0] < ours[1]) == (compared(left, right) > 0) - (
        compared(left, right) < 0
    )


@given(RECORDS, NAMES)
def test_a_user_holds_what_the_best_record_gives(records, name):
    text = "".join(
        f"SET AUTHREC PROFILE('{profile}') OBJTYPE(QUEUE) {kind}('{user}') {verb}({word})\n"
        for profile, (kind, user), verb, word in records
    )
    document = Document(MQSC, Source("a.mqsc", "a.mqsc", text.encode()))
    (manager,) = build_estates(Project(), [parse_script(document, LineMemo())])[0].queue_managers or (None,)
    for entity in (("PRINCIPAL", "app"), ("GROUP", "g")):
        mine = [one for one in records if one[1] == entity and fits(one[0].split("."), name.split("."))]
        expected = None
        if mine:
            best = min((one[0] for one in mine), key=cmp_to_key(compared))
            expected = set()
            for profile, _, verb, word in mine:
                if profile == best:
                    (expected.add if verb == "AUTHADD" else expected.discard)(word)
        found = None if manager is None else holding(manager, entity, "QUEUE", name)
        assert (None if found is None else set(found.words)) == expected
