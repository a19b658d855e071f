"""Projects on disk, and the advice for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.analysis.tune.edits import ini_snippet, mqsc_snippet, tuned_texts
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.tuning import tune_session

HEAD = (
    'mq-version = "{level}"\nplatform = "{platform}"\n\n[[queue-manager]]\nname = "QM1"\nfiles = [{files}]\n'
)


class TunedProject:
    """What tuning says of the one queue manager of a project."""

    def __init__(self, session):
        self.session = session
        self.tuned = tune_session(session)
        self.tuning = self.tuned.tunings[0]
        self.changes = self.tuning.changes
        self.mqsc = mqsc_snippet(self.tuning)
        self.ini = ini_snippet(self.tuning)
        self.questions = [question["declare"] for question in self.tuning.questions]
        self.hints = [hint["text"] for hint in self.tuning.hints]

    def change(self, about):
        """The one change of a kind."""
        (found,) = [one for one in self.changes if one.about == about]
        return found

    def values(self, about):
        """The settings of the one change of a kind."""
        return {one.keyword: one.value for one in self.change(about).settings}

    @property
    def held(self):
        """What is held back: the values, by what the change is about, and the words for it."""
        return [(one.change.about, one.change.values, one.because) for one in self.tuning.held_back]

    @property
    def open(self):
        return [f"{item['text']}: {item['reason']}" for item in self.tuning.open]

    @property
    def kinds(self):
        return [one.about for one in self.changes]

    @property
    def diffed(self):
        """The texts that the diff leads to, and what is left out of it."""
        return tuned_texts(self.tuned, self.session.texts)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Writes a project of one queue manager and opens it; `a_mqsc` is the file a.mqsc."""
    monkeypatch.chdir(tmp_path)

    def write(loads="", level="9.4", platform="linux", **files):
        texts = {name.replace("_", "."): text for name, text in files.items()}
        listed = ", ".join(f'"{name}"' for name in texts)
        head = HEAD.format(level=level, platform=platform, files=listed)
        Path("mqtune.toml").write_text(head + loads, encoding="utf-8")
        for name, text in texts.items():
            Path(name).write_text(text, encoding="utf-8")
        return Session.open(Options(["."]))

    return write


@pytest.fixture
def tuned(project):
    """Writes a project and returns the advice for it."""
    return lambda *arguments, **given: TunedProject(project(*arguments, **given))
