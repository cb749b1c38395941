"""A bot with time to think about puzzles, and people who solve them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import engine
from bot.workers.protocol import AnalysisRequest
from engine import puzzles
from engine.analysis import polls_in
from engine.puzzles import endgames
from engine.solver import within
from tests.bot.stage import Stage, buttons, id_of

if TYPE_CHECKING:
    import pytest

    from bot.models import Attempt
    from bot.playground.people import Answer
    from bot.playground.things import Json, Person
    from engine.puzzles import Puzzle


TODAYS = puzzles.of("tic-tac-toe-wild")[-1]
"""The puzzle of every day, where a test needs to know it."""


def takes_thought(puzzle: Puzzle) -> bool:
    """Whether a worker that has no time does not see what is right."""
    return not AnalysisRequest(puzzle.state, 0).find_answer(lambda: True).moves[0].is_proven


class Patient(Stage):
    """A stage on which she may think long enough for what a puzzle asks, on a busy machine too."""

    async def start(self) -> None:
        await super().start()
        self.set_patience(10)

    def set_patience(self, seconds: float) -> None:
        """Let her think about a position for so long at most."""
        self.bot.context = replace(self.bot.context, explanation_seconds=seconds)

    async def begin(self, person: Person, **options: object) -> int:
        """Use /puzzle; return the message."""
        answer = await self.command(person, "puzzle", **options)
        assert answer.message is not None
        assert answer.ephemeral
        return id_of(answer)

    async def newest(self) -> Attempt:
        """The attempt that was begun last."""
        [(attempt_id,)] = self.rows("SELECT max(id) FROM attempts")
        return await self.attempt(attempt_id)

    async def attempt(self, attempt_id: int) -> Attempt:
        """An attempt as it is now."""
        attempt = await self.storage.puzzles.find(attempt_id)
        assert attempt is not None
        return attempt

    async def try_right(self, person: Person, message: int) -> Answer:
        """Press the move that keeps what the puzzle is about."""
        attempt = await self.newest()
        return await self.try_action(person, message, worths(attempt.state).moves[0].action)

    async def try_wrong(self, person: Person, message: int) -> Answer:
        """Press the worst move there is."""
        attempt = await self.newest()
        return await self.try_action(person, message, worths(attempt.state).moves[-1].action)

    async def try_action(self, person: Person, message: int, action: int) -> Answer:
        """Press the button of an action, if need be after that of the other mark."""
        attempt = await self.newest()
        id_, shown = f"y:{attempt.id}:{attempt.turn}:{action}", self.button_ids(message)
        for other_mark in (each for each in shown if each.startswith("o:") and id_ not in shown):
            await self.press(person, message, other_mark)
        return await self.press(person, message, id_)

    def button_ids(self, message: int) -> list[str]:
        """The ids of the buttons of a message."""
        return [str(button["custom_id"]) for button in buttons(self.message(message))]

    async def solve(self, person: Person, message: int) -> None:
        """Press right moves until the newest puzzle is solved."""
        while not (await self.newest()).is_over:
            answer = await self.try_right(person, message)
            assert not answer.failed


def worths(state: engine.State) -> engine.Analysis:
    """What every move is worth; of an endgame what is known, for to search it to its end takes too long."""
    stop = within(polls_in(state.game)) if endgames.knows(state) else None
    return endgames.inform(engine.analyse(state, stop=stop))


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
    """The ids of the buttons that try a move."""
    found = (button for button in buttons(message) if not button.get("disabled"))
    return [str(button["custom_id"]) for button in found if button["custom_id"].startswith("y:")]


def controls(message: Json) -> list[str]:
    """The labels of the buttons that do anything else and can be pressed."""
    found = (button for button in buttons(message) if not button.get("disabled"))
    return [str(button["label"]) for button in found if not button["custom_id"].startswith("y:")]
