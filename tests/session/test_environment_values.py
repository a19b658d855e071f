"""One chart is linted once for each environment that has values."""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.project import placeholder_values
from mqtune.project.load import ProjectError
from mqtune.project.placeholder_values import read_values
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.template_values import TemplateValues, rendered

PROJECT = """
[[environment]]
name = "dev"
values = ["chart/values.yaml", "values/dev.yaml"]

[[environment]]
name = "prod"
values = ["chart/values.yaml", "values/prod.yaml"]
"""
FILES = {
    "mqtune.toml": PROJECT,
    "chart/values.yaml": "qm: PAY\ndepth: 100\n",
    "values/dev.yaml": "qm: PAYD\n",
    "values/prod.yaml": "depth: 9999999999\n",
    "chart/templates/a.yaml": (
        "kind: ConfigMap\nmetadata:\n  name: {{ .Values.qm }}\ndata:\n  a.mqsc: |\n"
        "    DEFINE QLOCAL({{ .Values.qm }}.IN) REPLACE MAXDEPTH({{ .Values.depth }}) GET(DISABEL)\n"
        "    DEFINE QALIAS(ALIAS) REPLACE TARGET(BASE.Q)\n"
    ),
    "chart/templates/base.mqsc": "DEFINE QLOCAL(BASE.Q) REPLACE\n",
}


def written(folder: Path, files: dict[str, str], **more: str) -> Path:
    for name, text in {**files, **more}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def lint(folder: Path, *select: str) -> list[tuple[str, str | None, str]]:
    result = Workspace.open(Options([str(folder)], select=select or ("CAT", "SYN", "REF"))).lint()
    assert not result.crashes
    return [(one.code, one.environment, one.message) for one in result.findings]


def test_a_template_is_linted_once_for_each_environment(tmp_path: Path) -> None:
    found = lint(written(tmp_path, FILES))
    assert found == [
        ("CAT018", "prod", "MAXDEPTH(9999999999) is outside the range 0 to 999999999 messages"),
        ("CAT015", "dev", "DISABEL is not a valid value for GET"),
        ("CAT015", "prod", "DISABEL is not a valid value for GET"),
    ]


def test_what_has_no_placeholder_belongs_to_each_environment(tmp_path: Path) -> None:
    session = Session.open(Options([str(written(tmp_path, FILES))]))
    assert [estate.environment for estate in session.estates] == ["dev", "prod"]
    for estate, name in zip(session.estates, ("PAYD.IN", "PAY.IN"), strict=True):
        objects = {key[1] for one in estate.queue_managers for key in one.objects if one.objects[key].given}
        assert name in objects
    assert session.lint().summary.files == 2


def test_files_of_an_environment_and_values_of_another(tmp_path: Path) -> None:
    project = PROJECT.replace('name = "dev"', 'name = "dev"\nfiles = ["dev/**"]')
    project += '\n[[environment]]\nname = "test"\nfiles = ["test/**"]\n'
    line = "DEFINE QLOCAL(A) REPLACE MAXDEPTH({{ depth }})\n"
    folder = written(
        tmp_path,
        {"mqtune.toml": project, **{k: v for k, v in FILES.items() if k.startswith(("chart/v", "values"))}},
        **{
            "dev/a.mqsc": line,
            "test/a.mqsc": line,
            "shared/a.mqsc": line,
            "shared/b.mqsc": "DEFINE QLOCAL(B) REPLACE\n",
            "other/c.mqsc": "DEFINE QLOCAL(C) REPLACE\n",
        },
    )
    estates = Session.open(Options([str(folder)])).estates
    files = {
        estate.environment: sorted(
            Path(script.document.source.path).relative_to(tmp_path).as_posix()
            for one in estate.queue_managers
            for script in one.scripts
        )
        for estate in estates
    }
    assert files == {
        "dev": ["dev/a.mqsc", "shared/a.mqsc", "shared/b.mqsc"],
        "prod": ["other/c.mqsc", "shared/a.mqsc", "shared/b.mqsc"],
        "test": ["test/a.mqsc"],
    }


def test_a_directive_is_used_if_one_environment_needs_it(tmp_path: Path) -> None:
    text = FILES["chart/templates/a.yaml"]
    text = text.replace("    DEFINE QLOCAL", "    * mqtune: ignore CAT018\n    DEFINE QLOCAL")
    folder = written(tmp_path, FILES, **{"chart/templates/a.yaml": text})
    assert [code for code, *_ in lint(folder)] == ["CAT015", "CAT015"]
    text = text.replace("CAT018", "CAT020")
    written(tmp_path, {"chart/templates/a.yaml": text})
    assert [code for code, *_ in lint(folder)].count("SYN091") == 1


def test_a_fix_counts_for_all_environments(tmp_path: Path) -> None:
    folder = written(tmp_path, FILES)
    outcome = fix_workspace(Workspace.open(Options([str(folder)], select=("CAT",))), unsafe=True)
    (text,) = outcome.texts.values()
    assert text == FILES["chart/templates/a.yaml"].replace("DISABEL", "DISABLED")


@pytest.mark.parametrize(
    ("name", "text", "file", "line"),
    [
        ("mqtune.toml", PROJECT.replace("dev.yaml", "none.yaml"), "mqtune.toml", 2),
        ("values/dev.yaml", "a: 1\nb: [\n", "values/dev.yaml", 3),
    ],
)
def test_wrong_values_are_errors_with_their_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, file: str, line: int
) -> None:
    monkeypatch.chdir(written(tmp_path, FILES, **{name: text}))
    with pytest.raises(ProjectError) as caught:
        Workspace.open(Options(["."]))
    assert (caught.value.file, caught.value.line) == (file, line)


METACHARACTERS = """\
DEFINE QLOCAL({{ a.name }}) DESCR('{{ quote }} x') REPLACE MAXDEPHT(1)
DEFINE QLOCAL(B{{ close }}) REPLACE BAD({{ a.name }}) {{ plus }}
  GET(DISABEL)
\tDEFINE QLOCAL({{ semicolon }}) REPLACE BAD(1)\r
{{ star }} DEFINE QLOCAL(C{{ a.name
}}) REPLACE BAD(1)
* {{ quote }} {{ a.name }}
DEFINE QLOCAL(Z.{{ a.name -}}  ) REPLACE +
* {{ semicolon }}
  BAD({{ unknown }}) DESCR('{{ a.name }} and {{ empty }} x') PUT({{ empty }})
"""
VALUES = """\
a: {name: "Q.5"}
quote: "O'Brien"
close: ") GET(DISABLED"
semicolon: "A; DELETE QLOCAL(B)"
plus: "+"
star: "* x"
empty: ""
"""


def test_any_value_is_checked_as_it_is_rendered(tmp_path: Path) -> None:
    folder = written(tmp_path, {"t/a.mqsc.j2": METACHARACTERS, "v.yaml": VALUES})
    values = str(folder / "v.yaml")
    text = rendered(Excerpt.of_text(METACHARACTERS), read_values([values])).text
    written(folder, {"p/a.mqsc.j2": text})

    def messages(path: str, *files: str) -> list[tuple[str, str]]:
        result = Session.open(Options([str(folder / path)], select=("CAT", "SYN"), values=files)).lint()
        assert not result.crashes
        return sorted((one.code, one.message) for one in result.findings)

    assert messages("t", values) == messages("p")
    assert len(messages("p")) > 5


QUEUE_MANAGER = """\
apiVersion: mq.ibm.com/v1beta1
kind: QueueManager
metadata: {name: {{ .Values.qm | lower }}}
spec:
  queueManager:
    name: {{ .Values.qm }}
    mqsc:
    - configMap: {name: {{ .Values.qm | lower }}, items: [a.mqsc, extra.mqsc]}
---
kind: ConfigMap
metadata: {name: {{ .Values.qm | lower }}}
data:
  a.mqsc: |
    DEFINE QLOCAL(A) REPLACE
  extra.mqsc: |
    {{- .Values.extra.mqsc | nindent 4 }}
"""


def test_mqsc_in_values_is_checked_there_for_the_queue_manager_that_inserts_it(tmp_path: Path) -> None:
    project = PROJECT + '[[environment]]\nname = "test"\nvalues = ["chart/values.yaml", "values/test.yaml"]\n'
    base = (
        "qm: PAY\nextra:\n  mqsc: |\n    DEFINE QALIAS(BASE) TARGET(A) MAXDEPHT(1)\n    ALTER QMGR DEADQ(A)\n"
    )
    prod = base.replace("BASE", "PROD").replace("qm: PAY", "qm: PAYP")
    folder = written(
        tmp_path,
        {
            "mqtune.toml": project,
            "chart/templates/qm.yaml": QUEUE_MANAGER,
            "chart/values.yaml": base,
            "values/dev.yaml": "qm: PAYD\n",
            "values/prod.yaml": prod,
            "values/test.yaml": "extra: {mqsc: }\n",
        },
    )
    session = Session.open(Options([str(folder)], select=("CAT",)))
    found = [
        (one.environment, one.queue_manager, Path(one.place.file).name, one.place.span.line, str(one.object))
        for one in session.lint().findings
    ]
    assert found == [
        ("dev", "PAYD", "values.yaml", 4, "QALIAS(BASE)"),
        ("prod", "PAYP", "prod.yaml", 4, "QALIAS(PROD)"),
    ]
    assert [[one.name for one in estate.queue_managers] for estate in session.estates] == [
        ["PAYD"],
        ["PAYP"],
        ["PAY"],
    ]
    again = session.with_texts({file: text + "\n" for file, text in session.texts.items()})
    assert len(again.lint().findings) == 2


def test_a_chart_within_a_chart_gets_what_is_below_its_name(tmp_path: Path) -> None:
    template = "DEFINE QLOCAL({{ .Values.name }}.{{ .Values.global.site }}.{{ .Values.own }}) REPLACE\n"
    folder = written(
        tmp_path,
        {
            "Chart.yaml": "name: bank\n",
            "values.yaml": "name: OUTER\nglobal: {site: S1}\nmq: {name: INNER}\n",
            "charts/mq/Chart.yaml": "name: mq\n",
            "charts/mq/values.yaml": "name: DEFAULT\nown: X\n",
            "charts/mq/templates/a.mqsc": template,
            "templates/b.mqsc": template,
        },
    )
    files = [str(folder / name) for name in ("charts/mq/values.yaml", "values.yaml")]
    session = Session.open(Options([str(folder)], values=files))
    names = {key[1] for one in session.estates[0].queue_managers for key in one.objects}
    assert "INNER.S1.X" in names
    alone = Session.open(Options([str(folder / "charts")], values=files[:1]))
    names = {key[1] for one in alone.estates[0].queue_managers for key in one.objects}
    assert "DEFAULT.{{ .Values.global.site }}.X" in names


def test_values_of_an_undeclared_environment_belong_to_none(tmp_path: Path) -> None:
    mqsc = "mqsc: |\n  DEFINE QLOCAL(A) MAXDEPHT(1) REPLACE\n  DEFINE QLOCAL(B) REPLACE\n"
    folder = written(tmp_path, FILES, **{"values/test.yaml": mqsc, "values/prod.yaml": "depth: 1\n" + mqsc})
    found = {
        (Path(one.place.file).name, one.environment)
        for one in Session.open(Options([str(folder)], select=("CAT005",))).lint().findings
    }
    assert found == {("test.yaml", None), ("prod.yaml", "prod")}


OVERLAY = {
    "v.yaml": "depth: 5\n",
    "base/10.mqsc": "DEFINE QLOCAL('QX') USAGE(XMITQ) REPLACE\n",
    "ov/prod/30.mqsc": "DEFINE CHANNEL('A.TO.X') CHLTYPE(SDR) CONNAME('h(1414)') XMITQ('QX') REPLACE\n",
    "ov/test/30.mqsc": "DEFINE CHANNEL('A.TO.X') CHLTYPE(SDR) CONNAME('t(1414)') XMITQ('QX') REPLACE\n",
}
PROD = '[[environment]]\nname = "prod"\nfiles = ["ov/prod/**"]\nvalues = ["v.yaml"]\n'
TEST = '[[environment]]\nname = "test"\nfiles = ["ov/test/**"]\n'
QMA = '[[queue-manager]]\nname = "QMA"\ncomplete = true\n'


@pytest.mark.parametrize(
    "declared",
    [
        PROD + QMA + 'environment-name = "prod"\nfiles = ["base/*.mqsc", "ov/prod/*.mqsc"]\n',
        PROD + QMA + 'files = ["base/*.mqsc", "ov/prod/*.mqsc"]\n',
        PROD + TEST + QMA + 'files = ["base/*.mqsc", "ov/*/*.mqsc"]\n',
        PROD
        + TEST
        + QMA
        + 'environment-name = "prod"\nfiles = ["base/**", "ov/prod/**"]\n'
        + QMA
        + 'environment-name = "test"\nfiles = ["base/**", "ov/test/**"]\n',
        PROD + TEST + 'values = ["v.yaml"]\n' + QMA + 'files = ["base/*.mqsc", "ov/*/*.mqsc"]\n',
    ],
)
def test_files_of_a_queue_manager_belong_to_it_in_an_environment_with_files_and_values(
    tmp_path: Path, declared: str
) -> None:
    files = {name: text for name, text in OVERLAY.items() if "test" in declared or "test" not in name}
    folder = written(tmp_path, files, **{"mqtune.toml": declared})
    findings = lint(folder, "REF001", "REF014")
    assert findings == []
    managers = Workspace.open(Options([str(folder)])).sessions[0].queue_managers
    objects = {one.environment_name: {"QX", "A.TO.X"} & {key[1] for key in one.objects} for one in managers}
    expected = {"prod", "test"} if "test" in declared else {"prod"}
    assert objects == {name: {"QX", "A.TO.X"} for name in expected}


@pytest.mark.parametrize("padding", ["", "* text-without-many-words\n" * 4_100])
def test_environments_too_many_for_the_shared_files_are_counted_as_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, padding: str
) -> None:
    names = [f"e{number}" for number in range(90)]
    files = 1 if padding else 100
    folder = written(
        tmp_path,
        {f"{name}.yaml": f"queue: {name.upper()}\n" for name in names},
        **{f"t{number}.mqsc.j2": f"{padding}DEFINE QLOCAL({{{{ queue }}}})\n" for number in range(files)},
        **{f"{name}/x.mqsc": "DEFINE QLOCAL(X)\n" for name in names[-2:]},
        **{
            "mqtune.toml": "".join(
                f'[[environment]]\nname = "{name}"\nvalues = ["{name}.yaml"]\nfiles = ["{name}/**"]\n'
                for name in names
            )
        },
    )
    monkeypatch.chdir(folder)
    if not padding:
        monkeypatch.setattr("mqtune.text.not_checked.MOST_TIMES", 0)
        monkeypatch.setattr("mqtune.text.not_checked.LEAST", 2_620_000)
    session = Session.open(Options(["."]))
    result = session.lint()
    assert not result.crashes
    read = 40 if padding else 50
    values = f"the values of {90 - read} of 90 environments (e{read} to e89)"
    reason = f"in part, because {values} are too many for {files} shared file{'s' * (files != 1)}"
    assert result.summary.not_checked.files == [("mqtune.toml", reason)]
    assert {file.environment for file in session.inputs.versions("t0.mqsc.j2")} == set(names[:read])
    assert [len(session.inputs.versions(f"{name}/x.mqsc")) for name in names[-2:]] == [1, 1]


def test_a_template_of_short_words_is_read_for_fewer_environments(tmp_path: Path) -> None:
    environments = "".join(f'[[environment]]\nname = "e{n}"\nvalues = ["v.yaml"]\n' for n in range(400))
    read = []
    for line in ("DEF QL({{ a }})\n", "DEF QL({{ a }})" + "x" * 60 + "\n"):
        text = line * (30_000 // len(line))
        written(tmp_path, {"mqtune.toml": environments, "v.yaml": "b: A\n", "t.mqsc.j2": text})
        inputs = Session.open(Options([str(tmp_path)])).inputs
        read.append(len(inputs.by_environment.environments))
    assert 20 < read[0] < read[1] - 40


def test_a_few_environments_are_read_however_many_files_they_share(tmp_path: Path) -> None:
    files = {f"v{number}.yaml": f"queue: Q{number}\n" for number in range(20)}
    files |= {f"t{number}.mqsc.j2": "DEFINE QLOCAL({{ queue }})\n" for number in range(260)}
    files["mqtune.toml"] = "".join(
        f'[[environment]]\nname = "e{number}"\nvalues = ["v{number}.yaml"]\n' for number in range(20)
    )
    session = Session.open(Options([str(written(tmp_path, files))]))
    assert not session.inputs.not_checked
    assert len({file.environment for file in session.inputs.files if file.is_template}) == 20


def test_a_values_file_is_read_once_however_many_environments_list_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"v.yaml": "queue: Q\n", "t.mqsc.j2": "DEFINE QLOCAL({{ queue }})\n"}
    files["mqtune.toml"] = "".join(
        f'[[environment]]\nname = "e{number}"\nvalues = ["v.yaml"]\n' for number in range(5)
    )
    read: list[str] = []
    monkeypatch.setattr(placeholder_values, "read_text", lambda path: read.append(path) or "queue: Q\n")
    session = Session.open(Options([str(written(tmp_path, files))]))
    assert len(read) == 1
    (template,) = {file.shown for file in session.inputs.files if file.is_template}
    assert session.inputs.texts_with_values(template) == ["queue: Q\n", "DEFINE QLOCAL(Q)\n"]


def test_a_value_is_looked_for_in_the_layers_that_have_its_name() -> None:
    asked: list[int] = []

    class Layer(dict[str, object]):
        def get(self, name: str, default: object = None) -> object:
            asked.append(len(self))
            return super().get(name, default)

    layers = [Layer(x="A"), *(Layer({f"y{number}": "B"}) for number in range(100))]
    values = TemplateValues(layers)
    assert (values.find(("x",)), values.find(("y99",))) == ("A", "B")
    assert len(asked) == 2
