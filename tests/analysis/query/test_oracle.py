"""WHERE against a naive filter over generated queues and conditions, and `query` against `show`."""

from __future__ import annotations

import os
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.query.answer import answer
from mqtune.analysis.query.display import read_display
from mqtune.analysis.topology.describe import attribute_rows, object_rows
from mqtune.session.options import Options
from mqtune.session.workspace import Workspace
from tests.analysis.query.conftest import asked

ORDER = {"LT": lt, "GT": gt, "EQ": eq, "NE": ne, "LE": le, "GE": ge}
UNKNOWN = "${X}"
WORDS = ("", "A", "AB", "B", "ab", "Z 1")
NUMBERS = (0, 1, 5000, 20000)
VALUES = {
    "MAXDEPTH": (*map(str, NUMBERS), UNKNOWN, None),
    "DESCR": (*WORDS, UNKNOWN, None),
    "DEFPSIST": ("YES", "NO", UNKNOWN, None),
    "SHARE": ("YES", "NO", None),
}
DEFAULTS = {"MAXDEPTH": "5000", "DESCR": "", "DEFPSIST": "NO", "SHARE": "YES"}
NAMES = st.sampled_from(("A.1", "A.2", "AB", "B", "b.1", "C.LONG.NAME"))
OBJECTS = st.dictionaries(
    NAMES, st.fixed_dictionaries({key: st.sampled_from(one) for key, one in VALUES.items()})
)
LISTS = st.dictionaries(NAMES, st.lists(st.sampled_from(("A", "AB", "B", "C")), max_size=3))


@st.composite
def conditions(draw):
    """Keyword, operator and value of a valid condition."""
    keyword = draw(st.sampled_from(tuple(VALUES)))
    if keyword == "MAXDEPTH":
        return keyword, draw(st.sampled_from(tuple(ORDER))), str(draw(st.sampled_from(NUMBERS)))
    if keyword == "DESCR":
        operator = draw(st.sampled_from((*ORDER, "LK", "NL")))
        word = draw(st.sampled_from(WORDS))
        return keyword, operator, word + "*" * (operator in ("LK", "NL"))
    return keyword, draw(st.sampled_from(("EQ", "NE"))), draw(st.sampled_from(("YES", "NO")))


def define(name, values):
    """The command that creates a queue."""
    words = [f"DEFINE QLOCAL('{name}')"]
    for keyword, value in values.items():
        if keyword == "SHARE" and value is not None:
            words.append("SHARE" if value == "YES" else "NOSHARE")
        elif value is not None:
            words.append(f"{keyword}('{value}')" if keyword == "DESCR" else f"{keyword}({value})")
    return " ".join(words)


def naive(value, operator, wanted):
    """Whether a value meets a condition; None if it is not known."""
    if value == UNKNOWN:
        return None
    if operator in ("LK", "NL"):
        return (value[: len(wanted) - 1] == wanted[:-1]) == (operator == "LK")
    if wanted.isdigit() and value.isdigit():
        return ORDER[operator](int(value), int(wanted))
    return ORDER[operator](value, wanted)


@pytest.mark.parametrize("pattern", ["*", "A*", "AB", "'b*'"])
@given(objects=OBJECTS, condition=conditions())
def test_where_agrees_with_a_naive_filter(pattern, objects, condition):
    keyword, operator, wanted = condition
    script = "\n".join(define(name, values) for name, values in objects.items())
    text = f"DISPLAY QLOCAL({pattern}) WHERE({keyword} {operator} '{wanted}')"
    result = asked(text, script or "DEFINE QALIAS(X)")
    plain = pattern.strip("'")
    chosen = {
        name: naive(DEFAULTS[keyword] if values[keyword] is None else values[keyword], operator, wanted)
        for name, values in objects.items()
        if (name.startswith(plain[:-1]) if plain.endswith("*") else name == plain)
    }
    assert [row.name for row in result.rows] == sorted(name for name, met in chosen.items() if met)
    assert [one.name for one in result.undecided] == sorted(
        name for name, met in chosen.items() if met is None
    )


@given(
    lists=LISTS, operator=st.sampled_from(("CT", "EX", "CTG", "EXG")), wanted=st.sampled_from(("A", "B", "D"))
)
def test_lists_agree_with_a_naive_filter(lists, operator, wanted):
    script = "\n".join(f"DEFINE NAMELIST('{name}') NAMES({','.join(items)})" for name, items in lists.items())
    value = wanted + "*" * operator.endswith("G")
    result = asked(f"DISPLAY NAMELIST(*) WHERE(NAMES {operator} {value})", script or "DEFINE QALIAS(X)")
    expected = []
    for name, items in lists.items():
        has = any(item.startswith(wanted) if operator.endswith("G") else item == wanted for item in items)
        if has == operator.startswith("C"):
            expected.append(name)
    assert [row.name for row in result.rows] == sorted(expected)


def agree(workspace):
    """Compare every object of `show` with what `query` answers for its type; the number of objects."""
    count = 0
    for estate in workspace.estates:
        for manager in estate.shown:
            types = sorted(
                {one.type for one in manager.objects.values() if one.statements} - {"BUFFPOOL", "PSID"}
            )
            for type in types:
                count += agree_on_type(estate, manager, type)
    return count


def agree_on_type(estate, manager, type):
    text = f"DISPLAY {type}{'' if type == 'QMGR' else '(*)'} ALL"
    rows = [row for row in answer(read_display(text), [estate]).rows if row.manager is manager]
    mine = [one for one in manager.objects.values() if one.type == type and one.statements]
    assert sorted(row.name for row in rows) == sorted(one.name or manager.title for one in mine)
    values = {}
    for row in rows:
        cells = {cell.keyword: cell.text for cell in row.cells}
        if row.kind_cell is not None:
            cells[row.kind_cell.keyword] = row.kind_cell.text
        values[row.name, str(row.place)] = cells
    for one in mine:
        shown = {row["attribute"]: row["value"] for row in attribute_rows(manager, one)}
        cells = values[one.name or manager.title, str(one.place())]
        for keyword, value in shown.items():
            if (type, keyword) == ("SUB", "TOPICSTR"):
                # show has it as defined, DISPLAY SUB as DISTYPE(RESOLVED): after the string of TOPICOBJ
                assert cells[keyword].endswith(value), one.name
            elif keyword not in ("ACTION", "FORCE"):
                assert cells[keyword] == value, (type, one.name, keyword)
    return len(mine)


def files_of(corpus):
    return sorted(
        path for folder in ("mqsc", "yaml", "mqsc-template") for path in (corpus / folder).iterdir()
    )


def agree_with(paths):
    return sum(
        agree(Workspace.open(Options(paths=[str(path)], isolated=True, ignore_unknown=True)))
        for path in paths
    )


def test_query_agrees_with_show_on_some_of_the_corpus(corpus: Path) -> None:
    small = [path for path in files_of(corpus) if os.path.getsize(path) < 20_000]
    assert agree_with(small[:: len(small) // 8]) > 20


@pytest.mark.slow
def test_query_agrees_with_show_on_the_corpus(corpus: Path) -> None:
    assert agree_with(files_of(corpus)) > 60


def test_the_objects_of_show_are_those_of_query(hub) -> None:
    from tests.analysis.query.conftest import estate_with

    estate = estate_with({"HUB": hub})
    assert agree_on_type(estate, estate.queue_managers[0], "QLOCAL") == 3
    assert len(list(object_rows(estate))) == 17
