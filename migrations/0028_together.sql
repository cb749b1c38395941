-- A whole channel may play one side of a match against Maxine: its side has the id 0 in matches, and what else is known of
-- such a match stands here: who opened it, whether votes are shown while they come in and explained afterwards, and how
-- many there were so far, changed ones too. That number only grows, so whoever closes a vote knows whether another came
-- meanwhile. votes has one for each person and move, the newest, with the number it had and when it was given.

CREATE TABLE together (
    match_id     INTEGER PRIMARY KEY REFERENCES matches (id),
    opener_id    INTEGER NOT NULL,
    shows_votes  INTEGER NOT NULL CHECK (shows_votes IN (0, 1)),
    is_explained INTEGER NOT NULL CHECK (is_explained IN (0, 1)),
    ballots      INTEGER NOT NULL DEFAULT 0 CHECK (ballots >= 0)
) STRICT;

CREATE INDEX together_of_opener ON together (opener_id);

CREATE TABLE votes (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    user_id  INTEGER NOT NULL,
    action   INTEGER NOT NULL,
    number   INTEGER NOT NULL CHECK (number > 0),
    voted_at REAL    NOT NULL,
    PRIMARY KEY (match_id, ply, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX votes_of_person ON votes (user_id);
