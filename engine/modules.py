"""Imports all modules of a package, where each adds one item of a kind."""

from collections.abc import Iterable
from importlib import import_module
from importlib.machinery import all_suffixes
from os import listdir
from types import ModuleType


def import_all(package: str, folders: Iterable[str]) -> list[ModuleType]:
    """Import all modules of a package from its folders, in order."""
    return [import_module(f"{package}.{name}") for name in list_modules(folders)]


def list_modules(folders: Iterable[str]) -> list[str]:
    """Return the names of all modules and packages in folders, once, even if they are compiled as well."""
    suffixes = tuple(all_suffixes())
    files = [file for folder in folders for file in listdir(folder)]  # noqa: PTH208 - pathlib and pkgutil load slowly
    names = {file.partition(".")[0] for file in files if file.endswith(suffixes) or "." not in file}
    return sorted(names - {"__init__", "__pycache__"})
