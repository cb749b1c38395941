"""Where drawings are made that take longer than others should wait: in threads of their own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from bot.workers.fair_queue import FairQueue

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
_P = ParamSpec("_P")

_SIZE = 2  # threads, so that one person's film does not keep the picture of another waiting
_MOST = 12  # drawings of one person that are not finished yet


class DrawingPool:
    """Draws for people by turns, one drawing at a time for each of them."""

    def __init__(self) -> None:
        self._turns = FairQueue(_SIZE, _MOST, most_at_once=1)
        self._threads = ThreadPoolExecutor(_SIZE, "drawing")

    async def draw(self, asker_id: int, work: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return what a function draws; who asks for the same at the same time shares it.

        Raises:
            OfflineError: it was not drawn when the pool was closed.
            ManyQuestionsError: the person has asked for too much else since.
        """

        async def draw(_: float) -> _T:
            drawing = partial(work, *args, **kwargs)
            return await asyncio.get_running_loop().run_in_executor(self._threads, drawing)

        return await self._turns.ask((work, args, *kwargs.items()), asker_id, draw)

    def is_closed(self) -> bool:
        """Return whether nobody waits for a drawing any more, so that a long one can be left off."""
        return self._turns.is_closed

    def close(self) -> None:
        """Refuse all who wait, and leave off what is being drawn, without waiting for its end."""
        self._turns.give_up()
        self._threads.shutdown(wait=False, cancel_futures=True)
