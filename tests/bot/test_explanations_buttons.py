"""The buttons below an explanation: all moves, and the best line step by step."""

import re

import pytest

import engine
from bot.playground.messages import text_of
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import button_id, id_of, labels
from tests.bot.stage import Stage
from tests.bot.telling import read_lines, worths


async def explained(scene: Scene, slug: str, names: str, **options: object) -> int:
    """The explanation that Ada gets of a match against Maxine, in which both have played so."""
    board = await scene.between(scene.ada, scene.grace, game=slug)
    await scene.moves(board, scene.ada, scene.grace, names)
    await scene.resign(scene.ada)
    return id_of(await scene.command(scene.ada, "explain", **options))


async def list_all(desk: Desk, shown: int) -> str:
    """Press All moves, and turn all pages; return what they say."""
    said = (await desk.click(desk.ada, shown, "All moves")).text
    while "Forward" in labels(desk.message(shown)):
        said += f"\n{(await desk.click(desk.ada, shown, 'Forward')).text}"
    return said


async def test_all_moves_lead_back(desk: Desk) -> None:
    shown = await explained(desk, "four-in-a-row-4x4", "a1 b2", ply=1)
    before = text_of(desk.message(shown))
    assert labels(desk.message(shown)) == ["All moves", "Best line"]
    said, match = await list_all(desk, shown), await desk.match()
    names = worths(engine.analyse(match.state_at(0), depth=1))
    assert {name for line in read_lines(said) for name in line.names} == set(names)
    await desk.click(desk.ada, shown, "Explain")
    assert text_of(desk.message(shown)) == before


async def test_what_the_board_does_not_show_is_told_when_asked(stage: Stage) -> None:
    played = "3 3 3 3 4 5 4 4 5 5 3 2 5 1 4 5 4 3 4 6 6 6 2 6 1 1"
    shown = await explained(stage, "connect-four", f"{played} 6", ply=27)
    before = text_of(stage.message(shown))
    assert "best line" not in before
    assert "Why it holds" in labels(stage.message(shown))
    answer = await stage.click(stage.ada, shown, "Why it holds")
    assert "; after move 31 of the best line it is enough to answer nearly always on top" in answer.text
    assert [line.names for line in read_lines(answer.text)] == [("6",)]
    await stage.click(stage.ada, shown, "Explain")
    assert text_of(stage.message(shown)) == before


async def test_public_explanation_stays_as_it_is(stage: Stage) -> None:
    shown = await explained(stage, "tic-tac-toe", "b2 b1 a1", ply=3, public=True)
    before = stage.message(shown).copy()
    answer = await stage.click(stage.eve, shown, "All moves")
    assert answer.ephemeral
    assert answer.text.startswith("**All moves**, best first")
    assert stage.message(shown) == before


@pytest.mark.parametrize(("slug", "names"), [("oware", "b b"), ("kalah", "f a e c a a c f a")])
async def test_estimates_are_in_seeds_everywhere(desk: Desk, slug: str, names: str) -> None:
    shown = await explained(desk, slug, names, ply=names.count(" ") + 1)
    first = text_of(desk.message(shown))
    assert "I cannot see the end: " in first
    second = await list_all(desk, shown)
    assert len(read_lines(first)) <= 4
    assert len(read_lines(second)) == 6
    for line in (*read_lines(first), *read_lines(second)):
        assert re.match(r"about (\d+ seeds? (ahead|behind)|\d+ to \d+ seeds (ahead|behind)|even)", line.worth)


async def test_verdict_puts_you_in_their_place(desk: Desk) -> None:
    shown = await explained(desk, "tic-tac-toe", "b2 a1", ply=2)
    taken = f"**In the place of {desk.grace.mention} (O): "
    assert text_of(desk.message(shown)).startswith(taken)
    public = await desk.command(desk.ada, "explain", ply=2, public=True)
    assert "In the place" not in public.text
    every = await desk.click(desk.ada, id_of(public), "All moves")
    assert re.search(r" best play: 2\. \S\S \(O\), \S\S \(you\), \S\S \(O\)", every.text)


async def test_long_list_is_turned_by_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.words.explanations._ROWS", 6)
    shown = await explained(desk, "tic-tac-toe", "b2 b1 a1", ply=2)
    first = await desk.click(desk.ada, shown, "All moves")
    assert labels(desk.message(shown)) == ["Forward", "Explain"]
    second = await desk.click(desk.ada, shown, "Forward")
    assert ": page 2 of " in second.text
    assert not {*read_lines(first.text)} & {*read_lines(second.text)}
    assert (await desk.click(desk.ada, shown, "Back")).text == first.text


@pytest.mark.parametrize(
    ("slug", "names", "ply"),
    [
        ("tic-tac-toe", "b2 b1 a1 c3", 4),
        ("tic-tac-toe-wild", "a1x b2x", 2),
        ("tic-tac-toe-misere", "b2 a1 c3", 3),
        ("connect-four", "4 1 3 1 5", 5),
        ("kalah", "b b", 2),
        ("oware", "c b", 2),
        pytest.param("reversi", "e6 f6 f5 f4 g7 h8", 6, id="reversi-last-cell"),
    ],
)
async def test_best_line_is_walked_both_ways(desk: Desk, slug: str, names: str, ply: int) -> None:
    shown = await explained(desk, slug, names, ply=ply)
    first = await desk.click(desk.ada, shown, "Best line")
    line, texts = first.text.splitlines()[1], [first.text]
    while "Forward" in labels(desk.message(shown)):
        answer = await desk.click(desk.ada, shown, "Forward")
        assert id_of(answer) == shown
        assert answer.text.splitlines()[1] == line
        assert len(pictures(desk.message(shown))) == 1
        texts.append(answer.text)
    assert f"step {len(texts)} of {len(texts)}\n" in texts[-1]
    assert len(set(texts)) == len(texts) > 1
    for text in reversed(texts[:-1]):
        assert (await desk.click(desk.ada, shown, "Back")).text == text
    assert labels(desk.message(shown)) == ["Forward", "Last", "Explain"]
    assert (await desk.click(desk.ada, shown, "Last")).text == texts[-1]
    assert (await desk.click(desk.ada, shown, "First")).text == texts[0]
    match = await desk.match()
    moves = re.findall(r"(\S+) \(", line)
    state = match.state_at(ply - 1)
    for name, text in zip(moves, texts, strict=True):
        who = "You play" if state.to_move == 0 else desk.grace.mention
        assert text.splitlines()[2].startswith(f"**{who}")
        assert name in text.splitlines()[2]
        state = state.successor(state.game.action_named(state, name))


@pytest.mark.ci
async def test_step_says_what_it_does(desk: Desk) -> None:
    shown = await explained(desk, "connect-four", "4 1 3 1 5", ply=5)
    answers = [await desk.click(desk.ada, shown, label) for label in ("Best line", "Forward", "Forward")]
    told = [answer.text.splitlines()[2] for answer in answers]
    grace = desk.grace.mention
    assert told[0].startswith("**You play ")
    assert "at once: they cannot all be stopped." in told[0]
    assert told[1].startswith(f"**{grace} (🟡) plays ")
    assert "No move helps any more." in told[1]
    assert told[2].endswith("That wins the game.")


async def test_line_that_is_forged_is_refused(desk: Desk) -> None:
    shown = await explained(desk, "tic-tac-toe", "b2 b1 a1", ply=3)
    _, line, match_id, *_ = button_id(desk.message(shown), "Best line").split(":")
    for id_ in (
        f"bw:{line}:{match_id}:2:9:0",  # a step that the line does not have
        f"bw:____:{match_id}:2:0:0",
        f"bw:{line}:{match_id}:9:0:0",  # a ply that the match does not have
        f"em:{match_id}:9:0",
        f"em:{match_id}:2:99",
        "em:99:0:0",
    ):
        answer = await desk.press(desk.ada, shown, id_)
        assert answer.ephemeral
        assert id_of(answer) != shown


async def test_immediate_win_has_no_line(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 a2 b2 a3")
    shown = id_of(await desk.click(desk.ada, board, "Explain"))
    assert labels(desk.message(shown)) == ["All moves"]


async def test_only_move_has_no_buttons(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "b2 a1 c1 a3 a2 c2 b3 b1 c3")
    shown = id_of(await desk.click(desk.ada, board, "Explain"))
    assert labels(desk.message(shown)) == []


async def advised(scene: Scene) -> tuple[int, str]:
    """An explanation of Ada's own match as it stands, and the label of the button that plays."""
    await scene.challenge(scene.ada, game="connect-four", level="easy")
    shown = id_of(await scene.command(scene.ada, "explain"))
    return shown, labels(scene.message(shown))[0]


async def test_advised_move_is_played(stage: Stage) -> None:
    shown, label = await advised(stage)
    answer = await stage.click(stage.ada, shown, label)
    name = label.removeprefix("Play ")
    assert (id_of(answer), answer.text) == (shown, f"You played {name}.")
    [board] = answer.followups
    match = await stage.match()
    assert match.name_at(0) == name
    assert match.message_id == int(board["id"])


async def test_stale_advice_plays_nothing(desk: Desk) -> None:
    shown, label = await advised(desk)
    await desk.command(desk.ada, "move", to="1")
    before = await desk.match()
    answer = await desk.click(desk.ada, shown, label)
    assert answer.text.startswith("The match has moved on since this hint.")
    assert await desk.match() == before
    assert (await desk.press(desk.ada, before.message_id or 0, f"pa:1:{before.version}:3")).ephemeral
    assert await desk.match() == before


async def test_advice_is_played_by_its_reader_alone(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    for answer in (
        await desk.click(desk.eve, board, "Explain"),
        await desk.command(desk.ada, "explain", public=True),
    ):
        assert not any(label.startswith("Play") for label in labels(desk.message(id_of(answer))))
