"""Compile the searches of four in a row, Kalah, Oware and Reversi into the wheel, where that can be done.

An editable install and a source distribution are left as they are. Without a compiler the wheel is plain
Python, which plays the same and takes longer to think.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from textwrap import shorten
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    *(Path("engine", f"{name}.py") for name in ("machine", "outlook", "rows")),
    *(Path("engine", "captures", f"{name}.py") for name in ("board", "search")),
    *(Path("engine", "discs", f"{name}.py") for name in ("lines", "outlook", "search", "table")),
    *(Path("engine", "fours", f"{name}.py") for name in ("search", "table")),
    *(Path("engine", "seeds", f"{name}.py") for name in ("board", "endgames", "outlook", "search", "table")),
)
RUNTIME = ("librt>=0.16,<1", "mypy-extensions>=1,<2")
"""What the compiled modules need and plain Python does not: arrays of machine words, and what these need."""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled module to a wheel; the working tree stays as it is."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile in a directory of our own, and have the wheel include what came of it."""
        if self.target_name != "wheel" or version == "editable":
            return
        self._workshop = Path(mkdtemp(prefix="maxine-"))
        problem = compiled(Path(self.root), self._workshop)
        if problem:
            self.app.display_warning(
                f"The wheel is plain Python, because {COMPILED[0]} was not compiled: {problem}"
            )
            return
        shutil.rmtree(self._workshop / "build")  # what was linked is there twice
        binaries = [path for path in self._workshop.rglob("*") if path.suffix in {".so", ".pyd"}]
        build_data["force_include"] |= {str(path): str(path.relative_to(self._workshop)) for path in binaries}
        build_data |= {"pure_python": False, "infer_tag": True}
        build_data["dependencies"] += RUNTIME

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove our directory."""
        workshop = getattr(self, "_workshop", None)
        if workshop:
            shutil.rmtree(workshop)


def compiled(root: Path, workshop: Path) -> str:
    """Compile a copy of the engine in the workshop; return what went wrong, nothing if it went well."""
    shutil.copytree(
        root / "engine", workshop / "engine", ignore=shutil.ignore_patterns("__pycache__", "*.xz")
    )
    done = subprocess.run(  # noqa: S603 - our own interpreter and our own file
        [sys.executable, "-m", "mypyc", *map(str, COMPILED)],
        cwd=workshop,
        env=os.environ | {"MYPYC_OPT_LEVEL": "3", "MYPYC_DEBUG_LEVEL": "0", "CFLAGS": _flags()},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    said = (done.stderr.strip() or done.stdout.strip() or "mypyc failed").splitlines()[-1]
    return shorten(said, 150, placeholder=" ...")


def _flags() -> str:
    """Return the flags of the C compiler; with ours small functions are inlined, which saves a tenth."""
    ours = "-fno-semantic-interposition" if sys.platform == "linux" else ""
    return f"{os.environ.get('CFLAGS', '')} {ours}".strip()
