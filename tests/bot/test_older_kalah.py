"""Matches of Kalah that more than half of the seeds ended, before it was played out, stay as they are."""

from dataclasses import replace
from random import Random

import pytest

import engine
from bot.models import Ending, Finding, Knowledge, Match, Participant, Place
from engine import AnalysedMove, Outcome
from tests.bot.desk import Desk
from tests.bot.drafts import begun, present


def ended_early(desk: Desk) -> Match:
    """A match that has just been decided, and by the rules of its time has ended."""
    players = Participant(desk.ada.id), Participant(None, "easy")
    match = Match(0, "kalah", Place(desk.world.guild.id, desk.general.id), players, 1.0, 1.0)
    rng = Random(48)
    while not match.game.is_decided(match.state.position):
        match = match.with_move(rng.choice(match.state.actions()), 1.0)
    assert not match.state.is_terminal
    return replace(match, ending=Ending(winner(match.state), "rules"))


def winner(state: engine.State) -> Outcome:
    leads = state.game.margin(state.position) or 0
    return Outcome.FIRST if (leads > 0) == (state.to_move == 0) else Outcome.SECOND


def uncounted(state: engine.State) -> tuple[AnalysedMove, ...]:
    """What was found out before it was counted by how much a game is won."""
    return tuple(
        AnalysedMove(action, 1, 2 + action, exact=True, line=(action,)) for action in state.actions()
    )


@pytest.mark.ci
async def test_match_stays_ended(desk: Desk) -> None:
    await begun(desk.storage, ended_early(desk))
    assert await desk.storage.matches.find_running(desk.general.id, desk.ada.id) is None
    shown = await desk.command(desk.ada, "board")
    assert "wins**, 2" in shown.text
    assert "resigned" not in shown.text
    assert (await desk.command(desk.ada, "review")).text.startswith("### Review: Kalah\n")
    assert "resigned" not in (await desk.command(desk.ada, "replay")).text
    assert "resigned" not in (await desk.command(desk.ada, "explain")).text


def test_what_was_found_out_stays_proven(desk: Desk) -> None:
    match = replace(ended_early(desk), id=1)
    ply = match.ply - 1
    known = Knowledge.of(match, [Finding(1, ply, 9.0, uncounted(match.state_at(ply)))])
    analysis = present(known.analyses[ply])
    assert {(move.value, move.is_proven, move.exact) for move in analysis.moves} == {(1, True, False)}
    assert len(analysis.best) == len(analysis.moves)
    assert not known.suffices(ply, 0.1)


def test_what_was_estimated_stays_an_estimate(desk: Desk) -> None:
    match = replace(ended_early(desk), id=1)
    guesses = tuple(
        move._replace(value=0.5, exact=False, margin=None) for move in uncounted(match.state_at(0))
    )
    known = Knowledge.of(match, [Finding(1, 0, 9.0, guesses)])
    assert known.analyses[0] == engine.Analysis(match.state_at(0), guesses)
    assert known.suffices(0, 9.0)
