"""Kalah: a board of dark teal, and beads of glass."""

from __future__ import annotations

from bot.rendering.sowing import Material
from bot.rendering.views.sowing import SowingView
from engine.games.kalah import Kalah


class KalahView(SowingView, of=Kalah):
    """The board of Kalah, in which the stores are sown too."""

    fills_stores = True
    material = Material(
        ground="#1f4a4f",
        rim="#143438",
        shadow="#061416",
        pit="#0d2528",
        ridge="#2c5f65",
        seeds=(
            ("#e2574c", "#ffc4bb"),
            ("#4c9be0", "#cfe8ff"),
            ("#efb73e", "#fff1c9"),
            ("#a874d8", "#ead7fb"),
        ),
        outline="#04100f",
        text="#eafaf6",
        faint="#86b3b0",
    )
