"""The rules on ini files: no findings on anything in the catalogue, exact ones on everything else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.language.files import ini_attributes, ini_stanzas
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.finding import Finding

Lint = Callable[..., list[Finding]]

KINDS = ("qm.ini", "mqs.ini", "mqclient.ini")


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lint:
    """The findings of the syntax and the catalogue on one ini file."""
    monkeypatch.chdir(tmp_path)

    def lint(text: str, name: str = "qm.ini", settings: str = "") -> list[Finding]:
        Path(name).write_bytes(text.encode("utf-8", "surrogateescape"))
        Path("mqtune.toml").write_text(settings)
        result = Session.open(Options([name], select=["SYN", "CAT"])).lint()
        assert [str(crash) for crash in result.crashes] == []
        return result.findings

    return lint


def told(findings: list[Finding]) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.severity, finding.place.span.line) for finding in findings]


@pytest.mark.parametrize("kind", KINDS)
def test_every_stanza_and_key_is_known_in_any_case(kind: str, lint: Lint) -> None:
    for change in (str, str.upper, str.lower):
        lines = []
        for stanza in {known.name: known for known in ini_stanzas(kind).values()}.values():
            lines.append(change(stanza.name) + ":")
            keys = ini_attributes(kind, stanza.name).values()
            lines += [f"   {change(key.name)}=${{VALUE}}" for key in keys]
        codes = {finding.code for finding in lint("\n".join(lines), kind)}
        assert codes <= {"CAT058"}  # keys that were withdrawn


@pytest.mark.parametrize("kind", KINDS)
def test_every_default_and_allowed_value_is_accepted(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: dict[str, str] = {}
    for stanza in {known.name: known for known in ini_stanzas(kind).values()}.values():
        for key in ini_attributes(kind, stanza.name).values():
            values = [*key.values, *map(str.upper, key.values), *map(str.lower, key.values)]
            values += [key.default] if key.default else []
            for value in values:
                texts[f"{len(texts)}/{kind}"] = f"{stanza.name}:\n   {key.name}={value}\n"
    assert texts
    monkeypatch.chdir(tmp_path)
    for path, text in texts.items():
        Path(path).parent.mkdir()
        Path(path).write_text(text, encoding="utf-8")
    result = Session.open(Options(["."], select=["SYN", "CAT"])).lint()
    assert result.summary.files == len(texts)
    wrong = [one for one in result.findings if one.code not in ("CAT058", "CAT067")]
    assert [(one.code, texts[one.place.file]) for one in wrong] == []
    assert result.crashes == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Channels:\n MaxChannels=abc\n", [("CAT055", "warning", 2)]),
        ("Channels:\n MaxChannels=0x10\n", [("CAT055", "warning", 2)]),
        ("Channels:\n MaxChannels=1e3\n", [("CAT055", "warning", 2)]),
        ("Channels:\n MaxChannels=+0200\n", []),
        ("Channels:\n MaxChannels=0\n", [("CAT056", "warning", 2)]),
        ("Channels:\n AdoptNewMCATimeout=0\n", [("CAT056", "info", 2)]),
        ("TCP:\n Port=65536\n", [("CAT056", "warning", 2)]),
        ("Log:\n LogPrimaryFiles=511\n", [("CAT056", "warning", 2)]),
        ("TuningParameters:\n ImplSyncOpenOutput=ON\n", [("CAT055", "warning", 2)]),
        ("SSL:\n OutboundSNI=HOST\n", [("CAT054", "warning", 2)]),
        ("SSL:\n AllowTLSV13=Yes\n", []),
        ("TCP:\n KeepAlive=True\n", [("CAT054", "warning", 2)]),
        ("Channels:\n PasswordProtection=never\n", [("CAT054", "info", 2)]),
        ("Filesystem:\n Unknown=1\n", [("CAT052", "info", 2)]),
        ("Channels:\n PPMaxThreads=1\n", [("CAT058", "info", 2)]),
        ("Channels:\n PPMaxProcesses=-1\n", [("CAT058", "info", 2)]),
        ("TuningParameters:\n AgentClassLimit1=(150,250,999)\n", [("CAT058", "info", 2)]),
        ("Channels:\n MaxActiveChannels=-7\n", [("CAT056", "warning", 2)]),
        ("TCP:\n SndBuffSize=-1\n", [("CAT056", "warning", 2)]),
        ("Variables:\n ANYTHING=x\n", []),
        ("TuningParameters:\n Undocumented=x\n", []),
        ("TuningParameters:\n MaxChannels=5\n", []),
        ("Channels:\n SHARECNV=10\n", [("CAT052", "warning", 2)]),
        ("TCP:\n MaxChannels=5\n", [("CAT053", "warning", 2)]),
        ("Channels:\n MaxChannels\n", [("SYN033", "warning", 2)]),
        ("Channels:\n // MaxChannels=5\n", [("SYN035", "warning", 2)]),
        ("TCP:\n\u00a0KeepAlive=Yes\n", [("SYN036", "warning", 2)]),
        ("\ufeffTCP:\n KeepAlive=Yes\n", [("SYN014", "warning", 1)]),
        ("QMErrorLog:\n ErrorLogSize=\n", [("CAT068", "warning", 2)]),
        ("ExitPath:\n ExitsDefaultPath=\n", []),
        ('TCP:\n KeepAlive="Yes"\n', [("CAT063", "warning", 2)]),
        ("TCP: note\n KeepAlive=Yes\n", [("CAT062", "info", 1)]),
        ("TCP:\u00a0\n KeepAlive=Yes\n", []),
        ("TCP:\n KeepAlive=Yes\n KeepAlive=Yes\n", [("CAT061", "info", 3)]),
        ("TCP:\n KeepAlive=Yes\nTCP:\n", []),
        ("JWKS:\n UserClaim=a\nJWKS:\n UserClaim=b\n", []),
        ("ExitPath:\n ExitsDefaultPath=/a#b\n", [("CAT064", "warning", 2)]),
    ],
)
def test_names_and_values_are_reported_once_at_their_line(
    text: str, expected: list[tuple[str, str, int]], lint: Lint
) -> None:
    assert told(lint(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Channels:\n MaxChannels={{ n }}\n MaxActiveChannels=${N}\n MQIBindType=@@BIND@@\n",
        "AutoCluster:\n Repository1Name=__ENV__QM01\n Type={{ type }}\n",
        "{{ .Stanza }}:\n Key=1\nTCP:\n {{ .Key }}=1\n",
        "{% if a %}\nTCP:\n KeepAlive=Yes\n{% else %}\nTCP:\n KeepAlive=No\n{% endif %}\n",
        "JWKS:\n Endpoint=https://<hostname>:32030/realms#x\n",
    ],
)
def test_templates_have_no_findings(text: str, lint: Lint) -> None:
    assert lint(text) == []


def test_levels_and_platforms_are_reported_only_if_they_are_declared(lint: Lint) -> None:
    text = "SSL:\n OutboundSNI=HOSTNAME\nLog:\n LogReceiverSize=65536\n"
    assert lint(text) == []
    assert told(lint(text, settings='mq-version = "9.2"\n')) == [("CAT057", "warning", 2)]
    assert told(lint(text, settings='platform = "linux"\n')) == [("CAT059", "warning", 4)]


def test_a_level_newer_than_the_catalogue_makes_unknown_names_an_info(lint: Lint) -> None:
    assert told(lint("NewStanza:\n Key=1\nTCP:\n NewKey=1\n", settings='mq-version = "11.0"\n')) == [
        ("CAT050", "info", 1),
        ("CAT052", "info", 4),
    ]


def test_no_value_or_name_is_ever_an_error(lint: Lint) -> None:
    lines = []
    for stanza in {known.name: known for known in ini_stanzas("qm.ini").values()}.values():
        lines.append(f"{stanza.name}: x")
        for key in ini_attributes("qm.ini", stanza.name).values():
            lines += [f"   {key.name}=-1x#y", f"   {key.name}x=1"]
    findings = lint("\n".join(lines))
    assert findings
    assert {finding.severity for finding in findings} <= {"warning", "info"}


def test_a_trace_file_has_its_own_stanzas(lint: Lint) -> None:
    text = "AllActivityTrace:\n ActivityInterval=1\nApplicationTrace:\n ApplName=amqs*\n Trace=OFF\n"
    assert lint(text, "mqat.ini") == []
    assert told(lint(text)) == [("CAT051", "warning", 1), ("CAT051", "warning", 3)]


def test_real_files_have_only_one_finding(corpus: Path, tmp_path: Path, lint: Lint) -> None:
    names = {"qmini": "qm.ini", "mqclientini": "mqclient.ini", "mqsini": "mqs.ini"}
    found = {}
    for folder, usual in names.items():
        for path in sorted((corpus / folder).iterdir()):
            name = "mqat.ini" if path.name.endswith("mqat.ini") else usual
            for finding in lint(path.read_bytes().decode("utf-8", "surrogateescape"), name):
                found[path.name] = finding.message
    assert list(found.values()) == ["stanza ApplicationTrace belongs in mqat.ini, not in qm.ini"]


@pytest.mark.parametrize(
    ("text", "said", "level"),
    [
        ("NativeHALocalInstanc:\n   Name=x\n", "the closest known stanza is NativeHALocalInstance", "9.2.3"),
        ("SSL:\n   AllowTLSV13x=TRUE\n", "the closest known key is AllowTLSV13", "9.1.4"),
    ],
)
def test_a_name_of_a_later_level_is_suggested_without_a_fix(
    text: str, said: str, level: str, lint: Lint
) -> None:
    (late,) = lint(text, settings='mq-version = "9.1"\n')
    assert late.help.startswith(f"{said}, which was introduced in {level}")
    assert late.fixes == ()
    (known,) = lint(text, settings='mq-version = "9.4"\n')
    assert known.help == said
    assert len(known.fixes) == 1


# files that IBM's documentation allows, each with the level from which on it does
DOCUMENTED = [
    (
        "qm.ini",
        "9.0",
        "TCP:\n   StrPort=5000\n   EndPort=5010\n   ListenerBacklog=512\n   SvrSndBuffSize=0\n",
    ),
    ("qm.ini", "10.0.0", "NativeHARecoveryGroup:\n   GroupName=B\n   SyncReplication=Yes\n"),
    ("qm.ini", "10.0.0", "NativeHARecoveryGroup:\n   GroupName=B\n   SyncConsistency=Eventual\n"),
    (
        "qm.ini",
        "9.4",
        "DiagnosticMessages:\n   Name=A\n   Service=Appliance\n   Severities=E+\n   MessageDetail=Extended\n",
    ),
    (
        "qm.ini",
        "9.3",
        "NativeHALocalInstance:\n HeartbeatInterval=60000\n HeartbeatTimeout=120000\n RetryInterval=500\n",
    ),
    (
        "qm.ini",
        "9.4.2",
        "NativeHALocalInstance:\n   GroupLocalAddress=(9415)\n   GroupCipherSpec=ANY_TLS12\n",
    ),
    ("qm.ini", "9.1.1", "SSL:\n   AllowedCipherSpecs=ANY_TLS12\n"),
    ("qm.ini", "9.1.4", "SSL:\n   AllowTLSV13=TRUE\n"),
    ("qm.ini", "9.2.1", "SSL:\n   OutboundSNI=HOSTNAME\nTCP:\n   SecureCommsOnly=YES\n"),
    ("qm.ini", "9.2.3", "SSL:\n   MinimumRSAKeySize=1\n"),
    ("qm.ini", "9.0", "Channels:\n   ChlauthEarlyAdopt=E\n   AdoptNewMCACheck=NONE\n"),
    ("qm.ini", "9.2.0", "Channels:\n   ChlauthIgnoreUserCase=Y\n"),
    (
        "mqs.ini",
        "9.2.0",
        "AllQueueManagers:\n   DefaultPrefix=/var/mqm\n   DefaultEphemeralPrefix=/run/mqm\n",
    ),
    (
        "mqs.ini",
        "9.2.0",
        "QueueManager:\n   Name=A\n   Prefix=/var/mqm\n   Directory=A\n   EphemeralPrefix=/run/mqm\n",
    ),
    ("mqclient.ini", "9.3.0", "Security:\n   MQIInitialKeyFile=/etc/mqm/key\n"),
    ("mqclient.ini", "9.0", "MessageBuffer:\n   MaximumSize=-1\n   UpdatePercentage=-1\n   PurgeTime=600\n"),
    ("mqclient.ini", "9.3.3", "Trace:\n   MQDotnetTraceLevel=2\n   MQDotnetTracePath=C:\\trace\n"),
    ("mqclient.ini", "9.4.0", "Trace:\n   XMSDotnetTraceLevel=1\n   XMSDotnetTraceFilePath=C:\\trace\n"),
    ("mqclient.ini", "9.3", "TCP:\n   LocalAddress=10.0.0.1\n   CommsTraceBufferSize=100\n"),
]


@pytest.mark.parametrize(("name", "level", "text"), DOCUMENTED)
def test_what_the_documentation_allows_has_no_finding(name: str, level: str, text: str, lint: Lint) -> None:
    assert told(lint(text, name)) == []
    assert told(lint(text, name, f'mq-version = "{level}"\n')) == []


@pytest.mark.parametrize(
    ("name", "text", "finding"),
    [
        ("qm.ini", "NativeHALocalInstance:\n   HeartbeatInterval=499\n", ("CAT056", "warning", 2)),
        ("qm.ini", "NativeHALocalInstance:\n   HeartbeatTimeout=120001\n", ("CAT056", "warning", 2)),
        ("qm.ini", "NativeHALocalInstance:\n   RetryInterval=0\n", ("CAT056", "warning", 2)),
        ("mqclient.ini", "MessageBuffer:\n   MaximumSize=-2\n", ("CAT056", "warning", 2)),
        ("mqclient.ini", "MessageBuffer:\n   UpdatePercentage=101\n", ("CAT056", "warning", 2)),
        ("mqclient.ini", "Trace:\n   MQDotnetTraceLevel=3\n", ("CAT056", "warning", 2)),
    ],
)
def test_what_the_documentation_excludes_is_found(
    name: str, text: str, finding: tuple[str, str, int], lint: Lint
) -> None:
    assert told(lint(text, name)) == [finding]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [('mq-version = "9.2.0"\n', []), ('mq-version = "9.2.1"\n', [("CAT058", "info", 2)])],
)
def test_a_key_is_deprecated_from_the_release_that_replaced_it(
    settings: str, expected: list[tuple[str, str, int]], lint: Lint
) -> None:
    assert told(lint("SSL:\n   AllowOutboundSNI=NO\n", settings=settings)) == expected
