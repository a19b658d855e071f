"""MQ text inside YAML files, and where each of its characters stands."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mqtune.syntax.carriers import yaml_text as yaml_walk
from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.carriers.yaml_scalars import pieces_of
from mqtune.syntax.carriers.yaml_text import YamlText, yaml_documents
from mqtune.text.editing import Span
from mqtune.text.source import Source


@pytest.fixture(params=["the parser in C", "the parser in Python"], autouse=True)
def either_parser(request, monkeypatch):
    if request.param == "the parser in Python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("not there")


def carry(text: str | bytes, named: bool = False):
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return documents_of(Source("map.yaml", "map.yaml", data), named)


def only(text: str | bytes):
    (document,) = carry(text).documents
    return document


def written(document, word: str) -> str:
    """What stands in the file at the place of a word of the document."""
    before = document.text[: document.text.index(word)]
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    span = document.place(Span(line, column, line, column + len(word))).span
    assert span.line == span.end_line
    return document.source.text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


SCALARS = {
    "literal": ("a.mqsc: |\n  DEFINE QLOCAL(A)\n    MAXDEPTH(5)\n", "DEFINE QLOCAL(A)\n  MAXDEPTH(5)\n"),
    "literal, stripped": ("a.mqsc: |-\n  DEFINE QLOCAL(A)\n\n  END\n", "DEFINE QLOCAL(A)\n\nEND"),
    "literal, kept": ("a.mqsc: |+\n  DEFINE QLOCAL(A)\n\n\nb: c\n", "DEFINE QLOCAL(A)\n\n\n"),
    "literal, with its indentation": (
        "a.mqsc: |2\n    DEFINE QLOCAL(A)\n  END\n",
        "  DEFINE QLOCAL(A)\nEND\n",
    ),
    "literal, with a comment": ("a.mqsc: |  # ours\n  DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)\n"),
    "literal, with blank lines before": ("a.mqsc: |\n\n\n  DEFINE QLOCAL(A)\n", "\n\nDEFINE QLOCAL(A)\n"),
    "literal, with an anchor and a tag": (
        "a.mqsc: &it !!str |\n  DEFINE QLOCAL(A)\n",
        "DEFINE QLOCAL(A)\n",
    ),
    "literal, in Windows style": ("a.mqsc: |\r\n  DEFINE QLOCAL(A)\r\n  END\r\n", "DEFINE QLOCAL(A)\nEND\n"),
    "literal, without a last line end": ("a.mqsc: |\n  DEFINE QLOCAL(A)", "DEFINE QLOCAL(A)"),
    "literal, with tabs": (
        "a.mqsc: |\n  DEFINE QLOCAL(A) +\n  \tMAXDEPTH(5)\n",
        "DEFINE QLOCAL(A) +\n\tMAXDEPTH(5)\n",
    ),
    "folded": (
        "a.mqsc: >\n  DEFINE\n  QLOCAL(A)\n\n  END\n",
        "DEFINE QLOCAL(A)\nEND\n",
    ),
    "folded, indented further": (
        "a.mqsc: >-\n  DEFINE QLOCAL(A) +\n    MAXDEPTH(5)\n    GET(ENABLED)\n  END\n\n\n  END\n",
        "DEFINE QLOCAL(A) +\n  MAXDEPTH(5)\n  GET(ENABLED)\nEND\n\nEND",
    ),
    "quoted": ("a.mqsc: 'DEFINE QLOCAL(''A'')'\n", "DEFINE QLOCAL('A')"),
    "quoted, over lines": (
        "a.mqsc: 'DEFINE\n  QLOCAL(A)\n\n\n  END'\n",
        "DEFINE QLOCAL(A)\n\nEND",
    ),
    "doubly quoted": (
        'a.mqsc: "DEFINE QLOCAL(A)\\nALTER QMGR DESCR(\'\\x41\\u00e4\\"\')\\n"\n',
        "DEFINE QLOCAL(A)\nALTER QMGR DESCR('Aä\"')\n",
    ),
    "doubly quoted, over lines": (
        'a.mqsc: "DEFINE \\\n    QLOCAL(A)\\n\\\n    END\n    END"\n',
        "DEFINE QLOCAL(A)\nEND END",
    ),
    "plain": ("a.mqsc: DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)"),
    "plain, over lines": ("a.mqsc:\n  DEFINE QLOCAL(A)\n\n  END\n", "DEFINE QLOCAL(A)\nEND"),
    "in a list": ("commands:\n  - DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)"),
    "under a key that says nothing": (
        "x:\n  y: |\n    * c\n    DEFINE QLOCAL(A)\n",
        "* c\nDEFINE QLOCAL(A)\n",
    ),
    "with a byte order mark": ("\ufeffa.mqsc: |\n  DEFINE QLOCAL(A)\n", "DEFINE QLOCAL(A)\n"),
    "behind letters of more bytes": (
        "# ä€𝄞\na.mqsc: |\n  * ä€𝄞\n  DEFINE QLOCAL(A)\n",
        "* ä€𝄞\nDEFINE QLOCAL(A)\n",
    ),
    "as JSON": ('{"a.mqsc": "DEFINE QLOCAL(A)\\nEND"}\n', "DEFINE QLOCAL(A)\nEND"),
}


@pytest.mark.parametrize(("text", "value"), SCALARS.values(), ids=SCALARS.keys())
def test_the_text_is_the_one_kubernetes_delivers(text, value):
    document = only(text)
    assert document.kind == "mqsc"
    assert document.text == value


@pytest.mark.parametrize(("text", "value"), SCALARS.values(), ids=SCALARS.keys())
def test_every_word_has_its_position_in_the_file(text, value):
    document = only(text)
    for word in ("DEFINE", "QLOCAL", "MAXDEPTH", "END", "ALTER", "DESCR"):
        if word in value:
            assert written(document, word) == word


@pytest.mark.parametrize(("text", "value"), SCALARS.values(), ids=SCALARS.keys())
def test_only_a_literal_block_can_be_edited(text, value):
    edit = only(text).edit(Span(1, 1, 1, 1), "X +\nY")
    assert (edit is not None) == ("|" in text)


def test_text_inserted_into_a_literal_block_is_indented_like_it():
    document = only("data:\n    a.mqsc: |\n        DEFINE QLOCAL(A)\n")
    edit = document.edit(Span(1, 17, 1, 17), " +\n  REPLACE")
    assert edit.content == " +\n          REPLACE"
    assert (edit.place.span.line, edit.place.span.column) == (3, 25)


CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: objects
data:
  a.mqsc: |
    DEFINE QLOCAL(A)
  qm.ini: |
    Channels:
      MaxChannels=100
  mqclient.ini: |
    CHANNELS:
      DefRecon=YES
  mqsc.ini: |
    DEFINE QLOCAL(B)
  ccdt.json: |
    {"channel": [{"name": "X", "clientConnection": {}}]}
  setup.sh: |
    runmqsc QM1 <<EOF
    DEFINE QLOCAL(C)
    EOF
  readme: |
    Define channels (all of them) before you start.
  other.ini: |
    [section]
    key=value
"""


def test_a_config_map_is_cut_by_content_and_not_by_key_alone():
    found = [
        (document.kind, document.container, document.resource) for document in carry(CONFIG_MAP).documents
    ]
    resource = "ConfigMap/objects"
    assert found == [
        ("mqsc", 'data["a.mqsc"]', resource),
        ("qm.ini", 'data["qm.ini"]', resource),
        ("mqclient.ini", 'data["mqclient.ini"]', resource),
        ("mqsc", 'data["mqsc.ini"]', resource),
        ("ccdt", 'data["ccdt.json"]', resource),
        ("mqsc", 'data["setup.sh"], here-document at line 20', resource),
    ]


def test_a_here_document_in_a_script_in_a_resource_keeps_its_place_and_can_be_edited():
    document = carry(CONFIG_MAP).documents[-1]
    assert document.queue_manager == "QM1"
    assert written(document, "QLOCAL(C)") == "QLOCAL(C)"
    assert document.edit(Span(1, 1, 1, 1), "X\nY").content == "X\n    Y"


@pytest.mark.parametrize(
    "text",
    [
        "a.mqsc: |\n  DEFINE QLOCAL(A) MAXDETPH(5)\n",
        "x: |\n  ALTER QMGR MAXHANDSS(5)\n",
        "mqsc: |\n  DEFINE QLOCL(A)\n",
        "a.mqsc: |\n  # ours\n  DEFINE QLOCAL(A)\n",
        "a.mqsc: |\n  * nothing yet\n",
    ],
)
def test_mqsc_with_mistakes_is_mqsc(text):
    assert only(text).kind == "mqsc"


@pytest.mark.parametrize(
    "text",
    [
        "- name: Define channel (DEV)\n  hosts: all\n",
        "- name: Start listener\n  shell: strmqm QM1\n",
        "description: Define queue (local) for mqsc\n",
        "mqsc: my-config-map\nini: other\n",
        "log:\n  level: |\n    Log:\n    level: debug\nx: mqsc\n",
        "a: |\n  [mysqld]\n  port=1\nb: qm.ini\n",
        "jobs:\n  build:\n    run: |\n      set -e\n      alter table x(y)\n",
    ],
)
def test_yaml_of_others_gives_nothing(text):
    result = carry(text)
    assert not result.documents
    assert not result.diagnostics
    assert result.recognised


def test_encoded_secrets_are_left_alone():
    assert not carry("kind: Secret\ndata:\n  a.mqsc: REVGSU5FIFFMT0NBTChBKQo=\n").documents
    assert carry("kind: Secret\nstringData:\n  a.mqsc: DEFINE QLOCAL(A)\n").documents


def test_several_resources_in_one_file_keep_their_names():
    text = CONFIG_MAP + "---\n" + CONFIG_MAP.replace("objects", "more")
    assert [document.resource for document in carry(text).documents][::6] == [
        "ConfigMap/objects",
        "ConfigMap/more",
    ]


def test_a_list_of_resources_keeps_the_name_of_each():
    text = "kind: List\nitems:\n" + "".join(
        f"- kind: ConfigMap\n  metadata:\n    name: {name}\n  data:\n    a.mqsc: DEFINE QLOCAL(A)\n"
        for name in "xy"
    )
    assert [document.resource for document in carry(text).documents] == ["ConfigMap/x", "ConfigMap/y"]


def test_a_queue_manager_resource_has_its_name_and_parts():
    text = (
        "kind: QueueManager\nmetadata:\n  name: cr\nspec:\n  queueManager:\n    name: QM1\n    mqsc:\n"
        "    - configMap:\n        name: m\n        items: [a.mqsc, b.mqsc]\n"
        "    - secret:\n        name: s\n"
        "    ini:\n    - configMap:\n        name: i\n        items: [qm.ini]\n"
    )
    (deployment,) = carry(text + "x: mq.ibm.com\n").deployments
    assert deployment.name == "QM1"
    assert deployment.place.span == Span(6, 11, 6, 14)
    assert deployment.parts == (
        ("mqsc", "ConfigMap", "m", "a.mqsc"),
        ("mqsc", "ConfigMap", "m", "b.mqsc"),
        ("mqsc", "Secret", "s", ""),
        ("ini", "ConfigMap", "i", "qm.ini"),
    )


def test_a_text_used_twice_by_an_alias_is_read_once():
    text = "a.mqsc: &it |\n  DEFINE QLOCAL(A)\nb.mqsc: *it\n"
    assert len(carry(text).documents) == 1


CHART = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "mq.name" . }}-mqsc
  labels:
{{ include "mq.labels" . | indent 4 }}
data:
  {{- if .Values.a }}
  {{ .Values.key }}.mqsc: |-
{{- range .Values.queues }}
    DEFINE QLOCAL({{ .name }}) REPLACE
{{- end }}
    DEFINE QLOCAL(LAST)
  {{- end }}
  {{- /* a comment
     of two lines */ -}}
  other: {{ .Values.x | quote }}
{{ toYaml .Values.more | indent 2 }}
"""


def test_a_chart_is_read_with_its_marks_covered():
    document = only(CHART)
    assert document.template
    assert document.container == 'data["{{ .Values.key }}.mqsc"]'
    assert document.text == (
        "{{- range .Values.queues }}\nDEFINE QLOCAL({{ .name }}) REPLACE\n{{- end }}\nDEFINE QLOCAL(LAST)"
    )
    assert written(document, "REPLACE") == "REPLACE"
    assert written(document, "range") == "range"
    assert written(document, "LAST") == "LAST"


@pytest.mark.parametrize("mark", ["@@NAME@@", "%NAME%", "{{ x }}-y", "<%= x %>", "{% if x %}y{% endif %}"])
def test_marks_that_yaml_does_not_take_are_covered(mark):
    document = only(f"name: {mark}\na.mqsc: |\n  DEFINE QLOCAL({mark})\n")
    assert document.text == f"DEFINE QLOCAL({mark})\n"


def test_invalid_yaml_that_contains_mqsc_is_reported():
    text = "a.mqsc: |\n  DEFINE QLOCAL(A)\n  DEFINE QLOCAL(B)\nb: [\nc: }\n"
    result = carry(text)
    ((diagnostic, place),) = result.diagnostics
    assert diagnostic.kind == "unreadable-yaml"
    assert place.span.line in (4, 5)
    assert "not valid YAML" in diagnostic.message


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (
            "metadata:\n  name: c\n  namespace mq\ndata:\n  a.mqsc: |\n    DEFINE QLOCAL(A)\n",
            3,
            "expected ':'",
        ),
        ("data:\n  qm.ini: |\n    Log:\n\tLogType=LINEAR\n", 4, "character"),
        ('data:\n  ccdt: |\n    {"channel": [\n\t{"clientConnection": {}}]}\n', 4, "character"),
        ("apiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata:\n\tname: q\n", 4, "character"),
    ],
)
def test_the_reason_is_one_line_at_the_line_that_is_wrong(text, line, reason):
    ((diagnostic, place),) = carry(text).diagnostics
    assert place.span.line == line
    assert reason in diagnostic.message
    assert "\n" not in diagnostic.message


def test_a_misspelt_command_below_a_key_with_the_name_of_a_script_is_read():
    assert (
        only("data:\n  a.mqsc: |\n    DFINE QLOCAL(A) MAXDEPTH(5)\n").text == "DFINE QLOCAL(A) MAXDEPTH(5)\n"
    )


def test_yaml_that_the_output_of_a_command_completes_is_not_reported():
    text = "apiVersion: mq.ibm.com/v1beta1\nkind: QueueManager\nmetadata:\n  name: q\n  $(owner)\nspec:\n"
    assert carry(text).diagnostics == []


def test_one_command_below_a_key_of_mqsc_is_enough_for_it():
    broken = "data:\n  {key}: |\n    DEFINE QLOCAL(A)\n   b: [\n"
    ((diagnostic, _),) = carry(broken.format(key="a.mqsc")).diagnostics
    assert diagnostic.kind == "unreadable-yaml"
    assert carry(broken.format(key="notes")).diagnostics == []


def test_text_before_the_error_is_still_read():
    text = "a.mqsc: |\n  DEFINE QLOCAL(A)\n---\nb: [\nc: }\n"
    result = carry(text)
    assert len(result.documents) == 1
    assert len(result.diagnostics) == 1


def test_invalid_yaml_of_other_programs_is_ignored():
    result = carry("b: [\nc: }\nqm.ini\n")
    assert not result.documents
    assert not result.diagnostics


BOMB = "a: &a [x,x,x]\n" + "".join(
    f"{new}: &{new} [*{old},*{old},*{old},*{old},*{old},*{old},*{old},*{old}]\n"
    for old, new in zip("abcdefghijklmno", "bcdefghijklmnop", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB + "q.mqsc: DEFINE QLOCAL(A)\n",
        "mqsc: " + "[" * 20000,
        "mqsc: " + "{a: " * 20000,
        "mqsc:\n" + "".join(" " * depth + "a:\n" for depth in range(2000)),
        "mqsc: " + "- " * 5000,
        "mqsc: |\n" + " " * 100000,
        "mqsc: >\n  " + "\n" * 10000,
        "? mqsc\n: DEFINE QLOCAL(A)\n",
        "? [mqsc, {a: b}]\n: DEFINE QLOCAL(A)\n",
        "&a mqsc: *a\n",
        "mqsc: *nowhere\n",
        "%YAML 9.9\n---\nmqsc: x\n",
        "mqsc: \x01\x02\n",
        "mqsc: \udcff DEFINE QLOCAL(\udcff)\n",
        "mqsc: \u2028 \x85 DEFINE\n",
        "mqsc: '",
        'mqsc: "\\x',
        "mqsc: |9\n",
        "a: 'mqsc\ttab'\n\tb: c\n",
        "---\n---\n--- mqsc\n...\n...\n",
    ],
)
def test_hostile_yaml_does_no_harm(text):
    for document in carry(text).documents:
        document.place(Span(1, 1, 1, 2))


def test_bytes_that_are_no_utf8_stay_in_place():
    text = b"a.mqsc: |\n  * \xe4\xff\n  DEFINE QLOCAL(A)\n"
    document = only(text)
    assert document.text == "* \udce4\udcff\nDEFINE QLOCAL(A)\n"
    assert written(document, "QLOCAL") == "QLOCAL"


@given(
    st.text(alphabet="aB '\"\\:#|>-+\n\t&*", max_size=40),
    st.sampled_from(["|", ">", "'", '"', None]),
    st.sampled_from([2, 3, 6]),
    st.sampled_from([10, 20, 80]),
)
def test_every_scalar_a_writer_can_make_is_placed_exactly(value, style, indent, width):
    text = yaml.dump({"k": {"j": value}}, default_style=style, indent=indent, width=width)
    parsed = YamlText(text)
    ((scalar,),) = yaml_documents(parsed)
    pieces = pieces_of(parsed, scalar.start, scalar.style, scalar.value)
    if not scalar.value.strip("\n "):
        return  # a block of nothing but blanks has no place to speak of
    assert pieces is not None
    assert "".join(piece[0] for piece in pieces) == scalar.value
    for piece, at, verbatim in pieces:
        if verbatim and piece != "\n":
            assert text[at : at + len(piece)] == piece


def test_the_walk_stops_at_a_depth_no_person_writes():
    with pytest.raises(yaml_walk.YamlSyntaxError, match="nested deeper"):
        list(yaml_documents(YamlText("[" * 101)))


def test_a_queue_manager_resource_has_its_settings_with_their_places():
    text = (
        "kind: QueueManager\nmetadata:\n  name: cr\nspec:\n  version: 9.4.0.0-r1\n"
        "  license:\n    use: Production\nx: mq.ibm.com\n"
    )
    (deployment,) = carry(text).deployments
    assert deployment.setting("license.use") == "Production"
    assert deployment.setting("queueManager.availability.type") == ""
    assert deployment.setting_place("version").span == Span(5, 12, 5, 22)
    assert deployment.setting_place("queueManager.name") == deployment.place


def test_config_maps_have_their_keys():
    (store,) = carry(CONFIG_MAP).stores
    assert (store.kind, store.name) == ("ConfigMap", "objects")
    assert list(store.keys)[:4] == ["a.mqsc", "qm.ini", "mqclient.ini", "mqsc.ini"]


def test_a_list_of_config_maps_keeps_the_keys_of_each():
    text = "kind: List\nitems:\n" + "".join(
        f"- kind: ConfigMap\n  metadata:\n    name: {name}\n  data:\n    {name}.mqsc: DEFINE QLOCAL(A)\n"
        for name in "xy"
    )
    assert [(store.name, list(store.keys)) for store in carry(text).stores] == [
        ("x", ["x.mqsc"]),
        ("y", ["y.mqsc"]),
    ]


MANIFEST = """{
  "apiVersion": "v1",
  "items": [
    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "x"}, "data": {
TAB"a.mqsc": "DEFINE QLOCAL(A)\\nDEFINE QLOCAL(B) DESCR('EMOJI')\\n"}}
  ],
  "kind": "List"
}
"""


@pytest.mark.parametrize("tab", ["", "\t"])
@pytest.mark.parametrize("emoji", ["x", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\/"])
def test_a_manifest_in_json_is_read_like_one_in_yaml(tab: str, emoji: str) -> None:
    text = MANIFEST.replace("TAB", tab).replace("EMOJI", emoji)
    (document,) = documents_of(Source("map.json", "map.json", text.encode())).documents
    assert document.text.startswith("DEFINE QLOCAL(A)\nDEFINE QLOCAL(B) DESCR('")
    at = document.place(Span(2, 1, 2, 7)).span
    assert (at.line, text.split("\n")[4][at.column - 1 : at.end_column - 1]) == (5, "DEFINE")
    assert documents_of(Source("map.json", "map.json", b'{"a": "DEFINE QLOCAL(A)"}')).documents == []
