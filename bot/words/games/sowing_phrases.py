"""What is said of seeds in games of sowing: phrases of which several can stand in a list, and advice."""

from collections.abc import Mapping

from bot.words.game_words import say_if
from bot.words.language import Language, Plural, template
from bot.words.tellings import Phrase, Places
from engine import Kind, Remark
from engine.teachers.sowing_kinds import SowingKind

THREATENS_CAPTURE = Plural("threatens to capture {number} [seed|seeds] with {names}")
SAVES = Plural("saves {besides} from {opponent}'s {names}, which would take {number} [seed|seeds]")
LEAVES_ONE_MOVE = template("leaves {opponent} one legal move, {names}")


def format_missed_capture(language: Language, remark: Remark, places: Places) -> str:
    """Say how many seeds fewer are captured, or that none are."""
    if remark.number == remark.of:
        return language.count(
            "misses the {number} [seed|seeds] that {besides} captures", remark.number, **places
        )
    return language.count("captures {number} [seed|seeds] fewer than {besides}", remark.number, **places)


def _has_actions(remark: Remark) -> bool:
    return bool(remark.actions)


def captures_first(remark: Remark) -> bool:
    """Whether the move that lets the opponent capture captures, too."""
    return remark.of > 0


def _is_won(remark: Remark) -> bool:
    return remark.number > remark.of


PHRASES: Mapping[Kind, Phrase] = {
    SowingKind.STAYS_SAFE: Plural(
        "leaves nothing to capture, while {besides} would let {opponent} take at least {number} [seed|seeds]"
    ),
    SowingKind.LOSES_FEWEST: Plural(
        "lets {opponent} take only {number} [seed|seeds], fewer than any other move"
    ),
    SowingKind.SURE_CAPTURE: say_if(
        _has_actions,
        Plural("captures at least {number} [seed|seeds] next with {choices}, whatever {opponent} plays"),
        Plural("captures at least {number} [seed|seeds] next, whatever {opponent} plays"),
    ),
    SowingKind.SURE_HOUSE: Plural(
        "captures {number} [seed|seeds] or more with {names} next, whatever {opponent} plays"
    ),
    SowingKind.COLLECTS: Plural("moves again, with {names} next, and wins {number} [seed|seeds] this turn"),
    SowingKind.PREPARES: Plural(
        "captures {number} [seed|seeds] with {names} after {opponent}'s best reply, {besides}"
    ),
    SowingKind.AVOIDS_TURN: Plural(
        "{besides} would let {opponent} win {number} [seed|seeds] in a turn that begins with {names}"
    ),
    SowingKind.AVOIDS_MOVING_AGAIN: template("{besides} would let {opponent} move again with {names}"),
    SowingKind.AVOIDS_THREAT: Plural(
        "{besides} would let {opponent} threaten to capture {number} [seed|seeds] with {names}"
    ),
    SowingKind.COLLECTS_FEWER: Plural(
        "misses {number} [seed|seeds] that a turn beginning with {besides} wins"
    ),
    SowingKind.FORGOES: Plural(
        "misses {number} [seed|seeds] that {names} would capture next after {besides}"
    ),
    SowingKind.LETS_MOVE_AGAIN: template("lets {opponent} move again with {names}"),
    SowingKind.LETS_THREATEN: Plural(
        "lets {opponent} reply {besides} and threaten to capture {number} [seed|seeds] with {names}"
    ),
    SowingKind.LETS_SAVE: Plural("lets {opponent} save {number} [seed|seeds] with {names}"),
    SowingKind.LETS_KEEP: Plural(
        "lets {opponent} reply {names} and keep {number} [seed that is|seeds that are] left in their row at"
        " the end"
    ),
    SowingKind.CAPTURES_FEWER: format_missed_capture,
    SowingKind.COSTS: Plural("costs about {number} [seed|seeds] when {opponent} replies {names}"),
    SowingKind.LETS_PREPARE: Plural(
        "lets {opponent} reply {besides} and then capture {number} [seed|seeds] with {names}"
    ),
    SowingKind.LETS_COLLECT: Plural(
        "lets {opponent} win {number} [seed|seeds] in a turn that begins with {names}"
    ),
    SowingKind.REPLIES: template("{opponent}'s best reply is {names}"),
    SowingKind.ENDS_WITH: say_if(
        _is_won,
        template("wins {number} to {of} on the best line"),
        template("ends {number} to {of} on the best line"),
    ),
    SowingKind.LETS_REACH: template("lets {opponent} reply {names} and win {number} to {of} in the end"),
    SowingKind.READY_HOUSES: Plural(
        "gets {number} [house|houses] ready to end in the store, and no move more"
    ),
    SowingKind.NONE_READY: template("leaves {opponent} no house that ends in their store, unlike {besides}"),
    SowingKind.MORE_HOUSES: Plural("leaves {number} [house|houses] to choose from, and no move more"),
    SowingKind.FEWER_HOUSES: Plural(
        "leaves {opponent} only {number} [house|houses] to choose from, and no move fewer"
    ),
    SowingKind.KEEPS_SEEDS: Plural("keeps {number} [seed|seeds] in the own row, and no move more"),
    SowingKind.LEAVES_SEEDS: Plural(
        "leaves only {number} [seed|seeds] in {opponent}'s row, and no move fewer"
    ),
    SowingKind.SAFE_HOUSES: Plural(
        "keeps {number} [house|houses] with three seeds or more, which [is|are] hard to capture, and no move"
        " more"
    ),
    SowingKind.ROUND_HOUSES: Plural(
        "keeps {number} [house|houses] full enough to go all the way round, and no move more"
    ),
    SowingKind.THUMB_HOUSES: Plural(
        "leaves {number} [house|houses] to choose from next, and by a rule of thumb choices are good"
    ),
}
"""What is said of the seeds, whatever the rules about capturing them are."""

ADVISE_THREAT = Plural(
    "Play {move}: next you can capture {number} [seed|seeds] with {names}, unless {opponent} prevents it."
)
ADVISE_RESCUE = Plural(
    "Play {move}: it saves {besides} from {opponent}'s {names}, which would take {number} [seed|seeds]."
)
ADVISE_FORCING = template("Play {move}: {opponent} then has only one move, {names}.")


ADVICE: Mapping[Kind, Phrase] = {
    SowingKind.STAYS_SAFE: Plural(
        "Play {move}: it leaves {opponent} nothing to capture; {besides} would give away at least {number}"
        " [seed|seeds]."
    ),
    SowingKind.LOSES_FEWEST: Plural(
        "Play {move}: {opponent} takes only {number} [seed|seeds] then, and more after any other move."
    ),
    SowingKind.SURE_CAPTURE: say_if(
        _has_actions,
        Plural(
            "Play {move}: whatever {opponent} does, {choices} then captures at least {number} [seed|seeds]."
        ),
        Plural("Play {move}: whatever {opponent} does, you capture at least {number} [seed|seeds] next."),
    ),
    SowingKind.SURE_HOUSE: Plural(
        "Play {move}: whatever {opponent} does, {names} then captures {number} [seed|seeds] or more."
    ),
    SowingKind.COLLECTS: Plural(
        "Play {move} and then {names}: you move again, and win {number} [seed|seeds] this turn."
    ),
    SowingKind.PREPARES: Plural(
        "Play {move}: after {opponent}'s best reply, {besides}, you capture {number} [seed|seeds] with"
        " {names}."
    ),
    SowingKind.AVOIDS_TURN: say_if(
        lambda remark: len(remark.besides) > 1,
        Plural(
            "Play {move}: {besides} would let {opponent} win at least {number} [seed|seeds] in a turn that"
            " begins with {names}."
        ),
        Plural(
            "Play {move}: {besides} would let {opponent} win {number} [seed|seeds] in a turn that begins with"
            " {names}."
        ),
    ),
    SowingKind.AVOIDS_MOVING_AGAIN: template(
        "Play {move}: {besides} would let {opponent} move again with {names}."
    ),
    SowingKind.AVOIDS_THREAT: Plural(
        "Play {move}: {besides} would let {opponent} threaten to capture {number} [seed|seeds] with {names}."
    ),
    SowingKind.ENDS_WITH: say_if(
        _is_won,
        template("Play {move}: you win {number} to {of} on the best line."),
        template("Play {move}: the best line ends {number} to {of}."),
    ),
    SowingKind.LETS_REACH: template(
        "Every move loses now; after {move}, {opponent} plays {names} and wins {number} to {of} in the end."
    ),
    SowingKind.LETS_COLLECT: Plural(
        "Every move loses now; after {move}, {opponent} plays {names} and wins {number} [seed|seeds] in that"
        " turn."
    ),
    SowingKind.LETS_KEEP: Plural(
        "Every move loses now; after {move}, {opponent} plays {names} and keeps {number} [seed that is|seeds"
        " that are] left in their row at the end."
    ),
    SowingKind.REPLIES: template("Every move loses now; after {move}, {opponent} plays {names}."),
    SowingKind.READY_HOUSES: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: you then have {number}"
        " [house that ends|houses that end] exactly in your store, to move again. No move gives you more."
    ),
    SowingKind.NONE_READY: template(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " {opponent} then has no house that ends exactly in their store, and"
        " cannot move again. After {besides} they could."
    ),
    SowingKind.MORE_HOUSES: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: you then have {number}"
        " [house|houses] to choose from. No move leaves you more."
    ),
    SowingKind.FEWER_HOUSES: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: {opponent} then has"
        " only {number} [house|houses] to choose from. No move leaves fewer."
    ),
    SowingKind.KEEPS_SEEDS: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: it keeps {number}"
        " [seed|seeds] in your row, as many as you can, and what is left there in the end is yours."
    ),
    SowingKind.LEAVES_SEEDS: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: it leaves {opponent}"
        " only {number} [seed|seeds] in their row, as few as you can, and what is left there in the end is"
        " theirs."
    ),
    SowingKind.SAFE_HOUSES: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: you then have {number}"
        " [house|houses] with three seeds or more, as many as you can, and such houses are hard to capture."
    ),
    SowingKind.ROUND_HOUSES: Plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}: you then have {number}"
        " [house|houses] full enough to go all the way round, as many as you can, and such houses can capture"
        " much."
    ),
    SowingKind.THUMB_HOUSES: Plural(
        "Capturing and saving seeds come first; here play {move}, if only to keep choices: it leaves you"
        " {number} [house|houses] to play from."
    ),
}
"""What to play because of it, where that is the weightiest thing to say of the best move."""
