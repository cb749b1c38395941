"""A review opens at the reader's own gravest mistake, and leads to the others."""

from bot.playground.things import Json
from tests.bot.desk import Desk
from tests.bot.shown import button_id, buttons, id_of, menus


async def test_review_opens_at_ones_own_mistake(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 b2 c3 c1 a3 a2 c2 b3")
    for person, parity in ((desk.ada, 0), (desk.grace, 1)):
        shown = id_of(await desk.command(person, "review"))
        seen = [shown_ply(desk.message(shown))]
        while "Next mistake" in [button["label"] for button in buttons(desk.message(shown))]:
            await desk.click(person, shown, "Next mistake")
            seen.append(shown_ply(desk.message(shown)))
            if seen[-1] == seen[0]:
                break
        await desk.click(person, shown, "Who was ahead")
        [menu] = menus(desk.message(shown))
        own = [int(each["value"]) for each in menu["options"] if int(each["value"]) % 2 == parity]
        assert sorted(set(seen)) == own


def shown_ply(message: Json) -> int:
    return int(button_id(message, "Who was ahead").split(":")[-1])


async def test_forged_next_mistake_is_refused(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 b2 c3 c1 a3 a2 c2 b3")
    shown = id_of(await desk.command(desk.ada, "review", public=True))
    assert "Next mistake" not in [button["label"] for button in buttons(desk.message(shown))]
    assert (await desk.press(desk.eve, shown, "vn:1:0")).text.startswith("This button no longer exists.")
