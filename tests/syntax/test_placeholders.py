"""What is taken for a variable that something fills in later, and what is not."""

from __future__ import annotations

import pytest

from mqtune.syntax.document import has_placeholder


@pytest.mark.parametrize("text", ["$1", "${NAME}", "$NAME", "$(hostname)", "{{ .Name }}", "<name>", "%NAME%"])
def test_variables_of_shells_and_templates_are_placeholders(text):
    assert has_placeholder(text)
    assert has_placeholder(f"PAY.{text}.IN")


@pytest.mark.parametrize("text", ["$SYS/MQ/INFO", "PAY.IN", "5 < 7", "100%", "SYSTEM.$", "a_b"])
def test_what_only_has_their_signs_is_none(text):
    assert not has_placeholder(text)
