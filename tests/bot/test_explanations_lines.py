"""What an explanation says of any position of any game: the verdict, the groups, the list of all moves."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from textwrap import wrap

import pytest

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words import explanations, move_groups
from bot.words.games import get_words
from bot.words.general_tellings import TELLINGS
from bot.words.language import ENGLISH, Reader
from bot.words.values import format_range
from engine import General
from tests import tiers
from tests.bot.telling import by_name, read_lines, split, worths
from tests.engine.boards import state_after
from tests.sentences.values import analyse_as

SHOWN = re.compile(r".*(best play|looked at): (?P<number>\d+)\. (?P<moves>.+?)(?P<more> …)?(?P<score> · .+)?")
MOVE = re.compile(r"(?P<name>[\w-]+) \((?P<player>[^)]+)\)(?:, |$)")
PLIES = (0, 2, 5, 8, 14)
MOST = 20  # polls of a search, as if she were busy


@cache
def explained(slug: str) -> tuple[Explanation, ...]:
    """Explanations of some positions of a game, most of them searched for a moment only."""
    return tuple(_explain(slug))


def _explain(slug: str) -> Iterator[Explanation]:
    rng = Random(slug)
    players = Participant(10), Participant(None, "hard")
    for plies in PLIES:
        match = Match(1, slug, Place(None, 1), players, 0.0, 0.0)
        while match.ply < plies and not match.is_over:
            match = match.with_move(rng.choice(match.state.actions()), 0.0)
        if not match.is_over:
            polls = iter(range(MOST))
            busy = None if match.game.is_small else lambda polls=polls: next(polls, None) is None
            yield Explanation(match, match.ply, engine.analyse(match.state, stop=busy), None)


def said(explanation: Explanation, reader: int | None = 10) -> str:
    return explanations.format_explanation(Reader(ENGLISH, reader), explanation)


def numbers(worth: str) -> set[str]:
    return {*re.findall(r"\d+", worth)}


def best_names(analysis: engine.Analysis) -> set[str]:
    return {analysis.state.name_of(action) for action in analysis.best}


SLOW = ("connect-four", "dots-and-boxes", "four-in-a-row-5x5", "kalah", "oware")
MOST_GAMES = tiers.every_game(*SLOW)


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", MOST_GAMES)
def test_first_line_begins_with_the_recommended_move(slug: str) -> None:
    for explanation in explained(slug):
        first = next((line for line in said(explanation).splitlines() if line.startswith("★ ")), None)
        recommended = engine.recommended(explanation.analysis).action
        name = explanation.analysis.state.name_of(recommended)
        assert first is None or re.match(rf"★ {re.escape(name)}(,|:| and )", first)


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", MOST_GAMES)
def test_verdict_names_only_a_best_move(slug: str) -> None:
    for explanation in explained(slug):
        verdict, analysis = said(explanation).splitlines()[0], explanation.analysis
        assert verdict.startswith("**")
        words = re.findall(r"[\w-]+", re.sub("(?i)as a rule of thumb", "", verdict))
        named = [word for word in words if word in worths(analysis)]
        if named:
            assert named[0] in best_names(analysis)
        else:
            assert analysis.value == -1 or len(analysis.best) == len(analysis.moves)


@pytest.mark.parametrize("slug", MOST_GAMES)
def test_few_lines_are_true(slug: str) -> None:
    for explanation in explained(slug):
        analysis = explanation.analysis
        _, lines = split(said(explanation))
        true, best = worths(analysis), best_names(analysis)
        named = [name for line in lines for name in line.names]
        assert len(lines) <= move_groups.MOST
        assert len({(line.is_best, line.worth, line.reason) for line in lines}) == len(lines)
        assert len(named) == len(set(named))
        assert sum(len(line.names) + line.more for line in lines) == (len(true) if len(true) > 1 else 0)
        if analysis.exact or get_words(engine.game(slug)).ahead is None:  # else it counts what it estimates
            assert all(true[name] == line.worth for line in lines[:-1] for name in line.names)
            assert all(numbers(line.worth) <= numbers(" ".join(true.values())) for line in lines[-1:])
        assert all((name in best) == line.is_best for line in lines for name in line.names)
        rows = sum(len(wrap(line, 40)) for line in said(explanation).splitlines())
        assert rows <= get_words(engine.game(slug)).rows_below_picture
        told = sum(len(line.names) + line.more for line in lines if line.is_best)
        assert told == (len(best) if len(true) > 1 else 0)


@pytest.mark.parametrize("slug", MOST_GAMES)
def test_pages_list_each_move(slug: str) -> None:
    for explanation in explained(slug):
        pages = explanations.list_moves(Reader(ENGLISH, 10), explanation)
        assert all(len(page) < 4_000 for page in pages)
        lines = [line for page in pages for line in read_lines(page)]
        analysis, told = explanation.analysis, by_name(lines)
        assert lines[0].names == (analysis.state.name_of(engine.recommended(analysis).action),)
        assert told.keys() == worths(analysis).keys()
        assert len(lines) == len(told)
        if analysis.exact or get_words(engine.game(slug)).ahead is None:  # as above
            assert told == worths(analysis)
        assert [line.is_best for line in lines] == sorted(
            (name in best_names(analysis) for name in told), reverse=True
        )


@pytest.mark.parametrize("slug", MOST_GAMES)
@pytest.mark.parametrize("reader", [10, 11])
def test_line_is_of_a_best_move(slug: str, reader: int) -> None:
    for explanation in explained(slug):
        analysis = explanation.analysis
        found = SHOWN.fullmatch(
            explanations.list_moves(Reader(ENGLISH, reader), explanation)[0].split("\n")[1]
        )
        if found is None:
            assert len(analysis.moves[0].line) == 1
            continue
        shown = [(move["name"], move["player"]) for move in MOVE.finditer(found["moves"])]
        lines = [engine.principal_variation(analysis.state, move) for move in analysis.moves]
        assert int(found["number"]) == explanation.ply + 1
        assert tuple(name for name, _ in shown) in {
            line[: len(shown)] for line in lines[: len(analysis.best)]
        }
        state, names = analysis.state, set[tuple[int, str]]()
        for name, player in shown:
            names.add((state.to_move, player))
            assert (player == "you") == (reader == 10 and state.to_move == 0)
            state = state.successor(state.game.action_named(state, name))
        assert len(names) == len({seat for seat, _ in names}) == len({player for _, player in names})


def crowd(worth: str, reasons: str, *, is_best: bool = False) -> list[move_groups.Group]:
    """Groups of one worth, a letter for each move, equal letters for an equal reason."""
    return [move_groups.Group((f"{worth[0]}{at}",), worth, each, is_best) for at, each in enumerate(reasons)]


def condensed(groups: list[move_groups.Group]) -> list[tuple[int, str, str]]:
    told = move_groups._condense(ENGLISH, move_groups._unite(groups), TELLINGS)
    return [(len(group.names), group.worth, group.reason) for group in told]


def test_small_groups_lose_their_reasons_first() -> None:
    singles = [*crowd("win in 2", "AB", is_best=True), *crowd("loss in 1", "EEEFGHIJJ")]
    assert condensed(singles) == [
        (1, "win in 2", "A"),
        (1, "win in 2", "B"),
        (3, "loss in 1", "E"),
        (6, "loss in 1", ""),
    ]


def test_reasons_of_one_kind_merge() -> None:
    lost = [
        group._replace(kind=General.LETS_WIN if place < 6 else General.LETS_FORK)
        for place, group in enumerate(crowd("loss in 1", "ABCDEFGHIJ"))
    ]
    assert condensed(lost) == [
        (6, "loss in 1", "each lets the opponent win at once"),
        (4, "loss in 1", "each lets the opponent make two threats"),
    ]


def test_best_moves_keep_a_reason() -> None:
    best = crowd("win in 2", "AABCD", is_best=True)
    worse = [*crowd("draw", "A"), *crowd("loss in 3", "A"), *crowd("loss in 1", "A")]
    assert condensed([*best, *worse]) == [
        (2, "win in 2", "A"),
        (3, "win in 2", ""),
        (1, "draw", "A"),
        (1, "loss in 3", "A"),
        (1, "loss in 1", "A"),
    ]


def test_equal_moves_share_one_line() -> None:
    state = state_after(engine.game("connect-four"), "1 4 1 4 7 4")
    *_, last = move_groups.format_groups(ENGLISH, engine.analyse(state, depth=2))
    assert last.endswith(": loss in 1 · ignores the threat on 4")
    assert len(read_lines(last)[0].names) + read_lines(last)[0].more > 1


def test_guess_stands_above_a_proof_only_where_it_is_advised() -> None:
    lines = move_groups.format_groups(ENGLISH, analyse_as((0.3, 9), (0.1, 9), (0, 4), (-1, 2)))
    assert [line.partition(" · ")[0] for line in lines] == [
        "★ a1: about +0.3 (my estimate)",
        "c1: draw",
        "b1: about +0.1",
        "a2: loss in 1",
    ]


@pytest.mark.parametrize(
    ("best", "worst", "said"),
    [
        ("loss by 3", "loss by 9", "loss by 3 to 9"),
        ("loss in 4", "loss in 2", "loss in 2 to 4"),
        ("about 1 box ahead", "about 2 boxes behind", "about 1 box ahead to 2 boxes behind"),
        ("about 3 discs behind", "about 9 discs behind", "about 3 to 9 discs behind"),
        ("about +0.1", "about -0.3", "about +0.1 to -0.3"),
        ("draw", "loss by 9", "draw to loss by 9"),
        ("loss", "loss in 3", "loss to loss in 3"),
        ("draw", "draw", "draw"),
    ],
)
def test_range_says_once_what_is_common(best: str, worst: str, said: str) -> None:
    assert format_range(ENGLISH, best, worst) == said
