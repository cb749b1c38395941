"""How strong her levels and characters were measured to be in arenas."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def ratings_in(game_slug: str) -> Mapping[str, float]:
    """Return the rating of all who have met in an arena of the game; `tests/make_strengths.py` holds them."""
    file = resources.files("bot") / "strengths" / f"{game_slug}.json"
    if not file.is_file():
        return {}
    return {name: rating for name, rating, _ in json.loads(file.read_text("utf-8"))["ratings"]}
