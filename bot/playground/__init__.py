"""A local stand-in for Discord: REST, gateway and a web page, on this machine alone.

`world` is the state; `messages` (with `attachments`, `components`, `validation`) changes it as Discord would.
The bot comes in through `rest`, `answers`, `commands` and `gateway`, the people through `people`, which the
page (`pages`, `live`) and tests (`driver`) both use. `interactions` is where the two meet.
"""

from bot.playground.driver import Playground, redirect
from bot.playground.history import HistoryError

__all__ = ["HistoryError", "Playground", "redirect"]
