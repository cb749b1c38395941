"""Kalah's board: who sowed last, in a game in which a player may move again."""

from bot.playground.messages import text_of
from tests.bot.boards import between, board_rows, pictures
from tests.bot.desk import Desk
from tests.bot.test_pictures import WHITE, is_like, picture, pit


def outlined(names: str) -> list[int]:
    """The houses of the picture that stand out as sown last."""
    image = picture("kalah", names, seat=0)
    return [house for house in range(12) if is_like(pit(image, house, outwards=41), WHITE)]


def test_last_sown_house_is_outlined() -> None:
    assert outlined("c") == [2]
    assert outlined("c a") == [0]
    assert outlined("c a b") == [7]


async def test_board_shows_the_movers_houses(desk: Desk) -> None:
    board = await between(desk, "kalah")
    await desk.click(desk.ada, board, "c")
    message = desk.message(board)
    assert f"It is {desk.ada.mention}'s turn again (South)." in text_of(message)
    assert board_rows(message) == [["a", "b", "c"], ["d", "e", "f"]]
    [shown] = pictures(message)
    assert shown["description"].endswith(
        "1 in store. North, above, from right to left: a 4, b 4,"
        " c 4, d 4, e 4, f 4; 0 in store. South sowed c last. South moves again."
    )
    await desk.click(desk.ada, board, "a")
    assert f"It is {desk.grace.mention}'s turn (North)." in text_of(desk.message(board))
