"""A bot with time to think about puzzles, and people who solve them."""

from abc import abstractmethod
from dataclasses import replace

import pytest

import engine
from bot.models import Attempt
from bot.playground.things import Json, Person
from bot.workers.protocol import AnalysisRequest
from engine import puzzles
from engine.analysis import polls_in
from engine.puzzles import Puzzle, endgames
from engine.solver import limit_polls
from tests.bot.desk import Desk
from tests.bot.drafts import present
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, id_of
from tests.bot.stage import Stage

TODAYS = puzzles.of("tic-tac-toe-wild")[-1]
"""The puzzle of every day, where a test needs to know it."""


def takes_thought(puzzle: Puzzle) -> bool:
    """Whether a worker that has no time does not see what is right."""
    return not AnalysisRequest(puzzle.state, 0).find_answer(lambda: True).moves[0].is_proven


class Solving(Scene):
    """Where people solve puzzles, and she may think long enough for what one asks, on a busy machine too."""

    @abstractmethod
    def set_patience(self, seconds: float) -> None:
        """Let her think about a position for so long at most."""

    async def begin(self, person: Person, **options: object) -> int:
        """Use /puzzle; return the message."""
        answer = await self.command(person, "puzzle", **options)
        assert answer.message is not None
        assert answer.ephemeral
        return id_of(answer)

    async def newest(self) -> Attempt:
        [(attempt_id,)] = self.rows("SELECT max(id) FROM attempts")
        return await self.attempt(attempt_id)

    async def attempt(self, attempt_id: int) -> Attempt:
        return present(await self.storage.puzzles.find(attempt_id))

    async def try_right(self, person: Person, message: int) -> Told:
        """Press the move that keeps what the puzzle is about."""
        attempt = await self.newest()
        return await self.try_action(person, message, worths(attempt.state).moves[0].action)

    async def try_wrong(self, person: Person, message: int) -> Told:
        """Press the worst move that was not tried yet."""
        attempt = await self.newest()
        untried = [each.action for each in worths(attempt.state).moves if each.action not in attempt.tried]
        return await self.try_action(person, message, untried[-1])

    async def try_action(self, person: Person, message: int, action: int) -> Told:
        """Press the button of an action, if need be on the other page."""
        attempt = await self.newest()
        id_, shown = f"y:{attempt.id}:{attempt.turn}:{action}", self.button_ids(message)
        for page in (each for each in shown if each.startswith("o:") and id_ not in shown):
            await self.press(person, message, page)
        return await self.press(person, message, id_)

    def button_ids(self, message: int) -> list[str]:
        return [str(button["custom_id"]) for button in buttons(self.message(message))]

    async def solve(self, person: Person, message: int) -> None:
        """Press right moves until the newest puzzle is solved."""
        while not (await self.newest()).is_over:
            answer = await self.try_right(person, message)
            assert answer.message is not None


class Patient(Solving, Stage):
    """A stage to solve puzzles on."""

    async def start(self) -> None:
        await super().start()
        self.set_patience(10)

    def set_patience(self, seconds: float) -> None:
        self.bot.context = replace(self.bot.context, explanation_seconds=seconds)


class Solver(Solving, Desk):
    """A desk to solve puzzles at."""

    async def start(self) -> None:
        await super().start()
        self.set_patience(10)

    def set_patience(self, seconds: float) -> None:
        self.context = replace(self.context, explanation_seconds=seconds)


def worths(state: engine.State) -> engine.Analysis:
    """What every move is worth; of an endgame what is known, for to search it to its end takes too long."""
    stop = limit_polls(polls_in(state.game)) if endgames.knows(state) else None
    return engine.analyse(state, stop=stop)


def only(monkeypatch: pytest.MonkeyPatch, *some: Puzzle) -> None:
    """Let there be no other puzzles than these."""

    def of(game_slug: str, difficulty: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
        found = (puzzle for puzzle in some if puzzle.game_slug == game_slug)
        judged = (puzzle for puzzle in found if difficulty in {None, puzzle.difficulty})
        return tuple(puzzle for puzzle in judged if theme in {None, puzzle.theme})

    monkeypatch.setattr(puzzles, "of", of)


def of_goal(game_slug: str, goal: int) -> list[Puzzle]:
    """The puzzles of a game with a win, or with a draw to save."""
    return [puzzle for puzzle in puzzles.of(game_slug) if puzzle.goal == goal]


def open_keys(message: Json) -> list[str]:
    found = (button for button in buttons(message) if not button.get("disabled"))
    return [str(button["custom_id"]) for button in found if button["custom_id"].startswith("y:")]


def controls(message: Json) -> list[str]:
    """The labels of the buttons that do anything else and can be pressed."""
    found = (button for button in buttons(message) if not button.get("disabled"))
    return [str(button["label"]) for button in found if not button["custom_id"].startswith("y:")]
