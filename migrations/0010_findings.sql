-- What was once proven about a position of a match is kept, and never contradicted later: what each thought about the
-- position found out, hers before a move as well as that of an explanation or a review. Rows are only added; who reads
-- joins them. ply is how many moves had been played, seconds how long was thought at most, moves what each legal action
-- is worth, as JSON.

CREATE TABLE findings (
    id       INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches (id),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    seconds  REAL    NOT NULL CHECK (seconds >= 0),
    moves    TEXT    NOT NULL
) STRICT;

CREATE INDEX findings_of_match ON findings (match_id);
