"""What any game's lines of play and positions are written as is read back the same: ids, files, databases."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from bot.components import positions
from bot.components.answers import find_press
from bot.components.boards import move_button
from bot.components.explanations import LONGEST_LINE, best_line_button
from bot.components.packing import read_line, write_line
from bot.models import Attempt, Finding, Place, PuzzleFilter, Race
from bot.rendering.views.reversi import MOST_KEYS
from bot.storage import Storage
from bot.words.language import ENGLISH
from bot.workers import protocol
from engine import puzzles
from engine.learning.q_learning import QTable
from engine.rules import nim
from engine.rules.reversi import Reversi
from tests.bot.drafts import ADA, begun, random_matches
from tests.engine.boards import random_match

GREATEST = 8_999_999_999_999_999_999
"""The greatest number that an id may hold."""

pytestmark = pytest.mark.unmeasured

every_game = pytest.mark.parametrize("slug", engine.games())
few = settings(max_examples=10)
"""Each is a match to its end, in which nearly every action of the game is played."""

seeds = st.integers(0, 2**32)


def split_match(slug: str, seed: int) -> tuple[engine.State, tuple[engine.Action, ...]]:
    """Return a state of a random match, and the actions that follow in it."""
    rng = Random(seed)
    states, actions = random_match(engine.game(slug), rng)
    ply = rng.choice([0, rng.randrange(len(actions))])
    return states[ply], actions[ply:]


@every_game
@few
@given(seeds)
def test_line_is_read_from_word(slug: str, seed: int) -> None:
    start, actions = split_match(slug, seed)
    assert read_line(start, write_line(start, actions)) == [*actions]


@every_game
@few
@given(seeds)
def test_best_line_is_read_from_id(slug: str, seed: int) -> None:
    start, actions = split_match(slug, seed)
    line = write_line(start, actions[:LONGEST_LINE])
    id_ = best_line_button.id_for(line, GREATEST, 9999, LONGEST_LINE, 3)
    press = find_press(id_)
    assert len(id_) <= 100
    assert press is not None
    word, *numbers = press.parts
    assert read_line(start, word) == [*actions[:LONGEST_LINE]]
    assert numbers == [GREATEST, 9999, LONGEST_LINE, 3]


@every_game
@few
@given(seeds)
def test_action_is_read_from_id_of_key(slug: str, seed: int) -> None:
    state, _ = split_match(slug, seed)
    keys = [
        key
        for row in positions.make_keys(ENGLISH, state, move_button.prefix_for(1, state.ply), None)
        for key in row
        if not key.get("disabled")
    ]
    presses = [find_press(key["custom_id"]) for key in keys]
    played = {press.parts[-1] for press in presses if press is not None}
    legal = {*state.actions()}
    assert played <= legal
    assert len(played) == len(keys) >= min(len(legal), MOST_KEYS)


@every_game
@few
@given(seeds)
def test_action_is_read_from_name(slug: str, seed: int) -> None:
    game = engine.game(slug)
    for state in random_match(game, Random(seed))[0][::5]:
        named = [game.action_named(state, state.name_of(action)) for action in state.actions()]
        assert named == [*state.actions()]


@every_game
@few
@given(seeds)
def test_request_is_read_by_worker(slug: str, seed: int) -> None:
    state, _ = split_match(slug, seed)
    for request in (
        protocol.AnalysisRequest(state, 0.5),
        protocol.ChoiceRequest(state, 0.5, "hard", seed),
        protocol.SeriesRequest(state, 0.5, "easy", "perfect", seed, 1, 2),
    ):
        assert protocol.decode_request(protocol.encode_request(request)) == request


@every_game
@settings(max_examples=3)
@given(seeds)
def test_answer_of_worker_is_read(slug: str, seed: int) -> None:
    state, actions = split_match(slug, seed)
    analyse = protocol.AnalysisRequest(state, 0.5)
    analysis = engine.analyse(state, stop=lambda: True)
    assert analyse.decode_answer(analyse.encode_answer(analysis)) == analysis
    choose = protocol.ChoiceRequest(state, 0.5, "hard", seed)
    choice = engine.get_player("hard").choose(state, lambda: True, Random(seed))
    assert choose.decode_answer(choose.encode_answer(choice)) == choice
    play = protocol.SeriesRequest(state, 0.5, "easy", "perfect", seed, 1, 2)
    games = (protocol.Stretch(actions, engine.Outcome.DRAW), protocol.Stretch(actions, None))
    assert play.decode_answer(play.encode_answer(games)) == games


@every_game
@few
@given(seeds)
def test_puzzle_is_read_from_file(slug: str, seed: int) -> None:
    puzzle = random_puzzle(slug, seed)
    assert puzzles.parsed(slug, puzzles.format_file(slug, [puzzle])) == (puzzle,)


def random_puzzle(slug: str, seed: int) -> engine.Puzzle:
    """Return a puzzle in a random position, whatever it is worth."""
    rng = Random(seed)
    _, actions = random_match(engine.game(slug), rng)
    before = actions[: rng.randrange(len(actions))]
    theme = rng.choice([None, *puzzles.THEMES])
    return engine.Puzzle(slug, before, rng.choice(puzzles.DIFFICULTIES), rng.randrange(2), theme)


@every_game
@few
@given(seeds)
def test_position_is_read_from_learnt_table(slug: str, seed: int) -> None:
    game = engine.game(slug)
    values = {state.position: state.ply / 1000 for state in random_match(game, Random(seed))[0]}
    table = QTable(game, values)
    assert QTable.from_lines(game, table.as_lines()).values == table.values == values


@pytest.mark.parametrize("slug", [slug for slug in engine.games() if isinstance(engine.game(slug), Reversi)])
@few
@given(seeds)
def test_discs_are_packed_into_position(slug: str, seed: int) -> None:
    game = engine.game(slug)
    assert isinstance(game, Reversi)
    for state in random_match(game, Random(seed))[0]:
        assert game.pack(*game.sides(state.position), state.to_move) == state.position


@pytest.mark.parametrize("slug", [slug for slug in engine.games() if isinstance(engine.game(slug), nim.Nim)])
def test_heap_is_packed_into_action(slug: str) -> None:
    for action in engine.game(slug).initial().actions():
        assert nim.make_action(*nim.read_action(action)) == action


async def test_matches_are_read_from_database(storage: Storage) -> None:
    stored = {slug: await begun(storage, match) for slug, match in random_matches().items()}
    storage.matches.clear_recent()
    read = {slug: await storage.matches.find(match.id) for slug, match in stored.items()}
    assert read == stored
    assert {slug: match.actions for slug, match in stored.items()} == {
        slug: match.actions for slug, match in random_matches().items()
    }


async def test_findings_are_read_from_database(storage: Storage) -> None:
    found = {}
    for slug, match in random_matches().items():
        stored, ply = await begun(storage, match), match.ply // 2
        moves = engine.analyse(match.state_at(ply), stop=lambda: True).moves
        found[slug] = Finding(stored.id, ply, 0.5, moves)
        await storage.findings.add([found[slug]])
    assert {slug: await storage.findings.list_of(each.match_id) for slug, each in found.items()} == {
        slug: [each] for slug, each in found.items()
    }


async def test_puzzles_are_read_from_database(storage: Storage) -> None:
    drawn = tuple(random_puzzle(slug, 1) for slug in engine.games())
    race = await storage.races.add(Race(0, Place(7, 70), ADA, None, 1000.0, 4600.0, drawn))
    assert race is not None
    assert await storage.races.find(race.id) == race
    assert race.puzzles == drawn
    for puzzle in drawn:
        attempt = Attempt(0, ADA, 7, puzzle, PuzzleFilter(puzzle.game_slug, "easy"), 1000.0)
        begun = await storage.puzzles.add(replace(attempt, actions=puzzle.state.actions()[-1:]))
        assert await storage.puzzles.find(begun.id) == begun
