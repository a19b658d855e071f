"""Scripts as text to queue managers, for the tests of the estate."""

from __future__ import annotations

import pytest

from mqtune.estate.build import build_estates
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


def document(kind, text, path):
    return Document(kind, Source(path, path, text.encode()))


def parsed_script(text, path="example.mqsc", memo=None):
    return parse_script(document(MQSC, text, path), memo or LineMemo())


def parsed_ini(text, path="qm.ini"):
    return parse_ini(document(QM_INI, text, path))


@pytest.fixture
def estate_of():
    """An estate of queue managers: each a name and its files, by path or as one script."""

    def build(managers, project=None):
        trees = []
        for name, files in managers.items():
            files = files if isinstance(files, dict) else {"example.mqsc": files}
            for path, text in files.items():
                parse = parsed_ini if path.endswith(".ini") else parsed_script
                trees.append(parse(text, f"{name}/{path}"))
        for tree in trees:  # told, as a here-document tells it
            name = tree.document.source.shown.partition("/")[0]
            tree.document.queue_manager = name if name != "folder" else ""
        return build_estates(project or Project(), trees)[0]

    return build


@pytest.fixture
def manager_of(estate_of):
    """One queue manager of one script."""

    def build(script, project=None, **files):
        return estate_of({"QM1": {"example.mqsc": script, **files}}, project).queue_managers[0]

    return build
