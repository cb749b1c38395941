"""The values the services speak in: frozen, and free of Discord and of SQL."""

from bot.models.arenas import Played, Series, SeriesStatus
from bot.models.diagnoses import Diagnosis, Examined, Symptom, Topic
from bot.models.findings import Finding, Knowledge
from bot.models.invitations import Invitation, InvitationStatus, PressedInvitation
from bot.models.matches import (
    Asker,
    Challenge,
    Ending,
    Explanation,
    First,
    Match,
    Origin,
    Participant,
    Place,
    Pressed,
    Question,
    Replay,
)
from bot.models.moves import Move
from bot.models.puzzles import (
    MOST_TOLD,
    Attempt,
    AttemptStatus,
    End,
    PuzzleView,
    Streak,
    StreakStanding,
    StreakTable,
    Wish,
    day_of,
    end_of,
    repeats_task,
)
from bot.models.ratings import Rated, Rating, Skill
from bot.models.records import Flaw, Record
from bot.models.reviews import Lesson, Reviewed
from bot.models.standings import HELPED, PEOPLE, Standing, Table, versus_of
from bot.models.variations import Looked, Variation

__all__ = [
    "HELPED",
    "MOST_TOLD",
    "PEOPLE",
    "Asker",
    "Attempt",
    "AttemptStatus",
    "Challenge",
    "Diagnosis",
    "End",
    "Ending",
    "Examined",
    "Explanation",
    "Finding",
    "First",
    "Flaw",
    "Invitation",
    "InvitationStatus",
    "Knowledge",
    "Lesson",
    "Looked",
    "Match",
    "Move",
    "Origin",
    "Participant",
    "Place",
    "Played",
    "Pressed",
    "PressedInvitation",
    "PuzzleView",
    "Question",
    "Rated",
    "Rating",
    "Record",
    "Replay",
    "Reviewed",
    "Series",
    "SeriesStatus",
    "Skill",
    "Standing",
    "Streak",
    "StreakStanding",
    "StreakTable",
    "Symptom",
    "Table",
    "Topic",
    "Variation",
    "Wish",
    "day_of",
    "end_of",
    "repeats_task",
    "versus_of",
]
