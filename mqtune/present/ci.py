"""The formats for servers of continuous integration: GitHub, GitLab, Azure Pipelines, JUnit, SonarQube."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from mqtune.present.findings_text import line
from mqtune.present.report import Item, Report
from mqtune.present.safe import dumps
from mqtune.present.summary import as_json, first_file, lines
from mqtune.text.editing import Place
from mqtune.text.finding import ERROR, INFO, SEVERITIES, WARNING, Finding

# Workflow commands of GitHub Actions: annotations on the changed lines.

_COMMANDS = {ERROR: "error", WARNING: "warning", INFO: "notice"}


def write_github(report: Report, out: Callable[[str], object]) -> None:
    """Write one command per line. What was not checked is first: GitHub shows ten notices of a step."""
    for text in lines(report):
        out(f"::notice title=mqtune::{escape_data(text)}\n")
    for item in report.items():
        out(_command(item.shown))


def _command(finding: Finding) -> str:
    span = finding.place.span
    fields = [
        ("title", f"mqtune ({finding.code})"),
        ("file", finding.place.file),
        ("line", str(span.line)),
        ("endLine", str(span.end_line)),
    ]
    if span.line == span.end_line:  # columns are rejected if the lines differ
        fields += [("col", str(span.column)), ("endColumn", str(max(span.column, span.end_column - 1)))]
    properties = ",".join(f"{name}={escape_property(value)}" for name, value in fields)
    where = f"{finding.place.file}:{span.line}:{span.column}"
    text = f"{where}: {finding.code} {finding.message}"
    text += f"\nnote: {finding.note}" if finding.note else ""
    text += f"\nhelp: {finding.help}" if finding.help else ""
    return f"::{_COMMANDS[finding.severity]} {properties}::{escape_data(text)}\n"


def escape_data(text: str) -> str:
    """Escape the text after the second `::`."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape the value of a property, in which `:` and `,` are separators."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


# GitLab's code quality report: a JSON array with one entry per finding.

NOT_CHECKED = "not-checked"
_SEVERITIES = {ERROR: "major", WARNING: "minor", INFO: "info"}


def write_gitlab(report: Report, out: Callable[[str], object]) -> None:
    """Write the array, one entry per line.

    What was not checked is one more entry, of severity info, whose fingerprint is its text: a merge request
    that changes what is checked shows it.
    """
    out("[")
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(_entry(item)))
        separator = ",\n  "
    text = "\n".join(lines(report))
    if text:
        out(separator + dumps(_not_checked(text, first_file(report))))
        separator = ",\n  "
    out("]\n" if separator == "\n  " else "\n]\n")


def _not_checked(text: str, file: str) -> dict[str, object]:
    return {
        "description": text,
        "check_name": NOT_CHECKED,
        "fingerprint": sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32],
        "severity": _SEVERITIES[INFO],
        "location": {"path": file, "lines": {"begin": 1, "end": 1}},
    }


def _entry(item: Item) -> dict[str, object]:
    finding = item.shown
    span = finding.place.span
    return {
        "description": f"{finding.code}: {finding.message}",
        "check_name": finding.code,
        # without the line, so that a merge request does not show a moved finding as new
        "fingerprint": item.fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": finding.place.file, "lines": {"begin": span.line, "end": span.end_line}},
    }


# Logging commands of Azure Pipelines: issues on the summary page of a run.


def write_azure(report: Report, out: Callable[[str], object]) -> None:
    """Write one command per line. Azure has only errors and warnings: other findings, and what was not
    checked, are ordinary lines.
    """
    for item in report.items():
        finding = item.shown
        out(line(finding) + "\n" if finding.severity == INFO else _azure_command(finding))
    for text in lines(report):
        out(f"mqtune: {text}\n")


def _azure_command(finding: Finding) -> str:
    span = finding.place.span
    fields = [
        ("type", finding.severity),
        ("sourcepath", finding.place.file),
        ("linenumber", str(span.line)),
        ("columnnumber", str(span.column)),
        ("code", finding.code),
    ]
    properties = "".join(f"{name}={azure_property(value)};" for name, value in fields)
    return f"##vso[task.logissue {properties}]{azure_data(finding.message)}\n"


def azure_data(text: str) -> str:
    """Escape the text after the closing bracket."""
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def azure_property(text: str) -> str:
    """Escape the value of a property, which ends at `;` or `]`."""
    return azure_data(text).replace(";", "%3B").replace("]", "%5D")


# JUnit XML: one suite per file with findings, one case per finding.


def write_junit(report: Report, out: Callable[[str], object]) -> None:
    """Write the suites, file by file; without findings and internal errors, one passed case.

    A finding that makes the run fail is a failure; the others are skipped cases, so that the test report of a
    CI server fails exactly when the exit status is 1. What was not checked is listed by the properties of a
    suite without cases.
    """
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


# SonarQube's generic issue import, in the format of 10.3 and later: rules first, then issues.

_IMPACTS = {ERROR: "HIGH", WARNING: "MEDIUM", INFO: "LOW"}
_OLD_SEVERITIES = {ERROR: "CRITICAL", WARNING: "MAJOR", INFO: "MINOR"}


def write_sonarqube(report: Report, out: Callable[[str], object]) -> None:
    """Write rules and issues, one per line.

    The import ignores further keys, such as that for what was not checked, which is not an issue of any file.
    """
    worst: dict[str, Finding] = {}
    for finding in report.findings:
        known = worst.setdefault(finding.code, finding)
        if SEVERITIES.index(finding.severity) < SEVERITIES.index(known.severity):
            worst[finding.code] = finding
    out('{"rules": [')
    out(",".join("\n  " + dumps(_rule(worst[code], report.describe(code))) for code in sorted(worst)))
    out('],\n "issues": [')
    separator = "\n  "
    for item in report.items():
        out(separator + dumps(_issue(item.shown)))
        separator = ",\n  "
    out(f"],\n {dumps(as_json(report))[1:]}\n")


def _rule(finding: Finding, summary: str) -> dict[str, object]:
    security = finding.code.startswith("SEC")
    return {
        "id": finding.code,
        "name": finding.name,
        "description": summary or finding.name,
        "engineId": "mqtune",
        "cleanCodeAttribute": "TRUSTWORTHY" if security else "CONVENTIONAL",
        "type": "VULNERABILITY" if security else "BUG" if finding.severity == ERROR else "CODE_SMELL",
        "severity": _OLD_SEVERITIES[finding.severity],
        "impacts": [
            {
                "softwareQuality": "SECURITY" if security else "RELIABILITY",
                "severity": _IMPACTS[finding.severity],
            }
        ],
    }


def _issue(finding: Finding) -> dict[str, object]:
    issue: dict[str, object] = {
        "ruleId": finding.code,
        "primaryLocation": _location(finding.place, finding.message),
    }
    if finding.related:
        issue["secondaryLocations"] = [_location(item.place, item.message) for item in finding.related]
    return issue


def _location(place: Place, message: str) -> dict[str, object]:
    """A location. Columns start at 0 here; an empty range is rejected, so the whole line replaces it."""
    span = place.span
    reach: dict[str, int] = {"startLine": span.line}
    if (span.line, span.column) != (span.end_line, span.end_column):
        reach.update(endLine=span.end_line, startColumn=span.column - 1, endColumn=span.end_column - 1)
    return {"message": message, "filePath": place.file, "textRange": reach}
