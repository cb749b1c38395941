"""Advice on moves of Connect Four, and rings around the holes that decide."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

import engine
from bot.rendering.views import connect_four, get_view
from bot.words.advice import format_advice
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.remarks import format_remark
from engine import Remark
from engine.teachers.connect_four.kinds import ConnectFourKind
from tests.engine.boards import random_state, state_after
from tests.sentences.advice import format_advice_on
from tests.sentences.positions import SQUEEZED

GAME = engine.game("connect-four")
TELLINGS = get_words(GAME).tellings


@pytest.mark.ci
def test_advice_names_every_best_move() -> None:
    rng = Random(7)
    for ply in [*range(0, 41, 4)] * 4:
        state = random_state(GAME, ply, rng)
        analysis = engine.analyse(state, depth=None if ply > 26 else 3)
        remarked = engine.remarks(analysis)
        for action in analysis.best:
            for remark in remarked[action][:1]:  # none where it is found by counting ahead
                text = format_advice_on(state, action, remark)
                assert GAME.name_of(state, action) in text or TELLINGS[remark.kind].is_hopeless, text


def test_every_kind_is_said_in_full() -> None:
    state = state_after(GAME, "4 4 4 4 4 4")
    for kind in ConnectFourKind:
        for cells in ((21,), (14, 21)):
            remark = Remark(kind, (0, 1), 12, (0, 1), cells, 3)
            assert "{" not in format_remark(ENGLISH, state, 4, remark)
            if TELLINGS[kind].advice:
                assert "5" in format_advice_on(state, 4, remark) or TELLINGS[kind].is_hopeless


RING = (255, 92, 168)


def test_deciding_hole_has_a_ring() -> None:
    analysis = engine.analyse(state_after(GAME, SQUEEZED))
    assert get_view(GAME).list_rings(analysis) == (8,)


def test_ring_is_around_its_hole() -> None:
    state, side = state_after(GAME, SQUEEZED), connect_four._SIDE
    for analysis in (engine.analyse(state), None):
        png = get_view(GAME).render_picture(ENGLISH, state, None, analysis)
        image = Image.open(BytesIO(png)).convert("RGB")
        left_of_it = image.width // 2 - 2 * side - 2 * side // 5, connect_four._HEAD + side + side // 2
        assert (image.getpixel(left_of_it) == RING) == (analysis is not None)


def test_headlines_tell_of_no_later_move() -> None:
    rng = Random(5)
    for ply in range(24, 40):
        state = random_state(GAME, ply, rng)
        assert "of the best line" not in format_advice(ENGLISH, engine.analyse(state))
