"""JUnit XML: one suite per file with findings, one case per finding.

A finding that makes the run fail is a failure; the others are skipped cases, so that the test report of a
CI server fails exactly when the exit status is 1. What was not checked is listed by the properties of a suite
without cases.
"""

from __future__ import annotations

from collections.abc import Callable

from mqtune.findings.finding import Finding
from mqtune.report.not_checked import lines
from mqtune.report.report import Report


def write(report: Report, out: Callable[[str], object]) -> None:
    """Write the suites, file by file; without findings and internal errors, one passed case."""
    failing = sum(map(report.fails, report.findings))
    cases = len(report.findings) + len(report.crashes) or 1
    skipped = len(report.findings) - failing
    out('<?xml version="1.0" encoding="UTF-8"?>\n')
    numbers = f'failures="{failing}" errors="{len(report.crashes)}" skipped="{skipped}"'
    out(f'<testsuites name="mqtune" tests="{cases}" {numbers}>\n')
    if not report.findings and not report.crashes:
        out('  <testsuite name="mqtune" tests="1" failures="0" errors="0" skipped="0">\n')
        out('    <testcase name="no findings" classname="mqtune"/>\n  </testsuite>\n')
    _write_suites(report, out)
    _write_crashes(report.crashes, out)
    _write_not_checked(lines(report), out)
    out("</testsuites>\n")


def _write_suites(report: Report, out: Callable[[str], object]) -> None:
    totals: dict[str, list[int]] = {}
    for finding in report.findings:
        counts = totals.setdefault(finding.place.file, [0, 0])
        counts[0] += 1
        counts[1] += report.fails(finding)
    file = None
    for item in report.items():
        if item.finding.place.file != file:
            out("  </testsuite>\n" if file is not None else "")
            file = item.finding.place.file
            tests, failures = totals[file]
            numbers = f'tests="{tests}" failures="{failures}" errors="0" skipped="{tests - failures}"'
            out(f'  <testsuite name="{quoted(item.shown.place.file)}" {numbers}>\n')
        out(_case(item.shown, report.fails(item.finding)))
    if file is not None:
        out("  </testsuite>\n")


def _case(finding: Finding, failing: bool) -> str:
    file, span = quoted(finding.place.file), finding.place.span
    name = quoted(f"{finding.code} {finding.name} at {span.line}:{span.column}")
    opening = f'    <testcase name="{name}" classname="{file}" file="{file}" line="{span.line}">'
    message = quoted(finding.message)
    if not failing:
        return f'{opening}<skipped message="{message}"/></testcase>\n'
    lines = [f"{finding.place.file}:{span.line}:{span.column}: {finding.severity}: {finding.message}"]
    lines += [f"note: {finding.note}"] if finding.note else []
    lines += [f"help: {finding.help}"] if finding.help else []
    text = quoted("\n".join(lines))
    return f'{opening}<failure type="{finding.severity}" message="{message}">{text}</failure></testcase>\n'


def _write_crashes(crashes: list[str], out: Callable[[str], object]) -> None:
    if not crashes:
        return
    count = len(crashes)
    numbers = f'tests="{count}" failures="0" errors="{count}" skipped="0"'
    out(f'  <testsuite name="mqtune itself" {numbers}>\n')
    for number, crash in enumerate(crashes, 1):
        case = f'<testcase name="internal error {number}" classname="mqtune">'
        out(f'    {case}<error type="InternalError" message="{quoted(crash)}"/></testcase>\n')
    out("  </testsuite>\n")


def _write_not_checked(texts: list[str], out: Callable[[str], object]) -> None:
    if not texts:
        return
    out('  <testsuite name="not checked" tests="0" failures="0" errors="0" skipped="0">\n    <properties>\n')
    for text in texts:
        name, _, value = text.strip().partition(": ")
        out(f'      <property name="{quoted(name)}" value="{quoted(value)}"/>\n')
    out("    </properties>\n  </testsuite>\n")


def quoted(text: str) -> str:
    """Escape a text for XML, in plain ASCII; control characters were escaped before."""
    # xml.sax.saxutils would load urllib.request and so double the start-up time
    for char, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, name)
    # a runner also reads commands in XML on standard output
    return text.replace("##", "#&#35;").encode("ascii", "xmlcharrefreplace").decode("ascii")
