"""Oware: a board of dark wood, and pale seeds."""

from __future__ import annotations

from bot.rendering.sowing import Material
from bot.rendering.views.sowing import SowingView
from engine.games.oware import Oware


class OwareView(SowingView, of=Oware):
    """The board of Oware, with what has been captured in the stores."""

    material = Material(
        ground="#8a5a34",
        rim="#6b4222",
        shadow="#2c1707",
        pit="#43270f",
        ridge="#754a29",
        seeds=(("#d9d2bd", "#f6f1e4"), ("#c6bf9f", "#e9e4cb"), ("#e5d8b2", "#fbf4dd")),
        outline="#231204",
        text="#fff6e0",
        faint="#deb98d",
    )
