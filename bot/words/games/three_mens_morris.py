"""What is said of three men's morris."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from bot.models import Move
from bot.words.game_words import KNOWN, KNOWN_SHORTLY, GameWords, Rules
from bot.words.games.grid import MARKS, WINNING_LINE, describe_marks
from bot.words.language import Language, template
from bot.words.tellings import Telling, Tellings
from engine import Action, Fault, State
from engine.rules.three_mens_morris import NAMES, SIDE, Morris, MorrisFault
from engine.teachers.three_mens_morris import MorrisKind

POINT_NAMES = NAMES[: SIDE * SIDE]


class MorrisWords(GameWords, of=Morris):
    """The words of three men's morris, in which an action is a point or a step."""

    title = template("Three men's morris")
    sides = side_names = MARKS
    rules = Rules(
        (
            template("You take turns to place your three men on empty points; X begins."),
            template(
                "Once all six are placed, each turn moves one of your men along a line to the next point, if"
                " that is empty. Lines run along the rows, the columns and the two diagonals."
            ),
            template("Whoever first has their three men in a row, in a column or on a diagonal wins."),
            template("If nobody has by the thirtieth move, placing included, it is a draw."),
        ),
        moves=("a1 b2 c2", "a1 b2 c2 a2 c3 a3 c3-b3", "a1 b2 c2 a2 b1 a3"),
        example=2,
        caption=template("X is to move and wins with c2-c1, which completes the top row."),
        naming=(
            template(
                "A point is named by the letter of its column, from the left, and the number of its row, from"
                " the top; a move by where a man goes from and to: `a1-b2` goes from the top left corner to"
                " the centre."
            ),
        ),
        strength=KNOWN,
        summary=template("place three men, then move them along lines; three in a row win"),
        knowledge=KNOWN_SHORTLY,
        terms=(
            template(
                "A threat: you would have three in a row with your next move. Only a man on the point that"
                " your line lacks stops it, so look who can get there."
            ),
        ),
    )
    tellings: ClassVar[Tellings] = {
        MorrisKind.BLOCKS_WIN: Telling(
            "blocks the line {cells}",
            advice="Play {move}, or {opponent} completes {cells}.",
            hint="Look for the point that your opponent's line lacks.",
        ),
        MorrisKind.FORKS: Telling(
            "makes two threats, {names}",
            advice="Play {move}: it makes two threats at once, {names}, and only one can be stopped.",
        ),
        MorrisKind.OUT_OF_REACH: Telling(
            "threatens to win with {names}, and none of the opponent's men can get to {cells}",
            advice="Play {move}: it threatens to win with {names}, and none of {opponent}'s men can get to"
            " {cells}.",
        ),
        MorrisKind.THREATENS: Telling(
            "threatens to win with {names}",
            advice="Play {move}: it threatens to win with {names}, and that must be blocked.",
            hint="Look for a move that makes a threat.",
        ),
        MorrisKind.KEEPS_SAFE: Telling(
            "is safe, but after {besides} the opponent wins with {choices}",
            advice="Play {move}: [[of=1?after {besides}|number=1?every other move lets {opponent} win next."
            " After {besides}, say|it is safe. After {besides}, say]], {opponent} wins with {choices}.",
            common="each is safe from a win next",
        ),
        MorrisKind.AVOIDS_SURE: Telling(
            "does not lose, while {besides} loses to {choices}",
            advice="Play {move}[[number=1?: every other move loses. {opponent} would answer {besides}|, not"
            " {besides}: {opponent} would answer]] with {choices}, a threat you cannot stop.",
            common="each keeps the opponent from a threat that cannot be stopped",
        ),
        MorrisKind.AVOIDS_LOSS: Telling(
            "does not lose, while {besides} loses to {choices}",
            advice="Play {move}[[number=1?: every other move loses. {opponent} would answer {besides}|, not"
            " {besides}: {opponent} would answer]] with {choices}, and win in the end.",
            common="each keeps the opponent from winning in the end",
        ),
        MorrisKind.LOSES_LATER: Telling(
            "the opponent still wins, beginning with {choices}",
            outlook="Even so every move loses; the reply to fear is {choices}.",
        ),
        MorrisKind.FAR_THREAT: Telling(
            "is the threat farthest from the opponent's men",
            advice="Play {move}, the threat farthest from {opponent}'s men. [[others?Then {besides} are"
            " forced, and {opponent} cannot stop {names}|{opponent} has to block it at once]].",
        ),
        MorrisKind.SHUTS_IN: Telling(
            "shuts in the opponent's [man|men] on {cells}",
            advice="Play {move}: then {opponent}'s [man|men] on {cells} cannot move.",
            hint="Look for a move after which a man of your opponent's cannot move.",
        ),
        MorrisKind.PINS: Telling(
            "pins the opponent's man on {cells}: if it moves, {names} wins",
            advice="Play {move}: then {opponent}'s man on {cells} has to stay. If it moves, you win there"
            " with {names}.",
            common="each pins a man of the opponent's",
        ),
        MorrisKind.EVERY_REPLY_LOSES: Telling(
            "every reply loses: after {besides}, say, {choices} wins",
            advice="Play {move}: {opponent} has to move, and every move loses. After {besides}, say, you win"
            " with {choices}.",
        ),
        MorrisKind.SURE_NEXT: Telling(
            "no reply helps: after {besides}, say, {choices} makes a threat that cannot be stopped",
            advice="Play {move}: no reply helps {opponent}. After {besides}, say, you play {choices}, a"
            " threat that {opponent} cannot stop.",
        ),
        MorrisKind.LETS_FORK: Telling(
            "the opponent makes two threats with {choices}",
            advice="Every move loses now; try {move}. If {opponent} answers {choices}, that makes two threats"
            " at once.",
            outlook="Even so every move loses; fear {choices}, which makes two threats at once.",
        ),
        MorrisKind.LETS_OUT_OF_REACH: Telling(
            "the opponent makes a threat that cannot be stopped with {choices}",
            advice="Every move loses now; try {move}. If {opponent} answers {choices}, that is a threat that"
            " cannot be stopped.",
            outlook="Even so every move loses; fear {choices}, a threat that you cannot stop.",
        ),
        MorrisKind.MISSES_SURE: Telling("misses a threat that cannot be stopped"),
        MorrisKind.THUMB_CENTRE: Telling(
            "takes the centre, next to all other points (rule of thumb)",
            advice="Play {move}: from the centre a man can go to every other point (rule of thumb).",
            common="each takes the centre",
            hint="Look at the centre: from there a man can go to every other point.",
        ),
        MorrisKind.THUMB_ROWS: Telling(
            "is in {number} [line|lines] where the opponent has no man (rule of thumb)",
            advice="Play {move}: it is in {number} [line|lines] where {opponent} has no man (rule of thumb).",
        ),
        MorrisKind.THUMB_IN_THE_WAY: Telling(
            "is in the way on {number} [line|lines] of the opponent's (rule of thumb)",
            advice="Play {move}: it is in the way on {number} [line|lines] of {opponent}'s (rule of thumb).",
        ),
        MorrisKind.THUMB_STEPS: Telling(
            "keeps {number} [move|moves] to choose from, more than any other (rule of thumb)",
            advice="Play {move}: it keeps you {number} [move|moves] to choose from, more than any other"
            " (rule of thumb).",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        MorrisFault.TAKEN: template("“{name}” leads to a point that is taken."),
        MorrisFault.PLACES: template("“{name}” moves a man, but men are still to be placed: name a point."),
        MorrisFault.MOVES: template(
            "“{name}” is only a point. All men are placed, so name from where to where one goes, as in a1-b2."
        ),
        MorrisFault.NOT_OWN: template("“{name}” begins where you have no man."),
        MorrisFault.NO_LINE: template("“{name}” does not lead along a line to the next point."),
    }
    game: Morris

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say where the men are, what the last move was, and which row ended the game."""
        yield describe_marks(language, self.game.cells(state), POINT_NAMES)
        if last is not None:
            yield language.say("The last move was {name}.", name=NAMES[last.action])
        if row := self.game.decisive(state):
            yield language.say(WINNING_LINE, cells=language.listed(self.name_cells(row)))

    def name_cells(self, cells: Iterable[int]) -> list[str]:
        """Return the letter of the column and the number of the row of each."""
        return [NAMES[cell] for cell in cells]

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - a move has one name
        """Return the point, or from where to where the man goes."""
        return NAMES[reply]
