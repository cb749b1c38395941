-- What begins by itself at a time: a tournament that is opened already, or a match of a whole channel, of which it is kept
-- here how it was asked for (level and so on are NULL for a tournament). match_id is the match, once it has begun, or for
-- a tournament is_begun says that its time has come. message_id is what announces the match. event_id is the scheduled
-- event on the server: NULL while it is yet to be created, 0 where there is none. is_open until nothing is left to do.

CREATE TABLE plans (
    id            INTEGER PRIMARY KEY,
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    parent_id     INTEGER,
    message_id    INTEGER,
    owner_id      INTEGER NOT NULL,
    game          TEXT    NOT NULL,
    starts_at     REAL    NOT NULL,
    level         TEXT,
    first         TEXT    CHECK (first IN ('me', 'opponent', 'random')),
    pace          INTEGER CHECK (pace > 0),
    shows_votes   INTEGER CHECK (shows_votes IN (0, 1)),
    is_explained  INTEGER CHECK (is_explained IN (0, 1)),
    tournament_id INTEGER UNIQUE REFERENCES tournaments (id),
    match_id      INTEGER UNIQUE REFERENCES matches (id),
    event_id      INTEGER,
    is_begun      INTEGER NOT NULL DEFAULT 0 CHECK (is_begun IN (0, 1)),
    is_open       INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    CHECK ((level IS NULL) = (tournament_id IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX plans_waiting ON plans (channel_id) WHERE tournament_id IS NULL AND is_begun = 0 AND is_open = 1;
CREATE INDEX plans_open ON plans (id) WHERE is_open = 1;
CREATE INDEX plans_by_owner ON plans (owner_id, id);
CREATE INDEX plans_of_server ON plans (guild_id);
