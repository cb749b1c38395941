"""Explanations: what every legal move is worth, why, and the line that proves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering.views import get_view
from bot.words.matches import format_judgement, format_mover, format_verdict
from bot.words.names import format_player
from bot.words.remarks import format_remarks
from bot.words.values import REPLIES, format_move, format_utility

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.models import Explanation
    from bot.words.language import Language
    from engine import Action, Analysis
    from engine.tree import Node

_LONGEST = 3_500  # characters, of the 4,000 that a message can show
_REPLIES = (4, 2, 0)  # that follow a move which is not the very best, as long as there is room


def format_explanation(language: Language, explanation: Explanation) -> str:
    """Say what the position is worth, what was played there, and what each legal move is worth."""
    match, analysis = explanation.match, explanation.analysis
    sentences = [format_verdict(language, match, analysis), _format_position(language, explanation)]
    if explanation.played is not None:
        sentences.append(format_judgement(language, match, analysis, explanation.played))
    reasons = format_remarks(language, analysis)
    for replies in _REPLIES:
        text = "\n".join([" ".join(sentences), *_format_moves(language, analysis, reasons, replies)])
        if len(text) <= _LONGEST:
            break
    return text


def _format_position(language: Language, explanation: Explanation) -> str:
    """Say which position it is, and who is to move there."""
    match, analysis = explanation.match, explanation.analysis
    player = format_player(language, match, analysis.state.to_move)
    if explanation.played is not None:
        return language.say(
            "Before move {number}, {player} was to move.", number=explanation.ply + 1, player=player
        )
    if match.is_over:
        return language.say("At the start, {player} was to move.", player=player)
    return format_mover(language, match, analysis)


def _format_moves(
    language: Language, analysis: Analysis, reasons: Mapping[Action, str], replies: int
) -> Iterator[str]:
    """Yield a line for each move, with so many replies to those that are not the very best."""
    for move in analysis.moves:
        shown = REPLIES if move is analysis.moves[0] and replies else replies
        yield format_move(language, analysis, move, reasons[move.action], shown)


def tree_key(language: Language, explanation: Explanation, root: Node) -> str:
    """Say who is who in the tree of an explained position, and how to read it."""
    match, seat = explanation.match, root.state.to_move
    sentence = language.say(
        "**The tree:** MAX is {maximiser}, MIN is {minimiser}. Values are what MAX gets: MAX picks the"
        " highest value below, MIN the lowest. The thick line is best play.",
        maximiser=format_player(language, match, seat),
        minimiser=format_player(language, match, 1 - seat),
    )
    return " ".join((sentence, *_extent(language, root)))


def _extent(language: Language, root: Node) -> Iterator[str]:
    """Say whether the tree is whole, or how it shows what it leaves out."""
    if root.is_whole:
        yield language.say("Every move is shown.")
        return
    yield language.say("It is pruned to fit.")
    if most := max(node.left_out for node in root.nodes()):
        yield language.count(
            "…{number} stands for {number} move left out.",
            "…{number} stands for {number} moves left out.",
            most,
        )
    if any(node.is_cut for node in root.nodes()):
        yield language.say("Below a triangle play goes on.")


def tree_alt_text(language: Language, root: Node) -> str:
    """Say what the picture of a tree shows, in at most 1,024 characters."""
    side = get_view(root.state.game).name_side(language, root.state.to_move)
    value, lines = format_utility(language, root.value), "; ".join(_leaves(language, root))
    sentences = (
        language.say("A minimax tree of value {value}.", value=value),
        language.say("MAX plays {side}.", side=side) if side else "",
        language.say("Best play first: {lines}.", lines=lines),
        language.say("Every move is shown.")
        if root.is_whole
        else language.say("Pruned to fit: other moves are left out."),
    )
    return " ".join(filter(None, sentences))


def _leaves(language: Language, node: Node, line: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the line that leads to each leaf, and its value."""
    for child in node.children:
        yield from _leaves(language, child, (*line, child.name))
    if not node.children:
        places = {"moves": " ".join(line), "value": format_utility(language, node.value)}
        yield (
            language.say("{moves} {value} and more below", **places)
            if node.is_cut
            else language.say("{moves} {value}", **places)
        )
