"""What is said of Oware."""

from collections.abc import Mapping
from typing import ClassVar

from bot.words.game_words import Rules, say_if
from bot.words.games.sowing import (
    EMPTY,
    FIND_CAPTURE,
    FIND_RESCUE,
    FIND_THREAT,
    HOUSES,
    LETS_CAPTURE,
    NAMING,
    SowingWords,
)
from bot.words.games.sowing_phrases import (
    ADVICE,
    ADVISE_FORCING,
    ADVISE_RESCUE,
    ADVISE_THREAT,
    LEAVES_ONE_MOVE,
    PHRASES,
    SAVES,
    THREATENS_CAPTURE,
    captures_first,
)
from bot.words.language import Language, Plural, template
from bot.words.tellings import Phrase, Places
from engine import Fault, Kind, Motive, Remark
from engine.rules.oware import HouseFault, Oware
from engine.teachers.oware import OwareKind, OwareMotive
from engine.teachers.sowing_kinds import SowingKind


def _advise_capture(language: Language, remark: Remark, places: Places) -> str:
    """Say in which house the last seed makes two or three, or in which houses there are as many then."""
    if len(remark.besides) == 1:
        return language.count(
            "Play {move}: its last seed makes {number} in {opponent}'s {besides}, and you capture [it|them].",
            remark.number,
            **places,
        )
    *before, last = [HOUSES[house] for house in remark.besides]
    return language.count(
        "Play {move}: its last seed makes two or three in {opponent}'s {last}, and there are as many in"
        " {before}: you capture {number}.",
        remark.number,
        last=last,
        before=language.listed(before),
        **{name: places[name] for name in ("move", "opponent")},
    )


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
                " into the houses that follow, counterclockwise; a full round leaves out the house that was"
                " emptied."
            ),
            template(
                "If the last seed makes two or three in a house of your opponent's row, you capture them, and"
                " those of the houses just before it in that row, for as long as they too hold two or three."
                " A move that would take all that your opponent has captures nothing. If your opponent has no"
                " seeds, you must give them some."
            ),
            template(
                "Whoever captures more than 24 of the 48 seeds wins. If you cannot move, or a position comes"
                " again, the game ends: each keeps the seeds in their own row, and whoever has more wins."
            ),
        ),
        example="b f b e d a",
        caption=template(
            "South is to move and captures 5 with f: the last seed makes three in North's f, and two are in"
            " e."
        ),
        naming=NAMING,
        strength=template(
            "I look many moves ahead and give estimates, as in `about 3 seeds ahead`. Once only twelve seeds"
            " are left in the houses, I mostly know who wins."
        ),
        summary="sow and capture; more than half of the seeds win (Abapa rules)",
        knowledge="estimates; mostly who wins once 12 seeds are left",
        terms=(),
    )

    common: ClassVar[Mapping[Kind, str]] = {OwareKind.LETS_CAPTURE: LETS_CAPTURE}
    phrases: ClassVar[Mapping[Kind, Phrase]] = {
        **PHRASES,
        OwareKind.CAPTURES: Plural("captures {number} [seed|seeds] in {besides}"),
        OwareKind.GRAND_SLAM: template("would capture all seeds of the opponent, and so captures none"),
        OwareKind.FEEDS: template("feeds the opponent, who has no seeds"),
        OwareKind.LETS_CAPTURE: say_if(
            captures_first,
            Plural(
                "captures {of}, but lets {opponent} capture {number} [seed|seeds] in {besides} with {names}"
            ),
            Plural("lets {opponent} capture {number} [seed|seeds] in {besides} with {names}"),
        ),
        OwareKind.THREATENS_CAPTURE: THREATENS_CAPTURE,
        OwareKind.SAVES: SAVES,
        OwareKind.LEAVES_ONE_MOVE: LEAVES_ONE_MOVE,
        SowingKind.LETS_COLLECT: Plural("lets {opponent} win {number} [seed|seeds] with {names}"),
        OwareKind.GATHERS: template("gathers {number} seeds in {besides}, enough to go all the way round"),
    }
    advice: ClassVar[Mapping[Kind, Phrase]] = {
        **ADVICE,
        OwareKind.CAPTURES: _advise_capture,
        OwareKind.THREATENS_CAPTURE: ADVISE_THREAT,
        OwareKind.SAVES: ADVISE_RESCUE,
        OwareKind.LEAVES_ONE_MOVE: ADVISE_FORCING,
        OwareKind.LETS_CAPTURE: Plural(
            "I still count {move} best, though {opponent} can then take {number} [seed|seeds] in {besides}"
            " with {names}."
        ),
        OwareKind.GATHERS: template(
            "Play {move}: it gathers {number} seeds in {besides}, enough to go all the way round."
        ),
    }
    motives: ClassVar[Mapping[Motive, str]] = {
        OwareMotive.CAPTURE: FIND_CAPTURE,
        OwareMotive.SAVE: FIND_RESCUE,
        OwareMotive.THREATEN_CAPTURE: FIND_THREAT,
    }
    slight = SowingWords.slight | {OwareKind.LEAVES_ONE_MOVE}
    faults: ClassVar[Mapping[Fault, str]] = {
        HouseFault.EMPTY: EMPTY,
        HouseFault.GIVES_NO_SEEDS: template("“{name}” gives the opponent no seeds, and they have none."),
    }
