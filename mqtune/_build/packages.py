"""Builds all packages into a folder: `python -m mqtune._build.packages [FOLDER]`, by default `dist`.

The source archive, the wheel made from it, and a zipapp: one file with all dependencies, which runs with any
Python from 3.11 on (`python3 mqtune.pyz lint`). Needs `build`, and the package index for the dependencies.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipapp
from pathlib import Path

from mqtune._build.__main__ import ROOT

ENTRY = "mqtune.cli.main:main"
# compiled parts are optional and cannot be loaded from a zip
COMPILED = (".so", ".pyd", ".dylib")


def build(folder: Path) -> list[Path]:
    """Build everything; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        output = Path(name) / "made"
        run("-m", "build", "--outdir", str(output), str(ROOT))
        wheel = next(output.glob("*.whl"))
        copies = [Path(shutil.copy(path, folder)) for path in sorted(output.iterdir())]
        return [*copies, zip_application(wheel, folder / "mqtune.pyz")]


def zip_application(wheel: Path, target: Path) -> Path:
    """Pack a wheel and its dependencies into one file that Python runs."""
    with tempfile.TemporaryDirectory() as name:
        content = Path(name) / "content"
        run("-m", "pip", "install", "--quiet", "--no-compile", "--target", str(content), str(wheel))
        shutil.rmtree(content / "bin", ignore_errors=True)
        for path in [*content.rglob("*")]:
            if path.suffix in COMPILED:
                path.unlink()
        (content / "__main__.py").write_text(
            "import sys\n"
            "if sys.version_info < (3, 11):\n"
            "    sys.exit('mqtune needs Python 3.11 or later; this is ' + sys.version.split()[0])\n"
            f"from {ENTRY.partition(':')[0]} import main\n"
            "sys.exit(main())\n"
        )
        zipapp.create_archive(content, target, interpreter="/usr/bin/env python3", compressed=True)
    return target


def run(*words: str) -> None:
    """Run Python, isolated, with some arguments; raise CalledProcessError if it fails."""
    subprocess.run([sys.executable, "-I", *words], check=True)


if __name__ == "__main__":
    for path in build(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")):
        print(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
