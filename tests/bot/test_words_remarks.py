"""Remarks, themes and faults in words: every kind of every game has its own."""

from __future__ import annotations

import re
from gettext import NullTranslations
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from bot.words import general_advice, hints, refusals, remarks
from bot.words.advice import format_advice
from bot.words.games import get_words
from bot.words.hints import format_theme
from bot.words.language import ENGLISH, Language
from bot.words.refusals import format_unknown_name
from bot.words.remarks import fill_phrase, find_places, format_remark, format_remarks
from engine import (
    AnalysedMove,
    Analysis,
    Fault,
    General,
    GeneralMotive,
    Kind,
    Motive,
    Prospect,
    Remark,
    Theme,
)
from engine.solver import within
from engine.teachers.connect_four.kinds import ConnectFourKind, ConnectFourMotive
from engine.teachers.in_a_row import LineKind, LineMotive
from engine.teachers.oware import OwareKind, OwareMotive
from tests import shares
from tests.engine import plain
from tests.engine.boards import random_state, refused, state_after

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from enum import Enum

    from tests.bot.stage import Stage


class Brackets(NullTranslations):
    """What puts every template in brackets."""

    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1 if n == 1 else msgid2}]"


PSEUDO = Language("en-US", Brackets())
TIC_TAC_TOE = engine.game("tic-tac-toe")
FOUR_BY_FOUR = engine.game("four-in-a-row-4x4")
CONNECT_FOUR = engine.game("connect-four")
KALAH = engine.game("kalah")
OWARE = engine.game("oware")


def members(base: type[Enum], module: str | None = None) -> Iterator[Enum]:
    """Yield all members of all enums of a base, or those of one module."""
    for enum in base.__subclasses__():
        if module in {None, enum.__module__}:
            yield from enum
        yield from members(enum, module)


KINDS = {
    "connect-four": {"engine.teachers.connect_four.kinds"},
    "kalah": {"engine.teachers.sowing_kinds"},
    "oware": {"engine.teachers.sowing_kinds"},
}
"""Modules of kinds of which a game's teacher tells besides those that stand beside it."""


def spoken(game: engine.Game, base: type[Enum]) -> Collection[Enum]:
    """Return what is said of a game alone."""
    words = get_words(game)
    own: dict[type[Enum], Collection[Enum]] = {
        Kind: words.phrases,
        Motive: words.motives,
        Fault: words.faults,
    }
    return own[base]


@pytest.mark.parametrize("slug", engine.games())
@pytest.mark.parametrize("base", [Kind, Motive, Fault])
def test_every_kind_has_its_words(slug: str, base: type[Enum]) -> None:
    game = engine.game(slug)
    families = {of.__module__ for each in (game, engine.get_teacher(game)) for of in type(each).__mro__}
    modules = families - {"engine.game"} | KINDS.get(slug, set())
    assert {kind for module in modules for kind in members(base, module)} == set(spoken(game, base))


@pytest.mark.parametrize(
    ("base", "general"), [(Kind, remarks.PHRASES), (Motive, hints.MOTIVES), (Fault, refusals.FAULTS)]
)
def test_each_kind_is_general_or_own(base: type[Enum], general: Collection[Enum]) -> None:
    own = {kind for slug in engine.games() for kind in spoken(engine.game(slug), base)}
    assert set(members(base)) == own | set(general)
    assert not own & set(general)


def test_every_standing_has_its_words() -> None:
    assert set(hints.PROSPECTS) == set(Prospect)


def outside_brackets(text: str) -> str:
    """Return what is left of a text without what is in brackets, and in brackets within those."""
    while (shorter := re.sub(r"\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return text


@pytest.mark.parametrize("slug", engine.games())
def test_nothing_escapes_the_catalogue(slug: str) -> None:
    rng, game = Random(slug), engine.game(slug)
    said = set()
    for ply in (2, 4, 5, 6) * 2:
        state = random_state(game, ply, rng)
        analysis = engine.analyse(state, depth=2)
        theme = format_theme(PSEUDO, game, engine.theme(analysis))
        fault = format_unknown_name(PSEUDO, game, refused(state, "zz"))
        said |= {*format_remarks(PSEUDO, analysis).values(), theme, fault}
    assert len(said) > 10
    assert {outside_brackets(text) for text in said} <= {"", " ", "  ", "; ", "; ; "}


@pytest.mark.parametrize(
    ("game", "remark", "text"),
    [
        (FOUR_BY_FOUR, Remark(General.THREATENS, (2,)), "threatens to win on c1"),
        (FOUR_BY_FOUR, Remark(General.THREATENS, (2,), besides=(7,)), "threatens to win on c1 besides d2"),
        (FOUR_BY_FOUR, Remark(General.FORKS, (6, 8)), "makes two threats, c2 and a3"),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8), besides=(3, 4)),
            "makes two threats, c2 and a3 besides d1 and a2",
        ),
        (FOUR_BY_FOUR, Remark(General.FORKS, (6, 8, 9)), "makes 3 threats, c2, a3 and b3"),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8, 9), besides=(3,)),
            "makes 3 threats, c2, a3 and b3 besides d1",
        ),
        (FOUR_BY_FOUR, Remark(General.LETS_WIN, (1, 2, 3)), "lets the opponent win with b1, c1 or d1"),
        (FOUR_BY_FOUR, Remark(General.LETS_WIN, (1, 2, 3, 4)), "lets the opponent win in 4 ways"),
        (FOUR_BY_FOUR, Remark(General.STILL_LOSES, (1, 2)), "the opponent still wins with b1 or c1"),
        (FOUR_BY_FOUR, Remark(General.STILL_LOSES, (1, 2, 3, 4)), "the opponent still wins in 4 ways"),
        (FOUR_BY_FOUR, Remark(General.IGNORES_THREATS, (1,)), "ignores the threat on b1"),
        (FOUR_BY_FOUR, Remark(General.IGNORES_THREATS, (1, 2)), "ignores the threats on b1 and c1"),
        (CONNECT_FOUR, Remark(General.LEAVES_ONE_SAFE_REPLY, (0,)), "leaves one safe reply, 1 above it"),
        (CONNECT_FOUR, Remark(General.THREATENS, (1,)), "threatens to win on 2"),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=1),
            "is in 2 lines still open (rule of thumb)",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.MIRRORS),
            "can copy every reply through the centre, and so never completes a line first",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4)),
            "can answer in pairs (b1 and b2), and so never completes a line first",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
            "can answer in pairs (b1 and b2) until only c1 is left, where the opponent completes a line",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.ANSWERS, number=3, cells=(1, 4, 0, 4, 2, 8)),
            (
                "answers each safe reply so that the opponent has no safe cell left (b2 after b1 or a1; c3"
                " after c1)"
            ),
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.WAITS),
            "leaves only one cell, where the opponent makes no line",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.WAITS, number=2),
            "always has a safe cell to go on with, whichever of them it takes",
        ),
        (
            engine.game("tic-tac-toe-wild"),
            Remark(LineKind.MIRRORS),
            "can copy every reply through the centre, so the opponent runs out of safe moves first",
        ),
        (OWARE, Remark(OwareKind.CAPTURES, number=5, besides=(1, 2)), "captures 5 seeds in b and c"),
        (OWARE, Remark(OwareKind.THREATENS_CAPTURE, (0,), 3), "threatens to capture 3 seeds with a"),
        (OWARE, Remark(OwareKind.LEAVES_ONE_MOVE, (0,)), "leaves North one legal move, a"),
        (
            CONNECT_FOUR,
            Remark(ConnectFourKind.WAITING_THREATS, cells=(2, 24)),
            "makes threats on row 6 of column 3 and row 3 of column 4",
        ),
        (
            CONNECT_FOUR,
            Remark(ConnectFourKind.WAITING_THREATS, (3,), cells=(3, 24)),
            "makes threats on row 6 of column 4 and row 3 of column 4, so the opponent must not play 4 now",
        ),
    ],
)
def test_first_action_is_remarked_on(game: engine.Game, remark: Remark, text: str) -> None:
    assert format_remark(ENGLISH, game.initial(), 0, remark) == text


@pytest.mark.parametrize(
    ("slug", "names", "name", "text"),
    [
        (
            "tic-tac-toe",
            "",
            "a1",
            (
                "sets a trap: of the opponent's 8 replies all but b2 lose"
                "; prepares a threat that wins even if it is blocked"
            ),
        ),
        (
            "tic-tac-toe",
            "a1 b2 c3 b1",
            "b3",
            (
                "blocks the line b1, b2 and b3; threatens to win on a3; each line that the opponent has left"
                " has two free cells of its own: answer one with the other"
            ),
        ),
        ("tic-tac-toe", "a1 b2 c3 b1", "a3", "ignores the threat on b3"),
        (
            "tic-tac-toe",
            "b2 b1",
            "b3",
            "misses a win by one threat after another; lets the opponent save a draw in 4 ways",
        ),
        ("tic-tac-toe-wild", "c1o b2x a1o c3o", "a3o", "lets the opponent win in 4 ways"),
        (
            "connect-four",
            "4 1 2 2 4 1 2 1 1 5",
            "3",
            "lets the opponent block the threat on row 2 of column 3; threatens to win on 3 above it",
        ),
        (
            "oware",
            "c b d",
            "f",
            (
                "costs about 2 seeds when South replies c"
                "; captures at least 2 seeds next, whatever South plays"
            ),
        ),
    ],
)
def test_remarks_read_like_a_person(slug: str, names: str, name: str, text: str) -> None:
    state = state_after(engine.game(slug), names)
    said = format_remarks(ENGLISH, engine.analyse(state, depth=6))
    assert said[state.game.action_named(state, name)] == text


@pytest.mark.parametrize(
    ("game", "remark", "text"),
    [
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8)),
            "Play a1: it makes two threats at once, c2 and a3, and only one can be stopped.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8, 9)),
            "Play a1: it makes more threats than can be stopped at once.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.BLOCKS_WIN, cells=(0, 1, 2, 3)),
            "Block a1, or O completes a1, b1, c1 and d1.",
        ),
        (CONNECT_FOUR, Remark(General.BLOCKS_WIN), "Block 1, or Yellow wins there."),
        (
            FOUR_BY_FOUR,
            Remark(General.STAYS_SAFE, number=1, of=9),
            "Play a1: some other moves lose right away.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.LEAVES_FEW_SAFE_REPLIES, number=2, of=9),
            "Play a1: of 9 replies, only 2 do not lose right away.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.THREATENS, (1,)),
            ("Play a1: it threatens to win with b1. O has to block there, and threatens nothing by that."),
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.THREATENS, (1,), 1),
            "Play a1: it threatens to win with b1, and that must be blocked.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FEW_REPLIES_HOLD, (5,), 1, of=8),
            "Play a1: it sets a trap. Only b2 saves O; after every other reply you win.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.FEW_REPLIES_HOLD, (), 4, of=8),
            "Play a1: it sets a trap. Only 4 of the 8 replies save O; after any other you win.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=3),
            "Play a1: it is in 2 lines that can still be completed (rule of thumb).",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=2),
            "Play a1: it is in 2 lines that can still be completed, and no cell is in more (rule of thumb).",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=1),
            (
                "Play a1: it is in 2 lines that can still be completed, no other cell in more than 1 (rule of"
                " thumb)."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.WAITS),
            "Play a1: then only one cell is left, where O makes no line, and it is a draw.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.WAITS, number=1),
            (
                "Play a1. From then on take any cell where you make no line: whenever it is your turn, there"
                " will be one."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.ANSWERS_BEFORE_WAITING, number=2, cells=(1, 4, 2, 8)),
            (
                "Play a1, then answer O with a2 after b1; a3 after c1. From then on take cells where neither"
                " of you would make a line, and when none is left, cells where only O would."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PAIRS, number=5, cells=(1, 2, 4, 5, 6, 7, 8, 9, 12, 13)),
            (
                "Play a1: then O has only 5 lines left. If they take one cell of a pair, take the other:"
                " b1 and c1;"
                " a2 and b2; c2 and d2; a3 and b3; a4 and b4."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PARTNERS, number=2, cells=(1, 4, 2, 8)),
            (
                "Play a1, and then answer in pairs: b1 and a2; c1 and a3. If O takes one cell of a pair, take"
                " the other: so you never complete a line before O does."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
            (
                "Play a1, and then answer in pairs: b1 and a2. If O takes one cell of a pair, take the other."
                " In the end only c1 is left for O, and completes a line."
            ),
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.ANSWERS, number=2, cells=(1, 4, 2, 8)),
            "Play a1, then answer O with a2 after b1; a3 after c1. Then O can only complete a line.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(General.TAKES_SERIES, (4, 8), 3, (1,), of=2),
            (
                "Take a1 yourself: there O would threaten to win. You would have to block b1, and then O"
                " makes two threats at once with a2 or a3."
            ),
        ),
        (
            CONNECT_FOUR,
            Remark(General.FORESTALLS_SERIES, (3,), 3, (0,), of=1),
            "Play 1, or Yellow plays 4. You would have to block 1, and then Yellow wins.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.TAKES_REPLY, number=3, of=4),
            "Take a1 yourself: after most worse moves O would play there.",
        ),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_CLOSES_LINES, number=1, of=4),
            "Play a1: it closes 1 of the 4 lines that are still open (rule of thumb).",
        ),
    ],
)
def test_first_action_is_recommended(game: engine.Game, remark: Remark, text: str) -> None:
    phrase = get_words(game).advice.get(remark.kind) or general_advice.ADVICE[remark.kind]
    places = find_places(ENGLISH, game.initial(), 0, remark)
    assert fill_phrase(ENGLISH, phrase, remark, places) == text


@pytest.mark.parametrize(
    "slug",
    shares.later(
        (slug for slug in engine.games() if "in-a-row" in slug or "toe" in slug), "four-in-a-row-5x5"
    ),
)
def test_every_reason_is_advice(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (0, 2, 4, 5, 6, 7) * 10:
        analysis = engine.analyse(random_state(game, ply, rng), depth=2)
        remarked = engine.remarks(analysis)
        assert all(remarked[action][0].kind in advice(game) for action in analysis.best)


@pytest.mark.parametrize(
    ("slug", "names", "text"),
    [
        (
            "four-in-a-row-4x4",
            "b1 a1 c1 d1 a2 d2 c2 b3 d4 c4",
            (
                "Every move draws here. Play a3: then every line holds both an X and an O, and nobody can"
                " complete one any more."
            ),
        ),
        (
            "four-in-a-row-4x4",
            "a1 c1 b1 d2 a2 c3 c2 a4 d3 b4 c4 d4",
            (
                "Every move draws here. Play d1 or what you like: every line holds both an X and an O,"
                " and nobody can complete one."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "a1 b1 a2 c2 b2 b3",
            (
                "Everything loses now; try c1. If O makes no mistake, every cell that is left for your next"
                " move completes a line of yours."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "a1 b1",
            (
                "Everything loses now. Play c1: only a2, c2 and b3 win for O then, and you run out of safe"
                " moves first. A safe move completes no line of yours."
            ),
        ),
        (
            "tic-tac-toe",
            "a1 b1 a2",
            (
                "Block a3 first: X would win there. Everything loses now; try a3. If X answers b2, that makes"
                " two threats at once."
            ),
        ),
        (
            "tic-tac-toe-wild",
            "",
            (
                "Play b2x. From then on complete a line if you can; if not, put the same mark into the cell"
                " opposite, through the centre: the opponent runs out of safe moves first."
            ),
        ),
        (
            "tic-tac-toe-wild",
            "c1x b1o a2o c3o",
            (
                "Play a1x: most other moves leave two equal marks in a line with a free cell, and lose right"
                " away."
            ),
        ),
        (
            "four-in-a-row-5x5",
            "c1 c2 c3",
            (
                "Nobody can win at once yet. Take b2 yourself: most worse moves let X build two threats at"
                " once with b2 or d2, and nothing stops them."
            ),
        ),
        (
            "four-in-a-row-4x4",
            "d2 c2 b3 b2 a4 c1",
            (
                "Every move draws here. Play a1: then O has only 1 line left. If they take one cell of"
                " this pair, take"
                " the other: c3 and c4."
            ),
        ),
        (
            "tic-tac-toe-misere",
            "b1 a1 c1 c2 a2 a3 c3",
            (
                "Every move draws here. Play b2: then only one cell is left, where X makes no line, and it is"
                " a draw."
            ),
        ),
    ],
)
def test_advice_says_what_to_do(slug: str, names: str, text: str) -> None:
    assert format_advice(ENGLISH, engine.analyse(state_after(engine.game(slug), names))) == text


def test_block_that_wins_says_both() -> None:
    state = state_after(TIC_TAC_TOE, "a3 c2 b2 c1")
    assert format_advice(ENGLISH, engine.analyse(state)) == (
        "Block c3, or O completes c1, c2 and c3. It also makes two threats at once, a1 and b3, and only one"
        " can be stopped."
    )


def test_block_with_many_threats_says_both() -> None:
    remark = Remark(General.FORKS, (1, 2, 3))
    places = find_places(ENGLISH, TIC_TAC_TOE.initial(), 0, remark)
    said = fill_phrase(ENGLISH, general_advice.ALSO[General.FORKS], remark, places)
    assert said == "It also makes more threats than can be stopped at once."


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (15, "Play a1: almost any worse move lets O build two threats at once with a1 or c1, and nothing"),
        (11, "Play a1: most worse moves let O build two threats at once with a1 or c1, and nothing"),
    ],
)
def test_many_moves_are_told_as_pattern(number: int, text: str) -> None:
    state = engine.game("four-in-a-row-5x5").initial()
    remark = Remark(LineKind.KEEPS_UNPREPARED, number=number, of=20, cells=(0, 2))
    places = find_places(ENGLISH, state, 0, remark)
    phrase = get_words(state.game).advice[LineKind.KEEPS_UNPREPARED]
    assert fill_phrase(ENGLISH, phrase, remark, places) == f"{text} stops them."


@pytest.mark.parametrize(
    "slug", shares.later(["tic-tac-toe", "tic-tac-toe-misere", "connect-four", "nim"], "connect-four")
)
def test_quiet_is_said_where_true(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (2, 4, 5, 5):
        state = random_state(game, ply, rng)
        analysis = engine.analyse(state, within(20))
        nobody = plain.shows_threats(state) and not any(plain.threats_of(state, player) for player in (0, 1))
        is_said = format_advice(ENGLISH, analysis).startswith("Nobody can win at once yet.")
        is_choice = len(analysis.best) < len(analysis.moves)
        assert is_said == (nobody and analysis.value > -1 and is_choice)


def test_block_is_advised_once() -> None:
    state = state_after(TIC_TAC_TOE, "a1 b1 a2")
    moves = [
        AnalysedMove(each, -0.3 - (each != 6) / 2, 1, exact=False, line=(each,)) for each in state.actions()
    ]
    assert format_advice(ENGLISH, Analysis.of(state, moves)) == "Block a3, or X completes a1, a2 and a3."


def advice(game: engine.Game) -> set[Kind]:
    return {*general_advice.ADVICE, *get_words(game).advice}


@pytest.mark.parametrize(
    ("game", "theme", "text"),
    [
        (TIC_TAC_TOE, Theme(Prospect.ONE_LEGAL_MOVE, 1), "You have only one legal move."),
        (TIC_TAC_TOE, Theme(Prospect.WON_AT_ONCE, 3), "You can win at once."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.LOST, 4, 4),
            "Every move loses, and none holds out longer than another.",
        ),
        (TIC_TAC_TOE, Theme(Prospect.LOST, 4, 1), "Every move loses; find the move that holds out longest."),
        (TIC_TAC_TOE, Theme(Prospect.LOST, 4, 2), "Every move loses; find a move that holds out longest."),
        (KALAH, Theme(Prospect.LOST, 4, 1, margin=-6), "Every move loses; find one that loses by least."),
        (KALAH, Theme(Prospect.LOST, 4, 4, margin=-6), "Every move loses, and all by as many."),
        (KALAH, Theme(Prospect.WON, 4, 1, 9, margin=6), "You can win by 6, and only one move wins."),
        (KALAH, Theme(Prospect.WON, 4, 2, 9, margin=6), "You can win by 6."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.WON, 5, 2, 2, GeneralMotive.FORK),
            "You can force a win in 2 moves. Look for a move that makes two threats.",
        ),
        (
            TIC_TAC_TOE,
            Theme(Prospect.WON, 5, 1, 1),
            "You can force a win in 1 move, and only one move does it.",
        ),
        (
            CONNECT_FOUR,
            Theme(Prospect.WON, 4, 0, 7, GeneralMotive.ZUGZWANG),
            "You can force a win in 7 moves. In the end your opponent runs out of safe moves.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 1, motive=LineMotive.SAFE_CELLS),
            (
                "Only one move holds the draw. Look for a move that leaves you more cells where you make no"
                " line than your opponent has."
            ),
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, hazards=(1,), theirs=(2, 4)),
            "2 of 5 moves hold the draw. You would lose at once with b1, and your opponent with c1 or b2.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, hazards=(1,)),
            "2 of 5 moves hold the draw. You would lose at once with b1.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, theirs=(2,)),
            "2 of 5 moves hold the draw. Your opponent would lose at once with c1.",
        ),
        (TIC_TAC_TOE, Theme(Prospect.DRAWN, 9, 9), "Every move holds the draw."),
        (TIC_TAC_TOE, Theme(Prospect.DRAWN, 8, 4), "4 of 8 moves hold the draw."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.DRAWN, 8, 1, motive=GeneralMotive.THREAT),
            "Only one move holds the draw. Look for a move that makes a threat.",
        ),
        (
            OWARE,
            Theme(Prospect.UNPROVEN, 6, motive=OwareMotive.CAPTURE),
            "I cannot prove how this ends, so I go by my estimate. Look for a move that captures seeds.",
        ),
        (
            CONNECT_FOUR,
            Theme(Prospect.UNPROVEN, 7, motive=ConnectFourMotive.WAITING_THREAT),
            (
                "I cannot prove how this ends, so I go by my estimate."
                " Look for a move that makes a threat that waits for discs below it."
            ),
        ),
        (
            OWARE,
            Theme(Prospect.UNPROVEN, 6),
            (
                "I cannot prove how this ends. By my estimate a quiet move is best: one that takes nothing"
                " and threatens nothing yet."
            ),
        ),
    ],
)
def test_theme_reads_like_a_coach(game: engine.Game, theme: Theme, text: str) -> None:
    assert format_theme(ENGLISH, game, theme) == text


@pytest.mark.parametrize(
    ("slug", "names", "name", "text"),
    [
        (
            "tic-tac-toe",
            "a1 b1 a2 b2 c1 c2",
            " A1 ",
            "“A1” is taken. The legal moves are a3, b3, c3.",
        ),
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "c3", "“c3” is not a legal move here. The game is over."),
        ("connect-four", "1 1 1 1 1 1", "1", "“1” is full. The legal moves are 2, 3, 4, 5, 6, 7."),
        ("connect-four", "", "8", "“8” is not a column. The legal moves are 1, 2, 3, 4, 5, 6, 7."),
        ("oware", "c a", "c", "“c” is empty. The legal moves are a, b, d, e, f."),
    ],
)
def test_unknown_name_says_what_is_wrong(slug: str, names: str, name: str, text: str) -> None:
    state = state_after(engine.game(slug), names)
    assert format_unknown_name(ENGLISH, state.game, refused(state, name)) == text


async def test_person_is_told_the_fault(stage: Stage) -> None:
    await stage.challenge(stage.ada, game="tic-tac-toe-wild")
    answer = await stage.command(stage.ada, "move", to="b2")
    assert answer.ephemeral
    assert answer.text.startswith("“b2” says no mark; add x or o, as in b2x. The legal moves are a1x, a1o, ")
