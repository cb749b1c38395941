"""/think: the lesson on how Maxine thinks, card by card, against a minimax of its own."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

import engine
from bot.components.packing import read_line
from bot.playground.messages import text_of
from bot.services.thinking import PREPARED
from engine import Outcome, State
from tests.bot.boards import components, pictures
from tests.bot.desk import Desk, Heard
from tests.bot.shown import buttons, id_of, private_text

CARD = re.compile(r"### How I think, (\d) of 7: ")
WORDS = ("PLAYER", "ACTIONS", "RESULT", "TERMINAL", "UTILITY", "S0")
ASKED_END = re.compile(r"At the ring, after (.+), the game is over")
ASKED_MOVE = re.compile(r"moves here, (?:after |at the top)(.*)\. Which")


def labels(desk: Desk, message: int) -> list[str]:
    found = [each["label"] for each in buttons(desk.message(message)) if not each.get("disabled")]
    return [label for label in found if label not in {"Back", "Next"}]


def state_of(desk: Desk, message: int) -> State:
    """The position that a card is about, as the ids of its buttons have it."""
    _, slug, line, *_ = next(iter(buttons(desk.message(message))))["custom_id"].split(":")
    state = engine.game(slug).initial()
    for action in read_line(state, line) or ():
        state = state.successor(action)
    return state


def check(desk: Desk, answer: Heard, card: int) -> None:
    """It is this card, within Discord's limits, and with pictures that are described."""
    message = desk.message(id_of(answer))
    assert CARD.match(private_text(answer))
    assert int(CARD.findall(answer.text)[0]) == card
    assert components(message["components"]) <= 40
    assert len(answer.text) <= 4_000
    ids = [each["custom_id"] for each in buttons(message)]
    assert max(map(len, ids)) <= 100
    assert len({*ids}) == len(ids)
    assert all(0 < len(shown["description"]) <= 1_024 for shown in pictures(message))
    assert pictures(message)


async def opened(desk: Desk, card: int, game: str = "tic-tac-toe") -> int:
    message = id_of(await desk.command(desk.ada, "think", game=game))
    for _ in range(card - 1):
        await desk.click(desk.ada, message, "Next")
    return message


def worth(state: State, player: int) -> int:
    """What a position is worth to a player: another minimax than the engine's."""
    if state.is_terminal:
        worths = {Outcome.DRAW: 0, (Outcome.FIRST, Outcome.SECOND)[player]: 1}
        return worths.get(state.outcome or Outcome.DRAW, -1)
    after = [worth(state.successor(action), player) for action in state.actions()]
    return max(after) if state.to_move == player else min(after)


def list_questions(state: State) -> Iterator[State]:
    """Positions with a choice, each after all that follow it."""
    for action in state.actions():
        yield from list_questions(state.successor(action))
    if len(state.actions()) > 1:
        yield state


@pytest.mark.parametrize("slug", PREPARED)
async def test_cards_follow_each_other(desk: Desk, slug: str) -> None:
    answer = await desk.command(desk.ada, "think", game=slug)
    assert [word for word in WORDS if f"**{word}**" in answer.text] == [*WORDS]
    for card in range(2, 8):
        check(desk, answer, card - 1)
        answer = await desk.click(desk.ada, id_of(answer), "Next")
    check(desk, answer, 7)
    for card in range(6, 0, -1):
        check(desk, answer := await desk.click(desk.ada, id_of(answer), "Back"), card)


def after(state: State, names: str) -> State:
    for name in names.split():
        state = state.successor(state.game.action_named(state, name))
    return state


@pytest.mark.parametrize("slug", PREPARED)
async def test_ends_are_asked_until_right(desk: Desk, slug: str) -> None:
    message = await opened(desk, 2, slug)
    text = text_of(desk.message(message))
    for _ in range(3):
        asked = after(state_of(desk, message), ASKED_END.findall(text)[0])
        first, *draw, second = labels(desk, message)[:-1]
        outcomes = {first: Outcome.FIRST, **dict.fromkeys(draw, Outcome.DRAW), second: Outcome.SECOND}
        [right] = [label for label, outcome in outcomes.items() if outcome is asked.outcome]
        for wrong in {*outcomes} - {right}:
            said = (await desk.click(desk.ada, message, wrong)).text
            assert "Not quite: " in said
            assert ASKED_END.findall(said) == ASKED_END.findall(text)
        text = (await desk.click(desk.ada, message, right)).text
    assert "Now every end has its number" in text
    assert labels(desk, message) == []


@pytest.mark.parametrize("slug", PREPARED)
async def test_every_number_is_handed_up_by_the_player(desk: Desk, slug: str) -> None:
    message = await opened(desk, 3, slug)
    root, text = state_of(desk, message), text_of(desk.message(message))
    for question in list_questions(root):
        asked = after(root, ASKED_MOVE.findall(text)[0])
        assert asked == question
        worths = {name: worth(after(asked, name), root.to_move) for name in labels(desk, message)[:-1]}
        best = max(worths.values()) if asked.to_move == root.to_move else min(worths.values())
        for name in (name for name in worths if worths[name] != best):
            assert f"{name} is worth " in (await desk.click(desk.ada, message, name)).text
            assert ASKED_MOVE.findall(text_of(desk.message(message))) == ASKED_MOVE.findall(text)
        text = (await desk.click(desk.ada, message, max(worths, key=lambda name: worths[name] == best))).text
    assert "The number at the top is" in text
    assert labels(desk, message) == []


@pytest.mark.parametrize("slug", ["tic-tac-toe", "nim"])
async def test_search_is_watched_to_its_end(desk: Desk, slug: str) -> None:
    message, steps = await opened(desk, 4, slug), 0
    while "Next step" in labels(desk, message):
        text, steps = (await desk.click(desk.ada, message, "Next step")).text, steps + 1
        assert f"Step {steps} of " in text
    assert f"Step {steps} of {steps}." in text
    root = state_of(desk, message)
    best = ("0", "+1", "\N{MINUS SIGN}1")[worth(root, root.to_move)]
    assert text.endswith(f"here so far is {best}.")


async def test_search_is_a_film(desk: Desk) -> None:
    message = await opened(desk, 4)
    await desk.click(desk.ada, message, "Next step")
    text = (await desk.click(desk.ada, message, "Film")).text
    [shown] = pictures(desk.message(message))
    files = {file.attachment["url"]: file.content for file in desk.world.files_of(str(message))}
    image = Image.open(BytesIO(files[shown["media"]["url"]]))
    assert image.format == "GIF"
    assert f"Step {len([*ImageSequence.Iterator(image)])} of " in text
    assert "Step 2 of " in (await desk.click(desk.ada, message, "Next step")).text


@pytest.mark.parametrize("slug", PREPARED)
async def test_needless_branch_is_found(desk: Desk, slug: str) -> None:
    message = await opened(desk, 5, slug)
    root, text = state_of(desk, message), text_of(desk.message(message))
    place = after(root, re.findall(r"After (.+?) (?:\S+|Player \d) is sure of", text)[0])
    answers = {}
    for label in labels(desk, message)[:-1]:
        answers[label] = (await desk.click(desk.ada, message, label)).text
        if "positions instead of" in answers[label]:
            await desk.click(desk.ada, message, "Back")
            await desk.click(desk.ada, message, "Next")
    right = [label for label in answers if "positions instead of" in answers[label]]
    assert right
    for label, said in answers.items():
        is_below = place in {after(root, " ".join(label.split(" → ")[:length])) for length in range(9)}
        assert is_below <= (label in right)
        assert (label in right) or f"No: {label.replace(' → ', ' ')} can still change" in said
    [numbers] = {re.findall(r"(\d+) positions instead of (\d+)", answers[label])[0] for label in right}
    assert tuple(map(int, numbers)) == (engine.count(root, "alphabeta"), engine.count(root, "minimax"))


async def test_counts_are_those_of_every_course(desk: Desk) -> None:
    message = await opened(desk, 6)
    text = text_of(desk.message(message))
    assert [number in text for number in ("549,946", "18,297", "5,478", "765")] == [True] * 4
    known = engine.count(root := state_of(desk, message), "minimax") - engine.count(root, "symmetry")
    assert known
    bars = await desk.click(desk.ada, message, "As bars")
    assert "arrow" not in bars.text
    assert [number in str(bars.message) for number in ("549,946", "18,297", "5,478", "765")] == [True] * 4
    more = str((await desk.click(desk.ada, message, "Count Connect Four")).message)
    assert [words in more for words in ("more than 10,000", "At an arrow")] == [True] * 2
    for _ in range(2):
        await desk.click(desk.ada, message, "Back")
    assert text_of(desk.message(message)) == text


async def test_learners_tell_what_they_choose(desk: Desk) -> None:
    message = await opened(desk, 7)
    assert "- 3, 4 and 5 moves ahead: a1, 0 draw" in text_of(desk.message(message))
    said = (await desk.click(desk.ada, message, "Without a tree")).text
    assert [name in said for name in ("Memo", "Octo", "Hunch")] == [True] * 3
    check(desk, await desk.click(desk.ada, message, "Back"), 7)
    await desk.click(desk.ada, message, "Without a tree")
    assert "Characters who play" in (await desk.click(desk.ada, message, "Play against one of them")).text
