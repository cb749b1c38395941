"""Oware's rules: known counts, a second version of them, and the cases that players argue about."""

from random import Random

import pytest

import engine
from engine.rules.oware import HouseFault, _has_board
from tests.engine.boards import perft, refused
from tests.engine.oware_again import ENOUGH, GAME, START, Slow, capturing, drawn, quiet

PERFT = [6, 36, 190, 1_014, 5_219, 27_332, 139_157, 711_414]


def play(state: engine.State, names: str) -> engine.State:
    for name in names:
        state = state.successor(state.game.action_named(state, name))
    return state


def assert_same(state: engine.State, slow: Slow) -> None:
    """Check all that can be seen of a state."""
    assert list(state.actions()) == slow.actions()
    assert state.to_move == slow.turn
    if slow.actions() or max(slow.stores) >= ENOUGH:
        assert (GAME.houses(state), GAME.stores(state)) == (slow.houses, slow.stores)
    if not slow.actions():
        assert state.utility == slow.result()


@pytest.mark.unmeasured
@pytest.mark.parametrize("depth", [*range(1, 8), pytest.param(8, marks=pytest.mark.ci)])
def test_perft_is_the_known_count(depth: int) -> None:
    assert perft(GAME, GAME.start, depth) == PERFT[depth - 1]


def test_perft_without_memory_is_the_same() -> None:
    position, _ = GAME.split_history(GAME.start)
    assert [perft(GAME, position, depth) for depth in range(1, 6)] == PERFT[:5]


@pytest.mark.parametrize("seed", range(60))
def test_random_games_agree(seed: int) -> None:
    rng, state, slow = Random(seed), GAME.initial(), START
    while slow.actions():
        assert_same(state, slow)
        action = rng.choice(slow.actions())
        state, slow = state.successor(action), slow.play(action)
    assert_same(state, slow)


@pytest.mark.parametrize("seed", range(30))
def test_hoarding_games_agree(seed: int) -> None:
    rng, state, slow, laps = Random(seed), GAME.initial(), START, 0
    for _ in range(120):
        assert_same(state, slow)
        if not slow.actions():
            break
        most = max(slow.houses)
        action = max(
            slow.actions(), key=lambda a: (slow.houses[6 * slow.turn + a] == most > 11, rng.random())
        )
        laps += slow.houses[6 * slow.turn + action] > 11
        state, slow = state.successor(action), slow.play(action)
    assert_same(state, slow)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seeds", range(2, 10))
def test_quiet_endgames_agree(seeds: int) -> None:
    rng, repetitions = Random(seeds), 0
    for _ in range(20):
        slow = drawn(rng, seeds)
        state = slow.state
        for action in quiet(rng, slow, 150):
            assert_same(state, slow)
            state, slow = state.successor(action), slow.play(action)
        assert_same(state, slow)
        repetitions += slow.has_come_again
    assert repetitions


def test_grand_slam_captures_nothing() -> None:
    state = Slow((1, 1, 1, 1, 1, 2, 1, 1, 0, 0, 0, 0), (20, 19), 0).state.successor(5)
    assert GAME.houses(state) == (1, 1, 1, 1, 1, 0, 2, 2, 0, 0, 0, 0)
    assert GAME.stores(state) == (20, 19)


def test_opponent_without_seeds_must_be_fed() -> None:
    state = Slow((1, 0, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0), (20, 21), 0).state
    assert [GAME.name_of(state, action) for action in state.actions()] == ["d", "e", "f"]
    assert refused(state, "a").fault is HouseFault.GIVES_NO_SEEDS


def test_unfeedable_opponent_ends_the_game() -> None:
    state = Slow((2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), (21, 24), 0).state
    assert (state.outcome, GAME.stores(state)) == (engine.Outcome.DRAW, (24, 24))
    assert GAME.houses(state) == (0,) * 12


def test_repetition_ends_the_game() -> None:
    state = before = Slow((1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), (22, 24), 0).state
    while not state.is_terminal:
        state = state.successor(state.actions()[0])
    assert state.ply == before.ply + GAME.cycle
    assert (GAME.stores(state), state.outcome) == ((23, 25), engine.Outcome.SECOND)
    assert GAME.split_history(state.position)[0] == GAME.split_history(before.position)[0]


def test_memory_ends_with_a_capture() -> None:
    slow = Slow((0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 9), (18, 18), 0)
    state = slow.state.successor(4).successor(0)
    assert len(GAME.split_history(state.position)[1]) == 3
    assert len(GAME.split_history(slow.state.successor(5).position)[1]) == 1


def test_position_remembers_its_way() -> None:
    before = Slow((1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0), (22, 23), 0).state
    one, other = play(before, "aacb"), play(before, "caab")
    assert GAME.houses(one) == GAME.houses(other)
    assert one != other
    assert GAME.split_history(one.position)[0] == GAME.split_history(other.position)[0]


@pytest.mark.ci
@pytest.mark.unmeasured
def test_repetition_needs_all_houses_emptied() -> None:
    soonest = 99
    for number in range(600):
        rng = Random(number)
        slow = drawn(rng, rng.randint(2, 8))
        way = [(slow.houses, slow.turn)]
        for action in quiet(rng, slow, 40):
            slow = Slow(*slow.play(action)[:3])
            if (slow.houses, slow.turn) in way:
                soonest = min(soonest, len(way) - way.index((slow.houses, slow.turn)))
            way.append((slow.houses, slow.turn))
    assert GAME.cycle <= soonest < 99


def test_houses_are_named_from_the_left() -> None:
    state = GAME.initial().successor(2)
    assert [GAME.name_of(state, action) for action in state.actions()] == list("abcdef")
    assert GAME.houses(state.successor(0)) == (4, 4, 0, 5, 5, 5, 0, 5, 5, 5, 5, 5)


@pytest.mark.parametrize(("name", "fault"), [("c", HouseFault.EMPTY), ("g", engine.GeneralFault.NOT_LEGAL)])
def test_illegal_name_is_refused(name: str, fault: engine.Fault) -> None:
    state = play(GAME.initial(), "ca")
    error = refused(state, name)
    assert (error.fault, error.legal_names) == (fault, tuple("abdef"))
    with pytest.raises(ValueError, match="Action 2 is not legal here"):
        GAME.name_of(state, 2)


def test_estimate_is_fair_and_uncertain() -> None:
    rng = Random(3)
    for _ in range(200):
        slow = drawn(rng, rng.randint(2, 24))
        other = Slow(slow.houses[6:] + slow.houses[:6], slow.stores[::-1], 1 - slow.turn)
        estimate = GAME.evaluate(slow.state.position)
        assert -1 < estimate < 1
        assert estimate == GAME.evaluate(other.state.position)


def test_glance_knows_who_has_won() -> None:
    won = Slow((1,) * 12, (25, 11), 0)
    assert [GAME.static_value(won._replace(turn=turn).state.position) for turn in (0, 1)] == [1, -1]


def test_capturing_helps_the_estimate() -> None:
    slow = Slow((0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 20), (12, 14), 0)
    assert capturing(slow, 5)
    assert -GAME.evaluate(slow.state.successor(5).position) > GAME.evaluate(slow.state.position)


def test_board_across_two_is_none() -> None:
    memory = bytes(range(1, 23))
    across = int.from_bytes(memory[6:17], "little")
    for raw, is_there in ((memory, False), (memory + memory[6:17], True)):
        assert _has_board(int.from_bytes(raw + b"\1", "little"), across) is is_there
