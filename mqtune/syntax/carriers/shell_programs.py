"""What the programs of shell scripts do, as far as a script that uses them can be followed as a whole.

A program that is missing here may do anything: read commands from elsewhere, write files, run its input.
"""

from __future__ import annotations

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

# what a program does with the files that it names as operands
NOTHING, WRITES, MOVES = "", "writes", "moves"  # MOVES: the last one gets the names of the others, too


@record
class Program:
    """A program: what it does with its operands, whether it writes to standard output, and its options.

    `refused` is a pattern of words with which it is not followed, `operands` one that all other words match
    entirely. `most` is how many operands it may have.
    """

    files: str = NOTHING
    prints: bool = False
    refused: re.Pattern[str] | None = None
    operands: re.Pattern[str] | None = None
    most: int = 1_000_000


_SILENT = (
    ": addmqinf adduser break cd chdir chgrp chmod chown chpasswd continue crtmqm dltmqm endmqm exit false"
    " groupadd groupmod logger mkdir return rmdir rmvmqinf setmqaut setmqinst strmqm true ulimit"
    " umask useradd usermod apk apt apt-get dnf microdnf yum"
)
_PRINTING = (
    "[ [[ basename cat chkmqhealthy chkmqready chkmqstarted cmp cut date df diff dirname dmpmqcfg dspmq"
    " dspmqaut dspmqinf dspmqver du echo egrep envsubst expr fgrep free getent grep head id ls mktemp nproc"
    " ps pwd readlink realpath seq stat tail test tr type uname wc which whoami"
)
_NAME = r"[A-Za-z_]\w*"
_SUBSTITUTION = r"s([^\w\s\\])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gipI0-9]*"
_ADDRESS = r"(?:\d+|\$|/(?:[^/\\\n]|\\.)*/)"
# of sed, without commands that read, write or run something
_EDIT = rf"(?:{_ADDRESS}(?:,{_ADDRESS})?)?(?:[dpq]|{_SUBSTITUTION})"

PROGRAMS: dict[str, Program] = {
    **dict.fromkeys(_SILENT.split(), Program()),
    **dict.fromkeys(_PRINTING.split(), Program(prints=True)),
    "awk": Program(prints=True, refused=lazy_pattern(r"-[^F].*|(?s:.*(?:[|>]|system|getline|@).*)")),
    "command": Program(
        prints=True, operands=lazy_pattern(r"[\w.${}/-]+"), refused=lazy_pattern(r"-(?![vV]\Z).*")
    ),
    "cp": Program(MOVES, refused=lazy_pattern(r"-(?![afnpRrTv]+\Z).*")),
    "declare": Program(operands=lazy_pattern(rf"-[aAgrxi]+|(?s:{_NAME}(?:=.*)?)")),
    "export": Program(operands=lazy_pattern(rf"(?s:{_NAME}(?:=.*)?)")),
    "find": Program(prints=True, refused=lazy_pattern(r"-(?:exec|ok|delete|f(?:print|ls)).*")),
    "install": Program(MOVES, refused=lazy_pattern(r"-(?![dpvDT]+\Z|[mog]\Z).*")),
    "local": Program(operands=lazy_pattern(rf"-[aArxi]+|(?s:{_NAME}(?:=.*)?)")),
    "mv": Program(MOVES, refused=lazy_pattern(r"-(?![fnvT]+\Z).*")),
    "print": Program(prints=True, refused=lazy_pattern(r"-\w*[psuv].*")),
    "printf": Program(prints=True, refused=lazy_pattern(r"-v.*")),
    "readonly": Program(operands=lazy_pattern(rf"(?s:{_NAME}(?:=.*)?)")),
    "rm": Program(WRITES),
    "sed": Program(prints=True, refused=lazy_pattern(r"-(?!i|[Eerun]+\Z|-in-place).*")),
    "set": Program(
        operands=lazy_pattern(r"[-+][eEux]*o?|pipefail|errexit|nounset|xtrace"), refused=lazy_pattern(r"--|-")
    ),
    "sleep": Program(operands=lazy_pattern(r"[\d.]+[smh]?|\$\{?\w+\}?")),
    "sort": Program(prints=True, refused=lazy_pattern(r"-.*[oTS].*|--.*")),
    "tee": Program(WRITES, prints=True),
    "touch": Program(WRITES),
    "typeset": Program(operands=lazy_pattern(rf"-[aAilrux]+|(?s:{_NAME}(?:=.*)?)")),
    "uniq": Program(prints=True, most=1),
}
# words that begin or end constructs, and print nothing
CONSTRUCTS = frozenset({"case", "done", "esac", "fi", "for", "}"})
SED_EDIT = lazy_pattern(rf"{_EDIT}(?:;\s*{_EDIT})*")

# options of runmqsc with which it carries out what it reads
RUNS = frozenset({"-c", "-e", "-f", "-p", "-r", "-u", "-w"})
ENDING = frozenset({"dltmqm", "endmqm"})
# programs that run the script in a word after an option, or their input
SHELLS = frozenset({"ash", "bash", "dash", "ksh", "mksh", "sh", "zsh"})
SHELL_OPTION = lazy_pattern(r"-[ceilsux]+")

# steps of a build file that run nothing while it is built
STEPS = frozenset(
    {"ADD", "ARG", "COPY", "ENV", "EXPOSE", "FROM", "LABEL", "MAINTAINER", "STOPSIGNAL", "USER", "VOLUME"}
    | {"WORKDIR"}
)
STARTS = frozenset({"CMD", "ENTRYPOINT"})
HEALTH = "HEALTHCHECK"

# variables that change what other words of a script mean
STEERING = frozenset(
    {"BASHOPTS", "BASH_ENV", "CDPATH", "ENV", "IFS", "LD_PRELOAD", "POSIXLY_CORRECT", "SHELLOPTS"}
    | {"PROMPT_COMMAND"}
)
SEARCHED = frozenset({"LD_LIBRARY_PATH", "LIBPATH", "PATH"})
_FOLDERS = r"(?:/usr)?/s?bin|/(?:opt|usr)/[\w./-]*/?(?:bin|lib|lib64)"  # of installed programs
INSTALLED = lazy_pattern(rf"(?:{_FOLDERS}|\$\{{?MQ_\w+\}}?[\w/.-]*)/[\w.-]+")
SEARCH_PATH = lazy_pattern(
    rf"(?:{_FOLDERS}|\$\{{?(?:MQ_\w+|PATH|LD_LIBRARY_PATH|LIBPATH)\}}?[\w/.-]*)"
    rf"(?::(?:{_FOLDERS}|\$\{{?(?:MQ_\w+|PATH|LD_LIBRARY_PATH|LIBPATH)\}}?[\w/.-]*))*"
)
# variables that decide with which queue manager or container a program connects
CONNECTING = frozenset(
    {"CONTAINER_HOST", "DOCKER_CONTEXT", "DOCKER_HOST", "KUBECONFIG", "MQCCDTURL", "MQCHLLIB", "MQCHLTAB"}
    | {"MQSERVER", "AMQ_MQS_INI_LOCATION", "MQ_DATA_PATH"}
)


# Programs that run the words after them.


@record
class Wrapper:
    """A program that runs another one: its options without and with a value, how many operands it has before
    that program, and whether that runs on another host. `verbs` are the words one of which follows its name,
    `leaving` the options with which the folder of the script is left.
    """

    flags: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()
    operands: int = 0
    remote: bool = False
    verbs: frozenset[str] = frozenset()
    leaving: frozenset[str] = frozenset()


_LOGIN = frozenset({"-", "-i", "-l", "--login"})
# the user is an operand, also after -u
_SU = Wrapper(_LOGIN | {"-m", "-p", "-u", "--"}, frozenset({"-c", "--command", "-s"}), 1, leaving=_LOGIN)
_ENGINE = Wrapper(
    frozenset({"-i", "-t", "-it", "-ti", "-T", "--interactive", "--tty"}),
    frozenset(
        {
            "-e",
            "--env",
            "--env-file",
            "-u",
            "--user",
            "-w",
            "--workdir",
            "-f",
            "--file",
            "-p",
            "--project-name",
        }
        | {"-H", "--host", "--context", "--index"}
    ),
    1,
    True,
    frozenset({"exec"}),
)
_CLUSTER = Wrapper(
    frozenset({"-i", "-t", "-it", "-ti", "-q", "-T", "--stdin", "--tty", "--"}),
    frozenset({"-c", "--container", "-n", "--namespace", "--context", "--kubeconfig", "--cluster", "-s"}),
    1,
    True,
    frozenset({"exec", "rsh"}),
)
WRAPPERS: dict[str, Wrapper] = {
    "docker": _ENGINE,
    "docker-compose": _ENGINE,
    "exec": Wrapper(),
    "gosu": Wrapper(operands=1),
    "kubectl": _CLUSTER,
    "nerdctl": _ENGINE,
    "oc": _CLUSTER,
    "podman": _ENGINE,
    "podman-compose": _ENGINE,
    "runuser": _SU,
    "ssh": Wrapper(
        frozenset({"-4", "-6", "-A", "-C", "-T", "-q", "-t", "-tt", "-x"}),
        frozenset({"-F", "-J", "-i", "-l", "-o", "-p"}),
        1,
        True,
    ),
    "su": _SU,
    "sudo": Wrapper(
        frozenset({"-E", "-H", "-S", "-i", "-n", "--login", "--"}),
        frozenset({"-g", "-u", "--group", "--user"}),
        leaving=frozenset({"-i", "--login"}),
    ),
}
