"""The generated tables say what the catalogue says, and the catalogue refuses misprints."""

import subprocess
import sys

import pytest

from mqtune._build import catalogue as generator
from mqtune._build.catalogue_files import CatalogueError
from mqtune._build.catalogue_mqsc import attribute_row


def test_the_committed_tables_are_what_the_catalogue_says():
    assert generator.main(["--check"]) == 0


def test_two_runs_of_the_generator_give_the_same_text():
    assert generator.modules(generator.read()) == generator.modules(generator.read())


def test_an_unknown_key_of_an_entry_is_refused_with_file_and_table():
    with pytest.raises(CatalogueError, match=r"qlocal\.toml: \[attribute\.X\] unknown key maxlength"):
        attribute_row("qlocal.toml", "attribute.X", "X", {"kind": "string", "maxlength": 3})


def test_an_unknown_kind_is_refused():
    with pytest.raises(CatalogueError, match="kind = 'text'"):
        attribute_row("qlocal.toml", "attribute.X", "X", {"kind": "text"})


def test_a_default_outside_the_range_is_refused():
    with pytest.raises(CatalogueError, match="default 7 is outside 0 to 5"):
        attribute_row("x.toml", "attribute.X", "X", {"kind": "integer", "range": [0, 5], "default": "7"})


def test_a_default_that_is_no_value_is_refused():
    entry = {"kind": "enum", "values": ["YES", "NO"], "default": "MAYBE"}
    with pytest.raises(CatalogueError, match="default 'MAYBE' is not among the values"):
        attribute_row("x.toml", "attribute.X", "X", entry)


def test_a_level_that_is_none_is_refused():
    with pytest.raises(CatalogueError, match="introduced = 'nine' is not a level"):
        attribute_row("x.toml", "attribute.X", "X", {"kind": "flag", "introduced": "nine"})


def test_looking_up_mqsc_loads_no_table_of_another_language():
    code = (
        "import sys; from mqtune.language import catalogue as c;"
        "c.attribute('QLOCAL', 'MAXDEPTH'); c.parameter('DEFINE', 'QLOCAL', 'LIKE');"
        "print(sorted(m.rpartition('.')[2] for m in sys.modules if '_tables_' in m))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['_tables_attributes', '_tables_commands', '_tables_levels']"


def test_looking_up_mqsc_loads_nothing_that_makes_the_start_slow():
    slow = [
        "dataclasses",
        "typing",
        "pathlib",
        "logging",
        "tomllib",
        "json",
        "enum",
        "lark",
        "yaml",
        "rich",
        "typer",
    ]
    code = (
        "import sys; from mqtune.language import catalogue as c; c.defaults('QLOCAL');"
        f"print([m for m in {slow!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr
