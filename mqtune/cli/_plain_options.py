"""Made from lint_command.py and interactive.py by `python -m mqtune._build.command_line`: edit those."""

# fmt: off
# ruff: noqa: E501
from __future__ import annotations

from mqtune.cli.command import FLAG, LIST, WHOLE, CommonOptions, plain


class LintFields(CommonOptions):
    """The options of `mqtune lint`."""

    paths: list[str] = plain(kind=LIST)
    select: list[str] = plain('--select', kind=LIST)
    ignore: list[str] = plain('--ignore', kind=LIST)
    extend_select: list[str] = plain('--extend-select', kind=LIST)
    profile: str | None = plain('--profile', choices=('lab', 'default', 'production', 'regulated'))
    min_confidence: str | None = plain('--min-confidence', choices=('high', 'medium', 'low'))
    mq_version: str | None = plain('--mq-version')
    platform: str | None = plain('--platform', choices=('linux', 'aix', 'windows', 'ibmi', 'zos', 'appliance'))
    environments: list[str] = plain('--environment', kind=LIST)
    qmgrs: list[str] = plain('--qmgr', kind=LIST)
    complete: bool = plain('--complete', kind=FLAG, default=False)
    formats: list[str] = plain('--format', kind=LIST, choices=('full', 'concise', 'json', 'sarif', 'github', 'gitlab', 'junit', 'azure', 'sonarqube'))
    output_files: list[str] = plain('--output-file', '-o', kind=LIST)
    include_suppressed: bool = plain('--include-suppressed', kind=FLAG, default=False)
    statistics: bool = plain('--statistics', kind=FLAG, default=False)
    fail_on: str | None = plain('--fail-on', choices=('error', 'warning', 'info', 'never'))
    exit_zero: bool = plain('--exit-zero', kind=FLAG, default=False)
    fix: bool = plain('--fix', kind=FLAG, default=False)
    unsafe_fixes: bool = plain('--unsafe-fixes', kind=FLAG, default=False)
    diff: bool = plain('--diff', kind=FLAG, default=False)
    baseline: str | None = plain('--baseline')
    write_baseline: str | None = plain('--write-baseline')
    update_baseline: bool = plain('--update-baseline', kind=FLAG, default=False)
    exclude: list[str] = plain('--exclude', kind=LIST)
    gate: str | None = plain('--gate')
    isolated: bool = plain('--isolated', kind=FLAG, default=False)
    show_files: bool = plain('--show-files', kind=FLAG, default=False)
    show_settings: bool = plain('--show-settings', kind=FLAG, default=False)
    values_files: list[str] = plain('--values', kind=LIST)
    stdin_filename: str | None = plain('--stdin-filename')
    ignore_unknown: bool = plain('--ignore-unknown', kind=FLAG, default=False)
    tracked: bool = plain('--tracked', kind=FLAG, default=False)
    jobs: int = plain('--jobs', '-j', kind=WHOLE, default=1)
    no_cache: bool = plain('--no-cache', kind=FLAG, default=False)
    watch: bool = plain('--watch', kind=FLAG, default=False)


class TuiFields(CommonOptions):
    """The options of `mqtune tui`."""

    paths: list[str] = plain(kind=LIST)
    demo: bool = plain('--demo', kind=FLAG, default=False)
