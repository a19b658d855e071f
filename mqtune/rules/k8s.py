"""K8S001 to K8S007: MQSC in Kubernetes manifests, QueueManager resources, and the ConfigMaps they name."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Dialect, Hit, rule
from mqtune.estate.model import Estate, QueueManager
from mqtune.syntax.carriers.result import Deployment, Store
from mqtune.syntax.ccdt.tree import CcdtFile
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.fold import is_folded, joined_word
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import Span
from mqtune.text.finding import ObjectName, Related

# K8S001: MQSC in a folded YAML scalar, whose lines are joined into one.


@rule("K8S001")
def folded_commands(tree: Script | IniFile | CcdtFile, dialect: Dialect) -> Iterator[Hit]:
    """MQSC is in a folded YAML scalar (`>`), and folding joins a command with the comment or command on the
    next line.

    There is one finding per scalar, since one character fixes it. Rules on the words of a command do not
    look at a command that is joined with another one.
    """
    document = tree.document
    if not isinstance(tree, Script) or not is_folded(document):
        return
    for number, line in enumerate(tree.lines, 1):
        word = joined_word(document, number, line.text)
        if word is None:
            continue
        what = "a comment" if word.startswith("*") else f"the command {word.upper()}"
        yield Hit(
            document.place(Span(number, 1, number, 2)),
            f"a folded scalar (>) joins this line with the following lines, among them {what}",
            object=ObjectName("YAML", document.container),
            attribute="scalar",
        )
        return


# K8S002 to K8S007: QueueManager resources, and the ConfigMaps they name.

# channels whose partners keep sequence numbers, or a record of the queue manager itself
STATEFUL = ("CLUSRCVR", "CLUSSDR", "SDR", "SVR", "RCVR", "RQSTR")
TEST_LICENCES = ("NonProduction", "Development")


def resource_hit(deployment: Deployment, setting: str, message: str, help: str = "") -> Hit:
    """A finding on one setting of a queue manager resource."""
    return Hit(
        deployment.setting_place(setting),
        message,
        help=help,
        object=ObjectName("QueueManager", deployment.name),
        attribute=setting,
    )


def stores_of(estate: Estate) -> dict[tuple[str, str], list[Store]]:
    """The ConfigMaps and Secrets by kind and name."""
    stores: dict[tuple[str, str], list[Store]] = {}
    for store in estate.stores:
        if not has_placeholder(store.name):
            stores.setdefault((store.kind, store.name), []).append(store)
    return stores


@rule("K8S002")
def missing_configmap_key(estate: Estate) -> Iterator[Hit]:
    """A QueueManager resource lists an item of a ConfigMap or Secret that is among the files and has no such
    key.
    """
    stores = stores_of(estate)
    for deployment in estate.deployments:
        for language, kind, name, key in deployment.parts:
            candidates = stores.get((kind, name), [])
            known = [store for store in candidates if store.keys]
            if not key or not known or has_placeholder(key) or any(key in store.keys for store in known):
                continue
            if any(has_placeholder(store_key) for store in known for store_key in store.keys):
                continue
            present = ", ".join(list(known[0].keys)[:8])
            hit = resource_hit(
                deployment,
                item_setting(deployment, language, name, key),
                f"QueueManager {deployment.name} lists {key}, which is missing from {kind} {name} (keys: "
                f"{present})",
                help=f"name a key that {kind} {name} has, or add {key} to it",
            )
            hit.related = (Related(known[0].place, f"{kind} {name} is defined here"),)
            yield hit


def item_setting(deployment: Deployment, language: str, name: str, key: str) -> str:
    """The path of an item in the spec of a resource."""
    prefix = f"queueManager.{language}."
    for path, (value, _) in deployment.settings.items():
        if value == key and path.startswith(prefix) and ".items." in path:
            owner = path.partition(".items.")[0]
            if deployment.setting(f"{owner}.name") == name:
                return path
    return ""


@rule("K8S003")
def unused_script_in_configmap(estate: Estate) -> Iterator[Hit]:
    """A ConfigMap whose keys a QueueManager resource lists contains another script or ini file that no
    resource lists.
    """
    stores = stores_of(estate)
    named: dict[tuple[str, str], set[str]] = {}
    for deployment in estate.deployments:
        for _, kind, name, key in deployment.parts:
            named.setdefault((kind, name), set()).add(key)
    for manager in estate.queue_managers:
        documents = [script.document for script in manager.scripts] + [ini.document for ini in manager.inis]
        for document in documents:
            kind, _, name = document.resource.partition("/")
            keys = named.get((kind, name))
            key = key_of(document.container)
            unknown = (
                not keys or not key or "" in keys or any(has_placeholder(listed_key) for listed_key in keys)
            )
            if unknown or keys is None or key in keys or has_placeholder(key):
                continue
            for store in stores.get((kind, name), ())[:1]:
                if key not in store.keys:
                    continue
                yield Hit(
                    store.keys[key],
                    f"no QueueManager resource lists {key} of {kind} {name} (listed: "
                    f"{', '.join(sorted(keys)[:8])})",
                    help=f"add {key} to the items of the resource, or remove it from the {kind}",
                    object=ObjectName(kind, name),
                    attribute=key,
                )


def key_of(container: str) -> str:
    """The key of a text in a ConfigMap: `a.mqsc` of `data["a.mqsc"]`."""
    head, sign, rest = container.partition('["')
    if sign and head in ("data", "stringData"):
        return rest.rpartition('"]')[0]
    head, sign, rest = container.partition(".")
    return rest if sign and head in ("data", "stringData") else ""


@rule("K8S004")
def floating_version(estate: Estate) -> Iterator[Hit]:
    """spec.version of a QueueManager resource is `latest`."""
    for deployment in estate.deployments:
        version = deployment.setting("version")
        if version.lower() == "latest" or version.lower().endswith("-latest"):
            yield resource_hit(deployment, "version", f"QueueManager {deployment.name} has version {version}")


@rule("K8S005")
def ephemeral_storage_with_message_channels(estate: Estate) -> Iterator[Hit]:
    """A QueueManager resource has ephemeral storage, and its scripts define message channels."""
    for deployment in estate.deployments:
        setting = "queueManager.storage.queueManager.type"
        if deployment.setting(setting) != "ephemeral":
            continue
        manager = estate.named(deployment.name)
        channel = stateful_channel(manager) if manager is not None else ""
        if channel:
            yield resource_hit(
                deployment, setting, f"QueueManager {deployment.name} has ephemeral storage, but {channel}"
            )


def stateful_channel(manager: QueueManager) -> str:
    """The first channel whose partners keep state about the queue manager, in words; "" if there is none."""
    for channel in manager.of_type("CHANNEL"):
        if channel.statements and channel.subtype in STATEFUL and not channel.predefined:
            return f"CHANNEL({channel.name}) has partners that rely on its state"
    return ""


@rule("K8S006")
def test_licence_in_production(estate: Estate) -> Iterator[Hit]:
    """A queue manager that is declared as production (`role = "production"` of `[[queue-manager]]`) has a
    QueueManager resource with license.use NonProduction or Development.
    """
    for deployment in estate.deployments:
        use = deployment.setting("license.use")
        manager = estate.named(deployment.name)
        declaration = manager.declaration if manager is not None else None
        if use in TEST_LICENCES and declaration is not None and declaration.role == "production":
            yield resource_hit(
                deployment,
                "license.use",
                f"QueueManager {deployment.name} is declared as production but has license.use {use}",
            )


@rule("K8S007")
def unencrypted_native_ha(estate: Estate) -> Iterator[Hit]:
    """A QueueManager resource has availability type NativeHA and no availability.tls."""
    for deployment in estate.deployments:
        kind = deployment.setting("queueManager.availability.type")
        secured = any(path.startswith("queueManager.availability.tls.") for path in deployment.settings)
        if kind == "NativeHA" and not secured:
            yield resource_hit(
                deployment,
                "queueManager.availability.type",
                f"QueueManager {deployment.name} replicates its log unencrypted (NativeHA, no "
                "availability.tls)",
            )
