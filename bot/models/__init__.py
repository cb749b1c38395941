"""The values that services exchange: frozen, and free of Discord and of SQL."""

from bot.models.arenas import Played, Series, SeriesStatus
from bot.models.diagnoses import Diagnosis, Examined, Symptom, Topic
from bot.models.explanations import Explanation, Looked, Question, Replay, Variation
from bot.models.finishes import Between, Finish, judge
from bot.models.invitations import (
    WHOEVER_ACCEPTS,
    Blocks,
    Invitation,
    InvitationStatus,
    InvitationWindow,
    PressedInvitation,
    Relation,
)
from bot.models.knowledge import Knowledge
from bot.models.matches import NOTICES, PACES, Deadline, Ending, Match, Offer, OfferKind, Origin, Participant
from bot.models.moves import Finding, Move
from bot.models.people import CHANNEL, NEWEST_LEAVER, is_person
from bot.models.places import (
    Asker,
    Challenge,
    DormantMatch,
    First,
    Hindrance,
    MatchScope,
    NamedPerson,
    Place,
    Pressed,
    ServerSettings,
)
from bot.models.plans import NO_EVENT, Plan
from bot.models.profiles import (
    MAXINE,
    Begun,
    Curve,
    Duel,
    GameRating,
    GameResults,
    Opponent,
    Past,
    PastPage,
    Profile,
    RatingPoint,
    ResultCounts,
    Run,
)
from bot.models.puzzles import (
    AGAIN,
    MOST_POSITION_HINTS,
    Attempt,
    End,
    Progress,
    PuzzleFilter,
    PuzzleView,
    Streak,
    StreakStanding,
    StreakTable,
    day_of,
    end_of,
    repeats_task,
)
from bot.models.races import SECONDS_TO_POST, WEEK, Race, RaceStage, Runner, find_next_time
from bot.models.rankings import (
    ALL_TIME,
    HELPED,
    LAST_RANK,
    PEOPLE,
    BoardKey,
    BoardName,
    KeptPeriods,
    Page,
    Ranking,
    ResultsTable,
    Season,
    SeasonBoard,
    Standing,
    month_before,
    periods_of,
    versus_of,
)
from bot.models.ratings import LEAST_CERTAIN, MARGIN, Rated, Rating, Skill
from bot.models.reviews import Lesson, Missed, OpenReview, Reviewed
from bot.models.tournaments import PROGRESS, Entrant, Pairing, Score, Tournament
from bot.models.verdicts import (
    FORMULA,
    SCALE_OF_ARENAS,
    Board,
    Form,
    RatingChange,
    Unrated,
    Verdict,
    day_begins,
)
from bot.models.votes import Tally, Together, Vote
