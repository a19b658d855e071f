"""The wheel, the source archive, an editable install and a zip import hold and do what they should."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).resolve().parents[2]
LEFT_BEHIND = (".venv", "__pycache__", "dist", "build", ".git", ".mypy_cache", ".ruff_cache", ".pytest_cache")
# what pip and build say when there is no network: nothing to learn about the package then
OFFLINE = (
    "NewConnectionError",
    "No matching distribution",
    "Temporary failure",
    "ProxyError",
    "Connection",
    "SSL",
)


def call(command: list[str | Path], **options: object) -> subprocess.CompletedProcess[str]:
    words = [str(part) for part in command]
    return subprocess.run(words, check=False, capture_output=True, text=True, **options)  # type: ignore[call-overload]


def call_or_skip(command: list[str | Path], why: str, **options: object) -> None:
    done = call(command, **options)
    if done.returncode and any(word in done.stdout + done.stderr for word in OFFLINE):
        pytest.skip(f"{why}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, so that a build leaves nothing in the real one."""
    target = tmp_path_factory.mktemp("packaging") / "checkout"
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    return target


@pytest.fixture(scope="session")
def distributions(checkout: Path) -> tuple[Path, Path]:
    """The wheel, made from the source archive, and the archive."""
    if importlib.util.find_spec("build") is None:
        pytest.skip("the build tool is not installed: pip install -e '.[dev]'")
    command: list[str | Path] = [sys.executable, "-m", "build", "--outdir", checkout.parent / "dist"]
    if importlib.util.find_spec("hatchling"):
        command.append("--no-isolation")
    call_or_skip(command, "the build needs the network", cwd=checkout)
    folder = checkout.parent / "dist"
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="session")
def installed(distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs folder of an empty environment with the wheel in it."""
    home = tmp_path_factory.mktemp("environment")
    call_or_skip([sys.executable, "-m", "venv", home], "no environment can be made")
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    call_or_skip(
        [programs / "python", "-m", "pip", "install", "--quiet", distributions[0]],
        "the dependencies need the network",
    )
    return programs


def test_the_wheel_holds_the_grammars_and_the_rules_inside_the_package(distributions):
    names = zipfile.ZipFile(distributions[0]).namelist()
    assert "mqtune/grammars/mqsc.lark" in names
    assert "mqtune/py.typed" in names
    assert "mqtune/schemas/project.json" in names
    assert any(name.endswith("share/man/man1/mqtune.1") for name in names)
    assert any(name.startswith("mqtune/rules/pub/PUB001-") for name in names)
    assert {name.split("/")[0] for name in names if ".dist-info" not in name and ".data/" not in name} == {
        "mqtune"
    }


def test_the_wheel_leaves_the_generators_out(distributions):
    assert not [name for name in zipfile.ZipFile(distributions[0]).namelist() if "_build" in name]


def test_the_wheel_names_its_licence_and_its_command(distributions):
    archive = zipfile.ZipFile(distributions[0])
    names = archive.namelist()
    assert any(name.endswith("licenses/LICENSE") for name in names)
    entry_points = next(name for name in names if name.endswith("entry_points.txt"))
    assert "mqtune = mqtune.cli.main:main" in archive.read(entry_points).decode()
    metadata = archive.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert metadata.startswith("Metadata-Version: 2.4\n")  # later ones are refused by many indexes
    assert "License-Expression: Apache-2.0\n" in metadata


def test_the_source_archive_holds_tests_and_examples_and_nothing_left_behind(distributions):
    with tarfile.open(distributions[1]) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
    for needed in (
        "LICENSE",
        "README.md",
        "examples/",
        "tests/",
        "grammars/",
        "rules/",
        "schemas/",
        "Containerfile",
        "docs/mqtune.1",
        "mqtune/_build/hook.py",
    ):
        assert any(name.startswith(needed) for name in names), needed
    assert not [name for name in names if any(part in LEFT_BEHIND for part in name.split("/"))]


def test_the_installed_program_lints_an_example(installed, tmp_path):
    shutil.copytree(ROOT / "examples" / "streaming", tmp_path / "streaming")
    done = call([installed / "mqtune", "lint", "--format", "concise", "streaming"], cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "EXP001" in done.stdout


def test_the_installed_program_explains_a_rule(installed, tmp_path):
    done = call([installed / "mqtune", "explain", "PUB001"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "inherited-topic-under-load" in done.stdout


def test_the_installed_program_lists_the_rules(installed, tmp_path):
    done = call([installed / "mqtune", "rules"], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "CLU001" in done.stdout


def test_the_wheel_works_as_a_zip_on_the_path(distributions, tmp_path):
    shutil.copytree(ROOT / "examples" / "pubsub-branches", tmp_path / "estate")
    # the checkout may be on the path too, by an editable install
    door = "import mqtune; assert '.whl' in mqtune.__file__; from mqtune.cli.main import main; exit(main())"
    environment = os.environ | {"PYTHONPATH": str(distributions[0])}
    for arguments, expected in ((["lint", "estate"], "PUB001"), (["explain", "PUB001"], "topic")):
        done = call([sys.executable, "-P", "-c", door, *arguments], cwd=tmp_path, env=environment)
        assert expected in done.stdout, done.stderr
        assert "Traceback" not in done.stderr


def test_an_editable_install_copies_nothing(checkout, installed, tmp_path):
    target = tmp_path / "editable"
    command = [installed / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--target", target]
    call_or_skip([*command, "--editable", checkout], "an editable build needs the network")
    assert not (target / "mqtune").exists()
    assert list(target.glob("*.pth"))


def test_the_container_image_holds_the_locked_versions_and_a_program_that_starts_isolated(tmp_path):
    text = (
        (ROOT / "Containerfile")
        .read_text(encoding="utf-8")
        .replace("\\\n", "")
        .replace("/opt", str(tmp_path))
    )
    build = text.split("FROM ")[1]
    for line in re.findall(r"^COPY (.*)", build, re.MULTILINE):
        *names, target = line.split()
        for name in names:  # as docker copies: the content of a folder, and a file into a folder
            source = ROOT / name
            place = tmp_path / "source" / (target if target != "./" else name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, place) if source.is_dir() else shutil.copy(source, place)
    (command,) = re.findall(r"^RUN (.*)", build, re.MULTILINE)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    environment = os.environ | {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    call_or_skip(["sh", "-c", command], "needs the network", cwd=tmp_path / "source", env=environment)
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(9)\n")
    done = call(
        [tmp_path / "mqtune" / "bin" / "mqtune", "lint", ROOT / "examples" / "streaming"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "EXP001" in done.stdout
    listed = {path.name.partition("-")[0] for path in tmp_path.glob("mqtune/lib/*/site-packages/*.dist-info")}
    assert "mqtune" in listed
    assert not {"pip", "hatchling", "pluggy", "tomlkit", "packaging", "trove_classifiers"} & listed


def test_one_file_has_everything(distributions, tmp_path):
    program = tmp_path / "mqtune.pyz"
    script = "import sys; from pathlib import Path; from mqtune._build.packages import zip_application"
    script += f"; zip_application(Path({str(distributions[0])!r}), Path({str(program)!r}))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    call_or_skip([sys.executable, "-c", script], "the dependencies need the network", env=environment)
    shutil.copytree(ROOT / "examples" / "streaming", tmp_path / "streaming")
    # without site-packages: nothing but the file itself can provide the dependencies
    for arguments, expected in ((["lint", "streaming"], "EXP001"), (["schema", "project"], "$schema")):
        done = call([sys.executable, "-I", "-S", program, *arguments], cwd=tmp_path)
        assert expected in done.stdout, done.stderr
    # irregular commands need lark, YAML needs PyYAML, help needs typer
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A) DESCR('it''s') (\n")
    for arguments in (["lint", "a.mqsc"], ["lint", "--help"], ["fmt", "--check", "streaming"]):
        assert "Traceback" not in call([sys.executable, "-I", "-S", program, *arguments], cwd=tmp_path).stderr
