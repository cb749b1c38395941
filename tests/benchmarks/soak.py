"""Whether Maxine withstands an evening of people, faults and kills: every promise counted, each with its bar.

Run `python -m tests.benchmarks.soak --minutes 15` (on Linux). `maxine run` is a process of its own, connected
to a playground in this one. Guests press, type and think in pauses, in all games, against her and each other;
meanwhile answers are lost, cut, late and refused on their way, interactions come twice, and the database is
locked by somebody else. In the first fifth of the time she is killed now and then and started again; from the
last start on she is left alone, and it is of this stretch that memory is measured: in its second half it must
grow by less than a twentieth. Nothing may be lost, unanswered or stuck; an answer that a fault destroyed is
not called unanswered: then the board has to be drawn again in time. How long answers take is printed and has
no bar, for it is the machine's: all of them share its cores with what thinks, and with who asks.

Exit status 1 if a bar is missed. `--folder` keeps her database, her log, and a line for each deed.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles

from tests.benchmarks.soak_guests import Deed, Guests
from tests.benchmarks.soak_mishaps import Mishaps
from tests.benchmarks.soak_process import NAMES, Bot, Memory, Sample
from tests.benchmarks.soak_watch import Watch
from tests.trouble import Playground

KILLING = 0.2  # of the time
GROWTH = 0.05
KINDS = {"move": "moves", "look": "other answers", "thought": "with thought"}


def main() -> int:
    """Run, print what was seen, and return the exit status."""
    parser = argparse.ArgumentParser(prog="soak", description="Lets people play, with faults and kills.")
    parser.add_argument("--minutes", type=float, default=15.0, help="how long (15)")
    parser.add_argument("--people", type=int, default=24, help="how many (24); 8 to 64 make sense")
    parser.add_argument("--pause", type=float, default=1.0, help="seconds between a person's deeds (1)")
    parser.add_argument("--seed", type=int, default=9, help="the same seed means the same plans (9)")
    parser.add_argument("--folder", type=_new_folder, help="keep the database, the log and the deeds there")
    options = parser.parse_args()
    gc.set_threshold(20_000, 20, 20)  # what measures must not be what is late: as Maxine does it herself
    sys.setswitchinterval(0.0005)
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        return asyncio.run(soak(folder, options))


def _new_folder(text: str) -> Path:
    folder = Path(text)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be made: {error.strerror}") from error
    return folder


async def soak(folder: Path, options: argparse.Namespace) -> int:
    """Let it all happen, and judge it."""
    async with Playground() as playground:
        bot = Bot(playground, folder)
        mishaps = Mishaps(playground, bot, Random(f"{options.seed} mishaps"))
        guests = Guests(playground, bot, mishaps, options)
        watch, memory = Watch(playground, bot), Memory(bot)
        try:
            await bot.start()
            began, seconds = time.monotonic(), 60 * options.minutes
            async with asyncio.TaskGroup() as group:
                helpers = [
                    group.create_task(each) for each in (watch.look(), memory.sample(), mishaps.lock())
                ]
                group.create_task(mishaps.kill(began + KILLING * seconds))
                await guests.live(began + seconds)
                for helper in helpers:
                    helper.cancel()
            await watch.settle()
        finally:
            await bot.stop()
    lost = watch.find_lost()
    _record(folder, guests.deeds, watch.stuck + lost)
    return _report(guests.deeds, watch.stuck, lost, memory, bot)


def _record(folder: Path, deeds: Sequence[Deed], findings: Sequence[str]) -> None:
    lines = [json.dumps(vars(deed)) for deed in deeds]
    (folder / "deeds.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (folder / "findings.txt").write_text("".join(f"{line}\n" for line in findings), encoding="utf-8")


def _report(
    deeds: Sequence[Deed], stuck: Sequence[str], lost: Sequence[str], memory: Memory, bot: Bot
) -> int:
    """Print the tables and the bars; return the exit status."""
    _print_latencies(deeds)
    missed = [*_print_memory(memory)]
    faults = Counter(deed.fault for deed in deeds if deed.fault)
    print(f"kills: {bot.kills}; faults: {_list(faults)}; in her log: {_list(bot.count_warnings())}")
    print("busy cores: " + ", ".join(f"{name} {cores:.2f}" for name, cores in memory.busy().items()))
    unanswered = [f"{deed.name}, {deed.fault or 'no fault'}" for deed in deeds if deed.is_unanswered]
    bars = {
        "moves and ends that were shown and are lost": lost,
        "unanswered while she was up": unanswered,
        "boards outdated or thinking for more than 10 s": stuck,
    }
    for name, found in bars.items():
        print(f"{name}: {len(found)}" + (f" ({_list(Counter(found))})" if found else ""))
        missed += [name] if found else []
    print(f"Missed: {'; '.join(missed)}." if missed else "All bars are kept.")
    return 1 if missed else 0


def _list(counted: Counter[str]) -> str:
    """Name what was counted, the most frequent first."""
    named = [f"{number} {name}" for name, number in counted.most_common(8)]
    return ", ".join(named) + (", …" if len(counted) > len(named) else "") or "nothing"


def _print_latencies(deeds: Sequence[Deed]) -> None:
    """Print how long answers took; what she has to think about is promised after a second."""
    print(f"{'':<16}{'clicks':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'p99/p50':>9}")
    answered = [deed for deed in deeds if deed.took is not None]
    calm = [deed for deed in answered if not deed.is_troubled]
    for kind, name in KINDS.items():
        _print_line(name, [deed.took or 0 for deed in calm if deed.kind == kind])
    _print_line("with faults", [deed.took or 0 for deed in answered if deed.is_troubled])


def _print_line(name: str, seconds: Sequence[float]) -> None:
    """Print a line of the table: among others the median, and what only one in a hundred exceeds."""
    if len(seconds) < 2:
        print(f"{name:<16}{len(seconds):>8}")
        return
    hundredths = quantiles(seconds, n=100, method="inclusive")
    half, most, nearly_all = (hundredths[n - 1] for n in (50, 95, 99))
    times = "".join(f"{1000 * each:>9.1f}" for each in (half, most, nearly_all))
    print(f"{name:<16}{len(seconds):>8}{times}{nearly_all / half:>9.1f}")


def _print_memory(memory: Memory) -> Iterator[str]:
    """Print the memory since the last start, and yield the bars that are missed.

    Processes that are not those of the middle any more tell nothing: a new one has all its growth before it.
    """
    print(f"{'memory, MB':<16}{'start':>8}{'middle':>9}{'end':>9}{'growth':>9}")
    for name, samples in memory.stretch().items():
        begun, ended = _around(samples, 0.45), _around(samples, 0.9)
        middle, end = (median(sample.size for sample in each) for each in (begun, ended))
        growth = end / middle - 1
        print(f"{name:<16}{samples[0].size:>8.1f}{middle:>9.1f}{end:>9.1f}{100 * growth:>8.1f}%")
        if begun[0].pids != ended[-1].pids:
            yield f"how much the memory of {name} grew is not known, as not all are the same processes"
        elif growth >= GROWTH and name != NAMES[-1]:
            yield f"the memory of {name} grew by {100 * growth:.1f} %"


def _around(samples: Sequence[Sample], part: float) -> Sequence[Sample]:
    """Return the tenth of the samples that begins at a part of them."""
    first = int(part * len(samples))
    return samples[first : max(first + 1, first + len(samples) // 10)]


if __name__ == "__main__":
    sys.exit(main())
