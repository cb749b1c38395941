"""What is said of Kalah."""

from collections.abc import Mapping
from typing import ClassVar

from bot.models import Move
from bot.words.game_words import Rules
from bot.words.games.sowing import (
    EMPTY,
    HOUSES,
    NAMING,
    SowingWords,
)
from bot.words.language import Language, template
from bot.words.tellings import Places, Telling, Tellings
from engine import Fault, Remark, State
from engine.rules.kalah import Kalah, KalahFault
from engine.teachers.kalah import KalahKind
from engine.teachers.sowing_kinds import SowingKind


class KalahWords(SowingWords, of=Kalah):
    """The words of Kalah."""

    title = template("Kalah")
    rows = (
        template("{side}, below, from left to right: {houses}; {number} in store."),
        template("{side}, above, from right to left: {houses}; {number} in store."),
    )
    rules = Rules(
        (
            template(
                "You take turns to empty one of the six houses in your row and sow its seeds one by one,"
                " counterclockwise: into the next houses, your store at the end of your row, and your"
                " opponent's houses, but never their store."
            ),
            template(
                "If the last seed falls into your store, you move again. If it falls into an empty house of"
                " yours, you capture it and all seeds of the house opposite, even if there are none."
            ),
            template(
                "If a row is empty after a move, the game ends, and the seeds that are left go to the store"
                " of the player in whose row they are. Whoever has more seeds in store then wins; 24 each"
                " are a draw."
            ),
        ),
        moves=("d", "c e a", "c e a a"),
        example=1,
        caption=template(
            "South is to move and captures 7 with a: the last seed falls into the empty e, opposite North's b"
            " with 6. South has moved twice before, for the first seeds, from c, ended in the store."
        ),
        naming=NAMING,
        strength=template(
            "I work out who wins after each move, and then by how many seeds: always exactly in the first"
            " six moves and with up to 14 seeds in the houses, in between as far as there is time. What I"
            " have not proven is an estimate, as in `about 3 seeds ahead`."
        ),
        summary=template("sow, capture and move again; most seeds win (mancala)"),
        knowledge="who wins and by how much: in the first six moves and with 14 seeds left; else in time",
        terms=(),
    )

    tellings: ClassVar[Tellings] = {
        SowingKind.LETS_CAPTURE: Telling(
            "[[captures {of}, but ]]lets {opponent}'s {names} capture {number} [seed|seeds] of yours in"
            " {besides}",
            advice="Every move loses now; after {move}, {opponent}'s {names} can take {number}"
            " [seed|seeds] from your {besides}.",
            outlook="After {move}, {opponent}'s {names} can take {number} from your"
            " {besides}[[of>number?|; none is better]].",
            common="each lets the opponent capture seeds",
        ),
        KalahKind.CAPTURES: Telling(
            "captures {number} [seed|seeds]: its last, in [{house}|{house}, and those in {besides}]",
            advice="Play {move}: its last seed lands in your empty {house}, and you capture [it|it and"
            " {opponent}'s {besides}: {number} seeds].",
            hint="Look for a move that captures seeds.",
        ),
        KalahKind.MOVES_AGAIN: Telling(
            "ends in the store, and so moves again",
            advice="Play {move}: it ends in your store, so you move again.",
            hint="Look for a move that ends in your store, so that you move again.",
        ),
        KalahKind.GOES_ON_TO_CAPTURE: Telling(
            "can go on and capture {number} [seed|seeds] with {names}",
            advice="Play {move} and then {names}: you move again, and capture {number} [seed|seeds].",
        ),
        KalahKind.KEEPS_ROW: Telling(
            "ends the game, and keeps the {number} [seed that is|seeds that are] left",
            advice="Play {move}: it ends the game, and you keep the {number} [seed that is|seeds that are]"
            " left.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {KalahFault.EMPTY: EMPTY}

    def describe(
        self, language: Language, state: State, last: Move | None = None, seat: int | None = None
    ) -> str:
        """Say how many seeds are where, and whether the last one that was sown ended in a store."""
        said = super().describe(language, state, last, seat)
        if last is None or last.player != state.to_move or state.is_terminal:
            return said
        again = language.say("{side} moves again.", side=self.name_side(language, last.player))
        return f"{said} {again}"

    def list_places(self, language: Language, remark: Remark) -> Places:  # noqa: ARG002 - houses have letters
        """Name the house opposite the one that is captured."""
        return {"house": "".join(HOUSES[-1 - taken] for taken in remark.besides[:1])}
