"""Whether Maxine withstands an evening of people, faults and kills: every promise counted, each with its bar.

Run `python -m tests.benchmarks.soak --minutes 15` (on Linux). `maxine run` is a process of its own, connected
to a playground in this one. Guests press, type and think in pauses, in all games, against her and each other;
meanwhile answers are lost, cut, late and refused on their way, interactions come twice, and the database is
locked by somebody else. In the first fifth of the time she is killed now and then and started again; from the
last start on she is left alone, and it is of this stretch that memory is measured: its second half must not
grow. An answer that a fault delayed or destroyed is not one of those whose latency has a bar, and one that
it destroyed is not called unanswered: then the board has to be drawn again in time.

Exit status 1 if a bar is missed. `--folder` keeps her database, her log, and a line for each deed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING

from bot.playground import Playground
from tests.benchmarks.soak_guests import Deed, Guests
from tests.benchmarks.soak_mishaps import Mishaps
from tests.benchmarks.soak_process import Bot, Memory
from tests.benchmarks.soak_watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.benchmarks.soak_process import Sample

KILLING = 0.2  # of the time
STEADY = 5.0  # times the median that the slowest answer in a hundred may take
GROWTH = 0.02
KINDS = {"move": "moves", "look": "at once", "thought": "thought about"}


def main() -> int:
    """Run, print what was seen, and return the exit status."""
    parser = argparse.ArgumentParser(prog="soak", description="Lets people play, with faults and kills.")
    parser.add_argument("--minutes", type=float, default=15.0, help="how long (15)")
    parser.add_argument("--people", type=int, default=24, help="how many (24); 8 to 64 make sense")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between a person's deeds (2)")
    parser.add_argument("--seed", type=int, default=9, help="the same seed means the same plans (9)")
    parser.add_argument("--folder", type=Path, help="keep the database, the log and the deeds there")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        return asyncio.run(soak(folder, options))


async def soak(folder: Path, options: argparse.Namespace) -> int:
    """Let it all happen, and judge it."""
    async with Playground() as playground:
        bot = Bot(playground, folder)
        mishaps = Mishaps(playground, bot, Random(f"{options.seed} mishaps"))
        guests = Guests(playground, bot, mishaps, options)
        watch, memory = Watch(playground, bot), Memory(bot)
        await bot.start()
        started, cpu = time.monotonic(), time.process_time()
        end = started + 60 * options.minutes
        helpers = [asyncio.create_task(each) for each in (watch.look(), memory.sample(), mishaps.lock())]
        killing = asyncio.create_task(mishaps.kill(started + KILLING * (end - started)))
        await guests.live(end)
        cpu = time.process_time() - cpu
        await killing
        for helper in helpers:
            helper.cancel()
        await asyncio.wait(helpers)
        await watch.settle()
        busy = (cpu / (time.monotonic() - started), memory.busy())
        await bot.stop()
    lost = watch.find_lost(guests.acknowledged)
    _record(folder, guests.deeds, watch.stuck + lost)
    return _report(guests.deeds, watch, memory, lost, busy, bot)


def _record(folder: Path, deeds: Sequence[Deed], findings: Sequence[str]) -> None:
    lines = [json.dumps(vars(deed)) for deed in deeds]
    (folder / "deeds.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "findings.txt").write_text("".join(f"{line}\n" for line in findings), encoding="utf-8")


def _report(  # noqa: PLR0913, PLR0917 - all that was seen
    deeds: Sequence[Deed],
    watch: Watch,
    memory: Memory,
    lost: Sequence[str],
    busy: tuple[float, float],
    bot: Bot,
) -> int:
    """Print the tables and the bars; return the exit status."""
    unanswered = [deed for deed in deeds if deed.is_unanswered]
    missed = list(_print_latencies(deeds))
    missed += _print_memory(memory)
    print(f"kills {bot.kills}, faults {_count(deed.fault for deed in deeds)}")
    print(f"busy cores: the playground and the guests {busy[0]:.2f}, Maxine and her workers {busy[1]:.2f}")
    print(f"in her log: {bot.count_errors()}")
    bars = (
        ("acknowledged moves lost", lost),
        ("unanswered while she was up", [f"{deed.name} ({deed.fault or 'no fault'})" for deed in unanswered]),
        ("boards outdated or thinking for more than 10 s", watch.stuck),
    )
    for name, found in bars:
        print(f"{name}: {len(found)}" + "".join(f"\n    {line}" for line in _newest(found)))
        missed += [name] if found else []
    print("All bars are kept." if not missed else f"Missed: {'; '.join(missed)}.")
    return 1 if missed else 0


def _newest(found: Sequence[str]) -> list[str]:
    counted = Counter(found).most_common(4)
    return [f"{number} x {line}" for line, number in counted]


def _count(faults: Iterator[str | None]) -> str:
    return ", ".join(f"{number} {fault}" for fault, number in sorted(Counter(filter(None, faults)).items()))


def _print_latencies(deeds: Sequence[Deed]) -> Iterator[str]:
    """Print how long answers took, and yield the bars that are missed.

    What she has to think or to look up at length for is promised after a second, so it has a line of its own.
    """
    print(f"{'':<16}{'clicks':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'p99/p50':>9}")
    answered = [deed for deed in deeds if deed.took is not None]
    calm = [deed for deed in answered if not deed.is_troubled]
    for kind, name in KINDS.items():
        ratio = _print_line(name, [deed.took or 0 for deed in calm if deed.kind == kind])
        if ratio > STEADY:
            yield f"the p99 of what is {name} is {ratio:.1f} times the median"
    _print_line("with faults", [deed.took or 0 for deed in answered if deed.is_troubled])


def _print_line(name: str, seconds: Sequence[float]) -> float:
    if len(seconds) < 2:  # noqa: PLR2004 - what quantiles need
        print(f"{name:<16}{len(seconds):>8}")
        return 0
    hundredths = quantiles(seconds, n=100, method="inclusive")
    half, most, nearly_all = (1000 * hundredths[n - 1] for n in (50, 95, 99))
    print(f"{name:<16}{len(seconds):>8}{half:>9.1f}{most:>9.1f}{nearly_all:>9.1f}{nearly_all / half:>9.1f}")
    return nearly_all / half


def _print_memory(memory: Memory) -> Iterator[str]:
    """Print the memory since the last start, and yield the bars that are missed."""
    print(f"{'memory, MB':<16}{'start':>8}{'middle':>9}{'end':>9}{'growth':>9}")
    for name, samples in memory.stretch().items():
        middle, end = _around(samples, 0.5), _around(samples, 0.9)
        growth = end / middle - 1
        print(f"{name:<16}{samples[0].size:>8.1f}{middle:>9.1f}{end:>9.1f}{100 * growth:>8.1f}%")
        if growth >= GROWTH:
            yield f"the memory of {name} grew by {100 * growth:.1f} %"


def _around(samples: Sequence[Sample], part: float) -> float:
    """Return the median of the tenth of the samples that begins at a part of them."""
    first = int(part * len(samples))
    return median(sample.size for sample in samples[first : max(first + 1, first + len(samples) // 10)])


if __name__ == "__main__":
    sys.exit(main())
