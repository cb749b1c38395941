"""A local stand-in for Discord: REST, gateway and a web page, on this machine alone.

`world` is the state, made of `things`; `messages` (with `attachments`, `components`, `validation`, `forms`)
changes it as Discord would. The bot connects through `rest` (with `bodies`), `answers`, `commands` and
`gateway`, or gets requests from `endpoint`; the people act through `people` (with `filling`, `modals`), which
the page (`pages`, `live`) and tests both use; `driver` is all of it as one object. `interactions` is where
the two meet.
"""

from bot.playground.driver import Playground, redirect
from bot.playground.endpoint import EndpointError
from bot.playground.history import HistoryError

__all__ = ["EndpointError", "HistoryError", "Playground", "redirect"]
