"""Buttons whose answers other tests ask for at a desk: each kind is pressed here once through Discord."""

import logging
import re

import pytest

from bot.components.answers import Button
from bot.playground.components import pressable
from tests.bot.shown import id_of
from tests.bot.stage import Stage
from tests.bot.test_lessons import played_at_random

WILD = "tic-tac-toe-wild"
WALKS: tuple[tuple[str, dict[str, object], str], ...] = (
    ("help", {}, "gp gd"),
    ("help", {}, "cs"),
    ("help", {}, "hc hc gu"),
    ("help", {}, "z"),
    ("help", {}, "ge pl pt:1 pq"),
    ("help", {}, "ge tk th th"),
    ("explain", {"ply": 1, "tree": True}, "tk"),
    ("characters", {"game": WILD}, "cp"),
    ("analyse", {"game": WILD}, "ae aa ak am:0 af am ao as"),
    ("explain", {"ply": 1}, "bw"),
    ("review", {}, "vn"),
    ("review", {}, "l"),
    ("arena", {"x": "perfect", "o": "random", "games": 2}, "rs"),
    ("help", {}, "ge pl pt:0 pz pl pt pw"),
    ("help", {}, "gp gn gg gc gb"),
)
"""A command, and the kinds of what is pressed then, each on what the one before has led to: the last of a
kind, or that of an index."""


async def test_every_kind_is_answered(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bot.delivery.interactions")
    await played_at_random(stage, WILD)
    await stage.challenge(stage.ada, first="opponent")
    for name, options, kinds in WALKS:
        shown = id_of(await stage.command(stage.ada, name, **options))
        for kind in kinds.split():
            shown = await press(stage, shown, *kind.partition(":")[::2])
    answered = re.findall(r"button (\w+) user=.* outcome=ok", caplog.text)
    pressed = {kind.partition(":")[0] for *_, kinds in WALKS for kind in kinds.split()}
    assert {Button.by_kind[kind].name for kind in pressed} - {*answered} == set()


async def press(stage: Stage, shown: int, kind: str, index: str) -> int:
    """Let Ada press a button of a kind, or choose its last option; return the message that comes of it.

    If a sheet is opened, Ada challenges Grace on it.
    """
    found = pressable(stage.message(shown)["components"])
    ids = [each for each in found if each["custom_id"].split(":")[0] == kind and not each.get("disabled")]
    pressed = ids[int(index or -1)]
    values = [option["value"] for option in pressed.get("options", ())][-1:]
    answer = await stage.press(stage.ada, shown, pressed["custom_id"], *values)
    if answer.modal is not None:
        answer = await stage.submit(stage.ada, answer, {"opponent": stage.grace})
    return id_of(answer)
