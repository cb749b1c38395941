-- Puzzles have themes, come from one's own errors too, and are rated, as are those who solve them (Glicko-2).
-- theme is what the solution is about, wished_theme what was asked for; match_id the match of the error a puzzle comes
-- from. free_hints of the hints only repeated the task. rating_change is what the attempt did to the person's rating: NULL
-- if nothing, as only the first outcome of a person at a puzzle is rated.

ALTER TABLE attempts ADD COLUMN theme TEXT;
ALTER TABLE attempts ADD COLUMN wished_theme TEXT;
ALTER TABLE attempts ADD COLUMN match_id INTEGER REFERENCES matches (id);
ALTER TABLE attempts ADD COLUMN free_hints INTEGER NOT NULL DEFAULT 0 CHECK (free_hints BETWEEN 0 AND hints);
ALTER TABLE attempts ADD COLUMN rating_change REAL;

-- run is how many rated puzzles in a row somebody has solved at the first try and without a hint.
CREATE TABLE solvers (
    user_id    INTEGER PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL CHECK (deviation > 0),
    volatility REAL    NOT NULL CHECK (volatility > 0),
    run        INTEGER NOT NULL CHECK (run >= 0),
    longest    INTEGER NOT NULL CHECK (longest >= run)
) STRICT;

-- judged is the difficulty that a puzzle was shipped with when it was first rated, found the one that people's tries have
-- shown since; those in which they differ are found by an index of just them.
CREATE TABLE rated_puzzles (
    game       TEXT NOT NULL,
    start      TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL CHECK (deviation > 0),
    volatility REAL NOT NULL CHECK (volatility > 0),
    judged     TEXT NOT NULL,
    found      TEXT NOT NULL,
    PRIMARY KEY (game, start)
) STRICT, WITHOUT ROWID;

CREATE INDEX rated_puzzles_moved ON rated_puzzles (game, start, found) WHERE found <> judged;

-- A person's newest finished matches, wherever they were played.
CREATE INDEX matches_by_first ON matches (first_id, id) WHERE first_id IS NOT NULL;
CREATE INDEX matches_by_second ON matches (second_id, id) WHERE second_id IS NOT NULL;
