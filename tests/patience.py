"""How long tests wait for what must come."""

from typing import Final

LONG: Final = 150.0
"""Seconds after which something is said never to come: many, for this machine may have much else to do."""
