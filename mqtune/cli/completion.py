"""Shell completion: the script for a shell, and the values that it offers."""

from __future__ import annotations

from collections.abc import Callable

from mqtune.cli import console
from mqtune.cli.commands import Completion
from mqtune.cli.options import EXPERIMENT_NAMES, MODELS, RULES, TABLES, Option

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


def print_script(options: Completion) -> int:
    """Print the completion script of a shell."""
    console.write_exactly(SCRIPTS[options.shell])
    return 0


def completer(option: Option) -> Callable[[str], list[str]] | None:
    """The function that offers the values of an option; None to leave it to the shell, which offers files."""
    if not option.choices and not option.completes:
        return None

    def complete(incomplete: str) -> list[str]:
        if option.completes == RULES:
            # several codes can be joined by commas
            before, comma, last = incomplete.rpartition(",")
            return [f"{before}{comma}{code}" for code in rule_codes() if code.startswith(last)]
        return [one for one in option.choices or names(option.completes) if one.startswith(incomplete)]

    return complete


def rule_codes() -> list[str]:
    """The families and codes of all rules, policies of the project included."""
    from mqtune.engine.pages import all_pages
    from mqtune.project.load import ProjectError, load_project
    from mqtune.project.rule_codes import FAMILIES
    from mqtune.session.options import pages_of

    try:
        pages = pages_of(load_project())
    except ProjectError:
        pages = all_pages()
    return ["ALL", *dict.fromkeys((*FAMILIES, *(page.family for page in pages.values()))), *pages]


def names(of: str) -> list[str]:
    """The names of all models, tables or experiments."""
    if of == MODELS:
        from mqtune.views.models import all_models

        return [model.name for model in all_models()]
    if of == TABLES:
        from mqtune.views.figures import table_names

        return table_names()
    assert of == EXPERIMENT_NAMES
    from mqtune.lab.experiments import NAMES

    return list(NAMES)
