"""What is told of seeds in games of sowing, whatever the rules about capturing them are."""

from typing import Final

from bot.words.tellings import COUNTED_AHEAD, Telling, Tellings
from engine.teachers.sowing_kinds import SowingKind

TELLINGS: Final[Tellings] = {
    SowingKind.THREATENS_CAPTURE: Telling(
        "threatens to capture {number} [seed|seeds] with {names}[[, which only {opponent}'s {besides} can"
        " prevent]]",
        hint="Look for a move that threatens to capture seeds.",
        advice="Winning and saving seeds come first; then threaten: after {move} your {names} can capture"
        " {number} [seed|seeds] next, and [[others?only {opponent}'s {besides} can prevent that|of?{opponent}"
        " cannot prevent that|{opponent} has to stop that]].",
    ),
    SowingKind.SAVES: Telling(
        "saves {besides} from {opponent}'s {names}, which would take {number} [seed|seeds]",
        hint="Look for a move that saves seeds of yours that are under attack.",
        advice="Play {move}: it saves {besides} from {opponent}'s {names}, which would take {number}"
        " [seed|seeds].",
    ),
    SowingKind.LEAVES_ONE_MOVE: Telling(
        "leaves {opponent} one legal move, {names}",
        advice="Winning and saving seeds come first; then leave few choices: after {move} {opponent} has only"
        " one move, {names}.",
    ),
    SowingKind.STAYS_SAFE: Telling(
        "leaves nothing to capture, while {besides} would let {opponent} take at least {number} [seed|seeds]",
        advice="Play {move}: it leaves {opponent} nothing to capture; {besides} would give away at least"
        " {number} [seed|seeds].",
    ),
    SowingKind.LOSES_FEWEST: Telling(
        "lets {opponent} take only {number} [seed|seeds], fewer than any other move",
        advice="Play {move}: {opponent} takes only {number} [seed|seeds] then, and more after any other"
        " move.",
    ),
    SowingKind.LOSES_LESS: Telling(
        "lets {opponent} take less than after {besides}",
        outlook="Of such moves it lets {opponent} capture [[number?least|nothing]].",
    ),
    SowingKind.WINS_BACK_LEAST: Telling(
        "wins {number} [seed|seeds] for [[of?{of}|none]], and no move comes out better",
        advice="Play {move}: you win {number} [seed|seeds] this turn, and {opponent} can win back [[of?at"
        " most {of}|none]] in the next. No other move comes out better.",
    ),
    SowingKind.THREATENS_MOST: Telling(
        "threatens more than {besides}",
        outlook="Of such moves it threatens most: {number} [seed|seeds], with your {names}.",
    ),
    SowingKind.FOUND_AHEAD: Telling(
        "found by counting ahead",
        advice=COUNTED_AHEAD,
        outlook="Of such moves I found this one by counting ahead.",
    ),
    SowingKind.SURE_CAPTURE: Telling(
        "captures at least {number} [seed|seeds] next[[actions? with {choices}]], whatever {opponent} plays",
        advice="Play {move}: whatever {opponent} does, [[actions?{choices} then captures at least {number}"
        " [seed|seeds]|you capture at least {number} [seed|seeds] next]].",
    ),
    SowingKind.COLLECTS: Telling(
        "moves again, with {names} next, and wins {number} [seed|seeds] this turn",
        advice="Play {move} and then {names}: you move again, and win {number} [seed|seeds] this turn.",
    ),
    SowingKind.PREPARES: Telling(
        "captures {number} [seed|seeds] with {names} after {opponent}'s best reply, {besides}",
        advice=(
            COUNTED_AHEAD,
            "After {opponent}'s best reply, {besides}, you capture {number} [seed|seeds] with your {names}.",
        ),
    ),
    SowingKind.AVOIDS_TURN: Telling(
        "{besides} would let {opponent} win {number} [seed|seeds] in a turn that begins with {names}",
        advice="Play {move}: {besides} would let {opponent} win [[others>1?at least ]]{number} [seed|seeds]"
        " in a turn that begins with {names}.",
    ),
    SowingKind.AVOIDS_MOVING_AGAIN: Telling(
        "{besides} would let {opponent} move again with {names}",
        advice="Play {move}: {besides} would let {opponent} move again with {names}.",
    ),
    SowingKind.AVOIDS_THREAT: Telling(
        "{besides} would let {opponent} threaten to capture {number} [seed|seeds] with {names}",
        advice=(
            COUNTED_AHEAD,
            "{besides} would let {opponent} threaten to capture {number} [seed|seeds] with {names}.",
        ),
    ),
    SowingKind.COLLECTS_FEWER: Telling(
        "misses {number} [seed|seeds] that a turn beginning with {besides} wins",
    ),
    SowingKind.FORGOES: Telling(
        "misses {number} [seed|seeds] that {names} would capture next after {besides}",
    ),
    SowingKind.LETS_CAPTURE: Telling(
        advice="Every move loses now; after {move}, {opponent}'s {names} can take {number}"
        " [seed|seeds] from your {besides}.",
        outlook="After {move}, {opponent}'s {names} can take {number} from your"
        " {besides}[[of>number?|; none is better]].",
        common="each lets the opponent capture seeds",
    ),
    SowingKind.LETS_MOVE_AGAIN: Telling("lets {opponent} move again with {names}"),
    SowingKind.LETS_THREATEN: Telling(
        "lets {opponent} reply {besides} and threaten to capture {number} [seed|seeds] with {names}",
    ),
    SowingKind.LETS_SAVE: Telling("lets {opponent} save {number} [seed|seeds] with {names}"),
    SowingKind.LETS_KEEP: Telling(
        "lets {opponent} reply {names} and keep {number} [seed that is|seeds that are] left in their row at"
        " the end",
        advice="Every move loses now; after {move}, {opponent} plays {names} and keeps {number} [seed that"
        " is|seeds that are] left in their row at the end.",
    ),
    SowingKind.CAPTURES_FEWER: Telling(
        "[[number=of?misses the {number} [seed|seeds] that {besides} captures|captures {number} [seed|seeds]"
        " fewer than {besides}]]",
    ),
    SowingKind.COSTS: Telling("costs about {number} [seed|seeds] when {opponent} replies {names}"),
    SowingKind.LETS_PREPARE: Telling(
        "lets {opponent} reply {besides} and then capture {number} [seed|seeds] with {names}",
    ),
    SowingKind.LETS_COLLECT: Telling(
        "lets {opponent} win {number} [seed|seeds] in a turn that begins with {names}",
        advice="Every move loses now; after {move}, {opponent} plays {names} and wins {number} [seed|seeds]"
        " in that turn.",
    ),
    SowingKind.REPLIES: Telling(
        "{opponent}'s best reply is {names}",
        advice="Every move loses now; after {move}, {opponent} plays {names}.",
    ),
    SowingKind.ENDS_WITH: Telling(
        "[[number>of?wins|ends]] {number} to {of} on the best line",
        advice="Play {move}: [[number>of?you win {number} to {of} on the best line|the best line ends"
        " {number} to {of}]].",
    ),
    SowingKind.LETS_REACH: Telling(
        "lets {opponent} reply {names} and win {number} to {of} in the end",
        advice="Every move loses now; after {move}, {opponent} plays {names} and wins {number} to {of} in the"
        " end.",
    ),
    SowingKind.READY_HOUSES: Telling(
        "gets {number} [house|houses] ready to end in the store, more than {besides}",
        advice="Winning and saving seeds come first; then get houses ready: after {move} you have {number}"
        " [house that ends|houses that end] exactly in your store, more than after {besides}.",
        outlook="Of such moves it gets most houses ready for your store.",
    ),
    SowingKind.NONE_READY: Telling(
        "leaves {opponent} no house that ends in their store, unlike {besides}",
        advice="Winning and saving seeds come first; then stop second turns: after {move} no house of"
        " {opponent} ends exactly in their store, as one would after {besides}.",
        outlook="Of such moves it leaves {opponent} no house that ends exactly in their store.",
    ),
    SowingKind.MORE_HOUSES: Telling(
        "leaves {number} [house|houses] to choose from, more than {besides}",
        advice="Winning and saving seeds come first; then keep choices: after {move} you have {number}"
        " [house|houses] with seeds, more than after {besides}.",
        outlook="Of such moves it keeps most of your houses filled.",
    ),
    SowingKind.FEWER_HOUSES: Telling(
        "leaves {opponent} only {number} [house|houses] to choose from, fewer than {besides}",
        advice="Winning and saving seeds come first; then leave few choices: after {move} {opponent} has"
        " {number} [house|houses] with seeds, fewer than after {besides}.",
        outlook="Of such moves it leaves {opponent} the fewest houses with seeds.",
    ),
    SowingKind.KEEPS_SEEDS: Telling(
        "keeps {number} [seed|seeds] in the own row, more than {besides}",
        advice="Winning and saving seeds come first; then keep seeds: after {move} your row has {number}"
        " [seed|seeds], more than after {besides}, and what is left there in the end is yours.",
        outlook="Of such moves it keeps most seeds in your row.",
    ),
    SowingKind.LEAVES_PREY: Telling(
        "leaves {opponent} {number} [house|houses] with one or two seeds, more than {besides}",
        advice="Winning and saving seeds come first; then leave targets: after {move} {opponent} has {number}"
        " [house|houses] with one or two seeds, easy to capture. That is more than after {besides}.",
        outlook="Of such moves it leaves {opponent} most houses with one or two seeds, easy to capture.",
    ),
    SowingKind.SAFE_HOUSES: Telling(
        "keeps {number} [house|houses] with three seeds or more, more than {besides}",
        advice="Winning and saving seeds come first; then fill houses: after {move} you have {number}"
        " [house|houses] with three seeds or more, which are hard to capture: more than after"
        " {besides}.",
        outlook="Of such moves it keeps most houses with three seeds or more.",
    ),
    SowingKind.ROUND_HOUSES: Telling(
        "keeps {number} [house|houses] full enough to go all the way round, more than {besides}",
        advice="Winning and saving seeds come first; then keep a full house: after {move} you have {number}"
        " with 12 seeds or more, enough to go all the way round, unlike after {besides}.",
        outlook="Of such moves it keeps most houses with 12 seeds or more.",
    ),
}
