-- The schema of version 36 for both databases, but for the tables of steps that 0037 removes from older databases.
-- Words in braces are filled in by bot/storage/migrations.py.

-- A match is its moves: a position is never stored, it is replayed. A player is a user id: NULL is Maxine, 0 a channel.
-- message_id is the message that shows the match now; is_drawn is 0 until that message is known to show what is stored
-- here. rematch_of is unique: two presses of Rematch begin one match. to_move is 0 for the first player and 1 for the
-- second.
--
-- is_helped: a player asked what moves are worth, so results stand in a table of their own. origin_ply says how many
-- first moves were played in the match origin_id. seed decides what the bot draws by chance. manner says how the match
-- ended besides its result.
--
-- pace is seconds for a move; due_at (NULL: no limit) is compared with seen_at - lost of the table awake, and with no
-- clock. offer is what a player (offered_by) offers now, asked at which ply each offered what last, as draw:0:4 (kind,
-- seat, ply).
--
-- changes counts offers and takebacks: a match with as many moves as before may have others. is_reminded belongs to
-- due_at. unrated says why a match counts for no rating (NULL: it runs, or counts). ended_at orders rated matches: it
-- is later than every earlier rated match of its players. strength is the bot's measured rating; fingerprint stands for
-- the moves, to find repetitions.
--
-- parent_id is the channel of a thread: channel_id itself until the thread exists, NULL without a thread. gone_at is
-- when the place of a match without a time limit disappeared: 0 if it was there at the last look, NULL before the
-- first.
CREATE TABLE matches (
    id          {key},
    game        TEXT    NOT NULL,
    guild_id    {id},
    channel_id  {id}    NOT NULL,
    message_id  {id},
    first_id    {id},
    second_id   {id},
    level       TEXT,
    result      TEXT    CHECK (result IN ('first', 'second', 'draw', 'abandoned')),
    created_at  {real}  NOT NULL,
    touched_at  {real}  NOT NULL,
    rematch_of  {id}    UNIQUE REFERENCES matches (id),
    to_move     {flag}  NOT NULL DEFAULT 0 CHECK (to_move IN (0, 1)),
    is_drawn    {flag}  NOT NULL DEFAULT 1 CHECK (is_drawn IN (0, 1)),
    is_helped   {flag}  NOT NULL DEFAULT 0 CHECK (is_helped IN (0, 1)),
    origin_id   {id}    REFERENCES matches (id),
    origin_ply  INTEGER CHECK (origin_ply >= 0),
    seed        {id}    NOT NULL DEFAULT 0,
    manner      TEXT    CHECK (manner IN ('rules', 'resignation', 'agreement', 'time', 'stop', 'abandonment')),
    pace        INTEGER CHECK (pace > 0),
    due_at      {real},
    is_rated    {flag}  NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1)),
    offer       TEXT    CHECK (offer IN ('draw', 'takeback')),
    offered_by  {flag}  CHECK (offered_by IN (0, 1)),
    changes     INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0),
    is_reminded {flag}  NOT NULL DEFAULT 0 CHECK (is_reminded IN (0, 1)),
    unrated     TEXT
        CHECK (unrated IN ('unfinished', 'casual', 'helped', 'short', 'unmeasured', 'repeated', 'limit')),
    ended_at    {real},
    strength    {real},
    fingerprint {id},
    asked       TEXT,
    parent_id   {id},
    gone_at     {real},
    CHECK ((level IS NULL) = (first_id IS NOT NULL AND second_id IS NOT NULL)),
    CHECK (first_id IS NOT NULL OR second_id IS NOT NULL),
    CHECK (first_id {differs} second_id),
    CHECK ((origin_ply IS NULL) = (origin_id IS NULL)),
    CHECK ((offered_by IS NULL) = (offer IS NULL))
) {strict};
CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX matches_running_first ON matches (channel_id, first_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_second ON matches (channel_id, second_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_touched ON matches (touched_at) WHERE result IS NULL;
CREATE INDEX matches_finished ON matches (channel_id, touched_at) WHERE result IS NOT NULL;
CREATE INDEX matches_of_first ON matches (channel_id, first_id, id);
CREATE INDEX matches_of_second ON matches (channel_id, second_id, id);
CREATE INDEX matches_awaited ON matches (id)
    WHERE result IS NULL AND level IS NOT NULL AND {is_maxine_to_move};
CREATE INDEX matches_undrawn ON matches (id) WHERE is_drawn = 0;
CREATE UNIQUE INDEX matches_taken_over
    ON matches (origin_id, origin_ply, coalesce(first_id, 0), coalesce(second_id, 0))
    WHERE origin_id IS NOT NULL AND result IS NULL;
CREATE INDEX matches_of_game_first ON matches (first_id, game) WHERE result IS NULL;
CREATE INDEX matches_of_game_second ON matches (second_id, game) WHERE result IS NULL;
CREATE INDEX matches_by_first ON matches (first_id, id) WHERE first_id IS NOT NULL;
CREATE INDEX matches_by_second ON matches (second_id, id) WHERE second_id IS NOT NULL;
CREATE INDEX matches_due ON matches (due_at) WHERE result IS NULL AND due_at IS NOT NULL AND message_id IS NOT NULL;
CREATE INDEX matches_ended ON matches (ended_at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_rated_between ON matches (first_id, second_id, ended_at)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;
CREATE INDEX matches_rated_again ON matches (first_id, second_id, fingerprint)
    WHERE level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL;
CREATE INDEX matches_past_first ON matches (first_id, touched_at, id, game, second_id, channel_id, result)
    WHERE result IS NOT NULL AND first_id IS NOT NULL;
CREATE INDEX matches_past_second ON matches (second_id, touched_at, id, game, first_id, channel_id, result)
    WHERE result IS NOT NULL AND second_id IS NOT NULL;
CREATE INDEX matches_of_pair ON matches (coalesce(first_id, 0), coalesce(second_id, 0), touched_at, id, game, result)
    WHERE result <> 'abandoned' AND origin_id IS NULL AND is_helped = 0;
CREATE INDEX matches_running_channel ON matches (channel_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_guild ON matches (guild_id, id) WHERE result IS NULL;
CREATE INDEX matches_over_guild ON matches (guild_id, id) WHERE guild_id IS NOT NULL AND result IS NOT NULL;
CREATE INDEX matches_running_below ON matches (parent_id, id) WHERE result IS NULL AND parent_id IS NOT NULL;

CREATE TABLE moves (
    match_id {id}    NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    action   INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply) {include_action}
) {keyed};

-- What is proven about a position, by every search: rows are only added, and readers join them. ply is the number of
-- moves played, seconds the longest search, moves the worth of each legal action, as JSON.
CREATE TABLE findings (
    id       {key},
    match_id {id}    NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    seconds  {real}  NOT NULL CHECK (seconds >= 0),
    moves    TEXT    NOT NULL
) {strict};
CREATE INDEX findings_of_match ON findings (match_id);

-- The accuracy of players, in percent, in matches with a complete review.
CREATE TABLE accuracies (
    user_id    {id}   NOT NULL,
    touched_at {real} NOT NULL,
    match_id   {id}   NOT NULL REFERENCES matches (id),
    accuracy   {real} NOT NULL CHECK (accuracy BETWEEN 0 AND 100),
    PRIMARY KEY (user_id, touched_at, match_id)
) {keyed};
CREATE INDEX accuracies_of_match ON accuracies (match_id);

-- A match of a whole channel against Maxine. ballots counts votes, changed ones too, so that a closing vote notices new
-- ones. votes has the newest vote of each person for each move.
CREATE TABLE together (
    match_id     {id}    PRIMARY KEY REFERENCES matches (id),
    opener_id    {id}    NOT NULL,
    shows_votes  {flag}  NOT NULL CHECK (shows_votes IN (0, 1)),
    is_explained {flag}  NOT NULL CHECK (is_explained IN (0, 1)),
    ballots      INTEGER NOT NULL DEFAULT 0 CHECK (ballots >= 0)
) {strict};
CREATE INDEX together_of_opener ON together (opener_id);

CREATE TABLE votes (
    match_id {id}    NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    user_id  {id}    NOT NULL,
    action   INTEGER NOT NULL,
    number   INTEGER NOT NULL CHECK (number > 0),
    voted_at {real}  NOT NULL,
    PRIMARY KEY (match_id, ply, user_id)
) {keyed};
CREATE INDEX votes_of_person ON votes (user_id);

-- invitee_id is NULL if anybody may accept; begins 0 means that this person makes the first move, NULL that it is
-- drawn. A closed invitation stays, so that a late press of its buttons can be answered. message_id is the message that
-- is yet to say that it expired. In blocks, blocked_id 0 blocks everybody.
CREATE TABLE invitations (
    id         {key},
    game       TEXT    NOT NULL,
    guild_id   {id},
    channel_id {id}    NOT NULL,
    inviter_id {id}    NOT NULL,
    invitee_id {id}    CHECK (invitee_id <> inviter_id),
    begins     {id}    CHECK (begins IN (inviter_id, coalesce(invitee_id, 0))),
    created_at {real}  NOT NULL,
    fate       TEXT    CHECK (fate IN ('accepted', 'declined', 'cancelled', 'expired')),
    rematch_of {id}    REFERENCES matches (id),
    match_id   {id}    REFERENCES matches (id),
    pace       INTEGER CHECK (pace > 0),
    is_rated   {flag}  NOT NULL DEFAULT 0 CHECK (is_rated IN (0, 1)),
    closed_at  {real},
    message_id {id},
    parent_id  {id}
) {strict};
CREATE UNIQUE INDEX invitations_to_rematch ON invitations (rematch_of)
    WHERE rematch_of IS NOT NULL AND (fate IS NULL OR fate = 'accepted');
CREATE INDEX invitations_open ON invitations (created_at) WHERE fate IS NULL;
CREATE INDEX invitations_of_inviter ON invitations (inviter_id, created_at) WHERE fate {differs} 'accepted';
CREATE INDEX invitations_to_invitee ON invitations (invitee_id, created_at) WHERE fate IS NULL;
CREATE INDEX invitations_between ON invitations (inviter_id, invitee_id, fate, id, closed_at);
CREATE INDEX invitations_expired ON invitations (id) WHERE fate = 'expired' AND message_id IS NOT NULL;
CREATE INDEX invitations_of_guild ON invitations (guild_id, id) WHERE guild_id IS NOT NULL;
CREATE INDEX invitations_by_inviter ON invitations (inviter_id, id);
CREATE INDEX invitations_by_invitee ON invitations (invitee_id, id);

CREATE TABLE blocks (
    blocker_id {id} NOT NULL,
    blocked_id {id} NOT NULL CHECK (blocked_id <> blocker_id),
    PRIMARY KEY (blocker_id, blocked_id)
) {keyed};

-- The totals of finished matches. guild_id 0 is everywhere, -1 the same for people who are hidden there. versus is
-- 'people' or the bot's level. draws is in the index so that the table need not be read.
CREATE TABLE standings (
    game     TEXT    NOT NULL,
    guild_id {id}    NOT NULL,
    versus   TEXT    NOT NULL,
    user_id  {id}    NOT NULL,
    wins     INTEGER NOT NULL DEFAULT 0,
    draws    INTEGER NOT NULL DEFAULT 0,
    losses   INTEGER NOT NULL DEFAULT 0,
    halves   INTEGER NOT NULL GENERATED ALWAYS AS (2 * wins + draws) STORED,
    PRIMARY KEY (game, guild_id, versus, user_id)
) {keyed};
CREATE INDEX standings_ranked
    ON standings (game, guild_id, versus, halves DESC, wins DESC, losses, user_id, draws);
CREATE INDEX standings_of_person ON standings (user_id, game, versus, wins, draws, losses) WHERE guild_id <= 0;
CREATE INDEX standings_by_person ON standings (user_id, guild_id);
CREATE INDEX standings_of_guild ON standings (guild_id, user_id);

-- Glicko-2 ratings of people, in each game: between people, and against Maxine. matches counts rated ones, streak those
-- won in a row. Ratings and changes follow from the matches, and can be computed again from them.
CREATE TABLE ratings (
    user_id     {id}    NOT NULL,
    game        TEXT    NOT NULL,
    board       TEXT    NOT NULL CHECK (board IN ('people', 'maxine')),
    rating      {real}  NOT NULL,
    deviation   {real}  NOT NULL CHECK (deviation > 0),
    volatility  {real}  NOT NULL CHECK (volatility > 0),
    matches     INTEGER NOT NULL CHECK (matches > 0),
    streak      INTEGER NOT NULL CHECK (streak >= 0),
    best_streak INTEGER NOT NULL CHECK (best_streak >= streak),
    rated_at    {real}  NOT NULL,
    PRIMARY KEY (user_id, game, board)
) {keyed};

CREATE TABLE rating_changes (
    match_id         {id}   NOT NULL REFERENCES matches (id),
    user_id          {id}   NOT NULL,
    board            TEXT   NOT NULL CHECK (board IN ('people', 'maxine')),
    game             TEXT   NOT NULL,
    rated_at         {real} NOT NULL,
    rating_before    {real} NOT NULL,
    deviation_before {real} NOT NULL,
    rating_after     {real} NOT NULL,
    deviation_after  {real} NOT NULL,
    volatility_after {real} NOT NULL,
    PRIMARY KEY (match_id, user_id)
) {keyed};
CREATE INDEX rating_changes_of_person ON rating_changes (user_id, game, rated_at);

-- The places on the boards by rating. guild_id is as in standings. period is 'all', a month (2026-11) or a week
-- (2026-W48). score is the rating, or of a month or week the wins. The board of puzzles is of all games ('').
CREATE TABLE rankings (
    user_id   {id}    NOT NULL,
    board     TEXT    NOT NULL CHECK (board IN ('people', 'maxine', 'puzzles')),
    game      TEXT    NOT NULL,
    guild_id  {id}    NOT NULL,
    period    TEXT    NOT NULL,
    wins      INTEGER NOT NULL DEFAULT 0,
    draws     INTEGER NOT NULL DEFAULT 0,
    losses    INTEGER NOT NULL DEFAULT 0,
    rung      INTEGER,
    score     {real}  NOT NULL,
    deviation {real}  NOT NULL,
    streak    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, board, game, period, guild_id)
) {keyed};
CREATE INDEX rankings_ranked ON rankings (board, game, guild_id, period, rung DESC, score DESC, user_id)
    WHERE rung IS NOT NULL;
CREATE INDEX rankings_of_guild ON rankings (guild_id, period, board);

-- The same puzzles for a channel until ends_at. game NULL is any. drawn is how many attempts had begun and ended at the
-- last drawing. is_open until its last standings are drawn. A weekly race begins again at next_at; first_at is when its
-- series began. The puzzles stand in rows of their own, numbered from 1: they outlive the puzzles that are shipped.
CREATE TABLE races (
    id         {key},
    guild_id   {id}    NOT NULL,
    channel_id {id}    NOT NULL,
    message_id {id},
    owner_id   {id}    NOT NULL,
    game       TEXT,
    begun_at   {real}  NOT NULL,
    ends_at    {real}  NOT NULL,
    is_open    {flag}  NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    drawn      INTEGER NOT NULL DEFAULT 0,
    parent_id  {id},
    is_weekly  {flag}  NOT NULL DEFAULT 0 CHECK (is_weekly IN (0, 1)),
    first_at   {real},
    next_at    {real}
) {strict};
CREATE UNIQUE INDEX races_open ON races (channel_id) WHERE is_open = 1;
CREATE INDEX races_by_owner ON races (owner_id, id);
CREATE INDEX races_of_server ON races (guild_id);
CREATE INDEX races_weekly ON races (next_at) WHERE is_weekly = 1;

CREATE TABLE race_puzzles (
    race_id    {id}    NOT NULL REFERENCES races (id),
    place      INTEGER NOT NULL CHECK (place > 0),
    game       TEXT    NOT NULL,
    difficulty TEXT    NOT NULL,
    goal       {flag}  NOT NULL CHECK (goal IN (0, 1)),
    start      TEXT    NOT NULL,
    theme      TEXT,
    PRIMARY KEY (race_id, place)
) {keyed};

-- An attempt at a puzzle is its actions: start leads from the first position of the game to the puzzle, actions is what
-- followed, numbers with spaces between. told is how much of a hint was given: 1 the theme, 2 the move. free_hints only
-- repeated the task. wished_* is what was asked for.
--
-- day, counted from 1970 in UTC, is that of a daily puzzle. match_id is the match of the error that the puzzle comes
-- from. rating_change is NULL unless this was the first outcome of a person at the puzzle. tried are wrong moves in the
-- present position: each counts once. In shares, begun_at is when the posting began, NULL once it is confirmed.
CREATE TABLE attempts (
    id                {key},
    user_id           {id}    NOT NULL,
    guild_id          {id},
    game              TEXT    NOT NULL,
    difficulty        TEXT    NOT NULL,
    goal              {flag}  NOT NULL CHECK (goal IN (0, 1)),
    start             TEXT    NOT NULL,
    wished_game       TEXT,
    wished_difficulty TEXT    NOT NULL,
    day               INTEGER,
    actions           TEXT    NOT NULL,
    mistakes          INTEGER NOT NULL CHECK (mistakes >= 0),
    hints             INTEGER NOT NULL CHECK (hints >= told),
    told              INTEGER NOT NULL CHECK (told BETWEEN 0 AND 2),
    begun_at          {real}  NOT NULL,
    fate              TEXT    CHECK (fate IN ('solved', 'shown')),
    ended_at          {real},
    theme             TEXT,
    wished_theme      TEXT,
    match_id          {id}    REFERENCES matches (id),
    free_hints        INTEGER NOT NULL DEFAULT 0 CHECK (free_hints BETWEEN 0 AND hints),
    rating_change     {real},
    race_id           {id}    REFERENCES races (id),
    race_place        INTEGER,
    tried             TEXT    NOT NULL DEFAULT '',
    CHECK ((fate IS NULL) = (ended_at IS NULL)),
    CHECK ((race_place IS NULL) = (race_id IS NULL))
) {strict};
CREATE UNIQUE INDEX attempts_daily ON attempts (day, user_id) WHERE day IS NOT NULL;
CREATE INDEX attempts_seen ON attempts (user_id, game, start);
CREATE INDEX attempts_of_guild ON attempts (guild_id, id) WHERE guild_id IS NOT NULL;
CREATE UNIQUE INDEX attempts_of_race ON attempts (race_id, user_id, race_place) WHERE race_id IS NOT NULL;

CREATE TABLE shares (
    attempt_id {id} NOT NULL REFERENCES attempts (id),
    channel_id {id} NOT NULL,
    begun_at   {real},
    PRIMARY KEY (attempt_id, channel_id)
) {keyed};

-- Days in a row with a solved daily puzzle, wherever it was solved: one row for everywhere (guild_id as in standings),
-- one for each server.
CREATE TABLE streaks (
    user_id  {id}    NOT NULL,
    guild_id {id}    NOT NULL,
    last_day INTEGER NOT NULL,
    length   INTEGER NOT NULL CHECK (length > 0),
    longest  INTEGER NOT NULL CHECK (longest >= length),
    PRIMARY KEY (user_id, guild_id)
) {keyed};
CREATE INDEX streaks_ranked ON streaks (guild_id, last_day, length DESC, longest DESC, user_id);

-- Ratings of people who solve puzzles; run is how many rated puzzles in a row were solved at the first try and without
-- a hint.
CREATE TABLE solvers (
    user_id    {id}    PRIMARY KEY,
    rating     {real}  NOT NULL,
    deviation  {real}  NOT NULL CHECK (deviation > 0),
    volatility {real}  NOT NULL CHECK (volatility > 0),
    run        INTEGER NOT NULL CHECK (run >= 0),
    longest    INTEGER NOT NULL CHECK (longest >= run)
) {strict};

-- judged is the difficulty that a puzzle was shipped with, found the one that people's tries have shown.
CREATE TABLE rated_puzzles (
    game       TEXT   NOT NULL,
    start      TEXT   NOT NULL,
    rating     {real} NOT NULL,
    deviation  {real} NOT NULL CHECK (deviation > 0),
    volatility {real} NOT NULL CHECK (volatility > 0),
    judged     TEXT   NOT NULL,
    found      TEXT   NOT NULL,
    PRIMARY KEY (game, start)
) {keyed};
CREATE INDEX rated_puzzles_moved ON rated_puzzles (game, start, found) WHERE found <> judged;

-- Those who chose last that their matches against Maxine are rated.
CREATE TABLE rated_by_choice (
    user_id {id} PRIMARY KEY
) {strict};

-- The version of the formula that computed the ratings. A start with another version computes them again.
CREATE TABLE rating_formula (
    version INTEGER PRIMARY KEY
) {strict};

-- drawn is 10000 times the changes, and the number of finished matches, when the message was drawn last. Entrants are
-- numbered from 0; user_id NULL is Maxine. A pairing's result is that of its match; a pairing without a match scores
-- for its first.
CREATE TABLE tournaments (
    id         {key},
    game       TEXT    NOT NULL,
    guild_id   {id}    NOT NULL,
    channel_id {id}    NOT NULL,
    message_id {id},
    owner_id   {id}    NOT NULL,
    pace       INTEGER NOT NULL CHECK (pace > 0),
    status     TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    created_at {real}  NOT NULL,
    changes    INTEGER NOT NULL CHECK (changes >= 0),
    drawn      INTEGER NOT NULL
) {strict};
CREATE INDEX tournaments_of_channel ON tournaments (channel_id, id);
CREATE UNIQUE INDEX tournaments_not_over ON tournaments (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX tournaments_live ON tournaments (id) WHERE status IN ('open', 'running') OR drawn < changes * 10000;
CREATE INDEX tournaments_of_guild ON tournaments (guild_id, id);
CREATE INDEX tournaments_by_owner ON tournaments (owner_id, id);

CREATE TABLE tournament_entrants (
    tournament_id {id}    NOT NULL REFERENCES tournaments (id),
    number        INTEGER NOT NULL CHECK (number >= 0),
    user_id       {id},
    level         TEXT    CHECK ((level IS NULL) = (user_id IS NOT NULL)),
    is_withdrawn  {flag}  NOT NULL CHECK (is_withdrawn IN (0, 1)),
    PRIMARY KEY (tournament_id, number)
) {keyed};
CREATE INDEX tournament_entrants_of_user ON tournament_entrants (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE tournament_pairings (
    tournament_id {id}    NOT NULL REFERENCES tournaments (id),
    round         INTEGER NOT NULL CHECK (round > 0),
    place         INTEGER NOT NULL CHECK (place >= 0),
    first         INTEGER NOT NULL,
    second        INTEGER CHECK (second <> first),
    match_id      {id}    UNIQUE REFERENCES matches (id),
    PRIMARY KEY (tournament_id, round, place)
) {keyed};

-- What begins by itself at a time: a tournament, or a match of a whole channel with what was chosen for it. message_id
-- announces it. event_id is the scheduled event: NULL while it is yet to be created, 0 where there is none. is_open
-- until nothing is left to do.
CREATE TABLE plans (
    id            {key},
    guild_id      {id}    NOT NULL,
    channel_id    {id}    NOT NULL,
    parent_id     {id},
    message_id    {id},
    owner_id      {id}    NOT NULL,
    game          TEXT    NOT NULL,
    starts_at     {real}  NOT NULL,
    level         TEXT,
    first         TEXT    CHECK (first IN ('me', 'opponent', 'random')),
    pace          INTEGER CHECK (pace > 0),
    shows_votes   {flag}  CHECK (shows_votes IN (0, 1)),
    is_explained  {flag}  CHECK (is_explained IN (0, 1)),
    tournament_id {id}    UNIQUE REFERENCES tournaments (id),
    match_id      {id}    UNIQUE REFERENCES matches (id),
    event_id      {id},
    is_begun      {flag}  NOT NULL DEFAULT 0 CHECK (is_begun IN (0, 1)),
    is_open       {flag}  NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    is_drawn      {flag}  NOT NULL DEFAULT 1 CHECK (is_drawn IN (0, 1)),
    CHECK ((level IS NULL) = (tournament_id IS NOT NULL))
) {strict};
CREATE UNIQUE INDEX plans_waiting ON plans (channel_id) WHERE tournament_id IS NULL AND is_begun = 0 AND is_open = 1;
CREATE INDEX plans_open ON plans (id) WHERE is_open = 1;
CREATE INDEX plans_by_owner ON plans (owner_id, id);
CREATE INDEX plans_of_server ON plans (guild_id);

-- Reviews whose messages say that proofs are still looked for. user_id NULL is everybody. Another process may take over
-- at due_at. token is that of the interaction, by which alone Discord lets some messages be changed.
CREATE TABLE open_reviews (
    message_id {id}   PRIMARY KEY,
    match_id   {id}   NOT NULL,
    channel_id {id}   NOT NULL,
    user_id    {id},
    language   TEXT   NOT NULL,
    token      TEXT,
    due_at     {real} NOT NULL
) {strict};
CREATE INDEX open_reviews_by_person ON open_reviews (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX open_reviews_due ON open_reviews (due_at);

-- met_at is the last day on which a command came. channels are those where matches may begin (NULL: all). season_closed
-- is the month of which results were posted last. time_zone is an IANA name (NULL: UTC).
CREATE TABLE servers (
    guild_id          {id}   PRIMARY KEY,
    met_at            {real} NOT NULL,
    channels          TEXT,
    season_channel_id {id},
    level             TEXT,
    game              TEXT,
    language          TEXT,
    season_closed     TEXT,
    has_threads       {flag} NOT NULL DEFAULT 0 CHECK (has_threads IN (0, 1)),
    shows_votes       {flag} NOT NULL DEFAULT 0 CHECK (shows_votes IN (0, 1)),
    time_zone         TEXT
) {strict};
CREATE INDEX servers_silent ON servers (met_at);
CREATE INDEX servers_of_seasons ON servers (season_closed, guild_id) WHERE season_channel_id IS NOT NULL;

-- People who are on no board of everywhere. departures has those who deleted their data after they had begun a race
-- (else 0) or the puzzle of a day (else 0): they do not begin it again before ends_at.
CREATE TABLE hidden (
    user_id {id} PRIMARY KEY
) {strict};

CREATE TABLE departures (
    user_id {id}    NOT NULL,
    race_id {id}    NOT NULL DEFAULT 0,
    day     INTEGER NOT NULL DEFAULT 0,
    ends_at {real}  NOT NULL,
    PRIMARY KEY (user_id, race_id, day)
) {keyed};

-- A digest of the slash commands that were registered last.
CREATE TABLE command_sync (
    application_id {id} PRIMARY KEY,
    digest         TEXT NOT NULL
) {strict};

-- When a process last could take a move, and the seconds lost until then, in which no time limit runs.
CREATE TABLE awake (
    id      {id}   PRIMARY KEY CHECK (id = 1),
    seen_at {real} NOT NULL,
    lost    {real} NOT NULL
) {strict};

-- What only one of several processes does at a time. Its rows may be lost with the server.
CREATE {unlogged} TABLE leases (
    name   TEXT   PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  {real} NOT NULL
) {keyed};
