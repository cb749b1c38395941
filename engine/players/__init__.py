"""The players the engine knows: those that the modules of this package list in their `PLAYERS`."""

from functools import cache

from engine.modules import import_all
from engine.player import Player


def player_names() -> tuple[str, ...]:
    """Return the names of all known players."""
    return tuple(_load_players())


def get_player(name: str) -> Player:
    """Return the player of that name; KeyError with the known ones if there is none."""
    try:
        return _load_players()[name]
    except KeyError:
        known = ", ".join(player_names())
        raise KeyError(f"There is no player {name!r}. The known players are: {known}.") from None


@cache
def _load_players() -> dict[str, Player]:
    """Return every player by name."""
    modules = import_all(__name__, __path__)
    return {player.name: player for module in modules for player in module.PLAYERS}
