"""Reversi: its rules beside a second version of them, and the search beside plain minimax."""

from math import copysign
from random import Random

import pytest

import engine
from engine import arena
from engine.alphabeta import AlphaBeta
from engine.discs.lines import Lines
from engine.discs.outlook import TENTHS
from engine.discs.search import Search
from engine.machine import IS_COMPILED, as_word
from engine.rules.reversi import DiscFault, Reversi
from engine.solver import limit_polls
from engine.solvers.discs import Discs
from tests.engine.boards import HAS_SOURCE, perft, random_state, refused, shown_by_plain, state_after
from tests.engine.reversi_again import margin, seen, start, the_game

GAME, LARGE = the_game(), the_game("reversi")
KNOWN = (4, 12, 56, 244, 1396, 8200, 55092, 390216)
"""How many games of so many moves there are on 8x8 (perft of Othello)."""


def test_perft_is_the_known() -> None:
    assert tuple(perft(LARGE, LARGE.start, depth) for depth in (1, 2, 3, 4, 5)) == KNOWN[:5]


@pytest.mark.parametrize(("slug", "seed"), [(GAME.slug, 1), (LARGE.slug, 2)])
def test_random_games_agree(slug: str, seed: int) -> None:
    game, rng = the_game(slug), Random(seed)
    state, slow = game.initial(), start(game.size)
    while slow.actions():
        assert list(state.actions()) == slow.actions()
        action = rng.choice(slow.actions())
        assert game.gain(state, action) == len(slow.flipped(action, slow.turn))
        state, slow = state.successor(action), slow.play(action)
        assert seen(state) == slow
        assert game.margin(state.position) == slow.lead()
    assert state.is_terminal
    assert game.static_value(state.position) == state.utility == (slow.lead() > 0) - (slow.lead() < 0)


def test_second_player_wins_four_by_four() -> None:
    game = Reversi("small", 4)
    moves = Discs(game).moves(game.start)
    assert {(move.margin, move.exact) for move in moves} == {(-8, True)}
    end = game.initial()
    for action in moves[0].line:
        end = end.successor(action)
    assert end.is_terminal
    assert sorted(game.scores(end.position)) == [3, 11]


@pytest.mark.parametrize(("game", "plies", "seed"), [(GAME, 26, 0), (GAME, 26, 1), (LARGE, 55, 2)])
def test_margins_agree_with_plain_minimax(game: Reversi, plies: int, seed: int) -> None:
    state = random_state(game, plies, Random(seed))
    board = seen(state)
    for move in engine.analyse(state).moves:
        after = board.play(move.action)
        assert move.exact
        assert move.margin == (margin(after) if after.turn == board.turn else -margin(after))
        end = state
        for action in move.line:
            end = end.successor(action)
        lead = game.margin(end.position)
        assert end.is_terminal
        assert move.margin == (lead if end.to_move == state.to_move else -lead)


def test_best_line_is_sought_with_growing_patience() -> None:
    position = random_state(GAME, 24, Random(2)).position
    margins = {move.action: move.margin for move in Discs(GAME).moves(position)}
    best = max(margin for margin in margins.values() if margin is not None)
    found = Discs(GAME)._find_keeping_action(position, GAME.successors(position), best, None)
    assert margins[found] == best


def test_stopped_search_estimates() -> None:
    moves = Discs(LARGE).moves(LARGE.start, limit_polls(3))
    assert not any(move.exact for move in moves)
    assert all(abs(move.value) < 1 and move.margin is not None for move in moves)


@pytest.mark.parametrize(("game", "plies"), [(LARGE, 9), (LARGE, 30), (GAME, 8)])
def test_look_ahead_estimates_as_plain_search(game: Reversi, plies: int) -> None:
    position = random_state(game, plies, Random(plies)).position
    looked = {move.action: move.value for move in Discs(game).moves(position, depth=4)}
    plain = {move.action: move.value for move in AlphaBeta(game).moves(position, depth=4)}
    assert looked == pytest.approx(plain)


def test_look_ahead_to_the_end_tells_who_wins() -> None:
    state, solver = random_state(GAME, 26, Random(3)), Discs(GAME)  # some lines end early
    found = {move.action: move.value for move in solver.estimated(state.position, [], None, 8)}
    assert found == {move.action: move.value for move in engine.analyse(state).moves}


def test_look_at_an_end_tells_the_margin() -> None:
    rng, state, solver = Random(1), GAME.initial(), Discs(GAME)
    while not state.is_terminal:
        state = state.successor(rng.choice(state.actions()))
    mine, theirs = solver._words(state.position)
    lead = int(mine).bit_count() - int(theirs).bit_count()
    assert solver._outlook.worth(mine, theirs, 3, 0) == TENTHS * lead + copysign(5_000, lead)


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        (GAME, 18),
        pytest.param(GAME, 2, marks=pytest.mark.ci),
        pytest.param(LARGE, 16, marks=pytest.mark.ci),
        (LARGE, 40),
    ],
)
def test_strongest_looks_as_far_as_the_deepest_horizon(game: Reversi, plies: int) -> None:
    """It looked three moves ahead where `depth-6` looked six, and lost to it."""
    state, player = random_state(game, plies, Random(3)), engine.get_player("perfect")
    analysis = player.choose(state, limit_polls(player.polls(game) or 0), Random(1)).analysis
    assert analysis is not None
    assert max(move.distance for move in analysis.moves) >= 6


def test_full_table_does_not_shorten_the_look() -> None:
    analysis = engine.analyse(GAME.initial(), limit_polls(6_000))
    assert min(move.distance for move in analysis.moves) >= 10


def test_glimpse_of_the_end_is_exact() -> None:
    state = random_state(GAME, 27, Random(3))
    assert engine.analyse(state, depth=6).exact
    assert not engine.analyse(random_state(GAME, 12, Random(3)), depth=2).exact


@pytest.mark.parametrize("places", [0, 14])
def test_small_table_finds_the_same(places: int) -> None:
    search, state = Search(GAME.size, places), random_state(GAME, 24, Random(1))
    best = max(move.margin or 0 for move in Discs(GAME).moves(state.position))
    mine, theirs = GAME.sides(state.position)
    low, high = search.asked(mine, theirs, best)[0], search.asked(mine, theirs, best + 1)[1]
    assert low == high == best
    search.clear()
    assert search.bounds(mine, theirs) == (-37, 37)


def shown() -> str:
    """Return analyses of limited work, a move to which each leads, and how a match ends."""
    limits = [(LARGE, 46, 12), (LARGE, 48, 200), (LARGE, 52, 2000), (GAME, 18, 300), (GAME, 24, 1000)]
    states = [(random_state(game, plies, Random(plies)), polls) for game, plies, polls in limits]
    found = [engine.analyse(state, limit_polls(polls)).moves for state, polls in states]
    perfect = engine.get_player("perfect")
    played = arena.play(states[-1][0], (perfect, perfect), lambda state: Random(state.ply))
    return repr((found, played[0]))


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compared then")
@pytest.mark.skipif(not HAS_SOURCE, reason="without its source there is nothing to compare")
def test_compiled_search_finds_the_same_by_as_much_work() -> None:
    assert shown_by_plain("test_reversi") == shown()


def test_eight_images_are_played_alike() -> None:
    state = random_state(GAME, 9, Random(5))
    images = set(GAME.symmetries(state.position))
    assert len(images) == 8
    after = set(GAME.symmetries(state.successor(state.actions()[0]).position))
    assert all(after & {*GAME.successors(image).values()} for image in images)
    assert {round(GAME.evaluate(image), 9) for image in images} == {round(GAME.evaluate(state.position), 9)}


def test_corners_are_worth_much() -> None:
    mine, theirs = GAME.sides(GAME.start)
    assert GAME.lead(mine | 1, theirs) > GAME.lead(mine, theirs) > GAME.lead(mine | 1 << 7, theirs)
    assert GAME.lead(mine, theirs | 1 << 35) < GAME.lead(mine, theirs)
    assert GAME.count(GAME.estimate(5)) == pytest.approx(5)


@pytest.mark.parametrize("game", [Reversi("small", 6), Reversi("large")], ids=lambda game: game.slug)
def test_words_tell_the_same(game: Reversi) -> None:
    """That is what is compiled, beside what is not."""
    lines, full = Lines(game.size), (1 << game.cells_number) - 1
    lines.put_corners([as_word(cells) for corner in game.by_corners for cells in corner])
    for plies in range(1, game.cells_number - 8, 2):
        state = random_state(game, plies, Random(plies))
        mine, theirs = game.sides(state.position)
        words = as_word(mine), as_word(theirs)
        assert lines.lead(*words) == game.lead(mine, theirs)
        assert lines.legal(*words) & full == game.legal(mine, theirs)
        for cell in state.actions():
            assert lines.changed(cell, *words) & theirs == game.turned(cell, mine, theirs)


def test_illegal_names_are_refused() -> None:
    state = state_after(GAME, "c2")
    assert refused(state, "c3").fault is DiscFault.TAKEN
    assert refused(state, "a1").fault is DiscFault.TURNS_NOTHING
    assert refused(state, "g1").fault is DiscFault.UNKNOWN
    with pytest.raises(ValueError, match="not legal"):
        GAME.name_of(state, 0)
