"""Matches of every kind, as people begin, play, end and look back on them."""

from random import Random

from bot.components.analysis_boards import try_page_button
from bot.components.explanations import proof_button
from bot.components.lessons import question_button
from bot.playground.things import Person
from tests.bot.exploring import explore, newest_board, open_ids
from tests.bot.pseudo import Foreign
from tests.bot.shown import id_of, open_cells
from tests.bot.stage import Stage
from tests.bot.test_analysis_boards import end_of_long_line


async def play_game(stage: Foreign, slug: str) -> None:
    """Look at everything there is in a game, and play it to its end."""
    await stage.command(stage.ada, "rules", game=slug, public=True)
    await stage.command(stage.ada, "characters", game=slug)
    board = await stage.challenge(stage.ada, game=slug, level="easy", first="opponent")
    for options in ({}, {"ply": 1}, {"tree": True}):
        await explore(stage, id_of(await stage.command(stage.ada, "explain", **options)), stage.ada)
    hint = id_of(await stage.command(stage.ada, "hint"))
    await stage.click(stage.ada, hint, "Show the move")
    await stage.command(stage.ada, "replay")
    if not open_ids(stage, board, "m:"):  # the moves that are advised have won it
        board = await stage.challenge(stage.ada, game=slug, level="easy")
    await stage.press(stage.ada, board, open_ids(stage, board, "m:")[-1])
    await stage.press(stage.ada, hint, "h:{}:{}".format(*stage.rows("SELECT max(id), 1 FROM matches")[0]))
    await stage.click(stage.eve, board, "Explain")
    await explore(stage, board, stage.ada, stage.ada)
    await stage.press(stage.ada, hint, "h:{}:1".format(*stage.rows("SELECT max(id) FROM matches")[0]))
    await play_to_the_end(stage, slug)
    await look_back(stage)
    await analyse(stage, slug)


async def play_to_the_end(stage: Foreign, slug: str) -> None:
    """Let Ada and Grace play by chance until a game is over; whose turn it is not is refused."""
    rng, board = Random(slug), await stage.between(stage.ada, stage.grace, game=slug)
    while keys := open_ids(stage, board, "m:"):
        key = rng.choice(keys)
        if (await stage.press(stage.ada, board, key)).ephemeral:
            await stage.press(stage.grace, board, key)


async def look_back(stage: Foreign) -> None:
    """Look at the match that ended last from all sides."""
    passer_by, number = stage.newcomer("eve"), stage.rows("SELECT max(id) FROM matches")[0][0]
    await stage.command(passer_by, "explain", ply=1, tree=True)
    last = id_of(await stage.command(passer_by, "explain", tree=True))
    for think in open_ids(stage, last, "tk:"):
        await explore(stage, id_of(await stage.press(passer_by, last, think)), passer_by)
    await stage.command(passer_by, "explain")
    public = id_of(await stage.command(passer_by, "review", public=True))
    await explore(stage, public, stage.ada, passer_by)
    for name in ("review", "replay"):
        await explore(stage, id_of(await stage.command(stage.ada, name, match=number)), stage.ada, stage.ada)
    # As pages of moves are rare.
    await stage.press(stage.ada, public, question_button.id_for(number, 1, 0, 0))
    shown = id_of(await stage.command(stage.ada, "explain", ply=1))
    await stage.press(stage.ada, shown, proof_button.id_for(number, 1))  # which is offered but seldom
    await stage.command(stage.ada, "explain", ply=99)


async def analyse(stage: Foreign, slug: str) -> None:
    """Try out moves from the start of a game, and from the last position of the match that ended last."""
    board = id_of(await stage.command(stage.ada, "analyse", game=slug))
    for kind, number in (("am:", 0), ("af:", 0), ("am:", -1), ("ao:", 0)):  # back, and to the other line
        await stage.press(stage.ada, board, open_ids(stage, board, kind)[number])
    await explore(stage, board, stage.ada)
    last = id_of(
        await stage.command(stage.eve, "analyse", match=stage.rows("SELECT max(id) FROM matches")[0][0])
    )
    await stage.press(stage.eve, last, open_ids(stage, last, "am:")[0])
    await stage.press(stage.eve, last, end_of_long_line()[1])
    await stage.press(stage.eve, last, try_page_button.id_for(slug, "", 0, 0, 0))


async def play_people(stage: Foreign) -> None:
    """Play between people, whoever may and may not."""
    board = await stage.between(stage.ada, stage.grace)
    await stage.command(stage.ada, "explain")
    match_id = stage.rows("SELECT max(id) FROM matches")[0][0]
    cell = f"m:{match_id}:0:4"
    for person in (stage.grace, stage.eve, stage.ada, stage.ada):  # not her turn, not her match, ok, stale
        await stage.press(person, board, cell)
    await stage.press(stage.grace, board, f"m:{match_id}:1:4")  # taken
    for kind in ("v", "n"):  # too early for a review, and for a rematch
        await stage.press(stage.ada, board, f"{kind}:{match_id}")
    for name in ("9", "b2", "a4"):
        await stage.command(stage.grace, "move", to=name)
    await stage.click(stage.ada, board, "Resign")
    await stage.click(stage.grace, board, "Really resign?")
    await stage.command(stage.ada, "board")
    await stage.press(stage.ada, board, cell)  # on the old board
    await stage.command(stage.ada, "explain", ply=99)
    await explore(stage, id_of(await stage.command(stage.ada, "board")), stage.ada, stage.grace)
    await stage.press(stage.grace, board, f"m:{match_id}:1:0")  # over
    await stage.command(stage.ada, "explain", ply=99)


async def agree(stage: Foreign) -> None:
    """Offer draws and takebacks, to people and to Maxine, and answer them."""
    board = await stage.between(stage.ada, stage.grace)
    await stage.command(stage.ada, "takeback")  # there is nothing to take back
    await stage.click(stage.ada, board, "b2")
    menu = id_of(await stage.click(stage.ada, board, "More"))
    await stage.click(stage.grace, board, "a1")
    for label in ("Offer a draw", "Offer a draw"):  # the first draws the menu anew
        answer = await stage.click(stage.ada, menu, label)
    [board] = (int(message["id"]) for message in answer.followups)
    await stage.command(stage.ada, "draw")  # it stands already
    for person in (stage.ada, stage.grace):
        await stage.click(person, board, "Decline")
    await stage.command(stage.ada, "draw")  # too soon
    asked = id_of(await stage.command(stage.grace, "takeback"))
    await stage.click(stage.ada, asked, "Allow takeback")
    menu = id_of(await stage.click(stage.ada, newest_board(stage), "More"))
    await stage.click(stage.ada, menu, "Ask to take back")
    await stage.click(stage.grace, newest_board(stage), "b1")
    board = id_of(await stage.command(stage.grace, "draw"))
    await stage.click(stage.ada, board, "Accept draw")
    board = await stage.challenge(stage.ada, game="oware", level="easy")
    await stage.command(stage.ada, "draw")  # she wants to play a little
    for _ in range(2):
        await stage.click(stage.ada, board, open_cells(stage.message(board))[0])
    await stage.command(stage.ada, "draw")  # she cannot say who is better
    menu = id_of(await stage.click(stage.ada, newest_board(stage), "More"))
    await stage.click(stage.ada, menu, "Take back")
    await stage.resign(stage.ada)
    board = await stage.challenge(stage.ada, level="perfect")
    for cells in (("b2",), ("b1", "a2")):
        open_cell = next(cell for cell in cells if cell in open_cells(stage.message(board)))
        await stage.click(stage.ada, board, open_cell)
    menu = id_of(await stage.click(stage.ada, board, "More"))
    await stage.click(stage.ada, menu, "Offer a draw")


async def moderate(stage: Foreign) -> None:
    """List matches, end some, and ask in menus of messages."""
    for scope in ("channel", "server", "mine"):
        for person in (stage.ada, stage.eve):
            await stage.command(person, "matches", scope=scope)
    for _ in range(16):
        board = await stage.challenge(stage.ada)
    await stage.command(stage.ada, "matches")
    await stage.command(stage.eve, "matches")
    await stage.choose_at(stage.eve, board, "Explain")
    said = stage.playground.say(stage.eve, stage.general, "1")
    await stage.choose_at(stage.eve, int(said["id"]), "Explain")
    number = stage.rows("SELECT max(id) FROM matches")[0][0]
    await stage.command(stage.eve, "stop", match=number)
    menu = id_of(await stage.click(stage.ada, board, "More"))
    await stage.click(stage.ada, menu, "End the match")
    await stage.click(stage.ada, menu, "Really end it?")
    for ended in range(number - 15, number):
        asked = id_of(await stage.command(stage.ada, "stop", match=ended))
        await stage.click(stage.ada, asked, "Really end it?")
    await stage.playground.autocomplete(stage.ada, stage.general, "stop", "match", "")


async def run_out_of_time(stage: Foreign) -> None:
    """Be reminded at each pace, and lose on time."""
    for pace in ("30 seconds", "1 minute", "10 minutes", "1 hour", "1 day", "3 days"):
        await stage.between(stage.ada, stage.grace, pace=pace)
    await stage.upkeep()
    for share in (0.95, 1):
        stage.database.change("UPDATE matches SET due_at = due_at - pace * ?", (share,))
        await stage.command(stage.eve, "help")
        await stage.upkeep()
    await stage.command(stage.ada, "board")


async def move_matches(stage: Foreign) -> None:
    """Let a clock stand still, move its match, and try to move it again."""
    options = {"opponent": stage.grace, "pace": "1 day"}
    asked = id_of(await stage.playground.command(stage.ada, stage.games, "challenge", **options))
    await stage.click(stage.grace, asked, "Accept")
    stage.playground.fail_next("PATCH", f"/channels/{stage.games.id}/", 403, times=999)
    stage.database.change("UPDATE matches SET due_at = due_at - pace - 9 WHERE message_id = ?", (asked,))
    await stage.upkeep()
    listed = id_of(await stage.command(stage.ada, "matches", scope="mine"))
    wish = id_of(await stage.click(stage.ada, listed, "Move it here"))
    for person in (stage.ada, stage.grace):
        await stage.click(person, wish, "Go on here")
    await stage.click(stage.ada, listed, "Move it here")
    stage.playground.heal()
    await stage.resign(stage.ada)


async def invite_people(stage: Foreign) -> None:
    """Invite people who answer, who do not, and who were not asked."""
    await stage.command(stage.ada, "challenge", opponent=stage.ada)
    await stage.command(stage.ada, "challenge", opponent=stage.robot)
    alone = stage.playground.direct(stage.ada)
    await stage.playground.command(stage.ada, alone, "challenge", opponent=stage.grace)
    for first in ("me", "random"):
        invitation = await stage.challenge(stage.ada, opponent=stage.grace, first=first)
    number = stage.rows("SELECT max(id) FROM invitations")[0][0]
    for person in (stage.ada, stage.grace, stage.eve):
        for kind in ("a", "c") if person != stage.grace else ("c",):
            if (person, kind) != (stage.ada, "c"):
                await stage.press(person, invitation, f"{kind}:{number}")
    await stage.click(stage.grace, invitation, "Decline")
    await stage.press(stage.ada, invitation, f"c:{number}")
    await stage.command(stage.ada, "challenge", opponent=stage.grace)  # too soon
    stage.clock.advance(hours=2)
    cancelled = await stage.challenge(stage.ada, opponent=stage.grace)
    await stage.click(stage.ada, cancelled, "Cancel")
    await stage.press(stage.ada, cancelled, f"c:{number + 1}")
    accepted = await stage.challenge(stage.ada, opponent=stage.grace)
    await stage.click(stage.grace, accepted, "Accept")
    await stage.press(stage.grace, accepted, f"a:{number + 2}")
    late = await stage.challenge(stage.ada, opponent=stage.grace)
    await keep_people_apart(stage)
    stage.clock.advance(days=2)
    await stage.click(stage.grace, late, "Accept")
    stage.clock.advance(days=8)
    await stage.command(stage.ada, "help")
    await stage.upkeep()
    await stage.command(stage.ada, "board")
    stage.clock.reset()


async def keep_people_apart(stage: Foreign) -> None:
    """Challenge anybody and too many, block and be blocked, and challenge people in their menus."""
    await stage.command(stage.ada, "challenge", open=True, opponent=stage.grace)
    await stage.command(stage.ada, "challenge", opponent=who_has_left(stage))
    stage.playground.world.timeouts[stage.grace.id] = stage.playground.world.time() + 60
    await stage.command(stage.ada, "challenge", opponent=stage.grace)
    stage.playground.world.timeouts.clear()
    stage.playground.world.hidden.add((stage.general.id, stage.grace.id))
    await stage.command(stage.ada, "challenge", opponent=stage.grace)
    stage.playground.world.hidden.clear()
    await stage.playground.command(stage.ada, stage.playground.direct(stage.ada), "challenge", open=True)
    opened = await stage.challenge(stage.ada, open=True, first="opponent", rated=False)
    await stage.click(stage.ada, opened, "Accept")
    await stage.click(stage.grace, opened, "Cancel")
    accept = open_ids(stage, opened, "a:")[0]
    await stage.command(stage.ada, "block", user=stage.ada)
    await stage.command(stage.ada, "block", user=stage.grace, everyone=True)
    for inviter, invitee in ((stage.ada, stage.grace), (stage.grace, stage.ada)):
        await stage.command(inviter, "challenge", opponent=invitee)
    await stage.click(stage.grace, opened, "Accept")
    await stage.command(stage.ada, "unblock", user=stage.grace)
    await stage.command(stage.ada, "unblock", everyone=True)
    await fill_blocks(stage)
    await stage.click(stage.grace, opened, "Accept")
    await stage.press(stage.eve, opened, accept)  # too late
    for pace in ("1 minute", "10 minutes", "1 day", "3 days"):
        await stage.challenge(stage.eve, open=True, pace=pace)
    for person in (stage.eve, stage.newcomer("kim"), stage.newcomer("lou")):
        await stage.command(person, "challenge", opponent=stage.grace)  # the last is one too many for her
    for _ in range(2):
        await stage.command(stage.eve, "challenge", open=True)  # the last is one too many for anybody
    for target in (stage.grace, stage.playground.world.bot):
        asked = id_of(await stage.playground.choose(stage.ada, stage.general, "Challenge", target))
        opponent_id = 0 if target.bot else target.id
        await stage.playground.click_id(stage.ada, asked, f"cg:{opponent_id}", ["tic-tac-toe"])
        await stage.quiet()


def who_has_left(stage: Stage) -> Person:
    """Somebody who was on the server."""
    person, world = stage.newcomer("gil"), stage.playground.world
    world.people = tuple(each for each in world.people if each != person)
    return person


async def fill_blocks(stage: Stage) -> None:
    """Let Zoe block more people than a message lists."""
    zoe = stage.newcomer("zoe")
    rows = [(zoe.id, number) for number in range(1, 60)]
    stage.database.change("INSERT INTO blocks (blocker_id, blocked_id) VALUES (?, ?)", *rows)
    await stage.command(zoe, "block")


async def beat_maxine(stage: Foreign) -> None:
    """End a match against Maxine twice over, and begin another, as one of her characters from the menu."""
    characters = id_of(await stage.command(stage.ada, "characters", game="tic-tac-toe"))
    await stage.playground.click_id(stage.ada, characters, "ch:tic-tac-toe", ["greedy"])
    await stage.quiet()
    await stage.resign(stage.ada)
    board = await stage.challenge(stage.ada)
    for label in ("Explain", "Resign", "Really resign?"):
        await stage.command(stage.ada, "explain", ply=1)
        await stage.click(stage.ada, board, label)
    await stage.command(stage.ada, "explain", ply=1)
    await explore(stage, board, stage.ada, stage.ada)
