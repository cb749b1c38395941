"""Write what programs print into the documents: `python -m tests.make_tables [PROGRAM ...]`.

Where it stands there is a comment, `<!-- printed by: python -m tests.benchmarks.levels, table 2 -->`, and
`<!-- end -->` below; between them come the table, the command, the machine and the day. The programs are
those whose command holds one of the words; without a word this says which there are. They run one after the
other: some take hours, and those that measure time want a machine with nothing else to do.
"""

import argparse
import os
import platform
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PLACE = re.compile(r"<!-- printed by: (.+?)(?:, table (\d+))? -->\n.*?<!-- end -->", re.DOTALL)
TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


def main() -> None:
    """Run what was asked for, and write down what it printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", metavar="PROGRAM", nargs="*")
    wanted, pages = parser.parse_args().programs, sorted(DOCS.glob("*.md"))
    found = (place[1] for page in pages for place in PLACE.finditer(page.read_text(encoding="utf-8")))
    for command in dict.fromkeys(found):
        print(command, flush=True)
        if any(word in command for word in wanted):
            where, tables = describe_machine(), run(command)
            for page in pages:
                text = page.read_text(encoding="utf-8")
                page.write_text(fill(text, command, tables, where), encoding="utf-8")


def run(command: str) -> list[str]:
    """Return the tables that a program prints."""
    program = [sys.executable, *shlex.split(command)[1:]]
    done = subprocess.run(program, cwd=DOCS.parent, stdout=subprocess.PIPE, check=True, text=True)  # noqa: S603 - ours
    return TABLE.findall(done.stdout)


def fill(text: str, command: str, tables: list[str], where: str) -> str:
    """Return a page with the tables of a command in their places."""

    def put(place: re.Match[str]) -> str:
        if place[1] != command:
            return place[0]
        comment, table = place[0].partition("\n")[0], tables[int(place[2] or 1) - 1]
        return f"{comment}\n{table}\n*`{command}`, on {where}.*\n<!-- end -->"

    return PLACE.sub(put, text)


def describe_machine() -> str:
    """Say on which machine this runs, what else it does, and the day."""
    about = Path("/proc/cpuinfo")
    known = about.read_text(encoding="utf-8") if about.exists() else ""
    names = re.findall(r"^model name\s*: (.*)$", known, re.MULTILINE)
    cores = f"{os.cpu_count()} cores ({names[0] if names else platform.machine()})"
    load = f"load {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else "unknown load"
    return f"{cores}, {load}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}"


if __name__ == "__main__":
    main()
