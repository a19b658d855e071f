"""The containers and pods in which a script calls runmqsc.

A call without a queue manager means the default one of its container, so in several containers such calls
mean several queue managers.
"""

from __future__ import annotations

from mqtune.syntax.carriers.shell_output import base_name
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import ShellCommand

_CLIENTS = frozenset({"docker", "docker-compose", "kubectl", "nerdctl", "oc", "podman", "podman-compose"})
_VERBS = frozenset({"exec", "rsh"})
_WITH_ARGUMENT = frozenset(
    {"-c", "--container", "-e", "--env", "--env-file", "-n", "--namespace", "-u", "--user", "-w", "--workdir"}
    | {"--context", "--index", "--kubeconfig", "--shell"}
)
# the pods of a stateful set are instances of one queue manager; those of the operator end in -ibm-mq-0
_POD_NUMBER = lazy_pattern(r"(?:-ibm-mq)?-\d+\Z")


def host_of(command: ShellCommand) -> str:
    """The container or pod in which a command runs its argument, without the number of a pod; "" if none."""
    words = [word.value for word in command.words]
    client = next((at for at, word in enumerate(command.words) if base_name(word) in _CLIENTS), None)
    verb = next((at for at, word in enumerate(words) if word in _VERBS), None)
    if client is None or verb is None or verb < client:
        return ""
    waiting = list(reversed(words[verb + 1 :]))
    while waiting:
        word = waiting.pop()
        if word in _WITH_ARGUMENT and waiting:
            waiting.pop()
        elif not word.startswith("-"):
            is_pod = words[client].endswith(("kubectl", "oc"))
            return _POD_NUMBER.sub("", word.rpartition("/")[2]) if is_pod else word
    return ""
