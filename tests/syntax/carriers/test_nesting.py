"""Texts that nest or expand without end: read in linear time, with names and memory that have a limit.

The sizes would take hours or more memory than any machine has if the effort grew with their square.
"""

from __future__ import annotations

import pytest

from mqtune.project.load import ProjectError, read_project
from mqtune.syntax.branches import Branches
from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.carriers.yaml_files import documents_of_yaml
from mqtune.text.source import Source

FEED = "runmqsc QM1 <<EOF\nDEFINE QLOCAL(A)\nEOF\n"
MANIFEST = "a.mqsc: |\n  DEFINE QLOCAL(A)\n"
MANY = 20_000


def carry(text: str, name: str = "setup.sh"):
    return documents_of(Source(name, name, text.encode()))


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ("if a; then\n", "fi\n"),
        ("case a in\nb)\n", ";;\nesac\n"),
        ("if a; then b; elif c; then\n", "fi\n"),
        ("while a; do\nif b; then\n", "fi\ndone\n"),
    ],
)
def test_commands_in_many_branches_are_read(opens: str, closes: str) -> None:
    (document,) = carry(opens * MANY + FEED + closes * MANY).documents
    assert document.text == "DEFINE QLOCAL(A)\n"
    assert len(document.branch) < 1_000


def test_commands_in_different_branches_at_any_depth_have_different_names() -> None:
    for depth in (1, 19, 20, 21, 60):
        both = f"{FEED}else\n{FEED}"
        first, second = carry("if a; then\n" * depth + both + "fi\n" * depth).documents
        assert first.branch != second.branch


def test_commands_in_one_branch_at_any_depth_have_equal_names() -> None:
    for depth in (1, 20, 60):
        first, second = carry("if a; then\n" * depth + FEED + FEED + "fi\n" * depth).documents
        assert first.branch == second.branch


def test_words_that_close_nothing_are_found_at_once() -> None:
    branches = Branches()
    for at in range(MANY):
        branches.mark(at, "if")
    for at in range(MANY):
        branches.mark(MANY + at, "esac")
    assert branches.name(2 * MANY) == branches.name(MANY)


def test_many_commands_in_backquotes_are_read() -> None:
    (document,) = carry("`a` " * MANY + "\n" + FEED).documents
    assert document.text == "DEFINE QLOCAL(A)\n"


def test_commands_in_backquotes_end_with_them() -> None:
    (document,) = carry("x=`echo 'DEFINE QLOCAL(A)' | runmqsc \"QM1`\n" + "y=1\n").documents
    assert document.queue_manager == "QM1"


def test_a_loop_over_very_many_names_leaves_the_queue_manager_unknown() -> None:
    names = " ".join(f"QM{number}" for number in range(MANY))
    body = FEED.replace("QM1", "$q") * 1_000
    documents = carry(f"for q in {names}; do\n{body}done\n").documents
    assert {document.queue_manager for document in documents} == {"$q"}


def test_loops_expand_to_a_limited_number_of_scripts() -> None:
    names = " ".join(f"QM{number}" for number in range(100))
    body = FEED.replace("QM1", "$q") * 1_000
    assert len(carry(f"for q in {names}; do\n{body}done\n").documents) < 4_000


def test_a_loop_over_some_names_is_a_script_for_each() -> None:
    documents = carry(f"for q in QM1 QM2 QM3; do\n{FEED.replace('QM1', '$q')}done\n").documents
    assert [document.queue_manager for document in documents] == ["QM1", "QM2", "QM3"]


def test_variables_in_variables_do_not_multiply() -> None:
    script = f"a={'x' * MANY}\nrunmqsc {'$a' * MANY} <{'$a' * MANY}\n{FEED.replace('QM1', '$a' * MANY)}"
    (document,) = carry(script).documents
    assert len(document.queue_manager) < 10 * MANY


def test_yaml_sequences_in_sequences_are_an_error_at_a_position() -> None:
    result = carry("- " * 5 * MANY + "\n" + MANIFEST, "a.yaml")
    (place,) = [place for _, place in result.diagnostics]
    assert (place.span.line, place.span.column) == (1, 201)


@pytest.mark.parametrize("unit", ["- ", "[", "{a: ", "? ", "- a: ", "a:\n- ", "&a ", "!a ", "*a ", "---\n"])
def test_any_yaml_structure_that_is_repeated_is_read_or_an_error(unit: str) -> None:
    text = unit * MANY + "\n" + MANIFEST
    result = documents_of_yaml(Source("a.yaml", "a.yaml", text.encode()), lambda *_: pytest.fail("nested"))
    assert result.documents or result.diagnostics


def test_a_placeholder_as_a_value_in_nested_sequences_is_still_seen() -> None:
    assert carry("- - - a: {{ b }}\n- c.mqsc: |\n    DEFINE QLOCAL(A)\n", "a.yaml").documents


@pytest.mark.parametrize(
    "text",
    ["[" * MANY, '{"a":' * MANY, "1" * MANY, '{"parts":[{"state":"missing","essential":false}],"ended":1}'],
)
def test_a_collection_that_cannot_be_read_is_left_out(text: str) -> None:
    assert carry(text, "collected.json").skipped == "not a collection of mqtune"


def project(text: str):
    return read_project(text.encode(), "mqtune.toml", ".")


@pytest.mark.parametrize(
    "text",
    [
        f"[{'a.' * MANY}a]\n",
        f"[[{'a.' * MANY}a]]\n",
        f"profile = 'lab'\n\n[{'a . ' * MANY}a]\n",
        f"{'a.' * MANY}a = 1\n",
        f"x = {{ {'a.' * MANY}a = 1 }}\n",
        "['b'" + '."c\\""' * MANY + "]\n",
        f"[{'a.' * 5_000}a]\n" + "".join(f"k{number} = 1\n" for number in range(MANY)),
    ],
)
def test_a_key_of_too_many_parts_is_an_error_in_its_line(text: str) -> None:
    with pytest.raises(ProjectError) as raised:
        project(text)
    assert raised.value.line == text.count("\n", 0, text.index(".")) + 1
    assert str(raised.value.message) == "a key has more than 100 parts"


@pytest.mark.parametrize("text", [f"x = '{'a.' * MANY}'\n", f'x = "{"a." * MANY}"\n', f"# a {'.' * MANY}\n"])
def test_dots_elsewhere_are_not_parts_of_keys(text: str) -> None:
    if text.startswith("#"):
        project(text)
        return
    with pytest.raises(ProjectError, match="unknown key x"):
        project(text)


def test_a_very_long_key_is_unknown() -> None:
    with pytest.raises(ProjectError, match="unknown key a"):
        project(f"{'a' * 20 * MANY} = 1\n")
