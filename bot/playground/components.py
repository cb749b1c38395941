"""Components: walking them, finding what can be pressed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.playground.world import Json


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, the nested ones too, in the order they are read."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for nested in ("accessory", "component"):
            if nested in component:
                yield from walk([component[nested]])


def pressable(components: list[Json]) -> Iterator[Json]:
    """Every component that can be clicked or chosen from."""
    return (each for each in walk(components) if "custom_id" in each)
