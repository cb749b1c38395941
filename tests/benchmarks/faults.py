"""Faults of explanations that a program can find: prints how many there are.

Run it from the checkout: `python -m tests.benchmarks.faults [--game G] [--show 3]`; a minute for all. Each
rule looks at one explanation of a position of play by chance or of strong play, searched as far as in
`tests.benchmarks.teaching`. Whether what is said is true is for the claims in `tests/engine` to find.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import defaultdict
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words import explanations
from bot.words.language import ENGLISH, Reader
from engine.rules.nim import Nim
from engine.rules.reversi import Reversi
from tests.benchmarks.reading import LANGUAGES
from tests.benchmarks.teaching import analysed
from tests.bot.telling import Line, read_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

POSITIONS = 25
"""How many positions of a game are explained."""
MOST_WORDS, MOST_WORDS_OF_CLAUSE = 40, 24
"""What a headline in English may have; other languages need up to a fifth more."""
READER = 1
PLAYERS = Participant(READER), Participant(None, "hard")

PLAYED = re.compile(r"(?:best play|looked at): \d+\. (?P<moves>[^·\n…]+)")
MARKED = re.compile(r"\S+ \([^)]+\)")
LEAVES = re.compile(r"leaves [\w ]*?(\d+) moves?\b")
POWERS = re.compile(r"\d\+\d|4s, 2s")
GIVES_AWAY = re.compile(r"[Pp]lay \S+: (it )?gives away")


class Told(NamedTuple):
    """An explanation, and what it says: in the first answer, and below All moves."""

    explanation: Explanation
    text: str
    pages: str

    @property
    def analysis(self) -> engine.Analysis:
        return self.explanation.analysis

    @property
    def state(self) -> engine.State:
        return self.analysis.state

    @property
    def headline(self) -> str:
        return _read_headline(self.text)

    @property
    def headlines(self) -> Iterator[str]:
        """Yield the headline in every language."""
        for language in LANGUAGES:
            yield _read_headline(explanations.format_explanation(Reader(language, READER), self.explanation))

    @property
    def advised(self) -> engine.Action:
        return engine.recommended(self.analysis).action

    @property
    def first(self) -> str:
        """The name of the recommended move."""
        return self.state.name_of(self.advised)


def _read_headline(text: str) -> str:
    return text.partition("\n")[0].strip("*")


def tell(explanation: Explanation) -> Told:
    """Explain a position to the first player."""
    reader = Reader(ENGLISH, READER)
    text = explanations.format_explanation(reader, explanation)
    return Told(explanation, text, "\n".join(explanations.list_moves(reader, explanation)))


def explain_positions(slug: str) -> Iterator[Explanation]:
    """Yield explanations of positions with a choice, of play by chance and of strong play by turns."""
    rng, found, number = Random(f"faults of {slug}"), 0, 0
    while found < POSITIONS:
        match, number = Match(1, slug, Place(None, 1), PLAYERS, 0.0, 0.0), number + 1
        while not match.state.is_terminal and found < POSITIONS:
            if len(match.state.actions()) > 1 and rng.random() < 1 / 8:
                found += 1
                yield Explanation(match, match.ply, analysed(match.state), None)
            match = match.with_move(_choose(match.state, rng, is_strong=bool(number % 2)), 0.0)


def _choose(state: engine.State, rng: Random, *, is_strong: bool) -> engine.Action:
    is_chance = not is_strong or rng.random() < 1 / 5
    return rng.choice(state.actions() if is_chance else engine.analyse(state, depth=2, has_lines=False).best)


def leaves_moves_out(told: Told) -> bool:
    """Whether a legal move is in no line, or in two."""
    return sum(len(line.names) + line.more for line in read_lines(told.text)) != len(told.state.actions())


def begins_with_another_move(told: Told) -> bool:
    """Whether the first line, of an answer or of all moves, begins with another than the recommended move."""
    return any(_first_of(text).names[:1] != (told.first,) for text in (told.text, told.pages))


def _first_of(text: str) -> Line:
    return next(iter(read_lines(text)), Line(is_best=False, names=(), more=0, worth="", reason=""))


def is_long(told: Told) -> bool:
    english, *others = map(_count_words, told.headlines)
    return english > MOST_WORDS or max(others) > MOST_WORDS * 6 / 5


def has_long_clause(told: Told) -> bool:
    english, *others = (max(map(_count_words, re.split(r"[.:;,?!()]", text))) for text in told.headlines)
    return english > MOST_WORDS_OF_CLAUSE or max(others) > MOST_WORDS_OF_CLAUSE * 6 / 5


def _count_words(text: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in text.split())


def says_powers_over_pairs(told: Told) -> bool:
    """Whether powers of two are told where heaps in pairs tell it all."""
    game, best = told.state.game, told.analysis.best
    if not isinstance(game, Nim) or not POWERS.search(told.headline):
        return False
    is_lost = told.analysis.value < 0
    seen = [told.state] if is_lost else [told.state.successor(action) for action in best]
    return any(_is_paired([size for size in game.heaps(state.position) if size]) for state in seen)


def _is_paired(heaps: list[int]) -> bool:
    return all(heaps.count(size) % 2 == 0 for size in heaps)


def leaves_more_than_needed(told: Told) -> bool:
    """Whether the moves that are left to the opponent are counted where another move leaves fewer."""
    said = LEAVES.search(told.headline)
    if said is None or not isinstance(told.state.game, Reversi):
        return False
    return int(said[1]) > min(len(_find_replies(told.state, action)) for action in told.state.actions())


def _find_replies(state: engine.State, action: engine.Action) -> list[str]:
    """Return the names of what the opponent can play after a move."""
    after = state.successor(action)
    is_theirs = not after.is_terminal and after.to_move != state.to_move
    return [after.name_of(reply) for reply in after.actions()] if is_theirs else []


def gives_corner_unsaid(told: Told) -> bool:
    """Whether the recommended move lets the opponent take a corner that is not named."""
    if not isinstance(told.state.game, Reversi):
        return False
    size = told.state.game.size
    corners = {f"{column}{row}" for column in ("a", "abcdefgh"[size - 1]) for row in (1, size)}
    given = corners & {*_find_replies(told.state, told.advised)}
    return not all(re.search(rf"\b{corner}\b", told.headline) for corner in given)


def recommends_giving_away(told: Told) -> bool:
    return GIVES_AWAY.search(told.headline) is not None


def leaves_mover_open(told: Told) -> bool:
    """Whether a line of play does not say of each move who makes it."""
    moves = [move for line in PLAYED.findall(told.pages) for move in line.strip().split(", ")]
    return not all(MARKED.fullmatch(move) for move in moves)


def puts_guess_above_proof(told: Told) -> bool:
    """Whether an estimate, of a move that is not best, stands above a draw or a win."""
    worths = [line.worth for line in read_lines(told.pages) if not line.is_best]
    guesses = [place for place, worth in enumerate(worths) if worth.startswith("about")]
    proofs = [place for place, worth in enumerate(worths) if worth.startswith(("win", "draw"))]
    return bool(guesses and proofs) and min(guesses) < max(proofs)


def has_two_units(told: Told) -> bool:
    """Whether a move is worth something else below All moves than in the first answer."""
    every = {name: line.worth for line in read_lines(told.pages) for name in line.names}
    shown = [line for line in read_lines(told.text) if " to " not in line.worth]
    return any(every[name] != line.worth for line in shown for name in line.names)


RULES: Mapping[str, Callable[[Told], bool]] = {
    "moves in no line": leaves_moves_out,
    "first line not of the recommended move": begins_with_another_move,
    "over 40 words": is_long,
    "a clause over 24 words": has_long_clause,
    "powers of two over pairs": says_powers_over_pairs,
    "leaves N, and another move fewer": leaves_more_than_needed,
    "corner given unsaid": gives_corner_unsaid,
    "gives away as a recommendation": recommends_giving_away,
    "mover not said": leaves_mover_open,
    "a guess above a proof": puts_guess_above_proof,
    "two units": has_two_units,
}
"""The faults, and whether an explanation has them."""


def find_faults(slug: str) -> dict[str, list[str]]:
    """Return the headlines that have each fault, with their positions."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for told in map(tell, explain_positions(slug)):
        for kind in (kind for kind, is_faulty in RULES.items() if is_faulty(told)):
            found[kind].append(f"{told.headline} [{slug} {told.state.position}]")
    return found


def main() -> None:
    """Print how many faults there are of each kind and in which games, and some examples."""
    parser = ArgumentParser(description="Find faults of explanations.")
    parser.add_argument("--game", action="append", choices=engine.game_slugs())
    parser.add_argument("--show", type=int, default=0, help="examples of each kind and game")
    options = parser.parse_args()
    games = {slug: find_faults(slug) for slug in options.game or engine.game_slugs()}
    for kind in RULES:
        some = {slug: found[kind] for slug, found in games.items() if found[kind]}
        counted = ", ".join(f"{slug} {len(texts)}" for slug, texts in some.items())
        print(f"{sum(map(len, some.values())):3} {kind}: {counted}")
        for text in (text for texts in some.values() for text in texts[: options.show]):
            print(f"      {text}")


if __name__ == "__main__":
    main()
