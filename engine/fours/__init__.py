"""Exact four in a row, on boards with gravity and without."""

from engine.fours.solver import Fours

__all__ = ["Fours"]
