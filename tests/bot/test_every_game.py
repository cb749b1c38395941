"""A whole match of every game with everybody Maxine can be, explained and interrupted in the middle."""

import re
from random import Random
from typing import Any

import pytest

import engine
from bot.models import Match
from bot.services.characters import levels_of
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.move_groups import MOST
from bot.words.names import format_level
from tests import tiers
from tests.bot.shown import enabled, id_of
from tests.bot.stage import Stage
from tests.bot.telling import read_lines

CHARACTERS = ("random", "greedy", "q-table", "neural", "mcts", "depth-3", "iq-90")
"""One of each kind: the others of a slider are tested as players."""

USUAL = {
    *((slug, "medium") for slug in engine.games() if slug not in tiers.ALIKE),
    *(("tic-tac-toe", level) for level in ("perfect", "greedy", "neural", "mcts")),
}
"""The matches that are always played."""


@pytest.mark.parametrize(
    ("slug", "level"),
    [
        pytest.param(slug, level, marks=() if (slug, level) in USUAL else pytest.mark.nightly)
        for slug in engine.games()
        for level in (*engine.LEVELS, *CHARACTERS)
        if level in levels_of(slug)
    ],
)
async def test_match_is_played_explained_and_interrupted(stage: Stage, slug: str, level: str) -> None:
    rng = Random(f"{level} {slug}")
    message = await stage.challenge(stage.ada, game=slug, level=level, first=rng.choice(["me", "opponent"]))
    match = await newest(stage)
    for turn in range(200):
        if match.is_over:
            break
        await press_any(stage, message, match, rng)
        match = await newest(stage)
        if turn == 1 and not match.is_over:
            await explain(stage, message, match)
            await stage.restart()
    assert match.state.is_terminal
    result = "Draw" if match.winner is None else f"{match.winner.name} wins"
    assert f"**{result}**" in texts(stage.message(message))
    assert (get_words(match.game).score(ENGLISH, match.state) or "") in texts(stage.message(message))
    assert open_keys(stage, message) == []
    shown = format_level(ENGLISH, level, slug)
    assert await standings(stage, slug, f"{shown}, with help" if match.is_helped else shown) == results(match)
    await explain(stage, message, match)
    review = await stage.click(stage.ada, message, "Review")
    assert "accuracy" in texts(stage.message(id_of(review))).lower()
    check_chance(match)


def check_chance(match: Match) -> None:
    """What she chose at once follows from the seed of the match."""
    player = engine.get_player(match.level or "")
    for ply, action in enumerate(match.actions):
        state = match.state_at(ply)
        if match.players[state.to_move].user_id is None and player.is_instant(match.game):
            assert player.choose(state, None, Random(match.seed_at(ply))).action == action


async def newest(stage: Stage) -> Match:
    [(match_id,)] = stage.rows("SELECT max(id) FROM matches")
    return await stage.match(match_id)


async def press_any(stage: Stage, message: int, match: Match, rng: Random) -> None:
    """Press any open cell, column or house: there is one for every legal action."""
    assert match.to_move.user_id == stage.ada.id
    keys = open_keys(stage, message)
    actions = {int(key.rpartition(":")[2]) for key in keys}
    assert actions == set(match.state.actions())
    answer = await stage.press(stage.ada, message, rng.choice(keys))
    assert not answer.ephemeral, answer.text


async def explain(stage: Stage, message: int, match: Match) -> None:
    """Ask why; of a finished match, the answer is about the position before its last move."""
    answer = await stage.click(stage.ada, message, "Explain")
    assert answer.ephemeral
    lines = read_lines(texts(answer.message))
    state = match.state_at(match.ply - 1 if match.is_over else match.ply)
    legal = {match.game.name_of(state, action) for action in state.actions()}
    named = [name for line in lines for name in line.names]
    assert set(named) <= legal
    if len(legal) > 1:  # of an only move no list is made
        assert len(legal) > 9 or len(named) == len(legal) or len(lines) == MOST
        assert lines[0].is_best


def texts(message: Any) -> str:  # noqa: ANN401 - any part of a message, a tree of lists and dicts
    """Return all text of a message."""
    if isinstance(message, dict):
        own = message.get("content") or ""
        return "\n".join(filter(None, (own, texts(message.get("components", [])))))
    return "\n".join(filter(None, map(texts, message or [])))


def open_keys(stage: Stage, message: int) -> list[str]:
    ids = [str(button["custom_id"]) for button in enabled(stage.message(message))]
    return [id_ for id_ in ids if id_.startswith("m:")]


async def standings(stage: Stage, slug: str, versus: str) -> list[tuple[int, int, int]]:
    answer = await stage.command(stage.ada, "leaderboard", game=slug)
    assert answer.message is not None
    [embed] = answer.message["embeds"]
    assert embed["title"] == f"Against Maxine, {versus}"
    numbers = re.search(r"(\d) wins?, (\d) draws?, (\d) loss", embed["description"])
    assert numbers
    return [(int(numbers[1]), int(numbers[2]), int(numbers[3]))]


def results(match: Match) -> list[tuple[int, int, int]]:
    won, drawn = bool(match.winner and match.winner.user_id), match.winner is None
    return [(int(won), int(drawn), int(not won and not drawn))]
