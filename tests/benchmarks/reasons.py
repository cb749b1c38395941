"""How many moves have a reason, and which reasons there are.

Run `python -m tests.benchmarks.reasons [--game G] [--positions 1000] [--seconds 0.3] [--show 10]` in the
checkout: it looks at so many positions of random play and so many of strong play, each once, and has so
long to analyse each; if nothing is said, at the fewer the longer they take. A line of the table counts

- the best moves, all of them that are equally good, whose first remark is a reason, and those of which it is
  no more than a rule of thumb;
- the losing moves whose first remark is a reason, and of those that lose within three moves of the winner
  the ones in which it names the reply that wins, or the move loses by itself;
- the best moves and all others whose first remark is no reason, or teaches nothing to do differently about
  seeds: those kinds stand in `THIN`.

What only says again what a move is worth is no reason: those kinds stand in `RESTATING`. `--show` prints so
many moves that have none, as the names of the moves that lead to them.
"""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import process_time

import engine
from engine.solver import Stop

RESTATING = {
    "GIVES_WIN_AWAY",
    "GIVES_DRAW_AWAY",
    "ONLY_WIN",
    "ONLY_DRAW",
    "HOLDS_OUT_LONGEST",
    "LOSES_SOONER",
    "EVERY_MOVE_LOSES",
    "LETS_FORCE_WIN",
    "STILL_FORCED",
    "LOSES_BY_ZUGZWANG",
}
"""The kinds that say of a best move nothing but its value, and of a losing one no more than that it loses.

Those that name the reply that wins say more.
"""

THIN = {
    "COSTS",
    "REPLIES",
    "ENDS_WITH",
    "LETS_REACH",
    "MORE_HOUSES",
    "FEWER_HOUSES",
    "KEEPS_SEEDS",
    "LEAVES_SEEDS",
    "SAFE_HOUSES",
    "ROUND_HOUSES",
    "READY_HOUSES",
    "NONE_READY",
    "THUMB_HOUSES",
}
"""The kinds that do not say what the reply does or what a move gives up, and rules of thumb about seeds."""

THUMB = "THUMB"
"""What the kinds begin with that are rules of thumb."""

POSITIONS = {"four-in-a-row-5x5": 300, "kalah": 300, "oware": 200, "connect-four": 150}
"""How many positions are looked at of games in which they take long; else 1,000."""

NEAR = 3
STRONG = 0.85
"""How often strong play takes a best move; else it takes any."""


@dataclass
class Tally:
    """What was counted in one game and kind of play."""

    best: int = 0
    reasoned: int = 0
    thumbs: int = 0
    losing: int = 0
    told: int = 0
    near: int = 0
    refuted: int = 0
    others: int = 0
    thin_best: int = 0
    thin_others: int = 0
    milliseconds: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    silent: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        fractions = (
            share(self.reasoned, self.best),
            share(self.thumbs, self.best),
            share(self.told, self.losing),
            share(self.refuted, self.near),
            share(self.thin_best, self.best),
            share(self.thin_others, self.others),
        )
        times = sorted(self.milliseconds)
        times_told = f"{times[len(times) // 2]:.1f} | {times[-1]:.1f}"
        reasons = ", ".join(f"{kind} {number}" for kind, number in self.kinds.most_common(10))
        return f"{self.best} | {' | '.join(fractions)} | {times_told} | {reasons}"


def share(number: int, of: int) -> str:
    """Return a share in per cent."""
    return f"{100 * number / of:.1f}" if of else ""


def main() -> None:
    """Print the table."""
    options = parsed()
    print(
        "| game | play | best moves | with a reason % | a rule of thumb % | losing with a reason %"
        " | near losses with the reply % | thin best % | thin others % | ms median | ms most"
        " | most frequent |"
    )
    print(f"|---|---|{'--:|' * 9}---|", flush=True)
    for slug in options.game or engine.games():
        for play in ("random", "strong"):
            tally = Tally()
            for names, state in positions(slug, play, options.positions or POSITIONS.get(slug, 1000)):
                count(tally, names, engine.analyse(state, deadline(options.seconds)))
            print(f"| {slug} | {play} | {tally} |", flush=True)
            for line in Random(7).sample(tally.silent, min(options.show, len(tally.silent))):
                print("   ", line)


def parsed() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", action="append", choices=engine.games())
    parser.add_argument("--positions", type=int)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--show", type=int, default=0)
    return parser.parse_args()


def deadline(seconds: float) -> Stop:
    """Return a stop that is true after so many seconds."""
    end = process_time() + seconds
    return lambda: process_time() > end


def positions(slug: str, play: str, most: int) -> Iterator[tuple[str, engine.State]]:
    """Yield running positions, each once, and the moves that lead there; fewer if few are new."""
    rng, seen, games = Random(f"{slug} {play}"), set[engine.State](), 0
    while len(seen) < most and games < 2 * most:
        games += 1
        state, names = engine.game(slug).initial(), ""
        while not state.is_terminal and len(seen) < most:
            if state not in seen:
                seen.add(state)
                yield names.strip(), state
            action = rng.choice(state.actions())
            if play == "strong" and rng.random() < STRONG:
                action = rng.choice(engine.analyse(state, deadline(0.1), depth=4).best)
            names += f" {state.name_of(action)}"
            state = state.successor(action)


def count(tally: Tally, names: str, analysis: engine.Analysis) -> None:
    """Count the moves of one position."""
    begun = process_time()
    remarked = engine.remarks(analysis)
    tally.milliseconds.append(1000 * (process_time() - begun))
    for move in analysis.moves:
        remarks = remarked[move.action]
        kinds = [remark.kind.name for remark in remarks]
        said = f"{names} [{analysis.state.name_of(move.action)}] {move.value} {kinds}"
        is_thin = not is_reason(remarks) or remarks[0].kind.name in THIN
        if move.action in analysis.best:
            tally.thin_best += is_thin
            count_best(tally, remarks, said)
            continue
        tally.others += 1
        tally.thin_others += is_thin
        if move.exact and move.value == -1:
            count_losing(tally, move, remarks, said)


def count_best(tally: Tally, remarks: tuple[engine.Remark, ...], said: str) -> None:
    """Count one of the best moves."""
    tally.best += 1
    kind = remarks[0].kind.name if remarks else "(none)"
    if is_reason(remarks):
        tally.reasoned += 1
        tally.thumbs += kind.startswith(THUMB)
    else:
        tally.silent.append(f"best {said}")
    tally.kinds[kind] += 1


def is_reason(remarks: tuple[engine.Remark, ...]) -> bool:
    """Whether the first of the remarks is a reason; naming the reply that wins always is."""
    return bool(remarks) and (bool(remarks[0].actions) or remarks[0].kind.name not in RESTATING)


def count_losing(
    tally: Tally, move: engine.AnalysedMove, remarks: tuple[engine.Remark, ...], said: str
) -> None:
    """Count a move that loses where others do not, or lose later."""
    tally.losing += 1
    names_reply = bool(remarks) and (bool(remarks[0].actions) or remarks[0].kind is engine.General.LOSES)
    if is_reason(remarks):
        tally.told += 1
    else:
        tally.silent.append(f"losing {said}")
    if move.winner_moves <= NEAR:
        tally.near += 1
        tally.refuted += names_reply


if __name__ == "__main__":
    main()
