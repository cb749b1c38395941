"""What one of her players was thinking: told beside what is so, and shown in a picture of its own."""

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import engine
from bot.models import Match
from bot.playground.messages import text_of
from bot.words.characters import nickname
from bot.words.language import ENGLISH
from bot.words.thoughts import describe_thought_picture
from engine import Measure
from tests.bot.boards import pictures
from tests.bot.puzzling import Patient
from tests.bot.shown import button_id, controls, id_of, open_cells
from tests.bot.stage import staged
from tests.bot.telling import NOTE, by_name, split
from tests.bot.test_every_game import newest
from tests.bot.test_thinking_trouble import DEAD
from tests.engine.boards import random_state

LINE = re.compile(r"(?:● )?(?P<names>\w+(?:(?:, | and )\w+)*) · (?P<number>[^·]+) · (?P<truth>[^·]+)")


class Thoughtful(Patient):
    """A stage on which her players have all the time they want."""

    async def start(self) -> None:
        await super().start()
        self.bot.context = replace(self.bot.context, reply_seconds=10)

    async def replied(self) -> Match:
        await asyncio.gather(*self.bot.context.replies.values())
        await self.quiet()
        return await newest(self)

    async def answered_by(self, level: str, **options: object) -> Match:
        """Begin a match and make a move; return it after hers."""
        board = await self.challenge(self.ada, level=level, **options)
        await self.click(self.ada, board, open_cells(self.message(board))[0])
        return await self.replied()


@pytest.fixture
async def thoughtful(tmp_path: Path) -> AsyncIterator[Thoughtful]:
    async with staged(tmp_path / "maxine.db", Thoughtful) as stage:
        yield stage


def rethought(match: Match, ply: int) -> engine.Choice:
    """What the player of a match chooses again after so many moves."""
    player = engine.get_player(str(match.level))
    return player.choose(match.state_at(ply), None, Random(match.seed_at(ply)))


def numbers_of(match: Match, ply: int) -> dict[str, str]:
    """What the player thought of each move, by its name, in words of the test's own."""
    (measure, numbers, values), state = rethought(match, ply).thoughts, match.state_at(ply)

    def say(action: int) -> str:
        number = numbers.get(action, 0)
        if measure is Measure.CHANCE:
            return f"chance {100 * number:.0f}%"
        if measure is Measure.VISITS:
            assert values is not None
            return f"{number:.0f} game{'s' * (number > 1)}, {50 + 50 * values[action]:.0f}% won"
        return f"score {number:+z.1f}" if abs(number) < 1 else ("win" if number > 0 else "loss")

    return {state.name_of(action): say(action) for action in state.actions()}


def read_numbers(text: str) -> dict[str, str]:
    lines = filter(None, map(LINE.fullmatch, text.splitlines()))
    return {name: line["number"] for line in lines for name in re.split(", | and ", line["names"])}


def alt_text(message: dict[str, object]) -> str:
    [picture] = pictures(message)
    return str(picture["description"])


@pytest.mark.parametrize("level", ["random", "iq-30", "depth-2", "mcts", "q-table", "easy"])
async def test_view_and_truth_change_places(thoughtful: Thoughtful, level: str) -> None:
    match = await thoughtful.answered_by(level)
    expected, choice = numbers_of(match, 1), rethought(match, 1)
    assert choice.action == match.actions[1]
    shown = id_of(await thoughtful.command(thoughtful.ada, "explain", ply=2))
    truth, true_alt_text = text_of(thoughtful.message(shown)), alt_text(thoughtful.message(shown))
    assert len(by_name(split(truth)[1])) == 8
    view = await thoughtful.click(thoughtful.ada, shown, "Its view")
    told = read_numbers(view.text)
    assert told.items() <= expected.items()
    assert match.state_at(1).name_of(choice.action) in told
    assert nickname(ENGLISH, level, "tic-tac-toe") in view.text
    assert all(number in alt_text(thoughtful.message(shown)) for number in expected.values())
    await thoughtful.restart()
    await thoughtful.click(thoughtful.ada, shown, "The truth")
    assert text_of(thoughtful.message(shown)) == truth.removesuffix(f"\n{NOTE}")
    assert alt_text(thoughtful.message(shown)) == true_alt_text
    assert (await thoughtful.click(thoughtful.ada, shown, "Its view")).text == view.text


@pytest.mark.parametrize(("level", "game"), [("random", "tic-tac-toe"), ("depth-1", "tic-tac-toe-misere")])
async def test_mistake_says_what_was_better(thoughtful: Thoughtful, level: str, game: str) -> None:
    match = await thoughtful.answered_by(level, game=game, first="opponent")
    mistakes = 0
    for ply in range(0, match.ply, 2):
        shown = id_of(await thoughtful.command(thoughtful.ada, "explain", ply=ply + 1))
        text = (await thoughtful.click(thoughtful.ada, shown, "Its view")).text
        analysis, action = engine.analyse(match.state_at(ply)), match.actions[ply]
        move, best = next(move for move in analysis.moves if move.action == action), analysis.moves[0]
        names = [match.game.name_of(match.state_at(ply), each.action) for each in (move, best)]
        assert (f"That was a mistake: {names[0]} is a " in text) == (move.value < best.value)
        mistakes += move.value < best.value
    assert mistakes


async def test_her_last_move_is_near(thoughtful: Thoughtful) -> None:
    match = await thoughtful.answered_by("mcts")
    shown = id_of(await thoughtful.command(thoughtful.ada, "explain"))
    assert "Its view" not in controls(thoughtful.message(shown))
    answer = await thoughtful.click(thoughtful.ada, shown, "Its last move")
    assert id_of(answer) == shown
    assert thoughtful.rows("SELECT is_helped FROM matches") == [(1,)]
    assert "Its last move" not in controls(thoughtful.message(shown))
    assert match.ply == 2
    view = await thoughtful.click(thoughtful.ada, shown, "Its view")
    assert "🐙 Octo played 1,000 games to their ends in its head. " in view.text


async def test_perfect_play_has_no_own_view(thoughtful: Thoughtful) -> None:
    await thoughtful.answered_by("perfect")
    for options in ({"ply": 1}, {"ply": 2}, {}):
        shown = id_of(await thoughtful.command(thoughtful.ada, "explain", **options))
        names = {re.sub("^Play ..$", "Play", label) for label in controls(thoughtful.message(shown))}
        assert names <= {"All moves", "Best line", "Play"}


async def test_impossible_rethinking_is_said(thoughtful: Thoughtful) -> None:
    await thoughtful.answered_by("mcts")
    shown = id_of(await thoughtful.command(thoughtful.ada, "explain", ply=2))
    thoughtful.worker = DEAD
    await thoughtful.restart()
    answer = await thoughtful.click(thoughtful.ada, shown, "Its view")
    assert "I could not work out again in time what 🐙 Octo thought here." in answer.text
    assert "Its view" not in controls(thoughtful.message(shown))
    assert len(by_name(split(answer.text)[1])) == 8


async def test_other_choice_is_not_explained(thoughtful: Thoughtful) -> None:
    match = await thoughtful.answered_by("mcts", game="tic-tac-toe-wild")
    other = next(
        seed for seed in range(1, 99) if rethought(replace(match, seed=seed), 1).action != match.actions[1]
    )
    thoughtful.database.change("UPDATE matches SET seed = ?", (other,))
    await thoughtful.restart()
    answer = await thoughtful.command(thoughtful.ada, "explain", ply=2)
    assert "I could not work out again in time what 🐙 Octo thought here." in answer.text


async def test_view_of_no_move_is_refused(thoughtful: Thoughtful) -> None:
    await thoughtful.answered_by("mcts")
    shown = id_of(await thoughtful.command(thoughtful.ada, "explain", ply=2))
    id_ = button_id(thoughtful.message(shown), "Its view").removesuffix(":1")
    assert "no longer exists" in (await thoughtful.press(thoughtful.ada, shown, f"{id_}:9")).text


@pytest.mark.parametrize("slug", engine.games())
def test_alt_text_is_never_too_long(slug: str) -> None:
    rng, game = Random(slug), engine.game(slug)
    for ply in (0, 1, 4, 9):
        state = random_state(game, min(ply, 4) if slug.startswith("tic") else ply, rng)
        visits = {action: 100 + action for action in state.actions()}
        thoughts = engine.Thoughts(Measure.VISITS, visits, {action: 1 - action / 50 for action in visits})
        choice = engine.Choice(state.actions()[0], thoughts)
        text = describe_thought_picture(ENGLISH, state, None, choice, None)
        assert len(text) <= 1024
        assert text.count("(its move)") == 1
        assert text.count(" games, ") == len(visits)
