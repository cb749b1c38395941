"""The engine stands on the standard library, does nothing behind the caller's back, and loads quickly."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.modules import list_modules

MODULES = sorted(Path(engine.__file__).parent.rglob("*.py"))
REGISTRY = Path(list_modules.__code__.co_filename)
"""The one module that looks which others lie beside it."""

IMPURE = {
    "asyncio",
    "io",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "socket",
    "sys",
    "threading",
    "time",
}


def is_for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported(node: ast.AST) -> set[str]:
    """Return the top-level modules that the code imports when it runs."""
    if is_for_type_checkers(node):
        return set()
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {(node.module or "").partition(".")[0]}
    return set().union(*map(imported, ast.iter_child_nodes(node)))


def test_engine_imports_only_the_standard_library() -> None:
    for path in MODULES:
        assert imported(ast.parse(path.read_text("utf-8"))) <= sys.stdlib_module_names | {"engine"}, path


def phrases(node: ast.AST) -> Iterator[str]:
    """Yield the strings of several words, but for docstrings, errors, and comments written to files."""
    match node:
        case ast.Raise() | ast.Expr(value=ast.Constant()):
            return
        case ast.ClassDef(name=name) if name.endswith("Error"):
            return
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), *_]) if start.startswith("#"):
            return
        case ast.Constant(value=str(text)) if re.search(r"[a-z]{2},? [a-z]", text):
            yield text
    for child in ast.iter_child_nodes(node):
        yield from phrases(child)


def test_engine_says_nothing() -> None:
    assert [text for path in MODULES for text in phrases(ast.parse(path.read_text("utf-8")))] == []


@pytest.mark.unmeasured
def test_engine_has_no_clock_or_chance() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text("utf-8"))
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert imported(tree) & IMPURE <= ({"os"} if path == REGISTRY else set()), path
        assert not called & {"open", "print", "input", "exec", "eval"}, path


def test_engine_loads_no_heavy_module() -> None:
    heavy = {"asyncio", "dataclasses", "inspect", "logging", "random"}
    program = f"import sys, engine; print(*{heavy} & set(sys.modules))"
    command = [sys.executable, "-S", "-c", program]
    root = Path(engine.__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)  # noqa: S603 - our own program
    assert done.stdout.split() == []
