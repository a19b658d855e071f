"""Build files of container images: steps that write MQSC, with lines that go on as the builder reads them."""

from __future__ import annotations

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.editing import Span
from mqtune.text.source import Source


def carry(text: str, name: str = "Dockerfile"):
    return documents_of(Source(name, name, text.encode())).documents


IN_SINGLE_MARKS = r"""# our image
FROM example.com/mq
RUN echo '* ours \n\
DEFINE QLOCAL(A) \n\
# a note to the builder
DEFINE QLOCAL(B)' >> /etc/mqm/20-ours.mqsc
"""
IN_DOUBLE_MARKS = r"""FROM example.com/mq
RUN printf "DEFINE QLOCAL(A)\nALTER QMGR MONQ(LOW)\n" > /etc/mqm/a.mqsc \
    && printf "Channels:\n\tMaxChannels=50\n" > /etc/mqm/qm.ini
"""


def test_a_line_continues_inside_quotation_marks_and_comments_between_are_removed():
    (document,) = carry(IN_SINGLE_MARKS)
    assert [line.strip() for line in document.text.splitlines()] == [
        "* ours",
        "DEFINE QLOCAL(A)",
        "DEFINE QLOCAL(B)",
    ]
    place = document.place(Span(3, 1, 3, 7))
    assert (place.span.line, place.span.column) == (6, 1)


def test_escapes_between_double_quotation_marks_are_what_printf_makes_of_them():
    commands, settings = carry(IN_DOUBLE_MARKS)
    assert commands.text == "DEFINE QLOCAL(A)\nALTER QMGR MONQ(LOW)\n"
    assert (settings.kind, settings.text) == ("qm.ini", "Channels:\n\tMaxChannels=50\n")
    place = commands.place(Span(2, 1, 2, 6))
    assert (place.span.line, place.span.column) == (2, 31)


def test_a_here_document_keeps_its_backslashes():
    text = "FROM example.com/mq\nCOPY <<'EOF' /etc/mqm/a.mqsc\nDEFINE QLOCAL(A) DESCR('C:\\\nEOF\nRUN true\n"
    (document,) = carry(text)
    assert document.text == "DEFINE QLOCAL(A) DESCR('C:\\\n"


def test_a_build_file_inside_yaml_is_read_as_one():
    lines = "".join(f"    {line}\n" for line in IN_SINGLE_MARKS.splitlines())
    (document,) = carry("spec:\n  dockerfile: |\n" + lines, "build.yaml")
    assert "DEFINE QLOCAL(B)" in document.text.splitlines()[-1]


def test_a_script_is_not_a_build_file_and_keeps_single_quoted_text():
    (document,) = carry("echo 'DEFINE QLOCAL(A) +\\\n' | runmqsc QM1\n", "setup.sh")
    assert "+\\\n" in document.text
