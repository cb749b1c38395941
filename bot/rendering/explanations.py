"""Explanations in plain English: what every legal move is worth, why, and the line that proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering import words
from bot.rendering.boards import face
from bot.rendering.trees import RESULTS
from bot.rendering.worths import REPLIES, line
from bot.words.language import ENGLISH
from bot.words.remarks import format_remarks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.models import Explanation
    from engine import Action, Analysis
    from engine.tree import Node

_LONGEST = 3_500  # characters, of the 4,000 that a message can show
_REPLIES = (4, 2, 0)  # that follow a move which is not the very best, as long as there is room


def text(explanation: Explanation) -> str:
    """Say what the position is worth, what was played there, and what each legal move is worth."""
    sentences = [_position(explanation)]
    if explanation.played is not None:
        sentences.append(words.judged(explanation.match, explanation.analysis, explanation.played))
    reasons = format_remarks(ENGLISH, explanation.analysis)
    for replies in _REPLIES:
        said = "\n".join([" ".join(sentences), *_lines(explanation.analysis, reasons, replies)])
        if len(said) <= _LONGEST:
            break
    return said


def _position(explanation: Explanation) -> str:
    match, seat = explanation.match, explanation.analysis.state.to_move
    turn = f"{_when(explanation)}, with {match.players[seat].name}{words.side(match, seat)} to move"
    return f"{turn}, {words.verdict(match, explanation.analysis)}."


def _when(explanation: Explanation) -> str:
    if explanation.played is not None:
        return f"Before move {explanation.ply + 1}"
    return "At the start" if explanation.match.is_over else "Now"


def _lines(analysis: Analysis, reasons: Mapping[Action, str], replies: int) -> Iterator[str]:
    """Yield a line for each move, with so many replies to those that are not the very best."""
    for move in analysis.moves:
        shown = REPLIES if move is analysis.moves[0] and replies else replies
        yield line(analysis, move, reasons[move.action], shown)


def tree(explanation: Explanation, root: Node) -> str:
    """Say who is who in the tree of an explained position, and how to read it."""
    match, seat = explanation.match, root.state.to_move
    who = (
        f"{role} is {match.players[player].name}{words.side(match, player)}"
        for role, player in (("MAX", seat), ("MIN", 1 - seat))
    )
    return (
        f"**The tree:** {', '.join(who)}. Values are what MAX gets: MAX picks the highest value below,"
        f" MIN the lowest. The thick line is best play. {_extent(root)}"
    )


def _extent(root: Node) -> str:
    """Say whether the tree is whole, or how it shows what it leaves out."""
    if root.is_whole:
        return "Every move is shown."
    signs = []
    if most := max(node.left_out for node in root.nodes()):
        signs.append(f"…{most} stands for {words.counted(most, 'move')} left out")
    if any(node.is_cut for node in root.nodes()):
        signs.append("below a triangle play goes on")
    return f"It is pruned to fit: {', and '.join(signs)}."


def tree_in_words(root: Node) -> str:
    """Say what the picture of a tree shows, in at most 1,024 characters."""
    names = face(root.state.game).side_names
    mover = f"MAX plays {names[root.state.to_move]}. " if names else ""
    lines = "; ".join(_leaves(root))
    extent = "Every move is shown." if root.is_whole else "Pruned to fit: other moves are left out."
    return f"A minimax tree of value {RESULTS[root.value]}. {mover}Best play first: {lines}. {extent}"


def _leaves(node: Node, line: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the line that leads to each leaf, and its value."""
    for child in node.children:
        yield from _leaves(child, (*line, child.name))
    if not node.children:
        yield f"{' '.join(line)} {RESULTS[node.value]}{' and more below' if node.is_cut else ''}"
