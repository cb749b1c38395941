-- A match is its moves: the position is never stored, it is replayed, so that the rules and the rows cannot disagree.
-- A player is a Discord user id, or NULL for Maxine, whose level stands beside them.
-- message_id is the message that shows the match now; its snowflake also tells when it was posted.
-- rematch_of is unique: two presses of Rematch begin one match.

CREATE TABLE matches (
    id         INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    guild_id   INTEGER,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    first_id   INTEGER,
    second_id  INTEGER,
    level      TEXT,
    result     TEXT CHECK (result IN ('first', 'second', 'draw', 'abandoned')),
    created_at REAL    NOT NULL,
    touched_at REAL    NOT NULL,
    rematch_of INTEGER UNIQUE REFERENCES matches (id),
    CHECK ((level IS NULL) = (first_id IS NOT NULL AND second_id IS NOT NULL)),
    CHECK (first_id IS NOT NULL OR second_id IS NOT NULL),
    CHECK (first_id IS NOT second_id)
) STRICT;

CREATE TABLE moves (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    action   INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX matches_of_channel ON matches (channel_id, id);
CREATE INDEX matches_running_first ON matches (channel_id, first_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_second ON matches (channel_id, second_id, id) WHERE result IS NULL;
CREATE INDEX matches_running_touched ON matches (touched_at) WHERE result IS NULL;
CREATE INDEX matches_finished ON matches (channel_id, touched_at) WHERE result IS NOT NULL;
