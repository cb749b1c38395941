"""A player that the engine does not come with needs nothing but its module."""

from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine.analysis import POOL
from engine.players.levels import Level
from engine.rules.in_a_row import InARow
from engine.rules.oware import Oware


def unseen_game() -> engine.Game:
    """Return a game that nothing has been worked out of yet."""
    return InARow("test", rows=4, columns=4, length=3)


def states_of_match(game: engine.Game, names: tuple[str, str], rng: Random) -> Iterator[engine.State]:
    """Yield every state of a match between two players, the last one terminal."""
    state = game.initial()
    while not state.is_terminal:
        yield state
        state = state.successor(engine.get_player(names[state.to_move]).choose(state, None, rng).action)
    yield state


def test_unknown_player_names_the_known() -> None:
    with pytest.raises(KeyError, match=r"no player 'godlike'\. The known players are: greedy, depth-1, "):
        engine.get_player("godlike")


@pytest.mark.usefixtures("guests")
def test_module_is_all_it_takes() -> None:
    assert {*engine.LEVELS, "greedy", "glance", "stare"} < {*engine.player_names()}


@pytest.mark.usefixtures("guests")
@pytest.mark.parametrize("slug", engine.games())
def test_guest_plays_every_game(slug: str) -> None:
    *_, last = states_of_match(engine.game(slug), ("glance", "easy"), Random(3))
    assert last.is_terminal


@pytest.mark.usefixtures("guests")
def test_unwanted_analysis_costs_nothing() -> None:
    glanced, analysed = unseen_game(), unseen_game()
    assert len(list(states_of_match(glanced, ("glance", "glance"), Random(3)))) > 5
    engine.get_player("easy").choose(analysed.initial(), None, Random(3))
    assert glanced not in POOL._by_game
    assert analysed in POOL._by_game


@pytest.mark.parametrize(
    ("slug", "names", "expected"),
    [
        ("tic-tac-toe", "a1 b1 a2 b2", {"a3"}),  # wins
        ("tic-tac-toe", "a1 b2 b1", {"c1"}),  # blocks
        ("tic-tac-toe-misere", "a1 b2 c1 a3 b3", {"a2", "c2", "c3"}),  # leaves b1, which would lose for X
        ("tic-tac-toe-misere", "a1 b2 c3 b1 a2", {"c1", "c2"}),  # and does not lose at b3
        ("oware", "d d a", {"e"}),  # captures two
        ("kalah", "b e a", {"a"}),  # captures
    ],
)
def test_greedy_wins_blocks_or_takes(slug: str, names: str, expected: set[str]) -> None:
    state, greedy = engine.game(slug).initial(), engine.get_player("greedy")
    for name in names.split():
        state = state.successor(state.game.action_named(state, name))
    chosen = {greedy.choose(state, None, Random(seed)).action for seed in range(100)}
    assert {state.name_of(action) for action in chosen} == expected
    assert greedy.is_instant(state.game)


def test_perfect_tells_the_worth(tictactoe: engine.Game) -> None:
    state = tictactoe.initial().successor(0)
    choice = engine.get_player("perfect").choose(state, None, Random(1))
    values = {move.action: move.value for move in engine.analyse(state).moves}
    assert choice.thoughts == engine.Thoughts(engine.Measure.VALUE, values)
    assert choice.action in values


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("level", engine.LEVELS[:-1])
def test_fallible_level_tells_chances(tictactoe: engine.Game, level: str) -> None:
    state = tictactoe.initial().successor(0)
    measure, chances, _ = engine.get_player(level).choose(state, None, Random(1)).thoughts
    drawn = [engine.get_player(level).choose(state, None, Random(seed)).action for seed in range(1_000)]
    assert measure is engine.Measure.CHANCE
    assert sum(chances.values()) == pytest.approx(1)
    for action in state.actions():
        assert drawn.count(action) / len(drawn) == pytest.approx(chances.get(action, 0), abs=0.05)


@pytest.mark.parametrize("level", engine.LEVELS)
def test_level_chooses_by_its_analysis(analyses: list[engine.Analysis], level: str) -> None:
    player = engine.get_player(level)
    for each in analyses[:200]:
        chosen = player.choose(each.state, None, Random(7)).action
        assert chosen == engine.choose(each, level, Random(7))


def test_stronger_level_looks_further() -> None:
    for level, depth in {"easy": 2, "medium": 4, "hard": 6}.items():
        player = engine.get_player(level)
        choice = player.choose(Oware().initial(), None, Random(1))
        found = engine.analyse(Oware().initial(), depth=depth)
        assert isinstance(player, Level)
        assert choice.thoughts == player.think(found, player.chances(found))
        assert found.distance == depth


@pytest.mark.parametrize("slug", engine.games())
def test_level_is_instant_with_its_analysis(slug: str) -> None:
    game = engine.game(slug)
    instant = {engine.get_player(level).is_instant(game) for level in engine.LEVELS}
    assert instant == {engine.is_instant(game)} == {slug.startswith(("tic-tac-toe", "nim", "three"))}


@pytest.mark.parametrize(
    ("value", "misjudged"),
    [(1, {-1.0, -0.3, 0.0}), (0, {-1.0, 1.0, 0.5}), (-1, {0.0, 0.5, 1.0})],
)
def test_contrary_expectation_misjudges(value: int, misjudged: set[float]) -> None:
    move = engine.AnalysedMove(4, value, 3, True, (4,))  # noqa: FBT003 - exact
    wrong = set()
    for expected in (-1.0, -0.3, 0.0, 0.5, 1.0):
        judged = engine.Thoughts(engine.Measure.VALUE, {4: expected})
        tried = engine.Thoughts(engine.Measure.VISITS, {4: 9}, {4: expected})
        assert judged.misjudges(move) == tried.misjudges(move)
        assert not judged.misjudges(move._replace(exact=False))
        assert not judged.misjudges(move._replace(action=5))
        wrong |= {expected} if judged.misjudges(move) else set()
    assert wrong == misjudged
    assert not engine.Thoughts(engine.Measure.CHANCE, {4: 1.0}).misjudges(move)


def test_thoughts_account_for_the_choice() -> None:
    drawn = engine.Choice(4, engine.Thoughts(engine.Measure.CHANCE, {4: 0.5, 5: 0.5}))
    tried = engine.Choice(4, engine.Thoughts(engine.Measure.VISITS, {4: 9, 5: 3}, {4: 0.1, 5: 0.0}))
    assert [drawn.accounts_for(action) for action in (4, 5, 6)] == [True, True, False]
    assert [tried.accounts_for(action) for action in (4, 5, 6)] == [True, False, False]


def test_textbook_minimax_takes_the_first_best_move() -> None:
    player, game = engine.get_player("minimax"), engine.game("tic-tac-toe")
    state = game.initial()
    while not state.is_terminal:
        best = engine.analyse(state).best
        assert {player.choose(state, None, Random(seed)).action for seed in range(3)} == {min(best)}
        state = state.successor(min(best))
    assert state.outcome is engine.Outcome.DRAW
    assert player.knows(game)
    assert not player.knows(engine.game("connect-four"))
