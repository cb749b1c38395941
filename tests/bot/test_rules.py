"""/rules: every game's, with an example that is what its caption says."""

import json
import re

import pytest

import engine
from bot.playground.messages import text_of
from bot.words import rules
from bot.words.games import format_title, get_words
from bot.words.games.grid import FULL
from bot.words.language import ENGLISH
from engine.rules.reversi import Reversi
from tests.bot.desk import Desk
from tests.bot.drafts import present
from tests.bot.shown import id_of, private_text
from tests.bot.stage import Stage
from tests.engine import nim_again

CAPTION = re.compile(
    r"(?P<side>\w+) is to move (and )?(?P<deed>wins|loses|can win|gets a box|captures (?P<seeds>\d+))"
    r" with (?P<move>[\w-]+)\b.*"
)
OF_DISCS = ("reversi", "reversi-6x6")
TURNS = re.compile(r".* White can play (?P<moves>[^;]+); (?P<move>\w\d) turns (?P<turned>\w\d) back, .*")
SIDES = {"Whoever": 1, "X": 0, "O": 1, "Red": 0, "Yellow": 1, "South": 0, "North": 1, "Blue": 0, "Orange": 1}


@pytest.mark.parametrize("slug", engine.games())
async def test_every_game_has_an_example(desk: Desk, slug: str) -> None:
    answer = await desk.command(desk.ada, "rules", game=slug)
    long = slug in {"kalah", "oware", *OF_DISCS}  # beside which a phone has no room for the picture
    example = await desk.click(desk.ada, id_of(answer), "Example") if long else answer
    assert private_text(answer).startswith(f"### {format_title(ENGLISH, engine.game(slug))}\n")
    shown = get_words(engine.game(slug)).describe(ENGLISH, *rules.play_example(engine.game(slug)))
    assert shown in example.text or f'"description": {json.dumps(shown)}' in json.dumps(example.message)


@pytest.mark.parametrize(
    ("slug", "guess", "has_threats"),
    [
        ("tic-tac-toe", None, True),
        ("tic-tac-toe-misere", None, False),
        ("connect-four", "`about +0.3`: my guess, where I cannot see the end; +1 would be a win", True),
        ("kalah", "seeds ahead`: my guess, where I cannot see the end.", False),
    ],
)
async def test_terms_are_the_games_own(
    desk: Desk, slug: str, guess: str | None, *, has_threats: bool
) -> None:
    shown = id_of(first := await desk.command(desk.ada, "rules", game=slug))
    terms = (await desk.click(desk.ada, shown, "My words")).text
    if slug == "kalah":
        terms = (await desk.click(desk.ada, shown, "Next")).text
        assert "How I play it" in (await desk.click(desk.ada, shown, "Back")).text
    terms = terms.partition("What I mean by")[2]
    assert (await desk.click(desk.ada, shown, "Rules")).text == first.text
    assert (await desk.press(desk.ada, shown, "rp:go:0")).text.startswith("There is no game “go”.")
    assert (guess or "my guess") in terms or guess is None
    assert (guess or "") in terms
    assert ("my guess" in terms, "A threat" in terms) == (guess is not None, has_threats)


def test_chains_are_explained() -> None:
    _, notes = rules.list_notes(ENGLISH, engine.game("dots-and-boxes"))
    assert "- A chain: " in notes
    assert "- Leaving two: " in notes


@pytest.mark.parametrize("slug", nim_again.SIZES)
async def test_secret_of_nim_is_behind_a_button(desk: Desk, slug: str) -> None:
    first = await desk.command(desk.ada, "rules", game=slug)
    assert "1+2" not in first.text
    secret = await desk.click(desk.ada, id_of(first), "The secret")
    assert "5 is 1+4" in secret.text
    assert (await desk.click(desk.ada, id_of(first), "Rules")).text == first.text


@pytest.mark.parametrize("opponent", [None, "grace"])
async def test_rules_are_a_button_for_everybody(desk: Desk, opponent: str | None) -> None:
    options = {"opponent": desk.grace} if opponent else {}
    board = await desk.challenge(desk.ada, game="kalah", **options)
    if opponent:
        await desk.click(desk.grace, board, "Accept")
    pressed = await desk.click(desk.eve, board, "Rules")
    asked = await desk.command(desk.eve, "rules", game="kalah")
    assert (pressed.ephemeral, pressed.text) == (True, asked.text)


async def test_rules_can_be_shown_to_everybody(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "rules", public=True)
    assert not answer.ephemeral
    assert "### Tic-tac-toe\n" in text_of(stage.message(id_of(answer)))


@pytest.mark.parametrize("slug", [slug for slug in engine.games() if slug not in OF_DISCS])
def test_example_shows_what_its_caption_says(slug: str) -> None:
    game = engine.game(slug)
    state, _ = rules.play_example(game)
    told = present(CAPTION.fullmatch(rules.format_example(ENGLISH, game)))
    assert state.to_move == SIDES[told["side"]]
    after = state.successor(state.game.action_named(state, told["move"]))
    if told["deed"].startswith("captures"):
        assert captured(state, after) == int(told["seeds"])
    elif told["deed"] == "gets a box":
        assert after.to_move == state.to_move
    elif told["deed"] == "can win":
        assert not after.is_terminal
        assert engine.analyse(after).value == -1
    else:
        assert after.utility == {"wins": -1, "loses": 1}[told["deed"]]


@pytest.mark.parametrize("slug", engine.games())
def test_full_board_is_a_draw(slug: str) -> None:
    game = engine.game(slug)
    is_about_full_boards = get_words(game).rules.play[2] == FULL
    assert (rules.play_example(game, 2)[0].outcome is engine.Outcome.DRAW) == is_about_full_boards


@pytest.mark.parametrize("slug", OF_DISCS)
def test_caption_names_moves_of_reversi(slug: str) -> None:
    game = engine.game(slug)
    assert isinstance(game, Reversi)
    state, _ = rules.play_example(game)
    told = present(TURNS.fullmatch(rules.format_example(ENGLISH, game)))
    assert re.findall(r"[a-h]\d", told["moves"]) == [
        game.name_of(state, action) for action in state.actions()
    ]
    after = state.successor(game.action_named(state, told["move"]))
    cell = game.names.index(told["turned"])
    assert [game.owners(each.position)[cell] for each in (state, after)] == [0, state.to_move]


def captured(state: engine.State, after: engine.State) -> int:
    """How many seeds a move of Oware has brought to whoever made it."""
    stores = [state.game.stores(one)[state.to_move] for one in (state, after)]  # type: ignore[attr-defined]  # Oware's
    return int(stores[1] - stores[0])


@pytest.mark.parametrize("slug", engine.games())
def test_rules_fit_a_message(slug: str) -> None:
    game = engine.game(slug)
    shown = get_words(game).describe(ENGLISH, *rules.play_example(game))
    said = rules.format_play(ENGLISH, game) + shown + "".join(rules.list_notes(ENGLISH, game))
    assert len(said) < 4_000
    assert len(shown) <= 1_024
