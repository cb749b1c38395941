"""Everything that people can do and meet: every command, button and error, in every game."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest

import engine
from bot.components.analysis_boards import OldTakeBackButton
from bot.components.explanations import ExplainButton
from bot.models import RACE
from bot.playground.messages import text_of
from bot.playground.scheduled import CREATE_EVENTS
from bot.playground.things import Json, Person
from bot.playground.world import EPHEMERAL
from bot.services import privacy, settings, tournaments
from engine import puzzles
from tests.bot.gated import GAME, Gated
from tests.bot.puzzling import of_goal, only, takes_thought
from tests.bot.stage import Stage, buttons, id_of, open_cells
from tests.bot.test_analysis_boards import end_of_long_line
from tests.bot.test_thinking_trouble import DEAD

if TYPE_CHECKING:
    from tests.bot.pseudo import Ear, Foreign


async def do_everything(stage: Foreign, ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do and meet all of it but what takes a bot that thinks for as long as one wants."""
    stage.set_patience(0.05)
    await meet_nothing(stage)
    for slug in engine.game_slugs():
        await play_game(stage, slug)
    await meet_characters(stage)
    await play_people(stage)
    await agree(stage)
    await moderate(stage)
    await play_together(stage)
    await run_out_of_time(stage)
    await move_matches(stage)
    await invite_people(stage)
    await beat_maxine(stage)
    await solve_puzzles(stage, monkeypatch)
    await run_races(stage, monkeypatch)
    await hold_arenas(stage)
    await hold_tournaments(stage, monkeypatch)
    await plan_ahead(stage)
    await compare(stage, ear)
    await look_at_people(stage)
    await choose_settings(stage)
    await close_season(stage)
    await use_commands(stage)
    await ask_for_what_is_not(stage)
    await keep_to_oneself(stage)
    await meet_trouble(stage)


async def meet_nothing(stage: Foreign) -> None:
    """Use everything before there is anything."""
    names = ("board", "explain", "resign", "hint", "replay", "review", "analyse")
    for name in (*names, "leaderboard", "streaks", "help"):
        await stage.command(stage.ada, name)
    await stage.command(stage.ada, "leaderboard", scope="global")
    await stage.command(stage.ada, "streaks", scope="global")
    await stage.command(stage.ada, "move", to="9")
    await stage.command(stage.ada, "puzzle", mine=True)
    for name in ("play", "help"):
        await explore(stage, id_of(await stage.command(stage.eve, name)), stage.eve)


async def explore(stage: Stage, message: int, *people: Person) -> None:
    """Let people press every button and choose from every menu there is, and on all messages that come of it.

    What says the same below the same heading is pressed once, by each of them who sees it; what only names a
    move, three times.
    """
    pressed, shown = Counter[tuple[str, ...]](), [(message, people)]
    while shown:
        message, viewers = shown[0]
        found = offered(stage.message(message))
        fresh = next((each for each in found if pressed[each] < (1 if each[-1] else 3)), None)
        if fresh is None:
            del shown[0]
            continue
        pressed[fresh] += 1
        for person in viewers:
            answer = await stage.playground.click_id(person, message, *found[fresh])
            await stage.quiet()
            for made in filter(None, (answer.message, *answer.followups)):
                shown += [(int(made["id"]), (person,) if made["flags"] & EPHEMERAL else people)]


Offered: TypeAlias = dict[tuple[str, ...], tuple[str, list[str] | None]]


def offered(message: Json) -> Offered:
    """The ids and choices of what can be pressed, by the heading above it, its kind and what it says."""
    heading, found = text_of(message).partition("\n")[0], Offered()
    for button in sorted(buttons(message), key=is_red):  # they end things
        said = button["label"] if "⟦" in button["label"] else ""
        if not button.get("disabled"):
            id_ = str(button["custom_id"])
            found.setdefault((heading, id_.partition(":")[0], said), (id_, None))
    for menu in menus(message):
        for option in menu["options"]:
            said = re.sub(r"\d+", "", option["label"])
            found.setdefault((heading, menu["custom_id"], said), (menu["custom_id"], [option["value"]]))
    return found


def is_red(button: Json) -> bool:
    """Whether a button is in the colour of danger."""
    return bool(button["style"] == 4)


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
        for person in (stage.ada, stage.grace):
            for mark in open_ids(stage, board, "w:"):
                await stage.press(person, board, mark)
        key = rng.choice(keys)
        if (await stage.press(stage.ada, board, key)).ephemeral:
            await stage.press(stage.grace, board, key)


async def look_back(stage: Foreign) -> None:
    """Look at the match that ended last from all sides."""
    passer_by, number = stage.newcomer("eve"), stage.rows("SELECT max(id) FROM matches")[0][0]
    await stage.command(passer_by, "explain", ply=1, tree=True)
    await stage.command(passer_by, "explain")
    public = id_of(await stage.command(passer_by, "review", public=True))
    await explore(stage, public, stage.ada, passer_by)
    for name in ("review", "replay"):
        await explore(stage, id_of(await stage.command(stage.ada, name, match=number)), stage.ada, stage.ada)
    for old in (f"j:{number}:0", f"k:{number}:0:0", f"t:{number}:0:0", f"s:{number}:0", f"lp:{number}"):
        await stage.press(stage.ada, public, old)  # which older lessons had
    await stage.command(stage.ada, "explain", ply=99)


async def analyse(stage: Foreign, slug: str) -> None:
    """Try out moves from the start of a game, and from the last position of the match that ended last."""
    await explore(stage, id_of(await stage.command(stage.ada, "analyse", game=slug)), stage.ada)
    last = id_of(
        await stage.command(stage.eve, "analyse", match=stage.rows("SELECT max(id) FROM matches")[0][0])
    )
    await stage.press(stage.eve, last, open_ids(stage, last, "am:")[0])
    await stage.press(stage.eve, last, end_of_long_line()[1])
    await stage.press(stage.eve, last, OldTakeBackButton.id_for(slug, "", 0, 0))


def menus(message: Json) -> Iterator[Json]:
    """Every menu of a message, in order."""
    for component in message.get("components", ()):
        if component["type"] == 3:
            yield component
        yield from menus(component)


def open_ids(stage: Stage, message: int, kind: str) -> list[str]:
    """The ids of the buttons of a kind that can be pressed."""
    found = (button for button in buttons(stage.message(message)) if not button.get("disabled"))
    return [str(button["custom_id"]) for button in found if button["custom_id"].startswith(kind)]


async def meet_characters(stage: Foreign) -> None:
    """Look at what players of all kinds were thinking."""
    for level, slug in (
        ("q-table", "tic-tac-toe"),
        ("mcts", "tic-tac-toe"),
        ("random", "kalah"),
        ("depth-2", "oware"),
    ):
        await stage.challenge(stage.ada, game=slug, level=level, first="opponent")
        await asyncio.gather(*stage.bot.context.replies.values(), return_exceptions=True)
        await explore(stage, id_of(await stage.command(stage.ada, "explain", ply=1)), stage.ada)


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


def newest_board(stage: Stage) -> int:
    """The message that shows the newest match."""
    return int(stage.rows("SELECT message_id FROM matches ORDER BY id DESC LIMIT 1")[0][0])


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


async def play_together(stage: Foreign) -> None:
    """Vote, and try what cannot be done while a channel votes."""
    await stage.command(stage.ada, "challenge", together=True, opponent=stage.grace)
    await stage.playground.command(stage.ada, stage.world.direct(stage.ada), "challenge", together=True)
    for pace in ("30 seconds", "1 hour", "1 day"):
        await stage.challenge(stage.ada, together=True, pace=pace)
    board = await stage.challenge(stage.ada, together=True, votes=True, level="easy")
    await stage.click(stage.ada, board, "Play now")  # nobody has voted
    await stage.click(stage.eve, board, "Resign")
    await stage.press(stage.eve, board, ExplainButton.id_for(*stage.rows("SELECT max(id) FROM matches")[0]))
    _, match, version, _ = open_ids(stage, board, "m:")[0].split(":")
    await stage.press(stage.ada, board, f"w:{match}:{version}:1")
    await stage.command(stage.eve, "move", to="b2")
    while cells_left := open_cells(stage.message(board)):
        for person, cell in ((stage.ada, cells_left[0]), (stage.eve, cells_left[-1])):
            await stage.click(person, board, cell)
        for close in open_ids(stage, board, "pn:"):
            await stage.press(stage.ada, board, close)
        await stage.upkeep()


async def plan_ahead(stage: Foreign) -> None:
    """Plan matches of the channel and a tournament, and meet all that cannot be done with plans."""
    for at in ("soon", "2020-01-01"):
        await stage.command(stage.ada, "challenge", together=True, at=at)
    await stage.command(stage.ada, "challenge", at="in 1 hour")
    planned = await stage.command(stage.ada, "challenge", together=True, at="in 1 hour")
    await stage.command(stage.ada, "challenge", together=True, at="in 1 hour")
    await stage.press(stage.ada, id_of(planned), "pc:99")
    await stage.click(stage.grace, id_of(planned), "Call off")
    stage.database.change("UPDATE plans SET is_begun = 1", ())
    await stage.click(stage.ada, id_of(planned), "Call off")
    stage.database.change("UPDATE plans SET is_begun = 0", ())
    await stage.click(stage.ada, id_of(planned), "Call off")
    world = stage.playground.world
    usual, world.bot_permissions = world.bot_permissions, str(int(world.bot_permissions) & ~CREATE_EVENTS)
    planned = await stage.command(stage.ada, "challenge", together=True, at="in 1 hour")
    world.bot_permissions = usual
    opened = await stage.command(stage.ada, "tournament create", at="in 1 hour")
    await stage.upkeep()
    stage.clock.advance(hours=1, seconds=1)
    await stage.upkeep()
    await stage.click(stage.ada, id_of(opened), "Call off")
    await stage.upkeep()
    stage.clock.reset()


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


async def run_races(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run races that nobody, one or two people win, and meet all that cannot be done with them."""
    with monkeypatch.context() as patched:
        only(patched, *puzzles.of("tic-tac-toe", "easy")[:12])
        message = id_of(await stage.command(stage.ada, "race", game="tic-tac-toe"))
        await stage.command(stage.grace, "race")
        await stage.press(stage.ada, message, "ru:99")
        own = id_of(await stage.click(stage.ada, message, "Solve"))
        for _ in RACE:
            await stage.click(stage.ada, own, "Show solution")
            await stage.click(stage.ada, own, "Next puzzle")
        for number in range(20):
            await stage.click(stage.newcomer(f"runner{number}"), message, "Solve")
        await end_race(stage, message)
        await end_race(stage, id_of(await stage.command(stage.ada, "race")), stage.grace)
        message = id_of(await stage.command(stage.ada, "race", weekly=True))
        await end_race(stage, message, stage.grace, stage.eve)
        await stage.press(stage.grace, message, "rn:3")  # not hers
        for is_weekly in (0, 1):  # stopped already, ok
            stage.database.change("UPDATE races SET is_weekly = ? WHERE id = 3", (is_weekly,))
            await stage.press(stage.ada, message, "rn:3")
    stage.clock.reset()


async def end_race(stage: Foreign, message: int, *people: Person) -> None:
    """Let people solve a puzzle in time, and the next one too late."""
    for person in people:
        own = id_of(await stage.click(person, message, "Solve"))
        await stage.solve(person, own)
        await stage.click(person, own, "Next puzzle")
    await stage.upkeep()
    stage.clock.advance(hours=1)
    await stage.click(stage.ada, message, "Solve")
    await stage.upkeep()
    for person in people[-1:]:
        await stage.solve(person, own)


async def hold_tournaments(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold tournaments of three and of many, and meet all that cannot be done with them."""
    await stage.command(stage.ada, "tournament show")
    alone = stage.playground.direct(stage.ada)
    await stage.playground.command(stage.ada, alone, "tournament create")
    world = stage.playground.world
    usual, world.bot_permissions = world.bot_permissions, "1024"  # to view, and no more
    await stage.command(stage.ada, "tournament create")
    world.bot_permissions = usual
    message = id_of(await stage.command(stage.ada, "tournament create", maxine="easy"))
    await stage.command(stage.grace, "tournament create")
    for label in ("Join", "Leave", "Leave", "Start", "Call off"):
        await stage.click(stage.grace, message, label)
    await stage.command(stage.ada, "tournament join")
    with monkeypatch.context() as patched:
        patched.setattr(tournaments, "_TRIES", 0)
        await stage.click(stage.grace, message, "Join")
    await stage.click(stage.ada, message, "Start")
    await stage.command(stage.grace, "tournament join")
    await stage.command(stage.grace, "tournament cancel")
    with monkeypatch.context() as patched:
        patched.setattr(tournaments, "MOST", 3)
        await stage.click(stage.eve, message, "Join")
    await stage.press(stage.eve, message, "tj:999")
    await stage.command(stage.ada, "tournament start")
    message = id_of(await stage.command(stage.ada, "tournament show"))
    await stage.command(stage.eve, "tournament join")
    await stage.command(stage.eve, "tournament cancel")
    asked = id_of(await stage.click(stage.grace, message, "Withdraw"))
    await stage.click(stage.grace, asked, "Really withdraw?")
    await stage.click(stage.grace, message, "Withdraw")
    await end_tournament(stage)
    message = id_of(await stage.command(stage.ada, "tournament create"))
    await stage.click(stage.ada, message, "Call off")
    await stage.command(stage.grace, "tournament join")
    message = id_of(await stage.command(stage.ada, "tournament create"))
    for _ in range(11):
        await stage.click(stage.newcomer("eve"), message, "Join")
    await stage.click(stage.ada, message, "Start")
    await end_tournament(stage)


async def end_tournament(stage: Foreign) -> None:
    """Let whoever can give up whatever is played in a tournament, until it is over."""
    people = {person.id: person for person in stage.playground.world.people}
    while stage.rows("SELECT 1 FROM tournaments WHERE status = 'running'"):
        for first, second, board in stage.rows(
            "SELECT first_id, second_id, message_id FROM matches JOIN tournament_pairings ON match_id = id"
            " WHERE result IS NULL"
        ):
            for label in ("Resign", "Really resign?"):
                await stage.click(people[first or second], board, label)
        await stage.upkeep()


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


async def solve_puzzles(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Try, solve, give up and share puzzles."""
    stage.set_patience(10)
    for slug in engine.game_slugs():
        await solve_puzzle(stage, await stage.begin(stage.ada, game=slug, difficulty="hard"))
    daily = id_of(await stage.command(stage.ada, "daily"))
    number = (await stage.newest()).id
    await stage.press(stage.ada, daily, f"f:{number}")  # nothing to share yet
    await stage.try_wrong(stage.ada, daily)
    await stage.click(stage.ada, daily, "Hint")
    await stage.solve(stage.ada, daily)
    shared = id_of(await stage.click(stage.ada, daily, "Share"))
    await stage.click(stage.ada, daily, "Share")
    await stage.click(stage.grace, shared, "Play today's puzzle")
    await stage.command(stage.ada, "streaks")
    stage.clock.advance(days=1)
    await stage.command(stage.ada, "daily")
    stage.clock.reset()
    await stage.press(stage.ada, daily, f"x:{number}")
    await meet_odd_puzzles(stage, monkeypatch)
    await repair_errors(stage)


async def repair_errors(stage: Foreign) -> None:
    """Let Ada err, and solve the puzzles from her errors until there are no more; streaks say more then."""
    board = await stage.between(stage.grace, stage.ada)
    await stage.moves(board, stage.grace, stage.ada, "b2 a1 b1 c3 b3")
    answer = await stage.command(stage.ada, "puzzle", game="tic-tac-toe", mine=True)
    while open_ids(stage, id_of(answer), "g:"):
        await solve_puzzle(stage, id_of(answer))
        answer = await stage.command(stage.ada, "puzzle", game="tic-tac-toe", mine=True)
    await stage.command(stage.ada, "streaks")


async def solve_puzzle(stage: Foreign, message: int) -> None:
    """Do all that there is to do with a puzzle."""
    number = (await stage.newest()).id
    await stage.try_action(stage.ada, message, 99)  # not legal
    await stage.try_wrong(stage.ada, message)
    await stage.click(stage.ada, message, "Hint")
    await stage.press(stage.ada, message, f"i:{number}:99")  # from an old board
    await stage.try_right(stage.ada, message)
    await explore(stage, message, stage.ada)


async def meet_odd_puzzles(stage: Foreign, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wish for puzzles that there are not, for those of others, and for what takes too long."""
    message = await stage.begin(stage.ada)
    shared = id_of(await stage.command(stage.ada, "board"))
    await stage.press(stage.eve, shared, f"i:{(await stage.newest()).id}:0")
    few = [of_goal(*kind)[0] for kind in (("tic-tac-toe", 0), ("tic-tac-toe", 1), ("oware", 1))]
    few[0] = few[0]._replace(theme="block")
    slow = next(filter(takes_thought, of_goal("connect-four", 1)))
    with monkeypatch.context() as patch:
        only(patch, *few)
        for slug in ("tic-tac-toe", "oware", "connect-four", None):
            for difficulty in puzzles.DIFFICULTIES:
                wish = {"difficulty": difficulty} | ({"game": slug} if slug else {})
                for theme in ({}, {"theme": "block"}, {"theme": "parity"}):
                    for _ in range(2):
                        await stage.command(stage.ada, "puzzle", **wish, **theme)
        only(patch, slow)
        await stage.restart()  # or the worker might remember what it has found out
        stage.set_patience(0)
        message = await stage.begin(stage.ada, game="connect-four")
        await stage.try_right(stage.ada, message)
        await stage.click(stage.ada, message, "Show solution")


async def hold_arenas(stage: Foreign) -> None:
    """Let players meet, equals and others, and see a game again."""
    pairs = ("perfect", "easy"), ("random", "random"), ("perfect", "perfect"), ("random", "greedy")
    for first, second in pairs:
        for games, slug in ((1, "tic-tac-toe"), (9, "tic-tac-toe"), (60, "tic-tac-toe-misere")):
            options = {"x": first, "o": second, "game": slug, "games": games}
            arena = id_of(await stage.command(stage.ada, "arena", **options))
            await explore(stage, arena, stage.eve)
    await stage.command(stage.ada, "arena", x="7", o="7")
    await stage.command(stage.ada, "arena", x="easy", o="q-table", game="oware")


async def compare(stage: Foreign, ear: Ear) -> None:
    """Read leaderboards and suggestions."""
    for slug in engine.game_slugs():
        await stage.command(stage.ada, "leaderboard", game=slug)
    for person in (stage.ada, stage.eve):
        for name in ("replay", "review", "resign"):
            for choice in await stage.playground.autocomplete(person, stage.general, name, "match", ""):
                ear.hear(choice["name"], "choice")
    await stage.command(stage.ada, "leaderboard", level="iq-1")
    await fill_leaderboard(stage)
    await stage.command(stage.ada, "leaderboard", game="tic-tac-toe")
    for board in ("rating", "maxine", "puzzles"):
        for options in ({}, {"period": "month"}, {"scope": "global", "period": "week"}, {"scope": "global"}):
            await stage.command(stage.ada, "leaderboard", board=board, **options)
            await stage.command(stage.eve, "leaderboard", game="oware", board=board, **options)
    pages = await stage.command(stage.ada, "leaderboard", board="rating", scope="global")
    await explore(stage, id_of(pages), stage.ada)
    for name, option in (("move", "to"), ("challenge", "level")):
        for choice in await stage.playground.autocomplete(stage.ada, stage.general, name, option, ""):
            ear.hear(choice["name"], "choice")


async def look_at_people(stage: Foreign) -> None:
    """Look at profiles and at what was played, of oneself and of others, also where there is nothing."""
    ada, grace, eve, zoe = stage.ada, stage.grace, stage.eve, stage.newcomer("zoe")
    maxine = stage.playground.world.bot
    for user in (grace, zoe, stage.robot):
        await stage.command(ada, "profile", user=user)
    for other in (grace, eve, maxine, ada):
        await stage.command(ada, "versus", user=other)
    for user, wanted in (
        (zoe, {}),
        (grace, {}),
        (ada, {"opponent": maxine}),
        (ada, {"game": "oware"}),
        (ada, {"game": "tic-tac-toe", "opponent": grace}),
    ):
        await stage.command(ada, "history", user=user, **wanted)
    await explore(stage, id_of(await stage.command(ada, "profile")), ada)


async def fill_leaderboard(stage: Stage) -> None:
    """Let somebody have lost to more characters than there are tables in a message."""
    sql = "INSERT INTO standings (game, guild_id, versus, user_id, losses) VALUES ('tic-tac-toe', ?, ?, 1, 1)"
    rows = [(stage.playground.guild.id, f"iq-{number}") for number in range(12)]
    stage.database.change(sql, *rows)
    ranked = "INSERT INTO rankings (user_id, board, game, guild_id, period, rung, score, deviation, streak)"
    places = [
        (1000 + number, board, game, 300, 1200.0 + number)
        for number in range(12)
        for board, game in (("people", "tic-tac-toe"), ("maxine", "tic-tac-toe"), ("puzzles", ""))
    ]
    stage.database.change(f"{ranked} VALUES (?, ?, ?, 0, 'all', ?, ?, 90, 2)", *places)


async def choose_settings(stage: Foreign) -> None:
    """Change what is usual on the server, at the same time as others too, and meet it."""
    shown = id_of(await stage.command(stage.ada, "settings"))
    choose = stage.playground.click_id
    everywhere = {"channels": [], "season": [], "language": ["-"]}
    chosen = {"channels": [str(stage.games.id)], "season": [str(stage.games.id)]}
    for name, values in [*chosen.items(), ("language", ["en-US"]), ("game", ["oware"]), ("level", ["hard"])]:
        await choose(stage.ada, shown, f"sg:{name}", values)
    await stage.command(stage.ada, "challenge", game="oware")
    await choose(stage.ada, shown, "sg:unknown", [])
    for name, values in [*everywhere.items(), ("game", ["tic-tac-toe"])]:
        await choose(stage.ada, shown, f"sg:{name}", values)
    stage.database.change("DELETE FROM servers")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "_TRIES", 0)
        await choose(stage.ada, shown, "sg:level", ["easy"])
    world = stage.playground.world
    for command in world.commands:
        command["default_member_permissions"] = None
    await stage.command(stage.eve, "settings")


async def close_season(stage: Foreign) -> None:
    """Let a month end in which people have played."""
    ranked = (
        "INSERT INTO rankings (user_id, board, game, guild_id, period, wins, rung, score, deviation)"
        " VALUES (?, 'people', 'tic-tac-toe', ?, '2020-01', 1, 2, 1, 0)"
    )
    stage.database.change(ranked, (stage.ada.id, stage.playground.guild.id))
    closed = "UPDATE servers SET season_channel_id = ?, season_closed = '2019-12'"
    stage.database.change(closed, (stage.games.id,))
    await stage.upkeep()
    stage.database.change("UPDATE servers SET season_channel_id = NULL", ())


async def use_commands(stage: Foreign) -> None:
    """Let somebody new use every command with no more than it needs, and press all that it shows."""
    kim, given = stage.newcomer("kim"), {3: "1", 4: 1, 6: stage.grace}
    for command in stage.playground.world.commands:
        if command["type"] == 1 and command.get("default_member_permissions") is None:
            parts = [each for each in command.get("options", []) if each["type"] == 1]
            for part in parts or [command]:
                name = f"{command['name']} {part['name']}" if parts else command["name"]
                needed = [each for each in part.get("options", []) if each.get("required")]
                options = {each["name"]: given[each["type"]] for each in needed}
                await explore(stage, id_of(await stage.command(kim, name, **options)), kim)


async def keep_to_oneself(stage: Foreign) -> None:
    """See, hide and delete what is kept, and look at what is left for others."""
    zoe = stage.newcomer("zoe")
    board = await stage.between(zoe, stage.eve)
    await stage.moves(board, zoe, stage.eve, "a1 b1 a2 b2 a3")
    await stage.between(zoe, stage.eve)
    await stage.command(zoe, "privacy hide")
    await stage.command(stage.eve, "profile", user=zoe)
    for name in ("show", "export"):
        await stage.command(zoe, f"privacy {name}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy, "MOST_PLAIN", 1)
        await stage.command(zoe, "privacy export")
    asked = id_of(await stage.command(zoe, "privacy delete"))
    await stage.click(zoe, asked, "Delete everything about me")
    await stage.command(zoe, "privacy export")
    await stage.command(stage.eve, "board")
    await stage.click(stage.eve, board, "Rematch")


async def ask_for_what_is_not(stage: Foreign) -> None:
    """Press what nobody knows, and use commands as they are no more."""
    board = await stage.challenge(stage.ada)
    for id_ in ("??", "m:999:0:0", "a:999", "i:999:0"):
        await stage.press(stage.ada, board, id_)
    await stage.command(stage.ada, "move", to="b2")
    await stage.command(stage.ada, "replay", match=999)
    await stage.command(stage.ada, "challenge", game="connect-four")
    await stage.command(stage.ada, "explain", tree=True)
    world = stage.playground.world
    commands = world.commands
    for command in commands:
        for option in command.get("options", ()):
            option.pop("choices", None)
    await stage.command(stage.ada, "challenge", game="7")
    await stage.command(stage.ada, "challenge", level="7")
    await stage.command(stage.ada, "challenge", game="oware", level="q-table")
    await stage.command(stage.ada, "puzzle", difficulty="7")
    await stage.command(stage.ada, "puzzle", theme="7")
    world.set_commands([{**commands[0], "name": "gone", "options": []}])
    await stage.command(stage.ada, "gone")
    world.set_commands(commands)


async def meet_trouble(stage: Foreign) -> None:
    """Go on with a database that is busy, an answer that is not taken, a bug, and workers that die."""
    board = await stage.challenge(stage.ada)
    stage.playground.fail_next("POST", r"/callback$", status=403)
    await stage.click(stage.ada, board, "b2")
    with stage.database.locked():
        await stage.command(stage.ada, "challenge")
    stage.worker = DEAD
    await stage.restart()
    await stage.command(stage.ada, "challenge", game=GAME, first="opponent")
    await stage.command(stage.ada, "explain")


async def wait_for_maxine(gated: Gated) -> None:
    """Watch her think, ask her too much, and stop while she thinks."""
    board, _ = await gated.thinking()
    await gated.thought()
    await gated.click(gated.ada, board, open_cells(gated.message(board))[0])
    gated.close_gate()
    ask = gated.playground.command
    await asyncio.gather(*(ask(gated.ada, gated.general, "explain", ply=ply) for ply in range(1, 5)))
    people = (gated.ada, gated.ada, gated.grace, gated.eve, gated.newcomer("zoe"))
    options = {"x": "hard", "o": "easy", "game": GAME, "games": 1}
    arena, *_ = await asyncio.gather(*(ask(person, gated.general, "arena", **options) for person in people))
    await gated.stop()
    await gated.start()
    gated.open_gate()
    await gated.click(gated.ada, id_of(arena), "⟦Again⟧")
