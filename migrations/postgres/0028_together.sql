-- What the file of this number beside this folder tells, in the dialect of PostgreSQL.

CREATE TABLE together (
    match_id     BIGINT   PRIMARY KEY REFERENCES matches (id),
    opener_id    BIGINT   NOT NULL,
    shows_votes  SMALLINT NOT NULL CHECK (shows_votes IN (0, 1)),
    is_explained SMALLINT NOT NULL CHECK (is_explained IN (0, 1)),
    ballots      INTEGER  NOT NULL DEFAULT 0 CHECK (ballots >= 0)
);

CREATE INDEX together_of_opener ON together (opener_id);

CREATE TABLE votes (
    match_id BIGINT           NOT NULL REFERENCES matches (id),
    ply      INTEGER          NOT NULL CHECK (ply >= 0),
    user_id  BIGINT           NOT NULL,
    action   INTEGER          NOT NULL,
    number   INTEGER          NOT NULL CHECK (number > 0),
    voted_at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (match_id, ply, user_id)
);

CREATE INDEX votes_of_person ON votes (user_id);
