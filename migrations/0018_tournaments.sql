-- A tournament in a channel: open to all at first, then played in rounds of matches. What a pairing has brought is the
-- result of its match, and is not kept twice; a pairing without a match scores for its first. Entrants are numbered from
-- 0; user_id NULL is Maxine. changes counts what was changed; drawn is 10000 times the changes, and the number of
-- matches that had ended, when the message that shows it was drawn last: those that show less are found by the index.

CREATE TABLE tournaments (
    id         INTEGER PRIMARY KEY,
    game       TEXT    NOT NULL,
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    owner_id   INTEGER NOT NULL,
    pace       INTEGER NOT NULL CHECK (pace > 0),
    status     TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    created_at REAL    NOT NULL,
    changes    INTEGER NOT NULL CHECK (changes >= 0),
    drawn      INTEGER NOT NULL
) STRICT;

CREATE INDEX tournaments_of_channel ON tournaments (channel_id, id);
CREATE UNIQUE INDEX tournaments_not_over ON tournaments (channel_id) WHERE status IN ('open', 'running');
CREATE INDEX tournaments_live ON tournaments (id) WHERE status IN ('open', 'running') OR drawn < changes * 10000;

CREATE TABLE tournament_entrants (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    number        INTEGER NOT NULL CHECK (number >= 0),
    user_id       INTEGER,
    level         TEXT    CHECK ((level IS NULL) = (user_id IS NOT NULL)),
    is_withdrawn  INTEGER NOT NULL CHECK (is_withdrawn IN (0, 1)),
    PRIMARY KEY (tournament_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_entrants_of_user ON tournament_entrants (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE tournament_pairings (
    tournament_id INTEGER NOT NULL REFERENCES tournaments (id),
    round         INTEGER NOT NULL CHECK (round > 0),
    place         INTEGER NOT NULL CHECK (place >= 0),
    first         INTEGER NOT NULL,
    second        INTEGER CHECK (second <> first),
    match_id      INTEGER UNIQUE REFERENCES matches (id),
    PRIMARY KEY (tournament_id, round, place)
) STRICT, WITHOUT ROWID;
