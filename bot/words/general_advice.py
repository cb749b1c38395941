"""What to play and why, in a sentence to the player to move, by the kinds of remarks that every game has."""

from collections.abc import Mapping
from typing import Final

from bot.words.game_words import format_if_any, say_if_most
from bot.words.language import Language, Plural, template
from bot.words.remarks import by_end
from bot.words.tellings import Phrase, Places
from engine import General, Kind, Remark

_TWO = 2


def _advise_threat(language: Language, remark: Remark, places: Places) -> str:
    if remark.number or remark.besides:
        return language.say(
            "Play {move}: it threatens to win with {names}, and that must be blocked.", **places
        )
    return language.say(
        "Play {move}: it threatens to win with {names}. {opponent} has to block there, and threatens nothing"
        " by that.",
        **places,
    )


def _advise_fork(language: Language, remark: Remark, places: Places) -> str:
    if len(remark.actions) == _TWO and not remark.besides:
        return language.say(
            "Play {move}: it makes two threats at once, {names}, and only one can be stopped.", **places
        )
    return language.say("Play {move}: it makes more threats than can be stopped at once.", **places)


def _advise_few(language: Language, remark: Remark, places: Places) -> str:
    if remark.actions:
        return language.count(
            "Play {move}: it sets a trap. Only {names} [saves|save] {opponent}; after every other reply you"
            " win.",
            remark.number,
            **places,
        )
    return language.count(
        "Play {move}: it sets a trap. Only {number} of the {of} replies [saves|save] {opponent}; after any"
        " other you win.",
        remark.number,
        of=remark.of,
        **places,
    )


def _add_fork(language: Language, remark: Remark, places: Places) -> str:
    if len(remark.actions) == _TWO and not remark.besides:
        return language.say(
            "It also makes two threats at once, {names}, and only one can be stopped.", **places
        )
    return language.say("It also makes more threats than can be stopped at once.", **places)


ALSO: Final[Mapping[Kind, Phrase]] = {
    General.THREATENS: template("It also threatens to win with {names}."),
    General.FORKS: _add_fork,
    General.FORCES: by_end(
        "It also forces {opponent} to block {besides}[, and then you win with {choices}|; then {choices}"
        " makes two threats at once|; then go on threatening with {choices}]."
    ),
}
"""What is added where a move that is played to block does that as well."""

ADVICE: Final[Mapping[Kind, Phrase]] = {
    General.WINS: format_if_any("Play {move}[ and win: it completes {cells}|: it wins at once]."),
    General.LOSES: format_if_any("Everything loses now[: {move} completes {cells}|, and {move} at once]."),
    General.BLOCKS_WIN: format_if_any("Block {move}, or {opponent} [completes {cells}|wins there]."),
    General.THREATENS: _advise_threat,
    General.FORKS: _advise_fork,
    General.FORCES: by_end(
        "Play {move}: {opponent} has to block {besides}[, and then you win with {choices}|, and then"
        " {choices} makes two threats at once|. Then go on threatening with {choices}, until you win]."
    ),
    General.TAKES_FORK: template("Take {move} yourself: there {opponent} would make two threats at once."),
    General.FORESTALLS_FORK: format_if_any(
        "Play {move}, or {opponent} makes two threats at once[ with {choices}|]."
    ),
    General.TAKES_SERIES: by_end(
        "Take {move} yourself: there {opponent} would threaten to win. You would have to block {besides}, and"
        " [then {choices} wins for {opponent}|then {opponent} makes two threats at once with"
        " {choices}|{opponent} would go on threatening with {choices}, until one threat wins]."
    ),
    General.FORESTALLS_SERIES: by_end(
        "Play {move}, or {opponent} plays {choices}. You would have to block {besides}, and [then {opponent}"
        " wins|then {opponent} makes two threats at once|{opponent} would go on threatening, until one threat"
        " wins]."
    ),
    General.PREPARES_FORK: format_if_any(
        "Play {move}: if nobody stops you, [{choices} makes|you make] two threats at once next."
    ),
    General.PREPARES_SERIES: by_end(
        "Play {move}: if nobody stops you, play {choices} next. {opponent} has to block {besides}, and [then"
        " you win|then you make two threats at once|you go on threatening, until one threat wins].",
        format_if_any(
            "Play {move}: unless you are stopped, [{choices} is next a threat that wins even if blocked|you"
            " threaten to win next, and no block helps]."
        ),
    ),
    General.STILL_LOSES: format_if_any(
        "Everything loses now: [whatever you play, {opponent} can win next. Play {move} and hope that they"
        " overlook {choices}|{opponent} wins in more ways than you can stop]."
    ),
    General.STILL_FORKED: format_if_any(
        "[With {choices} {opponent} then makes|{opponent} can make] two threats at [once|once in many ways]."
    ),
    General.STILL_SERIES: by_end(
        "If {opponent} answers {choices}, you have to block {besides}, and [then {opponent} wins|then"
        " {opponent} makes two threats at once|{opponent} goes on threatening, until one threat wins].",
        format_if_any(
            "[If {opponent} answers {choices}, that is a threat that wins|{opponent} has many threats that"
            " win] even if you block [it|them]."
        ),
    ),
    General.STILL_FORCED: format_if_any(
        "[If {opponent} answers {names}, that wins in the end|{opponent} may still go wrong]."
    ),
    General.STILL_PREPARED: template(
        "If {opponent} answers {names}, that prepares two threats at once, and nothing stops them."
    ),
    General.ONLY_WIN: template("Play {move}: no other move wins."),
    General.ONLY_DRAW: template("Play {move}: every other move loses."),
    General.ONLY_SAFE: template("Play {move}: every other move loses right away."),
    General.STAYS_SAFE: say_if_most("Play {move}: [most|some] other moves lose right away."),
    General.HOLDS_OUT_LONGEST: template("{opponent} may still go wrong."),
    General.LOSES_BY_LEAST: template("Every move loses now; {move} loses by least."),
    General.EVERY_MOVE_LOSES: template("Every move loses now, whatever you play."),
    General.DRAWS: template("Play {move}: it ends the game in a draw."),
    General.LEAVES_NO_SAFE_REPLY: template("Play {move}: whatever {opponent} replies, you win."),
    General.LEAVES_ONE_SAFE_REPLY: template("Play {move}: every reply but {names} loses to your next move."),
    General.LEAVES_FEW_SAFE_REPLIES: Plural(
        "Play {move}: of {of} replies, only {number} [does|do] not lose right away."
    ),
    General.FEW_REPLIES_HOLD: _advise_few,
    General.FEW_REPLIES_WIN: Plural("Only {names} [wins|win] for {opponent} then."),
    General.WINS_BY_ZUGZWANG: template("Play {move}: in the end {opponent} has only bad moves left."),
    General.LOSES_BY_ZUGZWANG: template(
        "Everything loses now; try {move}. If {opponent} makes no mistake, you run out of safe moves first."
    ),
}
"""The advice in a sentence, where such a remark is the weightiest on the best move."""
