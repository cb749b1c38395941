"""What the id of a user stands for, besides a person."""

from typing import Final, TypeGuard

CHANNEL: Final = 0
"""The user id of a side that a whole channel plays."""

NEWEST_LEAVER: Final = -1
"""The largest user id of people who have left: when their data is removed, a negative id takes its place."""


def is_person(user_id: int | None) -> TypeGuard[int]:
    """Return whether this is the id of a person whom Discord knows."""
    return user_id is not None and user_id > CHANNEL


def has_left(user_id: int | None) -> bool:
    """Return whether this is the id of a person who has left."""
    return user_id is not None and user_id <= NEWEST_LEAVER
