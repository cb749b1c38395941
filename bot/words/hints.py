"""Hints: a theme first, and then the move; or what the move was worth that was played instead."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import engine
from bot.models import Question
from bot.words.advice import format_advice, format_refutation, get_advice
from bot.words.games import get_words
from bot.words.language import Language, Reader, template
from bot.words.lines_of_play import say_play
from bot.words.remarks import format_remarks
from bot.words.values import format_move
from engine import AnalysedMove, Analysis, Game, Prospect, Theme


def format_hint(language: Language, analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move if there is a real choice."""
    if len(analysis.moves) == 1 or engine.are_moves_alike(analysis.state):
        said = format_advice(language, analysis)
    else:
        said = format_theme(language, analysis.state.game, engine.theme(analysis))
    title = language.say("A hint")
    return f"### {title}\n{said}"


def solution(reader: Reader, question: Question, analysis: Analysis) -> str:
    """Tell the best move, what it is worth, why, and how play goes on, and which others are as good."""
    return "\n".join(_solution(reader, question, analysis))


def _solution(reader: Reader, question: Question, analysis: Analysis) -> Iterator[str]:
    language, state, best = reader.language, analysis.state, get_advice(analysis).move
    yield format_move(language, analysis, best, format_remarks(language, analysis)[best.action])
    yield from say_play(reader, question.match, state, best)
    if others := [state.name_of(each) for each in analysis.best if each != best.action]:
        yield (
            language.say("Every other move is as good.")
            if len(analysis.best) == len(analysis.moves)
            else language.say("Just as good: {moves}.", moves=language.listed(others))
        )


def format_played_instead(language: Language, analysis: Analysis, played: AnalysedMove) -> str:
    """Say what came of another move than the one that a hint was about to reveal."""
    name = analysis.state.name_of(played.action)
    moved_on = language.say("The match has moved on since this hint.")
    if played.action in analysis.best:
        found = language.say("You played {move}: there was nothing better.", move=name)
        return f"{moved_on} {found}"
    why = format_refutation(language, analysis, played)
    said = language.say("You played {move}: {why}", move=name, why=why)
    return f"{moved_on} {said}"


def format_theme(language: Language, game: Game, theme: Theme) -> str:
    """Say how a position stands for its player to move, what to look for, and what loses at once."""
    return " ".join(_list_theme_sentences(language, game, theme))


def _list_theme_sentences(language: Language, game: Game, theme: Theme) -> Iterator[str]:
    words, prospect = get_words(game), PROSPECTS[theme.prospect]
    yield language.say(prospect) if isinstance(prospect, str) else prospect(language, theme)
    if theme.motive is not None:
        yield language.say(words.tellings[theme.motive].hint)
    mine, theirs = (language.either(words.name_cells(cells)) for cells in (theme.hazards, theme.theirs))
    if mine:
        yield language.say(
            "You would lose at once with {mine}[[, and your opponent with {theirs}]].",
            mine=mine,
            theirs=theirs,
        )
    elif theirs:
        yield language.say("Your opponent would lose at once with {theirs}.", theirs=theirs)


def _format_lost(language: Language, theme: Theme) -> str:
    if theme.margin is not None:
        return language.say(
            "Every move loses[[keeping=legal?, and all by as many|; find one that loses by least]].",
            keeping=theme.keeping,
            legal=theme.legal,
        )
    return language.say(
        "Every move loses[[keeping=0?|keeping=legal?, and none holds out longer than another|keeping=1?; find"
        " the move that holds out longest|; find a move that holds out longest]].",
        keeping=theme.keeping,
        legal=theme.legal,
    )


def _format_won(language: Language, theme: Theme) -> str:
    if theme.margin is not None:
        return language.say(
            "You can win by {number}[[keeping=1?, and only one move wins]].",
            number=theme.margin,
            keeping=theme.keeping,
        )
    if not theme.moves:
        return language.say("You can win[[keeping=1?, and only one move wins]].", keeping=theme.keeping)
    return language.count(
        "You can force a win in {number} [move|moves][[keeping=1?, and only one move does it]].",
        theme.moves,
        keeping=theme.keeping,
    )


def _format_drawn(language: Language, theme: Theme) -> str:
    if theme.keeping == theme.legal:
        return language.say("Every move holds the draw.")
    if theme.keeping == 1:
        return language.say("Only one move holds the draw.")
    return language.count(
        "{number} of {legal} moves [holds|hold] the draw.", theme.keeping, legal=theme.legal
    )


def _format_unproven(language: Language, theme: Theme) -> str:
    if theme.motive is None:
        return language.say(
            "I cannot prove how this ends. By my estimate a quiet move is best: one that takes nothing and"
            " threatens nothing yet."
        )
    return language.say("I cannot prove how this ends, so I go by my estimate.")


PROSPECTS: Final[Mapping[Prospect, str | Callable[[Language, Theme], str]]] = {
    Prospect.ONE_LEGAL_MOVE: template("You have only one legal move."),
    Prospect.LOST: _format_lost,
    Prospect.ONE_DEFENCE: template("Your opponent threatens to win, and only one move stops it."),
    Prospect.ONE_SAFE_MOVE: template("Every move but one loses right away."),
    Prospect.WON_AT_ONCE: template("You can win at once."),
    Prospect.WON: _format_won,
    Prospect.DRAWN: _format_drawn,
    Prospect.AT_LEAST_DRAWN: template("You can hold a draw at least, and I see no win."),
    Prospect.UNPROVEN: _format_unproven,
}
