"""A stage with upkeep every few seconds, and what upkeep leaves to see."""

from __future__ import annotations

from tests.bot.stage import Stage


class UpkeepStage(Stage):
    """A stage whose bot runs its upkeep every three seconds."""

    rounds = 3.0


def edits(stage: Stage) -> list[int]:
    return [
        outcome
        for method, path, outcome in stage.playground.requests
        if method == "PATCH" and "channels" in path
    ]


def undrawn(stage: Stage) -> list[tuple[int]]:
    return stage.rows("SELECT id FROM matches WHERE is_drawn = 0")


def is_uncertain(stage: Stage) -> bool:
    """Whether an edit may still arrive that was sent before the last one."""
    return any(display.uncertain_until is not None for display in stage.bot.displays.values())
