"""What is said of Reversi."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from bot.models import Move
from bot.words.game_words import GameWords, Rules
from bot.words.games.grid import CELL_NAMES
from bot.words.language import Language, Plural, template
from bot.words.tellings import Telling, Tellings
from engine import Action, Fault, Game, State
from engine.rules.reversi import DiscFault, Reversi
from engine.teachers.reversi import ReversiKind

_TITLES: Final = {8: template("Reversi"), 6: template("Reversi, 6x6")}
_EXAMPLES: Final = {
    8: (
        "d3",
        template(
            "Black has put a disc on d3 and so turned d4, between d3 and d5. White can play c3, e3 or c5; c3"
            " turns d4 back, which then lies between c3 and e5."
        ),
    ),
    6: (
        "c2",
        template(
            "Black has put a disc on c2 and so turned c3, between c2 and c4. White can play b2, d2 or b4; b2"
            " turns c3 back, which then lies between b2 and d4."
        ),
    ),
}

_ENDINGS: Final = {8: "e6 f4 e3 f6 g5 d6 e7 f5 c5", 6: "c2 d2 e2 b2 a2 e3 e4 c5 c6"}
_PLAY: Final = (
    template(
        "Black begins. Put a disc on an empty cell so that discs of your opponent's lie in a straight line,"
        " without a gap, between it and another one of yours."
    ),
    template("All discs that lie so between two of yours, in any direction, turn to your colour."),
    template(
        "Who can turn nothing is passed over, and the other moves again. If neither can move, the game ends,"
        " and whoever has more discs wins."
    ),
)
_STRENGTH: Final = template(
    "Once about a dozen cells are empty I work out who wins after each move, and by how many discs: exactly,"
    " to the end of the game. Before that I look some moves ahead and give estimates, as in `about 4 discs"
    " ahead`."
)

_ALIKE: Final = "[[others?, like {besides}; I count {move} best]]"

TELLINGS: Final[Tellings] = {
    ReversiKind.TAKES_CORNER: Telling(
        "takes a corner, where a disc can never be turned",
        advice="Take the corner {move}: a disc there can never be turned.",
        hint="Look at the corners: a disc there can never be turned.",
    ),
    ReversiKind.PASSES: Telling(
        "leaves the opponent no move, and so moves again",
        advice="Play {move}: then {opponent} has no move, and you move again.",
        hint="Look for a move after which your opponent has none.",
    ),
    ReversiKind.ENDS: Telling(
        "ends the game, {number} to {of}",
        advice="Play {move}: it ends the game, {number} to {of}.",
    ),
    ReversiKind.SAVES_CORNER: Telling(
        "keeps the opponent from the [corner|corners] {names}",
        advice="Play {move}: it keeps {opponent} from the [corner|corners] {names}, where a disc can never be"
        " turned.",
        hint="Your opponent could take a corner: look for a move that keeps them from it.",
    ),
    ReversiKind.KEEPS_CORNERS: Telling(
        "gives no corner away[[most?, unlike {number} others]]",
        advice="Play {move}: [[number=of?every other move gives a corner away, where a disc can never be"
        " turned.|most?it gives no corner away, but {number} other moves do.|it gives no corner"
        " away.]]",
        hint="Look for a move that gives your opponent no corner.",
    ),
    ReversiKind.KEEPS_AWAY: Telling(
        "stands beside no empty corner[[most?, unlike {number} others]]",
        advice="Play {move}: [[number=of?every other move stands beside an empty corner, which may give it"
        " away.|most?it stands beside no empty corner, but {number} other moves do.|it stands"
        " beside no empty corner.]]",
        hint="Look for a move that is not beside an empty corner.",
    ),
    ReversiKind.GETS_CORNER: Telling(
        "gets a corner next, whatever the reply",
        advice="Play {move}: whatever {opponent} replies, you can take a corner next" + _ALIKE + ".",
        outlook="Of such moves it lets you take a corner next, whatever {opponent} replies" + _ALIKE + ".",
        hint="Look for a move after which you get a corner, whatever your opponent replies.",
    ),
    ReversiKind.FEWEST_REPLIES: Telling(
        "leaves the opponent the fewest moves: {number}",
        advice=(
            "Play {move}: it leaves {opponent} the fewest moves, {number}" + _ALIKE + ".",
            "The fewer they have, the sooner they must play a bad one.",
        ),
        outlook="Of such moves it leaves {opponent} [[number?the fewest moves, {number}|no move at all]]"
        + _ALIKE
        + ".",
        hint="Look for a move that leaves your opponent few moves to choose from.",
    ),
    ReversiKind.QUIET: Telling(
        "opens [[number?the fewest new places for the opponent: {number}|no new place for the opponent]]",
        advice=(
            "Play {move}: it opens [[number?the fewest new places for {opponent}, {number}|no new place where"
            " {opponent} could play]]" + _ALIKE + ".",
            "New places are new chances for them.",
        ),
        outlook="Of such moves it opens [[number?the fewest new places for {opponent}, {number}|no new place"
        " where {opponent} could play]]" + _ALIKE + ".",
        hint="Look for a quiet move, one that opens no new place.",
    ),
    ReversiKind.SAFE_DISCS: Telling(
        "makes the most discs safe for good: {number}",
        advice=(
            "Play {move}: it makes the most discs safe for good, {number}" + _ALIKE + ".",
            "From your corner along the edge, no disc can be turned.",
        ),
        outlook="Of such moves it makes the most discs safe for good, {number}" + _ALIKE + ".",
        hint="Look along the edge: beside your corner, discs can never be turned.",
    ),
    ReversiKind.INSIDE: Telling(
        "touches [[number?the fewest empty cells: {number}|no empty cell]]",
        advice=(
            "Play {move}: it touches [[number?the fewest empty cells, {number}|no empty cell]]"
            + _ALIKE
            + ".",
            "Among other discs it opens little for {opponent}.",
        ),
        outlook=(
            "Of such moves it touches [[number?the fewest empty cells, {number}|no empty cell]]"
            + _ALIKE
            + ".",
            "[[others?|That opens little for {opponent}.]]",
        ),
        hint="Look for a cell with few empty cells around it.",
    ),
    ReversiKind.MOST_CHOICES: Telling(
        "keeps the most moves for its player: {number}",
        advice=(
            "Play {move}: it keeps you the most places to play, {number}" + _ALIKE + ".",
            "[[others?|The more you have, the longer you can avoid a bad one.]]",
        ),
        outlook="Of such moves it keeps you the most places to play, {number}" + _ALIKE + ".",
        hint="Look for a move after which you could play in many places.",
    ),
    ReversiKind.TURNS_FEWEST: Telling(
        "turns the fewest discs: {number}",
        advice=(
            "Play {move}: it turns the fewest discs, {number}" + _ALIKE + ".",
            "Until the end is near, few discs are good: {opponent} finds less to turn.",
        ),
        outlook=(
            "Of such moves it turns the fewest discs, {number}" + _ALIKE + ".",
            "[[others?|That leaves {opponent} less to turn.]]",
        ),
        hint="Look for a move that turns few discs: that leaves your opponent less to turn.",
    ),
    ReversiKind.TURNS_MOST: Telling(
        "turns the most discs: {number}",
        advice=(
            "Play {move}: it turns the most discs, {number}" + _ALIKE + ".",
            "Near the end, discs count.",
        ),
        outlook="Of such moves it turns the most discs, {number}" + _ALIKE + ".",
        hint="The end is near: look for a move that turns many discs.",
    ),
    ReversiKind.LETS_CORNER: Telling(
        "lets the opponent take the [corner|corners] {names}",
        common="each lets the opponent take a corner",
    ),
    ReversiKind.COSTS_CORNER: Telling(
        "lets the opponent take the [corner|corners] {names}",
        advice="Play {move}: it gives up the [corner|corners] {names}, [[of=2?as every move does; I count it"
        " best|of?but every other move ends worse|but I count no better move]].",
        outlook="It gives up the [corner|corners] {names}, [[of=2?as every move does|of?but every other move"
        " ends worse|but I count no better move]].",
    ),
    ReversiKind.CORNER_WAITS: Telling(
        "leaves the [corner|corners] {names}[[of? for later]]",
        advice="Play {move}: [[of=2?you can still take the [corner|corners] {names} then|of?you can still"
        " take the [corner|corners] {names} next, whatever {opponent} replies|I count it better than the"
        " [corner|corners] {names}]].",
        outlook="[[of=2?You can still take the [corner|corners] {names} then|of?You can still take the"
        " [corner|corners] {names} next, whatever {opponent} replies|I count it better than the"
        " [corner|corners] {names}]].",
    ),
    ReversiKind.BESIDE_CORNER: Telling(
        "stands beside the empty corner {cells}, which may give it away",
        common="each stands beside an empty corner",
    ),
    ReversiKind.REPLIES: Telling("leaves the opponent {number} [move|moves]"),
    ReversiKind.CORNER_LATER: Telling(
        "by best play its player takes the corner {cells} later",
        outlook="By best play you later take the corner {cells}.",
    ),
    ReversiKind.OPPONENT_PASSES: Telling(
        "by best play the opponent has to pass later",
        outlook="By best play {opponent} later has to pass.",
    ),
    ReversiKind.PASSES_LATER: Telling("by best play its player has to pass later"),
    ReversiKind.LAST_MOVE: Telling(
        "by best play its player makes the last move",
        outlook="By best play you make the last move.",
    ),
    ReversiKind.OPPONENT_LAST: Telling("by best play the opponent makes the last move"),
}


class ReversiWords(GameWords, of=Reversi):
    """The words of Reversi, in which an action is a cell."""

    sides = side_names = (template("Black"), template("White"))
    ahead = Plural("about {number} [disc|discs] ahead")
    behind = Plural("about {number} [disc|discs] behind")
    illegal = template("A disc there would turn nothing. The legal moves are {names}.")
    order: ClassVar[str] = template("Corners come first: take them, and give none away.")
    tellings = TELLINGS
    faults: ClassVar[Mapping[Fault, str]] = {
        DiscFault.UNKNOWN: template("“{name}” is not a cell."),
        DiscFault.TAKEN: template("“{name}” is taken."),
        DiscFault.TURNS_NOTHING: template("A disc on “{name}” would turn nothing."),
    }
    game: Reversi

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        size = self.game.size
        self.title, (example, caption) = _TITLES[size], _EXAMPLES[size]
        self.rules = Rules(
            _PLAY,
            moves=("", example, _ENDINGS[size]),
            example=1,
            caption=caption,
            naming=(CELL_NAMES,),
            strength=_STRENGTH,
            summary=template("turn discs on {size}x{size} cells; most discs win"),
            knowledge="who wins and by how much: exactly with about 12 cells left; before, estimates",
            places={"corner": self.game.names[-1], "size": str(size)},
        )

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say where the discs are, how many each has, and where the player to move may put one."""
        owners, scores = self.game.owners(state.position), self.game.scores(state.position)
        for player in (0, 1):
            if scores[player]:
                own = [cell for cell, owner in enumerate(owners) if owner == player]
                yield language.say(
                    "{side} has {number}: {cells}.",
                    side=self.name_side(language, player),
                    number=scores[player],
                    cells=", ".join(self.name_cells(own)),
                )
        if last is not None:
            side, name = self.name_side(language, last.player), self.game.names[last.action]
            yield language.say("{side} played {name} last.", side=side, name=name)
            if last.player == state.to_move and not state.is_terminal:
                yield language.say("{side} moves again.", side=side)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - a cell has one name
        """Return the name of the cell."""
        return self.game.names[reply]

    def name_cells(self, cells: Iterable[int]) -> list[str]:
        """Return the letter of the column and the number of the row of each."""
        return [self.game.names[cell] for cell in cells]

    def count_end(self, state: State) -> tuple[int, int]:
        """Return how many discs both players have."""
        return self.game.scores(state.position)

    def score(self, language: Language, state: State) -> str:
        """Return how many discs each player has, the greater number first."""
        more, fewer = sorted(self.game.scores(state.position), reverse=True)
        return language.count("{number} [disc|discs] to {fewer}", more, fewer=fewer)

    def count_estimate(self, value: float) -> int:
        """Return how many discs ahead that is."""
        return round(self.game.count(value))
