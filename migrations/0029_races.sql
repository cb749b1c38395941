-- A race of a channel: the same puzzles for everybody, until ends_at. game is the one it was asked for, NULL: any. is_open
-- until its last standings are drawn, or can be drawn no more, so that a channel has one at a time; drawn is how many
-- attempts had been begun and how many ended when the message was drawn last. race_puzzles are numbered from 1, and stand
-- in rows of their own so that they outlive the puzzles that are shipped; race_id and race_place of an attempt are which
-- of them it is at: everybody has one attempt at each.

CREATE TABLE races (
    id         INTEGER PRIMARY KEY,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    owner_id   INTEGER NOT NULL,
    game       TEXT,
    begun_at   REAL    NOT NULL,
    ends_at    REAL    NOT NULL,
    is_open    INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    drawn      INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE UNIQUE INDEX races_open ON races (channel_id) WHERE is_open = 1;
CREATE INDEX races_by_owner ON races (owner_id, id);
CREATE INDEX races_of_server ON races (guild_id);

CREATE TABLE race_puzzles (
    race_id    INTEGER NOT NULL REFERENCES races (id),
    place      INTEGER NOT NULL CHECK (place > 0),
    game       TEXT    NOT NULL,
    difficulty TEXT    NOT NULL,
    goal       INTEGER NOT NULL CHECK (goal IN (0, 1)),
    start      TEXT    NOT NULL,
    theme      TEXT,
    PRIMARY KEY (race_id, place)
) STRICT, WITHOUT ROWID;

ALTER TABLE attempts ADD COLUMN race_id INTEGER REFERENCES races (id);
ALTER TABLE attempts ADD COLUMN race_place INTEGER CHECK ((race_place IS NULL) = (race_id IS NULL));
CREATE UNIQUE INDEX attempts_of_race ON attempts (race_id, user_id, race_place) WHERE race_id IS NOT NULL;
