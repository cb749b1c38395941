"""What is said of seeds in games of sowing: phrases of which several can stand in a list, and advice."""

from collections.abc import Mapping

from bot.words.game_words import Phrase, Places, say_if
from bot.words.language import Language, plural, template
from engine import Kind, Remark
from engine.teachers.sowing_kinds import SowingKind

THREATENS_CAPTURE = plural(
    "threatens to capture {number} seed with {names}",
    "threatens to capture {number} seeds with {names}",
)
SAVES = plural(
    "saves {besides} from {opponent}'s {names}, which would take {number} seed",
    "saves {besides} from {opponent}'s {names}, which would take {number} seeds",
)
LEAVES_ONE_MOVE = template("leaves {opponent} one legal move, {names}")


def format_missed_capture(language: Language, remark: Remark, places: Places) -> str:
    """Say how many seeds fewer are captured, or that none are."""
    if remark.number == remark.of:
        return language.count(
            "misses the {number} seed that {besides} captures",
            "misses the {number} seeds that {besides} captures",
            remark.number,
            **places,
        )
    return language.count(
        "captures {number} seed fewer than {besides}",
        "captures {number} seeds fewer than {besides}",
        remark.number,
        **places,
    )


def _has_actions(remark: Remark) -> bool:
    return bool(remark.actions)


def captures_first(remark: Remark) -> bool:
    """Whether the move that lets the opponent capture captures, too."""
    return remark.of > 0


def _is_won(remark: Remark) -> bool:
    return remark.number > remark.of


PHRASES: Mapping[Kind, Phrase] = {
    SowingKind.STAYS_SAFE: plural(
        "leaves nothing to capture, while {besides} would let {opponent} take at least {number} seed",
        "leaves nothing to capture, while {besides} would let {opponent} take at least {number} seeds",
    ),
    SowingKind.LOSES_FEWEST: plural(
        "lets {opponent} take only {number} seed, fewer than any other move",
        "lets {opponent} take only {number} seeds, fewer than any other move",
    ),
    SowingKind.SURE_CAPTURE: say_if(
        _has_actions,
        plural(
            "captures at least {number} seed next with {choices}, whatever {opponent} plays",
            "captures at least {number} seeds next with {choices}, whatever {opponent} plays",
        ),
        plural(
            "captures at least {number} seed next, whatever {opponent} plays",
            "captures at least {number} seeds next, whatever {opponent} plays",
        ),
    ),
    SowingKind.SURE_HOUSE: plural(
        "captures {number} seed or more with {names} next, whatever {opponent} plays",
        "captures {number} seeds or more with {names} next, whatever {opponent} plays",
    ),
    SowingKind.COLLECTS: plural(
        "moves again, with {names} next, and wins {number} seed this turn",
        "moves again, with {names} next, and wins {number} seeds this turn",
    ),
    SowingKind.PREPARES: plural(
        "captures {number} seed with {names} after {opponent}'s best reply, {besides}",
        "captures {number} seeds with {names} after {opponent}'s best reply, {besides}",
    ),
    SowingKind.AVOIDS_TURN: plural(
        "{besides} would let {opponent} win {number} seed in a turn that begins with {names}",
        "{besides} would let {opponent} win {number} seeds in a turn that begins with {names}",
    ),
    SowingKind.AVOIDS_MOVING_AGAIN: template("{besides} would let {opponent} move again with {names}"),
    SowingKind.AVOIDS_THREAT: plural(
        "{besides} would let {opponent} threaten to capture {number} seed with {names}",
        "{besides} would let {opponent} threaten to capture {number} seeds with {names}",
    ),
    SowingKind.COLLECTS_FEWER: plural(
        "misses {number} seed that a turn beginning with {besides} wins",
        "misses {number} seeds that a turn beginning with {besides} wins",
    ),
    SowingKind.FORGOES: plural(
        "misses {number} seed that {names} would capture next after {besides}",
        "misses {number} seeds that {names} would capture next after {besides}",
    ),
    SowingKind.LETS_MOVE_AGAIN: template("lets {opponent} move again with {names}"),
    SowingKind.LETS_THREATEN: plural(
        "lets {opponent} reply {besides} and threaten to capture {number} seed with {names}",
        "lets {opponent} reply {besides} and threaten to capture {number} seeds with {names}",
    ),
    SowingKind.LETS_SAVE: plural(
        "lets {opponent} save {number} seed with {names}",
        "lets {opponent} save {number} seeds with {names}",
    ),
    SowingKind.LETS_KEEP: plural(
        "lets {opponent} reply {names} and keep {number} seed that is left in their row at the end",
        "lets {opponent} reply {names} and keep {number} seeds that are left in their row at the end",
    ),
    SowingKind.CAPTURES_FEWER: format_missed_capture,
    SowingKind.COSTS: plural(
        "costs about {number} seed when {opponent} replies {names}",
        "costs about {number} seeds when {opponent} replies {names}",
    ),
    SowingKind.LETS_PREPARE: plural(
        "lets {opponent} reply {besides} and then capture {number} seed with {names}",
        "lets {opponent} reply {besides} and then capture {number} seeds with {names}",
    ),
    SowingKind.LETS_COLLECT: plural(
        "lets {opponent} win {number} seed in a turn that begins with {names}",
        "lets {opponent} win {number} seeds in a turn that begins with {names}",
    ),
    SowingKind.REPLIES: template("{opponent}'s best reply is {names}"),
    SowingKind.ENDS_WITH: say_if(
        _is_won,
        template("wins {number} to {of} on the best line"),
        template("ends {number} to {of} on the best line"),
    ),
    SowingKind.LETS_REACH: template("lets {opponent} reply {names} and win {number} to {of} in the end"),
    SowingKind.READY_HOUSES: plural(
        "gets {number} house ready to end in the store, and no move more",
        "gets {number} houses ready to end in the store, and no move more",
    ),
    SowingKind.NONE_READY: template("leaves {opponent} no house that ends in their store, unlike {besides}"),
    SowingKind.MORE_HOUSES: plural(
        "leaves {number} house to choose from, and no move more",
        "leaves {number} houses to choose from, and no move more",
    ),
    SowingKind.FEWER_HOUSES: plural(
        "leaves {opponent} only {number} house to choose from, and no move fewer",
        "leaves {opponent} only {number} houses to choose from, and no move fewer",
    ),
    SowingKind.KEEPS_SEEDS: plural(
        "keeps {number} seed in the own row, and no move more",
        "keeps {number} seeds in the own row, and no move more",
    ),
    SowingKind.LEAVES_SEEDS: plural(
        "leaves only {number} seed in {opponent}'s row, and no move fewer",
        "leaves only {number} seeds in {opponent}'s row, and no move fewer",
    ),
    SowingKind.SAFE_HOUSES: plural(
        "keeps {number} house with three seeds or more, which is hard to capture, and no move more",
        "keeps {number} houses with three seeds or more, which are hard to capture, and no move more",
    ),
    SowingKind.ROUND_HOUSES: plural(
        "keeps {number} house full enough to go all the way round, and no move more",
        "keeps {number} houses full enough to go all the way round, and no move more",
    ),
    SowingKind.THUMB_HOUSES: plural(
        "leaves {number} house to choose from next, and by a rule of thumb choices are good",
        "leaves {number} houses to choose from next, and by a rule of thumb choices are good",
    ),
}
"""What is said of the seeds, whatever the rules about capturing them are."""

ADVISE_THREAT = plural(
    "Play {move}: next you can capture {number} seed with {names}, unless {opponent} prevents it.",
    "Play {move}: next you can capture {number} seeds with {names}, unless {opponent} prevents it.",
)
ADVISE_RESCUE = plural(
    "Play {move}: it saves {besides} from {opponent}'s {names}, which would take {number} seed.",
    "Play {move}: it saves {besides} from {opponent}'s {names}, which would take {number} seeds.",
)
ADVISE_FORCING = template("Play {move}: {opponent} then has only one move, {names}.")


ADVICE: Mapping[Kind, Phrase] = {
    SowingKind.STAYS_SAFE: plural(
        "Play {move}: it leaves {opponent} nothing to capture; {besides} would give away at least {number}"
        " seed.",
        "Play {move}: it leaves {opponent} nothing to capture; {besides} would give away at least {number}"
        " seeds.",
    ),
    SowingKind.LOSES_FEWEST: plural(
        "Play {move}: {opponent} takes only {number} seed then, and more after any other move.",
        "Play {move}: {opponent} takes only {number} seeds then, and more after any other move.",
    ),
    SowingKind.SURE_CAPTURE: say_if(
        _has_actions,
        plural(
            "Play {move}: whatever {opponent} does, {choices} then captures at least {number} seed.",
            "Play {move}: whatever {opponent} does, {choices} then captures at least {number} seeds.",
        ),
        plural(
            "Play {move}: whatever {opponent} does, you capture at least {number} seed next.",
            "Play {move}: whatever {opponent} does, you capture at least {number} seeds next.",
        ),
    ),
    SowingKind.SURE_HOUSE: plural(
        "Play {move}: whatever {opponent} does, {names} then captures {number} seed or more.",
        "Play {move}: whatever {opponent} does, {names} then captures {number} seeds or more.",
    ),
    SowingKind.COLLECTS: plural(
        "Play {move} and then {names}: you move again, and win {number} seed this turn.",
        "Play {move} and then {names}: you move again, and win {number} seeds this turn.",
    ),
    SowingKind.PREPARES: plural(
        "Play {move}: after {opponent}'s best reply, {besides}, you capture {number} seed with {names}.",
        "Play {move}: after {opponent}'s best reply, {besides}, you capture {number} seeds with {names}.",
    ),
    SowingKind.AVOIDS_TURN: say_if(
        lambda remark: len(remark.besides) > 1,
        plural(
            "Play {move}: {besides} would let {opponent} win at least {number} seed in a turn that begins"
            " with {names}.",
            "Play {move}: {besides} would let {opponent} win at least {number} seeds in a turn that begins"
            " with {names}.",
        ),
        plural(
            "Play {move}: {besides} would let {opponent} win {number} seed in a turn that begins with"
            " {names}.",
            "Play {move}: {besides} would let {opponent} win {number} seeds in a turn that begins with"
            " {names}.",
        ),
    ),
    SowingKind.AVOIDS_MOVING_AGAIN: template(
        "Play {move}: {besides} would let {opponent} move again with {names}."
    ),
    SowingKind.AVOIDS_THREAT: plural(
        "Play {move}: {besides} would let {opponent} threaten to capture {number} seed with {names}.",
        "Play {move}: {besides} would let {opponent} threaten to capture {number} seeds with {names}.",
    ),
    SowingKind.ENDS_WITH: say_if(
        _is_won,
        template("Play {move}: you win {number} to {of} on the best line."),
        template("Play {move}: the best line ends {number} to {of}."),
    ),
    SowingKind.LETS_REACH: template(
        "Every move loses now; after {move}, {opponent} plays {names} and wins {number} to {of} in the end."
    ),
    SowingKind.LETS_COLLECT: plural(
        "Every move loses now; after {move}, {opponent} plays {names} and wins {number} seed in that turn.",
        "Every move loses now; after {move}, {opponent} plays {names} and wins {number} seeds in that turn.",
    ),
    SowingKind.LETS_KEEP: plural(
        "Every move loses now; after {move}, {opponent} plays {names} and keeps {number} seed that is left in"
        " their row at the end.",
        "Every move loses now; after {move}, {opponent} plays {names} and keeps {number} seeds that are left"
        " in their row at the end.",
    ),
    SowingKind.REPLIES: template("Every move loses now; after {move}, {opponent} plays {names}."),
    SowingKind.READY_HOUSES: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} house that ends exactly in your store, to move again. No move"
        " gives you more.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} houses that end exactly in your store, to move again. No move"
        " gives you more.",
    ),
    SowingKind.NONE_READY: template(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " {opponent} then has no house that ends exactly in their store, and"
        " cannot move again. After {besides} they could."
    ),
    SowingKind.MORE_HOUSES: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} house to choose from. No move leaves you more.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} houses to choose from. No move leaves you more.",
    ),
    SowingKind.FEWER_HOUSES: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " {opponent} then has only {number} house to choose from. No move leaves fewer.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " {opponent} then has only {number} houses to choose from. No move leaves fewer.",
    ),
    SowingKind.KEEPS_SEEDS: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " it keeps {number} seed in your row, as many as you can, and what is left there in the end is"
        " yours.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " it keeps {number} seeds in your row, as many as you can, and what is left there in the end is"
        " yours.",
    ),
    SowingKind.LEAVES_SEEDS: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " it leaves {opponent} only {number} seed in their row, as few as you can, and what is left there"
        " in the end is theirs.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " it leaves {opponent} only {number} seeds in their row, as few as you can, and what is left there"
        " in the end is theirs.",
    ),
    SowingKind.SAFE_HOUSES: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} house with three seeds or more, as many as you can, and such houses"
        " are hard to capture.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} houses with three seeds or more, as many as you can, and such houses"
        " are hard to capture.",
    ),
    SowingKind.ROUND_HOUSES: plural(
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} house full enough to go all the way round, as many as you can, and"
        " such houses can capture much.",
        "Capturing and saving seeds come first; here, as a rule of thumb, play {move}:"
        " you then have {number} houses full enough to go all the way round, as many as you can, and"
        " such houses can capture much.",
    ),
    SowingKind.THUMB_HOUSES: plural(
        "Capturing and saving seeds come first; here play {move}, if only to keep choices:"
        " it leaves you {number} house to play from.",
        "Capturing and saving seeds come first; here play {move}, if only to keep choices:"
        " it leaves you {number} houses to play from.",
    ),
}
"""What to play because of it, where that is the weightiest thing to say of the best move."""
