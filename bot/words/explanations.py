"""Explanations: what to do, what every legal move is worth, why, and the line that proves it."""

from collections.abc import Iterator, Sequence

import engine
from bot.models import Explanation
from bot.words.advice import format_advice, get_advice
from bot.words.games import get_words
from bot.words.language import Language, Reader, template
from bot.words.lines_of_play import format_play, is_best_play
from bot.words.matches import format_judgement, format_mover, format_verdict, is_maxine_to_move, name_mover
from bot.words.move_groups import count_rows, format_groups
from bot.words.names import format_player
from bot.words.remarks import format_remarks
from bot.words.thoughts import tell_of_unknown_thoughts
from bot.words.values import REPLIES, format_move, format_utility, order_moves
from engine import Action, AnalysedMove, Analysis
from engine.tree import Mark, Node

ALL_MOVES, BEST_LINE, PROOF = template("All moves"), template("Best line"), template("Why it holds")
"""What is written on the buttons below an explanation."""

_ROWS = 24  # of a page of moves, which fit the screen of a phone
_FOUND = 800  # characters for what a search has found: with the rest it has to fit a description
_REPLIES = 5  # that follow a move which is not the very best


def get_best_line(analysis: Analysis) -> tuple[Action, ...]:
    """Return the best line of play, or what was looked at for an estimate."""
    return get_advice(analysis).move.line


def format_explanation(reader: Reader, explanation: Explanation) -> str:
    """Say what to play and why, what that is worth to whom, and in a few lines what the moves are worth.

    Of an only move nothing is said but that.
    """
    if has_choice(explanation):
        head = [*_head(reader, explanation)]
        return "\n".join([*head, *format_groups(reader.language, explanation.analysis, *head)])
    return "\n".join(
        [
            f"**{_format_addressed_advice(reader, explanation)}**",
            " ".join(_tell_standing(reader, explanation)),
        ]
    )


def has_choice(explanation: Explanation) -> bool:
    """Whether there is more than one legal move."""
    return len(explanation.analysis.moves) > 1


def _tell_standing(reader: Reader, explanation: Explanation) -> list[str]:
    """Say what best play leads to, and which position it is."""
    language, match = reader.language, explanation.match
    return [format_verdict(language, match, explanation.analysis), _format_position(language, explanation)]


def _head(reader: Reader, explanation: Explanation) -> Iterator[str]:
    language, match, analysis = reader.language, explanation.match, explanation.analysis
    yield f"**{_format_addressed_advice(reader, explanation)}**"
    sentences = _tell_standing(reader, explanation)
    if explanation.played is not None:
        sentences.append(format_judgement(language, match, analysis, explanation.played))
    yield " ".join(sentences)
    yield from tell_of_unknown_thoughts(language, explanation)


def _format_addressed_advice(reader: Reader, explanation: Explanation) -> str:
    """Say what to play and why, and to whom that is said if it is not the player who reads it."""
    match, seat = explanation.match, explanation.analysis.state.to_move
    advice = format_advice(reader.language, explanation.analysis)
    if reader.user_id in {None, match.players[seat].user_id}:
        return advice
    if is_maxine_to_move(match, explanation.analysis):
        return reader.language.say("In my place: {advice}", advice=advice)
    player = format_player(reader.language, match, seat)
    return reader.language.say("In the place of {player}: {advice}", player=player, advice=advice)


def _format_position(language: Language, explanation: Explanation) -> str:
    """Say which position it is, and who is to move there."""
    match, analysis = explanation.match, explanation.analysis
    if explanation.played is None and not match.is_over:
        return format_mover(language, match, analysis)
    return language.say(
        "[[Before move {number}|At the start]], [[{player}|I]] was to move.",
        number=explanation.ply + 1 if explanation.played is not None else None,
        player=name_mover(language, match, analysis),
    )


def list_moves(reader: Reader, explanation: Explanation) -> list[str]:
    """Write pages with a line for each legal move: what it is worth, all there is to say of it, its line."""
    pages: list[list[str]] = [[]]
    for line in _format_moves(reader, explanation, order_moves(explanation.analysis)):
        if pages[-1] and count_rows([*pages[-1], line]) > _ROWS:
            pages.append([])
        pages[-1].append(line)
    return [
        "\n".join([_format_page(reader.language, number, pages), *page]) for number, page in enumerate(pages)
    ]


def _format_page(language: Language, number: int, pages: Sequence[object]) -> str:
    return language.say(
        "**All moves**, best first[[count>1?: page {number} of {count}]].",
        number=number + 1,
        count=len(pages),
    )


def has_proof(analysis: Analysis) -> bool:
    """Whether it is told how best play after the recommended move ends, which the board does not show."""
    return any(
        remark.kind.traits.is_ahead for remark in engine.remarks(analysis)[get_advice(analysis).move.action]
    )


def format_proof(reader: Reader, explanation: Explanation) -> str:
    """Say of the recommended move all there is to say, its line with it."""
    (said,) = _format_moves(reader, explanation, [get_advice(explanation.analysis).move])
    return f"**{reader.language.say(PROOF)}**\n{said}"


def _format_moves(reader: Reader, explanation: Explanation, moves: Sequence[AnalysedMove]) -> Iterator[str]:
    reasons = format_remarks(reader.language, explanation.analysis)
    for move in moves:
        play = _format_play_after(reader, explanation, move) if len(move.line) > 1 else ""
        why = "; ".join(filter(None, (reasons[move.action], play)))
        yield format_move(reader.language, explanation.analysis, move, why)


def _format_play_after(reader: Reader, explanation: Explanation, move: AnalysedMove) -> str:
    """Say in a few words how play goes on after a move."""
    is_first = move is get_advice(explanation.analysis).move
    match, state = explanation.match, explanation.analysis.state
    line = format_play(reader, match, state, move, REPLIES if is_first else _REPLIES)
    return reader.language.say(
        "[[best?best play|looked at]]: {moves}", moves=line, best=is_best_play(state, move)
    )


_NUMBERS = {
    False: template(
        "+1 is a win for MAX, -1 a loss. Each line down is a move, and the thick line is best play."
    ),
    True: template(
        "A number says by how much MAX ends ahead. Each line down is a move, and the thick line is best play."
    ),
}
"""What the numbers of a tree are, by whether the game counts."""


def tree_key(language: Language, explanation: Explanation, root: Node) -> str:
    """Say who is who in the tree of an explained position, and how to read it."""
    match, seat = explanation.match, root.state.to_move
    players = language.say(
        "**The tree:** MAX is {maximiser} and wants the highest number, MIN is {minimiser} and wants the"
        " lowest.",
        maximiser=format_player(language, match, seat),
        minimiser=format_player(language, match, 1 - seat),
    )
    is_counted = root.state.game.margin(root.state.position) is not None
    return " ".join((players, language.say(_NUMBERS[is_counted]), *_extent(language, root)))


def _extent(language: Language, root: Node) -> Iterator[str]:
    """Say whether the tree is whole, or how it shows what it leaves out."""
    if root.is_whole:
        yield language.say("Every move is shown.")
        return
    yield language.say("There is no room for all of it.")
    if most := max(node.left_out for node in root.nodes()):
        yield language.count("…{number} stands for {number} [move|moves] left out.", most)
    if any(node.is_cut for node in root.nodes()):
        yield language.say("Below three dots play goes on.")


def tree_alt_text(language: Language, root: Node) -> str:
    """Say what the picture of a tree shows, in at most 1,024 characters."""
    side = get_words(root.state.game).name_side(language, root.state.to_move)
    value = _tell_value(language, root)
    is_searched = root.value is None or any(node.marks for node in root.nodes())
    sentences = (
        language.say("A minimax tree of value {value}.", value=value),
        language.say("MAX plays {side}.", side=side) if side else "",
        *(_tell_search if is_searched else _tell_best_play)(language, root),
    )
    return " ".join(filter(None, sentences))


def _tell_best_play(language: Language, root: Node) -> Iterator[str]:
    yield language.say("Best play first: {lines}.", lines="; ".join(_leaves(language, root)))
    if root.is_whole:
        yield language.say("Every move is shown.")
    else:
        yield language.say("Pruned to fit: other moves are left out.")


def _leaves(language: Language, node: Node, line: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the line that leads to each leaf, and its value."""
    for child in node.children:
        yield from _leaves(language, child, (*line, child.name))
    if not node.children:
        places = {"moves": " ".join(line), "value": format_utility(language, node.value)}
        yield language.say("{moves} {value}[[cut? and more below]]", cut=node.is_cut, **places)


def _tell_search(language: Language, root: Node) -> Iterator[str]:
    """Say where a search is, and what it has found, as far as there is room."""
    lines, room = list(_list_lines(root)), _FOUND
    for node, moves in lines:
        if Mark.LOOKED_AT in node.marks:
            yield language.say("The search is at {moves}.", moves=moves or language.say("the root"))
    found = filter(None, (_tell_found(language, node, moves) for node, moves in lines))
    if shown := [text for text in found if (room := room - len(text) - 2) >= 0]:
        yield language.say("Found so far: {lines}.", lines="; ".join(shown))
    if unknown := sum(node.state.is_terminal and node.value is None for node, _ in lines):
        yield language.count("{number} [end|ends] without a value.", unknown)


def _list_lines(node: Node, moves: str = "") -> Iterator[tuple[Node, str]]:
    """Yield all nodes, each with the names of the moves that lead to it."""
    yield node, moves
    for child in node.children:
        yield from _list_lines(child, f"{moves} {child.name}".lstrip())


def _tell_found(language: Language, node: Node, moves: str) -> str | None:
    """Say what a search has found at a node below the root."""
    if moves and Mark.CUT_OFF in node.marks:
        return language.say("{moves} not needed", moves=moves)
    if not moves or node.value is None:
        return None
    return language.say("{moves} {value}", moves=moves, value=_tell_value(language, node))


def _tell_value(language: Language, node: Node) -> str:
    value = format_utility(language, node.value)
    if Mark.KNOWN in node.marks:
        return language.say("{value}, known before", value=value)
    return language.say("{value} so far", value=value) if Mark.BEST_SO_FAR in node.marks else value
