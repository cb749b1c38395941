"""The button Review and /review: what they say of a finished match, to whom, and of which match."""

import re

import pytest

from bot.playground.things import Json, Person
from bot.rendering import curves
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, enabled, id_of, private_text
from tests.bot.stage import Stage

ERRORS = "a1 b1 b3 b2 a2 c3 a3"  # everybody gives it away in turn, until X wins
SLIPPED = "a1 b1 b3 a3 c1 b2 a2 c2 c3"  # X lets a win slip to a draw
FLAWLESS = "b2 a1 c1 a3 a2 c2 b3 b1 c3"
MOVE = re.compile(
    r"\*\*(\d+)\.\*\* (?:\S+ )?[\w-]+(?: \?!| \?| \?\?)? (?:\*\*)?"
    r"(best|good|not proven|inaccuracy|mistake|blunder)\b"
)


async def finished(scene: Scene, names: str, game: str = "tic-tac-toe") -> int:
    """A match between Ada and Grace, played to its end; return the board."""
    board = await scene.between(scene.ada, scene.grace, game=game)
    if names:
        await scene.moves(board, scene.ada, scene.grace, names)
    return board


async def resigned(scene: Scene, names: str, game: str = "tic-tac-toe") -> int:
    """A match between Ada and Grace that Ada resigns after these moves; return the board."""
    await finished(scene, names, game)
    return await scene.resign(scene.ada)


async def all_moves(scene: Scene, person: Person, review: Told) -> Told:
    if "Who was ahead" in labels(scene, id_of(review)):
        review = await course(scene, person, review)
    return await scene.click(person, id_of(review), "All moves")


def menu_of(scene: Scene, message: int) -> Json:
    rows = scene.message(message)["components"][0]["components"]
    parts = (part for row in rows for part in row.get("components", ()))
    return next(part for part in parts if part["type"] == 3)


async def course(scene: Scene, person: Person, review: Told) -> Told:
    return await scene.click(person, id_of(review), "Who was ahead")


async def choose(scene: Scene, person: Person, message: int, value: str) -> Told:
    menu = str(menu_of(scene, message)["custom_id"])
    return await scene.press(person, message, menu, value)


def labels(scene: Scene, message: int) -> list[str]:
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
    review = await desk.command(desk.eve, "review")
    assert review.text.splitlines()[2] == f"-# Accuracy: {ada} **7%**, {grace} **2%**"
    said = await course(desk, desk.eve, review)
    assert said.text.splitlines() == [
        "### Review: Tic-tac-toe",
        f"{ada} played a3. **{ada} wins**.",
        f"**{grace} was holding the draw until move 6.**",
        f"{ada} (X): accuracy **7%** (2 best, 2 mistakes)",
        f"{grace} (O): accuracy **2%** (3 blunders)",
    ]
    assert (await desk.click(desk.eve, id_of(review), "Back")).text == review.text


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
    assert f"**{said.format(ada=desk.ada.mention)}**" in answer.text.splitlines()


@pytest.mark.parametrize(
    ("game", "names", "said"),
    [
        ("tic-tac-toe-misere", "a1 b1 c1 a2 b2 c2 b3 a3 c3", "Whoever begins can hold the draw"),
        ("tic-tac-toe-wild", "c1x a1o b1x a2x c2o a3o c3x b2o b3x", "Whoever begins can win"),
    ],
)
async def test_nobody_was_winning_at_first(desk: Desk, game: str, names: str, said: str) -> None:
    await desk.between(desk.ada, desk.grace, game=game)
    for index, name in enumerate(names.split()):
        await desk.command((desk.ada, desk.grace)[index % 2], "move", to=name)
    answer = await desk.command(desk.ada, "review")
    assert answer.text.splitlines()[1] == f"**{said}, and move 1 gave that away.**"


async def test_turning_point_is_shown(desk: Desk) -> None:
    answer = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    mistake, better = answer.text.splitlines()[-2:]
    assert mistake.startswith(f"**Move 6: blunder.** {desk.grace.mention} played c3: ")
    assert "a3" in mistake  # the refutation
    assert better.startswith("**a3 was best.** a3: ")
    [picture] = pictures(desk.message(id_of(answer)))
    assert "a3 (best): draw" in picture["description"]
    await course(desk, desk.eve, answer)
    [curve] = pictures(desk.message(id_of(answer)))
    assert curve["description"].startswith("Who was ahead after each move. Errors: Move 2: O b1 (blunder);")


async def test_error_is_chosen_from_the_menu(desk: Desk) -> None:
    answer = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    await course(desk, desk.eve, answer)
    menu = menu_of(desk, id_of(answer))
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Move 6: O c3 (blunder)"]
    chosen = await choose(desk, desk.eve, id_of(answer), "2")
    assert id_of(chosen) == id_of(answer)
    assert f"**Move 3: mistake.** {desk.ada.mention} played b3: " in chosen.text
    await course(desk, desk.eve, answer)
    menu = menu_of(desk, id_of(answer))
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Move 3: X b3 (mistake)"]


async def test_public_error_is_shown_privately(stage: Stage) -> None:
    await finished(stage, ERRORS)
    public = await stage.command(stage.ada, "review", public=True)
    before = stage.message(id_of(public)).copy()
    own = await course(stage, stage.eve, public)
    assert "accuracy" in private_text(own)
    assert "**Move 3: mistake.**" in (await choose(stage, stage.eve, id_of(own), "2")).text
    assert stage.message(id_of(public)) == before


@pytest.mark.parametrize("value", ["7", "x", ""])
async def test_missing_error_is_refused(desk: Desk, value: str) -> None:
    review = await desk.click(desk.ada, await finished(desk, ERRORS), "Review")
    answer = await course(desk, desk.ada, review)
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
    said = await course(desk, desk.ada, answer)
    assert f"{desk.ada.mention} (X): accuracy **67%** (3 best, 1 good)" in said.text
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
    own, practice = ["Learn from your mistakes", "Next mistake"], ["3 puzzles"]
    for person, expected, last in ((desk.ada, own, practice), (desk.eve, both, [])):
        answer = await desk.click(person, board, "Review")
        assert labels(desk, id_of(answer)) == [*expected, "Who was ahead", *last, "Play from here"]
    public = await desk.command(desk.ada, "review", public=True)
    assert labels(desk, id_of(public)) == [*both, "Who was ahead", "Play from here"]


async def test_flawless_player_has_no_lesson(desk: Desk) -> None:
    board = await finished(desk, "a1 b1 a2 b2 a3")
    review = await desk.click(desk.ada, board, "Review")
    assert labels(desk, id_of(review)) == ["Who was ahead", "Play from here"]


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
    whole = await course(desk, desk.ada, answer)
    assert re.search(r"^-# Only estimated: \d of 7 moves\.$", whole.text, re.MULTILINE)
    remark = f"{desk.ada.mention} resigned, but by my estimate was about "
    assert remark in whole.text


async def test_unplayed_match_has_no_review(desk: Desk) -> None:
    answer = await desk.click(desk.ada, await resigned(desk, ""), "Review")
    ada = desk.ada.mention
    assert answer.text.splitlines()[2:] == [
        "**There is no move to review.**",
        f"{ada} (X): no move",
        f"{desk.grace.mention} (O): no move",
        f"{ada} resigned, but was not lost. {ada} (X) is to move. Best play leads to a draw.",
    ]


async def list_pages(scene: Scene, person: Person, review: Told) -> list[str]:
    """Return the pages of all moves of a review."""
    answer = await all_moves(scene, person, review)
    pages = [answer.text]
    while "Forward" in [button["label"] for button in enabled(scene.message(id_of(answer)))]:
        pages.append((await scene.click(person, id_of(answer), "Forward")).text)
    return pages


async def test_moves_have_pages_that_fit_a_phone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.words.reviews._HEIGHT", 6)
    review = await desk.click(desk.eve, await finished(desk, ERRORS), "Review")
    pages = await list_pages(desk, desk.eve, review)
    assert len(pages) == 4
    assert [number for page in pages for number, _ in MOVE.findall(page)] == [*"1234567"]
    assert (await desk.press(desk.eve, id_of(review), "vp:1:4:0")).text.startswith("This button no longer")


async def test_running_match_is_not_reviewed(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "a1")
    ada, grace = desk.ada.mention, desk.grace.mention
    answers = [await desk.press(desk.eve, board, "v:1")]
    answers += [await desk.command(desk.ada, "review"), await desk.command(desk.ada, "review", match=1)]
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
    assert f"{desk.ada.mention} **7%**" in (await desk.command(desk.ada, "review")).text
    assert desk.eve.mention in (await desk.command(desk.robot, "review")).text


async def test_match_is_chosen_by_number(stage: Stage) -> None:
    await finished(stage, ERRORS)
    await finished(stage, FLAWLESS)
    choices = await stage.playground.autocomplete(stage.ada, stage.general, "review", "match", "")
    assert [choice["value"] for choice in choices] == [2, 1]
    assert f"{stage.ada.mention} **7%**" in (await stage.command(stage.ada, "review", match=1)).text


async def test_other_channel_only_for_players(desk: Desk) -> None:
    await finished(desk, ERRORS)
    own = await desk.command_in(desk.games, desk.ada, "review", match=1)
    foreign = await desk.command_in(desk.games, desk.eve, "review", match=1)
    assert own.text.startswith("### Review: Tic-tac-toe")
    assert foreign.text.startswith("I know no match #1 here.")


async def test_no_match_says_how_to_start(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "review")
    assert "`/challenge`" in private_text(answer)


async def test_abandoned_match_is_reviewed(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    stage.clock.advance(days=8)
    await stage.command(stage.eve, "help")
    await stage.upkeep()
    answer = await stage.command(stage.ada, "review", match=1)
    assert "**Abandoned**" in answer.text
    assert f"{stage.ada.mention} (X): accuracy **100%** (1 best)" in answer.text


async def test_curve_rises_with_the_first_player(desk: Desk) -> None:
    await desk.click(desk.ada, await finished(desk, ERRORS), "Review")
    points = list(curves.list_points(desk.context.reviews[1]))
    assert [round(point.height + 0.49) for point in points] == [0, 0, 1, 0, 1, 0, 1, 1]
    assert all(point.is_proven for point in points)
    heights = [point.height for point in points if point.height]
    assert heights == sorted(heights)  # the nearer the end, the further ahead
    assert heights[-1] == 1
