"""Learn from mistakes: every error of a match as a question with the board."""

import re
from random import Random

import pytest

from bot.models import Match, Participant, Place
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests import tiers
from tests.bot.boards import components, pictures
from tests.bot.desk import Desk
from tests.bot.drafts import begun
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, id_of, labels
from tests.bot.stage import Stage
from tests.bot.test_reviews import ERRORS, MOVE, finished, list_pages

GONE = "This button no longer exists."


async def learning(scene: Scene, names: str = ERRORS, game: str = "tic-tac-toe") -> Told:
    """Ada's first question about a finished match with Grace."""
    await finished(scene, names, game)
    if not (await scene.match()).is_over:
        await scene.resign(scene.ada)
    return await lesson(scene, scene.ada, "Learn from your mistakes")


async def lesson(scene: Scene, person: Person, label: str) -> Told:
    """Review the newest match and ask for a lesson."""
    review = await scene.command(person, "review")
    return await scene.click(person, id_of(review), label)


async def test_error_becomes_a_question(desk: Desk) -> None:
    answer = await learning(desk)
    assert answer.ephemeral
    assert answer.text == (
        "### Mistake 1 of 2\n**Move 5.** You (X) played a2. That was a mistake. Find a better move."
    )
    cells = ["c1", "a2", "c2", "a3", "c3"]
    assert labels(desk.message(id_of(answer))) == [*cells, "Show the answer", "Skip", "Play from here"]


async def test_worse_answer_may_be_tried_again(desk: Desk) -> None:
    question = id_of(await learning(desk))
    for name in ("c2", "c1"):
        answer = await desk.click(desk.ada, question, name)
        assert id_of(answer) == question
        assert answer.text.startswith(f"### Mistake 1 of 2\n**{name}:** draw · ")
        assert " There is better: try again." in answer.text
        assert labels(desk.message(question)) == ["Try again", "Show the answer", "Skip"]
        await desk.click(desk.ada, question, "Try again")


async def test_punishing_reply_is_drawn(desk: Desk) -> None:
    await finished(desk, ERRORS)
    question = id_of(await lesson(desk, desk.eve, "Learn from the mistakes of O"))
    answer = await desk.click(desk.eve, question, "c2")
    assert "a3" in answer.text.partition("**c2:** loss in 1 · ")[2]
    [picture] = pictures(desk.message(question))
    assert "a3" in picture["description"]  # where X has just played
    await desk.click(desk.eve, question, "Try again")
    assert "a3" in labels(desk.message(question))  # the question stands as it was


async def test_reply_is_named_among_many(desk: Desk) -> None:
    question = id_of(await learning(desk, "b3 c2", "tic-tac-toe-misere"))
    answer = await desk.click(desk.ada, question, "a2")
    assert re.search(r"\*\*a2:\*\* loss in 4 · runs out .+\. The opponent answers [abc]\d\. ", answer.text)
    await desk.click(desk.ada, question, "Try again")
    answer = await desk.click(desk.ada, question, "b2")
    assert answer.text.splitlines()[-1].startswith("Best play: 1. b2 (you), a1 (O), c3 (you), ")


@pytest.mark.parametrize("name", ["a2", "b2", "a3"])
async def test_any_best_move_is_right(desk: Desk, name: str) -> None:
    question = id_of(await learning(desk))
    await desk.click(desk.ada, question, "Skip")
    answer = await desk.click(desk.ada, question, name)
    assert answer.text.splitlines()[1] == f"**Move 3. Right: {name} is best.**"
    assert answer.text.splitlines()[2].startswith("win in 3 · ")
    assert labels(desk.message(question)) == ["Next", "Play from here"]
    [picture] = pictures(desk.message(question))
    assert "a2, b2 and a3 (best): win in 3" in picture["description"]


async def test_slower_win_is_right_too(desk: Desk) -> None:
    question = id_of(await learning(desk, "a1 b2 b1 c2 b3"))
    answer = await desk.click(desk.ada, question, "a2")
    lines = answer.text.splitlines()
    assert lines[1] == "**Move 5. Right: a2 is good. Not the fastest win.**"
    assert lines[2].startswith("a2: win in 2")
    assert lines[3].startswith("★ c1: win in 1")


async def test_answer_says_nothing_twice(desk: Desk) -> None:
    question = id_of(await learning(desk, "a1 b2 b1 c2 b3"))
    answer = await desk.click(desk.ada, question, "Show the answer")
    assert answer.text.splitlines() == [
        "### Mistake 1 of 1",
        "**Move 5. c1 was best.**",
        "win in 1 · wins at once: a1, b1 and c1",
    ]


async def test_questions_lead_to_the_end(desk: Desk) -> None:
    question = id_of(await learning(desk))
    await desk.click(desk.ada, question, "a3")
    following = await desk.click(desk.ada, question, "Next")
    assert following.text.startswith("### Mistake 2 of 2\n**Move 3.** You (X) played b3. That was a mistake.")
    answer = await desk.click(desk.ada, question, "Skip")
    assert answer.text.splitlines() == [
        "### Learn from mistakes",
        "That was all: in this match you made 2 errors.",
        "Your score: a better move at the first try for 1 of 2 errors.",
    ]
    assert labels(desk.message(question)) == ["A puzzle like it"]


async def test_only_first_tries_count(desk: Desk) -> None:
    question = id_of(await learning(desk))
    await desk.click(desk.ada, question, "c2")  # wrong
    await desk.click(desk.ada, question, "Try again")
    await desk.click(desk.ada, question, "a3")
    await desk.click(desk.ada, question, "Next")
    await desk.click(desk.ada, question, "Show the answer")
    answer = await desk.click(desk.ada, question, "Next")
    assert answer.text.endswith("for 0 of 2 errors.")


async def test_puzzle_follows_the_lesson(stage: Stage) -> None:
    question = id_of(await learning(stage))
    await stage.click(stage.ada, question, "Skip")
    await stage.click(stage.ada, question, "Skip")
    answer = await stage.click(stage.ada, question, "A puzzle like it")
    assert answer.ephemeral
    attempt = await stage.storage.puzzles.find(1)
    assert attempt is not None
    assert attempt.puzzle_filter.game_slug == "tic-tac-toe"
    assert attempt.puzzle.theme == attempt.puzzle_filter.theme


async def test_no_puzzle_without_a_theme(desk: Desk) -> None:
    question = id_of(await learning(desk, "3", "connect-four"))
    for name in ("Show the answer", "Next"):
        await desk.click(desk.ada, question, name)
    assert labels(desk.message(question)) == []
    for id_ in ("lp:1", "lq:1:0", "lq:1:2"):
        assert (await desk.press(desk.ada, question, id_)).text.startswith(GONE)


async def test_mistakes_of_others_are_theirs(desk: Desk) -> None:
    await finished(desk, ERRORS)
    answer = await lesson(desk, desk.eve, "Learn from the mistakes of O")
    assert f"**Move 6.** {desk.grace.mention} (O) played c3. That was a blunder." in answer.text
    for _ in range(3):
        answer = await desk.click(desk.eve, id_of(answer), "Skip")
    assert f"That was all: in this match {desk.grace.mention} made 3 errors." in answer.text


async def test_restarted_lesson_needs_no_review(desk: Desk) -> None:
    question = id_of(await learning(desk, "3", "connect-four"))
    await desk.restart()
    answer = await desk.click(desk.ada, question, "4")
    assert answer.text.splitlines()[:2] == ["### Learn from mistakes", "**Move 1. Right: 4 is best.**"]
    assert desk.context.reviews == {}
    assert len(desk.analysts._answers) == 0  # what was found out is kept


@pytest.mark.parametrize(
    "pressed",
    ["l:1:2", "lj:1:7:0", "ls:1:7:0", "lt:1:7:0:0", "lt:1:2:0:0", "lt:1:2:0:99", "lk:1:2:0:1", "lk:1:9:0:1"],
)
async def test_unknown_button_is_refused(desk: Desk, pressed: str) -> None:
    question = id_of(await learning(desk))
    answer = await desk.press(desk.ada, question, pressed)
    assert answer.text.startswith(GONE)
    assert "**Move 5.**" in text_of(desk.message(question))


async def test_good_move_is_no_error(desk: Desk) -> None:
    answer = await desk.press(desk.ada, id_of(await learning(desk)), "lk:1:6:0:0")
    assert answer.text.splitlines()[:2] == [
        "### Learn from mistakes",
        "**Move 7.** You (X) played a3. Find a better move.",
    ]


async def test_player_without_errors_is_told_so(desk: Desk) -> None:
    board = await finished(desk, "a1 b1 a2 b2 a3")
    answer = await desk.press(desk.ada, board, "l:1:0")
    assert answer.text == "### Learn from mistakes\nIn this match you made no error."


@pytest.mark.parametrize("pressed", ["l:1:0", "lj:1:0:0", "lk:1:0:0:0", "lt:1:0:0:4", "ls:1:0:0"])
async def test_running_match_has_no_lessons(desk: Desk, pressed: str) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "a1")
    answer = await desk.press(desk.grace, board, pressed)
    assert answer.ephemeral
    assert answer.text.endswith("is still running. I review it when it is over.")


@pytest.mark.parametrize(
    "slug", tiers.every_game("connect-four", "dots-and-boxes", "four-in-a-row-5x5", "kalah", "oware")
)
async def test_every_game_is_learnt_from(desk: Desk, slug: str) -> None:
    match = await played_at_random(desk, slug)
    review = await desk.command(desk.ada, "review")
    check_fits(desk, review)
    answer = await desk.click(desk.ada, id_of(review), "Learn from your mistakes")
    while "Find a better move." in answer.text:
        check_fits(desk, answer)
        shown = await desk.click(desk.ada, id_of(answer), "Show the answer")
        assert re.search(
            r"(was|were) best(, and so .+)?\.\*\*\n(★ [\w-]+: )?(win|draw|loss|about)", shown.text
        )
        answer = await desk.click(desk.ada, id_of(answer), "Next")
    assert "That was all" in answer.text
    listed = MOVE.findall("\n".join(await list_pages(desk, desk.ada, review)))
    assert [int(number) for number, _ in listed] == [*range(1, match.ply + 1)]


async def played_at_random(scene: Scene, slug: str, seed: int = 0) -> Match:
    """Store a match between Ada and Grace that chance has played to its end."""
    rng, now = Random(f"{slug} {seed}"), scene.clock()
    place = Place(scene.world.guild.id, scene.general.id)
    match = Match(0, slug, place, (Participant(scene.ada.id), Participant(scene.grace.id)), now, now)
    while not match.is_over:
        match = match.with_move(rng.choice(match.state.actions()), now)
    return await begun(scene.storage, match)


def check_fits(scene: Scene, answer: Told) -> None:
    """Discord takes as many components and characters, and no id twice."""
    message = scene.message(id_of(answer))
    ids = [button["custom_id"] for button in buttons(message)]
    assert components(message["components"]) <= 40
    assert len(answer.text) <= 4000
    assert len(set(ids)) == len(ids)
