"""Whose challenges somebody does not want."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import Reason, Refused

if TYPE_CHECKING:
    from bot.models import Blocks
    from bot.services import Context


async def block(context: Context, user_id: int, blocked_id: int | None, *, everybody: bool) -> Blocks:
    """Keep away the challenges of somebody, or of everybody, and return whom the person blocks now."""
    blocks = context.storage.blocks
    if blocked_id == user_id:
        raise Refused(Reason.SELF_BLOCK)
    if blocked_id is not None:
        await blocks.add(user_id, blocked_id)
    if everybody:
        await blocks.add(user_id, None)
    return await blocks.find(user_id)


async def unblock(context: Context, user_id: int, blocked_id: int | None, *, everybody: bool) -> Blocks:
    """Let the challenges of somebody through again, or those of everybody who is not blocked by name."""
    blocks = context.storage.blocks
    if blocked_id is not None:
        await blocks.remove(user_id, blocked_id)
    if everybody:
        await blocks.remove(user_id, None)
    return await blocks.find(user_id)
