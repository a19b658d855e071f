"""`mqtune completion`: the script for a shell."""

from __future__ import annotations

from typing import Annotated

from mqtune.cli import console
from mqtune.cli.parameters import chosen

EXAMPLES = ("mqtune completion bash > ~/.local/share/bash-completion/completions/mqtune",)
# Each asks the program for what fits, in the way of its shell. Not those of the library: they offer nothing
# after `--format=`, zsh offers nothing at the first attempt, and fish starts the program twice.
BASH = """\
_mqtune() {
    local IFS=$'\\n' words=() i
    for ((i = 0; i <= COMP_CWORD; i++)); do  # bash splits --format=json into three words
        [[ ${COMP_WORDS[i]} == = && $i -lt $COMP_CWORD ]] || words+=("${COMP_WORDS[i]}")
    done
    i=$((${#words[@]} - 1))
    COMPREPLY=($(COMP_WORDS="${words[*]}" COMP_CWORD=$i _MQTUNE_COMPLETE=complete_bash "$1"))
}
complete -o default -F _mqtune mqtune
"""
ZSH = """\
#compdef mqtune
_mqtune() {
    local found=$(_TYPER_COMPLETE_ARGS="${words[1,$CURRENT]}" _MQTUNE_COMPLETE=complete_zsh mqtune)
    compset -P '--[^=]#='
    eval $found
}
if [[ $funcstack[1] = _mqtune ]]; then _mqtune "$@"; else compdef _mqtune mqtune; fi
"""
FISH = """\
function __mqtune
    set -l found (env _MQTUNE_COMPLETE=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
        _TYPER_COMPLETE_ARGS=(commandline -cp) mqtune)
    set -l start (string match --regex -- '^--[^=]*=' (commandline -ct))
    if test -z "$found"
        set found (__fish_complete_path (string replace --regex -- '^--[^=]*=' '' (commandline -ct)))
    end
    string replace --regex -- '^' "$start" $found
end
complete --command mqtune --no-files --arguments '(__mqtune)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def completion(shell: Annotated[str, chosen("SHELL", tuple(SCRIPTS), "the shell")]) -> int:
    """Print the completion script of a shell: commands, options, and values such as rule codes.

    `eval "$(mqtune completion bash)"` in ~/.bashrc, or write it to the folder of completions of your shell.
    """
    console.write_exactly(SCRIPTS[shell])
    return 0
