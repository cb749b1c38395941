"""What is told of the kinds of remarks that every game has."""

from typing import Final

from bot.words.tellings import COUNTED_AHEAD, Telling, Tellings
from engine import General

TELLINGS: Final[Tellings] = {
    General.LETS_WIN: Telling(
        "lets the opponent win [[few?with {choices}|in {number} [way|ways]]]",
        common="each lets the opponent win at once",
    ),
    General.STILL_LOSES: Telling(
        "the opponent still wins [[few?with {choices}|in {number} [way|ways]]]",
        advice="Everything loses now: [[few?whatever you play, {opponent} can win next. Play {move} and hope"
        " that they overlook {choices}|{opponent} wins in more ways than you can stop]].",
        common="after each the opponent wins at once",
    ),
    General.IGNORES_THREATS: Telling(
        "ignores the [threat|threats] on {names}",
        common="each ignores a threat",
    ),
    General.LETS_FORK: Telling(
        "lets the opponent make two threats[[few? with {choices}]]",
        common="each lets the opponent make two threats",
    ),
    General.STILL_FORKED: Telling(
        "the opponent makes two threats[[few? with {choices}]]",
        advice="[[few?With {choices} {opponent} then makes two threats at once|{opponent} can make two"
        " threats at once in many ways]].",
        common="after each the opponent makes two threats",
        is_hopeless=True,
    ),
    General.LETS_FORCE_WIN: Telling(
        "lets the opponent force a win[[few?, starting with {names}]]",
        common="each lets the opponent force a win",
    ),
    General.LETS_SERIES: Telling(
        "lets the opponent [[few?play {choices},|make]] a threat that wins even if it is blocked",
        common="each lets the opponent make a threat that wins even if it is blocked",
    ),
    General.STILL_SERIES: Telling(
        "the opponent [[few?plays {choices},|makes]] a threat that wins even if it is blocked",
        advice="[[others?If {opponent} answers {choices}, you have to block {besides}, and [[wins?then"
        " {opponent} wins|forks?then {opponent} makes two threats at once|{opponent} goes on threatening,"
        " until one threat wins]].|few?If {opponent} answers {choices}, that is a threat that wins even if"
        " you block it.|{opponent} has many threats that win even if you block them.]]",
        common="after each the opponent makes a threat that wins even if it is blocked",
        is_hopeless=True,
    ),
    General.STILL_FORCED: Telling(
        "the opponent forces a win[[few?, starting with {names}]]",
        advice="[[few?If {opponent} answers {names}, that wins in the end|{opponent} may still go wrong]].",
        common="after each the opponent forces a win",
        is_hopeless=True,
    ),
    General.LETS_PREPARE: Telling(
        "lets the opponent prepare two threats at once with {names}, and nothing stops them",
        common="each lets the opponent prepare two threats at once",
    ),
    General.STILL_PREPARED: Telling(
        "the opponent prepares two threats at once with {names}, and nothing stops them",
        advice="If {opponent} answers {names}, that prepares two threats at once, and nothing stops them.",
        common="after each the opponent prepares two threats at once",
        is_hopeless=True,
    ),
    General.LETS_ESCAPE: Telling(
        "lets the opponent save a draw [[few?with {choices}|in {number} [way|ways]]]",
        common="each lets the opponent save a draw",
    ),
    General.FEW_REPLIES_WIN: Telling(
        "of the opponent's replies only {names} [wins|win]",
        advice="Only {names} [wins|win] for {opponent} then.",
        common="after each only a few of the opponent's replies win",
        is_hopeless=True,
    ),
    General.LOSES_BY_ZUGZWANG: Telling(
        "runs out of safe moves first[[few? if the opponent replies {choices}]]",
        advice="Everything loses now; try {move}. If {opponent} makes no mistake, you run out of safe moves"
        " first.",
        common="after each the opponent can wait until no safe move is left",
    ),
    General.THREATENS: Telling(
        "threatens to win on {names}[[ besides {besides}]]",
        advice="Play {move}: it threatens to win with {names}[[number?, and that must be blocked|others?, and"
        " that must be blocked|. {opponent} has to block there, and threatens nothing by that]].",
        common="each threatens to win",
        also="It also threatens to win with {names}.",
        hint="Look for a move that makes a threat.",
    ),
    General.PREPARES_FORK: Telling(
        "prepares two threats at once[[few?, with {choices} next]]",
        advice="Play {move}: [[wins?next|if nobody stops you,]] [[few?{choices} makes|you make]] two threats"
        " at once[[wins?, and {opponent} cannot stop you]].",
        common="each prepares two threats at once",
    ),
    General.FORCES: Telling(
        "forces the opponent to block {besides}, and [[wins?then wins with {choices}|forks?then {choices}"
        " makes two threats|threats go on with {choices} until one wins]]",
        advice="Play {move}: {opponent} has to block {besides}[[wins?, and then you win with"
        " {choices}|forks?, and then {choices} makes two threats at once|. Then go on threatening with"
        " {choices}, until you win]].",
        common="each makes a threat that wins even if it is blocked",
        also="It also forces {opponent} to block {besides}[[wins?, and then you win with {choices}|forks?;"
        " then {choices} makes two threats at once|; then go on threatening with {choices}]].",
        hint="Look for threats that must be blocked, one after another, until two come at once.",
    ),
    General.TAKES_SERIES: Telling(
        "takes the place of a threat that would win even if {besides} blocks it",
        advice="Take {move} yourself, or {opponent} does: you would have to block {besides}, and then"
        " [[wins?{choices} wins|forks?{choices} makes two threats at once|more threats follow with {choices},"
        " until one wins]].",
        common="each takes the place of a threat that would win even if it is blocked",
    ),
    General.PREPARES_SERIES: Telling(
        "prepares [[few?{choices}, ]]a threat that wins even if it is blocked",
        advice="Play {move}: [[others?if nobody stops you, play {choices} next. {opponent} has to block"
        " {besides}, and [[wins?then you win|forks?then you make two threats at once|you go on threatening,"
        " until one threat wins]].|few?unless you are stopped, {choices} is next a threat that wins even if"
        " blocked.|unless you are stopped, you threaten to win next, and no block helps.]]",
        common="each prepares a threat that wins even if it is blocked",
    ),
    General.FORKS: Telling(
        "makes [[actions=2?two threats|{number} [threat|threats]]], {names}[[ besides {besides}]]",
        advice="Play {move}: it makes [[two?two threats at once, {names}, and only one can be stopped|more"
        " threats than can be stopped at once]].",
        common="each makes two threats at once",
        also="It also makes [[two?two threats at once, {names}, and only one can be stopped|more threats than"
        " can be stopped at once]].",
        hint="Look for a move that makes two threats.",
    ),
    General.FORESTALLS_FORK: Telling(
        "keeps the opponent from making two threats at once[[few? with {choices}]]",
        advice="Play {move}, or {opponent} makes two threats at once[[few? with {choices}]].",
        common="each keeps the opponent from making two threats at once",
        hint="Look for a move that keeps your opponent from making two threats at once.",
    ),
    General.FORESTALLS_SERIES: Telling(
        "keeps the opponent from {choices}, a threat that wins even if {besides} blocks it",
        advice="Play {move}, or {opponent} plays {choices}. You would have to block {besides}, and"
        " [[wins?then {opponent} wins|forks?then {opponent} makes two threats at once|{opponent} would go on"
        " threatening, until one threat wins]].",
        common="each keeps the opponent from a threat that wins even if it is blocked",
        hint="Look for a move that keeps your opponent from winning by one threat after another.",
    ),
    General.WINS: Telling(
        "wins at once[[: {cells}]]",
        advice="Play {move}[[ and win: it completes {cells}|: it wins at once]].",
    ),
    General.LOSES: Telling(
        "loses at once[[: {cells}]]",
        advice="Everything loses now[[: {move} completes {cells}|, and {move} at once]].",
    ),
    General.BLOCKS_WIN: Telling(
        "blocks [[the line {cells}|a win]]",
        advice="Block {move}, or {opponent} [[completes {cells}|wins there]].",
    ),
    General.TAKES_FORK: Telling(
        "takes the place where the opponent would make two threats at once",
        advice="Take {move} yourself: there {opponent} would make two threats at once.",
    ),
    General.MISSES_WIN: Telling("misses a win at once"),
    General.MISSES_FORK: Telling("misses a move that makes two threats at once"),
    General.MISSES_SERIES: Telling("misses a win by one threat after another"),
    General.ONLY_LEGAL: Telling("only legal move"),
    General.ONLY_WIN: Telling("only move that wins", advice=(COUNTED_AHEAD, "No other move wins.")),
    General.ONLY_DRAW: Telling(
        "only move that does not lose", advice=(COUNTED_AHEAD, "Every other move loses.")
    ),
    General.ONLY_SAFE: Telling(
        "only move that does not lose right away",
        advice="Play {move}: every other move loses right away.",
    ),
    General.STAYS_SAFE: Telling(
        "does not lose right away, as [[most?most|some]] other moves do",
        advice="Play {move}: [[most?most|some]] other moves lose right away.",
    ),
    General.HOLDS_OUT_LONGEST: Telling(
        "holds out longest",
        advice="{opponent} may still go wrong.",
        is_hopeless=True,
    ),
    General.LOSES_SOONER: Telling("loses sooner"),
    General.LOSES_BY_LEAST: Telling("loses by least", advice="Every move loses now; {move} loses by least."),
    General.LOSES_BY_MORE: Telling("loses by more"),
    General.EVERY_MOVE_LOSES: Telling("every move loses", advice="Every move loses now, whatever you play."),
    General.DRAWS: Telling("ends the game in a draw", advice="Play {move}: it ends the game in a draw."),
    General.LEAVES_NO_SAFE_REPLY: Telling(
        "leaves no safe reply",
        advice="Play {move}: whatever {opponent} replies, you win.",
        hint="Look for a move that leaves your opponent no safe reply.",
    ),
    General.LEAVES_ONE_SAFE_REPLY: Telling(
        "leaves one safe reply, {names}",
        advice="Play {move}: every reply but {names} loses to your next move.",
    ),
    General.LEAVES_FEW_SAFE_REPLIES: Telling(
        "leaves {number} safe [reply|replies] of {of}",
        advice="Play {move}: of {of} replies, only {number} [does|do] not lose right away.",
    ),
    General.FEW_REPLIES_HOLD: Telling(
        "sets a trap: of the opponent's {of} replies all but [[few?{names}|{number}]] lose",
        advice="Play {move}: it sets a trap. [[actions?Only {names} [saves|save] {opponent}; after every"
        " other reply you win|Only {number} of the {of} replies [saves|save] {opponent}; after any other you"
        " win]].",
    ),
    General.WINS_BY_ZUGZWANG: Telling(
        "the opponent runs out of safe moves in the end",
        advice="Play {move}: in the end {opponent} has only bad moves left.",
        hint="In the end your opponent runs out of safe moves.",
    ),
}
"""What each kind tells; of what several groups of moves have in common, the first in order is said first."""
