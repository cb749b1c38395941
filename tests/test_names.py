"""No name hides another one: a submodule, an import or what its module defines."""

import symtable
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from engine.modules import list_modules

ROOT = Path(__file__).parent.parent
PACKAGES = [path.parent for name in ("engine", "bot") for path in sorted((ROOT / name).rglob("__init__.py"))]


def bound_in(table: symtable.SymbolTable) -> set[str]:
    """Return the names that a module or a function binds, without those that a function imports late."""
    is_module = table.get_type() == "module"
    return {
        each.get_name()
        for each in table.get_symbols()
        if each.is_local() and (is_module or not each.is_imported())
    }


def table_of(path: Path) -> symtable.SymbolTable:
    return symtable.symtable(path.read_text("utf-8"), str(path), "exec")


def hidden_in(table: symtable.SymbolTable, known: set[str]) -> Iterator[str]:
    """Yield the functions within that bind a known name again."""
    for inner in table.get_children():
        if inner.get_type() == "function":
            yield from (f"{name} in {inner.get_name()}" for name in bound_in(inner) & known)
        yield from hidden_in(inner, known)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_name_hides_a_submodule(package: Path) -> None:
    module = import_module(".".join(package.relative_to(ROOT).parts))
    shared = bound_in(table_of(package / "__init__.py")) & {*list_modules([str(package)])}
    assert not {name for name in shared if not isinstance(getattr(module, name), ModuleType)}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_no_variable_hides_a_name_of_its_module(package: Path) -> None:
    for path in package.glob("*.py"):
        table = table_of(path)
        assert not [*hidden_in(table, bound_in(table))], path
