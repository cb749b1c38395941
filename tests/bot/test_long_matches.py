"""A match of thousands of moves: what it takes to go on with it, to end it, and to see it again."""

import random
import time
from dataclasses import replace
from functools import cache

import pytest

import engine
from bot.models import Match, Place, Reviewed
from bot.rendering import curves
from bot.rendering.pictures import Brush
from bot.words.language import ENGLISH
from engine import Action, Position
from tests.bot.boards import pictures
from tests.bot.drafts import draft
from tests.bot.shown import id_of
from tests.bot.stage import Stage
from tests.bot.test_replays import film

OWARE = engine.game("oware")


@cache
def quiet(plies: int) -> tuple[Action, ...]:
    """Moves of Oware in which nothing is captured and no position comes again: all are to be remembered."""
    board, _ = OWARE.split_history(OWARE.start)
    rng, seen, actions, waiting = random.Random(1), {board}, list[int](), [nexts(board)]
    while len(actions) < plies:
        rng.shuffle(waiting[-1])
        if waiting[-1]:
            action, board = waiting[-1].pop()
            if board not in seen:
                seen.add(board)
                actions.append(action)
                waiting.append(nexts(board))
        else:
            waiting.pop()
            actions.pop()
    return tuple(actions)


def nexts(board: Position) -> list[tuple[Action, Position]]:
    """The moves that capture nothing and end nothing."""
    moves = OWARE.successors(board).items()
    return [(a, b) for a, b in moves if b >> 72 & 4095 == board >> 72 & 4095 and OWARE.successors(b)]


def played(plies: int) -> Match:
    """A match of so many moves."""
    return replace(draft(), game_slug="oware", actions=quiet(plies))


async def stored(stage: Stage, plies: int) -> None:
    """Store a match of so many moves between Ada and Grace."""
    place, at = Place(stage.playground.guild.id, stage.general.id), stage.clock()
    match = replace(draft(stage.ada.id, stage.grace.id, place=place, at=at), game_slug="oware")
    assert await stage.storage.matches.add(replace(match, actions=quiet(plies)))


@pytest.mark.ci
def test_thousands_of_moves_are_soon_replayed() -> None:
    match, began = played(3000), time.process_time()
    assert not match.state.is_terminal
    assert time.process_time() - began < 1  # second; 0.2 here, and it was 2.8


@pytest.mark.nightly
async def test_film_of_thousands_is_thinned(stage: Stage) -> None:
    await stored(stage, 3000)
    await stage.resign(stage.ada)
    replay = await stage.command(stage.ada, "replay")
    answer = await stage.click(stage.ada, id_of(replay), "Film")
    assert answer.text.endswith("The match in 200 steps:")
    [shown] = pictures(stage.message(id_of(answer)))
    assert shown["description"].startswith("The match in 200 steps: 1. ")
    assert film(stage, stage.message(id_of(answer))).n_frames == 201  # type: ignore[attr-defined] # a GIF has frames


def test_curve_of_thousands_is_thinned(monkeypatch: pytest.MonkeyPatch) -> None:
    ends, draw = list[float](), Brush.draw_line

    def note(brush: Brush, start: tuple[float, float], end: tuple[float, float], *how: object) -> None:
        ends.append(end[0])
        draw(brush, start, end, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(Brush, "draw_line", note)
    match = played(1000)
    judged = [engine.proofs.nothing_known(match.state_at(ply)) for ply in range(match.ply)]
    curves.render_curve(ENGLISH, Reviewed(match, engine.review(judged, match.actions), None))
    assert (len(ends) < 310, max(ends)) == (True, curves._WIDTH - curves._RIGHT)
