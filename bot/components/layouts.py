"""How a match, an invitation and an explanation look in a message."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import ButtonStyle

import engine
from bot.components import parts, positions
from bot.components.ids import Kind, custom_id
from bot.components.parts import Layout, button
from bot.rendering import explanations, trees, words
from bot.words import rules as how
from bot.words.language import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.components.parts import Component
    from bot.models import Explanation, Invitation, Match, Move
    from engine import Action, State

_TREE = "tree.png"


def board(match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen.
    """
    shown, files = positions.picture_above_keys(match.state, match.move_to(match.ply), is_over=match.is_over)
    return Layout(
        parts.text(words.heading(match)),
        *shown,
        *_keys(match, mark),
        parts.text(words.status(match)),
        *_controls(match, asked_id),
        accent=parts.OVER if match.is_over else parts.RUNNING,
        files=files,
    )


def old_board(match: Match) -> Layout:
    """Draw a match that goes on in another message: the position without buttons, and a link."""
    heading, moved_on = words.heading(match), words.moved_on(match)
    return _position(heading, match.state, match.move_to(match.ply), moved_on, accent=parts.OVER)


def rules(game_slug: str) -> Layout:
    """Draw the rules of a game, with an example."""
    game = engine.get_game(game_slug)
    above, below = how.format_play(ENGLISH, game), how.format_notes(ENGLISH, game)
    return _position(above, *how.play_example(game), below, accent=parts.RUNNING)


def _position(above: str, state: State, last: Move | None, below: str, *, accent: int) -> Layout:
    """Draw a position between two texts, without buttons."""
    shown, files = positions.picture(state, last)
    return Layout(parts.text(above), shown, parts.text(below), accent=accent, files=files)


def invitation(invitation: Invitation) -> Layout:
    """Draw an invitation; once it is closed it has no buttons."""
    text = parts.text(words.invitation(invitation))
    if invitation.status is not None:
        return Layout(text, accent=parts.OVER)
    buttons = (
        button("Accept", custom_id(Kind.ACCEPT, invitation.id), ButtonStyle.success),
        button("Decline", custom_id(Kind.DECLINE, invitation.id), ButtonStyle.danger),
        button("Cancel", custom_id(Kind.CANCEL, invitation.id)),
    )
    return Layout(text, parts.row(buttons), accent=parts.ASKING)


async def explanation(explanation: Explanation) -> Layout:
    """Draw an explanation, below the picture of what every move is worth, above the tree if there is one.

    A thread of its own draws, for first pictures take longer than others ought to wait.
    """
    components, files = await asyncio.to_thread(_explained, explanation)
    return Layout(*components, accent=parts.RUNNING, files=files)


def _explained(explanation: Explanation) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components of an explanation, and the pictures that they show."""
    last, analysis = explanation.match.move_to(explanation.ply), explanation.analysis
    shown, files = positions.picture(analysis.state, last, analysis)
    components = [shown, parts.text(explanations.text(explanation))]
    if (tree := explanation.tree) is not None:
        components.append(parts.text(explanations.tree(explanation, tree)))
        components.append(parts.gallery(_TREE, explanations.tree_in_words(tree)))
        files = {**files, _TREE: trees.render_tree(ENGLISH, tree)}
    return components, files


def _keys(match: Match, mark: int) -> Iterator[Component]:
    def move_id(action: Action) -> str:
        return custom_id(Kind.MOVE, match.id, match.ply, action)

    def mark_id(mark: int) -> str:
        return custom_id(Kind.MARK, match.id, match.ply, mark)

    can_move = not match.is_over and match.to_move.user_id is not None
    return positions.keys(match.state, move_id, mark_id, mark if can_move else None)


def _controls(match: Match, asked_id: int | None) -> Iterable[Component]:
    explain = button("Explain", custom_id(Kind.EXPLAIN, match.id))
    if match.is_over:
        rematch = button("Rematch", custom_id(Kind.REMATCH, match.id), ButtonStyle.success)
        review = button("Review", custom_id(Kind.REVIEW, match.id))
        yield parts.row((explain, rematch, review))
    elif asked_id is None:
        yield parts.row((explain, button("Resign", custom_id(Kind.RESIGN, match.id, match.ply))))
    else:  # in a row of its own, so that a double press on Resign does not meet it
        really = custom_id(Kind.REALLY_RESIGN, match.id, match.ply, asked_id)
        yield parts.row((explain,))
        yield parts.row((button("Really resign?", really, ButtonStyle.danger),))
