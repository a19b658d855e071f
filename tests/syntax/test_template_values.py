"""Placeholders with a value are that value, at the position of the placeholder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.document import Document
from mqtune.syntax.template_values import TemplateValues, rendered
from mqtune.text.editing import Span
from mqtune.text.not_checked import Allowance
from mqtune.text.source import Source

TREE: dict[str, object] = {
    "hub": {"port": "1414", "name": "HUB", "host-name": "h.example", "empty": ""},
    "QM": "QM1",
    "tls": True,
    "nothing": None,
    "list": object(),
    "mqsc": "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)",
    "queue": "{{ hub.name }}.IN",
    "circle": "{{ circle }}",
    "url": "${QM}:1414",
    "item": "X",
    "mq.level": "9.4",
}


def values(*layers: dict[str, object]) -> TemplateValues:
    return TemplateValues(layers or (TREE,))


def text_of(template: str, *layers: dict[str, object]) -> str:
    return rendered(Excerpt.of_text(template), values(*layers)).text


def documents(name: str, text: str, *layers: dict[str, object]) -> list[Document]:
    return documents_of(Source(name, name, text.encode()), values=values(*layers)).documents


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("PORT({{ .Values.hub.port }})", "PORT(1414)"),
        ("PORT({{.Values.hub.port}})", "PORT(1414)"),
        ("PORT({{- .Values.hub.port -}})", "PORT(1414)"),
        ("A( {{- .Values.hub.port -}} ) {{ .Values.QM }}", "A(1414) QM1"),
        ("{{ $.Values.hub.name }}", "HUB"),
        ("{{ .Values.hub.name | lower | quote }}", '"hub"'),
        ("{{ .Values.hub.name | squote }}", "'HUB'"),
        ("{{ quote .Values.hub.name }}", '"HUB"'),
        ('{{ required "a name" .Values.hub.name }}', "HUB"),
        ('{{ .Values.hub.name | required "a name" }}', "HUB"),
        ('{{ default "X" .Values.other }}', "X"),
        ("{{ .Values.other | default 1415 }}", "1415"),
        ("{{ .Values.other | default .Values.hub.port }}", "1414"),
        ("{{ .Values.hub.empty | default `x` }}", "x"),
        ("{{ .Values.nothing | default 1 }}", "1"),
        ('{{ index .Values "hub" "host-name" }}', "h.example"),
        ('{{ .Values.hub.name | trimSuffix "B" | replace "H" "P" }}', "PU"),
        ("{{ .Values.tls }} {{ .Values.hub.port | int }}", "true 1414"),
        # Jinja
        ("{{ hub.name }} {{hub['name']}} {{ hub['host-name'] }}", "HUB HUB h.example"),
        ("{{ other | default('a') }} {{ other | d(hub.port) }}", "a 1414"),
        ("{{ hub.empty | default('a') }}|{{ hub.empty | default('a', true) }}", "|a"),
        ("{{ hub.name | lower }} {{ tls }} {{ queue }} {{ queue | lower }}", "hub True HUB.IN hub.in"),
        # names without an engine
        ("${QM} ${QM:-X} ${NONE:-X} ${NONE-X} $QM @QM@ @@QM@@ +QM+", "QM1 QM1 X X QM1 QM1 QM1 QM1"),
        ("${hub.port} ${mq.level} ${url}", "1414 9.4 QM1:1414"),
        ("${QM:?not set} ${hub.empty:-x} ${hub.empty-x}|", "QM1 x |"),
    ],
)
def test_placeholders_with_a_value(template: str, expected: str) -> None:
    assert text_of(template) == expected


@pytest.mark.parametrize(
    "template",
    [
        "{{ .Values.unknown }} {{ .Values }} {{ .Values.hub }} {{ .Values.list }}",
        "{{ .Values.hub.port.deeper }} {{ .Values.nothing }}",
        "{{ .name }} {{ name }} {{ $port }} {{ .Release.Name }} {{ .Values.hub.name | b64enc }}",
        '{{ include "a.b" . }} {{ tpl .Values.hub.name . }} {{- if .Values.tls }}x{{ end }}',
        "{{- range .Values.queues }}{{ .name }} {{ QM }}{{- end }}",
        '{{ printf "%s" .Values.QM }} {{ (.Values.QM) }} {{/* .Values.QM */}} {{}} {{ | }}',
        "{{ .Values.mqsc | nindent 4 }}",
        "{% for hub in hubs %}{{ hub.name }}{% endfor %}{% set QM = 'a' %}{{ QM }}",
        "{{ item }} {{ QM ~ 'x' }} {{ lookup('env', 'QM') }} {{ circle }} {{ other | default(omit) }}",
        "${NONE} $NONE ${1:-x} $1 a@b.example a+b+c @NONE@ +NONE+ ${QM/1/2} $SYS/A",
        "${{ hub.name }} ${{ QM }}",  # an expression of a workflow
        "{{ hub.name | b64encode }} {{ nothing }} {{ 'a' 'b' }} {{ QM.x }}",
    ],
)
def test_placeholders_without_a_value_stay_as_they_are(template: str) -> None:
    assert text_of(template) == template


def test_later_layers_take_precedence_and_nested_names_are_merged() -> None:
    base: dict[str, object] = {"hub": {"port": "1414", "name": "A"}, "tls": True}
    prod: dict[str, object] = {"hub": {"name": "B"}, "tls": None}
    template = "{{ .Values.hub.name }} {{ .Values.hub.port }} {{ .Values.tls | default 0 }}"
    assert text_of(template, base, prod) == "B 1414 0"
    assert text_of("{{ .Values.hub.name }}", base, {"hub": "x"}) == "{{ .Values.hub.name }}"


def test_positions_are_those_of_the_placeholders() -> None:
    text = "* head\nDEFINE QLOCAL({{ hub.name }}.IN) MAXDEPTH({{ hub.port }})\nDEFINE QLOCAL(X)\n"
    (document,) = documents("a.mqsc", text)
    line = text.splitlines()[1]
    assert document.text.splitlines()[1] == "DEFINE QLOCAL(HUB.IN) MAXDEPTH(1414)"
    value = document.place(Span(2, 32, 2, 36)).span
    assert line[value.column - 1 : value.end_column - 1] == "{{ hub.port }}"
    last = document.place(Span(2, 36, 2, 37)).span
    assert line[last.column - 1 : last.end_column - 1] == ")"
    word = document.place(Span(2, 23, 2, 31)).span
    assert line[word.column - 1 : word.end_column - 1] == "MAXDEPTH"


def test_a_fix_never_writes_a_value_over_its_placeholder() -> None:
    text = "DEFINE QLOCAL({{ hub.name }}.IN) MAXDEPTH({{ hub.port }}) GET(DISABLE)\nDEFINE QLOCAL(X)\n"
    (document,) = documents("a.mqsc", text)
    assert document.text.startswith("DEFINE QLOCAL(HUB.IN) MAXDEPTH(1414) GET(DISABLE)")
    assert document.edit(Span(1, 32, 1, 36), "1") is None
    assert document.edit(Span(1, 23, 1, 38), "") is None  # around it
    assert document.edit(Span(1, 20, 1, 20), " BOQNAME(HUB.IN)") is None  # writes the value elsewhere
    edit = document.edit(Span(1, 42, 1, 49), "ENABLED")
    assert edit is not None
    assert text.splitlines()[0][edit.place.span.column - 1 : edit.place.span.end_column - 1] == "DISABLE"
    edit = document.edit(Span(2, 15, 2, 16), "Y")
    assert edit is not None
    assert edit.place.span == Span(2, 15, 2, 16)


def test_carriage_returns_and_tabs_keep_positions() -> None:
    text = "* head\r\n\tDEFINE QLOCAL({{ hub.name }}.IN) +\r\n\tMAXDEPTH({{ hub.port }}) X(1)\r\n"
    (document,) = documents("a.mqsc.j2", text)
    found = document.place(Span(3, 17, 3, 21)).span
    assert text.split("\n")[2][found.column - 1 : found.end_column - 1] == "X(1)"


def test_a_config_map_in_a_chart() -> None:
    text = (
        "kind: ConfigMap\nmetadata:\n  name: {{ .Values.hub.name | lower }}-mqsc\ndata:\n  a.mqsc: |\n"
        "    DEFINE QLOCAL({{ .Values.hub.name }}.IN)\n"
    )
    (document,) = documents("a.yaml", text)
    assert document.text == "DEFINE QLOCAL(HUB.IN)\n"
    assert document.resource == "ConfigMap/hub-mqsc"
    assert document.place(Span(1, 19, 1, 20)).span == Span(6, 42, 6, 43)


def test_a_script_gets_the_variables_that_it_does_not_assign() -> None:
    text = (
        "PORT=1\nQM=${QM:-QM9}\nrunmqsc ${QM} <<EOF\nDEFINE LISTENER(${QM}) TRPTYPE(TCP) PORT(${PORT})\nEOF\n"
        "runmqsc $OTHER <<'EOF'\nDEFINE QLOCAL(${QM})\nEOF\n"
    )
    first, second = documents("a.sh", text, {"QM": "QM1", "PORT": "1414", "OTHER": "QM2"})
    assert first.queue_manager == "QM1"
    assert first.text == "DEFINE LISTENER(QM1) TRPTYPE(TCP) PORT(${PORT})\n"
    assert second.queue_manager == "QM2"
    assert second.text == "DEFINE QLOCAL(${QM})\n"  # the shell does not expand it


def test_a_document_without_values_stays_as_it_is() -> None:
    (document,) = documents("a.mqsc", "DEFINE QLOCAL({{ x }})\n")
    assert document.map is None


@given(st.text(alphabet="{}$.@+ QMhubname|\n\r-:'\"()", max_size=60), st.text(max_size=8))
def test_any_text_keeps_the_rest_of_its_characters(text: str, value: str) -> None:
    changed = documents_of(
        Source("a.mqsc", "a.mqsc", text.encode()),
        values=values({"QM": value, "hub": {"name": value}}),
    ).documents[0]
    if changed.map is not None:
        lines = text.split("\n")
        for number, line in enumerate(changed.text.split("\n"), 1):
            for column, character in enumerate(line, 1):
                at_line, at_column = changed.map.position(number, column)
                original = lines[at_line - 1]
                assert 1 <= at_column <= len(original)
                assert original[at_column - 1] == character or original[at_column - 1] in "{$@+"


@pytest.mark.parametrize(
    "template",
    [
        "LDAPPWD('{{ ldap.word }}')",
        "LDAPPWD( '${WORD}')",
        "password: {{ ldap.word }}",
        'KEYRPWD="{{ ldap.word }}"',
        "X({{ ldap.bind_password }}) Y({{ ldapPassword }}) Z(${LDAP_PWD}) {{ api.token }} {{ password.x }}",
        "X({{ passwords.app }}) Y({{ .Values.mq.tokens.app }}) Z({{ mqSecrets.a.b }}) {{ creds['app'] }}",
    ],
)
def test_secrets_are_never_inserted(template: str) -> None:
    tree: dict[str, object] = {
        "ldap": {"word": "S3cret", "bind_password": "S3cret"},
        "WORD": "S3cret",
        "ldapPassword": "S3cret",
        "LDAP_PWD": "S3cret",
        "api": {"token": "S3cret"},
        "password": {"x": "S3cret"},
        "passwords": {"app": "S3cret"},
        "mq": {"tokens": {"app": "S3cret"}},
        "mqSecrets": {"a": {"b": "S3cret"}},
        "creds": {"app": "S3cret"},
    }
    assert text_of(template, tree) == template


def test_a_fact_about_a_secret_is_inserted() -> None:
    tree: dict[str, object] = {"passwords": {"policy": "strict"}}
    assert text_of("DESCR('{{ passwords.policy }}')", tree) == "DESCR('strict')"


@pytest.mark.parametrize(
    "template",
    [
        "{{ QM " + "| replace('Q', 'QQ') " * 20 + "}}",
        "{{ .Values.QM | quote " + "| quote " * 20 + "}}",
        "{{ .Values.QM " + '| replace "Q" "QQ" ' * 20 + "}}",
        f"{{{{ QM | replace('Q', '{'x' * 40_000}') }}}}",
        "{{ long }}",
        "${long}",
        "@long@",
        "+long+",
    ],
)
def test_a_value_longer_than_any_of_mq_is_unknown(template: str) -> None:
    assert text_of(template, {"QM": "Q", "long": "x" * 40_000}) == template


@pytest.mark.parametrize("form", ["{{{{ v{} }}}}", "${{v{}}}"])
def test_values_of_many_values_each_are_unknown(form: str) -> None:
    layer: dict[str, object] = {f"v{number}": form.format(number - 1) * 4 for number in range(1, 10)}
    layer["v0"] = "x"
    assert text_of(form.format(6), layer) == "x" * 4**6
    template = form.format(9)
    assert text_of(template, layer) == template


def test_values_are_inserted_up_to_a_limit_of_all() -> None:
    values = TemplateValues([{"long": "x" * 30_000}])
    values.admits = Allowance(0).admits
    texts = [rendered(Excerpt.of_text("{{ long }}\n" * 50), values).text for _ in range(4)]
    assert 3_000_000 < sum(map(len, texts)) < 5_000_000
    assert texts[-1].endswith("{{ long }}\n")


@pytest.mark.parametrize(
    "start",
    [
        "{% for x in y",
        "{% for (a, x) in y",
        "{% set x = 1",
        "{% set a, x %}",
        "{%- macro m(a, x)",
        "{%for  x  in y",
    ],
)
def test_what_a_template_gives_a_meaning_has_no_value(start: str) -> None:
    text = f"{start} %}}\n{{{{ x }}}} {{{{ QM }}}}"
    assert text_of(text, {"x": "1", "QM": "QM1"}) == f"{start} %}}\n{{{{ x }}}} QM1"


@pytest.mark.parametrize("start", ["{% for", "{% for a", "{% set", "{% set a", "{% macro a", "{%"])
@pytest.mark.parametrize("repeated", [" ", " a", "a ", "\t"])
def test_long_statements_end(start: str, repeated: str) -> None:
    text = start + repeated * 50_000 + "-"
    assert text_of(f"{text}\n{{{{ QM }}}}", {"QM": "QM1"}) == f"{text}\nQM1"
