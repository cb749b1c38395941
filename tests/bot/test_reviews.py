"""The button Review and /review: what they say of a finished match, to whom, and of which match."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from discord.utils import snowflake_time

import engine
from bot.caches import Cache, weigh
from bot.errors import ManyQuestionsError
from bot.models import Finding, Match, Participant, Place, Reviewed
from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from bot.rendering import curves
from bot.services import Context, review
from engine import AnalysedMove
from tests.bot.boards import between, pictures
from tests.bot.desk import Desk
from tests.bot.gated import GAME, Gated
from tests.bot.stage import Scene, Stage, Told, button_id, buttons, id_of
from tests.bot.test_thinking_trouble import DEAD, NO_ANSWER

STILL_LOOKING = "-# I am still looking for proofs"
ERRORS = "a1 b1 b3 b2 a2 c3 a3"  # everybody gives it away in turn, until X wins
SLIPPED = "a1 b1 b3 a3 c1 b2 a2 c2 c3"  # X lets a win slip to a draw
FLAWLESS = "b2 a1 c1 a3 a2 c2 b3 b1 c3"
MOVE = re.compile(
    r"\*\*(\d+)\.\*\* (?:\S+ )?[\w-]+(?: \?!| \?| \?\?)? (?:\*\*)?"
    r"(best|good|not proven|inaccuracy|mistake|blunder)\b"
)


async def finished(scene: Scene, names: str, game: str = "tic-tac-toe") -> int:
    """A match between Ada and Grace, played to its end; return the board."""
    board = await between(scene, game)
    if names:
        await scene.moves(board, scene.ada, scene.grace, names)
    return board


async def resigned(scene: Scene, names: str, game: str = "tic-tac-toe") -> int:
    """A match between Ada and Grace that Ada resigns after these moves; return the board."""
    await finished(scene, names, game)
    return await scene.resign(scene.ada)


async def all_moves(scene: Scene, person: Person, review: Told) -> Told:
    """The list of all moves, asked for below a review."""
    return await scene.click(person, id_of(review), "All moves")


def menu_of(scene: Scene, message: int) -> Json:
    """The menu of errors of a review."""
    rows = scene.message(message)["components"][0]["components"]
    parts = (part for row in rows for part in row.get("components", ()))
    return next(part for part in parts if part["type"] == 3)


async def choose(scene: Scene, person: Person, message: int, value: str) -> Told:
    """Choose an error from the menu of a review, whether or not it is there."""
    menu = str(menu_of(scene, message)["custom_id"])
    return await scene.press(person, message, menu, value)


def labels(scene: Scene, message: int) -> list[str]:
    """The labels of the buttons."""
    return [button["label"] for button in buttons(scene.message(message))]


async def test_every_move_is_labelled(stage: Stage) -> None:
    board = await finished(stage, ERRORS)
    answer = await stage.click(stage.eve, board, "Review")
    assert answer.ephemeral
    listed = await all_moves(stage, stage.eve, answer)
    assert listed.ephemeral
    assert listed.text.splitlines() == [
        "### Review: Tic-tac-toe",
        "**1.** X a1 best",
        "**2.** O b1 ?? **blunder** · draw → loss in 3. Lost the draw. b2 was best.",
        "**3.** X b3 ? **mistake** · win in 3 → draw. Lost forced win. a2, b2 and a3 were best.",
        "**4.** O b2 ?? **blunder** · draw → loss in 2. Lost the draw. a3 and c3 were best.",
        "**5.** X a2 ? **mistake** · win in 2 → draw. Lost forced win. a3 was best.",
        "**6.** O c3 ?? **blunder** · draw → loss in 1. Lost the draw. a3 was best.",
        "**7.** X a3 best",
    ]


async def test_players_have_accuracy_and_counts(desk: Desk) -> None:
    await finished(desk, ERRORS)
    ada, grace = desk.ada.mention, desk.grace.mention
    assert (await desk.command(desk.eve, "review")).text.splitlines()[:5] == [
        "### Review: Tic-tac-toe",
        f"{ada} played a3. **{ada} wins**.",
        f"**{grace} was holding the draw until move 6.**",
        f"{ada} (X): accuracy **7%** (2 best, 2 mistakes)",
        f"{grace} (O): accuracy **2%** (3 blunders)",
    ]


@pytest.mark.parametrize(
    ("names", "person", "said"),
    [
        (ERRORS, "grace", "You were holding the draw until move 6."),
        (SLIPPED, "ada", "You were winning until move 3."),
        (SLIPPED, "grace", "{ada} was winning until move 3."),
        (FLAWLESS, "ada", "No errors by either player."),
    ],
)
async def test_head_says_how_long_it_held(desk: Desk, names: str, person: str, said: str) -> None:
    answer = await desk.click(getattr(desk, person), await finished(desk, names), "Review")
    assert answer.text.splitlines()[2] == f"**{said.format(ada=desk.ada.mention)}**"


@pytest.mark.parametrize(
    ("game", "names", "said"),
    [
        ("tic-tac-toe-misere", "a1 b1 c1 a2 b2 c2 b3 a3 c3", "Whoever begins can hold the draw"),
        ("tic-tac-toe-wild", "c1x a1o b1x a2x c2o a3o c3x b2o b3x", "Whoever begins can win"),
    ],
)
async def test_nobody_was_winning_at_first(desk: Desk, game: str, names: str, said: str) -> None:
    await between(desk, game)
    for index, name in enumerate(names.split()):
        await desk.command((desk.ada, desk.grace)[index % 2], "move", to=name)
    answer = await desk.command(desk.ada, "review")
    assert answer.text.splitlines()[2] == f"**{said}, and move 1 gave that away.**"


async def test_turning_point_is_shown(desk: Desk) -> None:
    answer = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    mistake, better = answer.text.splitlines()[-2:]
    said = f"{desk.grace.mention} played c3 (draw → loss in 1)."
    assert mistake.startswith(f"**The decisive mistake: move 6.** {said[:-1]}: ")
    assert "a3" in mistake.removeprefix(f"**The decisive mistake: move 6.** {said}")  # the refutation
    assert better.startswith("**a3 was best.** a3: ")
    curve, picture = pictures(desk.message(id_of(answer)))
    assert curve["description"].startswith("Who was ahead after each move. Errors: Move 2: O b1 (blunder);")
    assert "a3 (best): draw" in picture["description"]


async def test_error_is_chosen_from_the_menu(desk: Desk) -> None:
    answer = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    menu = menu_of(desk, id_of(answer))
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Move 6: O c3 (blunder)"]
    chosen = await choose(desk, desk.eve, id_of(answer), "2")
    assert id_of(chosen) == id_of(answer)
    assert f"**Move 3.** {desk.ada.mention} played b3 (win in 3 → draw): " in chosen.text
    menu = menu_of(desk, id_of(answer))
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Move 3: X b3 (mistake)"]


async def test_public_error_is_shown_privately(stage: Stage) -> None:
    await finished(stage, ERRORS)
    public = id_of(await stage.command(stage.ada, "review", public=True))
    before = stage.message(public).copy()
    chosen = await choose(stage, stage.eve, public, "2")
    assert chosen.ephemeral
    assert "**Move 3.**" in chosen.text
    assert stage.message(public) == before


@pytest.mark.parametrize("value", ["7", "x", ""])
async def test_missing_error_is_refused(desk: Desk, value: str) -> None:
    answer = await desk.click(desk.ada, await finished(desk, ERRORS), "Review")
    chosen = await choose(desk, desk.ada, id_of(answer), value)
    assert chosen.text.startswith("This button no longer exists.")


async def test_match_without_errors_says_so(desk: Desk) -> None:
    answer = await desk.click(desk.ada, await finished(desk, FLAWLESS), "Review")
    assert answer.text.count("accuracy **100%**") == 2
    assert labels(desk, id_of(answer)) == ["All moves"]
    [curve] = pictures(desk.message(id_of(answer)))
    assert curve["description"] == "Who was ahead after each move."
    assert (await all_moves(desk, desk.ada, answer)).text.endswith("**9.** X c3 best")


async def test_slower_win_is_no_error(desk: Desk) -> None:
    answer = await desk.click(desk.ada, await finished(desk, "a1 b1 a2 c3 b2 a3 c2"), "Review")
    assert f"{desk.ada.mention} (X): accuracy **67%** (3 best, 1 good)" in answer.text
    listed = await all_moves(desk, desk.ada, answer)
    assert "**5.** X b2 good · win in 1 → win in 2. Not the fastest win. a3 was best." in listed.text


async def test_much_quicker_loss_is_an_inaccuracy(desk: Desk) -> None:
    board = await finished(desk, "a1 b1 a2 c1 a3", "tic-tac-toe-misere")
    answer = await all_moves(desk, desk.ada, await desk.click(desk.ada, board, "Review"))
    told = "loss in 2 → loss in 1. Not the longest defence. c2, b3 and c3 were best."
    assert f"**5.** X a3 ?! **inaccuracy** · {told}" in answer.text


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("b1 a1 c1", "a2, b2, a3 and c3 were best."),
        ("b2 b1 b3", "a1, c1 and a2 were best, and so were 3 others."),
    ],
)
async def test_many_best_moves_are_counted(desk: Desk, names: str, said: str) -> None:
    review = await desk.click(desk.ada, await resigned(desk, names), "Review")
    answer = await all_moves(desk, desk.ada, review)
    assert re.search(rf"^\*\*3\.\*\* .+ {re.escape(said)}$", answer.text, re.MULTILINE)


async def test_wild_moves_have_no_sides(desk: Desk) -> None:
    review = await desk.click(desk.ada, await resigned(desk, "a1x b3x", "tic-tac-toe-wild"), "Review")
    answer = await all_moves(desk, desk.ada, review)
    assert re.search(r"\*\*1\.\*\* a1x \? \*\*mistake\*\* · .+ b2x and b2o were best\.", answer.text)


async def test_level_of_maxine_is_said(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="hard", first="opponent")
    await desk.resign(desk.ada)
    assert "Maxine (X, hard): accuracy **100%** (1 best)" in (await desk.command(desk.ada, "review")).text


async def test_review_is_private_unless_public(stage: Stage) -> None:
    await finished(stage, ERRORS)
    assert (await stage.command(stage.ada, "review")).ephemeral
    answer = await stage.command(stage.ada, "review", public=True)
    assert not answer.ephemeral
    assert stage.message(id_of(answer))["pinged"] == []


async def test_players_learn_from_their_own(desk: Desk) -> None:
    board = await finished(desk, ERRORS)
    both = ["Learn from the mistakes of X", "Learn from the mistakes of O"]
    for person, expected in ((desk.ada, ["Learn from your mistakes", "Next mistake"]), (desk.eve, both)):
        answer = await desk.click(person, board, "Review")
        assert labels(desk, id_of(answer)) == [*expected, "All moves", "Play from here"]
    public = await desk.command(desk.ada, "review", public=True)
    assert labels(desk, id_of(public)) == [*both, "All moves", "Play from here"]


async def test_flawless_player_has_no_lesson(desk: Desk) -> None:
    board = await finished(desk, "a1 b1 a2 b2 a3")
    review = await desk.click(desk.ada, board, "Review")
    assert labels(desk, id_of(review)) == ["All moves", "Play from here"]


async def test_wild_players_are_numbered(desk: Desk) -> None:
    await resigned(desk, "a1x b3x", "tic-tac-toe-wild")
    answer = await desk.command(desk.eve, "review")
    assert labels(desk, id_of(answer))[0] == "Learn from the mistakes of player 1"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("a1", "resigned, but was not lost. {grace} (O) is to move. Best play leads to a draw."),
        ("a1 b1", "resigned, but was not lost. {ada} (X) is to move. Best play wins for {ada} in 3 moves."),
        ("a1 c1 b1 c2", None),
        ("a1 b1 c1 a2 c2 b3 a3", None),
    ],
)
async def test_needless_resignation_is_remarked_on(desk: Desk, names: str, said: str | None) -> None:
    answer = await desk.click(desk.ada, await resigned(desk, names), "Review")
    people = {"ada": desk.ada.mention, "grace": desk.grace.mention}
    if said is None:
        assert "resigned, but" not in answer.text
    else:
        assert f"{desk.ada.mention} {said.format(**people)}" in answer.text


@pytest.mark.ci
async def test_large_game_is_estimated_in_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_AT_ONCE", "_TOGETHER"):
        monkeypatch.setattr(f"bot.services.review.{limit}", 0.02)
    board = await resigned(desk, "b f b e d a f", "oware")  # which takes five seeds
    answer = await desk.click(desk.ada, board, "Review")
    assert {request.seconds for request in desk.analysts._answers} == {0.0025}
    assert re.search(r"^-# Only estimated: \d of 7 moves\.$", answer.text, re.MULTILINE)
    remark = f"{desk.ada.mention} resigned, but by my estimate was about "
    assert remark in answer.text


async def test_unplayed_match_has_no_review(desk: Desk) -> None:
    answer = await desk.click(desk.ada, await resigned(desk, ""), "Review")
    ada = desk.ada.mention
    assert answer.text.splitlines()[2:] == [
        "**There is no move to review.**",
        f"{ada} (X): no move",
        f"{desk.grace.mention} (O): no move",
        f"{ada} resigned, but was not lost. {ada} (X) is to move. Best play leads to a draw.",
    ]


def listed_and_counted(answer: Told) -> int:
    """How many moves a review lists, and how many it says there are besides."""
    listed = [int(number) for number, _ in MOVE.findall(answer.text)]
    assert listed == sorted(set(listed))
    others = re.search(r"^… and (\d+) (best or good|other) moves\.$", answer.text, re.MULTILINE)
    return len(listed) + (int(others[1]) if others else 0)


@pytest.mark.parametrize(
    ("room", "listed", "counted"),
    [
        (400, ["blunder", "mistake", "blunder", "mistake", "blunder"], "2 best or good"),
        (200, ["blunder"] * 2, "5 other"),
    ],
)
async def test_gravest_errors_are_listed_first(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, room: int, listed: list[str], counted: str
) -> None:
    monkeypatch.setattr("bot.words.reviews._MOST", room)
    review = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    answer = await all_moves(desk, desk.eve, review)
    assert [label for _, label in MOVE.findall(answer.text)] == listed
    assert answer.text.endswith(f"\n… and {counted} moves.")


async def test_running_match_is_not_reviewed(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "a1")
    ada, grace = stage.ada.mention, stage.grace.mention
    answers = [await stage.press(stage.eve, board, "v:1")]
    answers += [await stage.command(stage.ada, "review"), await stage.command(stage.ada, "review", match=1)]
    for answer in answers:
        assert answer.ephemeral
        assert (
            answer.text
            == f"The match of {ada} against {grace} is still running. I review it when it is over."
        )


async def test_own_newest_finished_match(desk: Desk) -> None:
    await finished(desk, ERRORS)
    await desk.challenge(desk.eve)
    await desk.resign(desk.eve)
    await desk.challenge(desk.ada)
    assert f"{desk.ada.mention} played a3." in (await desk.command(desk.ada, "review")).text
    assert desk.eve.mention in (await desk.command(desk.robot, "review")).text


async def test_match_is_chosen_by_number(stage: Stage) -> None:
    await finished(stage, ERRORS)
    await finished(stage, FLAWLESS)
    choices = await stage.playground.autocomplete(stage.ada, stage.general, "review", "match", "")
    assert [choice["value"] for choice in choices] == [2, 1]
    assert f"{stage.ada.mention} played a3." in (await stage.command(stage.ada, "review", match=1)).text


async def test_other_channel_only_for_players(stage: Stage) -> None:
    await finished(stage, ERRORS)
    own = await stage.playground.command(stage.ada, stage.games, "review", match=1)
    foreign = await stage.playground.command(stage.eve, stage.games, "review", match=1)
    await stage.quiet()
    assert own.text.startswith("### Review: Tic-tac-toe")
    assert foreign.text.startswith("I know no match #1 here.")


async def test_no_match_says_how_to_start(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "review")
    assert answer.ephemeral
    assert "`/challenge`" in answer.text


async def test_abandoned_match_is_reviewed(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    stage.clock.advance(days=8)
    await stage.command(stage.eve, "help")
    await stage.upkeep()
    answer = await stage.command(stage.ada, "review", match=1)
    assert "**Abandoned**" in answer.text
    assert f"{stage.ada.mention} (X): accuracy **100%** (1 best)" in answer.text


async def test_kept_review_takes_no_thought(gated: Gated) -> None:
    gated.open_gate()
    await resigned(gated, "a1", GAME)
    first = await gated.command(gated.ada, "review")
    gated.close_gate()
    gated.analysts._answers.clear()
    shown = text_of(gated.message(id_of(first)))
    assert (await gated.command(gated.ada, "review")).text == shown


async def test_only_the_newest_reviews_are_kept(desk: Desk) -> None:
    reviews = desk.context.reviews
    for number in range(1, 4):
        await resigned(desk, "a1")
        await desk.command(desk.ada, "review", match=number)
        if number == 1:
            forgetful = Cache[int, Reviewed](2 * weigh(reviews[1]) + 500)
            forgetful[1] = reviews[1]
            desk.context = replace(desk.context, reviews=forgetful)
    assert list(forgetful) == [2, 3]


async def test_too_large_review_is_shown(desk: Desk) -> None:
    desk.context = replace(desk.context, reviews=Cache(100))
    await resigned(desk, "a1")
    first = await desk.command(desk.ada, "review")
    assert "Review" in first.text
    assert (await desk.command(desk.ada, "review")).text == first.text
    assert len(desk.context.reviews) == 0


@pytest.mark.parametrize("public", [True, False])
async def test_impossible_review_is_refused_privately(stage: Stage, *, public: bool) -> None:
    await resigned(stage, "a1", GAME)
    stage.worker = DEAD
    await stage.restart()
    before = stage.playground.messages(stage.general, stage.grace)
    answer = await stage.command(stage.ada, "review", public=public)
    refusal = answer.message
    assert refusal is not None
    assert (text_of(refusal), refusal["ephemeral_for"]) == (NO_ANSWER, str(stage.ada.id))
    assert stage.playground.messages(stage.general, stage.grace) == before


async def test_stop_amid_a_review(gated: Gated) -> None:
    await resigned(gated, "a1", GAME)
    answer = await gated.playground.command(gated.ada, gated.general, "review")
    await gated.stop()
    assert answer.message is not None
    assert text_of(answer.message) == "I am going offline. Please ask again when I am back."
    await gated.start()


async def test_unknown_match_is_refused(desk: Desk) -> None:
    board = await finished(desk, ERRORS)
    assert button_id(desk.message(board), "Review") == "v:1"
    answer = await desk.press(desk.ada, board, "v:99")
    assert answer.ephemeral
    assert "a match I no longer know" in answer.text


@pytest.mark.ci
async def test_more_proofs_complete_a_review(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    board = await resigned(stage, "b f b e d a f", "oware")
    answer = await stage.click(stage.ada, board, "Review")
    assert STILL_LOOKING in answer.text
    assert ": accuracy **" not in answer.text
    shown = text_of(stage.message(id_of(answer)))
    assert shown.startswith("### Review: Oware")
    assert STILL_LOOKING not in shown
    assert shown.count(": accuracy **") == 2
    assert STILL_LOOKING not in (await stage.command(stage.ada, "review")).text


async def busy(*_: object) -> Reviewed:
    raise ManyQuestionsError


async def hanging(*_: object) -> Reviewed:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.parametrize("search", [busy, hanging])
async def test_unfinished_search_promises_nothing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, search: Callable[..., object]
) -> None:
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    monkeypatch.setattr(review, "reviewed", search)
    answer = await stage.click(stage.ada, await resigned(stage, "b f b e d a f", "oware"), "Review")
    until = re.search(r"put them in here until <t:(\d+):T>", answer.text)
    assert until
    assert 25 < int(until[1]) - snowflake_time(id_of(answer)).timestamp() < 40
    shown = text_of(stage.message(id_of(answer)))
    assert (STILL_LOOKING in shown, ": accuracy **" in shown) == (False, False)
    assert "-# There may be more proofs" in shown


@pytest.mark.ci
async def test_error_that_was_chosen_meanwhile_stays(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, find_proofs = asyncio.Event(), review.reviewed

    async def reviewed(context: Context, match: Match, asker_id: int) -> Reviewed:
        await gate.wait()
        return await find_proofs(context, match, asker_id)

    monkeypatch.setattr(review, "reviewed", reviewed)
    board = await resigned(stage, "b f b e d a f", "oware")
    match = await stage.storage.matches.find(1)
    assert match is not None
    for ply in range(match.ply):  # a moment's thought blames every move
        moves = (
            AnalysedMove(action, 0.5 - (action == match.actions[ply]), 1, exact=False, line=(action,))
            for action in match.state_at(ply).actions()
        )
        found = engine.Analysis.of(match.state_at(ply), moves).moves
        await stage.storage.findings.add([Finding(1, ply, 0.001, found)])
    try:
        answer = await stage.playground.click(stage.ada, board, "Review")
        await stage.until(lambda: STILL_LOOKING in answer.text)
        menu = menu_of(stage, id_of(answer))
        assert menu["options"][0]["value"] != "6"
        await stage.playground.click_id(stage.ada, id_of(answer), menu["custom_id"], ["6"])
        before = stage.message(id_of(answer)).copy()
        assert STILL_LOOKING not in text_of(before)
    finally:
        gate.set()
    await stage.quiet()
    assert stage.message(id_of(answer)) == before


@pytest.mark.ci
async def test_explanation_is_not_contradicted(desk: Desk) -> None:
    board = await resigned(desk, "b f b e d a f", "oware")
    match = await desk.storage.matches.find(1)
    assert match is not None
    truth = engine.analyse(match.state_at(2), lambda: True)
    kept = [move._replace(value=1, exact=True, distance=9, line=(move.action,)) for move in truth.moves]
    await desk.storage.findings.add([Finding(1, 2, 9.0, tuple(kept))])  # as if every move won there
    for asked in ("explain", "replay"):
        answer = await desk.command(desk.ada, asked, **({"ply": 3} if asked == "explain" else {}))
    answer = await desk.click(desk.ada, board, "Review")
    listed = await all_moves(desk, desk.ada, answer)
    assert "**3.** South b best" in listed.text


async def test_own_search_is_kept(gated: Gated) -> None:
    gated.open_gate()
    board = await gated.challenge(gated.ada, game=GAME, level="perfect")
    await gated.click(gated.ada, board, "b2")
    [found] = await gated.storage.findings.list_of(1)
    assert (found.ply, len(found.moves)) == (1, 15)
    match = await gated.storage.matches.find(1)
    assert match is not None
    assert match.actions[1] in {move.action for move in found.moves if move.rank == found.moves[0].rank}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("perfect", "not proven · loss in 20 → loss in 17. Nothing better was proven when it was played."),
        ("hard", "**inaccuracy** · loss in 20 → loss in 17. Not the longest defence. 4 was best."),
    ],
)
async def test_own_search_is_not_blamed_later(desk: Desk, level: str, said: str) -> None:
    now, players = desk.clock(), (Participant(desk.ada.id), Participant(None, level))
    match = Match(0, "connect-four", Place(desk.world.guild.id, desk.general.id), players, now, now)
    match = match.with_move(3, now).with_move(0, now)  # 4 and 1
    await desk.storage.matches.add(match)
    guess = [AnalysedMove(action, -action / 9, 1, exact=False, line=(action,)) for action in range(7)]
    truth = engine.analyse(match.state_at(1)).moves
    await desk.storage.findings.add([Finding(1, 1, 0.9, tuple(guess)), Finding(1, 1, 9.0, truth)])
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "review")
    listed = await all_moves(desk, desk.ada, answer)
    assert re.search(rf"^\*\*2\.\*\* 🟡 1 (\?! )?{re.escape(said)}$", listed.text, re.MULTILINE)


async def test_nothing_new_is_not_kept(desk: Desk) -> None:
    desk.context = replace(desk.context, explanation_seconds=0)
    await resigned(desk, "b f b e d a f", "oware")
    for _ in range(2):
        await desk.command(desk.ada, "explain", ply=3)
    assert len(await desk.storage.findings.list_of(1)) == 1


@pytest.mark.ci
async def test_unfinished_review_goes_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_AT_ONCE", "_TOGETHER"):
        monkeypatch.setattr(f"bot.services.review.{limit}", 1e-9)
    monkeypatch.setattr(stage, "before_thinking", lambda: asyncio.sleep(1))
    await resigned(stage, "b f b e d a f", "oware")
    await stage.command(stage.ada, "review")
    assert {found.ply for found in await stage.storage.findings.list_of(1)} == {5, 6, 7}
    monkeypatch.undo()
    await stage.command(stage.ada, "review")
    assert {found.ply for found in await stage.storage.findings.list_of(1)} == {*range(8)}


@pytest.mark.ci
async def test_proven_ply_is_not_searched_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.review._share", lambda *_: 1e-9)
    board = await desk.between(desk.ada, desk.grace, game="four-in-a-row-5x5")
    await desk.moves(board, desk.ada, desk.grace, "b1 e2 c1 e3 a2 c3 a3 b3 a1 d1 a4")
    await desk.command(desk.ada, "review")
    guessed = await desk.storage.findings.list_of(1)
    monkeypatch.undo()
    desk.context.reviews.clear()
    await desk.command(desk.ada, "review")
    again = [found for found in await desk.storage.findings.list_of(1) if found.seconds > 1e-9]
    assert 0 < len(again) < len(guessed)


async def test_curve_rises_with_the_first_player(desk: Desk) -> None:
    await desk.click(desk.ada, await finished(desk, ERRORS), "Review")
    points = list(curves.list_points(desk.context.reviews[1]))
    assert [round(point.height + 0.49) for point in points] == [0, 0, 1, 0, 1, 0, 1, 1]
    assert all(point.is_proven for point in points)
    heights = [point.height for point in points if point.height]
    assert heights == sorted(heights)  # the nearer the end, the further ahead
    assert heights[-1] == 1
