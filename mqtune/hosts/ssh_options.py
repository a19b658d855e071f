"""The destinations and options of ssh that are accepted from a file, which may be a stranger's.

None makes ssh run a program on this machine, load a library, write a file, or forward an agent, a port or
variables. What is refused still works in the user's own configuration of ssh. Source: ssh(1), ssh_config(5).
"""

from __future__ import annotations

import getopt
import re
from collections.abc import Iterator, Sequence

from mqtune.hosts.host import Host, HostError

_NAME = r"[A-Za-z0-9_][\w.+-]*"
_DESTINATION = rf"(?:ssh://)?(?:{_NAME}@)?[A-Za-z0-9_:\[][\w.:%\[\]-]*"
_JUMPS = rf"{_DESTINATION}(?:,{_DESTINATION})*"
_FILE = r"[^-\x00-\x1f\x7f][^\x00-\x1f\x7f]*"
_WORDS = r"[A-Za-z0-9+^-][\w.,@+^*: -]*"
# options with a letter, and what their values have to match; None for those without a value
_LETTERS: dict[str, str | None] = dict.fromkeys("46Cqv")
_LETTERS |= {"p": r"\d+", "l": _NAME, "i": _FILE, "J": _JUMPS, "c": _WORDS, "m": _WORDS, "b": _DESTINATION}
# options by name, in lower case
_NAMED = dict.fromkeys(
    (
        *("addressfamily", "checkhostip", "ciphers", "compression", "connectionattempts", "connecttimeout"),
        *("controlmaster", "controlpersist", "gssapiauthentication", "hostkeyalgorithms", "identitiesonly"),
        *("ipqos", "kbdinteractiveauthentication", "kexalgorithms", "loglevel", "macs"),
        *("numberofpasswordprompts", "passwordauthentication", "port", "preferredauthentications"),
        *("pubkeyacceptedalgorithms", "pubkeyacceptedkeytypes", "pubkeyauthentication", "rekeylimit"),
        *("serveralivecountmax", "serveraliveinterval", "stricthostkeychecking", "tcpkeepalive"),
    ),
    _WORDS,
)
_NAMED |= dict.fromkeys(("bindaddress", "hostkeyalias", "hostname"), _DESTINATION)
_NAMED |= dict.fromkeys(("forwardagent", "forwardx11", "permitlocalcommand"), "no")
_NAMED |= dict.fromkeys(("controlpath", "knownhostscommand", "proxycommand"), "none")
_NAMED |= dict.fromkeys(("globalknownhostsfile", "userknownhostsfile"), "/dev/null")
_NAMED |= {"identityfile": _FILE, "proxyjump": _JUMPS, "user": _NAME}
_ANY_KEY = {
    "stricthostkeychecking": ("no", "off"),
    "userknownhostsfile": ("/dev/null",),
}
_HELP = "set it for this host in your own ~/.ssh/config, which stays in effect"


def checked_host(host: Host) -> Host:
    """The same host. Raises HostError if its destination or an option is not accepted."""
    if host.destination.startswith("-") or "@-" in host.destination:
        raise HostError(f"host {host.name} has an address that begins with a hyphen", "name it without")
    if not re.fullmatch(_DESTINATION, host.destination):
        raise HostError(
            f"host {host.name} has the address {host.destination!r}, which is not a name or an address",
            "write HOST or USER@HOST, with letters, digits and . _ - only",
        )
    for refused in _refused(host.options):
        raise HostError(f"host {host.name} has the ssh option {refused}, which is not accepted", _HELP)
    return host


def any_key_options(host: Host) -> list[str]:
    """The options of an accepted host with which ssh takes any key of it, or remembers none."""
    named = [_name_and_value(value) for option, value in _split(host.options)[0] if option == "-o"]
    return [f"{name}={value}" for name, value in named if value.lower() in _ANY_KEY.get(name.lower(), ())]


def _split(options: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Options with their values, and the other words. Raises getopt.GetoptError."""
    letters = "".join(letter + ":" * (value is not None) for letter, value in _LETTERS.items())
    return getopt.getopt(list(options), f"{letters}o:")


def _name_and_value(text: str) -> tuple[str, str]:
    """An option by name: `NAME=VALUE`, `NAME VALUE`."""
    name, _, value = re.sub(r"\s*=\s*|\s+", "=", text.strip(), count=1).partition("=")
    return name, value


def _refused(options: Sequence[str]) -> Iterator[str]:
    """The options that are not accepted, each as it would be written."""
    try:
        pairs, rest = _split(options)
    except getopt.GetoptError as error:
        yield f"-{error.opt}"
        return
    yield from ["--"] * ("--" in options)
    yield from map(repr, rest)  # ssh would connect to it, and run what follows
    for option, value in pairs:
        if option == "-o":
            name, value = _name_and_value(value)
            if not re.fullmatch(_NAMED.get(name.lower(), r"(?!)"), value):
                yield f"{name} {value}".rstrip()
        elif (form := _LETTERS[option[1:]]) is not None and not re.fullmatch(form, value):
            yield f"{option} {value}"
