"""What is said of dots and boxes."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from bot.models import Move
from bot.words.game_words import KNOWN, KNOWN_SHORTLY, GameWords, Rules
from bot.words.language import Language, Plural, template
from bot.words.tellings import Telling, Tellings
from engine import Action, Fault, State
from engine.rules.dots_and_boxes import DotsAndBoxes, LineFault
from engine.teachers.dots_and_boxes import BoxKind


class BoxWords(GameWords, of=DotsAndBoxes):
    """The words of dots and boxes, in which an action is a line."""

    title = template("Dots and boxes")
    sides, side_names = ("🟦", "🟧"), (template("Blue"), template("Orange"))
    ahead = Plural("about {number} [box|boxes] ahead")
    behind = Plural("about {number} [box|boxes] behind")
    rules = Rules(
        (
            template("You take turns to draw one of the 24 lines between dots that are next to each other."),
            template("Whoever draws the fourth side of a box owns the box, and has to draw again."),
            template("When all lines are drawn, whoever owns more of the nine boxes wins."),
        ),
        moves=("a w", "a w d h", " ".join("lrmtisdpnajcgowqfhkxbuve")),
        example=1,
        caption=template(
            "Blue is to move and gets a box with e, its fourth side, and then draws again. Orange gave it"
            " away by drawing the third side, h."
        ),
        naming=(
            template(
                "A line is called by its letter, `a` to `x` in reading order; it stands on every line that is"
                " not drawn yet."
            ),
        ),
        strength=KNOWN,
        summary=template("draw lines, own the boxes that you close; most boxes win"),
        knowledge=KNOWN_SHORTLY,
        terms=(
            template(
                "A chain: boxes side by side of which the other gets all, one after another, once somebody"
                " draws a line in it. So count how many lines are left that open none: whoever runs out of"
                " them has to open the first chain."
            ),
            template(
                "Leaving two: if nothing but chains is left, do not take the last two boxes of one, but draw"
                " the line at their far end. The other gets these two, and then has to open the next chain"
                " for you."
            ),
        ),
    )
    tellings: ClassVar[Tellings] = {
        BoxKind.LEAVES_TWO: Telling(
            "leaves two boxes to the opponent's {names}, after which they have to open [[number=of?the chain"
            " of {number}|a chain of at least {number}]]",
            advice="Don't take the last two boxes: play {move}. {opponent} gets them with {names}, but then"
            " has to open [[number=of?the chain of {number}|a chain of at least {number}]] for you.",
            hint="You need not take every box that you can: look at who has to open the next chain.",
        ),
        BoxKind.SACRIFICES: Telling(
            "gives the opponent {number} [box|boxes] with {names}, but they have to draw again",
            advice="[[others?Don't take all you can: play {move}. It|Play {move}: it]] gives {opponent}"
            " {number} [box|boxes] with {names}, but then they have to draw again[[of?, and every line"
            " gives you at least {of}|. I found this by counting ahead]].",
        ),
        BoxKind.SACRIFICES_FOR_LAST: Telling(
            "gives the opponent {number} [box|boxes] with {names}, but they have to draw again",
            advice="[[others?Don't take all you can: play {move}. It|Play {move}: it]] gives {opponent}"
            " {number} [box|boxes] with {names}, but then they have to draw again. So you can draw the"
            " last line that gives nothing away.",
        ),
        BoxKind.SPLITS_PAIR: Telling(
            "gives the opponent two boxes, but so that they cannot leave them",
            advice="Play {move}, the line between two boxes: {opponent} gets both, but has to draw again."
            " After {besides} they could leave the two boxes to you instead.",
        ),
        BoxKind.COMPLETES: Telling(
            "gets {number} [box|boxes]",
            advice="Play {move}: it is the fourth side of [a box|{number} boxes], which you get, and you draw"
            " again.",
            hint="Look for a box with three sides.",
        ),
        BoxKind.GOES_ON: Telling(
            "can go on and get {number} more, [with {names}|from {names} on]",
            advice="Play {move}: like every line it closes a box. Then you can take {number} more, [with"
            " {names}|from {names} on].",
        ),
        BoxKind.LEAVES_TWO_NEXT: Telling(
            "then leaves the last two boxes with {names}",
            outlook="Leave the last two boxes: draw {names} instead of taking them, and {opponent} has to"
            " open the next chain.",
        ),
        BoxKind.GIVES_FEWEST: Telling(
            "gives away {number} [box|boxes], beginning with {names}; no line gives fewer",
            advice="Every line gives something away now. Play {move}: [[others?it gives least, {number}"
            " [box|boxes]|no line gives fewer than {number} [box|boxes]]].",
            hint="Every line gives boxes away: look for the chain that has the fewest.",
        ),
        BoxKind.GIVES: Telling(
            "gives away {number} [box|boxes], beginning with {names}",
            advice="Play {move}: it gives {opponent} {number} [box|boxes] with {names}, but in the end no"
            " line costs less. I found this by counting ahead.",
        ),
        BoxKind.NO_SAFE_LINE: Telling(
            "now every line of the opponent's gives away at least {number} [box|boxes]",
            advice="Play {move}: after it no line is left that gives nothing away. Whatever {opponent} draws"
            " gives you at least {number} [box|boxes].",
            hint="Look for a line after which every line of your opponent's gives boxes away.",
        ),
        BoxKind.LAST_SAFE_LINE: Telling(
            "can draw the last of {number} [line that gives|lines that give] nothing away",
            advice="Play {move}: it leaves {number} [line that gives|lines that give] nothing away. If you"
            " both keep to them, you can draw the last one, and {opponent} has to give you boxes.",
        ),
        BoxKind.GIVES_NOTHING: Telling(
            "gives nothing away[[others?, and is best by counting ahead]]",
            advice="[[number?Play {move}: it gives no box its third side, and so gives nothing away[[others?."
            " Of all such lines I found this one by counting ahead]].|No line gives a box away yet. Play"
            " {move}: I found this by counting ahead.]]",
            hint="Look for a line that gives no box its third side.",
        ),
        BoxKind.OPPONENT_RUNS_OUT: Telling(
            "by best play the opponent has to give away at least {number} [box|boxes] later",
            outlook="By best play {opponent} has to give you at least {number} [box|boxes] later.",
        ),
        BoxKind.RUNS_OUT: Telling(
            "by best play its player has to give away at least {number} [box|boxes] later",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        LineFault.UNKNOWN: template("“{name}” is not a line."),
        LineFault.DRAWN: template("The line “{name}” is drawn already."),
    }
    game: DotsAndBoxes

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say whose the boxes are, and which lines are open."""
        owners, columns = self.game.owners(state), self.game.columns
        names = [self._name_owner(language, owner) for owner in owners]
        rows = "; ".join(", ".join(names[start : start + columns]) for start in range(0, len(names), columns))
        yield language.say("Boxes, row by row: {rows}.", rows=rows)
        if state.actions():
            lines = ", ".join(self.game.names[line] for line in state.actions())
            yield language.say("Open lines: {lines}.", lines=lines)
        if last is not None:
            side, name = self.name_side(language, last.player), self.game.names[last.action]
            yield language.say("{side} drew {name} last.", side=side, name=name)
            if last.player == state.to_move and not state.is_terminal:
                yield language.say("{side} draws again.", side=side)

    def _name_owner(self, language: Language, owner: int | None) -> str:
        return language.say("open") if owner is None else str(self.name_side(language, owner))

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - a line has one name
        """Return the letter of the line."""
        return self.game.names[reply]

    def score(self, language: Language, state: State) -> str:
        """Return how many boxes each player has, the greater number first."""
        more, fewer = sorted(self.game.scores(state.position), reverse=True)
        return language.count("{number} [box|boxes] to {fewer}", more, fewer=fewer)

    def count_estimate(self, value: float) -> int:
        """Return how many boxes ahead that is."""
        return round(self.game.count(value))
