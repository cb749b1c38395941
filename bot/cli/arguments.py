"""Types of arguments, and output for the operator."""

import argparse
import re
import sys
from pathlib import Path


def port(text: str) -> int:
    """Parse the number of a port, 0 for any that is free."""
    if not text.isascii() or not text.isdigit() or int(text) > 65535:  # noqa: PLR2004 - the highest port there is
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """Parse a number of things, at least one."""
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"a count is a number from 1, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """Parse a number of seconds, at least 0."""
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", text):
        raise argparse.ArgumentTypeError(f"a time is a number of seconds from 0, not {text!r}")
    return float(text)


def folder(text: str) -> Path:
    """Parse the path of an existing folder."""
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return Path(text)


def add_cluster(parser: argparse.ArgumentParser, help_: str) -> None:
    """Add the option `--cluster`."""
    parser.add_argument("--cluster", metavar="ADDRESS", help=f"{help_} (CLUSTER, else none)")


def say(sentence: str) -> None:
    """Print a sentence for the operator at once."""
    print(sentence, flush=True)  # noqa: T201 - that is what a command line does


def fail(sentence: str, status: int) -> int:
    """Print why the command failed, and return the exit status."""
    print(f"maxine: {sentence}", file=sys.stderr)  # noqa: T201 - likewise
    return status
