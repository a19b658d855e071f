"""Scripts as text to queue managers, for the tests of the estate."""

from __future__ import annotations

import pytest

from mqtune.estate.build import build_estate
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.source import Source


class FolderGroup:
    """What the project room hands over for one queue manager."""

    def __init__(self, name=None, declaration=None, folder="", documents=()):
        self.name = name
        self.declaration = declaration
        self.folder = folder
        self.documents = list(documents)


def document(kind, text, path):
    return Document(kind, Source(path, path, text.encode()))


def parsed_script(text, path="example.mqsc", memo=None):
    return parse_script(document(MQSC, text, path), memo or LineMemo())


def parsed_ini(text, path="qm.ini"):
    return parse_ini(document(QM_INI, text, path))


@pytest.fixture
def estate_of():
    """An estate of queue managers: each a name and its files, by path or as one script."""

    def build(managers, project=None, declarations=None):
        groups = []
        for name, files in managers.items():
            files = files if isinstance(files, dict) else {"example.mqsc": files}
            trees = [
                parsed_ini(text, path) if path.endswith(".ini") else parsed_script(text, path)
                for path, text in files.items()
            ]
            groups.append((FolderGroup(name, (declarations or {}).get(name)), trees))
        return build_estate(project or Project(), groups)

    return build


@pytest.fixture
def manager_of(estate_of):
    """One queue manager of one script."""

    def build(script, name="QM1", project=None, declaration=None, **files):
        contents = {"example.mqsc": script, **files}
        declarations = {name: declaration} if declaration else None
        return estate_of({name: contents}, project, declarations).queue_managers[0]

    return build
