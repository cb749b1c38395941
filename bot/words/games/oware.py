"""What is said of Oware."""

from collections.abc import Mapping
from typing import ClassVar

from bot.words.game_words import Rules
from bot.words.games.sowing import (
    EMPTY,
    HOUSES,
    NAMING,
    SowingWords,
)
from bot.words.language import Language, template
from bot.words.tellings import Places, Telling, Tellings
from engine import Fault, Remark
from engine.rules.oware import HouseFault, Oware
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind


class OwareWords(SowingWords, of=Oware):
    """The words of Oware."""

    title = template("Oware")
    rows = (
        template("{side}, below, from left to right: {houses}; {number} captured."),
        template("{side}, above, from right to left: {houses}; {number} captured."),
    )
    rules = Rules(
        (
            template(
                "You take turns to empty one of the six houses in your row and to sow its seeds one by one"
                " into the houses that follow, counterclockwise."
            ),
            template(
                "If the last seed makes two or three in a house of your opponent's row, you capture them, and"
                " those of the houses just before it in that row, for as long as they too hold two or three."
            ),
            template("Whoever captures more than 24 of the 48 seeds wins."),
            template(
                "A full round leaves out the house that was emptied. A move that would take all that your"
                " opponent has captures nothing. If your opponent has no seeds, you must give them some. If"
                " you cannot move, or a position comes again, the game ends: each keeps the seeds in their"
                " own row, and whoever has more wins."
            ),
        ),
        moves=("d", "b f b e d a", "b f b e d a f"),
        example=1,
        caption=template(
            "South is to move and captures 5 with f: the last seed makes three in North's f, and two are in"
            " e."
        ),
        naming=NAMING,
        strength=template(
            "I look many moves ahead and give estimates, as in `about 3 seeds ahead`. Once only twelve seeds"
            " are left in the houses, I mostly know who wins."
        ),
        summary=template("sow and capture; more than half of the seeds win"),
        knowledge="estimates; mostly who wins once 12 seeds are left",
        terms=(),
    )

    tellings: ClassVar[Tellings] = {
        SowingKind.LETS_CAPTURE: Telling(
            "[[captures {of}, but ]]lets {opponent}'s {names} capture {number} [seed|seeds] in your"
            " {besides}",
            advice="Every move loses now; after {move}, {opponent}'s {names} can take {number}"
            " [seed|seeds] from your {besides}.",
            outlook="After {move}, {opponent}'s {names} can take {number} from your"
            " {besides}[[of>number?|; none is better]].",
            common="each lets the opponent capture seeds",
        ),
        OwareKind.CAPTURES: Telling(
            "captures {number} [seed|seeds] in {besides}",
            advice="Play {move}: its last seed makes [[others>1?two or three in {opponent}'s {last}, and"
            " there are as many in {before}: you capture [{number}|{number}]|{number} in {opponent}'s"
            " {besides}, and you capture [it|them]]].",
            hint="Look for a move that captures seeds.",
        ),
        SowingKind.LETS_COLLECT: Telling("lets {opponent} win {number} [seed|seeds] with {names}"),
        OwareKind.GATHERS: Telling(
            "gathers {number} seeds in {besides}, enough to go all the way round",
            advice="Play {move}: it gathers {number} seeds in {besides}, enough to go all the way round.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        HouseFault.EMPTY: EMPTY,
        HouseFault.GIVES_NO_SEEDS: template("“{name}” gives the opponent no seeds, and they have none."),
    }

    def list_places(self, language: Language, remark: Remark) -> Places:
        """Name the house of the last seed, and those before it, where several are captured."""
        *before, last = [HOUSES[house] for house in remark.besides] or [""]
        return {"before": language.listed(before), "last": last}
