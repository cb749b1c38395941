"""What explanations teach, measured by a simulated student: prints the table of docs/measurements.md.

Run it from the checkout: `python -m tests.benchmarks.teaching [--game G] [--show 10]`; ten minutes for all.

A student knows the rules, and plays by chance. When it errs it reads the headline of the explanation, in a
language, back to the kind of what is said, never the value or the list of moves; what it can recognise of
that within two plies it attends to from then on, in the order in which it was told. After ten lessons from
its own errors it plays against the same opponent, who begins half of the games, and wins so many points of a
hundred: without a lesson, told the best move alone (which it remembers of that position), told at each error
a pattern drawn by lot, told what Maxine says, or told all patterns in a sensible order; and `perfect` plays.
What a lesson should be worth is judged by the share of the way from the first to the last of these. `less
than by lot` shows how much less reasons teach than that, if it exceeds the difference's standard error. What
a sentence says comes first, such as corners in Reversi, comes before all that a student was told.

`choosable` says in how many positions a reader who strikes out the names of the moves finds a best one by
what is claimed, where several moves suit it as often as one of them is best; `at once` the same where a move
wins at once. The last column names the bars that a game misses.

Searches are limited by work: the same numbers come on every machine.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from functools import cache
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.words.advice import format_advice, get_advice
from engine.solver import limit_polls
from tests.benchmarks.levels import chosen, polled
from tests.benchmarks.patterns import AMONG, BY_WORDS, FIRST, LAST, PATTERNS
from tests.benchmarks.reading import LANGUAGES, ORDER, Reading, read
from tests.benchmarks.student import Student, Told, patterns_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bot.words.language import Language

    Lesson = Callable[[Student, engine.Analysis, Random], Student]

LESSONS = 10
STUDENTS = 12
GAMES = {True: 40, False: 20}
"""How many games each of them plays after the lessons: in small games, and in those that are searched."""
GAMES_OF_PERFECT = {True: 200, False: 4}
POSITIONS = {True: 120, False: 30}
"""How many positions are read."""
WORK = 3_000
"""How many positions an analysis looks at; `perfect` has its own measure."""
MOST_GAMES = 60
"""In how many games at most a student makes its errors."""
BARS = {"choosable": 0.795, "at once": 0.995, "way": 0.695, "by lot": 0}
"""What an explanation should be worth, as it is rounded; in ten games, 90 per cent should be choosable."""

ENGLISH = LANGUAGES[0]

HOW = ("move", "lot", "reason")


class Found(NamedTuple):
    """How well a reader chose in one position, by which kind of claim."""

    kind: str
    share: float
    is_at_once: bool
    told: str


def main() -> None:
    """Print the table, and with `--show` what a reader could not choose by."""
    options = parsed()
    print(
        "| game | choosable % | at once % | no lesson | best moves | pattern by lot | Maxine's reasons"
        " | less than by lot | all patterns | `perfect` | of the way % | below the bar |"
    )
    print(f"|---|{'--:|' * 10}---|", flush=True)
    shown: list[str] = []
    for slug in options.game or engine.game_slugs():
        found = list(read_positions(slug))
        print(f"| {slug} | {measure(slug, found)} |", flush=True)
        shown += [f"{slug}: {line}" for line in worst(found, options.show)]
    print(*shown, sep="\n")


def parsed() -> Namespace:
    """Return the options of the command line."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", action="append", choices=engine.game_slugs())
    parser.add_argument("--show", type=int, default=0)
    return parser.parse_args()


@cache
def analysed(state: engine.State) -> engine.Analysis:
    """Return what an explanation would know of a state."""
    return engine.analyse(state, limit_polls(max(1, WORK // polled(state.game))))


def read_positions(slug: str) -> Iterator[Found | None]:
    """Yield what a reader of English chooses in positions of play by chance and of strong play by turns."""
    game, rng, seen = engine.get_game(slug), Random(slug), set[engine.State]()
    for number in range(2 * POSITIONS[game.is_small]):
        state = game.initial()
        while not state.is_terminal and len(seen) < POSITIONS[game.is_small]:
            if rng.random() < 1 / 4 and state not in seen and is_choice(state):
                seen.add(state)
                yield find(state)
            is_strong = number % 2 and rng.random() < 0.8
            moves = engine.analyse(state, depth=2, has_lines=False).best if is_strong else state.actions()
            state = state.successor(rng.choice(moves))


def is_choice(state: engine.State) -> bool:
    """Whether some moves are worse than others."""
    return len(state.actions()) > 1 and len(analysed(state).best) < len(state.actions())


def find(state: engine.State) -> Found | None:
    """Choose by what is claimed, None if it could not be read."""
    analysis = analysed(state)
    told = format_advice(ENGLISH, analysis)
    readings = read(ENGLISH, state.game, told)
    if not readings:
        return None
    left = heard(Student(), state.game, readings).attend(state)
    share = len({*left} & {*analysis.best}) / len(left)
    names = f"{told} [{state.game.slug} {state.position}]"
    kind = next((reading.kind for reading in readings if reading.kind != ORDER), ORDER)
    return Found(kind, share, bool(state.game.wins(state.position)), names)


def heard(student: Student, game: engine.Game, readings: Sequence[Reading]) -> Student:
    """Return the student after reading the first reason that they understand, and its order."""
    order = "".join(reading.template for reading in readings if reading.kind == ORDER)
    told = _list_told(game, readings)
    return student.hear(_find_told(order, FIRST), told, _find_told(order, LAST))


def _find_told(order: str, by_words: Mapping[str, Told]) -> Told:
    return next((names for words, names in by_words.items() if words in order), ())


def _list_told(game: engine.Game, readings: Iterable[Reading]) -> Told:
    """Return what a student looks for by the first reason that they understand, and what is added."""
    told: list[str] = []
    for reading in readings:
        names = _name_patterns(reading)
        if patterns_of(game).keys() >= {*names} and (not told or reading.template.startswith(AMONG)):
            told += names
    return tuple(told)


def _name_patterns(reading: Reading) -> list[str]:
    by_words = BY_WORDS.get(reading.kind, {})
    told = [by_words[word] for word in by_words if word in reading.template]
    return "".join(told or [PATTERNS.get(reading.kind, "")]).split(", ")


def measure(slug: str, found: Sequence[Found | None]) -> str:
    """Return the rest of a row of the table."""
    game = engine.get_game(slug)
    opponent = "medium" if game.is_small else "greedy"
    known = [each for each in found if each is not None]
    at_once = [each.share for each in known if each.is_at_once]
    untaught = Student(), Student(tuple(patterns_of(game)))
    without, every = ([points(game, opponent, one, seed) for seed in range(STUDENTS)] for one in untaught)
    taught = {how: taught_points(game, opponent, how, ENGLISH) for how in HOW}
    perfect, start = duel(game, opponent), fmean(without)
    shares = {
        "choosable": fmean(each.share for each in known),
        "at once": fmean(at_once or [1]),
        "way": (fmean(taught["reason"]) - start) / (perfect - start),
        "by lot": lag(taught["reason"], taught["lot"]),
    }
    before = [shares["choosable"], shares["at once"], start, *map(fmean, taught.values())]
    less = format_share(shares["by lot"]) if shares["by lot"] else ""
    missed = ", ".join(name for name, least in BARS.items() if shares[name] < least)
    after = [fmean(every), perfect, shares["way"]]
    return " | ".join((*map(format_share, before), less, *map(format_share, after), missed))


def format_share(share: float) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.0f}"


def lag(taught: Sequence[float], by_lot: Sequence[float]) -> float:
    """Return how much less students win than others, below zero, or zero within its standard error."""
    difference = fmean(taught) - fmean(by_lot)
    error = sqrt((variance(taught) + variance(by_lot)) / len(taught))
    return difference if difference < -error else 0


def worst(found: Sequence[Found | None], most: int) -> Iterator[str]:
    """Yield the kinds by which most choices failed, with a sentence and a position of each."""
    by_kind: defaultdict[str, list[Found]] = defaultdict(list)
    for each in found:
        if each is not None:
            by_kind[each.kind].append(each)
    lost = {kind: sum(1 - each.share for each in some) for kind, some in by_kind.items()}
    for kind in sorted(lost, key=lost.__getitem__, reverse=True)[:most]:
        some = by_kind[kind]
        if lost[kind]:
            example = min(some, key=lambda each: each.share).told
            share = fmean(each.share for each in some)
            yield f"{kind}, {len(some)} positions, found in {100 * share:.0f} %: {example}"


def taught_points(game: engine.Game, opponent: str, how: str, language: Language) -> list[float]:
    """Return the points of each student after the lessons."""
    students = (taught(game, opponent, how, language, seed) for seed in range(STUDENTS))
    return [points(game, opponent, student, seed) for seed, student in enumerate(students)]


def taught(game: engine.Game, opponent: str, how: str, language: Language, seed: int) -> Student:
    """Return a student after ten lessons, or as many as they made errors in all games."""
    rng, student, lessons = Random(f"{game.slug} {seed}"), Student(), 0
    for number in range(MOST_GAMES):
        state = game.initial()
        while not state.is_terminal and lessons < LESSONS:
            if state.to_move != number % 2:
                state = state.successor(chosen(state, engine.get_player(opponent), rng))
                continue
            action = student.choose(state, rng)
            if len(state.actions()) > 1 and engine.judge(analysed(state), action).is_error:
                student, lessons = learned(student, state, how, language, rng), lessons + 1
            state = state.successor(action)
    return student


def learned(student: Student, state: engine.State, how: str, language: Language, rng: Random) -> Student:
    """Return the student after a lesson about an error in a state."""
    game, analysis = state.game, analysed(state)
    if how == "move":
        best = get_advice(analysis).move.action
        return student._replace(remembered=student.remembered | {(state, best)})
    if how == "lot":
        return student.hear((), (rng.choice([*patterns_of(game)]),), ())
    return heard(student, game, read(language, game, format_advice(language, analysis)))


@cache
def points(game: engine.Game, opponent: str, student: Student, seed: int) -> float:
    """Return the share of the points that a student wins."""
    rng, games = Random(f"{game.slug} {seed} points"), GAMES[game.is_small]
    return fmean(play(game, opponent, student.choose, number % 2, rng) for number in range(games))


def duel(game: engine.Game, opponent: str) -> float:
    """Return the share of the points that perfect play wins, as far as the work goes."""
    rng, games = Random(f"{game.slug} perfect"), GAMES_OF_PERFECT[game.is_small]

    def choose(state: engine.State, rng: Random) -> engine.Action:
        return chosen(state, engine.get_player("perfect"), rng)

    return fmean(play(game, opponent, choose, number % 2, rng) for number in range(games))


def play(
    game: engine.Game,
    opponent: str,
    choose: Callable[[engine.State, Random], engine.Action],
    seat: int,
    rng: Random,
) -> float:
    """Return what one game brings whoever chooses so: 1, a half or 0."""
    state = game.initial()
    while not state.is_terminal:
        is_own = state.to_move == seat
        action = choose(state, rng) if is_own else chosen(state, engine.get_player(opponent), rng)
        state = state.successor(action)
    return (1 + state.utility * (1 if state.to_move == seat else -1)) / 2


if __name__ == "__main__":
    main()
