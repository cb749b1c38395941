"""Every theme is checked as reasons are, and none names a move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest

import engine
from tests.engine import claims, plain
from tests.engine.boards import cells
from tests.engine.claims_of_oware import captures_of, most, slow, turned
from tests.engine.said import Said, analysed, positions, worths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.engine.said import Worths

    Played: TypeAlias = Callable[[engine.Game, str], engine.State]


def motives(said: Said) -> set[str]:
    """Return all that a theme may say of a move, and that is true."""
    found = {*of_threats(said)}
    if said.state.game.slug == "oware":
        found |= {*of_seeds(said)}
    if said.state.game.slug == "connect-four" and makes_waiting_threat(said):
        found.add("makes a threat that waits for discs below it")
    if plain.shows_threats(said.state) and claims.forestalls(said):
        found.add("keeps your opponent from making two threats at once")
    return found


def of_threats(said: Said) -> Iterator[str]:
    before, now = plain.threats_of(said.state, said.mover), plain.threats_of(said.after, said.mover)
    if now - before:
        yield "makes a threat" if len(now) == 1 else "makes two threats"
    if claims.leaves_no_safe_reply(said) and not plain.wins(said.after):
        yield "leaves your opponent no safe reply"


def of_seeds(said: Said) -> Iterator[str]:
    before, after = slow(said.state), slow(said.after)
    if captures_of(before)["abcdef"[said.action]]:
        yield "captures seeds"
    if said.after.is_terminal:
        return
    if most(turned(before)) > most(after) == 0:
        yield "saves seeds of yours that are under attack"
    if most(turned(after)) > most(before):
        yield "threatens to capture seeds"


def makes_waiting_threat(said: Said) -> bool:
    """Whether any cell completes four now, but did not before, and has an empty one below it."""
    before, after = cells(said.state), cells(said.after)
    return any(
        after[cell] is None is after[cell + 7]
        and plain.completes(said.state, after, cell, said.mover)
        and not plain.completes(said.state, before, cell, said.mover)
        for cell in range(35)
    )


class Hint(NamedTuple):
    """What is known of a state: what the moves are worth that are sure, and which moves are the best."""

    state: engine.State
    worths: Worths
    best: list[Said]

    @property
    def values(self) -> list[float]:
        return [value for value, _ in self.worths.values()]

    @property
    def is_exact(self) -> bool:
        return len(self.worths) == len(self.state.actions())

    @property
    def delays(self) -> set[int]:
        """How long the moves of a lost state delay the loss; nothing of any other state."""
        is_lost = self.is_exact and set(self.values) == {-1}
        return {distance for _, distance in self.worths.values()} if is_lost else set()

    def has(self, motive: str | None) -> bool:
        """Whether it is true of one of the best moves; None asks whether nothing is true of any."""
        true = [motives(said) for said in self.best]
        return any(motive in found for found in true) if motive else not any(true)


def hint(analysis: engine.Analysis) -> Hint:
    known, state = worths(analysis), analysis.state
    best = [
        Said(state, move.action, known, move.line) for move in analysis.moves if move.action in analysis.best
    ]
    return Hint(state, known, best)


def holds_out(hint: Hint, article: str) -> bool:
    return len(hint.delays) > 1 and (article == "the") == (len(hint.best) == 1)


def is_threatened(hint: Hint) -> bool:
    return bool(plain.threats_of(hint.state, 1 - hint.state.to_move)) and len(plain.safe(hint.state)) == 1


def has_one_safe_move(hint: Hint) -> bool:
    is_quiet = not plain.threats_of(hint.state, 1 - hint.state.to_move)
    return is_quiet and len(plain.safe(hint.state)) == 1 < len(hint.state.actions())


def wins_by_force(hint: Hint, moves: str, plural: str, only: str | None, motive: str | None) -> bool:
    distance = min(distance for value, distance in hint.worths.values() if value == 1)
    is_counted = (distance + 1) // 2 == int(moves) and (plural == "s") == (int(moves) > 1)
    is_only = hint.is_exact and hint.values.count(1) == 1
    return distance > 1 and is_counted and is_only == bool(only) and hint.has(motive)


def wins_by_zugzwang(hint: Hint, moves: str, plural: str, only: str | None) -> bool:
    return wins_by_force(hint, moves, plural, only, None) and claims.opponent_ends_in_zugzwang(hint.best[0])


def is_drawn_anyhow(hint: Hint) -> bool:
    return hint.is_exact and set(hint.values) == {0}


def is_held_by(hint: Hint, held: str, moves: str, motive: str | None) -> bool:
    counted = hint.values.count(0), len(hint.state.actions())
    is_so = hint.is_exact and max(hint.values) == 0 and counted == (int(held), int(moves))
    return is_so and int(held) > 1 and hint.has(motive)


def is_held_by_one(hint: Hint, motive: str | None) -> bool:
    return hint.is_exact and max(hint.values) == 0 and hint.values.count(0) == 1 and hint.has(motive)


def holds_at_least(hint: Hint) -> bool:
    return not hint.is_exact and max(hint.values) == 0


def is_estimated(hint: Hint, motive: str | None) -> bool:
    return not hint.is_exact and 1 not in hint.values and hint.has(motive)


_WIN = r"You can force a win in (\d+) move(s?)(, and only one move does it)?"

THEMES: dict[str, Callable[..., bool]] = {
    r"You have only one legal move\.": lambda hint: len(hint.state.actions()) == 1,
    r"You can win at once\.": lambda hint: bool(plain.wins(hint.state)),
    r"Every move loses; find (the|a) move that holds out longest\.": holds_out,
    r"Every move loses, and none holds out longer than another\.": lambda hint: len(hint.delays) == 1,
    r"Your opponent threatens to win, and only one move stops it\.": is_threatened,
    r"Every move but one loses right away\.": has_one_safe_move,
    rf"{_WIN}(?:; look for a move that (.+))?\.": wins_by_force,
    rf"{_WIN}; in the end your opponent runs out of safe moves\.": wins_by_zugzwang,
    r"Every move holds the draw\.": is_drawn_anyhow,
    r"(\d+) of (\d+) moves hold the draw(?:; look for one that (.+))?\.": is_held_by,
    r"Only one move holds the draw(?:; look for one that (.+))?\.": is_held_by_one,
    r"You can hold a draw at least, and I see no win\.": holds_at_least,
    r"I cannot prove how this ends; by my estimate, a move that (.+) is best\.": is_estimated,
    r"I cannot prove how this ends; by my estimate, a quiet move is best\.": lambda hint: is_estimated(
        hint, None
    ),
}


@pytest.mark.parametrize(
    ("slug", "games", "kinds"),
    [
        ("tic-tac-toe", 60, 8),
        ("tic-tac-toe-misere", 30, 5),
        ("tic-tac-toe-wild", 15, 4),
        ("four-in-a-row-4x4", 4, 5),
        ("four-in-a-row-5x5", 4, 5),
        ("connect-four", 12, 7),
        ("oware", 3, 3),
    ],
)
def test_every_theme_is_true_and_names_no_move(slug: str, games: int, kinds: int) -> None:
    seen = set()
    for state in positions(slug, games):
        analysis = analysed(state)
        theme = engine.theme(analysis)
        ((pattern, check),) = [item for item in THEMES.items() if re.fullmatch(item[0], theme)]
        match = re.fullmatch(pattern, theme)
        assert match
        assert check(hint(analysis), *match.groups()), (state, theme)
        assert not re.search(r"\b[a-f]\d|\b[b-f]\b|column|row|house", theme)
        seen.add(pattern)
    assert len(seen) >= kinds


@pytest.mark.parametrize(
    ("slug", "names", "theme"),
    [
        ("tic-tac-toe", "", "Every move holds the draw."),
        ("tic-tac-toe", "b2", "4 of 8 moves hold the draw."),
        ("tic-tac-toe", "a3 b3 a1 a2 c3 c2", "You can win at once."),
        ("tic-tac-toe", "a1 b2 a2", "Your opponent threatens to win, and only one move stops it."),
        (
            "tic-tac-toe",
            "a1 b1 b2 c3",
            "You can force a win in 2 moves; look for a move that makes two threats.",
        ),
        ("tic-tac-toe-misere", "a2 c1 b2 b3 a3 a1 c3", "Every move but one loses right away."),
        ("tic-tac-toe-wild", "a1x", "7 of 16 moves hold the draw."),
        (
            "connect-four",
            "2 1 5 6 1 2 2 1 1 7 6 2 7 6",
            "You can force a win in 2 moves; look for a move that leaves your opponent no safe reply.",
        ),
        (
            "connect-four",
            "5 5 5 7 5 3 4 5 1 6 7 5 3 3 7 6 2 3 7 7 7 3 3 6 6 1",
            "You can force a win in 7 moves; in the end your opponent runs out of safe moves.",
        ),
    ],
)
def test_theme_reads_like_a_coach(played: Played, slug: str, names: str, theme: str) -> None:
    assert engine.theme(engine.analyse(played(engine.game(slug), names))) == theme


def test_theme_of_a_draw_that_may_be_a_win(played: Played) -> None:
    drawn = engine.AnalysedMove(4, 0, 9, exact=True, line=(4, 0, 1, 7, 3, 5, 2, 6, 8))
    guessed = engine.AnalysedMove(0, -0.3, 1, exact=False, line=(0,))
    analysis = engine.Analysis(played(engine.game("tic-tac-toe"), ""), (drawn, guessed))
    assert engine.theme(analysis) == "You can hold a draw at least, and I see no win."
