"""Advice in a position: which move to play and why, and why another move is worse."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import engine
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.lines_of_play import end_of, format_deeds
from bot.words.remarks import find_places, format_remark
from bot.words.tellings import COUNTED_AHEAD, Phrase, Telling, fill_phrase, list_named_actions
from bot.words.values import format_worth
from engine import Action, AnalysedMove, Analysis, General, Remark, State
from engine.steps import Step, read_step, refute

_EVERY_MOVE: Final[Mapping[float, str]] = {
    1: template("Every move wins here."),
    0: template("Every move draws here."),
}

_ALIKE: Final[Mapping[int, str]] = {
    2: template("Play what you like, such as {move}: both are the same by symmetry."),
    4: template("Play what you like, such as {move}: all four are the same by symmetry."),
}
_ALL_ALIKE: Final = template("Play what you like, such as {move}: all are the same by symmetry.")
"""The sentences for moves that are images of each other, by how many they are."""

_UNTOLD: Final = {General.FEW_REPLIES_WIN, General.HOLDS_OUT_LONGEST, General.STILL_FORCED}
"""What need not be said of replies that are named."""


class Advice(NamedTuple):
    """The best move to recommend, and the weightiest remark on it."""

    move: AnalysedMove
    remark: Remark | None


def get_advice(analysis: Analysis) -> Advice:
    """Return the best move with the strongest reasons, and the weightiest of them."""
    move = engine.recommended(analysis)
    return Advice(move, find_reason(analysis, move.action))


def find_reason(analysis: Analysis, action: Action) -> Remark | None:
    """Return the weightiest remark on a move that the board shows, None if nothing sets it apart."""
    if engine.are_moves_alike(analysis.state):
        return None
    return next((each for each in engine.remarks(analysis)[action] if not each.kind.traits.is_ahead), None)


def format_advice(language: Language, analysis: Analysis) -> str:
    """Say which move to play, and why."""
    (move, remark), state = get_advice(analysis), analysis.state
    if len(analysis.moves) == 1:
        return _format_only(language, state, move)
    if engine.are_moves_alike(state):
        alike = _ALIKE.get(len(analysis.moves), _ALL_ALIKE)
        return language.say(alike, move=state.name_of(move.action))
    said = [_format_reason(language, analysis, move, remark)]
    is_lost = move.is_proven and move.value < 0
    has_hope = move.margin is not None or not is_lost
    is_block = is_lost and not move.loses_next and read_step(state, move.action).blocks
    if remark is not None and get_words(state.game).tellings[remark.kind].is_hopeless:
        said.insert(0, _face_loss(language, analysis, move, is_block=is_block))
    if is_block:
        places = find_places(language, state, move.action, Remark(General.BLOCKS_WIN))
        said.insert(0, language.say("Block {move} first: {opponent} would win there.", **places))
    elif len(analysis.best) == len(analysis.moves) > 1 and analysis.is_proven and analysis.value >= 0:
        said.insert(0, language.say(_EVERY_MOVE[analysis.value]))
    elif has_hope and remark is not None:
        said = _put_in_order(language, state, move.action, remark, said)
    for added, phrase in _find_outlook(analysis, move):
        said.append(fill_phrase(language, phrase, added, find_places(language, state, move.action, added)))
    return " ".join(said)


def _put_in_order(
    language: Language, state: State, action: Action, remark: Remark, said: list[str]
) -> list[str]:
    """Say what comes before a rule of thumb, or after another reason what comes before and after that."""
    words = get_words(state.game)
    if not engine.get_teacher(state.game).keeps_order(state, action):
        return said
    if remark.kind.traits.is_rule_of_thumb:
        places = find_places(language, state, action, remark)
        return [language.say(words.order, **places), *said] if words.order else said
    return [*said, language.say(words.habit)] if words.habit and not remark.kind.traits.is_plan else said


def _face_loss(language: Language, analysis: Analysis, move: AnalysedMove, *, is_block: bool) -> str:
    """Say that every move loses, and whether this one holds out longest, unless it is said to be needed."""
    if is_block:
        return language.say("Even so, every move loses now.")
    name = analysis.state.name_of(move.action)
    if not analysis.is_best_known:
        return language.say("Every move loses now; try {move}.", move=name)
    return language.say(
        "Every move loses now; {move} holds out [[best>1?as long as any|longest]].",
        move=name,
        best=len(analysis.best),
    )


def _format_only(language: Language, state: State, move: AnalysedMove) -> str:
    """Say that there is no other move and, where everything is counted to the end, who wins and how high."""
    name, end, words = state.name_of(move.action), end_of(state, move), get_words(state.game)
    counts = words.count_end(end) if move.is_proven and end.is_terminal else None
    if counts is None or move.value == 0:
        return language.say("{move} is your only move.", move=name)
    winner = words.name_side(language, state.to_move if move.value > 0 else 1 - state.to_move)
    return language.say(
        "{move} is your only move; {side} wins {more} to {fewer}.",
        move=name,
        side=winner,
        more=max(counts),
        fewer=min(counts),
    )


def find_cells(analysis: Analysis) -> tuple[int, ...]:
    """Return the cells that the advice is about, in order."""
    move, remark = get_advice(analysis)
    said = [remark, *(added for added, _ in _find_outlook(analysis, move))] if remark else []
    return tuple(sorted({cell for each in said for cell in each.cells}))


def _find_outlook(analysis: Analysis, move: AnalysedMove) -> list[tuple[Remark, Phrase]]:
    """Return what is true as well of other cells than the reason: what a block threatens, what decides."""
    first, *others = engine.remarks(analysis)[move.action] or (None,)
    if first is None:
        return []
    tellings = get_words(analysis.state.game).tellings
    new = [remark for remark in others if not {*first.cells} & {*remark.cells}]
    found = ((remark, _find_addition(first, remark, tellings[remark.kind])) for remark in new)
    said = [(remark, phrase) for remark, phrase in found if phrase]
    return said[: 1 if first.kind is General.BLOCKS_WIN else 2]


def _find_addition(first: Remark, other: Remark, told: Telling) -> Phrase:
    """Return what is added of another remark to the advice that the first gives."""
    if first.kind is General.FEW_REPLIES_WIN:
        return told.advice if told.is_hopeless and other.kind not in _UNTOLD else ""
    return (told.also if first.kind is General.BLOCKS_WIN else "") or told.outlook


def _format_reason(language: Language, analysis: Analysis, move: AnalysedMove, remark: Remark | None) -> str:
    """Recommend a move by its weightiest reason."""
    state = analysis.state
    name = state.name_of(move.action)
    if remark is None:
        return _format_unexplained(language, analysis, name)
    phrase = get_words(state.game).tellings[remark.kind].advice
    if not phrase:
        reason = format_remark(language, state, move.action, remark)
        return _format_reasoned(language, analysis, name, reason)
    places = find_places(language, state, move.action, remark)
    return fill_phrase(language, phrase, remark, places)


def _format_unexplained(language: Language, analysis: Analysis, name: str) -> str:
    """Recommend a move that nothing sets apart but the search."""
    if len(analysis.best) < len(analysis.moves):
        return language.say(COUNTED_AHEAD, move=name)
    return language.say("Play what you like, such as {move}: every move is as good.", move=name)


def _format_reasoned(language: Language, analysis: Analysis, name: str, reason: str) -> str:
    """Recommend a move by a remark, in the words of the list of moves."""
    is_lost = analysis.is_proven and analysis.value < 0
    return language.say(
        "[[lost?Every move loses now. ]]Play {move}: {reason}.", move=name, reason=reason, lost=is_lost
    )


def format_refutation(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what a move is worth and why, with which reply the opponent shows it, and what that does."""
    worth = f"{format_worth(language, analysis.state, move)}."
    reason = format_reason(language, analysis, move)
    return f"{worth[:-1]} · {reason}" if reason else worth


def format_reason(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say only the reason and the reply; nothing where there is none."""
    remark = _find_refutation(analysis, move)
    reason = () if remark is None else (f"{format_remark(language, analysis.state, move.action, remark)}.",)
    return " ".join([*reason, *_tell_of_reply(language, analysis.state, move, remark)])


def _find_refutation(analysis: Analysis, move: AnalysedMove) -> Remark | None:
    """Return the weightiest remark that names the reply, else one that does not reveal a better move."""
    remarks, reply = engine.remarks(analysis)[move.action], refute(analysis.state, move).action
    telling = [
        remark for remark in remarks if _is_reply_named(remark, reply) and not remark.kind.traits.names_better
    ]
    silent = (
        remark for remark in remarks if not {*list_named_actions(remark), *remark.besides} & {*analysis.best}
    )
    return next(iter([*telling, *silent]), None)


def _is_reply_named(remark: Remark, reply: Action) -> bool:
    """Whether a remark names the reply, be it only as what comes before something worse."""
    return reply in list_named_actions(remark) or (remark.kind.traits.names_reply and reply in remark.besides)


def format_caption(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what the picture of the reply shows."""
    state, step = analysis.state, refute(analysis.state, move)
    name = state.name_of(move.action)
    reply = None if step.state.to_move == state.to_move else _name_step(step)
    return language.say("After {move}[[ and the answer {reply}]]:", move=name, reply=reply)


def _tell_of_reply(
    language: Language, state: State, move: AnalysedMove, remark: Remark | None
) -> Iterator[str]:
    """Tell of the reply, unless there is none or the remark names it."""
    step = refute(state, move)
    if step.state.to_move == state.to_move or (remark is not None and _is_reply_named(remark, step.action)):
        return
    yield language.say("The opponent answers {reply}.", reply=_name_step(step))
    yield from format_deeds(language, step)


def _name_step(step: Step) -> str:
    return step.state.name_of(step.action)
