"""/board, /move, /resign and /help, and what all commands are called."""

import asyncio

import pytest

from bot.playground.messages import text_of
from bot.playground.things import Json
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.shown import LOST, buttons, cells, controls, id_of, open_cells
from tests.bot.stage import Stage


def is_typed(command: Json) -> bool:
    """Whether a command is typed, and not in a menu."""
    return bool(command["type"] == 1)


@pytest.mark.parametrize(
    ("name", "options"),
    [("board", {}), ("move", {"to": "b2"}), ("resign", {}), ("explain", {}), ("hint", {})],
)
async def test_no_match_says_how_to_start(desk: Desk, name: str, options: dict[str, object]) -> None:
    answer = await desk.command(desk.ada, name, **options)
    assert answer.ephemeral
    assert "`/challenge`" in answer.text


async def test_matches_elsewhere_are_not_here(desk: Desk) -> None:
    await desk.challenge(desk.ada)
    for name in ("board", "resign", "explain"):
        answer = await desk.command_in(desk.games, desk.ada, name)
        assert answer.ephemeral
        assert "`/challenge`" in answer.text


async def test_board_is_posted_anew_and_linked(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    await stage.click(stage.ada, old, "b2")
    position = cells(stage.message(old))
    answer = await stage.command(stage.ada, "board")
    new = id_of(answer)
    assert new != old
    assert cells(stage.message(new)) == position
    assert list(buttons(stage.message(old))) == []
    assert stage.link(new) in text_of(stage.message(old))
    [picture] = pictures(stage.message(old))
    assert picture["description"].startswith("X on b2, O on ")


async def test_board_shows_ones_newest_match(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="easy")
    await desk.challenge(desk.ada, level="hard")
    await desk.challenge(desk.grace, level="perfect")
    assert "(O, hard)" in (await desk.command(desk.ada, "board")).text
    await desk.resign(desk.ada)
    assert "(O, easy)" in (await desk.command(desk.ada, "board")).text


async def test_board_shows_others_the_channels_newest(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="easy")
    await desk.challenge(desk.grace, level="hard")
    answer = await desk.command(desk.eve, "board")
    assert "(O, hard)" in answer.text
    assert not answer.ephemeral


async def test_board_shows_a_finished_match(desk: Desk) -> None:
    await desk.challenge(desk.ada)
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "board")
    assert "Maxine wins" in answer.text
    assert controls(desk.message(id_of(answer))) == LOST


async def test_two_boards_at_once_leave_one(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    answers = await asyncio.gather(*(stage.command(stage.ada, "board") for _ in range(2)))
    [(current,)] = stage.rows("SELECT message_id FROM matches")
    assert current in [id_of(answer) for answer in answers]
    [other] = [id_of(answer) for answer in answers if id_of(answer) != current]
    assert list(buttons(stage.message(other))) == []
    assert stage.link(current) in text_of(stage.message(other))
    assert not (await stage.click(stage.ada, current, "b2")).ephemeral


async def test_move_answers_with_a_new_board(desk: Desk) -> None:
    old = await desk.challenge(desk.ada)
    answer = await desk.command(desk.ada, "move", to="b2")
    assert not answer.ephemeral
    message = desk.message(id_of(answer))
    assert len(open_cells(message)) == 7
    assert cells(message).split(" / ")[1].split()[1] == "X"
    assert desk.link(id_of(answer)) in text_of(desk.message(old))
    assert list(buttons(desk.message(old))) == []


async def test_move_pings_whoever_is_next(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    answer = await stage.command(stage.ada, "move", to=" B2 ")
    assert stage.message(id_of(answer))["pinged"] == [str(stage.grace.id)]


async def test_unknown_move_lists_the_legal_ones(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "b2")
    for name in ("d4", "b2", " ", "b" * 100):
        answer = await desk.command(desk.grace, "move", to=name)
        assert answer.ephemeral
        assert "a1, b1, c1, a2, c2, a3, b3, c3" in answer.text
    assert desk.rows("SELECT count(*) FROM moves") == [(1,)]


async def test_move_out_of_turn_is_refused(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    answer = await desk.command(desk.grace, "move", to="b2")
    assert answer.ephemeral
    assert f"It is not your turn. Please wait until {desk.ada.mention} has moved." in answer.text


async def test_move_suggestions_begin_as_typed(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    choices = await stage.playground.autocomplete(stage.grace, stage.general, "move", "to", "B")
    assert choices == [{"name": "b1", "value": "b1"}, {"name": "b3", "value": "b3"}]
    everything = await stage.playground.autocomplete(stage.grace, stage.general, "move", "to", "")
    assert [choice["value"] for choice in everything] == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]


async def test_no_suggestions_out_of_turn(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    for person in (stage.grace, stage.eve):
        assert await stage.playground.autocomplete(person, stage.general, "move", "to", "") == []


async def test_game_of_ones_newest_match(stage: Stage) -> None:
    await stage.challenge(stage.ada, game="oware")
    await stage.challenge(stage.ada, game="connect-four")
    await stage.challenge(stage.grace, game="kalah")
    for name in ("rules", "leaderboard", "puzzle", "characters", "analyse"):
        assert "Connect Four" in (await stage.command(stage.ada, name)).text
    assert "Tic-tac-toe" in (await stage.command(stage.eve, "rules")).text
    assert "Tic-tac-toe" in (await stage.command(stage.eve, "leaderboard")).text


async def test_help_names_every_command(stage: Stage) -> None:
    shown = await stage.command(stage.ada, "help")
    answer = await stage.click(stage.ada, id_of(shown), "All commands")
    assert shown.ephemeral
    assert len(answer.text) < 1_700
    for command in filter(is_typed, stage.playground.world.commands):
        assert f"`/{command['name']}`" in answer.text or command["name"] == "help"


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("challenge", {"level": "godlike"}, "There is no level “godlike”. Choose one of these: easy,"),
        ("challenge", {"game": "go"}, "There is no game “go”. Choose one of these: Connect Four; "),
        ("leaderboard", {"game": "go"}, "There is no game “go”."),
    ],
)
async def test_outdated_choice_is_refused(
    stage: Stage, command: str, options: dict[str, str], sentence: str
) -> None:
    stage.leave_unchecked("choices")
    answer = await stage.command(stage.ada, command, **options)
    assert answer.ephemeral
    assert sentence in answer.text
    assert stage.rows("SELECT count(*) FROM matches") == [(0,)]


async def test_invitation_to_an_unknown_game(stage: Stage) -> None:
    stage.leave_unchecked("choices")
    answer = await stage.command(stage.ada, "challenge", opponent=stage.grace, game="go")
    assert answer.ephemeral
    assert stage.rows("SELECT count(*) FROM invitations") == [(0,)]


async def test_unchecked_long_move_is_refused(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    stage.leave_unchecked("max_length")
    answer = await stage.command(stage.ada, "move", to="b" * 3000)
    assert answer.ephemeral
    assert not answer.failed
