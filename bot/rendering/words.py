"""Matches, invitations, explanations and standings in plain English."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.models import PEOPLE
from bot.rendering.views import format_title, get_view
from bot.rendering.worths import worth
from bot.words.language import ENGLISH

if TYPE_CHECKING:
    from bot.models import Invitation, Match, Standing, Table
    from engine import Action, AnalysedMove, Analysis


def heading(match: Match) -> str:
    """Say the game and who plays what."""
    first, second = (
        f"{player.name}{side(match, seat, player.level)}" for seat, player in enumerate(match.players)
    )
    return f"### {format_title(ENGLISH, match.game)}\n{first} against {second}"


def side(match: Match, seat: int, *more: str | None) -> str:
    """Return in brackets what a player plays with, nothing if neither player owns anything."""
    sides = get_view(match.game).sides
    said = ", ".join(filter(None, (sides and sides[seat], *more)))
    return f" ({said})" if said else ""


def status(match: Match) -> str:
    """Say whose turn it is, or how it ended."""
    if match.is_over:
        return f"{_last_move(match)}**{_result(match)}**{_how(match)}."
    if match.to_move.user_id is None:
        return f"{_last_move(match)}Maxine is thinking …"
    return f"{_last_move(match)}It is {match.to_move.name}'s turn{side(match, match.state.to_move)}."


def _last_move(match: Match) -> str:
    return f"{played(match, match.ply - 1)} " if match.actions else ""


def played(match: Match, ply: int) -> str:
    """Say who played what in the position after so many moves."""
    state = match.state_at(ply)
    return f"{match.players[state.to_move].name} played {match.game.name_of(state, match.actions[ply])}."


def _result(match: Match) -> str:
    if match.winner is not None:
        return f"{match.winner.name} wins"
    return "Abandoned" if match.ending is None or match.ending.outcome is None else "Draw"


def _how(match: Match) -> str:
    if match.winner is not None and not match.state.is_terminal:
        loser = match.players[1 - match.players.index(match.winner)]
        return f": {loser.name} resigned"
    if match.state.is_terminal and (score := get_view(match.game).score(ENGLISH, match.state)):
        return f", {score}"
    return ", untouched for a week" if _result(match) == "Abandoned" else ""


def moved_on(match: Match) -> str:
    """Say on an old board how its match stands, and where it is shown now."""
    where = match.link or "in a newer message"
    if match.is_over:
        return f"{status(match)}\nThis match is shown here now: {where}"
    return f"This match goes on here: {where}"


def invitation(invitation: Invitation) -> str:
    """Say who invites whom, to what, and who begins."""
    inviter, invitee = f"<@{invitation.inviter_id}>", f"<@{invitation.invitee_id}>"
    begins = (
        "Who begins is drawn at random." if invitation.begins is None else f"<@{invitation.begins}> begins."
    )
    closings = {
        None: f"{invitee}, do you accept? The invitation stands for a day.",
        "accepted": f"{invitee} accepted.",
        "declined": f"{invitee} declined.",
        "cancelled": f"{inviter} took the invitation back.",
        "expired": "The invitation expired after a day without an answer.",
    }
    title = format_title(ENGLISH, engine.get_game(invitation.game_slug))
    again = "" if invitation.rematch_of is None else " to a rematch"
    return f"### {title}\n{inviter} challenges {invitee}{again}. {begins}\n{closings[invitation.status]}"


def verdict(match: Match, analysis: Analysis) -> str:
    """Say what a position of a match is worth to whom, in a clause that follows its player to move."""
    if not analysis.moves[0].exact:
        return f"the position is worth {worth(analysis.moves[0])} to them (+1 is a win, -1 a loss)"
    if analysis.value == 0:
        return "best play leads to a draw" if analysis.exact else "they can hold at least a draw"
    mover = analysis.state.to_move
    winner = match.players[mover if analysis.value > 0 else 1 - mover].name
    return f"best play wins for {winner} in {counted(analysis.moves[0].winner_moves, 'move')}"


def judged(match: Match, analysis: Analysis, action: Action) -> str:
    """Say who played an action in a position of a match, and what it gave away."""
    state = analysis.state
    move = next(move for move in analysis.moves if move.action == action)
    played = f"{match.players[state.to_move].name} played {state.game.name_of(state, action)}"
    if len(analysis.moves) == 1:
        return f"{played}, the only legal move."
    return f"{played}{_given_away(analysis.moves[0], move, is_best=action in analysis.best)}."


def _given_away(best: AnalysedMove, move: AnalysedMove, *, is_best: bool) -> str:
    if is_best or best.value == move.value == 0:
        return ", and nothing was better"
    if not (best.exact and move.exact):
        if worth(move) == worth(best):
            return ", and nothing was clearly better"
        by_estimate = "" if best.exact else "by my estimate "
        return f": {worth(move)}, where {by_estimate}{worth(best)} was to be had"
    if best.value == move.value:
        kind = "a slower win" if best.value > 0 else "a quicker loss"
        return f", {kind}: a {worth(move)}, where a {worth(best)} was to be had"
    lost = "a win" if best.value > 0 else "a draw"
    return f" and gave away {lost}: a {worth(move)}, where a {worth(best)} was to be had"


def leaderboard_heading(table: Table) -> str:
    """Name a table of the leaderboard."""
    return "Between people" if table.versus == PEOPLE else f"Against Maxine, {table.versus}"


def leaderboard(table: Table) -> str:
    """Write a table line by line, the reader's own place below if it is further down."""
    lines = [standing(one) for one in table.top]
    if table.own is not None:
        lines += ["…", standing(table.own)]
    return "\n".join(lines)


def standing(standing: Standing) -> str:
    """Write one line of the leaderboard."""
    whole, half = divmod(standing.halves, 2)
    points = f"{whole}.5 points" if half else counted(whole, "point")
    results = (
        counted(standing.wins, "win"),
        counted(standing.draws, "draw"),
        counted(standing.losses, "loss", "losses"),
    )
    return f"{standing.rank}. <@{standing.user_id}>: {', '.join((points, *results))}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """Say how many, in the singular for one."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
